## aloi/gold/formats

docbin-no-spacy = DocBin files need spaCy, which is not installed.
    .expected = The package spacy was expected; Aloi needs it for this format only.
    .todo = Install it: pip install "spacy>=3.8,<3.9". Or choose another format: brat and CoNLL need no package.
docbin-cannot-read = { $path } cannot be read as a DocBin file of spaCy: { $error }.
    .expected = A file with the suffix .spacy, as spaCy writes it, was expected.
    .todo = Write it again, or export it again.
label-studio-blank = The text of the item { $id } is only white space, which Label Studio does not show.
    .expected = Texts with at least one visible character were expected.
    .todo = Remove it from the gold, or choose another format.
label-studio-config = { $name } is not the labelling configuration of an export of Aloi: it has no control { $control } for rows.
    .expected = The unchanged files of one export were expected.
    .todo = Export the release again; import a project of Label Studio with aloi import.
mteb-one-part = An MTEB task of the kind { $kind } cannot be created: { $part } is the training split, and no other split is left for evaluation.
    .expected = At least two splits were expected; for mentions, with the same concepts in both.
    .todo = Build the release with the splits train and test, or choose another format.
release-rows-kind =
    The release has rows of kind { $kinds-count ->
        [0] none
       *[other] { $kinds }
    }.
    .expected = The format { $name } writes { $row_kinds }.
    .todo = Choose a format that accepts these rows (`aloi formats` lists them).
    .page = Choose one of the formats that the page Releases offers for it.
folder-cannot-written = The folder { $folder } cannot be written: { $strerror }.
    .expected = A folder that can be created or written was expected.
    .todo = Choose another one, or change its permissions.
folder-holds-which-not-part = The folder { $folder } contains { $value }, which is not part of this export.
    .expected = An empty folder, or an earlier export of the same splits, was expected.
    .todo = Choose another folder, or remove that file.
formats-cannot-read = { $path } cannot be read: { $strerror }.
    .expected = A file of an export was expected.
    .todo = Check the folder and the format.
not-utf-8-at-byte = { $path } is not UTF-8 at byte { $start }.
    .expected = UTF-8 was expected.
    .todo = Convert the file.
formats-score = The score is { $text } ({ $where }).
    .expected = A number from { $scale } to { $scale_2 } was expected.
    .todo = Correct it, or give the right scale.
no-ann-file = { $path } is not an .ann file.
    .expected = Brat files were expected: a folder, a .zip or a file of .ann.
    .todo = Check the path, or choose another reader.
holds-no-file-ends =
    { $has_exists ->
        [True] { $path } contains no file that ends in { $suffixes }.
       *[False] There is no { $path }.
    }
    .expected = A folder, a .zip or a file of { $suffixes_2 } was expected.
    .todo = Check the path and the reader.

## aloi/gold/formats/huggingface

holds-no-parquet-file = { $folder } contains no .parquet file.
    .expected = One per split was expected.
    .todo = Export the release again.
cannot-read-as-parquet = { $path } cannot be read as Parquet: { $error }.
    .expected = A complete .parquet file was expected.
    .todo = Write the file again.
labels = { $where }: the labels are { $value }.
    .expected = Numbers from 0 to { $known } were expected: the indices of the labels in the file.
    .todo = Export the release again.

## aloi/gold/formats/labels

text-or-id-empty-or = { $where }: the text or the id is empty, or the id { $name } is repeated.
    .expected = A text and a unique id were expected in each row.
    .todo = Correct the row, or name another id column.
holds-no-rows = { $path } contains no rows.
    .expected = At least one text was expected.
    .todo = Choose another file.
label-tables-columns = { $name } has the columns { $columns }.
    .expected = A column of the { $value } was expected: { $usual }.
    .todo = Name the column that contains them.
column-holds = { $where }: the column { $name } contains { $value }.
    .expected = 1 or 0, true or false, yes or no were expected.
    .todo = Correct the cell, or omit the column.
labelled-jsonl-holds-no-jsonl-file = { $folder } contains no .jsonl file.
    .expected = One per split was expected.
    .todo = Export the release again.
labelled-jsonl-not-json = { $path } is not JSON: { $error }.
    .expected = A list of labels was expected.
    .todo = Correct the file, or export it again.
labelled-jsonl-holds = { $path } contains { $value }.
    .expected = A list of labels was expected.
    .todo = Correct the file, or export it again.
labelled-jsonl-not-json-lines-json = { $where } is not JSON: { $error }.
    .expected = Lines that are JSON objects with { $columns } were expected.
    .todo = Correct the file, or export it again.
not-all-columns = { $where } has not all the columns.
    .expected = Lines that are JSON objects with { $columns } were expected.
    .todo = Correct the file, or export it again.
labelled-jsonl-labels = { $where }: the labels are { $labels }.
    .expected = Labels of { $labels_file } were expected: { $known }.
    .todo = Correct the file, or export it again.

## aloi/gold/formats/mentions

no-mention-group = { $path } has no mention in the group { $group }.
    .expected = One of these was expected: { $groups }.
    .todo = Check the spelling, or omit the group.
bigbio-not-json = { $name } is not JSON ({ $error }).
    .expected = A list of documents (.json), or one document per line (.jsonl), was expected.
    .todo = Correct the file, or choose another reader.
no-entities = { $where } has no entities.
    .expected = Documents with `passages` and `entities` were expected (schema kb of BigBio).
    .todo = Check the file, or choose another reader.
dictionaries-several = { $path } contains { $files } files that may be a dictionary.
    .expected = One dictionary was expected.
    .todo = Name the file itself.
no-mention-form-biosyn = { $path } has no mention in the form of BioSyn.
    .expected = Lines `document||start|end||type||mention||concept` were expected.
    .todo = Give .concept files, or choose another reader.
no-mention-form-codiesp = { $path } has no mention in the form of CodiEsp.
    .expected =
        Lines of { $columns ->
            [one] { $columns } column was
           *[other] { $columns } columns were
        } expected: document, { $diagnosis } or { $procedure }, code, evidence, positions.
    .todo = Give the file whose name ends in X.tsv, or choose another reader.
holds-no-name-concept = { $path } contains no name of a concept.
    .expected = A table with the columns concept_id and name, or lines `concept||name`, was expected.
    .todo = Check the file.
no-reader-mentions-called =
    { $has_chosen ->
        [True] No reader of mentions is called { $chosen }.
       *[False] { $path }: the suffix names no reader.
    }
    .expected = One of these was expected: { $readers }.
    .todo = Name the reader.
mentions-no = There is no { $path }.
    .expected = A file or a folder was expected.
    .todo = Check the path.
no-mention-form-pubtator = { $path } has no mention in the form of PubTator.
    .expected = Lines `document, start, end, mention, type, concept` separated by tabs were expected.
    .todo = Check the file, or choose another reader.
tables-columns = { $path } has the columns { $columns }.
    .expected = A column { $mention_columns } and one of { $concept_columns } were expected.
    .todo = Rename the columns, or choose the reader of this form (`--reader`).
    .page = Rename the columns, or choose another form of the file.
text-not-json-string = { $where }: the text is not a JSON string ({ $error }).
    .expected = A JSON string was expected in a table whose name ends in `_json`.
    .todo = Correct the cell, or rename the table.

## aloi/gold/formats/operations

yawat-lines =
    { $path } has { $lines ->
        [one] { $lines } line
       *[other] { $lines } lines
    }.
    .expected = Three lines per pair were expected: its id, its source, its target.
    .todo = Complete the last pair, or remove the blank line within the file.
line-group-names-token-which =
    { $path }, line { $line }: the group { $text } names token { $wrong } of the { $side }, which has { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    }.
    .expected = Indices from 0 to the last token of the line were expected.
    .todo = Check that the texts belong to this file.
do-not-name-same-pairs = { $name } and { $path_name } do not name the same pairs.
    .expected = The same ids in the same order were expected.
    .todo = Export the split again.
no-group = { $where }: { $part } is not a group.
    .expected = SRC:TGT:LABEL was expected, with at least one token on one side: 4,5:7:synonym or :3:split.
    .todo = Correct the line.

## aloi/gold/formats/pairs

clister-columns = The columns of { $path } are { $line }.
    .expected = Files of { $columns } separated by tabs, and { $sentences }, were expected.
    .todo = Correct the folder, or export it again.
clister-fields =
    { $where } has { $fields ->
        [one] { $fields } field
       *[other] { $fields } fields
    }.
    .expected = Files of { $columns } separated by tabs, and { $sentences }, were expected.
    .todo = Correct the folder, or export it again.
holds-no-csv-file = { $folder } contains no .csv file.
    .expected = Files of { $columns } separated by tabs, and { $sentences }, were expected.
    .todo = Correct the folder, or export it again.
clister-not-json = { $path } is not JSON: { $error }.
    .expected = Files of { $columns } separated by tabs, and { $sentences }, were expected.
    .todo = Correct the folder, or export it again.
not-object-from-id-sentence = { $path } is not an object from id to sentence.
    .expected = Files of { $columns } separated by tabs, and { $sentences }, were expected.
    .todo = Correct the folder, or export it again.
sentence-not = The sentence { $sentence_id } is not in { $sentences } ({ $where }).
    .expected = Files of { $columns } separated by tabs, and { $sentences }, were expected.
    .todo = Correct the folder, or export it again.
drbenchmark-jsonl-holds-no-jsonl-file = { $folder } contains no .jsonl file.
    .expected = Lines that are JSON objects with { $columns } were expected.
    .todo = Correct the file, or export it again.
sts-tsv-columns =
    The columns of { $path } are { $columns-count ->
        [0] none
       *[other] { $columns }
    }.
    .expected = The columns { $columns_2 }, separated by tabs, were expected.
    .todo = Correct the file, or export it again.
sts-tsv-fields =
    { $where } has { $line ->
        [one] { $line } field
       *[other] { $line } fields
    }.
    .expected = The columns { $columns }, separated by tabs, were expected.
    .todo = Correct the file, or export it again.
sts-tsv-line = { $path }, line { $line_num }: { $error }.
    .expected = The columns { $columns }, separated by tabs, were expected.
    .todo = Correct the file, or export it again.

## aloi/gold/formats/questions

mcqa-jsonl-not-json = { $name } is not JSON: { $error }.
    .expected = JSON lines with question, options (a list of at least two texts) and correct (letters such as ["A", "C"]) were expected; or question, answer_a, answer_b ... and correct_answers.
    .todo = Correct the file, or export it again.
mcqa-jsonl-id-stands-twice = { $where }: the id { $row } appears twice.
    .expected = Each id was expected once.
    .todo = Correct the file, or export it again.
holds-no-question = { $name } contains no question.
    .expected = JSON lines with question, options (a list of at least two texts) and correct (letters such as ["A", "C"]) were expected; or question, answer_a, answer_b ... and correct_answers.
    .todo = Choose another file.
line-not-json = { $name }, line { $number } is not JSON: { $error }.
    .expected = JSON lines with question, options (a list of at least two texts) and correct (letters such as ["A", "C"]) were expected; or question, answer_a, answer_b ... and correct_answers.
    .todo = Correct the file, or export it again.
json-lines-question-options = { $where }: { $dumps }.
    .expected = JSON lines with question, options (a list of at least two texts) and correct (letters such as ["A", "C"]) were expected; or question, answer_a, answer_b ... and correct_answers.
    .todo = Correct the file, or export it again.
options = { $where } has the options { $options }.
    .expected = Non-empty options without duplicates were expected.
    .todo = Correct the file, or export it again.
said-correct = { $where }: { $value } is given as correct.
    .expected = A letter from A to { $letter }, or an index from 0 to { $options }, was expected.
    .todo = Correct the file, or export it again.

## aloi/gold/formats/spans

span-label = A span has the label { $wrong }.
    .expected = Labels without white space, ; and | were expected.
    .todo = Rename the label, or choose another format.
brat-first = { $folder } has { $note }: { $count } (first: { $first }).
    .expected = The unchanged files of the export were expected.
    .todo = Correct them, or import them as a corpus of spans, which reports the problems.
conll-holds-no-conll-file = { $folder } contains no .conll file.
    .expected = One per split was expected.
    .todo = Export the release again.
holds-no-token = { $name } contains no token.
    .expected = A token and a tag, separated by a tab or a space, were expected, with a blank line between sentences.
    .todo = Check that this is the right file.
lacks-tag =
    { $where }: { $line } lacks { $has_cells ->
        [True] a tag
       *[False] a token
    }.
    .expected = A token and a tag, separated by a tab or a space, were expected, with a blank line between sentences.
    .todo = Correct the line.
row-token-or-tag = The row { $id } has the token or tag { $cell }.
    .expected = Tokens and tags without tabs or line ends, none empty or { $boundary }, were expected.
    .todo = Correct it, or choose another format.
span-files-holds-no-conll-file = { $path } contains no .conll file.
    .expected = At least one was expected.
    .todo = Check the path.
span-files-scheme-without-tags = { $path } has no tags of the scheme { $scheme }.
    .expected = A scheme is available for CoNLL files only.
    .todo = Omit the scheme, or choose the reader conll.

conllu-columns =
    { $where } has { $count ->
        [one] { $count } column
       *[other] { $count } columns
    }, or no word in the second.
    .expected = A line of CoNLL-U has ten columns, separated by tabs.
    .todo = Correct the line, or export it again.
conllu-spans = { $where }: the value of "# spans =" is not a list of spans.
    .expected = A JSON list of labels with their parts was expected.
    .todo = Correct the line, or remove it: then the tags are read.
conllu-token = Row { $id }: token { $number } cannot be written in CoNLL-U.
    .expected = A token without tabs and line ends, and not empty, was expected.
    .todo = Export the release as huggingface.
row-without-token = Row { $id } has no token.
    .expected = A sentence of CoNLL and CoNLL-U has at least one token.
    .todo = Exclude the row, or export it as huggingface.

## aloi/gold/formats/substitutes

gold-do-not-speak-same = { $name } and its gold do not contain the same items.
    .expected = A line of gold for each sentence was expected.
    .todo = Check that the files belong together.
holds-no-xml-file = { $folder } contains no .xml file.
    .expected = One per split was expected.
    .todo = Check the folder and the format.
lemma-pos-id-substitute = { $where }: { $line }.
    .expected = `lemma.pos id :: substitute n; substitute n;` was expected.
    .todo = Correct the line.
substitute-then-space-count = { $where }: { $part }.
    .expected = A substitute, then a space and a count above 0 were expected.
    .todo = Correct the line.
no-line = { $name } has no line.
    .expected = One line per item was expected.
    .todo = Choose another file.
lemma-pos-id-answer = { $where }: { $line }.
    .expected = `lemma.pos id :: answer ; answer` was expected.
    .todo = Correct the line.
answers-between-them-expected = { $where }: { $strange }.
    .expected = Answers separated by ; were expected.
    .todo = Correct the line.
form-lemma-pos-form = { $where }: { $line }.
    .expected = `form(lemma.pos)-->form` was expected.
    .todo = Correct the line.
each-form-word-mapped = { $where }: { $line }.
    .expected = Each form of a word mapped once was expected.
    .todo = Correct the line.
line-no-xml = { $name }, line { $position }: this is not XML ({ $error }).
    .expected = Sentences in the XML of lexical substitution were expected.
    .todo = Correct the file.
sentence-target-head-expected = { $where }: { $value }.
    .expected = A sentence with its target in <head> was expected.
    .todo = Correct the line.
no-instance = { $name } has no instance.
    .expected = At least one was expected.
    .todo = Choose another file.
lemma-pos-id-number = { $where }: { $line }.
    .expected = `lemma.pos`, an id, the number of a token and the tokens were expected.
    .todo = Correct the line.
number-one-tokens-from = { $where }: { $cell }.
    .expected = The number of one of the { $tokens } tokens, from 0, was expected.
    .todo = Correct the line.
sentence-holds-character-u = The sentence of { $id } contains the character U+{ $ord }.
    .expected = Characters that XML allows were expected.
    .todo = Clean the corpus, or choose another format.
lemma-pos-id-before = { $where }: { $text }.
    .expected = `lemma.pos id` before the separator was expected.
    .todo = Correct the line.
each-id-once-expected = { $where }: { $value }.
    .expected = Each id was expected once.
    .todo = Correct the line.
substitute-characters =
    { $where }: a substitute has { $word ->
        [one] { $word } character
       *[other] { $word } characters
    }: { $word_word }...
    .expected =
        At most { $longest ->
            [one] { $longest } was
           *[other] { $longest } were
        } expected.
    .todo = Check that ; separates the substitutes.
substitute-no-text-or-names = { $name }: the substitute { $name_2 } has no text, or names a target that does not exist.
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.
gives-target-gives = { $name }: { $name_2 } gives { $substitute } for a target that { $first } gives it for.
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.
holds-no-substitute = { $name }: it contains no substitute.
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.
swords-file-cannot-read = { $name }: it cannot be read ({ $error }).
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.
swords-file-not-json = { $name }: it is not JSON ({ $error }).
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.
not-all-these-parts = { $name }: some of these parts are missing.
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.
object-as-swords-expected = { $name }: { $name_2 } is { $raw }.
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.
target-no-text-place-or = { $name }: the target { $name_2 } has no text, offset or context.
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.
target-does-not-stand-at = { $name }: the target { $name_2 }, { $word }, is not at { $start } of its context.
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.

## aloi/gold/formats/tables

table-row-kind = These files contain rows of the kind { $kind }.
    .expected = One of these kinds was expected: { $kinds }.
    .todo = Export the release again, or correct "kind" in the description of the rows.
table-row = { $where } is not a valid row: { $error }.
    .expected = The cells of an export of Aloi were expected.
    .todo = Correct the line, or export it again.
table-cell = { $where }: the cell of { $column } is not JSON: { $error }.
    .expected = A number, or a list in JSON as the export wrote it, was expected.
    .todo = Correct the cell, or export it again.
table-about = { $path } does not describe its rows: { $error }.
    .expected = The title, checksum, kind and labels of the rows were expected, as JSON.
    .todo = Export the release again: the folder is incomplete.
table-fields =
    { $where } has { $line ->
        [one] { $line } field
       *[other] { $line } fields
    }.
    .expected = The columns { $columns }, separated by commas, were expected.
    .todo = Correct the line, or export it again.
table-line = { $path }, line { $line_num }: { $error }.
    .expected = Lines of a CSV file, quotes closed, were expected.
    .todo = Correct the line, or export it again.
workbook-sheets = { $path } cannot be read as a workbook of a release.
    .expected = An .xlsx file with the sheets { $sheets } was expected.
    .todo = Export the release again.
sheet-too-long = The split { $part } has { $rows } rows.
    .expected = A sheet has at most { $most }.
    .todo = Export it as csv_safe or huggingface.

## aloi/gold/making

decision-on-no-value = The decision on { $item } has no value.
    .expected = A value was expected.
    .todo = Choose the value first.
decision-on-gives-no-reason = The decision on { $item } gives no reason.
    .expected = A decision needs a reason: it is stored with the answers.
    .todo = Write one sentence saying why.
decision-on-names-no-adjudicator = The decision on { $item } names no adjudicator.
    .expected = The adjudicator was expected.
    .todo = Name at least one adjudicator.
answers-item-round-given-twice = The answers to item { $item_id } in round { $number } are given twice.
    .expected = Each item was expected once per round, with all its answers.
    .todo = Collect them with collect_answers.

## aloi/gold/making/models

smoothing = The smoothing is { $smoothing }.
    .expected = 0 or more was expected.
    .todo = Give a larger number.
annotators-categories-cells =
    { $annotators ->
        [one] There is { $annotators } annotator
       *[other] There are { $annotators } annotators
    } and { $categories } categories: { $annotators_2 ->
        [one] { $annotators_2 } cell
       *[other] { $annotators_2 } cells
    } of confusion.
    .expected =
        At most { $most_cells ->
            [one] { $most_cells } was
           *[other] { $most_cells } were
        } expected.
    .todo = Use ordinal_model for ratings that are free numbers, or fewer categories.
table-units-annotators-no-rating =
    The table has { $units ->
        [one] { $units } unit
       *[other] { $units } units
    }, { $annotators ->
        [one] { $annotators } annotator
       *[other] { $annotators } annotators
    } and no rating.
    .expected = At least one rating was expected.
    .todo = Wait for answers, or choose a round that has some.
number-iterations = The number of iterations is { $iterations }.
    .expected = At least 1 was expected.
    .todo = Give a larger number.
categories-not-numbers = The categories are not numbers: { $labels }.
    .expected = A numeric scale was expected.
    .todo = Use dawid_skene or mace for labels, or give the degrees as numbers.
answers-come-from-several-versions = The answers come from several versions of the guideline: { $value }.
    .expected = Answers under one version were expected: the model assumes that annotators do not change.
    .todo = Choose rounds of one version, or one of the rules that combine item by item.

## aloi/gold/releasing

referred-but-not-among-what = The { $value } { $value_2 } is referred to, but is not in the inputs of the release.
    .expected = Every { $value } that items, answers and decisions refer to was expected.
    .todo = Add the { $value } to the inputs of the release.
gold-empty = The gold of { $name } is empty.
    .expected = At least one gold item was expected.
    .todo = Freeze gold after answers are collected.
gold-item-come-without-their =
    { $absent ->
        [one] { $absent } gold item comes
       *[other] { $absent } gold items come
    } without their item, the first is { $absent_absent }.
    .expected = The item of each gold item was expected.
    .todo = Add the items to the inputs of the release.
parts-hold-item-twice-or =
    { $has_wrong ->
        [True]
            The splits contain { $wrong ->
                [one] { $wrong } item
               *[other] { $wrong } items
            } twice or without gold.
       *[False] All splits are empty.
    }
    .expected = Gold items, each in at most one split, were expected.
    .todo = Make the splits from this gold.
gold-item-no-longer-follow =
    { $stale ->
        [one] { $stale } gold item no longer follows
       *[other] { $stale } gold items no longer follow
    } from the answers, the first is { $stale_stale }.
    .expected = Gold frozen after the last answer and decision was expected.
    .todo = Freeze gold again, then build the release from it.

## aloi/gold/releasing/gate

gate-licence =
    { $has_licence ->
        [True] The licence of the corpus { $corpus } is { $licence }, which is not an SPDX licence and states no agreement.
       *[False] The corpus { $corpus } has no licence.
    }
    .expected = An SPDX licence (CC-BY-4.0, LicenseRef-…) or an agreement was expected: its parties, date and purpose.
    .todo = State it: `aloi corpus licence CORPUS LICENCE --why TEXT`.
    .page = Ask the administrator of this server to state it, or give a reason here.
gate-restricted =
    { $documents ->
        [one] { $documents } document of the corpus { $corpus } would be published
       *[other] { $documents } documents of the corpus { $corpus } would be published
    }, although a data-use agreement restricts it.
    .expected = A stand-off release was expected: ids and offsets without texts.
    .todo = Build it with `--stand-off`.
    .page = Build it without its texts.
gate-names =
    { $places ->
        [one] { $places } item, document or decision names
       *[other] { $places } items, documents or decisions name
    } people of the store ({ $people }), the first is { $first }.
    .expected = Only pseudonyms were expected.
    .todo = Remove the names from texts and comments, or exclude these items.
gate-identifiers =
    { $places ->
        [one] { $places } item, document, decision or annotator contains
       *[other] { $places } items, documents, decisions or annotators contain
    } a likely identifier of a person: { $kinds }; the first is { $first }.
    .expected = Texts, comments and pseudonyms without dates, telephones, numbers of records, addresses and names were expected.
    .todo = Replace them in the texts. If a source of answers is named by an address, give it a pseudonym (`aloi people rename ADDRESS --pseudonym L1`) and freeze the gold again. Exclude false positives by a rule (`--identifiers FILE`).
    .page = Replace them in the texts. If a source of answers is named by an address, give it a pseudonym on the page People and freeze the gold again. For false positives, override this rule with a reason.
gate-agreement =
    { $count ->
        [one] The agreement of round { $rounds } or its interval is not defined.
       *[other] The agreement of the rounds { $rounds } or its interval is not defined.
    }
    .expected = A coefficient with an interval was expected for each round of the gold.
    .todo = Let at least two annotators answer some of its items.
gate-crossing =
    { $documents ->
        [one] { $documents } document is
       *[other] { $documents } documents are
    } in more than one of the splits { $parts }.
    .expected = Each document was expected in one split only: otherwise a model is tested on training documents.
    .todo = Build it with `--disjoint document`.
    .page = Build it with each document in one split.
gate-trace =
    { $items ->
        [one] { $items } gold item has
       *[other] { $items } gold items have
    } no answer and no logged assumption, the first is { $first }.
    .expected = Gold from answers, or from an assumption with a reason, was expected.
    .todo = Collect answers to these items, or freeze the gold without them.
identifiers-cannot-read = The rules of identifiers in { $path } cannot be read: { $error }.
    .expected = A TOML file in UTF-8 was expected, one table per rule.
    .todo = Correct the file; the guide on releases shows its form.
identifiers-rule = The rule { $name } in { $path } is incomplete: `{ $entry }` is missing or has the wrong type.
    .expected = A name in lower-case letters was expected, with a pattern as text, `ignore_case` and `use` as true or false, `finds` and `passes` as lists.
    .todo = Correct the rule.
identifiers-pattern = The pattern of the rule { $name } in { $path } is not a regular expression: { $error }.
    .expected = A regular expression of Python was expected.
    .todo = Correct the pattern.
identifiers-presidio = The rule { $name } needs the package { $package }, which is not installed.
    .expected = Presidio and the spaCy model that the rule names were expected.
    .todo = Install them (`make presidio` installs presidio with a French model), or remove the rule.
identifiers-example = The rule { $name } in { $path } does not do what its example { $number } of `{ $list }` says.
    .expected = A pattern was expected that matches all of `finds` and none of `passes`.
    .todo = Correct the pattern, or the example.

## aloi/gold/splitting

stands-items-forced-into = A { $value } is in items forced into { $bound } ({ $key }).
    .expected = Forced items that share no { $value } across splits were expected: they are never dropped.
    .todo = Force these items into one split, or do not make splits disjoint by { $value }.
drbenchmark-cuts =
    The cuts are { $cuts-count ->
        [0] none
       *[other] { $cuts }
    }.
    .expected = One or two shares between 0 and 1, in ascending order, were expected.
    .todo = Write them as 0.7 and 0.8.
drbenchmark-id-stands-twice = The id { $twice } appears twice.
    .expected = Each id was expected once.
    .todo = Split documents by the ids of the documents.
fraction = The fraction is { $fraction }.
    .expected = A number above 0 and at most 1 was expected.
    .todo = Write it as 0.25.
part-items-none-text-compare =
    The split { $part } has { $items ->
        [one] { $items } item
       *[other] { $items } items
    }, none with a text to compare.
    .expected = At least one was expected in both splits: without a comparison, no leakage is found.
    .todo = Name two splits with texts.
holds-mentions-or-names-none =
    { $has_count ->
        [True] { $where } contains { $count } mentions or names, none with a text.
       *[False] { $where } contains no mention and no name.
    }
    .expected = At least one with a text was expected: without a comparison, no leakage is found.
    .todo = Check the file and its column of mentions, or name the reader of its form (`--reader`).
    .page = Check the file and its column of mentions, or choose another form of the file.
threshold = The threshold is { $threshold }.
    .expected = A share of the longer length, from 0 to 1, was expected.
    .todo = Write it as in --threshold 0.2.
    .page = Write a share such as 0.2.
item-given-twice =
    { $items ->
        [one] { $items } item is
       *[other] { $items } items are
    } given twice.
    .expected = Each item was expected once.
    .todo = Remove them.
part-called = A split is called { $name }.
    .expected = Letters, digits, _ and - were expected: the name becomes a file name.
    .todo = Rename the split.
splits-sizes-asked =
    The sizes requested are { $sizes-count ->
        [0] none
       *[other] { $sizes }
    }.
    .expected =
        Positive numbers, and `{ $rest }` for at most one split, were expected. { $total ->
            [one] There is { $total } gold item
           *[other] There are { $total } gold items
        }.
    .todo = Give numbers that fit, such as train=600,test=400, or shares such as train=.6,test=rest.
splits-sizes-asked-all-numbers =
    The sizes requested are { $sizes-count ->
        [0] none
       *[other] { $sizes }
    }.
    .expected =
        All numbers or all shares were expected. { $total ->
            [one] There is { $total } gold item
           *[other] There are { $total } gold items
        }.
    .todo = Give numbers that fit, such as train=600,test=400, or shares such as train=.6,test=rest.
shares-asked-sum =
    The shares requested, { $sizes-count ->
        [0] none
       *[other] { $sizes }
    }, sum to { $value }.
    .expected =
        Shares that sum to 1, or `{ $rest }` for one split, were expected. { $total ->
            [one] There is { $total } gold item
           *[other] There are { $total } gold items
        }.
    .todo = Give numbers that fit, such as train=600,test=400, or shares such as train=.6,test=rest.
sizes-asked-need-items =
    The sizes requested, { $sizes-count ->
        [0] none
       *[other] { $sizes }
    }, need { $value ->
        [one] { $value } item
       *[other] { $value } items
    }.
    .expected =
        { $total ->
            [one] There is { $total } gold item
           *[other] There are { $total } gold items
        }.
    .todo = Give numbers that fit, such as train=600,test=400, or shares such as train=.6,test=rest.
part-gets-no-item =
    With { $sizes-count ->
        [0] none
       *[other] { $sizes }
    }, the split { $empty } gets no item.
    .expected =
        { $total ->
            [one] There is { $total } gold item
           *[other] There are { $total } gold items
        }.
    .todo = Give numbers that fit, such as train=600,test=400, or shares such as train=.6,test=rest.
forced-item-no-gold-first = { $unknown } forced item(s) have no gold, the first is { $unknown_unknown }.
    .expected = Items with gold were expected.
    .todo = Decide on them first (adjudicate, or freeze gold from that round too), or force another round.
items-forced-into-part =
    { $count ->
        [one] { $count } item is
       *[other] { $count } items are
    } forced into the split { $part }.
    .expected = One of the requested splits was expected: { $wanted }.
    .todo = Name an existing split.
items-forced-into-part-which =
    { $count ->
        [one] { $count } item is
       *[other] { $count } items are
    } forced into the split { $part } of size { $wanted }.
    .expected = A split at least as large as its forced items was expected.
    .todo = Request { $count } or more, or force fewer.
all-items-share-another-part =
    All { $wanted ->
        [one] { $wanted } item
       *[other] { $wanted } items
    } of { $name } share a { $disjoint } with another split.
    .expected = At least one item in each split was expected.
    .todo = Make splits disjoint by sentence rather than document, or choose other sizes.

holds-no-part = { $folder } contains no { $suffix } file.
    .expected = One per split was expected.
    .todo = Check the folder and the format.

## aloi/gold/formats/projects

project-not-json = { $name }, line { $line }, column { $column } is not JSON: { $why }.
    .expected = JSON was expected: one object per line, or one list of objects.
    .todo = Export the project again; a file that was cut off or edited by hand may be damaged.
project-not-xml = { $name }, line { $line }, column { $column } is not a labelling configuration: { $why }.
    .expected = The XML from the project settings of Label Studio was expected, without a document type.
    .todo = Copy it from the project again, or remove it: it is not needed.
project-which-control = { $where } does not show which field is the answer: labels look like any other text.
    .expected = One of the fields was expected to be a question: { $names }.
    .todo = Name it (--question), put the labelling configuration next to the file (labeling_config.xml), or export as JSON.
    .page = Write it into the field of the question, put the labelling configuration next to the file (labeling_config.xml), or export as JSON.
project-no-object = { $where } contains no object ({ $kind }).
    .expected = An object was expected for each record.
    .todo = Export the project again.
project-field =
    { $where }: { $field } { $kind ->
        [missing] is missing
        [null] is null
        [object] is an object
        [list] is a list
        [text] is a text
        [truth] is true or false
       *[number] is a number
    }.
    .expected =
        { $expected ->
            [text] A text
            [number] A number
            [whole] A whole number of 0 or more
            [truth] true or false
            [object] An object
            [list] A list
            [time] A time such as 2026-05-04T10:30:00Z
            [answer] accept, reject or ignore
            [label] A label and its value
            [span] A start, an end and a label
            [side] left, right or tie
            [option] Options of the task
           *[people] As many people as answers
        } was expected.
    .todo = Export the project again, or correct that line.
project-empty = The export contains no record with a text.
    .expected = Texts with annotations were expected.
    .todo = Check that the export is complete. If the texts are in another file, name it with --texts.
    .page = Check that the export is complete. If the texts are in another file, give it in its own field.
project-id-has-two-texts = { $where }: the id { $id } has another text than in { $first }.
    .expected = One text, with the same options, was expected for each id.
    .todo = Import the exports of different projects separately.
project-question-asks-two-things = The answers to { $name } are { $asked } and { $other }.
    .expected = Answers of one kind were expected for each question.
    .todo = Import the exports of different projects separately.
project-no-span-fits =
    { $spans ->
        [one] The only span does not fit its text
       *[other] None of the { $spans } spans fits its text
    } (first: { $where }).
    .expected = Offsets inside the text were expected{ $words ->
        [0] {""}
       *[other] , at the given words
    }, in code points, UTF-16 units, grapheme clusters or bytes.{ $crlf ->
        [0] {""}
        [one] {" "}{ $crlf } text has CR LF line ends.
       *[other] {" "}{ $crlf } texts have CR LF line ends.
    }{ $astral ->
        [0] {""}
        [one] {" "}{ $astral } text has characters outside the basic plane.
       *[other] {" "}{ $astral } texts have characters outside the basic plane.
    }
    .todo = Export the project again together with the texts that were annotated.
project-nobody-named =
    { $several ->
        [one] { $several } text was answered several times, and no annotator is named
       *[other] { $several } texts were answered several times, and no annotator is named
    }.
    .expected = Either one annotator who corrected answers, or the names of several annotators, were expected.
    .todo = If it was one annotator, name this person with --annotator; if there were several, export with their names.
    .page = If it was one annotator, name this person; if there were several, export with their names.
project-sessions = The answers come from { $sessions } sessions without a name.
    .expected = Sessions with names, or one annotator for all of them, were expected.
    .todo = If it was one annotator, name this person with --annotator; if there were several, export each one separately.
    .page = If it was one annotator, name this person; if there were several, export each one separately.
project-several-texts = { $where }: { $path } has several texts: { $names }.
    .expected = The text that annotators read was expected: one of these, or two that are read together.
    .todo = Name it with --text-field (twice for two texts).
    .page = Choose it, or the two.
project-texts-apart =
    { $name } contains { $missing ->
        [one] an answer whose text is not
       *[other] { $missing } answers whose texts are not
    } in it.
    .expected = The data file of the project, with the id and the text of each instance, was expected next to it.
    .todo = Name it with --texts.
    .page = Give it in the field for separate texts.
project-labels-or-texts = { $labels } of { $given } labels differ: they may be free texts.
    .expected = Labels of a fixed list were expected, each used for several texts.
    .todo = If they are labels, write --question { $name }. Free texts are not supported.
    .page = If they are labels, write { $name } into the field of the question. Free texts are not supported.
project-labels-or-rankings = Each of { $answers } answers to { $name } contains the same { $options } options in the same order: labels, or a ranking.
    .expected = Answers that differ, or the settings of the dataset (`settings.json`), were expected.
    .todo = If they are labels, write --question { $name }. Rankings are not supported.
    .page = If they are labels, write { $name } into the field of the question. Rankings are not supported.
project-tsv-line = { $name }, line { $line } has { $cells } { $cells ->
        [one] cell
       *[other] cells
    }, or offsets that match no token.
    .expected = The numbers of sentence and token, the offsets, the token and its columns were expected.
    .todo = Export the document again as WebAnno TSV 3.
project-tsv-places = { $name }: the offsets of the tokens do not match the sentences.
    .expected = Offsets in UTF-16 units or characters were expected.
    .todo = Export the document again; a file edited by hand may have wrong offsets.
project-tsv-far = { $name }, line { $line } has an offset far beyond its text.
    .expected = Offsets up to { $length } were expected in a file of this size.
    .todo = Export the document again; a file edited by hand may have wrong offsets.
project-nobody-annotated = { $path } contains { $files ->
        [one] { $files } document
       *[other] { $files } documents
    } before annotation (INITIAL_CAS) or after curation, but none by an annotator.
    .expected = Documents with annotations of annotators were expected.
    .todo = Export the project with the annotations of its annotators.
project-no-types = { $name } has no type system.
    .expected = The file `TypeSystem.xml` of the export was expected next to it.
    .todo = Give the complete export, a .zip or its folder.
project-cas = { $name } cannot be read as a UIMA CAS ({ $error }).
    .expected = XMI with its type system, or JSON of a CAS, was expected.
    .todo = Export the document again.
project-person-is-computed = { $where }: the name { $person } stands for the { $kind } of others.
    .expected = Answers of annotators were expected, not values computed from them.
    .todo = Exclude these rows.
not-release-frozen = { $path } is not the frozen release. { $problem }
    .expected = A manifest with matching checksums was expected.
    .todo = Export the release again, or fetch the file again.
manifest-cannot-read = The manifest of { $path } cannot be read: { $error }.
    .expected = The JSON file that goes with a release was expected.
    .todo = Export the release again, or fetch the file again.
