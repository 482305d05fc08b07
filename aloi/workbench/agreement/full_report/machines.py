"""Machines among the annotators of a table: apart from the people, and whether they may replace one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from aloi.agreement.machine.alignment import Alignments, alignments, alignments_of
from aloi.agreement.machine.alternative import AlternativeTest, alternative_tests
from aloi.agreement.number import Number
from aloi.agreement.parts.spans import SpanDocument
from aloi.agreement.planning.machines import MachinePilot, MachinePlan, plan_machine_test
from aloi.agreement.ratings import Ratings
from aloi.base.names import known_name
from aloi.base.terms import Phrase
from aloi.workbench.reports.table import INTERVAL, Table, p_text
from aloi.workbench.requests.files.agreement import AgreementRequest

SPAN_F1 = "span_f1"
UNITS = Phrase("machine-units", "Units")


def people_of(ratings: Ratings, request: AgreementRequest) -> Ratings:
    """Return the ratings of the people alone."""
    for machine in request.machine:
        known_name(
            machine, ratings.annotators, Phrase("kind-annotator-of-the-table", "annotator of the table")
        )
    if not request.machine:
        return ratings
    return ratings.subset_annotators([name for name in ratings.annotators if name not in request.machine])


def people_documents(documents: Sequence[SpanDocument], request: AgreementRequest) -> list[SpanDocument]:
    """Return the documents with the spans of people alone.

    Raises
    ------
    AloiError
        A machine that marked no document.
    """
    names = {str(name) for document in documents for name in document.answers}
    for machine in request.machine:
        known_name(machine, sorted(names), Phrase("kind-annotator-of-the-table", "annotator of the table"))
    return [
        SpanDocument(
            document.id,
            {name: spans for name, spans in document.answers.items() if str(name) not in request.machine},
        )
        for document in documents
    ]


def machine_tests(
    ratings: Ratings, request: AgreementRequest, parts: Mapping[str, Ratings] | None = None
) -> tuple[AlternativeTest, ...]:
    """Return the test of each machine: of the table, then of its parts. All p-values are adjusted together.

    Raises
    ------
    AloiError
        A machine that is not in the table, or an alignment that its values do not have.
    """
    tables = [
        alignments(_with_people(part, machine, request), machine, request.alignment, name)
        for name, part in {"": ratings, **(parts or {})}.items()
        for machine in request.machine
    ]
    return alternative_tests(tables, request.epsilon)


def _with_people(ratings: Ratings, machine: str, request: AgreementRequest) -> Ratings:
    """Return the ratings of the people and of a machine."""
    names = [name for name in ratings.annotators if name == machine or name not in request.machine]
    return ratings.subset_annotators(names)


def span_machine_tests(
    documents: Sequence[SpanDocument], request: AgreementRequest
) -> tuple[AlternativeTest, ...]:
    """Return the test of each machine of a table of spans: answers are compared by their exact F1.

    All p-values are adjusted together.
    """
    people = _people_of_spans(documents, request)
    tables = [_span_alignments(documents, machine, people) for machine in request.machine]
    return alternative_tests(tables, request.epsilon)


def span_machine_plans(
    documents: Sequence[SpanDocument], request: AgreementRequest
) -> tuple[MachinePlan, ...]:
    """Return the plan of a test of each machine, with the spans as its pilot; none without a wanted power."""
    people = tuple(_people_of_spans(documents, request))

    def pilot(machine: str) -> MachinePilot:
        return MachinePilot(people, partial(_span_alignments, documents, machine))

    return _plans(pilot, request)


def _people_of_spans(documents: Sequence[SpanDocument], request: AgreementRequest) -> list[str]:
    names = {str(name) for document in documents for name in document.answers}
    return sorted(names - {*request.machine})


def _span_alignments(documents: Sequence[SpanDocument], machine: str, people: Sequence[str]) -> Alignments:
    """Return how well a machine agrees with people on the spans of documents."""
    answers = {
        document.id: {
            str(name): frozenset(spans)
            for name, spans in document.answers.items()
            if name == machine or name in people
        }
        for document in documents
    }
    return alignments_of(answers, machine, span_f1, SPAN_F1)


def span_f1(first: frozenset[object], second: frozenset[object]) -> float:
    """Return the F1 of two sets of spans of a document, 1 where both marked nothing.

    >>> span_f1(frozenset("ab"), frozenset("bc"))
    0.5
    """
    total = len(first) + len(second)
    return 2 * len(first & second) / total if total else 1.0


def machine_plans(ratings: Ratings, request: AgreementRequest) -> tuple[MachinePlan, ...]:
    """Return the plan of a test of each machine, with the table as its pilot; none without a wanted power."""

    def pilot(machine: str) -> MachinePilot:
        return MachinePilot.of_ratings(_with_people(ratings, machine, request), machine, request.alignment)

    return _plans(pilot, request)


def _plans(pilot: Callable[[str], MachinePilot], request: AgreementRequest) -> tuple[MachinePlan, ...]:
    if request.power is None:
        return ()
    return tuple(
        plan_machine_test(
            pilot(machine),
            request.epsilon,
            request.power,
            people=request.people or None,
            seed=request.seed,
        )
        for machine in request.machine
    )


def plan_table(plan: MachinePlan) -> Table:
    """Return the plan of a test as a table: a row for each number of people."""
    rows = [(row.people, row.units, row.answers, Number(row.power), Number(row.error)) for row in plan.rows]
    return Table(
        Phrase(
            "machine-plan-title",
            "Study for a power of {power}: {machine}, epsilon {epsilon}.",
            power=f"{plan.power:g}",
            machine=plan.machine,
            epsilon=f"{plan.epsilon:g}",
        ),
        (
            Phrase("machine-plan-people", "People"),
            UNITS,
            Phrase("machine-answers", "Answers"),
            Phrase("machine-plan-power", "Power"),
            Phrase("machine-plan-error", "Simulation error"),
        ),
        rows,
        list(plan.cautions),
    )


def machine_table(test: AlternativeTest) -> Table:
    """Return the test of a machine as a table: a row for each person, and one for all of them."""
    name = test.machine
    if test.part:
        name = Phrase("machine-and-part", "{machine}, {part}", machine=test.machine, part=test.part)
    rows: list[Sequence[object]] = [
        (
            person.annotator,
            person.units,
            Number(person.advantage, person.interval, person.reason),
            Number(person.lead, signed=True),
            p_text(person.adjusted),
            None if person.reason else person.wins,
        )
        for person in test.people
    ]
    rows.append(
        (
            Phrase("machine-mean-over-people", "Mean over people"),
            test.units,
            Number(test.advantage, test.advantage_interval, test.reason),
            None,
            None,
            test.passes,
        )
    )
    rate = str(Number(test.winning_rate, test.winning_interval, test.reason))
    return Table(
        Phrase(
            "machine-test-title",
            "Alternative annotator test of {name} (epsilon {epsilon}).",
            name=name,
            epsilon=f"{test.epsilon:g}",
        ),
        (
            Phrase("machine-compared-with", "Compared with"),
            UNITS,
            (Phrase("machine-advantage", "Advantage probability"), INTERVAL),
            Phrase("machine-lead", "Lead of the person"),
            "p",
            Phrase("machine-passes", "Passes"),
        ),
        rows,
        [
            Phrase("machine-winning-rate", "Winning rate: {rate}.", rate=rate),
            *test.cautions,
            test.signature,
        ],
    )
