## aloi/terminal/rounds

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
