"""`aloi score spans`: exact and partial scores against a computation of its own, attributes, relations."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from aloi.notebook.scoring import score
from aloi.terminal.main import aloi as command

WORDS = "un deux trois quatre cinq six sept huit neuf dix"


def line(rng: random.Random, name: str) -> dict[str, object]:
    """Return a text with random spans, nested and discontinuous, attributes and relations."""
    spans: list[dict[str, object]] = []
    for at in range(rng.randint(0, 5)):
        start = rng.randint(0, 30)
        parts = [[start, start + rng.randint(1, 6)]]
        if rng.random() < 0.3:
            parts.append([parts[0][1] + 2, parts[0][1] + 4])
        attributes = {"certainty": rng.choice(["sure", "not"])} if rng.random() < 0.5 else {}
        label = rng.choice("AB")
        if not any((each["label"], each["parts"]) == (label, parts) for each in spans):
            spans.append({"id": f"s{at}", "label": label, "parts": parts, "attributes": attributes})
    ids = [str(each["id"]) for each in spans]
    relations = {(rng.choice("xy"), *rng.sample(ids, 2)) for _ in range(len(ids))} if len(ids) > 1 else set()
    listed = [{"type": kind, "from": head, "to": tail} for kind, head, tail in sorted(relations)]
    return {"id": name, "text": WORDS, "spans": spans, "relations": listed}


def characters(span: dict[str, object]) -> set[int]:
    return {at for start, end in span["parts"] for at in range(start, end)}  # type: ignore[attr-defined]


def ratio(right: int, recalled: int, predicted: int, gold: int) -> tuple[float | None, ...]:
    if not predicted + gold:
        return None, None, None
    precision, recall = right / predicted if predicted else 0.0, recalled / gold if gold else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def same(a: dict[str, object], b: dict[str, object]) -> bool:
    return a["label"] == b["label"] and characters(a) == characters(b)


def touching(a: dict[str, object], b: dict[str, object]) -> bool:
    return a["label"] == b["label"] and bool(characters(a) & characters(b))


def expected(gold: list[dict], predicted: list[dict], match: object, *, relations: bool) -> tuple:
    """Compute precision, recall and F1 from sets of characters, pair by pair."""
    counts = [0, 0, 0, 0]
    for expected_line, answer in zip(gold, predicted, strict=True):
        sides = []
        for each in (expected_line, answer):
            by_id = {span["id"]: span for span in each["spans"]}
            pairs = [(one["type"], by_id[one["from"]], by_id[one["to"]]) for one in each["relations"]]
            sides.append(pairs if relations else [("", span, span) for span in each["spans"]])

        def fits(a: tuple, b: tuple) -> bool:
            return a[0] == b[0] and match(a[1], b[1]) and match(a[2], b[2])  # type: ignore[operator]

        counts[0] += sum(any(fits(a, b) for b in sides[0]) for a in sides[1])
        counts[1] += sum(any(fits(a, b) for b in sides[1]) for a in sides[0])
        counts[2] += len(sides[1])
        counts[3] += len(sides[0])
    return ratio(*counts)


def test_scores_equal_those_computed_from_characters(tmp_path: Path) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        gold = [line(rng, f"t{at}") for at in range(8)]
        predicted = [line(rng, f"t{at}") if rng.random() < 0.5 else gold[at] for at in range(8)]
        paths = [tmp_path / f"{seed}-{name}.jsonl" for name in ("gold", "predicted")]
        for path, lines in zip(paths, (gold, predicted), strict=True):
            path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        report = score("spans", *paths, replicates=0).report
        for scored, match, relations in (
            (report.exact, same, False), (report.partial, touching, False),
            (report.relations.exact, same, True), (report.relations.partial, touching, True),
        ):  # fmt: skip
            assert (scored.precision, scored.recall, scored.f1) == pytest.approx(
                expected(gold, predicted, match, relations=relations), abs=1e-12
            )
        many = [span for each in gold for span in each["spans"] if len(span["parts"]) > 1]
        assert report.discontinuous.gold == len(many)


@pytest.mark.parametrize("key", ["document", "document_id"])
def test_lines_of_a_document_are_resampled_as_one(key: str, tmp_path: Path) -> None:
    rng = random.Random(7)
    sides: dict[str, list[dict]] = {"gold": [], "predicted": []}
    for at in range(18):
        gold = line(rng, f"t{at}")
        sides["gold"].append({**gold, key: f"d{at // 3}"})
        sides["predicted"].append(gold if rng.random() < 0.5 else line(rng, f"t{at}"))
    reports = []
    for name in (key, "other"):
        for side, lines in sides.items():
            written = [
                {name if field == key else field: one for field, one in each.items()} for each in lines
            ]
            content = "\n".join(map(json.dumps, written))
            (tmp_path / f"{side}.jsonl").write_text(content, encoding="utf-8")
        reports.append(score("spans", *(tmp_path / f"{side}.jsonl" for side in sides), replicates=200).report)
    by_document, by_text = reports
    assert [(one.texts, one.documents, one.missing) for one in reports] == [(18, 6, 0), (18, 18, 0)]
    assert "clusters-document-6" in by_document.signature
    assert "clusters" not in by_text.signature
    assert "6 clusters of the same document" in by_document.caution
    for read in (
        lambda one: one.exact, lambda one: one.partial, lambda one: one.by_label["A"].exact,
        lambda one: one.attributes["certainty"], lambda one: one.relations.partial,
        lambda one: one.by_type["x"].partial,
    ):  # fmt: skip
        scores = [read(one) for one in reports]
        assert scores[0].f1 == scores[1].f1
        assert "clusters-document-6" in scores[0].interval["f1"].method
        assert scores[0].interval["f1"] != scores[1].interval["f1"]


GOLD = (
    "T1\tdrug 0 8\tAspirine\nT2\tdose 9 15\t100 mg\nT3\tsign 9 12\t100\n"
    "A1\tkind T1 a\nR1\tdose Arg1:T1 Arg2:T2\n"
)
PREDICTED = "T1\tdrug 0 8\tAspirine\nT2\tdose 9 12\t100\nA1\tkind T1 b\nR1\tdose Arg1:T1 Arg2:T2\n"


def test_the_command_reads_brat_folders(tmp_path: Path) -> None:
    for name, lines in (("gold", GOLD), ("predicted", PREDICTED)):
        for at in range(3):
            folder = tmp_path / name / "test"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"d{at}.txt").write_text("Aspirine 100 mg.", encoding="utf-8")
            (folder / f"d{at}.ann").write_text(lines, encoding="utf-8")
    arguments = ["score", "spans", str(tmp_path / "gold"), str(tmp_path / "predicted")]
    done = CliRunner().invoke(command, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    report = json.loads(done.output)
    assert (report["exact"]["precision"], report["exact"]["recall"]) == (0.5, pytest.approx(1 / 3))
    assert (report["partial"]["precision"], report["partial"]["recall"]) == (1.0, pytest.approx(2 / 3))
    assert report["exact"]["ci"]["f1"] is None  # the three documents are equal: no resample differs
    assert report["by_label"]["drug"]["exact"]["f1"] == 1.0
    assert report["attributes"]["kind"]["f1"] == 0.0
    assert (report["relations"]["exact"]["f1"], report["relations"]["partial"]["f1"]) == (0.0, 1.0)
    assert report["nested"] == {"gold": 6, "predicted": 0, "right": 0}
    assert report["signature"].startswith("spans")
    shown = CliRunner().invoke(command, arguments)
    assert "relation dose" in shown.output
    assert "3 texts of 3 documents, 0 without prediction" in shown.output
    (tmp_path / "predicted/test/d9.txt").write_text("Autre.", encoding="utf-8")
    (tmp_path / "predicted/test/d9.ann").write_text("", encoding="utf-8")
    assert CliRunner().invoke(command, arguments).exit_code != 0
