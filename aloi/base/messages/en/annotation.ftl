## annotation/tag_schemes

tags-mixed =
    { $where } has tags with a letter of a scheme ({ $letters }) and tags without ({ $bare }).
    .expected = Either all tags with a letter, such as B-X and I-X, or none with a letter were expected.
    .todo = Correct the tags, or name the scheme IO or BARE if each tag is a label without a scheme.
tags-no-labels = { $where } has tags that are not labels: { $tags }.
    .expected = The last column was expected to contain tags such as B-X, I-X and O.
    .todo = Convert the tags, or put the column of the tags last.
tags-other-scheme = { $where } has tags that are not of the scheme { $scheme }: { $tags }.
    .expected = O and { $letters } were expected.
    .todo = Name the scheme of the tags, or none: the scheme is then detected.

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
campaign-cuts-texts-into = The campaign splits its texts into { $settings }.
    .expected = The same tokens as in the row were expected.
    .todo = Import into a campaign with the ready schema `spaces`, or into a new one.
group-source-target-token-label = A group of { $source } source and { $target } target token(s) has the label { $label }.
    .expected = A label of the typology that allows these sides was expected.
    .todo = Choose another label, or other tokens.
label-cannot-be-a-name = The label { $label } cannot be the name of an operation.
    .expected = A letter, then letters, digits, `-` or `_` were expected.
    .todo = Rename it in the files.
no-key-left = There is no key left for the label { $label }.
    .expected = Two letters that are not the start of another key were expected.
    .todo = Give a typology with free keys.
keys-begin-alike = The keys { $key } ({ $name }) and { $value_key } ({ $value_name }) begin with the same letter.
    .expected = Keys of which none is the start of another were expected.
    .todo = Choose another key for one of them.

## annotation

round-names-item-or-annotator = The round names an item or an annotator twice.
    .expected = Each was expected once.
    .todo = Remove the duplicate.

## annotation/tasks/spans

spans-share-characters = The spans { $value } and { $value_2 } overlap.
    .expected = Spans that do not overlap were expected.
    .todo = Remove or shorten one of them.
