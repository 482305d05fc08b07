## aloi/gold/formats

blank-text = The text of the item { $id } is only white space, which annotation tools do not show.
    .expected = Texts with at least one visible character were expected.
    .todo = Remove it from the gold, or choose another format.
label-studio-config = { $name } is not the labelling configuration of an export of Aloi: it has no control { $control } for rows.
    .expected = The unchanged files of one export were expected.
    .todo = Export the release again; import a project of Label Studio with aloi import.
mteb-one-part = An MTEB task of the kind { $kind } cannot be created: { $part } is the training split, and no other split is left for evaluation.
    .expected = At least two splits were expected; for mentions, with the same concepts in both.
    .todo = Build the release with the splits train and test, or choose another format.
folder-holds-which-not-part = The folder { $folder } contains { $value }, which is not part of this export.
    .expected = An empty folder, or an earlier export of the same splits, was expected.
    .todo = Choose another folder, or remove that file.

## aloi/gold/formats/labels

text-or-id-empty-or = { $where }: the text or the id is empty, or the id { $name } is repeated.
    .expected = A text and a unique id were expected in each row.
    .todo = Correct the row, or name another id column.

## aloi/gold/formats/mentions

no-mention-group = { $path } has no mention in the group { $group }.
    .expected = One of these was expected: { $groups }.
    .todo = Check the spelling, or omit the group.
no-reader-mentions-called =
    { $has_chosen ->
        [True] No reader of mentions is called { $chosen }.
       *[False] { $path }: the suffix names no reader.
    }
    .expected = One of these was expected: { $readers }.
    .todo = Name the reader.
text-not-json-string = { $where }: the text is not a JSON string ({ $error }).
    .expected = A JSON string was expected in a table whose name ends in `_json`.
    .todo = Correct the cell, or rename the table.

## aloi/gold/formats/operations

do-not-name-same-pairs = { $name } and { $path_name } do not name the same pairs.
    .expected = The same ids in the same order were expected.
    .todo = Export the split again.

## aloi/gold/formats/spans

brat-first = { $folder } has { $note }: { $count } (first: { $first }).
    .expected = The unchanged files of the export were expected.
    .todo = Correct them, or import them as a corpus of spans, which reports the problems.
span-files-scheme-without-tags = { $path } has no tags of the scheme { $scheme }.
    .expected = A scheme is available for CoNLL files only.
    .todo = Omit the scheme, or choose the reader conll.

## aloi/gold/formats/substitutes

gold-do-not-speak-same = { $name } and its gold do not contain the same items.
    .expected = A line of gold for each sentence was expected.
    .todo = Check that the files belong together.

## aloi/gold/formats/tables

workbook-sheets = { $path } cannot be read as a workbook of a release.
    .expected = An .xlsx file with the sheets { $sheets } was expected.
    .todo = Export the release again.

## aloi/gold/making/models

answers-come-from-several-versions = The answers come from several versions of the guideline: { $value }.
    .expected = Answers under one version were expected: the model assumes that annotators do not change.
    .todo = Choose rounds of one version, or one of the rules that combine item by item.

## aloi/gold/releasing

referred-but-not-among-what = The { $value } { $value_2 } is referred to, but is not in the inputs of the release.
    .expected = Every { $value } that items, answers and decisions refer to was expected.
    .todo = Add the { $value } to the inputs of the release.
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
    .todo =
        { $policy ->
            [none] No policy avoids this with these sizes: choose other sizes, or see `aloi release preview`.
           *[other] Build it with `--policy { $policy }` ({ $sizes }; { $excluded ->
                [0] nothing is excluded
                [one] { $excluded } item is excluded
               *[other] { $excluded } items are excluded
            }).
        }
    .page =
        { $policy ->
            [none] No policy avoids this with these sizes: choose other sizes.
            [sentence] Choose the policy “Sentence in one split” ({ $sizes }; excluded: { $excluded }).
            [document] Choose the policy “Document in one split” ({ $sizes }; excluded: { $excluded }).
           *[connected] Choose the policy “Shared documents together” ({ $sizes }; excluded: { $excluded }).
        }
gate-trace =
    { $items ->
        [one] { $items } gold item has
       *[other] { $items } gold items have
    } no answer and no logged assumption, the first is { $first }.
    .expected = Gold from answers, or from an assumption with a reason, was expected.
    .todo = Collect answers to these items, or freeze the gold without them.
identifiers-rule = The rule { $name } in { $path } is incomplete: `{ $entry }` is missing or has the wrong type.
    .expected = A name in lower-case letters was expected, with a pattern as text, `ignore_case` and `use` as true or false, `finds` and `passes` as lists.
    .todo = Correct the rule.
identifiers-example = The rule { $name } in { $path } does not do what its example { $number } of `{ $list }` says.
    .expected = A pattern was expected that matches all of `finds` and none of `passes`.
    .todo = Correct the pattern, or the example.

## aloi/gold/splitting

stands-items-forced-into = A { $value } is in items forced into { $bound } ({ $key }).
    .expected = Forced items that share no { $value } across splits were expected: they are never dropped.
    .todo = Force these items into one split, or use the policy `none`.
    .page = Force these items into one split, or choose the policy “Every item alone”.
holds-mentions-or-names-none =
    { $has_count ->
        [True] { $where } contains { $count ->
            [one] { $count } mention or name, without a text
           *[other] { $count } mentions or names, none with a text
        }.
       *[False] { $where } contains no mention and no name.
    }
    .expected = At least one with a text was expected: without a comparison, no leakage is found.
    .todo = Check the file and its column of mentions, or name the reader of its form (`--reader`).
    .page = Check the file and its column of mentions, or choose another form of the file.
forced-item-no-gold-first = { $unknown } forced item(s) have no gold, the first is { $unknown_unknown }.
    .expected = Items with gold were expected.
    .todo = Decide on them first (adjudicate, or freeze gold from that round too), or force another round.
all-items-share-another-part =
    All { $wanted ->
        [one] { $wanted } item
       *[other] { $wanted } items
    } of { $name } share a { $policy } with another split.
    .expected = At least one item in each split was expected.
    .todo = Use the policy `connected`, or choose other sizes: `aloi release preview` compares the policies.
    .page = Choose the policy “Shared documents together”, or other sizes.
group-too-large = The largest group of items that share documents has { $largest } items: nothing is left for { $name }.
    .expected = At least one item in each split was expected.
    .todo = Choose other sizes, or use the policy `document`, which excludes items.
    .page = Choose other sizes, or the policy “Document in one split”, which excludes items.

## aloi/gold/formats/projects

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
project-person-is-computed = { $where }: the name { $person } stands for the { $kind } of others.
    .expected = Answers of annotators were expected, not values computed from them.
    .todo = Exclude these rows.
not-release-frozen = { $path } is not the frozen release. { $problem }
    .expected = A manifest with matching checksums was expected.
    .todo = Export the release again, or fetch the file again.

not-swords = { $name }: { $error }.
    .expected = An object with { $parts }, as Swords has it, was expected.
    .todo = Choose another file, or correct it.

sizes = The requested sizes, { $sizes }, do not fit: { $error }.
    .expected = Numbers, or shares that sum to 1, and `rest` for at most one split, were expected for { $total } gold items.
    .todo = Give numbers that fit, such as train=600,test=400, or shares such as train=.6,test=rest.
