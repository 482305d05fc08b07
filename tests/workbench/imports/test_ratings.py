"""Several ratings of one pair of texts in projects of other tools: one campaign with a scale a question."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import aloi
from aloi.base.errors import AloiError
from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.texts import translated
from aloi.workbench.imports.arrival import Arrival, left_out
from aloi.workbench.imports.importing import import_path
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.parts import ImportOptions
from aloi.workbench.imports.tables import export_annotations
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.texts.corpora import About
from tests.workbench.imports.project_files import lines, listed
from tests.workbench.scene import NOW

FIELDS = ("gauche", "droite")
PAIRS = {
    "1": ("Il tousse.", "Il a de la toux."),
    "2": ("Elle dort.", "Elle veille."),
    "3": ("Il va.", "Il vient."),
}
# What each person said of each pair: sense, form. Bob gave no form to the last one.
RATINGS: Mapping[tuple[str, str], tuple[int, int | None]] = {
    ("1", "alice"): (5, 2), ("1", "bob"): (4, 2), ("2", "alice"): (1, 3), ("2", "bob"): (2, 3),
    ("3", "alice"): (3, 1), ("3", "bob"): (3, None),
}  # fmt: skip
SCALES = ("sens", "forme_globale")
QUESTIONS = ("sens", "forme globale")
EXPECTED = {
    (*PAIRS[pair], who): dict(zip(SCALES, ratings, strict=True))
    for (pair, who), ratings in RATINGS.items()
    if None not in ratings
}


def said(pair: str, who: str) -> dict[str, int]:
    """Return what somebody said of a pair, by question."""
    return {
        name: number for name, number in zip(QUESTIONS, RATINGS[pair, who], strict=True) if number is not None
    }


def people_of(pair: str) -> list[str]:
    return [who for one, who in RATINGS if one == pair]


def label_studio(folder: Path) -> Path:
    kinds = dict(zip(QUESTIONS, ("rating", "number"), strict=True))
    return listed(
        folder / "p.json",
        [
            {
                "id": int(pair), "data": dict(zip(FIELDS, texts, strict=True)),
                "annotations": [
                    {
                        "id": 10 * int(pair) + place, "completed_by": {"email": who}, "lead_time": 2.5,
                        "created_at": "2026-05-04T10:00:00Z",
                        "result": [
                            {"from_name": name, "to_name": "t", "type": kinds[name],
                             "value": {kinds[name]: number}}
                            for name, number in said(pair, who).items()
                        ],
                    }
                    for place, who in enumerate(people_of(pair))
                ],
            }
            for pair, texts in PAIRS.items()
        ],
    )  # fmt: skip


def minimal(who: str, pair: str) -> dict[str, Any]:
    kinds = dict(zip(QUESTIONS, ("rating", "number"), strict=True))
    ratings = {name: [{kinds[name]: number}] for name, number in said(pair, who).items()}
    return {
        "id": int(pair), **dict(zip(FIELDS, PAIRS[pair], strict=True)), **ratings, "annotator": who,
        "annotation_id": int(pair) * 10 + len(who), "lead_time": 2.5, "created_at": "2026-05-04T10:00:00Z",
    }  # fmt: skip


def json_min(folder: Path) -> Path:
    return listed(folder / "p.json", [minimal(who, pair) for pair, who in RATINGS])


def studio_table(folder: Path) -> Path:
    rows = [minimal(who, pair) for pair, who in RATINGS]
    table = io.StringIO()
    sheet = csv.DictWriter(table, [*rows[0]])
    sheet.writeheader()
    for row in rows:
        sheet.writerow(
            {key: value if isinstance(value, str) else json.dumps(value) for key, value in row.items()}
        )
    path = folder / "p.csv"
    path.write_text(table.getvalue(), encoding="utf-8")
    return path


def argilla(folder: Path) -> Path:
    return listed(
        folder / "r.json",
        [
            {
                "id": pair, "fields": dict(zip(FIELDS, texts, strict=True)), "metadata": {}, "vectors": {},
                "suggestions": {},
                "responses": {
                    name: [
                        {"value": said(pair, who)[name], "user_id": who, "status": "submitted"}
                        for who in people_of(pair)
                        if name in said(pair, who)
                    ]
                    for name in QUESTIONS
                },
            }
            for pair, texts in PAIRS.items()
        ],
    )  # fmt: skip


def argilla_flat(folder: Path) -> Path:
    records = []
    for pair, texts in PAIRS.items():
        record: dict[str, Any] = {"id": pair, **dict(zip(FIELDS, texts, strict=True))}
        for name in QUESTIONS:
            people = [who for who in people_of(pair) if name in said(pair, who)]
            record[f"{name}.responses"] = [said(pair, who)[name] for who in people]
            record[f"{name}.responses.users"] = people
            record[f"{name}.responses.status"] = ["submitted"] * len(people)
        records.append(record)
    return listed(folder / "r.json", records)


def argilla_1(folder: Path) -> Path:
    return listed(
        folder / "r.json",
        [
            {
                "id": pair, "fields": dict(zip(FIELDS, texts, strict=True)), "suggestions": [],
                "responses": [
                    {
                        "user_id": who, "status": "submitted",
                        "values": {name: {"value": number} for name, number in said(pair, who).items()},
                    }
                    for who in people_of(pair)
                ],
            }
            for pair, texts in PAIRS.items()
        ],
    )  # fmt: skip


def _states(folder: Path, data: list[dict[str, Any]]) -> Path:
    """Write the states of a project: the first question is a Likert scale, the second one a slider."""
    lines(folder / "data.jsonl", data)
    for who in ("alice", "bob"):
        labels = {}
        for pair in PAIRS:
            ratings = said(pair, who)
            labels[pair] = {"sens": {str(ratings["sens"]): str(ratings["sens"])}}
            if "forme globale" in ratings:
                labels[pair]["forme globale"] = {"slider": str(ratings["forme globale"])}
        state = {
            "user_id": who, "instance_id_to_label_to_value": labels, "instance_id_to_span_to_value": {}
        }  # fmt: skip
        path = folder / "annotation_output" / who / "user_state.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(state, ensure_ascii=False), encoding="utf-8")
    return folder / "annotation_output"


def potato(folder: Path) -> Path:
    """Two fields of the data file that the project shows side by side."""
    return _states(
        folder, [{"id": pair, **dict(zip(FIELDS, texts, strict=True))} for pair, texts in PAIRS.items()]
    )


def potato_lists(folder: Path) -> Path:
    """Texts as lists, which the tool shows one under the other."""
    return _states(folder, [{"id": pair, "text": [*texts]} for pair, texts in PAIRS.items()])


EXPORTS = (
    label_studio, json_min, studio_table, argilla, argilla_flat, argilla_1, potato, potato_lists,
)  # fmt: skip


def brought(store: Store, path: Path, **reading: Any) -> Arrival:
    data = path.parent / "data.jsonl"
    if data.exists():
        reading["texts"] = data
    if not data.exists() or "text" not in json.loads(data.read_text(encoding="utf-8").splitlines()[0]):
        reading.setdefault("fields", FIELDS)
    options = ImportOptions("c", About("c", "fr", "CC0", "written"))
    return import_path(store, [path], options, NOW, reading=ReadOptions(**reading))


@pytest.fixture(params=EXPORTS, ids=lambda one: one.__name__)
def write(request: pytest.FixtureRequest) -> Callable[[Path], Path]:
    return request.param


def test_ratings_of_one_pair_are_scales_of_one_campaign(
    write: Callable[[Path], Path], store: Store, tmp_path: Path
) -> None:
    path = write(tmp_path)
    done = brought(store, path)
    assert (done.documents, done.items, done.answers, done.annotators) == (6, 3, 5, ("alice", "bob"))
    lacking = "answers that lack a rating of 'forme globale', excluded"
    assert {one.description: one.count for one in done.notes if "excluded" in one.description} == {lacking: 1}
    (campaign,) = store.campaigns.list()
    assert campaign.schema.task_type == "similarity"
    scales: Any = campaign.schema.settings["scales"]
    assert {(one["name"], one["title"], one["low"], one["high"], one["step"]) for one in scales} == {
        ("sens", "sens", 1, 5, 1), ("forme_globale", "forme globale", 1, 3, 1),
    }  # fmt: skip
    table = tmp_path / "answers.tsv"
    assert export_annotations(store, ExportAnswersRequest("c"), table, now=NOW).answers == 5
    with table.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file, delimiter="\t")]
    assert {
        (row["left"], row["right"], row["annotator"]): json.loads(row["value"]) for row in rows
    } == EXPECTED
    again = brought(store, path)
    assert (again.new, again.already_stored, len(store.campaigns.rounds(campaign.id))) == (0, 5, 1)
    assert store.check() == []


@pytest.mark.sqlite
def test_agreement_is_measured_on_each_scale(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    store = Store.open(url)
    brought(store, argilla(tmp_path))
    store.close()
    with aloi.open(url) as opened:
        values = {
            scale: {each.measure: each.value for each in results}
            for scale in SCALES
            if (results := opened.agreement("c", 1, scale=scale, ci="none").results)
        }
        default = {each.measure: each.value for each in opened.agreement("c", 1, ci="none").results}
    # Two pairs that were rated twice, each one step apart on a scale of five: 1 - 1/10, the ordinal weight.
    assert values["sens"]["percent_agreement"] == pytest.approx(0.9)
    assert values["forme_globale"]["percent_agreement"] == pytest.approx(1)
    assert default == pytest.approx(values["forme_globale"], nan_ok=True)


def test_a_named_rating_comes_in_alone(store: Store, tmp_path: Path) -> None:
    done = brought(store, argilla(tmp_path), question="sens")
    assert (done.answers, done.counted("answers to the question 'forme globale', excluded")) == (6, 5)
    (scale,) = store.campaigns.get("c").schema.settings["scales"]  # type: ignore[misc]
    assert scale["name"] == "score"  # type: ignore[index,call-overload]


def test_ratings_beside_labels_are_asked_about(store: Store, tmp_path: Path) -> None:
    records = json.loads(argilla(tmp_path).read_text(encoding="utf-8"))
    records[0]["responses"]["type"] = [{"value": "signe", "user_id": "alice", "status": "submitted"}]
    with pytest.raises(AloiError) as caught:
        brought(store, listed(tmp_path / "r.json", records))
    assert caught.value.code == "workbench.project-several-questions"
    assert store.campaigns.list() == []


def test_ratings_that_nobody_gave_together_are_asked_about(store: Store, tmp_path: Path) -> None:
    records = json.loads(argilla(tmp_path).read_text(encoding="utf-8"))
    for record in records:
        for name, who in zip(QUESTIONS, ("alice", "bob"), strict=True):
            record["responses"][name] = [{"value": 2, "user_id": who, "status": "submitted"}]
    with pytest.raises(AloiError) as caught:
        brought(store, listed(tmp_path / "r.json", records))
    assert caught.value.code == "workbench.project-several-questions"


def test_revisions_skips_comments_and_predictions_stand_beside_several_ratings(
    store: Store, tmp_path: Path
) -> None:
    tasks = json.loads(label_studio(tmp_path).read_text(encoding="utf-8"))
    first = tasks[0]["annotations"][0]
    words = {"from_name": "mot", "to_name": "t", "type": "textarea", "value": {"text": ["À revoir."]}}
    later = {**first, "id": 99, "created_at": "2026-05-04T11:00:00Z", "result": [*first["result"], words]}
    later["result"] = [{**later["result"][0], "value": {"rating": 3}}, *later["result"][1:]]
    tasks[0]["annotations"].append(later)
    tasks[1]["annotations"][1] |= {"was_cancelled": True, "result": []}
    tasks[1]["predictions"] = [
        {"model_version": "m", "result": first["result"]},
        {"model_version": "m", "result": first["result"][:1]},
    ]
    done = brought(store, listed(tmp_path / "p.json", tasks))
    assert (done.answers, done.revisions, done.skips, done.predictions) == (4, 1, 1, 1)
    assert done.counted("predictions that lack a rating of 'forme globale', excluded") == 1
    (only,) = store.campaigns.rounds(store.campaigns.get("c").id)
    (changed,) = [one for one in store.answers.latest(only.id) if one.revision == 2]
    assert (changed.value, changed.comment, changed.seconds) == (
        {"sens": 3, "forme_globale": 2}, "À revoir.", 2.5,
    )  # fmt: skip


def test_documents_of_one_text_among_pairs_are_counted(store: Store, tmp_path: Path) -> None:
    tasks = json.loads(label_studio(tmp_path).read_text(encoding="utf-8"))
    tasks[2]["data"] = {"text": "Il va.", "autre": ""}
    for task in tasks[:2]:
        task["data"] = {"a": task["data"]["gauche"], "b": task["data"]["droite"]}
    shown = '<View><Text name="t" value="$a"/><Text name="u" value="$b"/></View>'
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "labeling_config.xml").write_text(shown, encoding="utf-8")
    done = brought(store, listed(folder / "p.json", tasks), fields=())
    assert (done.items, done.answers) == (2, 4)
    assert done.counted("documents of one text where others have two, excluded") == 1


def test_what_comes_of_ratings_is_told_in_french(store: Store, tmp_path: Path) -> None:
    done = brought(store, argilla(tmp_path))
    with language.of_request("fr"):
        (note,) = [one for one in done.notes if "lack" in one.description]
        assert translated(left_out(note)["why"]) == "sans note à 'forme globale'"
        assert "notes 'sens', 'forme globale'" in translated(done.read_as)
