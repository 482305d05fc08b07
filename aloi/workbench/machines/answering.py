"""A machine annotates a round: estimate, bounded parallel requests, cancel and resume."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

from aloi.base.errors import AloiError, values_hidden
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.machines.addresses import resolve
from aloi.machines.asking import ChatModel, MachineOutcome, ask_item
from aloi.machines.client import ChatClient
from aloi.machines.model import AGAIN, MachineAnnotator, MachineAnswer, MachineKind, Skip
from aloi.machines.running import in_parallel
from aloi.storage.store import Store
from aloi.workbench.machines.permission import allow_sending
from aloi.workbench.machines.predictions import predicted_outcomes
from aloi.workbench.machines.prompting import ItemQuestion, RoundPrompts, prompts_of
from aloi.workbench.machines.registry import key_of
from aloi.workbench.models.training import in_words
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.machines import AnswerMachineRequest, TryMachineRequest
from aloi.workbench.rounds.rounds import find_round

_MOST_FAILURES = 3  # items in a row, for each parallel request, that the server fails: then it is down
_SAMPLE = 20  # prompts that an estimate is made from
_SECONDS_BETWEEN_REPORTS = 0.5


@dataclass(frozen=True, slots=True)
class RunSize:
    """The size of a run before it starts. Tokens are estimated from the lengths of some prompts.

    `output_tokens` and `cost` are the largest possible; `cost` is None without prices. `destination` is the
    host that texts go to, empty for this machine.
    """

    requests: int
    already_answered: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    destination: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of a run: answers by item and draw, skips by reason, repeated questions, tokens, seconds."""

    machine: str
    requests: int
    answered: int
    skipped: Mapping[str, int]
    asked_again: int
    already_answered: int
    tokens: int
    seconds: float
    cost: float | None


@dataclass(slots=True)
class _Totals:
    """Running totals of a run."""

    answered: int = 0
    asked_again: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    failures: int = 0

    def add(self, answers: Iterable[MachineAnswer]) -> None:
        """Count stored answers."""
        for answer in answers:
            self.answered += answer.skip is None
            self.asked_again += max(0, len(answer.attempts) - 1)
            self.input_tokens += answer.input_tokens
            self.output_tokens += answer.output_tokens
            if answer.skip is not None:
                self.skipped[answer.skip.value] += 1
            self.failures = self.failures + 1 if answer.skip in AGAIN else 0

    @property
    def done(self) -> int:
        """Questions with an outcome."""
        return self.answered + sum(self.skipped.values())


@dataclass(frozen=True, slots=True)
class Tried:
    """A prompt as it would be sent, and the answer if it was sent."""

    item_id: str
    prompt: str
    checksum: str
    schema: Mapping[str, Json]
    tokens: int
    destination: str
    outcome: MachineOutcome | None


def _prompts(store: Store, request: AnswerMachineRequest | TryMachineRequest) -> RoundPrompts:
    campaign = store.campaigns.get(request.campaign)
    round_ = find_round(store, campaign.id, request.round)
    machine = store.machines.get(request.name, request.version)
    return prompts_of(store, campaign, round_, machine, request.guideline, request.example_rounds)


def try_machine(store: Store, request: TryMachineRequest, now: datetime) -> Tried:
    """Return the prompt of an item, and the answer to it if the request says to send it; nothing is stored.

    Raises
    ------
    AloiError
        An item that is not in the round, a machine without prompts, or texts that may not be sent.
    """
    prompts = _prompts(store, request)
    machine = prompts.machine
    if machine.identity.kind is not MachineKind.ENDPOINT:
        raise AloiError(
            "aloi.not-for",
            name=Term("a-prompt"),
            data=Term("machines-without-endpoint"),
            expected=Term("machine-with-endpoint"),
        )
    item_id = request.item or next(iter(prompts.round.item_ids))
    if item_id not in prompts.round.item_ids:
        raise AloiError(
            "aloi.not-found", kind=Term("the-item"), name=repr(item_id), todo=Term("choose-item-of-round")
        )
    question = next(prompts.questions(store, [item_id]))
    prompt = prompts.prompt(question)
    endpoint = resolve(machine.identity.endpoint)
    outcome = None
    if request.send:
        client = _client(store, prompts, request.sending_reason, Event(), now)
        try:
            outcome = _outcome(prompts, client, question)
        finally:
            client.close()
    host = "" if endpoint.local else endpoint.host
    return Tried(item_id, prompt.text(), prompt.checksum, prompt.schema, prompt.tokens, host, outcome)


def try_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the item and the outcome of `try_machine`."""
    del folder, progress
    tried = try_machine(store, from_data(TryMachineRequest, arguments), datetime.now(UTC))
    return to_json(tried, "prompt", "schema")


def estimate(store: Store, request: AnswerMachineRequest) -> RunSize:
    """Return the number of requests, tokens and the cost of a run; nothing is sent."""
    prompts = _prompts(store, request)
    its = prompts.machine.identity
    left, before = _left(store, prompts)
    if its.kind is not MachineKind.ENDPOINT:
        return RunSize(0, before, 0, 0, None, "")
    sample = [prompts.prompt(question).tokens for question, _ in zip(left(), range(_SAMPLE), strict=False)]
    count = prompts.count - before
    tokens = round(count * sum(sample) / len(sample)) if sample else 0
    output = count * its.max_tokens
    endpoint = resolve(its.endpoint)
    host = "" if endpoint.local else endpoint.host
    return RunSize(count, before, tokens, output, prompts.machine.access.cost(tokens, output), host)


def answer_round(
    store: Store, request: AnswerMachineRequest, data: Path, now: datetime, *, progress: Progress = silent
) -> Answered:
    """Let a machine annotate a round and store every answer; return what it did.

    Answers of the same version of the machine under the same guideline are not requested again.

    Raises
    ------
    AloiError
        Texts that may not be sent, no key, or a server that fails for many items in a row or refuses the
        requests. Earlier answers are stored.
    Cancelled
        `progress` requested a stop; earlier answers are stored.
    """
    begun = time.monotonic()
    prompts = _prompts(store, request)
    left, before = _left(store, prompts)
    total = prompts.count - before
    totals, stop = _Totals(), Event()
    report = _Reporter(progress, totals, total, begun)
    report()
    if prompts.machine.identity.kind is MachineKind.ENDPOINT:
        client = _client(store, prompts, request.sending_reason, stop, now, request.timeout)
        try:
            results = in_parallel(
                left(), lambda each: (each, _outcome(prompts, client, each)), request.parallel, stop
            )
            _store_all(store, prompts, results, totals, report, stop, _MOST_FAILURES * request.parallel)
        finally:
            stop.set()
            client.close()
    else:
        results = predicted_outcomes(store, prompts, left(), data, progress)
        _store_all(store, prompts, results, totals, report, stop)
    cost = prompts.machine.access.cost(totals.input_tokens, totals.output_tokens)
    return Answered(
        prompts.machine.title,
        total,
        totals.answered,
        dict(sorted(totals.skipped.items())),
        totals.asked_again,
        before,
        totals.input_tokens + totals.output_tokens,
        round(time.monotonic() - begun, 3),
        cost,
    )


def answer_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the result of `answer_round`, or the size of the run if only that is requested."""
    request = from_data(AnswerMachineRequest, arguments)
    if request.estimate:
        return to_json(estimate(store, request))
    return to_json(answer_round(store, request, folder, datetime.now(UTC), progress=progress))


class _Reporter:
    """Tells the progress of a run with its tokens and the time left; raises Cancelled if it should stop."""

    def __init__(self, progress: Progress, totals: _Totals, total: int, begun: float) -> None:
        self._progress, self._totals, self._total, self._begun = progress, totals, total, begun
        self._last = 0.0

    def __call__(self) -> None:
        now, totals = time.monotonic(), self._totals
        if self._last and now - self._last < _SECONDS_BETWEEN_REPORTS and totals.done < self._total:
            return
        self._last = now
        rest = (now - self._begun) * (self._total - totals.done) / totals.done if totals.done else 0.0
        tokens = totals.input_tokens + totals.output_tokens
        message = Term("progress-machine", tokens=tokens, time=in_words(rest))
        if not self._progress(totals.done, self._total, message):
            raise Cancelled


def _store_all(
    store: Store,
    prompts: RoundPrompts,
    results: Iterator[list[tuple[ItemQuestion, MachineOutcome]]],
    totals: _Totals,
    report: _Reporter,
    stop: Event,
    most_failures: int = sys.maxsize,
) -> None:
    """Store results as they come, those that came together in one transaction.

    After a cancellation, and if the server is down, what was sent is still waited for and stored.
    """
    problem: Exception | None = None
    for batch in results:
        answers = [_answer(prompts, question, outcome) for question, outcome in batch]
        store.machines.save(answers)
        totals.add(answers)
        try:
            report()
        except Cancelled as cancelled:
            problem = problem or cancelled
        if totals.failures >= most_failures:
            url, items = prompts.machine.identity.endpoint, totals.failures
            problem = problem or AloiError("workbench.machine-server-down", endpoint=url, items=items)
        if problem is not None:
            stop.set()
    if problem is not None:
        raise problem


def _left(store: Store, prompts: RoundPrompts) -> tuple[_Left, int]:
    """Return what is left to ask, and how many answers were acknowledged before."""
    before = store.machines.acknowledged(prompts.round.id, prompts.machine.id, prompts.guideline_version or 0)
    return _Left(store, prompts, before), len(before)


class _Left:
    """The questions that are left, read in parts so that memory stays flat."""

    _AT_ONCE = 200

    def __init__(self, store: Store, prompts: RoundPrompts, before: set[tuple[str, int, bool]]) -> None:
        self._store, self._prompts, self._before = store, prompts, before

    def __call__(self) -> Iterator[ItemQuestion]:
        ids = self._prompts.round.item_ids
        for start in range(0, len(ids), self._AT_ONCE):
            for question in self._prompts.questions(self._store, ids[start : start + self._AT_ONCE]):
                if question.key not in self._before:
                    yield question


def _client(
    store: Store,
    prompts: RoundPrompts,
    reason: str,
    stop: Event,
    now: datetime,
    timeout: float = 120.0,
) -> ChatClient:
    """Return a client of the machine's endpoint, if the texts may be sent there."""
    machine: MachineAnnotator = prompts.machine
    endpoint = resolve(machine.identity.endpoint)
    allow_sending(store, store.texts.corpus(prompts.campaign.corpus_id), endpoint, reason, now)
    key = key_of(machine.access)
    return ChatClient(endpoint, machine.identity, key, timeout=timeout, stop=stop)


def _outcome(prompts: RoundPrompts, client: ChatModel, question: ItemQuestion) -> MachineOutcome:
    """Return the answer to an item."""
    if question.lacks_candidates:
        return MachineOutcome(None, None, Skip.NOTHING_OFFERED, ())
    with values_hidden(prompts.restricted):
        return ask_item(
            client,
            prompts.prompt(question),
            question.fields,
            lambda value: prompts.kind.check(value, question.item, prompts.settings),
            question.draw,
        )


def _answer(prompts: RoundPrompts, question: ItemQuestion, outcome: MachineOutcome) -> MachineAnswer:
    return MachineAnswer(
        prompts.round.id,
        question.item.id,
        prompts.machine.id,
        question.draw,
        question.reversed_order,
        prompts.guideline_version,
        prompts.campaign.schema.schema_version,
        outcome.value,
        outcome.confidence,
        outcome.skip,
        outcome.attempts,
        outcome.prompt,
        datetime.now(UTC),
    )
