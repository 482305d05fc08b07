## agreement

choice =
    The { $kind ->
       *[weights] weights
        [weights_by] way to weigh
        [interval] interval
    } is { $given }.
    .expected = One of these was expected: { $known }.
    .todo = Choose one of them.

## agreement/planning

planned-number =
    The { $kind ->
       *[items] number of items
        [most_items] largest number of items
        [draws] number of draws
        [annotators] number of annotators
    } is { $given }.
    .expected = { $least } or more was expected.
    .todo = Give another number.
