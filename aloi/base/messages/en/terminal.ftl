## terminal

nul-byte = An option or argument contains a NUL character.
    .expected = Names, numbers and file names without it were expected.
    .todo = Remove it.
not-utf-8-byte = { $name } is not UTF-8 (byte { $start }).
    .expected = A text file in UTF-8 was expected.
    .todo = Save it as UTF-8.
store-use-holds-people-or = The store { $url } is in use: it contains people or campaigns.
    .expected = An empty store was expected for the demo.
    .todo = Name another one with --store, or omit --store.
serve-store = The store is { $url }.
    .expected = A store in a SQLite file was expected.
    .todo = Name one with --store sqlite:///folder/aloi.db.

## aloi/terminal/imports

substitutes-come-neither-from = Neither a table nor --gold alone was given.
    .expected = A table with --corpus, or --gold alone, was expected.
    .todo = Give one of the two.
source-stands-time-target-aln =
    --source is given { $sources ->
        [one] { $sources } time
       *[other] { $sources } times
    }, --target { $targets } and --aln { $files }.
    .expected = The same number of each was expected.
    .todo = Name the three files of each set.

## aloi/terminal/models


## aloi/terminal/rounds

suspect = --suspect is { $text }.
    .expected = Two sentence ids separated by a comma were expected.
    .todo = Copy them from the columns left_id and right_id of the draw.
accept-came-without-by = --accept came without --by.
    .expected = The name of the person who accepts was expected.
    .todo = Add --by NAME.
result-exclude-came-together =
    { $has_exclude ->
        [True] --result and --exclude came together.
       *[False] There is no --result and no --exclude.
    }
    .expected = One of the two was expected.
    .todo = Give the form for the gold, or exclude the answer.
both-file-ready-given =
    { $has_ready ->
        [True] Both FILE and --ready were given.
       *[False] Neither FILE nor --ready was given.
    }
    .expected = One of them was expected.
    .todo = Name a Markdown file, or choose the ready guideline.
campaign-no-guideline-version =
    The campaign { $name } has no guideline{ $has_version ->
        [True] { " " }version { $version }
       *[False] { "" }
    }.
    .expected =
        Its versions are: { $versions-count ->
            [0] none yet
           *[other] { $versions }
        }.
    .todo = Name one of them, or add one: `aloi guideline add`.

## aloi/studies, commands

data-sets-called = The data sets are called { $names }.
    .expected = Each data set was expected to have a unique name.
    .todo = Rename one of the files with the same name.
corpora-named = { $sources } corpora were named.
    .expected = One was expected.
    .todo = Give --texts to read files.
runs-named =
    { $names ->
        [one] { $names } run is
       *[other] { $names } runs are
    } named.
    .expected = Two were expected, or none.
    .todo = Name one of each protocol.

mapping-written = { $option } was given as { $text }.
    .expected = OLD=NEW was expected; for a label that is split, OLD=NEW,NEW.
    .todo = Correct it.
