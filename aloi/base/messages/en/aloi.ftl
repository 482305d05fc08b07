## aloi

no-called = No { $value } is called { $name }.
    .expected =
        { $known-count ->
            [0] There is none yet.
           *[other] One of these was expected: { $known }.
        }
    .todo =
        { $has_near ->
            [True] Did you mean { $near }?
           *[False] Check the spelling.
        }
text-several-lines = { $name }: text { $wrong } has several lines.
    .expected = One sentence per line was expected.
    .todo = Replace the line breaks by spaces.
cannot-read = { $path } cannot be read: { $error }.
    .expected = A TOML file in UTF-8 was expected.
    .todo = Correct that line.
settings-sets = { $path } sets { $name }.
    .expected = One of these names was expected: { $names }.
    .todo = Correct or remove that line.
settings-gives-text-not = { $value } gives { $value_2 } for { $name }.
    .expected = Text that is not empty was expected.
    .todo = Correct that value.
settings-gives = { $value } gives { $value_2 } for { $name }.
    .expected = A whole number from { $low } to { $high } was expected.
    .todo = Correct that value.
settings-gives-no-list = { $value } gives { $value_2 } for { $name }.
    .expected = { $name ->
        [proxies] IP addresses or networks such as 10.0.0.0/8 were expected, separated by commas.
       *[other] Addresses such as https://aloi.example.org were expected, separated by commas.
    }
    .todo = Correct that value.
no-store-at = There is no store at { $value }.
    .expected = The file of a store, or its address, was expected.
    .todo = Check the path; `aloi serve` and `aloi demo` create a store.
extra-missing = The package { $package } is not installed.
    .expected = The extra { $extra } of Aloi was expected, which installs it.
    .todo = Install it: pip install "aloi[{ $extra }]".
    .page = Ask the administrator of this server to install the extra { $extra }.
tables-type = { $name } is of type { $table_name }.
    .expected = A path, a DataFrame of pandas or a table of pyarrow was expected.
    .todo = Convert it to one of these.

## aloi/base/requests

request-file-no-table = { $path } holds no fields.
    .expected = Names and values of the fields of a request were expected.
    .todo = Write an object, such as { "{" }"seed": 1{ "}" }.
request-no-object = The request is { $value }.
    .expected = An object with the fields of a request was expected.
    .todo = Write an object, such as { "{" }"seed": 1{ "}" }.
field-missing = { $field } is missing.
    .expected = A value was expected{ $has_example ->
        [True] {" "}such as { $example }
       *[False] { "" }
    }.
    .todo = Give it.
field-unknown = No field is called { $name }.
    .expected = These fields exist: { $fields }.
    .todo =
        { $has_near ->
            [True] Did you mean { $near }?
           *[False] Correct or remove it.
        }
field-type = { $field } is { $value }.
    .expected =
        { $kind ->
            [text] A text was expected.
            [flag] true or false was expected.
            [whole] A whole number was expected.
            [number] A number was expected.
            [day] A date such as 2026-12-01 was expected.
            [path] A path was expected.
            [list] A list was expected.
            [entries] A name and its value, joined by =, were expected.
            [once] Each name was expected once.
            [several] Another number of values, with commas between them, was expected.
           *[form] Another form was expected.
        }{ $words-count ->
            [0] { "" }
           *[other] {" "}Or one of these words: { $words }.
        }
    .todo =
        { $has_example ->
            [True] Write it as in { $example }.
           *[False] Correct this value.
        }
field-choice = { $field } is { $value }.
    .expected = One of these was expected: { $choices }.
    .todo =
        { $has_near ->
            [True] Did you mean { $near }?
           *[False] Choose one of these.
        }
field-range = { $field } is { $value }.
    .expected =
        { $bounds ->
            [low] A number of at least { $low } was expected.
            [high] A number of at most { $high } was expected.
           *[both] A number from { $low } to { $high } was expected.
        }
    .todo = Correct this number.
field-no-file = { $field } is { $path }: there is no such file or directory.
    .expected = An existing path was expected.
    .todo = Check the path.
field-pairs = { $field } was given { $keys ->
        [one] { $keys } time
       *[other] { $keys } times
    }, { $other } { $values ->
        [one] { $values } time
       *[other] { $values } times
    }.
    .expected = One { $other } for each { $field }, and each name once, were expected.
    .todo = Write them in pairs.
fields-none = None of these was given: { $fields }.
    .expected = One of these was expected.
    .todo = Choose one of these.
fields-conflict = These were given together: { $fields }.
    .expected = At most one of these was expected.
    .todo = Remove the others.

## aloi/records

record = This is not a valid { $kind }: { $wrong }.
    .expected = All fields with their types were expected.
    .todo = Correct it, or restore the file.
disk-full =
    { $named ->
        [True] { $path } cannot be written: the disk is full.
       *[other] A file cannot be written: the disk is full.
    }
    .expected = Enough disk space was expected.
    .todo = Free space on that disk, then try again.
system-refused =
    { $named ->
        [True] { $path } cannot be used: { $reason }.
       *[other] The operating system refused the operation: { $reason }.
    }
    .expected = A file or folder that this account may use was expected.
    .todo = Check the path and its permissions, then try again.

## Families: what differs between uses is a value; `expected` and `todo` may be replaced by a term

value = { $name } is { $value }.
    .expected = Expected: { $expected }.
    .todo = Correct that value.
no-content = { $path } contains { $content }.
    .expected = At least one was expected.
    .todo = Check that it is the right file.
repeated = { $name } { $value } appears twice.
    .expected = Each was expected once.
    .todo = Remove or rename one of them.
wrong-kind = { $name } is of the kind { $kind }.
    .expected = Expected: { $expected }.
    .todo = Choose other data.
too-few = There are too few { $name }: { $count }.
    .expected = Expected: at least { $least }.
    .todo = Add some, or choose other data.
missing = { $name } lacks { $missing }.
    .expected = Expected: { $missing }.
    .todo = Complete it.
not-finite = { $name } is NaN or infinite.
    .expected = A finite number was expected.
    .todo = Correct or exclude it.
spacy-model = The spaCy model { $model } cannot be loaded: { $error }.
    .expected = spaCy and a model of the language were expected, such as fr_core_news_md.
    .todo =
        Install them: pip install spacy{ $package-count ->
            [0] { "" }
           *[other] { " " }{ $package }
        }. Or choose another model or method.
    .page = Choose another model or method, or ask the administrator of this server to install it.
too-many = There are too many { $name }: { $count }.
    .expected = Expected: at most { $most }.
    .todo = Remove some.
cannot-write = { $path } cannot be written: { $error }.
    .expected = A file or folder that can be created or written was expected.
    .todo = Choose another path, or change its permissions.
suffix = { $path } ends in { $suffix }, which is not supported.
    .expected = A file ending in { $suffixes } was expected.
    .todo = Save it in one of these formats, with that suffix.
no-file = There is no file or folder { $path }.
    .expected = The path of a file or folder was expected.
    .todo = Check the path.
not-json = { $path } is not JSON: { $error }.
    .expected = Valid JSON was expected.
    .todo = Correct the file, or export it again.
unreadable = { $path } cannot be read as { $format }: { $error }.
    .expected = A complete, unchanged file was expected.
    .todo = Check the path, or write the file again.
no-column = { $table } has no column { $missing }; its columns are { $columns }.
    .expected = Expected: { $expected }.
    .todo = Name the columns to read, or correct the header.
line = { $value } does not have the expected form.
    .expected = Expected: { $expected }.
    .todo = Correct the line, or export the file again.
cell = the column { $column } contains { $value }.
    .expected = Expected: { $expected }.
    .todo = Correct the cell, or choose another column.
all-equal = { $name } has { $count } values, and all are { $value }.
    .expected = Values that vary were expected: a model cannot be trained on one value.
    .todo = Choose other data.
checksum = { $path } has the checksum { $checksum }.
    .expected = Expected: { $recorded }.
    .todo = Restore the file, or create it again.
package-missing = The package { $package } is not installed.
    .expected = It is needed for { $purpose }.
    .todo = Install it: { $command }.
    .page = Choose another option, or ask the administrator of this server to install it.
not-found = { $kind } { $name } does not exist.
    .expected = An existing name or id was expected.
    .todo = Check the spelling, or create it first.
    .page = Load the page again: the list may have changed.
not-listed = { $kind } { $name } does not exist.
    .expected =
        { $known-count ->
            [0] There is none yet.
           *[other] One of these was expected: { $known }.
        }
    .todo = Check the spelling, or create it first.
matches = The number of { $kind } that match { $name } is { $count }.
    .expected =
        { $known-count ->
            [0] There is none yet.
           *[other] Exactly one was expected, of: { $known }.
        }
    .todo = Write more of its name or id.
exists = { $name } already exists.
    .expected = A name not used yet was expected.
    .todo = Choose another name.
only-one = This is the only { $role }.
    .expected = At least one was expected to remain.
    .todo = Make another person { $role } first, or ask an administrator.
not-allowed = Only { $role } can do this.
    .expected = This role was expected.
    .todo = Ask { $role }.
in-use = { $name } is in use: { $uses }.
    .expected = Expected: { $expected }.
    .todo = Choose another one.
differ = { $name } differ: { $differences }.
    .expected = Expected: { $expected }.
    .todo = Correct one of them.
closed = { $name } is closed.
    .expected = Expected: { $expected }.
    .todo = Ask a manager to open it again.
no-change = { $name } would not change.
    .expected = Expected: { $expected }.
    .todo = Change a value, or leave it as it is.
not-for = { $name } does not apply to { $data }.
    .expected = Expected: { $expected }.
    .todo = Omit it, or choose other data.
task-not-installed = The task { $task } is not installed.
    .expected =
        { $package ->
            [unknown] The package that adds this task was expected.
           *[other] The package { $package } was expected, which adds this task.
        }
    .todo = Install it in the environment of Aloi, and restart the pages and the workers.
    .page = Ask the administrator of this server to install it.
