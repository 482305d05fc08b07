## corpora/mining

tagger-missing = { $error }
    .expected = { $error-expected }
    .todo = Install them: pip install spacy { $package }.
scheduler = No Dask scheduler with a worker answers at { $address }.
    .expected = The address that the scheduler prints at its start was expected, such as tcp://node1:8786, with a connected worker.
    .todo = Start both (dask scheduler, dask worker ADDRESS), or omit the scheduler.
pairs-bin-drawn-from-candidates =
    { $per_bin ->
        [one] { $per_bin } pair
       *[other] { $per_bin } pairs
    } per bin are requested from { $candidates } candidates; { $scores } of them have a score.
    .expected = At least one scored candidate, and one pair per bin, were expected.
    .todo = Lower the threshold or mine another way.

## corpora/readers

csv-broken = { $path }, line { $line }: { $error }.
    .expected = CSV quoting was expected: "double quotes" around a value that contains a quote, the separator or a line break. Quotes inside are doubled.
    .todo = Correct the line, or write the table again with a CSV writer.
same-id = { $path }: { $value } and { $text } have the same id { $name }.
    .expected = A unique id for each text was expected.
    .todo = Correct one of the two, or choose another id column.
archive-unpacks-more-than-times = { $where }: the archive unpacks to more than { $max_ratio } times its own size.
    .expected = Text was expected, with a compression ratio of 3 to 5.
    .todo = Do not trust this archive; make a new one from the texts alone.
bioc-entity = { $name }, line { $line }: the XML declares an entity, or names one that it does not declare.
    .expected = BioC XML without its own entities was expected.
    .todo = Replace entities by the characters.
gzip-damaged = { $name } cannot be unpacked: { $error }.
    .expected = A complete file packed by gzip or zlib was expected.
    .todo = Download it again, or unpack it yourself and give the file.
entry-points-outside-archive = { $name }: the entry { $name_2 } points outside the archive.
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
holds-more-than-bytes-text = { $where } contains more than { $max_total } bytes of text once unpacked.
    .expected = At most { $max_total } bytes in one source were expected.
    .todo = Import it in several parts.
holds-no-txt-file = { $where } contains no .txt file.
    .expected = At least one file whose name ends in .txt was expected.
    .todo = Check the folder, or give a table (.tsv, .csv, .jsonl, .parquet) instead.
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
column-role = { $entry } does not give a role to a column.
    .expected = A role and a column were expected, such as left=sentence_A. The roles are { $roles }.
    .todo = Write ROLE=COLUMN for each column in --columns.
    .page = Choose a role for each column.
column-of-two-roles = The entry { $entry } names a column that already has the role { $role }.
    .expected = One role per column was expected.
    .todo = Correct the entry in --columns.
    .page = Choose a role for each column.
role-of-several = The role { $role } is given to several columns: { $columns }.
    .expected = One column with this role was expected.
    .todo = Give it to one of them, and metadata or ignore to the others.
role-missing =
    { $name } has no column with the { $roles-count ->
        [one] role
       *[other] roles
    } { $roles }.
    .expected = A column for each was expected. The table has { $columns }.
    .todo = Name the columns, as in --columns { $example }.
    .page = Choose a role for each column.
columns-unsure = The roles of these columns of { $name } are not certain: { $doubts }.
    .expected = A role for each column was expected.
    .todo = Check them and run the command again with: --columns "{ $proposed }".
    .page = Check the roles of the columns.
no-header = The first row of { $name } looks like data, not like names of columns.
    .expected = A first row with a name for each column was expected.
    .todo = Add such a row to the file, for instance id, left, right, score.
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
cell-too-long = { $where }, row { $row }: a text does not fit into a cell.
    .expected = A cell of a workbook has at most { $most } characters, none of them U+FFFE or U+FFFF.
    .todo = Write another format, such as CSV.

## corpora/terminologies

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
