"""Situations of public bug reports, one directory each: read right, refused, or counted."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aloi.storage.store import Store
from aloi.terminal.main import aloi

CASES = Path(__file__).parent / "cases"
TEXTS = ("--language", "fr", "--licence", "CC0-1.0")


def invoked(*words: object) -> Result:
    """Return what a command answers; whatever it reads, no case ends in a traceback."""
    done = CliRunner().invoke(aloi, [*map(str, words)])
    assert done.exit_code in (0, 2), done.output
    return done


def answered(*words: object) -> Any:
    done = invoked(*words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def imported(tmp_path: Path, path: str, *words: object) -> tuple[Any, dict[str, dict[str, Any]]]:
    """Return what an import says, and answers by annotator and text: spans as (label, words), or labels."""
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    document = answered("import", CASES / path, "--campaign", "c", *TEXTS, *words, "--store", url)
    store = Store.open(url)
    (campaign,) = store.campaigns.list()
    items = {one.id: one for one in store.texts.corpus_items(campaign.corpus_id)}
    names = {one.id: one.pseudonym for one in store.people.list()}
    labels = {
        str(one["name"]): str(one.get("title") or one["name"])
        for one in campaign.schema.settings["labels"]  # type: ignore[union-attr]
    }
    answers: dict[str, dict[str, Any]] = defaultdict(dict)
    for round_ in store.campaigns.rounds(campaign.id):
        for one in store.answers.latest(round_.id):
            text = items[one.key.item_id].texts[0]
            value: Any = one.value
            if "spans" in value:
                value = [
                    (labels[span["label"]], "…".join(text[start:end] for start, end in span["parts"]))
                    for span in value["spans"]
                ]
            elif "labels" in value:
                value = value["labels"]
            answers[names[one.key.annotator_id]][text] = value
    store.close()
    return document, dict(answers)


def spans(answers: dict[str, dict[str, Any]], annotator: str = "reference") -> list[tuple[str, str]]:
    return [span for value in answers[annotator].values() for span in value]


def annotators(document: Any) -> list[str]:
    return [person["name"] for person in document["annotators"]]


def left_out(document: Any) -> dict[str, int]:
    return {f"{one['what']} {one['why']}".strip(): one["count"] for one in document["left_out"]}


def alpha(path: str, *words: object) -> tuple[float, Any]:
    options = ("--level", "nominal", "--ci", "none", *words)
    document = answered("agreement", CASES / path, *options)
    (result,) = document["results"]
    return result["value"], document


@pytest.mark.parametrize("name", ["sp1", "sp3", "sp4", "sp7", "sp8", "sp9"])
def test_gamma_with_sparse_annotators(name: str) -> None:
    results = answered("agreement", CASES / f"01-gamma-crash-three-annotators/{name}.csv")["results"]
    assert {one["measure"] for one in results} >= {"gamma", "alpha_u"}
    assert all(one["value"] is not None or one["reason"] for one in results)
    values = {one["measure"]: one["value"] for one in results}
    if name == "sp1":
        assert values["alpha_u"] == pytest.approx(0, abs=0.1)
    if name == "sp8":
        assert None not in values.values()


@pytest.mark.parametrize("name", ["iobes", "bilou", "bie", "bil"])
def test_conll_in_other_schemes(tmp_path: Path, name: str) -> None:
    _, answers = imported(tmp_path, f"02-conll-iobes-bilou/{name}.conll")
    person = "Paul van Durand" if name in ("bie", "bil") else "Paul Durand"
    assert spans(answers) == [("PER", person), ("LOC", "Lyon")]


def test_doccano_counts_utf_16(tmp_path: Path) -> None:
    _, answers = imported(tmp_path, "03-doccano-utf16/u16.jsonl")
    assert sorted(spans(answers)) == [("SIGN", "fièvre"), ("SIGN", "toux")]


def test_doccano_entities_count_utf_16(tmp_path: Path) -> None:
    _, answers = imported(tmp_path, "03-doccano-utf16/u16_entities.jsonl")
    assert spans(answers) == [("SIGN", "fièvre")]


def test_doccano_triples_of_older_versions(tmp_path: Path) -> None:
    _, answers = imported(tmp_path, "04-doccano-text-label-triples/old_labels.jsonl")
    assert spans(answers) == [("ORG", "EU"), ("PER", "Paul")]


@pytest.mark.parametrize("name", ["init2", "init_cas"])
def test_initial_cas_is_nobody(tmp_path: Path, name: str) -> None:
    document, _ = imported(tmp_path, f"05-inception-initial-cas/{name}")
    assert annotators(document) == ["ann", "bob"]
    assert any("INITIAL_CAS" in one for one in left_out(document))


def test_annotators_of_a_project_agree_without_its_initial_cas(tmp_path: Path) -> None:
    imported(tmp_path, "05-inception-initial-cas/init2")
    words = ("c", "--round", 1, "--store", f"sqlite:///{tmp_path / 'aloi.db'}")
    assert answered("spans", "agreement", *words)["f1"][0]["exact"]["value"] == 1.0


@pytest.mark.parametrize(
    ("name", "documents", "answers"), [("project.zip", 1, 2), ("many", 2, 4), ("plain", 1, 2), ("flat", 2, 4)]
)
def test_projects_of_xmi_files(tmp_path: Path, name: str, documents: int, answers: int) -> None:
    document, by_person = imported(tmp_path, f"06-inception-cas-project-zip/{name}")
    assert (annotators(document), document["documents"], document["answers"]) == (
        ["ann", "bob"], documents, answers,
    )  # fmt: skip
    if name == "project.zip":
        assert spans(by_person, "ann") == [("SIGN", "Fièvre"), ("SIGN", "toux")]
        assert sorted(spans(by_person, "bob")) == [("SIGN", "Fièvre"), ("Sign", "Fièvre et toux")]


def test_label_studio_without_words_counts_utf_16(tmp_path: Path) -> None:
    _, answers = imported(tmp_path, "07-label-studio-no-words/u16_notext.json")
    (person,) = answers
    assert spans(answers, person) == [("DRUG", "Doliprane"), ("SIGN", "fièvre")]


@pytest.mark.parametrize("name", ["setsbar", "setsj", "setscomma", "sets"])
def test_sets_with_other_separators(name: str) -> None:
    path = f"08-sets-other-separators/{name}.tsv"
    value, document = alpha(path, "--measure", "krippendorff_alpha_masi")
    assert value == pytest.approx(0.5833, abs=5e-5)
    assert document["read_as"]["sets"]


def test_none_beside_words_is_told() -> None:
    path = "09-none-placeholder/n1.csv"
    _, document = alpha(path, "--measure", "krippendorff_alpha")
    assert any("None" in one for one in document["cautions"])
    assert alpha(path, "--measure", "krippendorff_alpha", "--missing", "None")[0] == 1.0


@pytest.mark.parametrize("name", ["crlf", "grapheme"])
def test_doccano_counts_line_ends_and_graphemes(tmp_path: Path, name: str) -> None:
    document, answers = imported(tmp_path, f"10-doccano-crlf-grapheme/{name}.jsonl")
    assert spans(answers) == [("DRUG", "Doliprane")]
    assert any(one.startswith("spans read as offsets in") for one in document["notes"])


def refused(tmp_path: Path, path: str, *words: object) -> str:
    """Return the message of an import that is refused; nothing is stored then."""
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    done = invoked("import", CASES / path, "--campaign", "c", *TEXTS, *words, "--store", url)
    assert done.exit_code == 2
    assert len(done.stderr.strip().splitlines()) <= 3
    store = Store.open(url)
    assert (store.campaigns.list(), store.texts.corpora(), store.people.list()) == ([], [], [])
    store.close()
    return done.stderr


def test_rankings_are_no_sets_of_labels(tmp_path: Path) -> None:
    assert "4 × rankings" in refused(tmp_path, "11-argilla-ranking/rank.json")


@pytest.mark.parametrize(("name", "count"), [("teach_acc", 2), ("teach_old", 3)])
def test_decisions_about_single_spans_are_counted(tmp_path: Path, name: str, count: int) -> None:
    assert f"{count} × decisions about one span" in refused(tmp_path, f"12-prodigy-teach/{name}.jsonl")


def test_a_text_beside_decisions_about_spans_comes_in(tmp_path: Path) -> None:
    document, answers = imported(tmp_path, "12-prodigy-teach/teach_bin.jsonl")
    assert left_out(document)["decisions about one span that a model found"] == 2
    assert [text for given in answers.values() for text in given] == ["Rien."]


@pytest.mark.parametrize(
    ("gold", "metric", "value"),
    [
        ("int", "accuracy", 2 / 3),
        ("t", "accuracy", 1.0),
        ("j", "exact_match", 1.0),
        ("k", "exact_match", 1.0),
    ],
)
def test_labels_written_otherwise(gold: str, metric: str, value: float) -> None:
    folder = CASES / "13-labels-int-float-bool-list"
    names = [folder / f"{gold}{side}.csv" for side in "gp"]
    assert answered("score", "labels", *names)[metric] == pytest.approx(value)


def test_true_beside_1_is_told() -> None:
    _, document = alpha("13-labels-int-float-bool-list/bool.tsv", "--measure", "krippendorff_alpha")
    assert len(document["cautions"]) == 2


def test_a_region_without_a_label_is_counted(tmp_path: Path) -> None:
    document, answers = imported(tmp_path, "14-label-studio-region-without-label/nolabel.json")
    (person,) = answers
    assert spans(answers, person) == [("SIGN", "Douleur")]
    assert left_out(document) == {"regions without a label": 1}


def test_a_text_of_brat_without_annotations(tmp_path: Path) -> None:
    document, answers = imported(tmp_path, "15-brat-text-without-ann/noann")
    assert left_out(document) == {"texts without an .ann file": 1}
    assert len(answers["reference"]) == 2


@pytest.mark.parametrize(("name", "words"), [("crlf_lf", "Doliprane"), ("mismatch", "thoracique")])
def test_spans_are_found_by_their_words(tmp_path: Path, name: str, words: str) -> None:
    document, answers = imported(tmp_path, f"16-no-span-fits/{name}.json")
    (person,) = answers
    assert [each for _, each in spans(answers, person)] == [words]
    assert document["notes"]


def test_spans_of_brat_in_utf_16(tmp_path: Path) -> None:
    _, answers = imported(tmp_path, "16-no-span-fits/emo16")
    assert len(spans(answers)) == 1


@pytest.mark.parametrize("name", ["unlabelled", "cancel", "v1old"])
def test_one_label_used(tmp_path: Path, name: str) -> None:
    _, answers = imported(tmp_path, f"17-one-label-used/{name}.json")
    assert {label for given in answers.values() for value in given.values() for label in value} == {"oui"}


@pytest.mark.parametrize(("name", "scheme", "f1"), [("bilou", "BILOU", 2 / 3), ("iob1", "IOB1", 0.4)])
def test_tags_are_scored_in_their_scheme(name: str, scheme: str, f1: float) -> None:
    other = {"bilou": "bilou_p", "iob1": "iob1p"}[name]
    folder = CASES / "18-tags-scheme-caution"
    document = answered("score", "tags", folder / f"{name}.conll", folder / f"{other}.conll")
    assert document["strict"]["f1"] == pytest.approx(f1)
    assert scheme in json.dumps(document)


def test_escaped_values_of_webanno(tmp_path: Path) -> None:
    _, answers = imported(tmp_path, "19-webanno-escapes/special")
    (star, words), (layer, other) = spans(answers, "ann")[:2]
    assert (star, words, layer, other) == ("*", "Pas", "Span", "de")


def test_an_escaped_backslash_of_webanno(tmp_path: Path) -> None:
    _, answers = imported(tmp_path, "19-webanno-escapes/backslash")
    assert spans(answers, "ann") == [("A\\", "Pas de"), ("B", "toux")]


@pytest.mark.parametrize("name", ["notes", "notes2"])
def test_sentences_end_before_no_bracket(tmp_path: Path, name: str) -> None:
    folder = CASES / "20-segment-company-parenthesis"
    out = tmp_path / "out.tsv"
    answered("segment", folder / f"{name}.jsonl", "--language", "fr", "--out", out)
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines(), delimiter="\t"))
    counts = Counter(row["document_id"] for row in rows)
    right = json.loads((folder / "right.json").read_text(encoding="utf-8"))
    if name == "notes":
        known = {key: one[1] for key, one in right.items() if one[1] is not None}
        wanted = {key: one if isinstance(one, int) else len(one) for key, one in known.items()}
        assert wanted["inc"] == 1
        assert {key: counts[key] for key in wanted if key in counts} == {
            key: count for key, count in wanted.items() if key in counts
        }
    else:
        assert counts["e"] == 1


def test_brat_with_a_directory_a_person(tmp_path: Path) -> None:
    path = "21-brat-folder-a-person/two"
    question = refused(tmp_path, path)
    assert "ann, bob" in question
    assert "--annotator-from directory" in question
    document, answers = imported(tmp_path, path, "--annotator-from", "directory")
    assert document["annotators"] == [{"name": "ann", "answers": 1}, {"name": "bob", "answers": 1}]
    assert [len(spans(answers, person)) for person in ("ann", "bob")] == [1, 2]
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    for person in ("ann", "bob"):  # one after the other, they meet in a round as well
        words = ("--annotator", person, "--round", 1, "--store", url)
        done = answered("import", CASES / path / person, "--campaign", "d", *TEXTS, *words)
        assert (done["new"], done["rounds"]) == (1, [1])
        assert answered("import", CASES / path / person, "--campaign", "d", *TEXTS, *words)["new"] == 0
    for campaign in ("c", "d"):
        f1 = answered("spans", "agreement", campaign, "--round", 1, "--store", url)["f1"]
        assert f1[0]["exact"]["value"] == pytest.approx(2 / 3)
    assert answered("check", "--store", url)["sound"]


def test_regions_of_html_are_refused_as_such(tmp_path: Path) -> None:
    assert "regions of HTML" in refused(tmp_path, "22-label-studio-html/html.json")


@pytest.mark.parametrize("name", ["p5", "p6"])
def test_documented_states_of_potato(tmp_path: Path, name: str) -> None:
    texts = CASES / "23-potato-documented-state/data.jsonl"
    path = f"23-potato-documented-state/{name}/annotation_output"
    _, answers = imported(tmp_path, path, "--texts", texts, "--question", "ner")
    marked = {person: sorted(words for _, words in spans(answers, person)) for person in answers}
    assert marked == {"alice": ["fièvre", "toux"], "bob": ["toux"]}
    assert all(len(given) == 2 for given in answers.values())


def test_ac2_takes_no_table_unweighted() -> None:
    document = answered(
        "agreement", CASES / "24-ac2-unweighted/iccm.csv", "--level", "ordinal", "--weights", "unweighted",
        "--measure", "gwet_ac2", "--ci", "none", "--no-pairs",
    )  # fmt: skip
    (result,) = document["results"]
    assert (result["value"], "AC1" in result["reason"]) == (None, True)
