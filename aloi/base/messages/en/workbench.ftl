## aloi/workbench/models

source-absent = { $source } is neither a file or folder here nor a release.
    .expected = A path was expected, or a release.
    .todo = Check the path, or name a release as campaign@version.
source-no-release = { $source } is neither a file or folder here nor a release.
    .expected = A path was expected, or a release. { $error-expected }
    .todo = Check the path, or name a release as campaign@version.
runs-of-two-tests =
    The runs { $first } and { $second } were both scored on { $label }, but it has { $other ->
        [items] other items
        [gold] other gold
        [scale] another scale
       *[data] data of another checksum
    } for the second.
    .expected = Runs scored on the same test were expected: same items, gold, scale and data.
    .todo = Run one of them again on the other's data, or compare them apart.
cannot-read = { $path } cannot be read: { $error }.
    .expected = A TOML file in UTF-8 was expected.
    .todo = Correct that line.
config-sets =
    { $has_strange ->
        [True] { $path } sets { $strange }.
       *[False] { $path } names no recipe.
    }
    .expected = Some of these names were expected, recipe among them: { $kinds }.
    .todo = Correct the file.
config-gives = { $path } gives { $value } for { $name }.
    .expected = { $kind } was expected.
    .todo = Correct that line.
none-runs-trained-scored-on =
    None of the { $results } runs was trained and scored on { $test-count ->
        [0] a test
       *[other] { $test }
    }.
    .expected = Runs with several numbers of training rows were expected.
    .todo = Train with 25, 50, 75 and 100% of the rows first.
no-part = { $source } has no part { $name }.
    .expected =
        One of these was expected: { $parts-count ->
            [0] it has none
           *[other] { $parts }
        }.
    .todo = Name a part it has, as in { $source }:{ $data_parts }; or share its rows out anew: --split train=.7,dev=.1,test=.2.
    .page = Choose a part it has, or share its rows out anew.
run-recipe =
    The run { $line } is { $status }, of the recipe { $has_spec ->
        [True] { $recipe }
       *[False] unknown
    }.
    .expected = A run of sbert_sts that is done was expected: its encoder compares all pairs of sentences.
    .todo = Name another run, or an encoder.
run-kept-no-model = The run { $line } kept no model.
    .expected = A run with the setting keep_model was expected.
    .todo = Train again with keep_model=true, or name an encoder.
items-asked-folds-disjoint-by =
    { $top ->
        [one] { $top } item is
       *[other] { $top } items are
    } asked for, with folds disjoint by { $disjoint }.
    .expected = A number from 1 up, and one of { $disjoint_2 }, were expected.
    .todo = Correct it.
recipe-learns-rows-kind = The recipe { $name } learns rows of the kind { $row_kind_name }.
    .expected = A recipe of scored pairs was expected.
    .todo = Choose another one: aloi recipes lists them.
    .page = Choose another recipe.
round-campaign-asked-annotators =
    A round ({ $purpose }) of the { $status } campaign { $name } is asked for, with { $annotators ->
        [one] { $annotators } annotator
       *[other] { $annotators } annotators
    }.
    .expected = An open campaign, one of { $purpose_2 }, and at least one annotator were expected.
    .todo = Name who answers, as in --annotators A1,A2.
    .page = Choose who answers.
doubts-campaign-task = The campaign { $name } is of the task { $kind_name }.
    .expected = Pairs with a score were expected.
    .todo = Choose another campaign.
settings-given = Settings were given for { $recipes }.
    .expected = Settings for one recipe were expected.
    .todo = Evaluate that recipe on its own.
floors-scored-on-nothing = The floors were to be scored on nothing.
    .expected = A test was expected.
    .todo = Name it with --test.
    .page = Choose a test.
no-run-named = No run was named.
    .expected = At least one was expected.
    .todo = Name the runs to compare.
runs-several-kinds-rows-named = Runs of several kinds of rows were named: { $value }.
    .expected = Runs of one kind were expected.
    .todo = Compare those of each kind apart.
run-does-not-keep-items = The run { $run } does not keep the items of its test { $label }.
    .expected = The test it says it was scored on was expected in tests.json.
    .todo = Run it again.
runs-id-begins =
    { $count ->
        [0] No
       *[other] { $count }
    } runs have an id that begins with { $run_id }.
    .expected =
        The id of one run was expected: { $value-count ->
            [0] there are none yet
           *[other] { $value }
        }.
    .todo = List them: aloi run list.
    .page = Choose a run from the list on the page Models.
run-not-done = The run { $name } is not done.
    .expected = A run with its run.json was expected.
    .todo = Wait for it, or start it again: it goes on where it stopped.
grid-learning-curve-asked-at = A grid and a learning curve were asked for at once.
    .expected = One of the two was expected.
    .todo = Ask for one after the other.
learning-curve-subsets-each =
    A learning curve of { $shares-count ->
        [0] no sizes
       *[other] { $shares }
    }, { $subsets ->
        [one] { $subsets } subset
       *[other] { $subsets } subsets
    } each, of { $total } training rows, was asked for.
    .expected = Shares above 0 and up to 100, one subset or more, and data to train on were expected.
    .todo = Correct them, as in 25,50,75,100.
grid-asked-without-data-train = A grid was asked for without data to train on.
    .expected = One source or more was expected.
    .todo = Name them.
training-seeds =
    The seeds are { $seeds-count ->
        [0] none
       *[other] { $seeds }
    }.
    .expected = One whole number or more, from 0 up, was expected.
    .todo = Write them as in 0,1,2.

## aloi/workbench/agreement

merge-written = The merge is written { $line }.
    .expected = A new name, an equals sign and labels with commas between them were expected.
    .todo = Write it as in: insertion = inprop, inmod.
merge-names-label-which-stands =
    The merge { $line } names the label { $label }, which { $label_in_merges ->
        [True] stands in a merge already.
       *[False] the campaign does not have.
    }
    .expected = Each of these once at most was expected: { $known }.
    .todo = Correct the label.
merge-called-label-left-as =
    { $has_taken ->
        [True] A merge is called { $taken }, and a label left as it is has that name.
       *[False] No merge is written.
    }
    .expected = New names for labels that then count as one were expected.
    .todo =
        { $has_taken ->
            [True] Choose another name, or add that label to the merge.
           *[False] Write one as in: insertion = inprop, inmod.
        }
task-answers-no-labels = The task of { $name } is { $task_type }: its answers are no labels.
    .expected = A task with labels was expected.
    .todo = Merge labels in a campaign that has some.
round-campaign-no-answers = Round { $number } of the campaign { $name } has no answers.
    .expected = At least one answer was expected.
    .todo = Wait for the first answers.
holds-ratings-annotator =
    { $name } holds the ratings of { $annotators ->
        [one] { $annotators } annotator
       *[other] { $annotators } annotators
    }{ $has_annotators ->
        [True] : { $annotator }
       *[False] { "" }
    }.
    .expected = At least two annotators were expected: agreement is measured between people.
    .todo = Give a table with a column for each annotator, or name the columns of a long one (--unit, --annotator, --value).
    .page = Give a table with a column for each annotator, or choose “one row a rating” and its columns.
rating-no-number-labels-no = { $name }: the rating { $rest } is no number, and labels have no known order.
    .expected = Numbers, or labels whose order is declared, were expected at the ordinal level.
    .todo = Give the labels from low to high with --categories, or use --level nominal.
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
    .todo = If a row is a rating, say --layout long; if rows are occasions, name their column with --by; else remove rows.
    .page = If a row is a rating, choose “one row a rating”; if rows are occasions, cut by their column; else remove rows.
rates-as-line =
    { $where }: { $key } rates { $key_key }, as in line { $value }; { $count ->
        [one] one row rates
       *[other] { $count } rows rate
    } again.
    .expected = One rating for each annotator and unit was expected.
    .todo = Remove one of the two rows; if they rate different aspects, name that column with --by.
    .page = Remove one of the two rows; if they rate different aspects, cut by that column.
unit-before = { $where }: the unit { $key } has { $value } in { $name }, { $value_value } before.
    .expected = One value of { $name } for each unit was expected.
    .todo = Correct the table.
ratings-table-column-empty = { $where }: column { $column } is empty.
    .expected = A name was expected.
    .todo = Fill it in.
ratings-table-column-holds = { $where }: column { $column } holds { $value }.
    .expected = A number, a label, or an empty cell for a missing rating was expected.
    .todo = Correct the cell, or leave it empty.
gave-unit = { $name }: { $name_2 } gave { $cell } to the unit { $unit }.
    .expected = A number was expected at the { $level } level; an empty cell or NA is a missing rating.
    .todo = Correct the cell, name the columns that hold ratings (--columns), or use --level nominal.
    .page = Correct the cell, choose the columns that hold ratings, or choose that ratings are labels (nominal).
person-is-computed = { $name }: { $person } is named as the { $kind } of others, and nobody known is called so.
    .expected = Answers of people were expected, and none that were computed from them.
    .todo = Leave them out, or add a person of that name first.
decision-already-stands = { $where }: a decision on the item { $item } stands already in line { $line }.
    .expected = One decision an item was expected.
    .todo = Leave one of them out.
decision-says-missing = { $where }: the value is empty or a word for something missing.
    .expected = The value that was decided on was expected.
    .todo = Write it, or leave the row out.
written-decimal-comma = { $where }: { $text } is written with a decimal comma.
    .expected = Numbers with a decimal point were expected.
    .todo = Write { $text_2 }; beside other labels at the nominal level, cells stay as they are.
rating-is-a-date = { $where }: column { $column } holds the date { $value }, which no rating is.
    .expected = A number or a label was expected; spreadsheets make dates of ratings such as 1/2 or 3-4.
    .todo = Format the column as text in the spreadsheet, write the rating again, and save.
column-named-as-computed = { $name }: the column { $column } is named as the { $kind } of others, and its values are not that.
    .expected = One column an annotator was expected.
    .todo = Name the columns that hold ratings (--columns), or leave the column out.
    .page = Choose the columns that hold ratings, without this one.
column-is-computed = { $name }: the column { $column } is the { $kind } of the others in every row.
    .expected = One column an annotator was expected, and no column computed from others.
    .todo = Name the columns that hold ratings (--columns), or leave the column out.
    .page = Choose the columns that hold ratings, without this one.
column-names-nobody = { $name }: the column { $column } is not named as an annotator.
    .expected = One column an annotator was expected; what tells of the item, what was decided and what a model says are none.
    .todo = Name the columns that hold ratings (--columns), or leave the column out.
    .page = Choose “one column an annotator” and the columns of ratings.
column-of-annotators = { $name }: the column { $column } is named as that of annotators, and rows are no single ratings.
    .expected = One column an annotator was expected, or one row a rating: items in several rows, each with its annotator.
    .todo = Turn the table round if each row is an annotator; otherwise name --unit, --annotator and --value, or --columns.
    .page = Turn the table round if each row is an annotator; otherwise choose “one row a rating” and its columns.
column-shares-no-value = { $name }: the column { $column } has no value in common with the other columns.
    .expected = Ratings on the same scale were expected in each column.
    .todo = Name the columns that hold ratings (--columns), or correct the labels of this one.
    .page = Choose the columns that hold ratings, or correct the labels of this one.
long-table-columns = { $name }: its columns are { $columns }, and none is named as that of annotators or of ratings.
    .expected = A long table has a column of the annotator and one of the rating.
    .todo = Name them with --annotator and --value.
    .page = Choose “one row a rating” and both columns.
level-not-told = { $name } does not say at what level its ratings are measured.
    .expected = One of { $levels } was expected; only answers that Aloi exported say theirs.
    .todo = Name it: --level nominal for labels without order, --level ordinal for degrees.
    .page = Choose what the ratings are: labels without order (nominal), or degrees (ordinal).
export-level = No view of these exported answers has the level { $level }.
    .expected = One of { $levels } was expected.
    .todo = Leave out --level, or name unit, annotator and value to measure the table as any other.
    .page = Give the table as it was exported, without naming columns.
export-option = { $name } holds answers that Aloi exported, and { $option } is named.
    .expected = Such a table says its own documents, rounds and categories.
    .todo = Leave out { $option }, or name unit, annotator and value to measure the table as any other.
export-schema = { $where }: answers that Aloi exported, but nothing says what was asked.
    .expected = The first row of each round was expected to say it in the column 'schema'.
    .todo = Export the answers again and keep that row, or name --unit item_id --annotator annotator --value value.
    .page = Export the answers again (page Rounds) and keep that row.
export-schemas = { $where }: another task, or other settings, than in the rows before.
    .expected = The answers of one campaign were expected in a table.
    .todo = Measure the campaigns one by one.
export-answered-twice = { $where }: { $annotator } answers an item that stands in a row before, in the same round.
    .expected = One answer of an annotator to an item in a round was expected.
    .todo = Remove one of the two rows, or export the answers again.
export-answer = { $where }: the column 'value' holds no answer of the task { $task }.
    .expected = Answers as Aloi exported them were expected.
    .todo = Export the answers again.
rating-is-an-answer = { $where }: column { $column } holds a whole answer, written as JSON.
    .expected = One label or number a cell was expected.
    .todo = Export the answers again with `aloi annotations export` and give that file without naming columns.
    .page = Export the answers again (page Rounds) and give that file as it is.
long-several-values = { $name } names annotators, and several columns may hold their ratings: { $values }.
    .expected = One column of ratings was expected in a long table.
    .todo = Name it, with the two others: --unit, --annotator and --value.
    .page = Choose it as the column of the rating, with the two others.
layout-annotator = The layout is { $layout }, and the column of annotators that is named is one of a long table.
    .expected = One of the two was expected.
    .todo = Leave out --layout, or --annotator and --value.
    .page = Choose “one row a rating”, or columns of ratings.
count-not-whole = { $name }: the unit { $unit } has { $cell } in { $column }, which is no count.
    .expected = Whole numbers from 0 up were expected in a table of counts.
    .todo = Correct the cell, name the columns of counts (--columns), or say --layout wide.
    .page = Correct the cell, choose the columns of counts, or say that the table has one column an annotator.
counts-measure = { $measure } needs to know who gave which rating, and a table of counts does not say it.
    .expected = One of these was expected: { $known }.
    .todo = Choose one of them, or say --layout wide if each column is an annotator.
    .page = Choose one of them, or say that the table has one column an annotator.
counts-jackknife = The jackknife leaves out annotators, and a table of counts does not say who they are.
    .expected = An interval over units was expected.
    .todo = Use --ci analytic or bootstrap.
    .page = Choose the analytic interval or the bootstrap.
round-no-answers-yet = Round { $number } has no answers yet.
    .expected = At least one answer was expected.
    .todo = Wait for the annotators, or import their answers.
weights-order = { $name }: the ratings are labels whose order is not declared, and { $weights } weights need one.
    .expected = Numbers, or labels whose order is declared, were expected for these weights.
    .todo = Give the labels from low to high with --categories, or use --weights unweighted.
    .page = Give the labels from low to high, or choose no weights.
sets-level = { $asked } is for sets, and the level is { $level }.
    .expected = Sets have no order: the nominal level was expected.
    .todo = Use --level nominal, or a measure for single values.
    .page = Choose that ratings are labels (nominal), or a coefficient for single values.
separator-empty = The sign between labels is { $separator }, which is empty.
    .expected = A sign such as ; or a comma was expected.
    .todo = Name the sign with --separator, or leave the option out.
    .page = Write the sign, or leave the field empty.
one-annotator-value-named-not = One of the columns of the annotator and of the rating is named, not the other.
    .expected = Both were expected for a long table.
    .todo = Name the columns of the unit, the annotator and the value, or none for a wide table.
column-named-twice-two-unit = The column { $twice } is named twice, for two of the unit, the annotator and the value.
    .expected = A column each was expected.
    .todo = Name the column that holds each of them.
interval-whole-documents-resampled = The interval is { $ci } and whole documents ({ $cluster }) are to be resampled.
    .expected = A bootstrap was expected: only it can resample documents.
    .todo = Use --ci bootstrap, or leave --cluster out.
    .page = Choose the bootstrap, or no column of documents.

## aloi/workbench/candidates

corpus-campaign-mentions =
    The corpus of the campaign { $name } has { $mentions ->
        [one] { $mentions } mention
       *[other] { $mentions } mentions
    }; { $top ->
        [one] { $top } candidate is
       *[other] { $top } candidates are
    } asked for each.
    .expected = At least one mention and one candidate were expected.
    .todo = Import mentions first (`aloi mentions import`).
    .page = Import mentions first (page Corpora).
terminology-no-name = The terminology { $name } has no name in { $language }.
    .expected =
        One of its languages was expected: { $languages-count ->
            [0] it states none
           *[other] { $languages }
        }.
    .todo = Choose another language, or rank all names.
campaign-names-terminology-which = The campaign { $name } names the terminology { $name_2 }, which is not in the store.
    .expected =
        One of these was expected: { $terminologies-count ->
            [0] none is there yet
           *[other] { $terminologies }
        }.
    .todo = Import the terminology under this name (`aloi terminology import`).
    .page = Import the terminology under this name (page Terminologies).
run-recipe-does-not-tag =
    The run { $line } is { $status }, of the recipe { $has_spec ->
        [True] { $recipe }
       *[False] unknown
    }, and does not tag spans.
    .expected = A run that is done and that learnt the spans of texts was expected, as of token_classifier or dictionary_tagger.
    .todo = Name another run: `aloi run list`; or train one on data with spans.
    .page = Choose another run, or train one on data with spans (page Models).
rows-tagged-tokens-part-not =
    { $source } has { $tagged ->
        [one] { $tagged } row
       *[other] { $tagged } rows
    } of tagged tokens in the part { $part }, not the { $items } that the run learnt from.
    .expected = The data of the run as they were, shared out in the same way, were expected: the run kept no model, so it is trained anew.
    .todo = Restore them; give the same --split as in training; or train with keep_model=true.
    .page = Restore them, share them out as in training, or train again and keep the model.
keep-lexical = Part of the pairs is to be kept, and the miner is { $miner }.
    .expected = A reservoir, the best pairs and a cap per sentence were expected of the lexical miner alone.
    .todo = Leave these options out, or take the miner lexical.
top-count = top is { $top } and count is { $count }.
    .expected = Numbers from 1 up were expected.
    .todo = Raise them.
mine-restricted-elsewhere =
    A data-use agreement restricts the corpus { $name }, and a Dask scheduler would send its texts to other machines.
    .expected = A search on this machine alone was expected.
    .todo = Leave the scheduler out.
pairs-sentences =
    { $sentences ->
        [one] There is { $sentences } sentence
       *[other] There are { $sentences } sentences
    }.
    .expected = At least two were expected.
    .todo = Import texts and split them into sentences first.
sentence-not-corpus-any-more = { $where }: a sentence is not in the corpus any more.
    .expected = Candidates of the corpus as it is now were expected.
    .todo = Mine again: the corpus was split anew since.
pair-already-stands-line = { $where }: the pair already stands in line { $line }.
    .expected = Each pair was expected once.
    .todo = Remove one of the two rows.
pairs-column-holds = { $where }: column { $column } holds { $cell }.
    .expected = A number from -1 to 1, or an empty cell, was expected.
    .todo = Mine again, or correct the cell.
reason-assumption-missing = The reason for the assumption is missing.
    .expected = A sentence was expected: it is printed in the release.
    .todo = Say what was checked.
pairs-assumed =
    { $count ->
        [one] { $count } pair is
       *[other] { $count } pairs are
    } to be assumed.
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
    .expected = Words that stand in the corpus as targets were expected.
    .todo = Import or mine targets first (`aloi targets`), with these lemmas.
    .page = Import or look for targets first (page Candidates), with these lemmas.
gold-holds-no-substitute = The gold of { $name } holds no substitute.
    .expected = At least one was expected.
    .todo = Collect some.
substitutes-columns = { $name } has the columns { $columns }.
    .expected = A column { $substitute_columns } was expected.
    .todo = Rename the column.
target-or-substitute-empty = { $where }: the target or the substitute is empty.
    .expected = Both were expected in each row.
    .todo = Complete or remove the row.
terminology-no-name-look-up = The terminology { $name } has no name to look up in texts in { $language }.
    .expected = Names in that language, with a semantic group or a label for all, were expected.
    .todo = Give a label, or choose another group or terminology.
none-texts-campaign = None of the { $rows } texts of { $name } is in the campaign { $value_name }.
    .expected = The same texts were expected, whatever their white space.
    .todo = Annotate the texts of this campaign with the other system.
line-no-label = { $name }, line { $number }: { $text } has no label.
    .expected = A text, a tab and a label were expected.
    .todo = Complete the line, or say which label all lines have.
suggestions-empty = { $name } is empty.
    .expected = A text and a label a line were expected.
    .todo = Fill it.
corpus-no-passages = The corpus of { $name } has no passages.
    .expected = Texts to suggest spans in were expected.
    .todo = Make passages first: `aloi passages make`, or the page Candidates.
    .page = Make passages first, on the page Candidates.
corpus-no-sentences = The corpus { $name } has no sentences.
    .expected = Sentences were expected.
    .todo = Split its texts into sentences first.
keeps-no-row = { $name } keeps no row.
    .expected = At least one was expected.
    .todo = Keep some targets.
place-target-missing = { $where }: the place of the target is missing.
    .expected = start and end were expected, as the miner wrote them.
    .todo = Restore them, or remove the row.
sentence-not-corpus-target = { $where }: the sentence { $sentence_id } is not in the corpus with this target.
    .expected = Targets of the corpus as it is now were expected.
    .todo = Mine again: the corpus was split anew since.
lemma-part-speech = { $where }: the lemma is { $lemma } and the part of speech { $pos }.
    .expected = A lemma, and one of { $pos_2 }, were expected.
    .todo = Correct them.
text-no-part-sentence-around = { $where }: the text { $value } is no part of the sentence around the target.
    .expected = The sentence without something at its beginning or its end was expected.
    .todo = Trim at the ends only; import other texts as ready targets.
sentence-trimmed-without-note = { $where }: the sentence was trimmed without a note.
    .expected = A note was expected: what was left out, and why it was optional.
    .todo = Write it in the column note.
does-not-tell-how-mined = { $name } does not tell how { $path_name } was mined.
    .expected = The file that the miner wrote beside its table was expected.
    .todo = Keep the two together under one name, or mine again.

## aloi/workbench/files

files-given-called =
    { $paths ->
        [one] { $paths } file is
       *[other] { $paths } files are
    } given, called { $paths_2-count ->
        [0] nothing
       *[other] { $paths_2 }
    }.
    .expected = Files with names of their own were expected: each one is a part, called after it.
    .todo = Rename the files.
label-empty = { $where }: the label is empty, or a word for something missing.
    .expected = A label for each row of the gold was expected.
    .todo = Fill it in; where rows may have none, call the column { $several }.
balance-not-in-pool = { $where }: the pool has no pair { $name }.
    .expected = Scores of pairs of the pool were expected.
    .todo = Take the ids from the table that the pairs were drawn from, or leave the row out.
batch-count = { $count } pairs are asked for in a batch.
    .expected = At least { $least } were expected: a single one would leave some pairs of the pool no chance.
    .todo = Ask for more.
balance-off-scale = { $where }: the score is { $score }, on a scale from { $low } to { $high }.
    .expected = A score on the scale was expected.
    .todo = Correct it, or say the scale: --scale LOW,HIGH.
    .page = Correct it, or the ends of the scale.
id-empty-or-stands-second = { $where }: the id { $name } is empty or stands there a second time.
    .expected = Each row needs an id of its own.
    .todo = Correct the ids.
column-gold-column = { $path } has the column { $value }, the gold the column { $wanted }.
    .expected = The same column on both sides was expected.
    .todo = Write one label a row on both sides (label), or several (labels).
no-column-columns = { $path } has no column { $wanted }; its columns are { $columns }.
    .expected = The columns 'id' and { $wanted }, or a column of probabilities for each label, were expected.
    .todo = Name the column so; with probabilities, say --threshold 0.5 or another.
    .page = Name the column so; with probabilities, give a threshold such as 0.5.
threshold-gold-several-labels-row =
    The threshold is { $threshold } and the gold has { $has_several ->
        [True] several labels
       *[False] one label
    } a row.
    .expected = A number from 0 to 1, and a gold with the column 'labels', were expected.
    .todo = Change the threshold, or leave it out.
score-labels-column-holds = { $where }: the column { $column } holds { $cell }.
    .expected = A probability from 0 to 1 was expected.
    .todo = Correct the cell, or leave out columns that are no label.
item-no-score = { $name }: the item { $empty } has no score.
    .expected = A score for each gold item was expected.
    .todo = Fill it in or remove the row.
score-give-beside-sari = The score to give beside SARI is { $unknown }.
    .expected = Some of these were expected: { $beside }; or none.
    .todo = Check the spelling.
no-reference-given = No reference was given.
    .expected = At least one file of references was expected.
    .todo = Add --reference F.
    .page = Give a file of references.
score-simplifications-line =
    { $name } has { $lines ->
        [one] { $lines } line
       *[other] { $lines } lines
    } and { $source_name } { $text }.
    .expected = As many lines in each file were expected: line i of each belongs to sentence i.
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
    } beside { $name } hold the gold of its { $ids ->
        [one] { $ids } item
       *[other] { $ids } items
    }.
    .expected = One file of gold lines was expected there, with gold in its name.
    .todo = Name the file of gold lines itself.
item-not-gold = { $where }: the item { $line } is not in the gold.
    .expected = One of the { $gold } items of the gold was expected.
    .todo = Check that both files are of the same set.
item-gold = { $where }: item { $line } is { $lemma }.{ $pos }, and { $known_lemma }.{ $known_pos } in the gold.
    .expected = The same word in both files was expected.
    .todo = Check that both files are of the same set.
nothing-can-resampled = { $unit } is nothing that can be resampled.
    .expected = { $units } was expected.
    .todo = Choose one.
line-token-line = { $name }, line { $line }, has the token { $value }; { $gold_name }, line { $lines_line }, has { $token }.
    .expected = The same tokens in the same sentences were expected on both sides.
    .todo = Write the prediction again from the tokens of the gold.
sentence-at-line-tokens-at =
    The sentence at line { $line } of { $name } has { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    }; at line { $lines_line } of { $gold_name } it has { $tokens_count }.
    .expected = The same tokens in the same sentences were expected on both sides.
    .todo = Write the prediction again from the tokens of the gold.
score-tags-sentences =
    { $name } has { $wanted ->
        [one] { $wanted } sentence
       *[other] { $wanted } sentences
    } and { $predicted_name } { $count }.
    .expected = The same tokens in the same sentences were expected on both sides.
    .todo = Write the prediction again from the tokens of the gold.
line-tag-not-scheme = { $name }, line { $line }: the tag { $tag } is not of the scheme { $scheme }.
    .expected = Tags such as { $examples } were expected.
    .todo = Correct it, choose another scheme, or say --bare if tags are parts of speech.
    .page = Correct it, choose another scheme, or say that tags are parts of speech.
sentence-at-line-names-no = { $name }: the sentence at line { $line } names no document.
    .expected = A line `# document = NAME` or -DOCSTART- before it was expected.
    .todo = Write these lines, or resample sentences.
table-write = The table to write is { $out }.
    .expected = A file ending in { $suffixes } in a folder that exists was expected.
    .todo = Correct the suffix, or make the folder.
id-empty = { $where }: the id is empty.
    .expected = An id was expected in each row.
    .todo = Fill in or remove the row.
id-already-stands-line = { $where }: the id { $name } already stands in line { $first }.
    .expected = Each sentence needs an id of its own.
    .todo = Correct the ids.

## aloi/workbench/imports

answers-item-already-answered = { $where }: { $annotator } answers an item already answered in { $seen }.
    .expected = One answer for each annotator and item was expected.
    .todo = Remove one of the two rows; a hidden repeat says so in a column `occasion`: 1, then 2.
campaign = The campaign { $name } is { $status }.
    .expected = An open campaign was expected.
    .todo = Open it again first.
answers-round = Round { $number } is { $status }.
    .expected = An open round was expected: answers no longer change once it is closed.
    .todo = Reopen it first.
answers-item-not-round = { $where }: the item { $value } is not in round { $number }.
    .expected = One of the { $left } items of the round was expected.
    .todo = Import into the round the answers belong to.
item-wants-no-more-answers = { $where }: the item { $value } wants no more answers in round { $number }.
    .expected = At most { $left } new ones were expected.
    .todo = Import into a round with a larger overlap, or leave the surplus answers out.
no-person-called = No person is called { $unknown }.
    .expected =
        Known people were expected: { $people-count ->
            [0] none yet
           *[other] { $people }
        }.
    .todo = Add them first, or ask for unknown annotators to be added.
campaign-already-task = The campaign { $name } is there already and has the task { $task_type }.
    .expected = A campaign of the task { $task } was expected.
    .todo = Name another campaign, or a new one.
no-campaign-called = No campaign is called { $campaign }.
    .expected = A known campaign, or the language and the licence of the texts of a new one, were expected.
    .todo = Check the name, or give both: the corpus and the campaign are then made of the source.
corpus-already-as-one-whose = The corpus { $name } is there already, as one whose texts may be given on.
    .expected = The same facts as the first time were expected: a corpus does not change once it is imported.
    .todo = Import into a new campaign.
campaign-no-name = The campaign has no name.
    .expected = A name was expected.
    .todo = Give it one.
campaign-made-round-named = The campaign { $name } is to be made, and its round { $number } was named.
    .expected = Round 1, or a new one, was expected.
    .todo = Leave the number out.
source-holds-items-says-none =
    The source holds { $parts ->
        [one] { $parts } item
       *[other] { $parts } items
    }, and says of none of them what the answer is.
    .expected = Answers to import were expected.
    .todo = Import the items alone, without a campaign, and have them answered.
round-other-answers-same = Round { $number } of { $campaign } has other answers, of the same annotators, to { $count } of these { $count_count }.
    .expected = The source it was made of, or a new campaign, was expected.
    .todo = Name another campaign, or the round that these answers go into.
mention-answers-campaign-task = The campaign { $name } has the task { $task_type }.
    .expected = A campaign of the task linking was expected.
    .todo = Name another campaign.
source-mentions-gives-none-them = The source of the { $mentions } mentions of { $name } gives none of them a concept.
    .expected = Mentions imported with concepts were expected.
    .todo = Have them annotated instead.
campaign-already-other-texts = { $where }: the campaign { $name } is there already, with other texts: its corpus has not those of this row.
    .expected = Sentences of the campaign's corpus were expected: a corpus does not change.
    .todo = Import into a new campaign, with all files of its corpus at once.

## aloi/workbench/imports/layouts

no-format-annotations-called = No format of annotations is called { $name }.
    .expected = One of these was expected: { $layouts }.
    .todo = Check the spelling.
layouts-no = There is no { $path }.
    .expected = A file or a folder was expected.
    .todo = Check the path.
may-formats =
    { $has_fitting ->
        [True] { $name } may be of { $fitting } formats.
       *[False] { $fitting_2 } is of no known format.
    }
    .expected = One of these was expected: { $names }.
    .todo = Name it with --format.
    .page = Choose its format in the list.
holds-answers-items-campaign-not = { $name } holds answers to items, and the campaign is not there yet.
    .expected = A known campaign with these items was expected.
    .todo = Check the name, or import the items and create the campaign first.
holds-no-answers = { $name } holds no answers.
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
    .todo = Name the columns that hold answers, or add these people first.
no-item-campaign-corpus-id = { $where }: no item of this campaign's corpus has the id { $text } (column { $column }, unknown ids in { $count } { $count ->
        [one] row
       *[other] rows
    }).
    .expected = The id of a stored item was expected, or the one it had in the file that it was imported from.
    .todo = Draw or import the items first; `aloi annotations export` shows their ids.
    .page = Draw or import the items first; exported answers (page Rounds) show their ids.
source-id-several-items = { $where }: the id in the column { $column } is that of { $count } items in the files that they were imported from.
    .expected = An id of one item was expected.
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
answers-wanted-task-format = The answers are wanted for the task { $task }, and the format is { $name }.
    .expected = The task { $tasks } was expected of it.
    .todo = Name another campaign, another format, or a new campaign.
substitute-no-label =
    { $name }: the substitute { $id } { $wrong_is ->
        [True] has no label
       *[False] has the label { $wrong }
    }.
    .expected = Labels out of { $labels } were expected.
    .todo = Correct the file.
mentions-none-at-place-text =
    { $name } has { $mentions ->
        [one] { $mentions } mention
       *[other] { $mentions } mentions
    }, none at its place in a text ({ $value }).
    .expected = Mentions with the text they stand in and their places in it were expected.
    .todo = Put the texts beside the annotations, or choose another reader.
beside-stand-files-may-hold =
    Beside { $name } stand { $sources ->
        [one] { $sources } file
       *[other] { $sources } files
    } that may hold its sources.
    .expected = { $stem }.txt and one other .txt file, of the sources, were expected.
    .todo = Name the three files: `aloi operations import --source --target --aln`.
    .page = Give the three files alone: sources, targets and their alignment.
different-folders-same-name = { $name } and { $path_name } of different folders have the same name.
    .expected = A name of its own for each file was expected: the documents are called by it.
    .todo = Rename one of them.
line-empty = { $name }, line { $number } is empty.
    .expected = A sentence on each line was expected.
    .todo = Remove the line from all files of its set, or fill it in.
holds-texts-no-span =
    { $name } holds { $texts ->
        [one] { $texts } text
       *[other] { $texts } texts
    } and { $spans ->
        [0] no span
        [one] no span that fits its text; one is left out
       *[other] no span that fits its text; { $spans } are left out
    }{ $words ->
        [0] {""}
       *[other] {" "}({ $words } with other words at their place)
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
            [one] {" "}({ $crlf } text has CR LF line ends)
           *[other] {" "}({ $crlf } texts have CR LF line ends)
        }{ $astral ->
            [0] {""}
            [one] {" "}({ $astral } text has characters outside the basic plane)
           *[other] {" "}({ $astral } texts have characters outside the basic plane)
        }
    }.
    .todo = { $spans ->
        [0] Choose another reader, or import the texts as a corpus.
       *[other] Export the spans again together with the texts that were annotated.
    }
substitutes-columns-column-target = { $name } has the columns { $columns }.
    .expected = A column { $sentence_columns }, and target or start and end, were expected.
    .todo = Rename the columns.
substitutes-id-stands-second-time = { $where }: the id { $name } stands there a second time.
    .expected = Each row needs an id of its own.
    .todo = Correct the ids.
substitutes-holds-no-rows = { $name } holds no rows.
    .expected = At least one target was expected.
    .todo = Choose another file.
target-stands-at-characters =
    { $where }: the target stands at { $cell } to { $cells_cell } of { $text ->
        [one] { $text } character
       *[other] { $text } characters
    }.
    .expected = The place of a word in the sentence was expected, in characters from 0, the end left out.
    .todo = Correct the place.
target-does-not-stand-sentence =
    { $where }: the target { $word } { $has_places ->
        [True] does not stand
       *[False]
            stands { $places ->
                [one] { $places } time
               *[other] { $places } times
            }
    } in its sentence.
    .expected = A word that stands there once, as it is written there, was expected.
    .todo =
        { $places_2 ->
            [True] Correct the target, or give start and end.
           *[False] Correct the target.
        }
part-speech = { $where }: the part of speech is { $written }.
    .expected = One of these, or nothing, was expected: { $pos }.
    .todo = Correct it.
project-no-question = { $path } asks no question { $name }.
    .expected =
        One of its questions was expected: { $names-count ->
            [0] it has none that a task takes
           *[other] { $names }
        }.
    .todo = Check the spelling.
project-asks-nothing =
    { $path } holds { $documents ->
        [one] { $documents } text
       *[other] { $documents } texts
    } and no answer that a task takes{ $notes ->
        [0] .
       *[other] : { $left_out }.
    }
    .expected = Labels, ratings, spans or chosen options were expected.
    .todo = Import the texts alone with `aloi corpus import`; what people wrote in their own words does not come in.
    .page = Import the texts alone, as a corpus; what people wrote in their own words does not come in.
label-columns-wrong = { $path } is no table of texts and labels: see { $columns }.
    .expected = A column of texts and two or more columns of labels were expected, one for each annotator, with labels in common.
    .todo = Remove the other columns, or write a row for each answer, with columns text, annotator and label.
project-no-labels =
    { $read_as } has no label: none is listed, and no answer holds one{ $notes-count ->
        [0] {""}
       *[other] {" "}(counted: { $notes })
    }.
    .expected = Answers with labels, or the list of labels, were expected.
    .todo = Export with the answers; a labelling configuration beside the file (labeling_config.xml, settings.json) lists the labels too.
project-several-questions = { $path } asks several questions: { $names }.
    .expected = One question was expected for each campaign.
    .todo = Name it with --question; import the others into campaigns of their own.
    .page = Choose one; import the others into campaigns of their own.
project-pairs = Two texts are read together, and { $name } asks for { $asked }.
    .expected = A rating was expected for two texts.
    .todo = Name the one text that is asked about with --text-field.
    .page = Write the one text that is asked about into the field of the texts.
project-other-task = The question { $name } is one of { $task }.
    .expected = Answers for the task { $wanted } were expected.
    .todo = Choose another question with --question, or another campaign.
    .page = Write another question into its field, or choose another campaign.
project-labels-alike = Several labels would have one name: { $labels }.
    .expected = Labels that differ in letters or digits were expected.
    .todo = Rename them in the tool, and export again.
project-scale = The ratings go from { $low } to { $high } in no regular steps ({ $numbers } different ones).
    .expected = A scale with steps of 1, 0.5, 0.25, 0.1, 0.05 or 0.01 was expected.
    .todo = Round the ratings, and import again.

## workbench

person-no-name = The person has no name.
    .expected = A name was expected.
    .todo = Give one; others see A1, A2, ...

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
    .todo = Name one of its own, or none for the last.
campaign-no-frozen-gold = The campaign { $name } has no frozen gold.
    .expected = A gold was expected.
    .todo = Freeze the gold first.
gold-made-by-rule-which = The gold was made by the rule { $rule }, which gives no probabilities.
    .expected = Gold made by a model of annotators was expected.
    .todo = Freeze it by one of these: { $model_rules }.
answers-not-cleaned-yet =
    { $waiting ->
        [one] { $waiting } answer
       *[other] { $waiting } answers
    } of { $name } have not been cleaned yet.
    .expected = A decision on each answer was expected: accepted, corrected or excluded.
    .todo = Decide them on the page Clean or with `aloi clean`, or freeze the answers as they were typed.
    .page = Decide them on the page Clean, or freeze the answers as they were typed.
releases-seed = The seed is { $seed }.
    .expected = A number from 0 up was expected.
    .todo = Choose another one.
release-no-version = The release has no version.
    .expected = A version such as 1.0 was expected.
    .todo = Give one.
campaign-release = The campaign { $name } has a release { $version }.
    .expected = A new version was expected: a release never changes.
    .todo = Name it { $next_version }, for instance.
leak-check-written = A leak check is written { $text }.
    .expected = Two parts were expected: the one looked at, and the one it is looked for in.
    .todo = Write it as in test=train.
parts-written-stands-twice = The parts are written { $text }: { $name } stands there twice.
    .expected = Each part was expected once.
    .todo = Remove or rename one of the two.
parts-written = The parts are written { $text }.
    .expected = Names with a number, a share or `rest` were expected.
    .todo = Write train=0.6, test=rest or train=600, test=400.
round-forced-into-part = Round { $unknown } is to be forced into a part.
    .expected = One of these rounds was expected: { $known }.
    .todo = Name a round of the campaign.
two-parts-would-called = Two parts would be called { $twice }.
    .expected = Each part once was expected.
    .todo = Rename the part, or check each part for leaks once.
leak-check-asked-part = A leak check is asked for the part { $strange }.
    .expected = One of the parts was expected: { $names }.
    .todo = Name two of them, as in test=train.
licence-unknown = { $licence } is none of the licences of SPDX and states no agreement.
    .expected = CC-BY-4.0, MIT, LicenseRef-… was expected, or an agreement in words: between whom, when, for what.
    .todo = Write its name in SPDX (https://spdx.org/licenses/), or the agreement.
gate-refused =
    The release { $version } of { $name } is not built: { $rules-count ->
        [one] the rule { $rules } is
       *[other] the rules { $rules } are
    } broken. { $findings }
    .expected = A release that keeps to every rule of the gate was expected, or a reason for each that it breaks.
    .todo = Mend what was found, or give a reason, which the log and the release keep: --override RULE --why TEXT, for each (on the page Releases: below each rule).
    .page = Mend what was found, or give a reason below each rule: the log and the release keep it.
gate-and = { $before } { $after }
    .expected = { $before-expected } { $after-expected }
    .todo = { $before-todo } { $after-todo }
gate-no-reason = The rule { $rule } of the release gate is overridden without a reason.
    .expected = A reason was expected: the log and the release keep it.
    .todo = Say in a sentence why the release may break it.

## aloi/workbench/rounds

settings-not-json = { $name }, line { $line }: this is not JSON ({ $why }).
    .expected = A JSON file was expected.
    .todo = Correct it.
settings-not-object = { $name } holds { $kind }.
    .expected = A JSON object was expected.
    .todo = Write it as { "{" }"scales": [{ "{" }"name": "score", "low": 0, "high": 5{ "}" }]{ "}" }.
settings-not-utf-8 = { $name } is not UTF-8 (byte { $start }).
    .expected = A JSON file in UTF-8 was expected.
    .todo = Save it as UTF-8.
adjudicating-item-not-round = The item { $item_id } is not in round { $number }.
    .expected = An item of the round was expected.
    .todo = `aloi annotations export` lists its items.
    .page = Exported answers (page Rounds) list its items.
outcome-not-yours = This is no round of yours.
    .expected = A round that you take part in was expected.
    .todo = Choose one of those on the page My work.
outcome-not-shown = What became of the answers to round { $number } of { $name } is not shown.
    .expected = The manager of the campaign decides whether annotators see it.
    .todo = Ask a manager, who can allow it on the page Rounds.
outcome-round-open = Round { $number } is { $status }: what became of its answers is shown once it is closed.
    .expected = A closed round was expected. Until then answers can change, and an item may come a second time.
    .todo = Come back once it is closed.
item-still-being-answered = The item { $item_id } is still being answered.
    .expected = A decision opens once every planned annotator has answered or skipped.
    .todo = Wait, reassign what is pending, or close the round.
keys-could-not-read = The page sent keys that could not be read.
    .expected = One letter, digit or sign for each action, and one or two for each label, were expected.
    .todo = Reload the page; your keys are as they were.
keys-clash = The keys { $first } and { $second } begin alike.
    .expected = Keys were expected of which none begins another.
    .todo = Choose another key for one of the two; your keys are as they were.
page-sent-message-could-not = The page sent a message that could not be read.
    .expected = An answer, skip, undo, mark, draft, search or choice of keys was expected.
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
    .expected = The work on one item was expected.
    .todo = Save the item, then go on.
campaigns-campaign-task = The campaign { $name } has the task { $task_type }.
    .expected = A campaign of the task { $wanted } was expected.
    .todo = Name another campaign.
guideline-empty = The guideline is empty.
    .expected = Some text was expected.
    .todo = Write it, or start from the ready one.
reason-change-missing = The reason for the change is missing.
    .expected = A later version of a guideline says why it changed.
    .todo = Write one sentence: agreement is compared version by version.
nobody-gave-item = Nobody gave { $answer } for the item { $item }.
    .expected = One of these items was expected: { $places }.
    .todo = Name one of them, or none for all.
item-stands-twice =
    { $where }: { $key } for the item { $key_key } { $key_in_value ->
        [True] stands there twice.
       *[False] was given by nobody.
    }
    .expected = Each answer that was collected, once, was expected.
    .todo = Compare the table with `aloi clean list`.
    .page = Compare the table with the answers on the page Clean.
target-got-answer =
    { $same ->
        [0] No
       *[other] { $same }
    } target(s) { $lemma } got the answer { $answer }.
    .expected = One answer as it was typed was expected.
    .todo =
        { $has_same ->
            [True] Name the part of speech too.
           *[False] Copy both from `aloi clean list`.
        }
    .page = Choose both from the page Clean, with the part of speech.
cleaning-campaign-task = The campaign { $name } has the task { $task_type }.
    .expected = A campaign of the task 'substitution' was expected: its answers are words.
    .todo = Choose such a campaign.
no-terminology-named-store = No terminology is named, and the store has { $count }.
    .expected =
        One of these was expected: { $names-count ->
            [0] none is there yet
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
    .expected = A measure, a level and a number with colons between them were expected.
    .todo = Write it as krippendorff_alpha:ordinal:0.7.
campaign-no-guideline = The campaign { $name } has no guideline.
    .expected = A guideline was asked for this round.
    .todo = Write one, or start from the ready one.
campaign-no-round = The campaign { $name } has no round { $number }.
    .expected =
        Its rounds are: { $rounds-count ->
            [0] none yet
           *[other] { $rounds }
        }.
    .todo = Name one of them, or open a round first.
already-works-on-round = { $pseudonym } already works on round { $number }.
    .expected = Somebody who is not in the round was expected.
    .todo = Name another person.
items-would-go =
    The items of { $pseudonym } would go to { $people-count ->
        [0] nobody
       *[other] { $people }
    }.
    .expected = At least one other person was expected.
    .todo = Name who takes over.
no-item-left-round = { $pseudonym } has no item left in round { $number }.
    .expected = Items not yet answered were expected.
    .todo = Nothing needs to be handed over.
item-stands-another-corpus = The item { $stranger } stands in another corpus.
    .expected = Items of the campaign's own corpus were expected: its licence covers no others.
    .todo = Leave it out.
item-kind = The item { $id } is of the kind { $kind }.
    .expected = Items of the kind { $kind_2 } were expected: the campaign asks about these.
    .todo = Leave it out.
items-asked-unused =
    { $items ->
        [one] { $items } item was
       *[other] { $items } items were
    } asked; { $free } are unused.
    .expected = A number up to { $free } was expected.
    .todo = Ask for fewer, or mine and draw more candidates.
stop-rule-asks-at-level = The stop rule asks for { $measure } at the level { $level } to be { $threshold }.
    .expected = One of the levels { $levels } and a finite number were expected.
    .todo = Write it as krippendorff_alpha:ordinal:0.7.
rounds-round = Round { $number } is { $status }.
    .expected = An open round was expected.
    .todo = Reopen it first.

## aloi/workbench/starting

starting-no-mark = { $where }: no word stands in square brackets.
    .expected = A text was expected in which each word to ask about is marked.
    .todo = Mark it as in: The [thin] layer.
starting-substitute = { $where }: { $marks ->
        [one] { $marks } word is
       *[other] { $marks } words are
    } marked, with { $parts ->
        [one] { $parts } substitute.
       *[other] { $parts } substitutes.
    }
    .expected = One marked word was expected, and one substitute or several to judge in its place.
    .todo = Mark one word as in: The [thin] layer | fine | narrow.
starting-pasted-parts = Line { $number } has { $parts ->
        [one] { $parts } part.
       *[other] { $parts } parts.
    }
    .expected = Parts as in { $columns } were expected, none of them empty; a question has two options or more.
    .todo = Put a tab or | between the parts of a line, and each row into a line of its own.
starting-pasted-nothing = Nothing but white space was pasted.
    .expected = One row a line was expected.
    .todo = Paste texts, or choose a file.
starting-columns = { $name } has the columns { $columns }.
    .expected = These columns were expected: { $wanted }.
    .todo = Rename the columns, or paste the rows instead.

## aloi/workbench/store

no-copy-store = { $path } is no copy of a store.
    .expected = A copy made by Aloi was expected.
    .todo = Name another file.
restore-no-manager = In { $path } nobody could sign in as manager.
    .expected = A copy with a manager who has a password was expected.
    .todo = Take another copy.
restore-gone = What was looked at is no longer there.
    .expected = A copy that was checked just before was expected.
    .todo = Check the copy again.
restore-jobs = { $jobs ->
        [one] { $jobs } job waits or runs
       *[other] { $jobs } jobs wait or run
    }: { $verbs }.
    .expected = A store on which nothing is computed was expected: it would write into what takes its place.
    .todo = Wait until it is done, or stop it, then try again.
copy-not-sound = The copy is not sound: { $problem }
    .expected = A store without problems was expected.
    .todo = Run `aloi check` on the store, and keep an older copy.
    .page = Check the store (Backup and check), and keep an older copy.
already = { $path } is there already.
    .expected = A file that is not there yet was expected.
    .todo = Name another, or move it away.
already-beside = Where { $path } is to be written, { $beside } is there already, of a store that was there.
    .expected = A name beside which nothing of another store stands was expected: its last changes would be written into the new one.
    .todo = Name another, or move that file away; with the store it belongs to, it may hold answers.

## aloi/workbench/studies/linking

source-given = { $sources } source was given.
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
no-mention-group = { $path } has no mention of the group { $group }.
    .expected = One of these was expected: { $groups }.
    .todo = Check the spelling, or leave the group out.
test-set-called-as-one =
    { $has_known ->
        [True] A test set is called { $name }, as one that is kept.
       *[False] The test set has no name.
    }
    .expected = A name of its own was expected.
    .todo = Name it after its corpus, such as CodiEsp-D.
test-set-comes-without-training = The test set { $name } comes without training mentions and without a dictionary.
    .expected = One of them was expected: it gives the names to rank, and filters the test set.
    .todo = Name one, as in train=trainX.tsv or dictionary=names.tsv.
release-no-linked-mention-part = The release { $release } has no linked mention in a part `test`.
    .expected = Such a part was expected; it has { $parts }.
    .todo = Build a release of a linking campaign with the parts train and test.
test-set-comes-without-mentions = The test set { $name } comes without mentions.
    .expected = A file of mentions, or a release, was expected.
    .todo = Name one, as in mentions=testX.tsv or release=1.0.
terminology-no-name-language-group = The terminology { $name } has no name in the language { $names_language } and the group { $names_group }.
    .expected = Languages: { $languages }; groups: { $groups }.
    .todo = Choose some of these, or leave them out.
test-set-names-terminology-or = The test set { $name } names a terminology or a release.
    .expected = A store that holds it was expected.
    .todo = Name the store, as in --store sqlite:///aloi-data/aloi.db.
    .page = Tell whoever runs this server.
test-set-filtered-against = The test set { $name } is to be filtered against { $against }.
    .expected = One of these was expected, and that it is given: { $against_2 }.
    .todo = Name the training mentions, or filter against the dictionary.
test-set-no-name-rank = The test set { $name } has no name to rank: its training mentions are linked to no concept.
    .expected = Linked mentions, or a dictionary, were expected.
    .todo = Name a dictionary.
sets =
    { $has_strange ->
        [True] { $path } sets { $strange }.
       *[False] { $path } names no test set.
    }
    .expected = Tables called [[sets]] and [[rankers]] were expected.
    .todo = Correct the file.
gives-max-length-as = { $where } gives max_length as { $max_length }.
    .expected = A whole number was expected.
    .todo = Correct it.
name-value-commas-between = { $option } is { $text }.
    .expected = NAME=VALUE with commas between them was expected, each name once.
    .todo = Write it as in name=CodiEsp-D,mentions=testX.tsv,train=trainX.tsv,reader=codiesp.
names-twice = { $where } names { $twice } twice.
    .expected = Each name once was expected.
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

## aloi/workbench/studies/neighbours

corpus-under-data-use-agreement = The corpus { $name } is under a data-use agreement.
    .expected = Sentences that may be given on were expected.
    .todo = Export the neighbours without sentences.
words-asked-about =
    { $asked ->
        [one] { $asked } word was
       *[other] { $asked } words were
    } asked about.
    .expected = From 1 to { $most_words } were expected.
    .todo = Give the words whose neighbours you want.
words-two-lists-differ = The words of the two lists differ.
    .expected = The same words were expected.
    .todo = Ask for the same words.
none-words-neighbour = None of the words has a neighbour.
    .expected = At least one row was expected.
    .todo = Ask for other words.
word-counted-expected = { $word }: { $missing }.
    .expected = A word that was counted was expected.
    .todo = Check the spelling, or prepare with a lower least frequency.
none-named-prepared-corpora-fit =
    { $ref_is ->
        [True] None was named
       *[False] { $ref } was named
    }, and { $count } of { $count_count } prepared corpora fit.
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
first-order-neighbours-syntactic = First-order neighbours of syntactic contexts are contexts.
    .expected = Neighbours that are words were expected.
    .todo = Score the second or the third order.
scores-words = { $where }: the words are { $first } and { $second }.
    .expected = Two words were expected in each row.
    .todo = Fill them in or remove the row.
no-word-stands-prepared-corpus = No word of { $name } stands in the prepared corpus { $prepared_name } with a synonym.
    .expected = At least one was expected.
    .todo = Choose a resource of this domain and language, or prepare with a lower least frequency.

## aloi/workbench/studies/simplification

campaign-no-release = The campaign { $name } has no release { $release }.
    .expected =
        One of these was expected: { $own-count ->
            [0] none is built yet
           *[other] { $own }
        }.
    .todo = Name one of them, or use its gold.
label-wanted-left-out = The label { $both } is wanted and left out.
    .expected = Either was expected.
    .todo = Remove it on one side.
none-pairs-so = None of the { $pairs } pairs is so.
    .expected = One pair at least was expected.
    .todo = Ask for fewer conditions.
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
    .expected = As many lines in each file were expected: line i of each belongs to sentence i.
    .todo = Align the files.
study-model = The model is { $name }.
    .expected = Some of these were expected: { $studymodel }; or none.
    .todo = Check the spelling.
given-twice-another-content = { $name }: { $name_2 } was given twice, with another content.
    .expected = Each file was expected once.
    .todo = Take one of them away.
no-among-files =
    There is no { $originals } among the files: { $value-count ->
        [0] none of a study
       *[other] { $value }
    }.
    .expected = The original sentences, a line each, were expected under that name.
    .todo = Add the file.
file-none-study = The file { $name } is none of a study.
    .expected = { $originals }, asset.simp.K.txt and asset.simp.K.aln, K a number, were expected.
    .todo = Rename it, or leave it out.
no-files-named = No files were named.
    .expected = A source, a target and an .aln file were expected.
    .todo = Name them.
yawat-line =
    { $name } has { $sources ->
        [one] { $sources } line
       *[other] { $sources } lines
    }, { $target_name } { $targets } and { $aln_name } { $pairs }.
    .expected = As many lines in each file were expected: line i of each belongs to pair i.
    .todo = Align the files.

## aloi/workbench/studies/substitution

knows-none-targets = { $name } knows none of the { $instances } targets.
    .expected = Synonyms of the targets were expected, under their lemma and part of speech.
    .todo = Check the lemmas and the language of the dictionary.
cannot-written = { $out } cannot be written: { $strerror }.
    .expected = A file in a folder that can be written was expected.
    .todo = Choose another one.

## aloi/workbench/studies/suite

run-called = The run is called { $name }.
    .expected = A name of letters, digits, - and _ was expected.
    .todo = Choose another one.
no-run-suite-called = There is no run of the suite called { $name }.
    .expected =
        One of these was expected: { $known-count ->
            [0] there is none yet
           *[other] { $known }
        }.
    .todo = Name one of them, or start one: aloi suite run NAME.
    .page = Choose one of them, or start one on the page of the suite.
run-one-size-training-rows = The run { $name } has one size of the training rows.
    .expected = Several were expected.
    .todo = Run it with parts of them: aloi suite run { $name }-curve --shares 0.25,0.5,0.75,1.
    .page = Start one with several shares of the training rows.

## aloi/workbench/studies/tokenisation

models-called-on-data-sets =
    The models are called { $names-count ->
        [0] nothing
       *[other] { $names }
    }, on { $datasets } data sets.
    .expected = At least one model, each with a name of its own, and one data set were expected.
    .todo = Name each once; rename one of two folders that are called the same.
nothing-write-into = There is nothing to write into { $path }.
    .expected = At least one row was expected: terms, or a number of examples above 0.
    .todo = Name terms, ask for examples, or leave the file out.

## aloi/workbench/texts

corpora-holds-no-rows = { $name } holds no rows.
    .expected = At least one pair was expected.
    .todo = Check that it is the right file.
corpora-id-stands-second-time = { $where }: the id { $name } stands there a second time.
    .expected = Each row needs an id of its own.
    .todo = Correct the table, or choose another id column.
corpora-column-empty = { $where }: column { $column } is empty.
    .expected = Two texts were expected in each row.
    .todo = Remove the row or fill it in.
document-cannot-split = The document { $name } of { $corpus_name } cannot be split: { $error_name }.
    .expected = Sentences of every document were expected; none of this corpus was stored.
    .todo = Correct or leave out that document and import the texts again under another name.
corpus-already-these-texts = The corpus { $name } is already there with these texts, and with { $value }.
    .expected = The same facts as the first time were expected: a corpus does not change once it is imported.
    .todo = Import it under another name if those facts were wrong.
corpora-columns = { $name } has the columns { $columns }.
    .expected = A column { $name_2 } was expected.
    .todo = Name the column that holds it.
corpus-restricted-by-data-use = The corpus { $name } is restricted by a data-use agreement.
    .expected = A reason for giving its texts on was expected.
    .todo = State it; it is kept with the time of the export.
licence-missing = The licence is missing.
    .expected = The licence of the terminology was expected, such as CC BY 4.0 or UMLS.
    .todo = Add it: it says to whom names may be shown.
terminology-no = The terminology { $name } has no { $kind } { $asked }.
    .expected =
        One of these was expected: { $known-count ->
            [0] it states no { $kind }
           *[other] { $known }
        }.
    .todo = Check the spelling, or leave the { $kind } out.
terminology-used-by = The terminology { $name } is used by { $users }.
    .expected = A terminology that no campaign asks for concepts of was expected.
    .todo = Keep it: without it nobody could read what was answered.
files-given =
    { $paths ->
        [one] { $paths } file was
       *[other] { $paths } files were
    } given: { $names }.
    .expected = One file was expected, or { $conso } with { $types }.
    .todo = Import each terminology for itself.
reading-broke-down = The file could not be read: it needs more than { $gigabytes } GB of memory or { $seconds } seconds, or it is damaged so that its reader broke down.
    .expected = A whole file was expected, which can be read within these limits.
    .todo = Open it in the program that wrote it and save it again; split a large one, or save a table as .csv.
neither-table-nor-archive = { $name } is neither a table nor an archive.
    .expected = A file ending in { $suffixes }, .conll or .zip was expected.
    .todo = Save it as one of these.
holds-files-data-set =
    { $name } holds { $names ->
        [one] { $names } file
       *[other] { $names } files
    } of a data set.
    .expected = 1 to { $max_files } files ending in { $read } were expected.
    .todo = Check the archive.
late-several-begin = Several late answers begin with { $begun }: { $events }.
    .expected = An id, or as much of its beginning as no other has, was expected.
    .todo = Write more of it.
correction-no-reason = No reason was given for the correction.
    .expected = A few words were expected: they stand in the log, beside who made it and when.
    .todo = Say why it is made.
excluded-already = The answers of { $pseudonym } are left out of { $name } already.
    .expected = Somebody whose answers count was expected.
    .todo = Take them in again first, or leave out somebody else's.
exclude-no-answers = { $pseudonym } has given no answer in { $name } that counts.
    .expected = Somebody who has answered was expected.
    .todo = Check the pseudonym; whoever should get no items is withdrawn from the round.
exclude-everybody = Without the answers of { $pseudonym } none would be left in { $name }.
    .expected = Answers of somebody else were expected.
    .todo = Let others answer first, or archive the campaign.
not-excluded = The answers of { $pseudonym } are not left out of { $name }.
    .expected = Somebody whose answers are left out was expected.
    .todo = Check the pseudonym in the log of corrections.
gold-leaves-out-others =
    The gold of { $name } leaves out the answers of { $then-count ->
        [0] nobody
       *[other] { $then }
    }, and now those of { $current-count ->
        [0] nobody
       *[other] { $current }
    } are left out.
    .expected = A gold frozen since the last change was expected.
    .todo = Freeze the gold again, then build the release.
wanted-no-levels = The answers of the campaign { $name } (task { $task }) are no numbers.
    .expected = A campaign whose answers are scores was expected, such as one of the task similarity.
    .todo = Choose a campaign of scores.
wanted-share = The share of the level { $level } is { $share }.
    .expected = A number from 0 on was expected: per cent, or any parts of the whole.
    .todo = Give another share.
wanted-all-zero = No level has a share above 0.
    .expected = A share of at least one of these levels was expected: { $levels }.
    .todo = Give shares, or ask for as many items of each level.
rename-no-name = No other name was given for { $name }.
    .expected = A name that differs from the present one was expected.
    .todo = Write the new name.
delete-round-answers =
    Round { $number } holds { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }, decisions and late answers among them.
    .expected = A round nobody has answered was expected.
    .todo = Archive it instead: it leaves the lists, and nothing is lost.
delete-campaign-answers =
    The campaign { $name } holds { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    } and { $golds ->
        [one] { $golds } frozen gold
       *[other] { $golds } frozen golds
    }.
    .expected = A campaign nobody has answered was expected.
    .todo = Archive it instead: it leaves the lists, and nothing is lost.
delete-corpus-campaigns =
    On the corpus { $name } there { $campaigns-count ->
        [one] is the campaign
       *[other] are the campaigns
    } { $campaigns }.
    .expected = A corpus without campaigns was expected.
    .todo = Archive it instead, or delete its campaigns first if nobody has answered them.
delete-corpus-exports =
    Texts of the corpus { $name } were written out { $exports ->
        [one] { $exports } time
       *[other] { $exports } times
    } under a data-use agreement, and the reasons are kept with it.
    .expected = A corpus without such reasons was expected.
    .todo = Archive it instead.
extend-nothing = Round { $number } would be as it is, or ask for less: { $overlap ->
        [one] { $overlap } answer an item is wanted now
       *[other] { $overlap } answers an item are wanted now
    }.
    .expected = More items, or more answers an item, were expected.
    .todo = Say how many items to add, or a higher overlap.
withdraw-nothing = No item of an open round of { $name } waits for { $pseudonym }.
    .expected = Somebody with items that are not answered was expected.
    .todo = Check the pseudonym; an account is switched off on the page People.
withdraw-replacement = The items cannot go to { $pseudonym }.
    .expected = Somebody else was expected, whose account is not switched off.
    .todo = Name another person, or nobody: the items then go back.

gold-other-schema =
    The gold of { $name } is in version { $then } of the labels, and version { $current } is in force.
    .expected = A gold of the version in force was expected.
    .todo = Freeze the gold again: answers given earlier are read as the new labels say.

schema-same =
    The settings of { $name } would stay as they are in version { $version }: the schema is as it was.
    .expected = Other settings, or labels to ask for again, were expected.
    .todo = Change a label, or leave the schema as it is.

schema-unknown-concepts =
    { $terminology } has no { $concepts-count ->
        [one] concept { $concepts }
       *[other] concepts { $concepts }
    }, which concepts of the answers are to become.
    .expected = Concepts of { $terminology } were expected.
    .todo = Correct the table, or leave these lines out: their answers are then asked again.

schema-no-terminology = { $name } is of the task { $task_type }, whose answers are no concepts.
    .expected = A campaign that links mentions to a terminology was expected.
    .todo = Name another campaign, or leave --terminology out.
    .page = Choose another campaign, or no terminology.

schema-unknown-labels =
    { $name } has no { $labels-count ->
        [one] label { $labels }
       *[other] labels { $labels }
    }.
    .expected = Some of these were expected: { $known }.
    .todo = Name labels that are there.

schema-labels-without-meaning =
    { $answers ->
        [one] { $answers } answer holds
       *[other] { $answers } answers hold
    } { $labels }, which the new labels no longer have.
    .expected = What becomes of each of them was expected.
    .todo = Say which label it becomes, or that it is asked for again, or left out.

schema-no-version =
    The schema of { $name } has no earlier version { $version } to go back to.
    .expected = One of { $versions }, and not the last, was expected.
    .todo = Name an earlier version.

schema-changed-meanwhile =
    The labels have changed since this item was drawn, or the terminology has: this answer has no meaning under version { $version }.
    .expected = An answer as version { $version } has it was expected.
    .todo = Answer the item again.

schema-label-line =
    Line { $number } of the labels has { $parts ->
        [one] { $parts } part
       *[other] { $parts } parts
    }, no name, or the name of another line.
    .expected = A line `name; title; gloss` a label was expected, each name once.
    .todo = Correct that line.

schema-no-labels = No label was given.
    .expected = A line `name; title; gloss` a label was expected.
    .todo = Write the labels, one a line.

schema-file-needed = The settings of the task { $task } list no labels.
    .expected = A file of settings was expected.
    .todo = Write them with `aloi schema show --json`, change them, and give the file.
    .page = Give a file of settings.

invite-source = { $pseudonym } is the source of imported answers, not a person.
    .expected = A person was expected.
    .todo = Invite the person without naming anybody: they get a pseudonym of their own.

invite-unknown = No open invitation is called { $ref }.
    .expected = An invitation that nobody has taken up was expected.
    .todo = See with `aloi people invites` which are open; one that was taken up is an account, which is switched off on the page of people.
    .page = Load the page anew. If somebody took it up meanwhile, switch them off.

rename-no-source = { $pseudonym } is a person who works here, not the source of imported answers.
    .expected = A source of imported answers was expected.
    .todo = Choose a source: people who work here keep the pseudonym that their decisions name.

decider-source = { $pseudonym } is the source of imported answers, which decides nothing.
    .expected = Somebody who decides was expected.
    .todo = Name who decided, by id, pseudonym or name; add who is not known yet with `aloi people add`.
    .page = Name who decided; on the page of people somebody not known yet is invited.

delete-person-work =
    { $pseudonym } has answered, skipped or decided { $count ->
        [one] { $count } item
       *[other] { $count } items
    }.
    .expected = Somebody who has done nothing yet was expected.
    .todo = Take them out of the open rounds, or switch them off: their answers stay.

delete-oneself = { $pseudonym } asks to be deleted by themselves.
    .expected = Another person was expected.
    .todo = Let another manager do it.

add-texts-to-pairs = The corpus { $name } is made of ready pairs.
    .expected = A corpus of texts was expected.
    .todo = Import the new pairs as a corpus of their own, then merge it: `aloi corpus merge`.
    .page = Import the new pairs as a corpus of their own, then merge both below.

add-texts-nothing-new =
    { $name } holds { $texts ->
        [one] that text
       *[other] all { $texts } texts
    } already.
    .expected = At least one text that is new was expected.
    .todo = Choose other texts.

merge-differs =
    { $name } and { $other } { $what ->
        [corpus] are the same corpus
        [language] are in different languages
        [agreement] are not under the same terms: a data-use agreement covers one of them only
       *[items] hold items of different kinds
    }.
    .expected = Two corpora of one language, one kind of items and one kind of terms were expected.
    .todo = Keep them apart, or choose another corpus.
data-not-private = The data folder { $folder } cannot be closed to other accounts: { $reason }.
    .expected = A folder that belongs to the account that runs Aloi was expected.
    .todo = Give it to that account, or name another folder with ALOI_DATA.

take-back-nothing = No texts were added to the corpus { $name }.
    .expected = A corpus that texts were added to, or that took in another one, was expected.
    .todo = Name another corpus.

take-back-used =
    Version { $version } of the corpus { $name } cannot be taken back: { $items ->
        [one] { $items } item of its texts is in use
       *[other] { $items } items of its texts are in use
    }, with { $answers ->
        [one] { $answers } answer
       *[other] { $answers } answers
    }. Where (campaign/round, items): { $places }.
    .expected = Texts of which no round holds an item were expected.
    .todo = Delete these rounds if nobody has answered, or keep the texts: answers are never deleted.
folder-holds-no-answers = { $path } holds no answers of a release.
    .expected = A release was expected: its zip, its `manifest.json`, or its Hugging Face folder with `raw/`.
    .todo = Name the folder of a release, or a table.
answers-of-several-releases = { $path } holds answers of several releases.
    .expected = The answers of one release were expected.
    .todo = Measure them one by one.
span-table-columns = { $name } has the columns { $columns }, and holds no spans.
    .expected = The columns document, annotator, start and end were expected, and perhaps label and length.
    .todo = Rename the columns.
span-table-option = { $name } is a table of spans, of which `{ $option }` says nothing.
    .expected = Spans have F1, gamma and alpha_u; what their labels may differ by and the seed are chosen.
    .todo = Leave it out, or name unit, annotator and value to measure the table as one of ratings.
span-table-difference = { $name } is a table of spans.
    .expected = Two tables of ratings were expected: whether spans agree better than others is not tested.
    .todo = Measure each of the two tables by itself.
span-table-alone = { $name }: no document was read by two annotators.
    .expected = Documents with rows of two annotators or more were expected; who marked nothing has a row without start and end.
    .todo = Add the rows of the others.
span-table-nobody = { $where }: the document or the annotator is empty.
    .expected = Both were expected in every row.
    .todo = Correct the row.
span-table-lengths = { $where }: the document { $document } had another length before.
    .expected = One length of a document was expected.
    .todo = Correct the column length.
span-table-place = { $where }: the place of the span cannot be.
    .expected = Whole numbers of characters from 0 were expected, an end after the start and within the document; both empty where nothing was marked.
    .todo = Correct the row.
archive-here = The campaign { $name } is here already.
    .expected = A campaign that this store does not have was expected, or another name for a copy of it.
    .todo = Leave it, or name the copy with --campaign NAME: its answers get ids of their own, and it has no releases.
    .page = Leave it, or give the copy a name of its own: its answers get ids of their own, and it has no releases.
archive-other-texts = The corpus { $corpus } is here in version { $here }, and the archive holds its version { $version }.
    .expected = The same version of its texts was expected.
    .todo = Import into a store without it, or bring both to the same version first.
archive-people = Somebody here is called { $pseudonyms } too.
    .expected = A word was expected on whether they are the people of the archive.
    .todo = Say --people same if they are, --people others if they are not: those then get other pseudonyms.
    .page = Choose whether they are; where they are not, those of the archive get other pseudonyms.
push-no-token = There is no token of the Hub.
    .expected = A token with the right to write was expected in { $name }, or typed where the terminal asks.
    .todo = Set { $name } where the command, or `aloi serve`, is started; never write it into a command.
    .page = Ask whoever starts the server to set { $name }.
push-endpoint = { $name } is { $endpoint }.
    .expected = The address of a Hub was expected, such as https://huggingface.co.
    .todo = Correct { $name }, or leave it out.
push-repository = { $repository } is no name of a data set on the Hub.
    .expected = A name such as owner/corpus was expected: letters, digits, points, hyphens.
    .todo = Correct the name.
push-no-gate = The release { $version } was built before the gate looked at { $rules }.
    .expected = A release that the gate let pass was expected, or one whose broken rules were overridden with a reason.
    .todo = Build a new version of it, then push that.
push-stand-off = The release { $version } leaves without its texts.
    .expected = A release with its texts was expected.
    .todo = Export it with --stand-off, and put the files where they belong yourself.
    .page = Release it with its texts, or put the files where they belong yourself.
push-offline = { $name } says that nothing may be reached.
    .expected = Leave to reach the Hub was expected.
    .todo = Unset { $name }, and push again.
push-not-allowed = The Hub does not let this token write to { $repository }.
    .expected = A token with the right to write there was expected.
    .todo = Check the name, and the rights of the token in { $name }; nothing was published.
push-refused = { $endpoint } refused the release for { $repository } (status { $status }).
    .expected = A commit was expected.
    .todo = Push again later; nothing was published.
push-unreachable = { $endpoint } cannot be reached.
    .expected = The Hub was expected to answer.
    .todo = Check the connection, and push again: what the Hub has of large files is not sent twice. Nothing was published.
job-broke = The program broke down while it did this: { $kind }.
    .expected = A result, or a refusal with its reason, was expected.
    .todo = The fault is the program's: the log of the worker says where, under the job { $job }.
