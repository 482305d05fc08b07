## aloi/workbench/models

runs-of-two-tests =
    The runs { $first } and { $second } were both scored on { $label }, but it has { $other ->
        [items] other items
        [gold] other gold
        [scale] another scale
       *[data] data of another checksum
    } for the second.
    .expected = Runs scored on the same test were expected, with the same items, gold, scale and data.
    .todo = Run one of them again on the other's data, or compare them separately.
run-recipe =
    The run { $line } is { $status }, of the recipe { $has_spec ->
        [True] { $recipe }
       *[False] unknown
    }.
    .expected = A finished run of sbert_sts was expected: its encoder compares all pairs of sentences.
    .todo = Name another run, or an encoder.
round-campaign-asked-annotators =
    A round ({ $purpose }) of the { $status } campaign { $name } is requested, with { $annotators ->
        [one] { $annotators } annotator
       *[other] { $annotators } annotators
    }.
    .expected = An open campaign, one of { $purpose_2 }, and at least one annotator were expected.
    .todo = Name the annotators, as in --annotators A1,A2.
    .page = Choose the annotators.
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

## aloi/workbench/agreement

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
person-is-computed = { $name }: { $person } stands for the { $kind } of others, and no person in the store has this name.
    .expected = Answers of annotators were expected, not values computed from them.
    .todo = Exclude them, or add a person of that name first.
decision-already-stands = { $where }: a decision on the item { $item } is already in line { $line }.
    .expected = One decision per item was expected.
    .todo = Remove one of them.
decision-says-missing = { $where }: the value is empty or a marker for a missing value.
    .expected = The decision was expected as a value.
    .todo = Write it, or remove the row.
column-of-annotators = { $name }: the column { $column } has the name of a column of annotators, but rows are not single ratings.
    .expected = One column per annotator was expected, or one row per rating: items in several rows, each with its annotator.
    .todo = Transpose the table if each row is an annotator; otherwise name --unit, --annotator and --value, or --columns.
    .page = Transpose the table if each row is an annotator; otherwise choose “one row per rating” and its columns.
column-shares-no-value = { $name }: the column { $column } has no value in common with the other columns.
    .expected = Ratings on the same scale were expected in each column.
    .todo = Name the columns that contain ratings (--columns), or correct the labels of this one.
    .page = Choose the columns that contain ratings, or correct the labels of this one.

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
        [missing] { $count ->
            [one] { $count } of { $rows } rows of { $test } has
           *[other] { $count } of { $rows } rows of { $test } have
        } no prediction: { $ids }.
       *[other] { $count ->
            [one] { $count } prediction is for an id
           *[other] { $count } predictions are for ids
        } that { $test } does not have: { $ids }.
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

## aloi/workbench/files

threshold-gold-several-labels-row =
    The threshold is { $threshold } but the gold has { $has_several ->
        [True] several labels
       *[False] one label
    } per row.
    .expected = A number from 0 to 1, and gold with the column 'labels', were expected.
    .todo = Change the threshold, or omit it.

## aloi/workbench/imports

answers-item-already-answered = { $where }: { $annotator } answers an item already answered in { $seen }.
    .expected = One answer for each annotator and item was expected.
    .todo = Remove one of the two rows; mark a hidden repeat in a column `occasion`: 1, then 2.
answers-item-not-round = { $where }: the item { $value } is not in round { $number }.
    .expected = One of the { $left } items of the round was expected.
    .todo = Import into the round the answers belong to.
item-wants-no-more-answers = { $where }: the item { $value } needs no more answers in round { $number }.
    .expected = At most { $left } new ones were expected.
    .todo = Import into a round with a larger overlap, or exclude the surplus answers.
no-campaign-called = No campaign is called { $campaign }.
    .expected = An existing campaign, or the language and the licence of the texts of a new one, were expected.
    .todo = Check the name, or give both: the corpus and the campaign are then created from the source.
corpus-already-as-one-whose = The corpus { $name } already exists, with texts that may be shared.
    .expected = The same metadata as the first time were expected: a corpus does not change once it is imported.
    .todo = Import into a new campaign.
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
source-mentions-gives-none-them = None of the { $mentions } mentions of { $name } has a concept in its source.
    .expected = Mentions imported with concepts were expected.
    .todo = Have the mentions annotated instead.
campaign-already-other-texts = { $where }: the campaign { $name } already exists, with other texts: its corpus does not have those of this row.
    .expected = Sentences of the campaign's corpus were expected: a corpus does not change.
    .todo = Import into a new campaign, with all files of its corpus at once.

## aloi/workbench/imports/layouts

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
no-annotators-of-paths = Annotators are not named by { $by ->
        [directory] directories
        [file] files
       *[column] a column
    } in { $name }.
    .expected = Each annotator was expected to have a name there.
    .todo = Omit --annotator-from, or name another part of the source.
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
    No split policy passes the release checks for the { $total } gold items of { $name } with at most { $most } % excluded and half of each requested split: { $policies }.
    .expected = A policy that was chosen explicitly was expected: nothing is excluded silently.
    .todo = Choose one, such as `--policy { $policy }`, or other sizes: `aloi release preview` compares the policies.
    .page = Choose one of the policies, or other sizes.
gate-no-reason = The release check { $rule } is overridden without a reason.
    .expected = A reason was expected: the log and the release record it.
    .todo = Explain in one sentence why the release may violate it.

## aloi/workbench/rounds

adjudicating-item-not-round = The item { $item_id } is not in round { $number }.
    .expected = An item of the round was expected.
    .todo = `aloi annotations export` lists its items.
    .page = Exported answers (page Rounds) list its items.
item-still-being-answered = The item { $item_id } is not yet answered by everybody.
    .expected = A decision is possible after every assigned annotator has answered or skipped it.
    .todo = Wait, reassign what is pending, or close the round.
keys-could-not-read = The page sent keys that could not be read.
    .expected = One letter, digit or sign for each action, and one or two for each label, were expected.
    .todo = Reload the page; your keys are unchanged.
page-sent-message-could-not = The page sent a message that could not be read.
    .expected = An answer, skip, undo, mark, draft, search or set of keys was expected.
    .todo = Reload the page; nothing was lost.
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
starting-language = The language of { $name } could not be detected.
    .expected = A language was expected.
    .todo = Name it, as in: --language fr.
    .page = Choose the language of the texts.
starting-columns = { $name } has the columns { $columns }.
    .expected = These columns were expected: { $wanted }.
    .todo = Rename the columns, or paste the rows instead.

## aloi/workbench/store

copy-not-sound = The copy failed its integrity check: { $problem }
    .expected = A store without problems was expected.
    .todo = Run `aloi check` on the store, and keep an older copy.
    .page = Check the store (Backup and check), and keep an older copy.

## aloi/studies/linking

test-set-called-as-one =
    { $has_known ->
        [True] A test set is called { $name }, like a stored test set.
       *[False] The test set has no name.
    }
    .expected = A unique name was expected.
    .todo = Name it after its corpus, such as CodiEsp-D.
sets =
    { $has_strange ->
        [True] { $path } sets { $strange }.
       *[False] { $path } has no test set.
    }
    .expected = Tables called [[sets]] and [[rankers]] were expected.
    .todo = Correct the file.
some-these-expected-among =
    { $has_strange ->
        [True] { $where } has { $strange }.
       *[False] { $where } has no { $missing }.
    }
    .expected = Some of these were expected, { $needed } among them: { $known }.
    .todo = Check the spelling.

## aloi/studies/neighbours

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

## aloi/studies/simplification

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

## aloi/studies/tokenisation

models-called-on-data-sets =
    The models are called { $names-count ->
        [0] nothing
       *[other] { $names }
    }, on { $datasets } data sets.
    .expected = At least one model, each with a unique name, and one data set were expected.
    .todo = Name each once; rename one of two folders with the same name.

## aloi/workbench/texts

document-cannot-split = The document { $name } of { $corpus_name } cannot be split: { $error_name }.
    .expected = Sentences of every document were expected; none of this corpus was stored.
    .todo = Correct or remove that document, and import the texts again under another name.
corpus-restricted-by-data-use = The corpus { $name } is restricted by a data-use agreement.
    .expected = A reason for sharing its texts was expected.
    .todo = Give the reason; it is stored with the time of the export.
reading-broke-down = The file could not be read: it needs more than { $gigabytes } GB of memory or { $seconds } seconds, or damage made its reader fail.
    .expected = A complete file within these limits was expected.
    .todo = Open it in its program and save it again; split a large one, or save a table as .csv.
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
wanted-all-zero = No level has a share above 0.
    .expected = A share of at least one of these levels was expected: { $levels }.
    .todo = Give shares, or request the same number of items for each level.

gold-other-schema =
    The gold of { $name } uses version { $then } of the labels, but version { $current } is current.
    .expected = A gold of the current version was expected.
    .todo = Freeze the gold again: earlier answers are mapped to the new labels.

merge-differs =
    { $name } and { $other } { $what ->
        [corpus] are the same corpus
        [language] are in different languages
        [agreement] have different terms: a data-use agreement covers only one of them
       *[items] contain items of different kinds
    }.
    .expected = Two corpora with the same language, kind of items and terms were expected.
    .todo = Keep them separate, or choose another corpus.

archive-people = People in this store have the same pseudonyms: { $pseudonyms }.
    .expected = A choice was expected: they are the people of the archive, or other people.
    .todo = Use --people same if they are, --people others if they are not: those of the archive then get new pseudonyms.
    .page = Choose whether they are; if not, those of the archive get new pseudonyms.
push-no-token = There is no token for the Hub.
    .expected = A token with write access was expected in { $name }, or typed when the command asks for it.
    .todo = Set { $name } before you start the command or `aloi serve`; never write it into a command.
    .page = Ask the administrator of this server to set { $name }.
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

## aloi/workbench/machines

machine-outside-restricted = The corpus { $name } is restricted by a data-use agreement, and { $host } is another machine.
    .expected = An endpoint on this machine was expected.
    .todo = Run the model on this machine; no reason allows it elsewhere.
machine-outside = The texts of { $name } would be sent to { $host }, which is another machine.
    .expected = A reason for sending them was expected, once for this corpus and endpoint.
    .todo = Give the reason (--sending-reason); it is stored. Or run the model on this machine.
    .page = Give the reason; it is stored. Or run the model on this machine.
machine-server-down = The server at { $endpoint } failed for { $items } items in a row.
    .expected = A server that answers was expected.
    .todo = Check the server, then start again: the answers so far are stored and are not asked again.
