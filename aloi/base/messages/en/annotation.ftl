## annotation/tag_schemes

tags-mixed =
    { $where } has tags with a letter of a scheme ({ $letters }) and tags without ({ $bare }).
    .expected = Either all tags with a letter, such as B-X and I-X, or none with a letter were expected.
    .todo = Correct the tags, or name the scheme IO or BARE if each tag is a label without a scheme.
tags-no-labels = { $where } has tags that are not labels: { $tags }.
    .expected = The last column was expected to contain tags such as B-X, I-X and O.
    .todo = Convert the tags, or put the column of the tags last.
tags-other-scheme = { $where } has tags that are not of the scheme { $scheme }: { $tags }.
    .expected = O and { $letters } were expected.
    .todo = Name the scheme of the tags, or none: the scheme is then detected.

## annotation/tasks/operations

operation-part =
    Operation { $number } ({ $name-count ->
        [0] without a name
       *[other] { $name }
    }) has the { $part } { $given }.
    .expected =
        Its { $part } was expected to be { $part ->
            [name] letters, digits, - and _, beginning with a letter
            [gloss] one line on what the operation means
            [colour] a colour such as #25408f
            [key] one or two lower-case letters
           *[sides] one of { $sides }
        }.
    .todo = Correct the typology.
corpus-label = The label is { $stranger }.
    .expected = One of these was expected: { $known }.
    .todo = Check the spelling.
settings-tokens =
    The settings are { $settings-count ->
        [0] empty
       *[other] { $settings }
    }, with tokens { $tokens }.
    .expected = A typology, and tokens that are words or spaces, were expected.
    .todo = Start from a ready schema.
answer-holds-no-groups = The answer contains no groups.
    .expected = A list of groups was expected.
    .todo = Send it as the page does.
operations-answer = The answer has { $value }.
    .expected = groups and err (true or false) were expected.
    .todo = Send it as the page does.
campaign-cuts-texts-into = The campaign splits its texts into { $settings }.
    .expected = The same tokens as in the row were expected.
    .todo = Import into a campaign with the ready schema `spaces`, or into a new one.
group-given-as = A group is given as { $raw }.
    .expected = source, target and label were expected.
    .todo = Draw it again.
group-tokens = A group has the { $name } tokens { $places }.
    .expected = Indices from 0 to { $length } were expected.
    .todo = Draw it again.
group-source-target-token-label = A group of { $source } source and { $target } target token(s) has the label { $label }.
    .expected = A label of the typology that allows these sides was expected.
    .todo = Choose another label, or other tokens.
typology-names-no-subset = The typology { $name } has no subset { $name_2 }.
    .expected =
        One of these was expected: { $subsets-count ->
            [0] it has none
           *[other] { $subsets }
        }.
    .todo = Check the spelling, or choose labels.
typology-not = { $path } does not exist.
    .expected = A typology was expected.
    .todo = Check the path.
cannot-read = { $path } cannot be read: { $error }.
    .expected = A TOML file in UTF-8 was expected.
    .todo = Correct the file.
label-cannot-be-a-name = The label { $label } cannot be the name of an operation.
    .expected = A letter, then letters, digits, `-` or `_` were expected.
    .todo = Rename it in the files.
no-key-left = There is no key left for the label { $label }.
    .expected = Two letters that are not the start of another key were expected.
    .todo = Give a typology with free keys.
typology-lists-no-operations = The typology lists no operations.
    .expected = A list `operations` with one entry per label was expected.
    .todo = Add [[operations]] entries with name, title, gloss, colour, key and sides.
subsets-typology-no-list = The subsets of the typology are not a list.
    .expected = [[subsets]] entries were expected.
    .todo = Correct the typology.
subset-typology-name = Subset { $count } of the typology has the name { $name }.
    .expected = A unique name of letters, digits, - and _ was expected.
    .todo = Correct the typology.
subset-names-no-label = The subset { $name } has no label.
    .expected = Labels under any or none were expected.
    .todo = Add some, or remove the subset.
subset-lists-under = The subset { $name } lists { $stranger } under { $which }.
    .expected = Labels of the same typology were expected.
    .todo = Correct the typology.
operation-typology-no-table = Operation { $value } of the typology is not a table.
    .expected = A name, a gloss and a key were expected.
    .todo = Correct it.
operation-listed-twice = The operation { $twice } is listed twice.
    .expected = Each name was expected once.
    .todo = Remove one of them.
operation-key = The operation { $name } has the key { $key }.
    .expected = A key was expected that does not begin with one of { $reserved }: these are reserved.
    .todo = Choose another key.
keys-begin-alike = The keys { $key } ({ $name }) and { $value_key } ({ $value_name }) begin with the same letter.
    .expected = Keys of which none is the start of another were expected.
    .todo = Choose another key for one of them.

## annotation

round-no-items = The round has no items.
    .expected = At least one item was expected.
    .todo = Draw a sample of candidates first, or select more items: items of earlier rounds are excluded.
round-no-annotators = The round has no annotators.
    .expected = At least one annotator was expected.
    .todo = Add people first, then name them for the round.
round-names-item-or-annotator = The round names an item or an annotator twice.
    .expected = Each was expected once.
    .todo = Remove the duplicate.
overlap-annotator =
    The overlap is { $overlap } for { $people ->
        [one] { $people } annotator
       *[other] { $people } annotators
    }.
    .expected = A number from 1 to { $people } was expected: the number of annotators per item.
    .todo = Lower the overlap or add annotators.
annotator-at-most-items-each =
    { $people ->
        [one] { $people } annotator
       *[other] { $people } annotators
    } with at most { $cap ->
        [one] { $cap } item
       *[other] { $cap } items
    } each give { $cap_2 ->
        [one] { $cap_2 } answer
       *[other] { $cap_2 } answers
    }.
    .expected =
        { $items ->
            [one] { $items } answer was
           *[other] { $items } answers were
        } expected, { $overlap } per item.
    .todo = Raise the cap, lower the overlap, choose fewer items or add annotators.
repeats-asked-items =
    { $repeats ->
        [one] { $repeats } repeat was
       *[other] { $repeats } repeats were
    } requested for { $items ->
        [one] { $items } item
       *[other] { $items } items
    }.
    .expected = At most one repeat per item was expected.
    .todo = Request fewer repeats.

## annotation/tasks

row-kind = The row { $row } is of the kind { $name }.
    .expected = Rows of the kind { $kind_name } were expected.
    .todo = Choose a task that accepts these rows.

## annotation/tasks/classification

labels =
    { $listed ->
        [one] There is { $listed } label
       *[other] There are { $listed } labels
    }.
    .expected = A list of 1 to { $most_labels } labels was expected for the question.
    .todo = Complete the list.
no-labels = There are no labels.
    .expected = One label per line was expected.
    .todo = Add the labels.
line-columns =
    Line { $number } has { $row ->
        [one] { $row } column
       *[other] { $row } columns
    }: { $row_2 }.
    .expected = At most these columns were expected: { $columns }.
    .todo = Put one tab between two columns, and none within them.
label-list-label-given-as = A label is given as { $raw }.
    .expected = A name of 1 to { $longest } characters without | was expected. Optional are a title, a gloss, a parent and a key: one letter or digit other than { $taken }.
    .todo = Write it as { "{" }"name": "J00-J99", "title": "Breathing", "parent": ""{ "}" }.
label-list-stands-twice = The { $value } { $value_2 } appears twice.
    .expected = Each label needs a { $value } of its own.
    .todo = Correct one of them.
label-stands-below-which-not = The label { $name } has the parent { $parent }, which is not in the list.
    .expected = The name of a label of the list was expected, or nothing for a top label.
    .todo = Add the label, or correct the parent.
label-stands-below-which-stands = The label { $name } has the parent { $parent }, which is itself below { $name }.
    .expected = A hierarchy without cycles was expected.
    .todo = Correct one of the parents.
settings-labels-may-given =
    The settings are { $value }, with { $may_be_chosen ->
        [one] { $may_be_chosen } label
       *[other] { $may_be_chosen } labels
    } that can be chosen.
    .expected = A question, least (from 0), most (from 1 to the number of labels) and inner (true or false) were expected.
    .todo = Start from a ready schema.
classification-answer = The answer is { $value }.
    .expected = Some of these labels, each once, were expected: { $known }{ $more }.
    .todo = Choose labels of the list.
answer-labels =
    The answer has { $count ->
        [one] { $count } label
       *[other] { $count } labels
    }{ $has_value ->
        [True] :{ " " }
       *[False] { "" }
    }{ $value }.
    .expected =
        { $many ->
            [one] { $many } was
           *[other] { $many } were
        } expected.
    .todo =
        { $count_below_least ->
            [True] Add a label.
           *[False] Remove some.
        }
classification-item-kind = The item { $item } is of the kind { $kind }.
    .expected = A passage was expected: a document, a paragraph or a sentence.
    .todo = Create passages from the corpus, and choose them.

## annotation/tasks/judging

judging-settings = The settings are { $settings }.
    .expected = A question, and 2 to { $most_labels } labels with unique names, were expected.
    .todo = Start from the ready schema.
judging-answer = The answer is { $value }.
    .expected = One of these was expected: { $names }.
    .todo = Choose one of them.
judging-item-kind = The item { $item } is of the kind { $kind }.
    .expected = A candidate was expected: a target with a substitute.
    .todo = Choose candidates.
judging-label-given-as = A label is given as { $raw }.
    .expected = A label needs a name made of letters, digits and underscores.
    .todo = Write it as { "{" }"name": "fits", "title": "Fits", "gloss": "one would say it"{ "}" }.

## annotation/tasks/linking

linking-settings = The settings are { $settings }.
    .expected = These were expected: question and terminology (text), composite and none (true or false), candidates (0 to { $most_candidates }) and order ({ $ranked } or { $shuffled }).
    .todo = Start from the ready schema.
linking-answer = The answer is { $value }.
    .expected = A list of concept ids was expected, such as { "{" }"concepts": ["C0011849"]{ "}" }.
    .todo = Choose a concept, or say that there is none.
answer-concepts =
    The answer has { $count ->
        [one] { $count } concept
       *[other] { $count } concepts
    }.
    .expected =
        { $most_above_1 ->
            [True]
                At most { $most ->
                    [one] { $most } was
                   *[other] { $most } were
                } expected in this campaign.
           *[False] One was expected.
        }
    .todo =
        { $most_above_1 ->
            [True] Remove those that matter least.
           *[False] Keep the one that fits best.
        }
answer-no-concept = The answer has no concept.
    .expected = One was expected: in this campaign every mention has one.
    .todo = Choose the nearest concept, or skip the item and say why.
linking-item-kind = The item { $item } is of the kind { $kind }.
    .expected = A mention was expected.
    .todo = Choose mentions.
concept-given-as = A concept is given as { $raw }.
    .expected = The id of a concept was expected, of 1 to { $longest } characters.
    .todo = Choose a concept of the terminology.

## annotation/tasks/multiple_choice

multiple-choice-settings = The settings are { $settings }.
    .expected = A question and most (a number from 1, or null) were expected.
    .todo = Start from a ready schema.
multiple-choice-answer = The answer is { $value }.
    .expected = One or several of { $letters }, each once, were expected.
    .todo = Choose the correct options.
answer-holds-options =
    The answer contains { $count ->
        [one] { $count } option
       *[other] { $count } options
    }: { $value }.
    .expected =
        At most { $most ->
            [one] { $most } was
           *[other] { $most } were
        } expected.
    .todo =
        { $most ->
            [1] Keep the one that is correct.
           *[other] Remove some.
        }
item-kind-options =
    The item { $item } is of the kind { $kind }{ $has_item ->
        [True]
            { " " }with { $options ->
                [one] { $options } option
               *[other] { $options } options
            }.
       *[False] .
    }
    .expected =
        A question with at most { $most_options ->
            [one] { $most_options } option
           *[other] { $most_options } options
        } was expected.
    .todo = Choose questions.

## annotation/tasks/similarity

schema-scales = The schema has scales = { $raw }.
    .expected = At least one scale was expected.
    .todo = Give "scales": [{ "{" }"name": "score", "low": 0, "high": 5{ "}" }].
scales-named = The scales are named { $names }.
    .expected = Each scale needs a unique name.
    .todo = Rename one of them.
main-scale = The main scale is { $main }.
    .expected = One of these was expected: { $names }.
    .todo = Name an existing scale as main.
similarity-answer = The answer is { $value }.
    .expected = An answer to each of these was expected: { $scales }.
    .todo = Give an object such as { "{" }"score": 3, "form": 2{ "}" }.
answer-names = The answer names { $unknown }.
    .expected = The scales of this campaign are { $scales }.
    .todo = Remove or rename it.
value-no-number-on-main = The value { $value } has no number on the main scale.
    .expected = A number called { $main } was expected.
    .todo = Check where this value came from.
scale-given-as = A scale is given as { $raw }.
    .expected = A scale needs a name made of letters, digits and underscores.
    .todo = Write it as { "{" }"name": "score", "low": 0, "high": 5, "step": 1{ "}" }.
scale-low-high-step = Scale { $name } has low { $low }, high { $high }, step { $step }.
    .expected = Three finite numbers were expected.
    .todo = Correct them.
scale-goes-from-steps = Scale { $name } goes from { $low } to { $high } in steps of { $step }.
    .expected = The high end must lie a whole number of positive steps above the low end.
    .todo = Change the ends or the step.
scale-degree-given-as = Scale { $scale } has a degree given as { $raw }.
    .expected = A degree needs a value, and may have a gloss and an example (left, right).
    .todo = Write it as { "{" }"value": 0, "gloss": "nothing in common"{ "}" }.
similarity-number-from-steps-expected = { $title } is { $value }.
    .expected = A number from { $low } to { $high } in steps of { $step } was expected.
    .todo = Give one of the degrees.
similarity-number-from-steps-expected-number-from = { $title } is { $plain }.
    .expected = A number from { $low } to { $high } in steps of { $step } was expected.
    .todo = Give one of the degrees.

## annotation/tasks/spans

spans-settings = The settings are { $settings }.
    .expected = Labels with unique names, a unit (tokens or characters), and nested and broken (true or false) were expected.
    .todo = Start from a ready schema.
spans-answer = The answer is { $value }.
    .expected = A list of spans was expected, such as { "{" }"spans": [{ "{" }"label": "drug", "parts": [[0, 7]]{ "}" }]{ "}" }.
    .todo = Send it as the page does.
spans-share-characters = The spans { $value } and { $value_2 } overlap.
    .expected = Spans that do not overlap were expected.
    .todo = Remove or shorten one of them.
spans-item-kind = The item { $item } is of the kind { $kind }.
    .expected = A passage was expected.
    .todo = Choose passages.
spans-label-given-as = A label is given as { $raw }.
    .expected = A name of letters, digits, - and _ was expected, and not { $outside } or { $marked }.
    .todo = Write it as { "{" }"name": "drug", "title": "Drug", "gloss": "a medicine"{ "}" }.
label-key-colour = The label { $name } has the key { $key } and the colour { $colour }.
    .expected = One key was expected, none of { $reserved_keys }, and a colour such as #1f77b4.
    .todo = Choose others, or omit both.
keys-labels = The keys of the labels are { $keys }.
    .expected = Each key was expected once.
    .todo = Change one.
span-given-as = A span is given as { $raw }.
    .expected = A label ({ $names }) and parts such as [[0, 7]] were expected.
    .todo = Mark it again.
span-stands-at-text-characters =
    A span is at { $value } of a text of { $text ->
        [one] { $text } character
       *[other] { $text } characters
    }.
    .expected = Parts that begin and end with { $unit } of the text were expected.
    .todo = Mark it again.
span-parts =
    The span { $covered_text } has { $parts ->
        [one] { $parts } part
       *[other] { $parts } parts
    }.
    .expected = Continuous spans were expected.
    .todo = Mark each part as a span, or one span over all parts.

## annotation/tasks/substitution

substitution-settings = The settings are { $settings }.
    .expected = These were expected: most (1 to 10), none (true or false) and refuse (some of { $refused }).
    .todo = Start from the ready schema.
substitution-answer = The answer is { $value }.
    .expected = An object with substitutes was expected, such as { "{" }"substitutes": ["petit"]{ "}" }.
    .todo = Give the words, or say that none fits.
substitution-answer-list-substitutes = The answer is { $value }.
    .expected = A list of substitutes, and none (true or false) were expected.
    .todo = Give the words, or say that none fits.
substitution-stands-twice = { $twice } appears twice.
    .expected = Each substitute was expected once.
    .todo = Remove one of them.
target-itself = { $word } is the target itself.
    .expected = Another word was expected.
    .todo = Replace or remove it.
several-words = { $word } has several words.
    .expected = One word was expected.
    .todo = Shorten or remove it.
substitution-item-kind = The item { $item } is of the kind { $kind }.
    .expected = A target was expected.
    .todo = Choose targets.
substitute = A substitute is { $value }.
    .expected = 1 to { $longest } characters on one line, without ; and |, were expected.
    .todo = Give one word or expression in each field.
substitutes =
    { $words ->
        [one] There is { $words } substitute
       *[other] There are { $words } substitutes
    }.
    .expected =
        At most { $most ->
            [one] { $most } was
           *[other] { $most } were
        } expected.
    .todo = Remove the weakest.
answer-says-none-fits-gives =
    The answer says that none fits{ $has_words ->
        [True] , and gives { $word }.
       *[False] .
    }
    .expected =
        { $has_words ->
            [True] Either substitutes or none was expected.
           *[False] At least one substitute was expected: this campaign asks for one.
        }
    .todo =
        { $has_words ->
            [True] Keep one of the two.
           *[False] Give the nearest word.
        }
no-substitute = There is no substitute.
    .expected = At least one was expected, or the answer that none fits.
    .todo = Type a word, or say that none fits.
