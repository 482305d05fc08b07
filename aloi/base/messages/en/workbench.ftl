## aloi/workbench/models

source-absent = { $source } is neither a local file or folder nor a release.
    .expected = A path or a release was expected.
    .todo = Check the path, or name a release as campaign@version.
source-no-release = { $source } is neither a local file or folder nor a release.
    .expected = A path or a release was expected. { $error-expected }
    .todo = Check the path, or name a release as campaign@version.
runs-of-two-tests =
    The runs { $first } and { $second } were both scored on { $label }, but it has { $other ->
        [items] other items
        [gold] other gold
        [scale] another scale
       *[data] data of another checksum
    } for the second.
    .expected = Runs scored on the same test were expected, with the same items, gold, scale and data.
    .todo = Run one of them again on the other's data, or compare them separately.
cannot-read = { $path } cannot be read: { $error }.
    .expected = A TOML file in UTF-8 was expected.
    .todo = Correct that line.
none-runs-trained-scored-on =
    None of the { $results } runs was trained and scored on { $test-count ->
        [0] a test
       *[other] { $test }
    }.
    .expected = Runs with several numbers of training rows were expected.
    .todo = Train with 25, 50, 75 and 100% of the rows first.
no-part = { $source } has no split { $name }.
    .expected =
        One of these was expected: { $parts-count ->
            [0] it has none
           *[other] { $parts }
        }.
    .todo = Name one of its splits, as in { $source }:{ $data_parts }; or split its rows again: --split train=.7,dev=.1,test=.2.
    .page = Choose one of its splits, or split its rows again.
run-recipe =
    The run { $line } is { $status }, of the recipe { $has_spec ->
        [True] { $recipe }
       *[False] unknown
    }.
    .expected = A finished run of sbert_sts was expected: its encoder compares all pairs of sentences.
    .todo = Name another run, or an encoder.
run-kept-no-model = The run { $line } did not keep its model.
    .expected = A run with the setting keep_model was expected.
    .todo = Train again with keep_model=true, or name an encoder.
recipe-learns-rows-kind = The recipe { $name } is trained on rows of the kind { $row_kind_name }.
    .expected = A recipe of scored pairs was expected.
    .todo = Choose another one: aloi recipes lists them.
    .page = Choose another recipe.
round-campaign-asked-annotators =
    A round ({ $purpose }) of the { $status } campaign { $name } is requested, with { $annotators ->
        [one] { $annotators } annotator
       *[other] { $annotators } annotators
    }.
    .expected = An open campaign, one of { $purpose_2 }, and at least one annotator were expected.
    .todo = Name the annotators, as in --annotators A1,A2.
    .page = Choose the annotators.
doubts-campaign-task = The campaign { $name } is of the task { $kind_name }.
    .expected = Pairs with a score were expected.
    .todo = Choose another campaign.
settings-given = Settings were given for { $recipes }.
    .expected = Settings for one recipe were expected.
    .todo = Evaluate that recipe separately.
floors-scored-on-nothing = The baselines have no test.
    .expected = A test was expected.
    .todo = Name it with --test.
    .page = Choose a test.
no-run-named = No run was named.
    .expected = At least one was expected.
    .todo = Name the runs to compare.
runs-several-kinds-rows-named = Runs of several kinds of rows were named: { $value }.
    .expected = Runs of one kind were expected.
    .todo = Compare those of each kind separately.
run-does-not-keep-items = The run { $run } does not keep the items of its test { $label }.
    .expected = The items of this test were expected in tests.json.
    .todo = Run it again.
runs-id-begins =
    { $count ->
        [0] No
       *[other] { $count }
    } runs have ids that begin with { $run_id }.
    .expected =
        The id of one run was expected: { $value-count ->
            [0] there are none yet
           *[other] { $value }
        }.
    .todo = List them: aloi run list.
    .page = Choose a run from the list on the page Models.
run-not-done = The run { $name } is not finished.
    .expected = A finished run with its run.json was expected.
    .todo = Wait for it, or start it again: it resumes at its last step.
learning-curve-subsets-each =
    A learning curve of { $shares-count ->
        [0] no sizes
       *[other] { $shares }
    }, { $subsets ->
        [one] { $subsets } subset
       *[other] { $subsets } subsets
    } each, of { $total } training rows, was requested.
    .expected = Shares above 0 and up to 100, one subset or more, and data to train on were expected.
    .todo = Correct them, as in 25,50,75,100.
grid-asked-without-data-train = A grid was requested without data to train on.
    .expected = One source or more was expected.
    .todo = Name them.
training-seeds =
    The seeds are { $seeds-count ->
        [0] none
       *[other] { $seeds }
    }.
    .expected = At least one whole number of 0 or more was expected.
    .todo = Write them as in 0,1,2.

## aloi/workbench/agreement

merge-written = The merge is written { $line }.
    .expected = A new name, an equals sign and labels separated by commas were expected.
    .todo = Write it as in: insertion = inprop, inmod.
merge-names-label-which-stands =
    The merge { $line } names the label { $label }, which { $label_in_merges ->
        [True] is already in a merge.
       *[False] the campaign does not have.
    }
    .expected = Each of these was expected at most once: { $known }.
    .todo = Correct the label.
merge-called-label-left-as =
    { $has_taken ->
        [True] A merge is called { $taken }, but a label outside the merges has that name.
       *[False] No merge is written.
    }
    .expected = New names for labels that are then treated as one were expected.
    .todo =
        { $has_taken ->
            [True] Choose another name, or add that label to the merge.
           *[False] Write one as in: insertion = inprop, inmod.
        }
task-answers-no-labels = The task of { $name } is { $task_type }: its answers are not labels.
    .expected = A task with labels was expected.
    .todo = Merge labels in a campaign with labels.
round-campaign-no-answers = Round { $number } of the campaign { $name } has no answers.
    .expected = At least one answer was expected.
    .todo = Wait for the first answers.
holds-ratings-annotator =
    { $name } contains the ratings of { $annotators ->
        [one] { $annotators } annotator
       *[other] { $annotators } annotators
    }{ $has_annotators ->
        [True] : { $annotator }
       *[False] { "" }
    }.
    .expected = At least two annotators were expected: agreement is measured between people.
    .todo = Give a table with a column for each annotator, or name the columns of a long table (--unit, --annotator, --value).
    .page = Give a table with a column for each annotator, or choose “one row per rating” and its columns.
rating-no-number-labels-no = { $name }: the rating { $rest } is not a number, and labels have no known order.
    .expected = Numbers, or labels whose order is declared, were expected at the ordinal level.
    .todo = List the labels from low to high with --categories, or use --level nominal.
    .page = Write all labels from low to high into their field, or choose that ratings are labels (nominal).
category-not-number-ratings = The category { $wrong } is not a number, the ratings are.
    .expected = Categories of the same kind as the ratings were expected.
    .todo = Correct --categories.
    .page = Correct the list of degrees or labels.
unit-already-stands-line =
    { $where }: the unit { $name } is already in line { $unit }, with other ratings; { $count ->
        [one] one unit is
       *[other] { $count } units are
    } in several rows.
    .expected = Each unit was expected once in a wide table.
    .todo = If a row is a rating, use --layout long; if rows are occasions, name their column with --by; else remove rows.
    .page = If a row is a rating, choose “one row per rating”; if rows are occasions, group by their column; else remove rows.
rates-as-line =
    { $where }: { $key } rates { $key_key }, as in line { $value }; { $count ->
        [one] one row rates
       *[other] { $count } rows rate
    } again.
    .expected = One rating for each annotator and unit was expected.
    .todo = Remove one of the two rows; if they rate different aspects, name that column with --by.
    .page = Remove one of the two rows; if they rate different aspects, group by that column.
unit-before = { $where }: the unit { $key } has { $value } in { $name }, { $value_value } before.
    .expected = One value of { $name } for each unit was expected.
    .todo = Correct the table.
ratings-table-column-empty = { $where }: column { $column } is empty.
    .expected = A name was expected.
    .todo = Fill it in.
ratings-table-column-holds = { $where }: column { $column } contains { $value }.
    .expected = A number, a label, or an empty cell for a missing rating was expected.
    .todo = Correct the cell, or leave it empty.
gave-unit = { $name }: { $name_2 } gave { $cell } to the unit { $unit }.
    .expected = A number was expected at the { $level } level; an empty cell or NA is a missing rating.
    .todo = Correct the cell, name the columns that contain ratings (--columns), or use --level nominal.
    .page = Correct the cell, choose the columns that contain ratings, or choose that ratings are labels (nominal).
person-is-computed = { $name }: { $person } stands for the { $kind } of others, and no person in the store has this name.
    .expected = Answers of annotators were expected, not values computed from them.
    .todo = Exclude them, or add a person of that name first.
decision-already-stands = { $where }: a decision on the item { $item } is already in line { $line }.
    .expected = One decision per item was expected.
    .todo = Remove one of them.
decision-says-missing = { $where }: the value is empty or a marker for a missing value.
    .expected = The decision was expected as a value.
    .todo = Write it, or remove the row.
written-decimal-comma = { $where }: { $text } is written with a decimal comma.
    .expected = Numbers with a decimal point were expected.
    .todo = Write { $text_2 }; at the nominal level, next to other labels, cells are not changed.
rating-is-a-date = { $where }: column { $column } contains the date { $value }, which is not a rating.
    .expected = A number or a label was expected; spreadsheets convert ratings such as 1/2 or 3-4 to dates.
    .todo = Format the column as text in the spreadsheet, write the rating again, and save.
column-named-as-computed = { $name }: the column { $column } has the name of the { $kind } of others, but not its values.
    .expected = One column per annotator was expected.
    .todo = Name the columns that contain ratings (--columns), or remove the column.
    .page = Choose the columns that contain ratings, without this one.
column-is-computed = { $name }: the column { $column } is the { $kind } of the others in every row.
    .expected = One column per annotator was expected, and no column computed from others.
    .todo = Name the columns that contain ratings (--columns), or remove the column.
    .page = Choose the columns that contain ratings, without this one.
column-names-nobody = { $name }: the column { $column } is not named as an annotator.
    .expected = One column per annotator was expected; descriptions of items, decisions and outputs of models are not ratings.
    .todo = Name the columns that contain ratings (--columns), or remove the column.
    .page = Choose “one column per annotator” and the columns of ratings.
column-of-annotators = { $name }: the column { $column } has the name of a column of annotators, but rows are not single ratings.
    .expected = One column per annotator was expected, or one row per rating: items in several rows, each with its annotator.
    .todo = Transpose the table if each row is an annotator; otherwise name --unit, --annotator and --value, or --columns.
    .page = Transpose the table if each row is an annotator; otherwise choose “one row per rating” and its columns.
column-shares-no-value = { $name }: the column { $column } has no value in common with the other columns.
    .expected = Ratings on the same scale were expected in each column.
    .todo = Name the columns that contain ratings (--columns), or correct the labels of this one.
    .page = Choose the columns that contain ratings, or correct the labels of this one.
long-table-columns = { $name }: its columns are { $columns }, and none has the name of annotators or of ratings.
    .expected = A long table has a column of the annotator and one of the rating.
    .todo = Name them with --annotator and --value.
    .page = Choose “one row per rating” and both columns.
level-not-told = { $name } does not state the level of measurement of its ratings.
    .expected = One of { $levels } was expected; only answers exported by Aloi state it.
    .todo = Name it: --level nominal for labels without order, --level ordinal for degrees.
    .page = Choose what the ratings are: labels without order (nominal), or degrees (ordinal).
export-level = No view of these exported answers has the level { $level }.
    .expected = One of { $levels } was expected.
    .todo = Omit --level, or name unit, annotator and value to read it as a plain table.
    .page = Give the table as it was exported, without naming columns.
export-option = { $name } contains answers exported by Aloi, but { $option } is set.
    .expected = Such a table states its own documents, rounds and categories.
    .todo = Omit { $option }, or name unit, annotator and value to read it as a plain table.
export-schema = { $where }: answers exported by Aloi, without their schema.
    .expected = The schema was expected in the first row of each round, in the column 'schema'.
    .todo = Export the answers again and keep that row, or name --unit item_id --annotator annotator --value value.
    .page = Export the answers again (page Rounds) and keep that row.
export-schemas = { $where }: another task, or other settings, than in the rows before.
    .expected = The answers of one campaign were expected in a table.
    .todo = Measure the campaigns separately.
export-answered-twice = { $where }: { $annotator } answers an item already answered in an earlier row of the same round.
    .expected = One answer per annotator, item and round was expected.
    .todo = Remove one of the two rows, or export the answers again.
export-answer = { $where }: the column 'value' contains no answer of the task { $task }.
    .expected = Answers as Aloi exported them were expected.
    .todo = Export the answers again.
rating-is-an-answer = { $where }: column { $column } contains a complete answer, as JSON.
    .expected = One label or number per cell was expected.
    .todo = Export the answers again with `aloi annotations export` and give that file without naming columns.
    .page = Export the answers again (page Rounds) and give that file as it is.
long-several-values = { $name } has annotators, and several columns that may be ratings: { $values }.
    .expected = One column of ratings was expected in a long table.
    .todo = Name its columns with --unit, --annotator and --value.
    .page = Choose it as the column of the rating, with the two others.
layout-annotator = The layout is { $layout }, and a column of annotators, as in a long table, is named.
    .expected = One of the two was expected.
    .todo = Omit --layout, or --annotator and --value.
    .page = Choose “one row per rating”, or columns of ratings.
count-not-whole = { $name }: the unit { $unit } has { $cell } in { $column }, which is not a count.
    .expected = Whole numbers of 0 or more were expected in a table of counts.
    .todo = Correct the cell, name the columns of counts (--columns), or use --layout wide.
    .page = Correct the cell, choose the columns of counts, or say that the table has one column per annotator.
counts-measure = { $measure } needs the annotator of each rating, which a table of counts does not have.
    .expected = One of these was expected: { $known }.
    .todo = Choose one of them, or use --layout wide if each column is an annotator.
    .page = Choose one of them, or say that the table has one column an annotator.
counts-jackknife = The jackknife excludes one annotator at a time, but a table of counts has no annotators.
    .expected = An interval over units was expected.
    .todo = Use --ci analytic or bootstrap.
    .page = Choose the analytic interval or the bootstrap.
round-no-answers-yet = Round { $number } has no answers yet.
    .expected = At least one answer was expected.
    .todo = Wait for the annotators, or import their answers.
weights-order = { $name }: the ratings are labels whose order is not declared, and { $weights } weights need one.
    .expected = Numbers, or labels whose order is declared, were expected for these weights.
    .todo = List the labels from low to high with --categories, or use --weights unweighted.
    .page = List the labels from low to high, or choose no weights.
sets-level = { $asked } is for sets, and the level is { $level }.
    .expected = Sets have no order: the nominal level was expected.
    .todo = Use --level nominal, or a measure for single values.
    .page = Choose that ratings are labels (nominal), or a coefficient for single values.
separator-empty = The separator of labels is { $separator }, which is empty.
    .expected = A separator such as ; or a comma was expected.
    .todo = Set --separator, or omit the option.
    .page = Write the separator, or leave the field empty.
one-annotator-value-named-not = One of the columns of the annotator and of the rating is named, but not the other.
    .expected = Both were expected for a long table.
    .todo = Name the columns of the unit, the annotator and the value, or none for a wide table.
column-named-twice-two-unit = The column { $twice } is named twice, for two of the unit, the annotator and the value.
    .expected = A different column for each was expected.
    .todo = Name the column that contains each of them.
interval-whole-documents-resampled = The interval is { $ci } but documents ({ $cluster }) are to be resampled.
    .expected = A bootstrap was expected: only it can resample documents.
    .todo = Use --ci bootstrap, or omit --cluster.
    .page = Choose the bootstrap, or no column of documents.

## aloi/workbench/candidates

corpus-campaign-mentions =
    The corpus of the campaign { $name } has { $mentions ->
        [one] { $mentions } mention
       *[other] { $mentions } mentions
    }; { $top ->
        [one] { $top } candidate is
       *[other] { $top } candidates are
    } requested for each.
    .expected = At least one mention and one candidate were expected.
    .todo = Import mentions first (`aloi mentions import`).
    .page = Import mentions first (page Corpora).
terminology-no-name = The terminology { $name } has no name in { $language }.
    .expected =
        One of its languages was expected: { $languages-count ->
            [0] it has none
           *[other] { $languages }
        }.
    .todo = Choose another language, or rank names of all languages.
campaign-names-terminology-which = The campaign { $name } uses the terminology { $name_2 }, which is not in the store.
    .expected =
        One of these was expected: { $terminologies-count ->
            [0] none yet
           *[other] { $terminologies }
        }.
    .todo = Import the terminology under this name (`aloi terminology import`).
    .page = Import the terminology under this name (page Terminologies).
run-recipe-does-not-tag =
    The run { $line } is { $status }, of the recipe { $has_spec ->
        [True] { $recipe }
       *[False] unknown
    }, and does not tag spans.
    .expected = A finished run that predicts spans was expected, such as one of token_classifier or dictionary_tagger.
    .todo = Name another run: `aloi run list`; or train one on data with spans.
    .page = Choose another run, or train one on data with spans (page Models).
predictions-and-test =
    { $problem ->
        [missing] { $count } of { $rows } rows of { $test } have no prediction: { $ids }.
       *[other] { $count } predictions are for ids that { $test } does not have: { $ids }.
    }
    .expected = One prediction for each row of the test was expected.
    .todo = Complete the file, or choose the test that was predicted.
training-data-changed =
    { $source } has { $count ->
        [one] { $count } row
       *[other] { $count } rows
    } in the split { $part }, not the { $items } of its training data.
    .expected = The unchanged data of the run, split in the same way, were expected: the run kept no model, so it is trained again.
    .todo = Restore them; give the same --split as in training; or train with keep_model=true.
    .page = Restore them, split them as in training, or train again and keep the model.
keep-lexical = Only some pairs are to be kept, but the miner is { $miner }.
    .expected = A reservoir, the best pairs and a cap per sentence are options of the lexical miner only.
    .todo = Omit these options, or choose the lexical miner.
mine-restricted-elsewhere =
    A data-use agreement restricts the corpus { $name }, but a Dask scheduler would send its texts to other machines.
    .expected = Mining on this machine only was expected.
    .todo = Omit the scheduler.
pairs-sentences =
    { $sentences ->
        [one] There is { $sentences } sentence
       *[other] There are { $sentences } sentences
    }.
    .expected = At least two were expected.
    .todo = Import texts and split them into sentences first.
sentence-not-corpus-any-more = { $where }: a sentence is not in the corpus any more.
    .expected = Candidates of the corpus as it is now were expected.
    .todo = Mine again: the corpus was split again since then.
pair-already-stands-line = { $where }: the pair is already in line { $line }.
    .expected = Each pair was expected once.
    .todo = Remove one of the two rows.
pairs-column-holds = { $where }: column { $column } contains { $cell }.
    .expected = A number from -1 to 1, or an empty cell, was expected.
    .todo = Mine again, or correct the cell.
reason-assumption-missing = The reason for the assumption is missing.
    .expected = A sentence was expected: it is written into the release.
    .todo = Say what was checked.
pairs-assumed =
    { $count ->
        [one] { $count } pair is
       *[other] { $count } pairs are
    } requested to be assumed.
    .expected = 1 or more were expected.
    .todo = Raise the count.
suspect-not-among-pairs-drawn = The suspect { $named } is not among the { $pool } pairs drawn.
    .expected = The two sentence ids of a drawn pair were expected.
    .todo = Copy them from the columns left_id and right_id of the draw.
random-pairs-not-suspect = Of { $pool } random pairs, { $sound } are not suspect.
    .expected =
        { $count ->
            [one] { $count } was
           *[other] { $count } were
        } expected.
    .todo = Draw more random pairs, or assume fewer.
no-target-corpus-one-words = No target of the corpus { $name } is one of the { $wanted } words of { $path_name }.
    .expected = Words that are targets in the corpus were expected.
    .todo = Import or mine targets first (`aloi targets`), with these lemmas.
    .page = Import or look for targets first (page Candidates), with these lemmas.
gold-holds-no-substitute = The gold of { $name } contains no substitute.
    .expected = At least one was expected.
    .todo = Collect some first.
substitutes-columns = { $name } has the columns { $columns }.
    .expected = A column { $substitute_columns } was expected.
    .todo = Rename the column.
target-or-substitute-empty = { $where }: the target or the substitute is empty.
    .expected = Both were expected in each row.
    .todo = Complete or remove the row.
terminology-no-name-look-up = The terminology { $name } has no name to look up in texts in { $language }.
    .expected = Names in that language, with a semantic group, or one label for all, were expected.
    .todo = Give a label, or choose another group or terminology.
none-texts-campaign = None of the { $rows } texts of { $name } is in the campaign { $value_name }.
    .expected = The same texts, apart from white space, were expected.
    .todo = Annotate the texts of this campaign with the other system.
line-no-label = { $name }, line { $number }: { $text } has no label.
    .expected = A text, a tab and a label were expected.
    .todo = Complete the line, or give one label for all lines.
suggestions-empty = { $name } is empty.
    .expected = A text and a label per line were expected.
    .todo = Choose a file with content.
corpus-no-passages = The corpus of { $name } has no passages.
    .expected = Texts to suggest spans in were expected.
    .todo = Create passages first: `aloi passages make`, or the page Candidates.
    .page = Create passages first, on the page Candidates.
corpus-no-sentences = The corpus { $name } has no sentences.
    .expected = Sentences were expected.
    .todo = Split its texts into sentences first.
keeps-no-row = { $name } has no row marked as kept.
    .expected = At least one was expected.
    .todo = Mark the targets to keep.
place-target-missing = { $where }: the offsets of the target is missing.
    .expected = start and end were expected, as the miner wrote them.
    .todo = Restore them, or remove the row.
sentence-not-corpus-target = { $where }: the sentence { $sentence_id } is not in the corpus with this target.
    .expected = Targets of the corpus as it is now were expected.
    .todo = Mine again: the corpus was split again since then.
lemma-part-speech = { $where }: the lemma is { $lemma } and the part of speech { $pos }.
    .expected = A lemma, and one of { $pos_2 }, were expected.
    .todo = Correct them.
text-no-part-sentence-around = { $where }: the text { $value } is not part of the sentence around the target.
    .expected = The sentence, perhaps shortened at its beginning or end, was expected.
    .todo = Trim at the two ends only; import other texts as ready targets.
sentence-trimmed-without-note = { $where }: the sentence was trimmed without a note.
    .expected = A note was expected: what was removed, and why it was optional.
    .todo = Write it in the column note.
does-not-tell-how-mined = { $name } does not describe how { $path_name } was mined.
    .expected = The file that the miner wrote next to its table was expected.
    .todo = Keep both files, with the same name, or mine again.

## aloi/workbench/files

files-given-called =
    { $paths ->
        [one] { $paths } file is
       *[other] { $paths } files are
    } given, called { $paths_2-count ->
        [0] nothing
       *[other] { $paths_2 }
    }.
    .expected = Files with unique names were expected: each file is a split with that name.
    .todo = Rename the files.
label-empty = { $where }: the label is empty, or a marker for a missing value.
    .expected = A label for each row of the gold was expected.
    .todo = Fill it in; if rows may have none, call the column { $several }.
balance-not-in-pool = { $where }: the pool has no pair { $name }.
    .expected = Scores of pairs of the pool were expected.
    .todo = Copy the ids from the table of drawn pairs, or remove the row.
balance-off-scale = { $where }: the score is { $score }, on a scale from { $low } to { $high }.
    .expected = A score on the scale was expected.
    .todo = Correct it, or give the scale: --scale LOW,HIGH.
    .page = Correct it, or the ends of the scale.
id-empty-or-stands-second = { $where }: the id { $name } is empty or repeated.
    .expected = Each row needs a unique id.
    .todo = Correct the ids.
column-gold-column = { $path } has the column { $value }, but the gold has the column { $wanted }.
    .expected = The same column in both files was expected.
    .todo = Write one label per row in both files (label), or several (labels).
no-column-columns = { $path } has no column { $wanted }; its columns are { $columns }.
    .expected = The columns 'id' and { $wanted }, or a column of probabilities for each label, were expected.
    .todo = Rename the column; with probabilities, set --threshold, for example 0.5.
    .page = Rename the column; with probabilities, give a threshold such as 0.5.
threshold-gold-several-labels-row =
    The threshold is { $threshold } but the gold has { $has_several ->
        [True] several labels
       *[False] one label
    } per row.
    .expected = A number from 0 to 1, and gold with the column 'labels', were expected.
    .todo = Change the threshold, or omit it.
score-labels-column-holds = { $where }: the column { $column } contains { $cell }.
    .expected = A probability from 0 to 1 was expected.
    .todo = Correct the cell, or remove columns that are not labels.
item-no-score = { $name }: the item { $empty } has no score.
    .expected = A score for each gold item was expected.
    .todo = Fill it in or remove the row.
score-simplifications-line =
    { $name } has { $lines ->
        [one] { $lines } line
       *[other] { $lines } lines
    } and { $source_name } { $text }.
    .expected = The same number of lines was expected in each file: line i of each belongs to sentence i.
    .todo = Align the files.
score-simplifications-line-no-text = { $name }, line { $empty }: there is no text.
    .expected = A sentence on each line of the source and the references was expected.
    .todo = Fill it in, or remove the line from every file.
two-files-answers-called = Two files of answers are called { $twice }.
    .expected = A name for each system was expected.
    .todo = Rename one of the files.
files-beside-hold-gold-items =
    { $fitting ->
        [one] { $fitting } file
       *[other] { $fitting } files
    } next to { $name } have the gold of its { $ids ->
        [one] { $ids } item
       *[other] { $ids } items
    }.
    .expected = One file of gold lines was expected, with gold in its name.
    .todo = Name the file of gold lines itself.
item-not-gold = { $where }: the item { $line } is not in the gold.
    .expected = One of the { $gold } items of the gold was expected.
    .todo = Check that both files are of the same set.
item-gold = { $where }: item { $line } is { $lemma }.{ $pos }, and { $known_lemma }.{ $known_pos } in the gold.
    .expected = The same word in both files was expected.
    .todo = Check that both files are of the same set.
line-token-line = { $name }, line { $line }, has the token { $value }; { $gold_name }, line { $lines_line }, has { $token }.
    .expected = The same tokens in the same sentences were expected in both files.
    .todo = Write the prediction again from the tokens of the gold.
sentence-at-line-tokens-at =
    The sentence at line { $line } of { $name } has { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    }; at line { $lines_line } of { $gold_name } it has { $tokens_count }.
    .expected = The same tokens in the same sentences were expected in both files.
    .todo = Write the prediction again from the tokens of the gold.
score-tags-sentences =
    { $name } has { $wanted ->
        [one] { $wanted } sentence
       *[other] { $wanted } sentences
    } and { $predicted_name } { $count }.
    .expected = The same tokens in the same sentences were expected in both files.
    .todo = Write the prediction again from the tokens of the gold.
line-tag-not-scheme = { $name }, line { $line }: the tag { $tag } is not of the scheme { $scheme }.
    .expected = Tags such as { $examples } were expected.
    .todo = Correct it, choose another scheme, or use --bare if tags are parts of speech.
    .page = Correct it, choose another scheme, or choose that tags are parts of speech.
sentence-at-line-names-no = { $name }: the sentence at line { $line } names no document.
    .expected = A line `# document = NAME` or -DOCSTART- before it was expected.
    .todo = Write these lines, or resample sentences.
table-write = The output table is { $out }.
    .expected = A file ending in { $suffixes } in a folder that exists was expected.
    .todo = Correct the suffix, or create the folder.
id-empty = { $where }: the id is empty.
    .expected = An id was expected in each row.
    .todo = Fill in or remove the row.
id-already-stands-line = { $where }: the id { $name } is already in line { $first }.
    .expected = Each sentence needs a unique id.
    .todo = Correct the ids.

## aloi/workbench/imports

answers-item-already-answered = { $where }: { $annotator } answers an item already answered in { $seen }.
    .expected = One answer for each annotator and item was expected.
    .todo = Remove one of the two rows; mark a hidden repeat in a column `occasion`: 1, then 2.
campaign = The campaign { $name } is { $status }.
    .expected = An open campaign was expected.
    .todo = Open it again first.
answers-round = Round { $number } is { $status }.
    .expected = An open round was expected: answers no longer change once it is closed.
    .todo = Reopen it first.
answers-item-not-round = { $where }: the item { $value } is not in round { $number }.
    .expected = One of the { $left } items of the round was expected.
    .todo = Import into the round the answers belong to.
item-wants-no-more-answers = { $where }: the item { $value } needs no more answers in round { $number }.
    .expected = At most { $left } new ones were expected.
    .todo = Import into a round with a larger overlap, or exclude the surplus answers.
no-person-called = No person is called { $unknown }.
    .expected =
        Existing people were expected: { $people-count ->
            [0] none yet
           *[other] { $people }
        }.
    .todo = Add them first, or choose to add unknown annotators.
campaign-already-task = The campaign { $name } already exists and has the task { $task_type }.
    .expected = A campaign of the task { $task } was expected.
    .todo = Name another campaign, or a new one.
no-campaign-called = No campaign is called { $campaign }.
    .expected = An existing campaign, or the language and the licence of the texts of a new one, were expected.
    .todo = Check the name, or give both: the corpus and the campaign are then created from the source.
corpus-already-as-one-whose = The corpus { $name } already exists, with texts that may be shared.
    .expected = The same metadata as the first time were expected: a corpus does not change once it is imported.
    .todo = Import into a new campaign.
campaign-no-name = The campaign has no name.
    .expected = A name was expected.
    .todo = Give it one.
campaign-made-round-named = The campaign { $name } is to be created, but its round { $number } was named.
    .expected = Round 1, or a new one, was expected.
    .todo = Omit the number.
source-holds-items-says-none =
    The source contains { $parts ->
        [one] { $parts } item
       *[other] { $parts } items
    }, but no answer to them.
    .expected = Answers to import were expected.
    .todo = Import only the items, without a campaign, and annotate them.
round-other-answers-same = Round { $number } of { $campaign } has other answers, of the same annotators, to { $count } of these { $count_count }.
    .expected = The source of the campaign, or a new campaign, was expected.
    .todo = Name another campaign, or the round for these answers.
mention-answers-campaign-task = The campaign { $name } has the task { $task_type }.
    .expected = A campaign of the task linking was expected.
    .todo = Name another campaign.
source-mentions-gives-none-them = None of the { $mentions } mentions of { $name } has a concept in its source.
    .expected = Mentions imported with concepts were expected.
    .todo = Have the mentions annotated instead.
campaign-already-other-texts = { $where }: the campaign { $name } already exists, with other texts: its corpus does not have those of this row.
    .expected = Sentences of the campaign's corpus were expected: a corpus does not change.
    .todo = Import into a new campaign, with all files of its corpus at once.

## aloi/workbench/imports/layouts

no-format-annotations-called = No format of annotations is called { $name }.
    .expected = One of these was expected: { $layouts }.
    .todo = Check the spelling.
layouts-no = There is no { $path }.
    .expected = A file or a folder was expected.
    .todo = Check the path.
rows-answer-again =
    { $count ->
        [one] { $count } row answers
       *[other] { $count } rows answer
    } an item again with another answer of the same annotator, of { $rows } rows.
    .expected = One answer per item and annotator was expected.
    .todo = If a column names an aspect or a question, import the rows of each of its values on their own.
annotators-of-paths = The same texts are in several { $by ->
        [directory] directories
       *[file] files
    } of { $name }: { $names }.
    .expected = It was expected to be clear whether they are the annotators.
    .todo = If they are, run the command again with --annotator-from { $by }. If not, import each of them on its own.
    .page = Choose below whether they are the annotators.
no-annotators-of-paths = No text of { $name } is in several { $by ->
        [directory] directories
       *[file] files
    }.
    .expected = The same texts for each annotator were expected.
    .todo = Omit --annotator-from, or check the directories.
    .page = Choose another source of the annotators.
may-formats =
    { $has_fitting ->
        [True] { $name } matches { $fitting } formats.
       *[False] { $fitting_2 } matches no format.
    }
    .expected = One of these was expected: { $names }.
    .todo = Name it with --format.
    .page = Choose its format from the list.
holds-answers-items-campaign-not = { $name } contains answers to items, but the campaign does not exist yet.
    .expected = An existing campaign with these items was expected.
    .todo = Check the name, or import the items and create the campaign first.
holds-no-answers = { $name } contains no answers.
    .expected = At least one was expected.
    .todo = Check that it is the right file.
annotator-empty = { $where }: the annotator is empty.
    .expected = A name for each answer was expected.
    .todo = Fill it in or remove the row.
columns-not =
    { $name } has the columns { $columns }{ $has_missing ->
        [True] , not { $missing }.
       *[False] .
    }
    .expected = Columns `annotator` and `value`, or one column for each annotator, were expected.
    .todo = Name the columns that contain answers, or add these people first.
no-item-campaign-corpus-id = { $where }: no item in the corpus of this campaign has the id { $text } (column { $column }, unknown ids in { $count } { $count ->
        [one] row
       *[other] rows
    }).
    .expected = The id of a stored item was expected, or the item's id in the imported file.
    .todo = Draw or import the items first; `aloi annotations export` shows their ids.
    .page = Draw or import the items first; exported answers (page Rounds) show their ids.
source-id-several-items = { $where }: the id in the column { $column } belongs to { $count } items of the imported files.
    .expected = An id of a single item was expected.
    .todo = Name these items by the item_id that `aloi annotations export` shows.
    .page = Name these items by the item_id that exported answers (page Rounds) show.
table-columns = { $where }: the table has the columns { $columns }.
    .expected = A column item_id was expected, or two texts: { $left_columns }, and { $right_columns }.
    .todo = Rename the columns that name the items.
no-item-corpus-these-two = { $where }: no item of the corpus has these two texts.
    .expected = A stored pair was expected.
    .todo = Import the pairs first: `aloi corpus import TABLE --pairs`.
    .page = Import the pairs first (page Corpora).
expected = { $where }: { $name } is { $raw }.
    .expected = { $expected } was expected.
    .todo = Correct the cell.
answers-wanted-task-format = The answers are for the task { $task }, but the format is { $name }.
    .expected = The task { $tasks } was expected for this format.
    .todo = Name another campaign, another format, or a new campaign.
substitute-no-label =
    { $name }: the substitute { $id } { $wrong_is ->
        [True] has no label
       *[False] has the label { $wrong }
    }.
    .expected = Labels from { $labels } were expected.
    .todo = Correct the file.
mentions-none-at-place-text =
    { $name } has { $mentions ->
        [one] { $mentions } mention
       *[other] { $mentions } mentions
    }, none at its offsets in a text ({ $value }).
    .expected = Mentions with their texts and their offsets were expected.
    .todo = Put the texts next to the annotations, or choose another reader.
beside-stand-files-may-hold =
    Next to { $name }, { $sources ->
        [one] { $sources } file
       *[other] { $sources } files
    } may be its sources.
    .expected = { $stem }.txt and one other .txt file, with the sources, were expected.
    .todo = Name the three files: `aloi operations import --source --target --aln`.
    .page = Give only the three files: sources, targets and their alignment.
different-folders-same-name = { $name } and { $path_name } of different folders have the same name.
    .expected = A unique name for each file was expected: it is the name of the document.
    .todo = Rename one of them.
line-empty = { $name }, line { $number } is empty.
    .expected = A sentence on each line was expected.
    .todo = Remove the line from all files of its set, or fill it in.
holds-texts-no-span =
    { $name } contains { $texts ->
        [one] { $texts } text
       *[other] { $texts } texts
    } and { $spans ->
        [0] no span
        [one] no span that fits its text. One is excluded
       *[other] no span that fits its text. { $spans } are excluded
    }{ $words ->
        [0] {""}
       *[other] {" "}({ $words } with other words at their offsets)
    }{ $outside ->
        [0] {""}
       *[other] {" "}({ $outside } outside their text)
    }{ $others ->
        [0] {""}
       *[other] {" "}({ $others } empty or in white space)
    }.
    .expected = Spans to import were expected{ $spans ->
        [0] {""}
       *[other] , with offsets in code points, UTF-16 units, grapheme clusters or bytes{ $crlf ->
            [0] {""}
            [one] {" "}(CR LF line ends: { $crlf } text)
           *[other] {" "}(CR LF line ends: { $crlf } texts)
        }{ $astral ->
            [0] {""}
            [one] {" "}(characters outside the basic plane: { $astral } text)
           *[other] {" "}(characters outside the basic plane: { $astral } texts)
        }
    }.
    .todo = { $spans ->
        [0] Choose another reader, or import the texts as a corpus.
       *[other] Export the spans again together with the texts that were annotated.
    }
substitutes-columns-column-target = { $name } has the columns { $columns }.
    .expected = A column { $sentence_columns }, and target or start and end, were expected.
    .todo = Rename the columns.
substitutes-id-stands-second-time = { $where }: the id { $name } is repeated.
    .expected = Each row needs a unique id.
    .todo = Correct the ids.
substitutes-holds-no-rows = { $name } contains no rows.
    .expected = At least one target was expected.
    .todo = Choose another file.
target-stands-at-characters =
    { $where }: the target is at { $cell } to { $cells_cell } of { $text ->
        [one] { $text } character
       *[other] { $text } characters
    }.
    .expected = The offsets of a word in the sentence were expected, in characters from 0, with an exclusive end.
    .todo = Correct the offsets.
target-does-not-stand-sentence =
    { $where }: the target { $word } { $has_places ->
        [True] is not
       *[False]
            is { $places ->
                [one] { $places } time
               *[other] { $places } times
            }
    } in its sentence.
    .expected = A word that occurs once in the sentence, in exactly this form, was expected.
    .todo =
        { $places_2 ->
            [True] Correct the target, or give start and end.
           *[False] Correct the target.
        }
part-speech = { $where }: the part of speech is { $written }.
    .expected = One of these, or nothing, was expected: { $pos }.
    .todo = Correct it.
project-no-question = { $path } has no question { $name }.
    .expected =
        One of its questions was expected: { $names-count ->
            [0] it has none that a task supports
           *[other] { $names }
        }.
    .todo = Check the spelling.
project-asks-nothing =
    { $path } contains { $documents ->
        [one] { $documents } text
       *[other] { $documents } texts
    } and no answer that a task supports{ $notes ->
        [0] .
       *[other] : { $left_out }.
    }
    .expected = Labels, ratings, spans or chosen options were expected.
    .todo = Import only the texts with `aloi corpus import`; free text answers are not imported.
    .page = Import only the texts, as a corpus; free text answers are not imported.
label-columns-wrong = { $path } is not a table of texts and labels: see { $columns }.
    .expected = A column of texts and at least two columns of labels, one per annotator, were expected. The annotators share labels.
    .todo = Remove the other columns, or write one row per answer, with columns text, annotator and label.
project-no-labels =
    { $read_as } has no label, neither in a list nor in an answer{ $notes-count ->
        [0] {""}
       *[other] {" "}(counted: { $notes })
    }.
    .expected = Answers with labels, or the list of labels, were expected.
    .todo = Export with the answers; a labelling configuration next to the file (labeling_config.xml, settings.json) lists the labels too.
project-several-questions = { $path } has several questions: { $names }.
    .expected = One question was expected for each campaign.
    .todo = Name it with --question; import the others into separate campaigns.
    .page = Choose one; import the others into separate campaigns.
project-pairs = Two texts are read together, but { $name } has { $asked }.
    .expected = A rating was expected for two texts.
    .todo = Name the text of the question with --text-field.
    .page = Write the text of the question into the field of the texts.
project-other-task = The question { $name } is one of { $task }.
    .expected = Answers for the task { $wanted } were expected.
    .todo = Choose another question with --question, or another campaign.
    .page = Write another question into its field, or choose another campaign.
project-labels-alike = Several labels would have one name: { $labels }.
    .expected = Labels that differ in letters or digits were expected.
    .todo = Rename them in the other tool, and export again.
project-scale = The ratings go from { $low } to { $high } without regular steps ({ $numbers } different ones).
    .expected = A scale with steps of 1, 0.5, 0.25, 0.1, 0.05 or 0.01 was expected.
    .todo = Round the ratings, and import again.

## workbench

person-no-name = The person has no name.
    .expected = A name was expected.
    .todo = Give a name; others see A1, A2, ...

## aloi/workbench/releases

campaign-no-gold-yet-answers =
    The campaign { $name } has no gold yet: { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }, { $undecided ->
        [one] { $undecided } item
       *[other] { $undecided } items
    } that need a decision.
    .expected = At least one item with an accepted value was expected.
    .todo = Wait for answers, adjudicate, or choose other rounds.
gold-another-campaign = The gold { $gold } is of another campaign.
    .expected = A gold of { $name } was expected.
    .todo = Name a gold of this campaign, or none for the last one.
campaign-no-frozen-gold = The campaign { $name } has no frozen gold.
    .expected = A gold was expected.
    .todo = Freeze the gold first.
gold-made-by-rule-which = The rule of the gold is { $rule }, which has no probabilities.
    .expected = Gold from a model of annotators was expected.
    .todo = Freeze it with one of these: { $model_rules }.
answers-not-cleaned-yet =
    { $waiting ->
        [one] { $waiting } answer
       *[other] { $waiting } answers
    } of { $name } have not been cleaned yet.
    .expected = A decision on each answer was expected: accepted, corrected or excluded.
    .todo = Decide on them on the page Clean or with `aloi clean`, or freeze the answers as they were typed.
    .page = Decide on them on the page Clean, or freeze the answers as they were typed.
release-no-version = The release has no version.
    .expected = A version such as 1.0 was expected.
    .todo = Give one.
campaign-release = The campaign { $name } has a release { $version }.
    .expected = A new version was expected: a release never changes.
    .todo = Name it { $next_version }, for instance.
leak-check-written = The leakage check is { $text }.
    .expected = Two splits were expected: the split to check, and the split to search.
    .todo = Write it as in test=train.
round-forced-into-part = Round { $unknown } is to be forced into a split.
    .expected = One of these rounds was expected: { $known }.
    .todo = Name a round of the campaign.
two-parts-would-called = Two splits would be called { $twice }.
    .expected = Each split was expected once.
    .todo = Rename the split, or check each split for leakage once.
leak-check-asked-part = A leakage check is requested for the split { $strange }.
    .expected = One of the splits was expected: { $names }.
    .todo = Name two of them, as in test=train.
licence-unknown = { $licence } is not an SPDX licence and states no agreement.
    .expected = An SPDX licence (CC-BY-4.0, MIT, LicenseRef-…) or an agreement was expected: its parties, date and purpose.
    .todo = Write its SPDX name (https://spdx.org/licenses/), or the agreement.
gate-refused =
    The release { $version } of { $name } is not built: { $rules-count ->
        [one] the rule { $rules } is
       *[other] the rules { $rules } are
    } violated. { $findings }
    .expected = A release that passes all release checks, or a reason for each rule it violates, was expected.
    .todo = { $findings-todo } Or give a reason for each rule: --override RULE --why TEXT. The log and the release record it.
    .page = { $findings-todo } Or give a reason below each rule. The log and the release record it.
gate-and = { $before } { $after }
    .expected = { $before-expected } { $after-expected }
    .todo = { $before-todo } { $after-todo }
policy-excludes =
    Each split policy that passes the release checks excludes over { $most } % of the { $total } gold items of { $name }: { $policies }.
    .expected = A policy that was chosen explicitly was expected: nothing is excluded silently.
    .todo = Choose one, such as `--policy { $policy }`, or other sizes: `aloi release preview` compares the policies.
    .page = Choose one of the policies, or other sizes.
gate-no-reason = The release check { $rule } is overridden without a reason.
    .expected = A reason was expected: the log and the release record it.
    .todo = Explain in one sentence why the release may violate it.

## aloi/workbench/rounds

settings-not-json = { $name }, line { $line }: this is not JSON ({ $why }).
    .expected = A JSON file was expected.
    .todo = Correct it.
settings-not-object = { $name } contains { $kind }.
    .expected = A JSON object was expected.
    .todo = Write it as { "{" }"scales": [{ "{" }"name": "score", "low": 0, "high": 5{ "}" }]{ "}" }.
settings-not-utf-8 = { $name } is not UTF-8 (byte { $start }).
    .expected = A JSON file in UTF-8 was expected.
    .todo = Save it as UTF-8.
adjudicating-item-not-round = The item { $item_id } is not in round { $number }.
    .expected = An item of the round was expected.
    .todo = `aloi annotations export` lists its items.
    .page = Exported answers (page Rounds) list its items.
outcome-not-yours = You do not take part in this round.
    .expected = A round that you take part in was expected.
    .todo = Choose one of the rounds on the page My work.
outcome-not-shown = The results of round { $number } of { $name } are not shown.
    .expected = The manager of the campaign decides whether annotators see them.
    .todo = Ask a manager, who can allow it on the page Rounds.
outcome-round-open = Round { $number } is { $status }: its results are shown after it is closed.
    .expected = A closed round was expected. Until then answers can change, and an item may be shown again.
    .todo = Come back after it is closed.
item-still-being-answered = The item { $item_id } is not yet answered by everybody.
    .expected = A decision is possible after every assigned annotator has answered or skipped it.
    .todo = Wait, reassign what is pending, or close the round.
keys-could-not-read = The page sent keys that could not be read.
    .expected = One letter, digit or sign for each action, and one or two for each label, were expected.
    .todo = Reload the page; your keys are unchanged.
keys-clash = The keys { $first } and { $second } begin with the same letters.
    .expected = Keys of which none is the start of another were expected.
    .todo = Choose another key for one of the two; your keys are unchanged.
page-sent-message-could-not = The page sent a message that could not be read.
    .expected = An answer, skip, undo, mark, draft, search or set of keys was expected.
    .todo = Reload the page; nothing was lost.
note-characters =
    The note has { $note ->
        [one] { $note } character
       *[other] { $note } characters
    }.
    .expected =
        At most { $longest_note ->
            [one] { $longest_note } was
           *[other] { $longest_note } were
        } expected.
    .todo = Shorten it.
item-not-among-your-earlier = This item is not among your earlier answers.
    .expected = An item you have answered was expected.
    .todo = Choose one from the list.
reason-skipping-missing = The reason for skipping is missing.
    .expected = A reason was expected.
    .todo = Choose one, or write it.
draft-more-than-characters =
    The draft has more than { $longest_draft ->
        [one] { $longest_draft } character
       *[other] { $longest_draft } characters
    }.
    .expected = A shorter draft was expected.
    .todo = Save the item, then continue.
campaigns-campaign-task = The campaign { $name } has the task { $task_type }.
    .expected = A campaign of the task { $wanted } was expected.
    .todo = Name another campaign.
guideline-empty = The guideline is empty.
    .expected = Some text was expected.
    .todo = Write it, or start from the ready guideline.
reason-change-missing = The reason for the change is missing.
    .expected = A reason was expected: each later version of a guideline has one.
    .todo = Write one sentence; agreement is compared between versions.
nobody-gave-item = Nobody answered { $answer } for the item { $item }.
    .expected = One of these items was expected: { $places }.
    .todo = Name one of them, or none for all.
item-stands-twice =
    { $where }: { $key } for the item { $key_key } { $key_in_value ->
        [True] appears twice.
       *[False] was given by nobody.
    }
    .expected = Each collected answer, once, was expected.
    .todo = Compare the table with `aloi clean list`.
    .page = Compare the table with the answers on the page Clean.
target-got-answer =
    { $same ->
        [0] No
       *[other] { $same }
    } target(s) { $lemma } have the answer { $answer }.
    .expected = One answer as typed was expected.
    .todo =
        { $has_same ->
            [True] Name the part of speech too.
           *[False] Copy both from `aloi clean list`.
        }
    .page = Choose both on the page Clean, with the part of speech.
cleaning-campaign-task = The campaign { $name } has the task { $task_type }.
    .expected = A campaign of the task 'substitution' was expected: its answers are words.
    .todo = Choose such a campaign.
no-terminology-named-store = No terminology is named, but the store has { $count }.
    .expected =
        One of these was expected: { $names-count ->
            [0] none yet
           *[other] { $names }
        }.
    .todo =
        { $has_value ->
            [True] Name one of them.
           *[False] Import a terminology first.
        }
options-items = The items are { $path }.
    .expected = `all`, a number, or a table with a column item_id was expected.
    .todo = Correct it.
stop-rule = The stop rule is { $text }.
    .expected = A measure, a level and a number separated by colons, were expected.
    .todo = Write it as krippendorff_alpha:ordinal:0.7.
campaign-no-guideline = The campaign { $name } has no guideline.
    .expected = A guideline was required for this round.
    .todo = Write one, or start from the ready guideline.
campaign-no-round = The campaign { $name } has no round { $number }.
    .expected =
        Its rounds are: { $rounds-count ->
            [0] none yet
           *[other] { $rounds }
        }.
    .todo = Name one of them, or open a round first.
already-works-on-round = { $pseudonym } already works on round { $number }.
    .expected = A person who is not in the round was expected.
    .todo = Name another person.
items-would-go =
    The items of { $pseudonym } would go to { $people-count ->
        [0] nobody
       *[other] { $people }
    }.
    .expected = At least one other person was expected.
    .todo = Name the person who takes over.
no-item-left-round = { $pseudonym } has no item left in round { $number }.
    .expected = Items not yet answered were expected.
    .todo = No action is needed.
item-stands-another-corpus = The item { $stranger } is in another corpus.
    .expected = Items of the campaign's own corpus were expected: its licence covers only these.
    .todo = Remove it.
item-kind = The item { $id } is of the kind { $kind }.
    .expected = Items of the kind { $kind_2 } were expected: the campaign needs this kind.
    .todo = Remove it.
items-asked-unused =
    { $items ->
        [one] { $items } item was
       *[other] { $items } items were
    } requested; { $free } are unused.
    .expected = A number up to { $free } was expected.
    .todo = Request fewer, or mine and draw more candidates.
stop-rule-asks-at-level = The stop rule is { $measure } at the level { $level } with the threshold { $threshold }.
    .expected = One of the levels { $levels } and a finite number were expected.
    .todo = Write it as krippendorff_alpha:ordinal:0.7.
rounds-round = Round { $number } is { $status }.
    .expected = An open round was expected.
    .todo = Reopen it first.

## aloi/workbench/starting

starting-no-mark = { $where }: no word is in square brackets.
    .expected = A text with a mark on each target word was expected.
    .todo = Mark it as in: The [thin] layer.
starting-substitute = { $where }: { $marks ->
        [one] { $marks } word is
       *[other] { $marks } words are
    } marked, with { $parts ->
        [one] { $parts } substitute.
       *[other] { $parts } substitutes.
    }
    .expected = One marked word was expected, and one substitute or several to judge.
    .todo = Mark one word as in: The [thin] layer | fine | narrow.
starting-pasted-parts = Line { $number } has { $parts ->
        [one] { $parts } part.
       *[other] { $parts } parts.
    }
    .expected = Parts as in { $columns } were expected, none of them empty; a question has two options or more.
    .todo = Separate the parts of a line by a tab or |, and write one row per line.
starting-pasted-nothing = Nothing but white space was pasted.
    .expected = One row per line was expected.
    .todo = Paste texts, or choose a file.
starting-columns = { $name } has the columns { $columns }.
    .expected = These columns were expected: { $wanted }.
    .todo = Rename the columns, or paste the rows instead.

## aloi/workbench/store

no-copy-store = { $path } is not a copy of a store.
    .expected = A copy made by Aloi was expected.
    .todo = Name another file.
restore-no-manager = { $path } has no manager who could sign in.
    .expected = A copy with a manager who has a password was expected.
    .todo = Choose another copy.
restore-gone = The checked copy no longer exists.
    .expected = A copy that was checked just before was expected.
    .todo = Check the copy again.
restore-jobs = { $jobs ->
        [one] { $jobs } job is waiting or running
       *[other] { $jobs } jobs are waiting or running
    }: { $verbs }.
    .expected = A store without jobs was expected: a job would write into the restored store.
    .todo = Wait until the jobs are finished, or stop them. Then try again.
copy-not-sound = The copy failed its integrity check: { $problem }
    .expected = A store without problems was expected.
    .todo = Run `aloi check` on the store, and keep an older copy.
    .page = Check the store (Backup and check), and keep an older copy.
already = { $path } already exists.
    .expected = The path of a new file was expected.
    .todo = Name another file, or move it away.
already-beside = { $path } cannot be written: { $beside }, a file of an earlier store, exists next to it.
    .expected = A path without files of another store was expected: their last changes would be written into the new store.
    .todo = Name another, or move that file away; together with its store, it may contain answers.

## aloi/studies/linking

source-given = { $sources } source(s) were given.
    .expected = Two languages or more were expected.
    .todo = Name them as in --source fr=french.annotations.tsv --source en=english.annotations.tsv.
    .page = Give a file for each language.
source-links-no-mention-concept = The source { $empty } links no mention to a concept.
    .expected = Linked mentions, whose names make the dictionary, were expected.
    .todo = Check the source.
table-test-set-ranker = The table has { $sets } test set(s) and { $rankers } ranker(s).
    .expected = At least one of each was expected.
    .todo = Name them, as in --config cross.toml.
    .page = Choose them on the tab of test sets.
test-set-called-as-one =
    { $has_known ->
        [True] A test set is called { $name }, like a stored test set.
       *[False] The test set has no name.
    }
    .expected = A unique name was expected.
    .todo = Name it after its corpus, such as CodiEsp-D.
test-set-comes-without-training = The test set { $name } has neither training mentions nor a dictionary.
    .expected = One of them was expected: it has the names to rank, and filters the test set.
    .todo = Name one, as in train=trainX.tsv or dictionary=names.tsv.
release-no-linked-mention-part = The release { $release } has no linked mention in a split `test`.
    .expected = Such a split was expected; the release has { $parts }.
    .todo = Build a release of a linking campaign with the splits train and test.
test-set-comes-without-mentions = The test set { $name } has no mentions.
    .expected = A file of mentions, or a release, was expected.
    .todo = Name one, as in mentions=testX.tsv or release=1.0.
terminology-no-name-language-group = The terminology { $name } has no name in the language { $names_language } and the group { $names_group }.
    .expected = Languages: { $languages }; groups: { $groups }.
    .todo = Choose some of these, or omit them.
test-set-names-terminology-or = The test set { $name } needs a terminology or a release.
    .expected = A store that contains it was expected.
    .todo = Name the store, as in --store sqlite:///aloi-data/aloi.db.
    .page = Tell the administrator of this server.
test-set-filtered-against = The test set { $name } is to be filtered against { $against }.
    .expected = A source that is given for this test set was expected: { $against_2 }.
    .todo = Name the training mentions, or filter against the dictionary.
test-set-no-name-rank = The test set { $name } has no name to rank: its training mentions are linked to no concept.
    .expected = Linked mentions, or a dictionary, were expected.
    .todo = Name a dictionary.
sets =
    { $has_strange ->
        [True] { $path } sets { $strange }.
       *[False] { $path } has no test set.
    }
    .expected = Tables called [[sets]] and [[rankers]] were expected.
    .todo = Correct the file.
gives-max-length-as = { $where } gives max_length as { $max_length }.
    .expected = A whole number was expected.
    .todo = Correct it.
name-value-commas-between = { $option } is { $text }.
    .expected = NAME=VALUE separated by commas was expected, each name once.
    .todo = Write it as in name=CodiEsp-D,mentions=testX.tsv,train=trainX.tsv,reader=codiesp.
names-twice = { $where } names { $twice } twice.
    .expected = Each name was expected once.
    .todo = Rename one of the two.
some-these-expected-among =
    { $has_strange ->
        [True] { $where } has { $strange }.
       *[False] { $where } has no { $missing }.
    }
    .expected = Some of these were expected, { $needed } among them: { $known }.
    .todo = Check the spelling.
sets-gives = { $where } gives { $value } for { $wrong }.
    .expected = A text was expected.
    .todo = Correct it.
links-no-mention-concept = { $mentions } links no mention to a concept.
    .expected = Linked mentions, whose names make the dictionary, were expected.
    .todo = Check the source.

## aloi/studies/neighbours

corpus-under-data-use-agreement = The corpus { $name } is under a data-use agreement.
    .expected = Sentences that may be shared were expected.
    .todo = Export the neighbours without sentences.
words-asked-about =
    { $asked ->
        [one] { $asked } word was
       *[other] { $asked } words were
    } requested.
    .expected = From 1 to { $most_words } were expected.
    .todo = Give the words to list neighbours for.
words-two-lists-differ = The words of the two lists differ.
    .expected = The same words were expected.
    .todo = Use the same words in both lists.
none-words-neighbour = None of the words has a neighbour.
    .expected = At least one row was expected.
    .todo = Choose other words.
word-counted-expected = { $word }: { $missing }.
    .expected = A word that was counted was expected.
    .todo = Check the spelling, or prepare with a lower minimum frequency.
none-named-prepared-corpora-fit =
    { $ref_is ->
        [True] None was named
       *[False] { $ref } was named
    }, and { $count } of { $count_count } prepared corpora match.
    .expected =
        { $has_value ->
            [True] One of these was expected: { $named }.
           *[False] A prepared corpus was expected.
        }
    .todo =
        { $has_value ->
            [True] Name one by its id.
           *[False] Prepare one first: aloi neighbours prepare.
        }
    .page = Choose one, or prepare one first on the page Neighbours.
first-order-neighbours-syntactic = First-order neighbours of syntactic contexts are contexts, not words.
    .expected = Neighbours that are words were expected.
    .todo = Choose the second or the third order.
scores-words = { $where }: the words are { $first } and { $second }.
    .expected = Two words were expected in each row.
    .todo = Fill them in or remove the row.
no-word-stands-prepared-corpus = No word of { $name } is in the prepared corpus { $prepared_name } with a synonym.
    .expected = At least one was expected.
    .todo = Choose a resource of this domain and language, or prepare with a lower minimum frequency.

## aloi/studies/simplification

campaign-no-release = The campaign { $name } has no release { $release }.
    .expected =
        One of these was expected: { $own-count ->
            [0] none yet
           *[other] { $own }
        }.
    .todo = Name one of them, or use its gold.
label-wanted-left-out = The label { $both } is both included and excluded.
    .expected = One of the two was expected.
    .todo = Remove it from one of the lists.
none-pairs-so = None of the { $pairs } pairs meets the conditions.
    .expected = At least one pair was expected.
    .todo = Set fewer conditions.
source-at-most-simplification-each =
    { $groups ->
        [one] There is { $groups } source
       *[other] There are { $groups } sources
    } with at most { $most ->
        [one] { $most } simplification
       *[other] { $most } simplifications
    } of each.
    .expected = Two or more simplifications of a source were expected: each is scored against the others.
    .todo = Add simplifications of the same sources.
pairs-line-no-text = { $name }, line { $empty }: there is no text.
    .expected = A sentence on each line was expected: each simplification is a reference of the others.
    .todo = Fill it in, or remove the line from every file.
pairs-line =
    { $name } has { $value ->
        [one] { $value } line
       *[other] { $value } lines
    } and { $originals } { $length }.
    .expected = The same number of lines was expected in each file: line i of each belongs to sentence i.
    .todo = Align the files.
given-twice-another-content = { $name }: { $name_2 } was given twice, with another content.
    .expected = Each file was expected once.
    .todo = Remove one of them.
no-among-files =
    There is no { $originals } among the files: { $value-count ->
        [0] none of a study
       *[other] { $value }
    }.
    .expected = The original sentences, one per line, were expected under that name.
    .todo = Add the file.
file-none-study = The file { $name } does not belong to a study.
    .expected = { $originals }, asset.simp.K.txt and asset.simp.K.aln, K a number, were expected.
    .todo = Rename it, or omit it.
no-files-named = No files were named.
    .expected = A source, a target and an .aln file were expected.
    .todo = Name them.
yawat-line =
    { $name } has { $sources ->
        [one] { $sources } line
       *[other] { $sources } lines
    }, { $target_name } { $targets } and { $aln_name } { $pairs }.
    .expected = The same number of lines was expected in each file: line i of each belongs to pair i.
    .todo = Align the files.

## aloi/studies/substitution

knows-none-targets = { $name } knows none of the { $instances } targets.
    .expected = Synonyms of the targets were expected, listed under their lemma and part of speech.
    .todo = Check the lemmas and the language of the dictionary.
cannot-written = { $out } cannot be written: { $strerror }.
    .expected = A file in a folder that can be written was expected.
    .todo = Choose another one.

## aloi/studies/drbenchmark

run-called = The run is called { $name }.
    .expected = A name of letters, digits, - and _ was expected.
    .todo = Choose another one.
no-run-suite-called = There is no run of the suite called { $name }.
    .expected =
        One of these was expected: { $known-count ->
            [0] none yet
           *[other] { $known }
        }.
    .todo = Name one of them, or start one: aloi suite run NAME.
    .page = Choose one of them, or start one on the page of the suite.
run-one-size-training-rows = The run { $name } has only one size of training data.
    .expected = Several were expected.
    .todo = Run it with several shares: aloi suite run { $name }-curve --shares 0.25,0.5,0.75,1.
    .page = Start one with several shares of the training rows.

## aloi/studies/tokenisation

models-called-on-data-sets =
    The models are called { $names-count ->
        [0] nothing
       *[other] { $names }
    }, on { $datasets } data sets.
    .expected = At least one model, each with a unique name, and one data set were expected.
    .todo = Name each once; rename one of two folders with the same name.
nothing-write-into = There is nothing to write into { $path }.
    .expected = At least one row was expected: terms, or a number of examples above 0.
    .todo = Name terms, ask for examples, or omit the file.

## aloi/workbench/texts

corpora-holds-no-rows = { $name } contains no rows.
    .expected = At least one pair was expected.
    .todo = Check that it is the right file.
corpora-id-stands-second-time = { $where }: the id { $name } is repeated.
    .expected = Each row needs a unique id.
    .todo = Correct the table, or choose another id column.
corpora-column-empty = { $where }: column { $column } is empty.
    .expected = Two texts were expected in each row.
    .todo = Remove the row or fill it in.
document-cannot-split = The document { $name } of { $corpus_name } cannot be split: { $error_name }.
    .expected = Sentences of every document were expected; none of this corpus was stored.
    .todo = Correct or remove that document, and import the texts again under another name.
corpus-already-these-texts = The corpus { $name } already exists with these texts, and with { $value }.
    .expected = The same metadata as the first time were expected: a corpus does not change once it is imported.
    .todo = Import it under another name if that metadata was wrong.
corpus-restricted-by-data-use = The corpus { $name } is restricted by a data-use agreement.
    .expected = A reason for sharing its texts was expected.
    .todo = Give the reason; it is stored with the time of the export.
licence-missing = The licence is missing.
    .expected = The licence of the terminology was expected, such as CC BY 4.0 or UMLS.
    .todo = Add it: it decides to whom names may be shown.
terminology-no = The terminology { $name } has no { $kind } { $asked }.
    .expected =
        One of these was expected: { $known-count ->
            [0] it has no { $kind }
           *[other] { $known }
        }.
    .todo = Check the spelling, or omit the { $kind }.
terminology-used-by = The terminology { $name } is used by { $users }.
    .expected = A terminology that no campaign uses was expected.
    .todo = Keep it: without it the answers cannot be read.
files-given =
    { $paths ->
        [one] { $paths } file was
       *[other] { $paths } files were
    } given: { $names }.
    .expected = One file was expected, or { $conso } with { $types }.
    .todo = Import each terminology separately.
reading-broke-down = The file could not be read: it needs more than { $gigabytes } GB of memory or { $seconds } seconds, or damage made its reader fail.
    .expected = A complete file within these limits was expected.
    .todo = Open it in its program and save it again; split a large one, or save a table as .csv.
neither-table-nor-archive = { $name } is neither a table nor an archive.
    .expected = A file ending in { $suffixes }, .conll or .zip was expected.
    .todo = Save it as one of these.
holds-files-data-set =
    { $name } contains { $names ->
        [one] { $names } file
       *[other] { $names } files
    } of a data set.
    .expected = 1 to { $max_files } files ending in { $read } were expected.
    .todo = Check the archive.
late-several-begin = Several ids of late answers begin with { $begun }: { $events }.
    .expected = An id, or a unique beginning of one, was expected.
    .todo = Write more of it.
correction-no-reason = No reason was given for the correction.
    .expected = A short reason was expected: the log shows it with the person and the time.
    .todo = Write the reason.
excluded-already = The answers of { $pseudonym } are already excluded from { $name }.
    .expected = An annotator whose answers count was expected.
    .todo = Include them first, or exclude another annotator.
exclude-no-answers = { $pseudonym } has no answer in { $name } that counts.
    .expected = An annotator with answers was expected.
    .todo = Check the pseudonym. To assign no more items to a person, withdraw them from the round.
exclude-everybody = Without the answers of { $pseudonym } { $name } would have no answers.
    .expected = Answers of another annotator were expected.
    .todo = Let other annotators answer first, or hide the campaign: `aloi campaign hide`.
    .page = Let other annotators answer first, or archive the campaign.
not-excluded = The answers of { $pseudonym } are not excluded from { $name }.
    .expected = An annotator whose answers are excluded was expected.
    .todo = Check the pseudonym in the log of corrections.
gold-leaves-out-others =
    The gold of { $name } excludes the answers of { $then-count ->
        [0] nobody
       *[other] { $then }
    }, but those of { $current-count ->
        [0] nobody
       *[other] { $current }
    } are excluded now.
    .expected = A gold frozen since the last change was expected.
    .todo = Freeze the gold again, then build the release.
wanted-no-levels = The answers of the campaign { $name } (task { $task }) are not numbers.
    .expected = A campaign whose answers are scores was expected, such as one of the task similarity.
    .todo = Choose a campaign of scores.
wanted-share = The share of the level { $level } is { $share }.
    .expected = A number of 0 or more was expected: percentages or any proportions.
    .todo = Give another share.
wanted-all-zero = No level has a share above 0.
    .expected = A share of at least one of these levels was expected: { $levels }.
    .todo = Give shares, or request the same number of items for each level.
rename-no-name = No new name was given for { $name }.
    .expected = A name that differs from the current one was expected.
    .todo = Write the new name.
delete-round-answers =
    Round { $number } contains { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }, including decisions and late answers.
    .expected = A round without answers was expected.
    .todo = Hide it instead (`aloi round hide`): it disappears from the lists, and all data are kept.
    .page = Archive it instead: it disappears from the lists, and all data are kept.
delete-campaign-answers =
    The campaign { $name } contains { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } and { $golds ->
        [one] { $golds } frozen gold
       *[other] { $golds } frozen golds
    }.
    .expected = A campaign without answers was expected.
    .todo = Hide it instead (`aloi campaign hide`): it disappears from the lists, and all data are kept.
    .page = Archive it instead: it disappears from the lists, and all data are kept.
delete-corpus-campaigns =
    The corpus { $name } has { $campaigns-count ->
        [one] the campaign
       *[other] the campaigns
    } { $campaigns }.
    .expected = A corpus without campaigns was expected.
    .todo = Hide it instead (`aloi corpus hide`), or delete its campaigns first if they have no answers.
    .page = Archive it instead, or delete its campaigns first if they have no answers.
delete-corpus-exports =
    Texts of the corpus { $name } were written out { $exports ->
        [one] { $exports } time
       *[other] { $exports } times
    } under a data-use agreement, and the corpus stores the reasons.
    .expected = A corpus without such reasons was expected.
    .todo = Hide it instead: `aloi corpus hide`.
    .page = Archive it instead.
extend-nothing = Round { $number } would not change, or would need less: { $overlap ->
        [one] { $overlap } answer per item is needed now
       *[other] { $overlap } answers per item are needed now
    }.
    .expected = More items, or more answers per item, were expected.
    .todo = Give the number of items to add, or a higher overlap.
withdraw-nothing = No item of an open round of { $name } is assigned to { $pseudonym }.
    .expected = An annotator with open items was expected.
    .todo = Check the pseudonym; to disable an account, use the page People.
withdraw-replacement = The items cannot go to { $pseudonym }.
    .expected = Another person with an active account was expected.
    .todo = Name another person, or nobody: the items then go back.

gold-other-schema =
    The gold of { $name } uses version { $then } of the labels, but version { $current } is current.
    .expected = A gold of the current version was expected.
    .todo = Freeze the gold again: earlier answers are mapped to the new labels.

schema-same =
    The settings of { $name } would be the same as in version { $version }: the schema has not changed.
    .expected = Other settings, or labels to annotate again, were expected.
    .todo = Change a label, or keep the schema.

schema-unknown-concepts =
    { $terminology } has no { $concepts-count ->
        [one] concept { $concepts }
       *[other] concepts { $concepts }
    }, to which answers are to be mapped.
    .expected = Concepts of { $terminology } were expected.
    .todo = Correct the table, or remove these lines: their items are then annotated again.

schema-no-terminology = { $name } is of the task { $task_type }, whose answers are not concepts.
    .expected = A campaign that links mentions to a terminology was expected.
    .todo = Name another campaign, or omit --terminology.
    .page = Choose another campaign, or no terminology.

schema-unknown-labels =
    { $name } has no { $labels-count ->
        [one] label { $labels }
       *[other] labels { $labels }
    }.
    .expected = Some of these were expected: { $known }.
    .todo = Name existing labels.

schema-labels-without-meaning =
    { $answers ->
        [one] { $answers } answer contains
       *[other] { $answers } answers contain
    } { $labels }, which the new labels do not have.
    .expected = A mapping for each of them was expected.
    .todo = Map each label, or choose to annotate it again or to exclude it.

schema-no-version =
    The schema of { $name } has no earlier version { $version } to revert to.
    .expected = One of { $versions }, but not the last, was expected.
    .todo = Name an earlier version.

schema-changed-meanwhile =
    The labels or the terminology have changed since this item was loaded: this answer has no meaning in version { $version }.
    .expected = An answer for version { $version } was expected.
    .todo = Answer the item again.

schema-label-line =
    Line { $number } of the labels has { $parts ->
        [one] { $parts } part
       *[other] { $parts } parts
    }, no name, or the name of another line.
    .expected = One line `name; title; gloss` per label was expected, each name once.
    .todo = Correct that line.

schema-no-labels = No label was given.
    .expected = One line `name; title; gloss` per label was expected.
    .todo = Write the labels, one per line.

schema-file-needed = The settings of the task { $task } list no labels.
    .expected = A file of settings was expected.
    .todo = Write them with `aloi schema show --json`, change them, and give the file.
    .page = Give a file of settings.

nobody-to-act-as = No person is called { $ref }.
    .expected = The name or the pseudonym of a person was expected.
    .todo = Check the spelling.
member-source = { $pseudonym } is the source of imported answers, not a person.
    .expected = A person was expected.
    .todo = Invite the person into the campaign.
invite-source = { $pseudonym } is the source of imported answers, not a person.
    .expected = A person was expected.
    .todo = Invite the person without naming anybody: they get their own pseudonym.

invite-unknown = No open invitation is called { $ref }.
    .expected = An invitation that nobody has accepted was expected.
    .todo = List open invitations with `aloi people invites`. An accepted invitation is an account; disable it on the page People.
    .page = Reload the page. If somebody accepted the invitation, disable the account.

rename-no-source = { $pseudonym } is a person with an account, not the source of imported answers.
    .expected = A source of imported answers was expected.
    .todo = Choose a source: people with accounts keep the pseudonym that their decisions name.

decider-source = { $pseudonym } is the source of imported answers, which cannot decide.
    .expected = An adjudicator was expected.
    .todo = Name the adjudicator by id, pseudonym or name; add a new person with `aloi people add`.
    .page = Name the adjudicator; invite a new person on the page People.

delete-person-work =
    { $pseudonym } has answered, skipped or decided { $count ->
        [one] { $count } item
       *[other] { $count } items
    }.
    .expected = A person without any work was expected.
    .todo = Withdraw them from the open rounds, or disable the account: their answers are kept.

delete-oneself = { $pseudonym } cannot delete or erase their own account.
    .expected = Another person was expected.
    .todo = Ask another manager.

add-texts-to-pairs = The corpus { $name } consists of ready pairs.
    .expected = A corpus of texts was expected.
    .todo = Import the new pairs as a new corpus, then merge it: `aloi corpus merge`.
    .page = Import the new pairs as a new corpus, then merge both below.

add-texts-nothing-new =
    { $name } already has { $texts ->
        [one] that text
       *[other] all { $texts } texts
    }.
    .expected = At least one new text was expected.
    .todo = Choose other texts.

merge-differs =
    { $name } and { $other } { $what ->
        [corpus] are the same corpus
        [language] are in different languages
        [agreement] have different terms: a data-use agreement covers only one of them
       *[items] contain items of different kinds
    }.
    .expected = Two corpora with the same language, kind of items and terms were expected.
    .todo = Keep them separate, or choose another corpus.
data-not-private = The data folder { $folder } cannot be made private: { $reason }.
    .expected = A folder that belongs to the account that runs Aloi was expected.
    .todo = Change its owner to that account, or name another folder with ALOI_DATA.

take-back-nothing = No texts were added to the corpus { $name }.
    .expected = A corpus with added or merged texts was expected.
    .todo = Name another corpus.

take-back-used =
    Version { $version } of the corpus { $name } cannot be reverted: { $items ->
        [one] { $items } item of its texts is in use
       *[other] { $items } items of its texts are in use
    }, with { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }. Campaign/round (items): { $places }.
    .expected = Texts without items in a round were expected.
    .todo = Delete these rounds if they have no answers, or keep the texts: answers are never deleted.
folder-holds-no-answers = { $path } contains no answers of a release.
    .expected = A release was expected: its zip, its `manifest.json`, or its Hugging Face folder with `raw/`.
    .todo = Name the folder of a release, or a table.
answers-of-several-releases = { $path } contains answers of several releases.
    .expected = The answers of one release were expected.
    .todo = Measure them separately.
span-table-columns = { $name } has the columns { $columns }, not those of a table of spans.
    .expected = The columns document, annotator, start and end were expected; label and length are optional.
    .todo = Rename the columns.
span-table-option = { $name } is a table of spans; `{ $option }` does not apply.
    .expected = Spans have F1, gamma and alpha_u; the label distance and the seed can be set.
    .todo = Omit it, or name unit, annotator and value to read the table as ratings.
span-table-difference = { $name } is a table of spans.
    .expected = Two tables of ratings were expected: the agreement on spans is not tested for differences.
    .todo = Measure the two tables separately.
span-table-alone = { $name }: no document has two annotators.
    .expected = Documents with rows of at least two annotators were expected. An annotator without spans has a row with empty start and end.
    .todo = Add the rows of the other annotators.
span-table-nobody = { $where }: the document or the annotator is empty.
    .expected = Both were expected in every row.
    .todo = Correct the row.
span-table-lengths = { $where }: the document { $document } has another length in an earlier row.
    .expected = One length per document was expected.
    .todo = Correct the column length.
span-table-place = { $where }: the offsets of the span are not valid.
    .expected = Character offsets from 0 were expected, the end after the start and inside the document. Both are empty if nothing was marked.
    .todo = Correct the row.
archive-here = The campaign { $name } already exists.
    .expected = A campaign that is not in this store, or a new name for the copy, was expected.
    .todo = Do not import it, or name the copy with --campaign NAME: its answers get new ids, and it has no releases.
    .page = Do not import it, or give the copy a new name: its answers get new ids, and it has no releases.
archive-other-texts = The corpus { $corpus } has version { $here } in this store, but version { $version } in the archive.
    .expected = The same version of its texts was expected.
    .todo = Import into a store without this corpus, or update both to the same version first.
archive-people = People in this store have the same pseudonyms: { $pseudonyms }.
    .expected = A choice was expected: they are the people of the archive, or other people.
    .todo = Use --people same if they are, --people others if they are not: those of the archive then get new pseudonyms.
    .page = Choose whether they are; if not, those of the archive get new pseudonyms.
push-no-token = There is no token for the Hub.
    .expected = A token with write access was expected in { $name }, or typed when the command asks for it.
    .todo = Set { $name } before you start the command or `aloi serve`; never write it into a command.
    .page = Ask the administrator of this server to set { $name }.
push-endpoint = { $name } is { $endpoint }.
    .expected = The address of a Hub was expected, such as https://huggingface.co.
    .todo = Correct { $name }, or unset it.
push-repository = { $repository } is not a name of a data set on the Hub.
    .expected = A name such as owner/corpus was expected: letters, digits, points, hyphens.
    .todo = Correct the name.
push-no-gate = The release { $version } was built before these release checks existed: { $rules }.
    .expected = A release that passed all release checks, or has a reason for each violated rule, was expected.
    .todo = Build a new version, then push it.
push-stand-off = The release { $version } is a stand-off release, without its texts.
    .expected = A release with its texts was expected.
    .todo = Export it with --stand-off, and upload the files yourself.
    .page = Release it with its texts, or upload the files yourself.
push-offline = { $name } forbids network access.
    .expected = Permission to reach the Hub was expected.
    .todo = Unset { $name }, and push again.
push-not-allowed = The Hub does not let this token write to { $repository }.
    .expected = A token with write access was expected.
    .todo = Check the name, and the rights of the token in { $name }; nothing was published.
push-refused = { $endpoint } rejected the release for { $repository } (status { $status }).
    .expected = A commit was expected.
    .todo = Push again later; nothing was published.
push-unreachable = { $endpoint } cannot be reached.
    .expected = An answer of the Hub was expected.
    .todo = Check the connection, and push again: large files that the Hub already has are not sent again. Nothing was published.
job-broke = The job failed: { $kind }.
    .expected = A result, or an error message with its reason, was expected.
    .todo = This is a fault of the program. The log of the worker has the details, under the job { $job }.
