"""Projects of other tools, written in their layouts from their documentation: the same answers in each.

Alice and Bob read four sentences and said `signe` or `soin`: both a sign for a; a sign and a treatment for b;
both a treatment for c; a treatment for d by Alice, with a note, and Bob skipped it. Of the three sentences
with two answers they agree on two. Alice's labels of these are S S C and Bob's S C C: 1 of 3 pairs disagrees,
where of the 15 pairs of six such labels 3 * 3 do, so that by hand Krippendorff's alpha is
1 - (1/3) / (9/15) = 4/9.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import cassis

from tests.corpora.spreadsheets import Cell, write_xlsx

TEXTS = {
    "a": "La toux persiste depuis trois jours.",
    "b": "On écoute les poumons 🫁, puis on prescrit du repos.",
    "c": "L’attelle est posée dès l’arrivée.",
    "d": "Le pansement est refait, la plaie reste propre.",
}
SAID = (
    ("a", "alice", "signe"), ("a", "bob", "signe"), ("b", "alice", "signe"), ("b", "bob", "soin"),
    ("c", "alice", "soin"), ("c", "bob", "soin"), ("d", "alice", "soin"), ("d", "bob", None),
)  # fmt: skip
NOTE = "à relire"
LABELS = {"signe": "Signe", "soin": "Soin"}
ALPHA = 4 / 9
BEGUN = 1_700_000_000  # seconds since 1970


def lines(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records), encoding="utf-8")
    return path


def listed(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    path.write_text(json.dumps([*records], ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def prodigy(folder: Path) -> Path:
    """Tasks of `choice`; Alice first said `soin` of b, in an earlier session of the same name."""
    said = [("b", "alice", "soin"), *SAID]
    return lines(folder / "db-out.jsonl", (_task(*one, place) for place, one in enumerate(said)))


def _task(text: str, who: str, label: str | None, place: int) -> dict[str, Any]:
    task: dict[str, Any] = {
        "text": TEXTS[text],
        "meta": {"id": text, "service": "pneumologie"},
        "options": [{"id": name, "text": title} for name, title in LABELS.items()],
        "_input_hash": 100 + ord(text),
        "_task_hash": -(100 + ord(text)),
        "_view_id": "choice",
        "accept": [] if label is None else [label],
        "config": {"choice_style": "single"},
        "answer": "ignore" if label is None else "accept",
        "_timestamp": BEGUN + place,
        "_annotator_id": f"relecture-{who}",
        "_session_id": f"relecture-{who}",
    }
    return {**task, "comment": NOTE} if (text, who) == ("d", "alice") else task


def potato(folder: Path) -> Path:
    """A folder of annotators of version 1; Bob's d has no label, which is no skip there but nothing."""
    for who in ("alice", "bob"):
        lines(
            folder / "annotation_output" / who / "annotated_instances.jsonl",
            (_instance(text, label) for text, one, label in SAID if one == who),
        )
    return folder / "annotation_output"


def _instance(text: str, label: str | None) -> dict[str, Any]:
    given: dict[str, Any] = {"type": {label: "1"}} if label else {}
    if (text, label) == ("d", "soin"):
        given["remarque"] = {"text_box": NOTE}
    return {
        "id": text,
        "displayed_text": TEXTS[text],
        "label_annotations": given,
        "span_annotations": [],
        "behavioral_data": {"time_string": "Time spent: 0d 0h 1m 5s "},
    }


def potato_table(folder: Path) -> Path:
    """The merged table of version 1."""
    head = "user\tinstance_id\tdisplayed_text\ttype:::signe\ttype:::soin\tremarque:::text_box\n"
    rows = [
        [who, text, TEXTS[text], "1" if label == "signe" else "", "1" if label == "soin" else "",
         NOTE if (text, who) == ("d", "alice") else ""]
        for text, who, label in SAID
    ]  # fmt: skip
    path = folder / "annotated_instances.tsv"
    path.write_text(head + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


def potato_states(folder: Path) -> Path:
    """The states of annotators of version 2; their texts stand in `data.jsonl` beside the folder."""
    lines(folder / "data.jsonl", ({"id": name, "text": text} for name, text in TEXTS.items()))
    for who in ("alice", "bob"):
        path = folder / "annotation_output" / who / "user_state.json"
        path.parent.mkdir(parents=True)
        given = {
            text: [[{"schema": "type", "name": label}, "true"]]
            + ([[{"schema": "remarque", "name": "text_box"}, NOTE]] if text == "d" else [])
            for text, one, label in SAID
            if one == who and label
        }
        state = {"user_id": who, "instance_id_to_label_to_value": given, "instance_id_to_span_to_value": {}}
        path.write_text(json.dumps(state), encoding="utf-8")
    return folder / "annotation_output"


def _record(text: str) -> dict[str, Any]:
    return {"id": text, "fields": {"text": TEXTS[text]}, "metadata": {"service": "pneumologie"}}


def argilla_2(folder: Path) -> Path:
    """`records.to_json()` of version 2: it does not say the status, and gives each question its responses."""
    records = []
    for text in TEXTS:
        said = [(who, label) for one, who, label in SAID if one == text and label]
        records.append(
            {
                **_record(text),
                "suggestions": {"type": {"value": "signe", "score": 0.7, "agent": "modèle"}}
                if text in "ab"
                else {},
                "responses": {"type": [{"value": label, "user_id": who} for who, label in said]},
                "vectors": {},
                "_server_id": None,
            }
        )
    return listed(folder / "records.json", records)


def argilla_flat(folder: Path) -> Path:
    """`records.to_list(flatten=True)` of version 2, with the status of each response."""
    records = []
    for text in TEXTS:
        said = [(who, label) for one, who, label in SAID if one == text]
        records.append(
            {
                "id": text,
                "_server_id": None,
                "text": TEXTS[text],
                "service": "pneumologie",
                "type.responses": [label for _, label in said],
                "type.responses.users": [who for who, _ in said],
                "type.responses.status": ["submitted" if label else "discarded" for _, label in said],
                "type.suggestion": "signe" if text in "ab" else None,
                "type.suggestion.score": None,
                "type.suggestion.agent": "modèle",
            }
        )
    return lines(folder / "flat.jsonl", records)


def argilla_1(folder: Path) -> Path:
    """Feedback records of version 1: a response a person, with a value a question; Bob also left a draft."""
    records = []
    for text in TEXTS:
        responses: list[dict[str, Any]] = []
        for one, who, label in SAID:
            if one != text:
                continue
            values: dict[str, Any] = {"type": {"value": label}} if label else {}
            if (text, who) == ("d", "alice"):
                values["remarque"] = {"value": f"{NOTE} : la phrase réunit deux faits.\nVoir le dossier."}
            status = "submitted" if label else "discarded"
            responses.append({"user_id": who, "values": values, "status": status})
        if text == "a":
            responses.append({"user_id": "chloé", "values": {"type": {"value": "soin"}}, "status": "draft"})
        suggested = [{"question_name": "type", "value": "signe", "agent": "modèle"}] if text in "ab" else []
        fields = {"fields": {"text": TEXTS[text]}, "external_id": text, "metadata": {}}
        records.append({**fields, "responses": responses, "suggestions": suggested})
    return lines(folder / "feedback.jsonl", records)


def argilla_rows(folder: Path) -> Path:
    """The rows that version 1 gives to Hugging Face datasets: a column a question, an object a response."""
    records = [
        {
            "text": TEXTS[text],
            "type": [
                {"user_id": who, "value": label, "status": "submitted" if label else "discarded"}
                for one, who, label in SAID
                if one == text
            ],
            "type-suggestion": "signe" if text in "ab" else None,
            "type-suggestion-metadata": {"type": "model", "score": 0.5, "agent": "modèle"},
            "external_id": text,
            "metadata": "{}",
        }
        for text in TEXTS
    ]
    return lines(folder / "rows.jsonl", records)


def label_studio(folder: Path) -> Path:
    """Tasks as `JSON` exports them; Alice first said `soin` of b."""
    ids = {"alice": 3, "bob": 4}
    tasks = []
    for number, text in enumerate(TEXTS, start=1):
        said = [("alice", "soin")] if text == "b" else []
        said += [(who, label) for one, who, label in SAID if one == text]
        annotations = [
            {
                "id": 100 * number + place,
                "completed_by": {
                    "id": ids[who],
                    "email": f"{who}@exemple.invalid",
                    "first_name": "",
                    "last_name": "",
                },
                "result": ([] if label is None else [_result("type", "choices", {"choices": [label]})])
                + (
                    [_result("remarque", "textarea", {"text": [NOTE]})]
                    if (text, who) == ("d", "alice")
                    else []
                ),
                "was_cancelled": label is None,
                "ground_truth": False,
                "created_at": f"2026-05-04T10:{number:02}:{place:02}.000000Z",
                "updated_at": f"2026-05-04T10:{number:02}:{place:02}.500000Z",
                "lead_time": 4.25,
                "task": number,
                "project": 1,
            }
            for place, (who, label) in enumerate(said)
        ]
        guess = {
            "model_version": "v1",
            "score": 0.5,
            "result": [_result("type", "choices", {"choices": ["signe"]})],
        }
        tasks.append(
            {
                "id": number,
                "data": {"text": TEXTS[text], "nom": text},
                "annotations": annotations,
                "predictions": [guess] if text in "ab" else [],
                "drafts": [],
                "meta": {"service": "pneumologie"},
                "created_at": "2026-05-04T09:00:00.000000Z",
                "project": 1,
            }
        )
    return listed(folder / "project-1.json", tasks)


def _result(name: str, kind: str, value: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": "x1",
        "from_name": name,
        "to_name": "text",
        "type": kind,
        "value": value,
        "origin": "manual",
    }


def doccano(folder: Path) -> Path:
    """The .zip of a project whose members work apart; a text without a label was not answered."""
    path = folder / "doccano.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for who in ("alice", "bob"):
            given = [
                {
                    "id": number,
                    "text": TEXTS[text],
                    "service": "pneumologie",
                    "label": [label for one, person, label in SAID if (one, person) == (text, who) and label],
                    "Comments": [NOTE] if (text, who) == ("d", "alice") else [],
                }
                for number, text in enumerate(TEXTS, start=1)
            ]
            lines_ = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in given)
            packed.writestr(f"{who}.jsonl", lines_)
    return path


def webanno_tsv(folder: Path) -> Path:
    """The export of a project: a folder a document, a file a person."""
    for text in TEXTS:
        for who in ("alice", "bob"):
            path = folder / "projet" / "annotation" / f"{text}.txt" / f"{who}.tsv"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_tsv(TEXTS[text], marked(text, who)), encoding="utf-8")
    return folder / "projet"


def marked(text: str, who: str) -> list[tuple[int, int, str]]:
    """Return the words that somebody marked in a text, as (start, end, label): the second, and more of c."""
    words = [(found.start(), found.end()) for found in re.finditer(r"\w+", TEXTS[text])]
    spans = [(*words[1], "signe")]
    if text == "c":
        spans.append((words[1][0], words[3][1], "soin prescrit"))
    return spans if (text, who) != ("b", "bob") else []


def _tsv(text: str, spans: list[tuple[int, int, str]]) -> str:
    """Return a text in WebAnno TSV 3.3: places in UTF-16, spans of several tokens numbered."""
    head = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Fait|valeur\n"
    head += "#T_RL=webanno.custom.Lien|sorte|BT_webanno.custom.Fait\n\n\n"
    lines_ = [f"#Text={text}"]
    tokens = [(found.start(), found.end()) for found in re.finditer(r"\w+|[^\w\s]", text)]
    numbers = {one: place for place, one in enumerate(spans, start=1)}
    several = {one for one in spans if sum(one[0] <= start and end <= one[1] for start, end in tokens) > 1}
    stacked = bool(several)
    for place, (start, end) in enumerate(tokens, start=1):
        here = [one for one in spans if one[0] <= start and end <= one[1]]
        cell = "|".join(f"{one[2]}[{numbers[one]}]" if stacked else one[2] for one in here) or "_"
        relation = "cause\t1-1" if text == TEXTS["a"] and place == 2 else "_\t_"
        lines_.append(
            f"1-{place}\t{_units(text, start)}-{_units(text, end)}\t{text[start:end]}\t{cell}\t{relation}\t"
        )
    return head + "\n".join(lines_) + "\n"


def _units(text: str, place: int) -> int:
    return len(text[:place].encode("utf-16-le")) // 2


def uima(folder: Path, suffix: str = ".xmi") -> Path:
    """The same as `webanno_tsv`, as UIMA CAS in XMI with its types, or in JSON."""
    types = cassis.TypeSystem()
    kind = types.create_type("webanno.custom.Fait", supertypeName="uima.tcas.Annotation")
    types.create_feature(kind, "valeur", "uima.cas.String")
    for text in TEXTS:
        for who in ("alice", "bob"):
            cas = cassis.Cas(typesystem=types)
            cas.sofa_string, cas.sofa_mime = TEXTS[text], "text/plain"
            for start, end, label in marked(text, who):
                cas.add(kind(begin=start, end=end, valeur=label))
            path = folder / "projet" / "annotation" / f"{text}.txt" / f"{who}{suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(cas.to_xmi() if suffix == ".xmi" else cas.to_json(), encoding="utf-8")
            if suffix == ".xmi":
                (path.parent / "TypeSystem.xml").write_text(types.to_xml(), encoding="utf-8")
    return folder / "projet"


def uima_json(folder: Path) -> Path:
    return uima(folder, ".json")


def answer_sheet(folder: Path) -> Path:
    """A spreadsheet of a French hand: a row an answer, the skip with its reason."""
    head: list[Cell] = ["id", "Texte", "annotateur", "étiquette", "commentaire", "skip", "seconds"]
    rows: list[list[Cell]] = [
        [text, TEXTS[text], who, label or "", NOTE if (text, who) == ("d", "alice") else "",
         "" if label else "expertise", 4.5]
        for text, who, label in SAID
    ]  # fmt: skip
    return write_xlsx(folder / "réponses.xlsx", {"Feuille 1": [head, *rows]})
