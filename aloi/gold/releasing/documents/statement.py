"""The data statement of a release: Markdown made of its own facts, nothing typed by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping

from aloi.agreement.number import Number
from aloi.agreement.result import Interval
from aloi.corpora.model import Json
from aloi.gold.model import LeakReport
from aloi.gold.releasing.compressed_records import Rows, leading_texts
from aloi.gold.releasing.documents.markdown import code, typed
from aloi.gold.releasing.machines import ANSWERS_FILE, MACHINES
from aloi.gold.releasing.manifest import entries, listed, rows_of


def data_statement(manifest: Mapping[str, Json]) -> str:
    """Return the data statement of a release in Markdown.

    It states the source and licence of the texts, who labelled them and how, how gold and
    parts were made, and how far the annotators agreed.
    """
    sections = (_head(manifest), *_sections(manifest))
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def statement_sections(manifest: Mapping[str, Json]) -> dict[str, str]:
    """Return the sections of the data statement by their titles, without Markdown headings."""
    return {
        title.removeprefix("## "): "\n".join(line.removeprefix("- ") for line in lines if line)
        for title, *lines in _sections(manifest)
    }


def _sections(manifest: Mapping[str, Json]) -> list[list[str]]:
    return [
        _texts(manifest),
        _people(manifest),
        _rounds(manifest),
        _gold(manifest),
        *([_cleaning(manifest)] if "cleanings" in manifest else []),
        _parts(manifest),
        _agreement(manifest),
        *([_machines(manifest)] if MACHINES in manifest else []),
        *([_gate(manifest)] if "gate" in manifest else []),
    ]


def _head(manifest: Mapping[str, Json]) -> list[str]:
    campaign = entries(manifest, "campaign")
    return [
        f"# Data statement: {typed(campaign['name'])}, version {manifest['version']}",
        "",
        f"Task: {campaign['task']} (version {campaign['task_version']}). "
        f"Made by {manifest['program']} on {manifest['created_at']}.",
    ]


def _texts(manifest: Mapping[str, Json]) -> list[str]:
    corpus = entries(manifest, "corpus")
    counts = entries(manifest, "counts")
    miners = ", ".join(f"{name} {count}" for name, count in entries(counts, "by_miner").items())
    lines = [
        "## Texts",
        "",
        f"- Corpus: {typed(corpus['name'])}",
        f"- Language: {typed(corpus['language'])}",
        f"- Licence: {typed(corpus['licence'])}",
        f"- Source: {typed(corpus['source'])}",
        f"- How the items became candidates (an item found twice counts twice): {miners or 'not recorded'}",
    ]
    if corpus["restricted"]:
        lines.append("- Restricted: a data-use agreement forbids giving these texts on.")
    if manifest.get("stand_off"):
        lines.append("- Stand-off release: ids and offsets, without the texts.")
    return lines


def _people(manifest: Mapping[str, Json]) -> list[str]:
    people = rows_of(manifest, "annotators")
    answered = {*leading_texts(rows_of(manifest, "annotations"), "annotator")}
    lines = ["## Annotators", "", f"{len(answered)} annotators answered."]
    for annotator in people:
        expertise = typed(annotator["expertise"]) or "expertise not recorded"
        lines.append(f"- {typed(annotator['pseudonym'])} ({annotator['role']}): {expertise}")
    left_out = rows_of(manifest, "exclusions") if "exclusions" in manifest else []
    return lines + [
        f"- The answers of {typed(annotator['annotator'])} count neither in the gold nor in the agreement: "
        f"{typed(annotator['why'])}"
        for annotator in left_out
    ]


def _rounds(manifest: Mapping[str, Json]) -> list[str]:
    lines = ["## Rounds and guidelines", ""]
    for row in rows_of(manifest, "rounds"):
        version = row["guideline_version"]
        guideline = "no guideline" if version is None else f"guideline {version}"
        shown = row["item_ids"]
        size = len(shown) if isinstance(shown, list) else 0
        people = ", ".join(map(typed, row["annotators"])) if isinstance(row["annotators"], list) else ""
        lines.append(
            f"- Round {row['number']}, {row['purpose']}, {guideline}: {size} items, "
            f"{row['overlap']} annotator(s) an item ({people}), seed {row['seed']}"
        )
    for row in rows_of(manifest, "guidelines"):
        why = f": {typed(row['why_changed'])}" if row["why_changed"] else ""
        lines.append(f"- Guideline {row['version']}{why}")
    return lines


def _gold(manifest: Mapping[str, Json]) -> list[str]:
    counts = entries(manifest, "counts")
    statuses = ", ".join(f"{name} {count}" for name, count in entries(counts, "by_status").items())
    gold = entries(manifest, "gold")
    lines = [
        "## Gold",
        "",
        f"{counts['gold']} gold items by the rule `{gold['rule']}` ({statuses}), "
        f"from {counts['annotations']} annotations.",
    ]
    models = rows_of(gold, "models") if "models" in gold else []
    return [*lines, *([""] if models else []), *(line for one in models for line in _model(one))]


def _cleaning(manifest: Mapping[str, Json]) -> list[str]:
    """Return the bookkeeping of the cleaning, as the table of Fabre et al. 2014."""
    counts = entries(entries(manifest, "counts"), "by_cleaning")
    counted = [count for count in counts.values() if isinstance(count, int)]
    rows = [f"| {name.replace('_', ' ')} | {count} |" for name, count in counts.items()]
    return [
        "## Cleaning of the answers",
        "",
        "Each answer (one substitute of one annotator) was validated, corrected, reduced to its head, kept "
        "or excluded. The annotations contain the answers as typed, the manifest each decision.",
        "",
        "| result | answers |",
        "|---|---:|",
        *rows,
        f"| collected | {sum(counted)} |",
    ]


def _model(model: Mapping[str, Json]) -> list[str]:
    """Return what a model of annotators was and what it says of each of them."""
    lines = [f"- Model of {typed(model['part'])}: {code(str(model['signature']))}"]
    if not model["converged"]:
        lines.append("- The model had not converged at its limit of iterations.")
    lines += [f"- {typed(note)}" for note in listed(model, "notes")]
    for person in rows_of(model, "annotators"):
        annotator_figures = ", ".join(
            f"{name} {value:.3f}" for name, value in person.items() if isinstance(value, int | float)
        )
        lines.append(f"- {typed(person['pseudonym'])}: {annotator_figures}")
    return lines


def _parts(manifest: Mapping[str, Json]) -> list[str]:
    splits = entries(manifest, "splits")
    sizes = entries(entries(manifest, "counts"), "by_part")
    within = {part["name"]: part["within"] for part in rows_of(splits, "parts") if "within" in part}
    leaks = rows_of(splits, "leaks") if "leaks" in splits else []
    dropped = splits["dropped"]
    return [
        "## Parts",
        "",
        *(
            f"- {typed(name)}: {count} items"
            + (f", all of them in {within[name]} too" if name in within else "")
            for name, count in sizes.items()
        ),
        f"- Method: {splits['method']}, seed {splits['seed']}",
        f"- In more than one part: {splits['crossing_sentences']} sentences, "
        f"{splits['crossing_documents']} documents",
        f"- Dropped to make the parts disjoint by {splits['disjoint']}: "
        f"{len(dropped) if isinstance(dropped, list) else 0}"
        if splits["disjoint"]
        else "- Nothing was dropped to make the parts disjoint",
        *(_leak(LeakReport.from_json(one)) for one in leaks),
    ]


def _leak(report: LeakReport) -> str:
    """Return what a leak check found."""
    test, train = report.check.test, report.check.train
    near = (
        f"{len(report.near)} more are nearer to one than {report.check.threshold:g}"
        if report.check.threshold
        else "near duplicates were not searched"
    )
    sizes = ", ".join(f"{name} {count}" for name, count in report.sizes.items())
    return (
        f"- Of {test}, {len(report.exact)} items are equal to one of {train} by {report.by}, "
        f"{len(report.normalised)} more except for case, form, white space and accents, {near}; "
        f"{len(report.documents.items)} share a document with {train}, {len(report.sources.items)} a source: "
        f"{sizes} (`{report.signature}`)"
    )


def _agreement(manifest: Mapping[str, Json]) -> list[str]:
    lines = ["## Agreement", "", "With 95% intervals.", ""]
    for row in rows_of(manifest, "agreement"):
        for result in rows_of(row, "results"):
            number = coefficient(result)
            estimate = f"undefined ({number.reason})" if number.value is None else str(number)
            lines.append(f"- Round {row['number']}: {estimate} ({code(str(result['signature']))})")
    return lines if len(lines) > 4 else [*lines[:2], "Not measured."]


def _machines(manifest: Mapping[str, Json]) -> list[str]:
    """Return the machine annotators, with the result of the alternative annotator test."""
    lines = [
        "## Machine annotators",
        "",
        f"Their answers are in `{ANSWERS_FILE}`. {machine_use(manifest)} With 95% intervals; p-values are "
        "adjusted over all these tests (Benjamini and Yekutieli).",
        "",
    ]
    return lines + [f"- {machine_fact(row, 0)}" for row in machine_rows(manifest)]


def machine_use(manifest: Mapping[str, Json]) -> str:
    """Return a sentence on the machines that count in gold and agreement, with the reasons."""
    reasons = {
        f"{typed(row['pseudonym'])} v{row['version']}": typed(row["counted_because"])
        for row in machine_rows(manifest)
        if row.get("counted_because")
    }
    if not reasons:
        return "They are no part of gold, splits and agreement."
    names = "; ".join(f"{name} ({why})" for name, why in reasons.items())
    return f"Machines that count in gold and agreement beside people, with the reason: {names}."


def machine_rows(manifest: Mapping[str, Json]) -> Rows:
    """Return the machine annotators of a release, one for each round and version of the guideline."""
    return rows_of(entries(manifest, MACHINES), "annotators") if MACHINES in manifest else []


def machine_fact(row: Mapping[str, Json], at: int) -> str:
    """Return what a release says of a machine, in English (0) or French (1)."""
    version = row["guideline_version"]
    facts: Mapping[str, str] = {
        "name": f"{typed(row['pseudonym'])} v{row['version']}",
        "model": typed(row["model"]),
        "where": _WHERE[str(row["where"])][at],
        "prompt": f"{row['prompt_version']} ({str(row['prompt_checksum'])[:12]})",
        "sampling": f"temperature {row['temperature']}, top_p {row['top_p']}, seed {row['seed']}",
        "round": str(row["round"]),
        "guideline": (f"{('guideline', 'guide')[at]} {version}" if version else _NO_GUIDELINE[at]),
        "answered": str(row["answered"]),
        "items": str(row["items"]),
        "test": _test(entries(row, "alternative_test"), at),
    }
    counted = _COUNTED[at].format(why=typed(row["counted_because"])) if row.get("counted_because") else ""
    return (_MACHINE, _MACHINE_FR)[at].format(**facts) + counted


_MACHINE = (
    "{name}: model {model}, {where}; prompt {prompt}; {sampling}. Round {round}, {guideline}: {answered} of "
    "{items} items answered. {test}"
)
_MACHINE_FR = (
    "{name}\u00a0: modèle {model}, {where}\u00a0; invite {prompt}\u00a0; {sampling}. Tour {round}, "
    "{guideline}\u00a0: {answered} items sur {items} ont une réponse. {test}"
)
_WHERE = {
    "this machine": ("at a server on the machine of the campaign", "sur la machine de la campagne"),
    "another machine": ("at a server on another machine", "sur une autre machine"),
    "run": ("a trained run", "un entraînement d’Aloi"),
    "file": ("a table of predictions", "un tableau de prédictions"),
}
_COUNTED = (
    " Its answers count in gold and agreement: {why}",
    " Ses réponses comptent dans la référence et l’accord\u00a0: {why}",
)
_NO_GUIDELINE = ("no guideline", "sans guide")
_TEST = (
    "Alternative annotator test (epsilon {epsilon}): {outcome}, winning rate {rate}, advantage probability "
    "{advantage}.",
    "Test de l’annotateur alternatif (epsilon {epsilon})\u00a0: {outcome}, taux de victoires {rate}, "
    "probabilité d’avantage {advantage}.",
)
_OUTCOMES = {
    True: ("it may replace a person", "peut remplacer une personne"),
    False: ("it may not replace a person", "ne peut pas remplacer une personne"),
}
_NO_TEST = (
    "No alternative annotator test ({reason}).",
    "Pas de test de l’annotateur alternatif ({reason}).",
)


def _test(test: Mapping[str, Json], at: int) -> str:
    """Return the result of an alternative annotator test, or the reason for none."""
    passes = test["passes"]
    if not isinstance(passes, bool):
        return _NO_TEST[at].format(reason=test["reason"])
    rate, advantage = (
        coefficient({"value": test[name], "ci": test[ends], "reason": None})
        for name, ends in (
            ("winning_rate", "winning_rate_ci"),
            ("advantage_probability", "advantage_ci"),
        )
    )
    epsilon = f"{test['epsilon']:g}"
    shown = [french(number) if at else str(number) for number in (rate, advantage)]
    return _TEST[at].format(
        epsilon=epsilon.replace(".", ",") if at else epsilon,
        outcome=_OUTCOMES[passes][at],
        rate=shown[0],
        advantage=shown[1],
    )


def _gate(manifest: Mapping[str, Json]) -> list[str]:
    """Return the checked release rules, and those that were overridden, with a reason."""
    gate = entries(manifest, "gate")
    broken = rows_of(gate, "overridden")
    kept_rules = [
        str(rule) for rule in listed(gate, "rules") if rule not in {each["rule"] for each in broken}
    ]
    lines = ["## Release checks", "", f"- Passed: {', '.join(kept_rules) or 'none'}"]
    for rule in broken:
        counts = ", ".join(f"{name} {count}" for name, count in entries(rule, "counts").items())
        by = typed(rule["by"] or "somebody unnamed")
        lines.append(f"- Overridden: {rule['rule']} ({counts}), by {by}: {typed(rule['why'])}")
    return lines


# The measure of agreement, and the reliability of the gold itself.
MAIN_MEASURES = ("krippendorff_alpha", "gold_reliability", "pairwise_agreement")
_POINT = re.compile(r"(?<=\d)[.](?=\d)")


def coefficient(result: Mapping[str, Json]) -> Number:
    """Return a coefficient with its interval, or why it has none, of what `Agreement.to_json` gave."""
    value, ends = result["value"], result.get("ci")
    numbers = [float(one) for one in ends if isinstance(one, int | float)] if isinstance(ends, list) else []
    return Number(
        float(value) if isinstance(value, int | float) else None,
        Interval(numbers[0], numbers[1], "") if len(numbers) == 2 else None,
        None if result["reason"] is None else str(result["reason"]),
    )


def french(number: Number) -> str:
    r"""Return a number as French writes it.

    >>> french(Number(0.5, Interval(0.25, 0.75, "")))
    '0,500 [0,250\xa0; 0,750]'
    """
    return _POINT.sub(",", str(number).replace(", ", "\N{NO-BREAK SPACE}; "))
