## evaluation

no-runs-draw-curve-from = There are no runs to draw a curve from.
    .expected = Runs with several training sizes were expected.
    .todo = Train with 25, 50, 75 and 100% of the rows first.
run-training-rows-other-answers = A run with { $items } training rows has other answers than { $label } asks for.
    .expected =
        Answers to its { $ids ->
            [one] { $ids } row
           *[other] { $ids } rows
        }, for each seed, were expected.
    .todo = Draw one curve per test.
clusters-two-at-most = Rows were to be resampled by { $keys }, which gives each of them { $sides } names.
    .expected = Rows can have at most two clusters, such as the documents of both sentences of a pair.
    .todo = Name one key with two sides, or two keys with one side each.

## aloi/evaluation/comparison

answers-rows =
    { $name } has answers to { $seeds-count ->
        [0] no
       *[other] { $seeds }
    } rows.
    .expected = An answer to each of the { $ids } rows of { $label } was expected, for each seed.
    .todo = Compare systems that were run on the same rows.

## aloi/evaluation/metrics

not-computed-from-answers-rows = { $title } cannot be computed from the answers alone.
    .expected = A metric of scores, labels, tags, choices or ranked concepts was expected.
    .todo = Use the command `aloi score` of its kind.

## aloi/evaluation/reports

k-depth =
    k is { $ks-count ->
        [0] empty
       *[other] { $ks }
    }, the depth { $depth }.
    .expected = Each k from 1 to the depth was expected.
    .todo = Change them, as in --k 1,5 --depth 20.
    .page = Change them, as in 1,5 and a depth of 20.
not-in-gold =
    { $count ->
        [one] { $count } predicted or answered id is
       *[other] { $count } predicted or answered ids are
    } not in the gold, first: { $ids }.
    .expected = Predictions for rows of the gold only were expected.
    .todo = Check that both files are of the same split.
prediction-length = The number of { $name } is { $gold } in the gold and { $prediction } in the prediction.
    .expected = The same number was expected in both.
    .todo = Give the prediction for the same sentences, in the same order.
