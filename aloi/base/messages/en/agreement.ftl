## agreement

choice =
    The { $kind ->
       *[weights] weights
        [weights_by] weighting method
        [interval] interval
    } is { $given }.
    .expected = One of these was expected: { $known }.
    .todo = Choose one of them.
replicates-seed-asked =
    { $replicates ->
        [one] { $replicates } replicate
       *[other] { $replicates } replicates
    } with the seed { $seed } were requested.
    .expected = At least 1 replicate and a seed of 0 or more were expected.
    .todo = Give other numbers.
lowest-value = The lowest value is { $min }.
    .expected = Values of 0 or more were expected for ratio weights.
    .todo = Choose other weights, or rank-based weights.
table-codes-shape = The table of codes has the shape { $shape }.
    .expected =
        { $units ->
            [one] { $units } unit
           *[other] { $units } units
        } by { $annotators ->
            [one] { $annotators } annotator was
           *[other] { $annotators } annotators were
        } expected.
    .todo = Give one row per unit and one column per annotator.
codes-go-from = The codes go from { $min } to { $max }.
    .expected = Codes from -1 (missing) to { $categories } were expected.
    .todo = Give indices in the list of categories.
clusters-given-units =
    { $clusters } clusters were given for { $units ->
        [one] { $units } unit
       *[other] { $units } units
    }.
    .expected = One cluster (document) per unit was expected.
    .todo = Give the document of every unit, or omit the documents.
annotator-rated-unit-twice = Annotator { $annotator } rated the unit { $unit } twice.
    .expected = At most one rating of a unit by an annotator was expected.
    .todo = Keep one of them, or give each repeated unit its own id.
categories-not-numbers = The categories are not numbers: { $categories }.
    .expected = Numbers were expected.
    .todo = Choose a measure for labels, or give numbers.
unit-no-cluster = The unit { $unit } has no cluster.
    .expected = The document of every unit was expected.
    .todo = Give the document of every unit, or omit the documents.
unit-cells =
    The unit { $unit } has { $row ->
        [one] { $row } cell
       *[other] { $row } cells
    }.
    .expected = One cell per annotator was expected, { $width } in all.
    .todo = Leave a missing rating empty, but keep its column.
unit-rating-not-finite-number = The unit { $unit } has a rating that is not a finite number (NaN or infinite).
    .expected = A number, a label, or nothing was expected.
    .todo = Leave the cell empty if the rating is missing.
stands-table-twice = The { $kind } { $name } is in the table twice.
    .expected = Each { $kind } was expected once.
    .todo = Remove or rename the second { $name }.
annotator-gave-unit = Annotator { $name } gave { $value } to the unit { $unit }.
    .expected = One of the declared categories was expected: { $domain }.
    .todo = Correct the rating, or add the value to the declared categories.
rating-not-number = The rating { $wrong } is not a number.
    .expected = Numbers were expected at the { $level } level.
    .todo = Use the nominal or ordinal level for labels, or correct the value (with a decimal point).
lowest-rating = The lowest rating is { $categories }.
    .expected = Values of 0 or more were expected at the ratio level.
    .todo = Use the interval level for scales that go below 0.

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
annotators-units-alpha-given =
    { $annotators ->
        [one] { $annotators } annotator
       *[other] { $annotators } annotators
    }, { $units ->
        [one] { $units } unit
       *[other] { $units } units
    } and alpha { $alpha } were given.
    .expected = At least 2 annotators, 1 unit and an alpha from 0 to 1 were expected.
    .todo = Give other numbers.
prevalence = The prevalence is { $shares }.
    .expected = Two or more shares above 0 that sum to 1 were expected.
    .todo = Give one share for each category.
wanted-width = The requested width is { $width }.
    .expected = A width above 0 and below 2 was expected.
    .todo = Give the distance between the two ends of the interval, e.g. 0.10.
threshold = The threshold is { $threshold }.
    .expected = A number above 0 and below 1 was expected.
    .todo = Give the alpha that the lower bound must reach, e.g. 0.67.
difference-to-detect = The difference to detect is { $given }.
    .expected = A number above 0 was expected.
    .todo = Give the smallest difference between two agreements that matters, e.g. 0.1.
look-every-items-asked =
    An interim analysis every { $value ->
        [one] { $value } item
       *[other] { $value } items
    } was requested.
    .expected = 1 or more was expected.
    .todo = Give a larger number.
order-names-item-which-not = The order names the item { $unknown }, which is not among the ratings.
    .expected = Items of the ratings were expected.
    .todo = Correct the name, or omit it.
order-names-item-twice = The order names the item { $twice } twice.
    .expected = Each item was expected once at most.
    .todo = Keep the position of its last answer.

## agreement/diagnosis

annotator-occasion-unit-twice =
    Annotator { $annotator } has the occasion { $occasion } of the unit { $unit }{ $key_in_value ->
        [True] { " " }twice.
       *[False] .
    }
    .expected = The occasions 1 and 2 were expected, each at most once.
    .todo = Keep the first two answers to the unit.

## agreement/parts

span-goes-from = A span goes from { $start } to { $end }.
    .expected = A start of 0 or more and an end after it were expected, parts one after the other.
    .todo = Correct the offsets; the end is the position after the last character.
document-given-twice = The document { $id } is given twice.
    .expected = Each document was expected once, with the answers of all annotators.
    .todo = Merge the answers, or rename one of the two.
