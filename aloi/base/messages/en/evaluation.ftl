## evaluation

annotator-answer-nan-or-infinite = An annotator's answer is NaN or infinite.
    .expected = Finite scores were expected.
    .todo = Correct it.
no-runs-draw-curve-from = There are no runs to draw a curve from.
    .expected = Runs with several training sizes were expected.
    .todo = Train with 25, 50, 75 and 100% of the rows first.
more-rows-replicates-asked =
    { $extra ->
        [one] { $extra } more row
       *[other] { $extra } more rows
    } and { $replicates } replicates were requested.
    .expected = At least 1 row and 100 replicates were expected.
    .todo = Change the number.
run-training-rows-other-answers = A run with { $items } training rows has other answers than { $label } asks for.
    .expected =
        Answers to its { $ids ->
            [one] { $ids } row
           *[other] { $ids } rows
        }, for each seed, were expected.
    .todo = Draw one curve per test.
test-id-twice =
    The test { $label } has { $twice_is ->
        [True] the id { $twice } twice
       *[False]
            rows of { $kinds ->
                [one] { $kinds } kind
               *[other] { $kinds } kinds
            }
    }.
    .expected = Rows of one kind, each with a unique id, were expected.
    .todo = Check the data.
simplification-each-source =
    { $simplifications ->
        [one] There is { $simplifications } simplification
       *[other] There are { $simplifications } simplifications
    } of each source.
    .expected = At least two were expected: each is scored against the others.
    .todo = Add files of simplifications.

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
prediction-nan-or-infinite = A prediction of { $name } is NaN or infinite.
    .expected = Finite numbers were expected.
    .todo = Run it again, or exclude it.
compare-replicates-asked =
    { $replicates ->
        [one] { $replicates } replicate was
       *[other] { $replicates } replicates were
    } requested.
    .expected = At least 100 were expected.
    .todo = Change the number.
compare-on = There are { $size } { $name } to compare on.
    .expected = At least two were expected.
    .todo = Choose another test.

## aloi/evaluation/metrics

rows-kind-scored = Rows of the kind { $kind } were to be scored.
    .expected = One of these kinds was expected: { $kinds }.
    .todo = Use data of one of these kinds.
not-computed-from-answers-rows = { $title } cannot be computed from the answers alone.
    .expected = A metric of scores, labels, tags, choices or ranked concepts was expected.
    .todo = Use the command `aloi score` of its kind.
reference-shape-system = The reference has shape { $shape } and the system { $system_shape }.
    .expected = Two lists of the same length were expected.
    .todo = Give one system value for each reference value.
value-score-nan-or-infinite = A value to score is NaN or infinite.
    .expected = Finite numbers were expected.
    .todo = Correct or remove it.
no-reference = There is no reference.
    .expected = At least one was expected.
    .todo = Give a reference.
sources-outputs-sentences =
    { $length ->
        [one] There is { $length } source
       *[other] There are { $length } sources
    }, { $lengths_length } outputs and { $lengths } sentences in the references.
    .expected = The same number of aligned sentences was expected in each.
    .todo = Align the texts.
no-sentence-score = There is no sentence to score.
    .expected = At least one was expected.
    .todo = Give a text.

## aloi/evaluation/reports

gold-no-rows = The gold has no rows.
    .expected = At least one was expected.
    .todo = Check the file.
row-predicted-not-gold =
    { $unknown ->
        [one] { $unknown } predicted row is
       *[other] { $unknown } predicted rows are
    } not in the gold: { $unknown_unknown }{ $unknown_above_5 ->
        [True] , ...
       *[False] { "" }
    }.
    .expected = Predictions for rows of the gold only were expected.
    .todo = Check that both files are of the same set.
item-answered-not-gold =
    { $unknown ->
        [one] { $unknown } answered item is
       *[other] { $unknown } answered items are
    } not in the gold: { $unknown_unknown }{ $unknown_above_5 ->
        [True] , ...
       *[False] { "" }
    }.
    .expected = Answers to items of the gold only were expected.
    .todo = Check that both files are of the same set.
none-items-gold-substitutes-asks = None of the { $gold } items of the gold has the substitutes that { $scorer } needs.
    .expected = At least one item to score was expected.
    .todo = Check the gold.
k-depth =
    k is { $ks-count ->
        [0] empty
       *[other] { $ks }
    }, the depth { $depth }.
    .expected = Each k from 1 to the depth was expected.
    .todo = Change them, as in --k 1,5 --depth 20.
    .page = Change them, as in 1,5 and a depth of 20.
scale-goes-from = The scale goes from { $low } to { $high }.
    .expected = A low end below the high end was expected.
    .todo = Give the scale as LOW,HIGH, such as 0,5.
sts-replicates-asked =
    { $replicates ->
        [one] { $replicates } replicate was
       *[other] { $replicates } replicates were
    } requested.
    .expected = 0 or more were expected.
    .todo = Change the number.
gold-no-items = The gold has no items.
    .expected = At least one was expected.
    .todo = Check the gold file.
predicted-id-not-gold =
    { $unknown } predicted id(s) are not in the gold: { $unknown_2 }{ $unknown_above_5 ->
        [True] , ...
       *[False] { "" }
    }.
    .expected = Predictions for gold items only were expected.
    .todo = Check that both files are of the same split.
sts-score = The { $side } score of { $value } is { $value_2 }.
    .expected = A finite number was expected (no entry if an answer is missing).
    .todo = Correct it or remove the line.
gold-score-such-item = The gold score of { $outside } is { $gold } ({ $outside_count } such item(s)).
    .expected = Gold scores from { $low } to { $high } were expected.
    .todo = Give the right scale, or correct the gold.
gold-sentences-prediction =
    The gold has { $gold ->
        [one] { $gold } sentence
       *[other] { $gold } sentences
    } and the prediction { $predicted }.
    .expected = The same number of sentences was expected in both.
    .todo = Give the prediction for the same sentences, in the same order.
sentence-tokens-gold-prediction =
    Sentence { $value } has { $count ->
        [one] { $count } token
       *[other] { $count } tokens
    } in the gold and { $count_count } in the prediction.
    .expected = A tag for each token of the gold was expected.
    .todo = Give the prediction for the same sentences, in the same order.
gold-no-token = The gold has no token.
    .expected = At least one was expected.
    .todo = Check the file.
