## annotation/tasks/operations

operation-part =
    Operation { $number } ({ $name-count ->
        [0] without a name
       *[other] { $name }
    }) has the { $part } { $given }.
    .expected =
        Its { $part } was expected to be { $part ->
            [name] letters, digits, - and _, beginning with a letter
            [gloss] one line on what the operation means
            [colour] a colour such as #25408f
            [key] one or two lower-case letters
           *[sides] one of { $sides }
        }.
    .todo = Correct the typology.
