"""The queue of substitutes to clean: what is proposed, what was decided, and the table of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.annotation.tasks.substitution.cleaning import Category, Proposal, category_of, propose
from aloi.annotation.tasks.substitution.task import Substitution, words_of
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.corpora.language.dictionary import Lexicon, read_lexicon
from aloi.corpora.model import Item, Json, Target
from aloi.corpora.readers import Row, SourceTable, read_table, write_table
from aloi.corpora.readers.values import check_id, check_words
from aloi.gold.making.aggregate import ItemAnswers, collect_answers
from aloi.gold.making.cleaning import TO_DECIDE, Cleaning, bookkeeping, latest_cleanings
from aloi.storage.store import Store
from aloi.workbench.people import decider
from aloi.workbench.requests.campaigns import (
    CleanRequest,
    ImportCleaningRequest,
    ProposeRequest,
    UndoCleaningRequest,
)
from aloi.workbench.rounds.counted_answers import answer_names, counted_answers
from aloi.workbench.rounds.rounds import default_rounds

IMPORT_COLUMNS = ("item_id", "answer", "result", "why")
LIST_COLUMNS = ("item_id", "lemma", "pos", "answer", "given", "state", "counts_as", "result", "by", "why")


@dataclass(frozen=True, slots=True)
class AnsweredItem:
    """An item where an answer was given: the number of its annotators, and the decision."""

    item_id: str
    count: int
    decision: Cleaning | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """One answer as it was typed for a target lemma, at all its items; decided on at once."""

    lemma: str
    pos: str
    answer: str
    places: tuple[AnsweredItem, ...]
    proposal: Proposal

    @property
    def open(self) -> tuple[AnsweredItem, ...]:
        """The items without a decision."""
        return tuple(one for one in self.places if one.decision is None)


@dataclass(frozen=True, slots=True)
class CleaningQueue:
    """The answers of a campaign by target lemma, and the bookkeeping table, `to_decide` last."""

    answers: tuple[Typed, ...]
    table: Mapping[str, int]

    @property
    def automatic(self) -> tuple[Typed, ...]:
        """Answers that may be accepted automatically, without a check of each."""
        return tuple(one for one in self.answers if one.open and one.proposal.category is Category.AUTOMATIC)

    @property
    def waiting(self) -> tuple[Typed, ...]:
        """Answers that need a person's decision."""
        return tuple(
            typed
            for typed in self.answers
            if typed.open and typed.proposal.category is not Category.AUTOMATIC
        )


def queue(store: Store, campaign: str, lexicon: Lexicon | None = None) -> CleaningQueue:
    """Return the answers of all rounds but pilots with the proposals and the decisions.

    Raises
    ------
    AloiError
        A campaign of another task.
    """
    stored_campaign = _campaign(store, campaign)
    return with_decisions(store, stored_campaign, typed_answers(store, stored_campaign, lexicon))


def typed_answers(store: Store, campaign: Campaign, lexicon: Lexicon | None = None) -> tuple[Typed, ...]:
    """Return the answers of all rounds but pilots with the proposals, regardless of decisions."""
    answers = collected(store, campaign)
    language = store.texts.corpus(campaign.corpus_id).language
    shown = store.texts.items(sorted({one.item_id for one in answers}))
    items = {item.id: item for item in shown if isinstance(item, Target)}
    counts: dict[tuple[str, str, str], dict[str, int]] = {}
    for item_answers in answers:
        item = items[item_answers.item_id]
        for each in item_answers.answers:
            for word in words_of(each.value):
                its = counts.setdefault((item.lemma, item.pos, word), {})
                its[item_answers.item_id] = its.get(item_answers.item_id, 0) + 1
    words_by_lemma: dict[tuple[str, str], list[str]] = {}
    for lemma, pos, word in counts:
        words_by_lemma.setdefault((lemma, pos), []).append(word)
    return tuple(
        Typed(
            lemma, pos, word,
            tuple(AnsweredItem(item_id, count) for item_id, count in sorted(its.items())),
            _proposal(word, lemma, pos, language, lexicon, tuple(words_by_lemma[lemma, pos])),
        )
        for (lemma, pos, word), its in sorted(counts.items())
    )  # fmt: skip


def with_decisions(store: Store, campaign: Campaign, answers: Sequence[Typed]) -> CleaningQueue:
    """Return answers with their current decisions, and the bookkeeping table of them."""
    decided = latest_cleanings(store.cleanings.list(campaign.id))
    table = dict.fromkeys((*(one.value for one in Category), TO_DECIDE), 0)
    decided_answers = []
    for typed in answers:
        places = tuple(
            replace(each, decision=decided.get((each.item_id, typed.answer))) for each in typed.places
        )
        decided_answers.append(replace(typed, places=places))
        for each in places:
            category = None if each.decision is None else each.decision.category
            table[TO_DECIDE if category is None else category.value] += each.count
    return CleaningQueue(tuple(decided_answers), table)


def collected(store: Store, campaign: Campaign) -> tuple[ItemAnswers, ...]:
    """Return the answers to clean: those of all rounds but pilots."""
    chosen = default_rounds(store.campaigns.rounds(campaign.id))
    names = answer_names(store)
    annotations = [annotation for one in chosen for annotation in counted_answers(store, one)]
    return collect_answers(chosen, annotations, names)


def count_to_clean(store: Store, campaign: Campaign) -> int:
    """Return the number of collected answers without a decision."""
    return bookkeeping(collected(store, campaign), store.cleanings.list(campaign.id))[TO_DECIDE]


def decide(
    store: Store,
    campaign: str,
    typed: Typed,
    result: str | None,
    *,
    item: str | None = None,
    by: str,
    why: str = "",
    now: datetime,
) -> list[Cleaning]:
    """Store and return decisions: the result of an answer (None: excluded) for each of its open occurrences.

    If none is open, all occurrences are decided again; `item` names the only item to decide, open or not.

    Raises
    ------
    AloiError
        A result that is no substitute, somebody unknown, or an item that did not get the answer.
    """
    campaign_id = _campaign(store, campaign).id
    person = decider(store, by).pseudonym
    checked = None if result is None else _checked(store.texts.items([typed.places[0].item_id])[0], result)
    category = category_of(typed.proposal, typed.answer, checked)
    places = typed.open or typed.places
    if item is not None:
        places = tuple(each for each in typed.places if each.item_id == item)
    if not places:
        raise AloiError(
            "aloi.not-listed",
            kind=Term("item-with-the-answer", answer=quoted(typed.answer)),
            name=quoted(item),
            known=(each.item_id for each in typed.places),
            todo=Term("name-one-of-them"),
        )
    return store.cleanings.add(
        [
            Cleaning(campaign_id, each.item_id, typed.answer, 0, category, checked, person, why.strip(), now)
            for each in places
        ]
    )


def clean(
    store: Store, request: CleanRequest, *, lexicon: Lexicon | None = None, now: datetime
) -> list[Cleaning]:
    """Store and return the decisions on an answer to a target, as `decide` does."""
    if request.result is None and not request.exclude:
        raise AloiError("aloi.fields-none", fields=["result", "exclude"])
    typed = find_typed(queue(store, request.campaign, lexicon), request.lemma, request.answer, request.pos)
    return decide(
        store,
        request.campaign,
        typed,
        request.result,
        item=request.item,
        by=request.by,
        why=request.why,
        now=now,
    )


def accept_automatic(
    store: Store, request: ProposeRequest, *, lexicon: Lexicon | None = None, now: datetime
) -> int:
    """Return how many answers were validated automatically, all at once: one undo reverts all of them."""
    answers = queue(store, request.campaign, lexicon).automatic
    return accept(store, request.campaign, answers, by=request.by or "", now=now)


def accept(store: Store, campaign: str, answers: Sequence[Typed], *, by: str, now: datetime) -> int:
    """Return how many answers were validated automatically, all at once, at their open places."""
    stored_campaign = _campaign(store, campaign)
    person = decider(store, by).pseudonym
    category = Category.AUTOMATIC
    store.cleanings.add(
        [
            Cleaning(
                stored_campaign.id,
                each.item_id,
                typed.answer,
                0,
                category,
                typed.proposal.result,
                person,
                "",
                now,
            )
            for typed in answers
            for each in typed.open
        ]
    )
    return sum(each.count for one in answers for each in one.open)


def undo(store: Store, request: UndoCleaningRequest, *, now: datetime) -> list[Cleaning]:
    """Revert the decisions that a person stored last, and return them; none if there are none left.

    Decisions stored together are reverted together; the answers then need a decision again.
    """
    stored_campaign = _campaign(store, request.campaign)
    person = decider(store, request.by).pseudonym
    standing = latest_cleanings(store.cleanings.list(stored_campaign.id)).values()
    mine = [one for one in standing if one.by == person]
    if not mine:
        return []
    last = max(one.created_at for one in mine)
    batch = [one for one in mine if one.created_at == last]
    store.cleanings.add(
        [
            Cleaning(stored_campaign.id, decision.item_id, decision.answer, 0, None, None, person, "", now)
            for decision in batch
        ]
    )
    return batch


def take_back(store: Store, campaign: str, typed: Typed, *, by: str, now: datetime) -> list[Cleaning]:
    """Revert the decisions on an answer for all its occurrences, by all people, and return them."""
    stored_campaign = _campaign(store, campaign)
    person = decider(store, by).pseudonym
    decisions = [each.decision for each in typed.places if each.decision is not None]
    store.cleanings.add(
        [
            Cleaning(stored_campaign.id, each.item_id, each.answer, 0, None, None, person, "", now)
            for each in decisions
        ]
    )
    return decisions


def import_decisions(
    store: Store, request: ImportCleaningRequest, *, lexicon: Lexicon | None = None, now: datetime
) -> int:
    """Return how many decisions were stored from a table: all of it or nothing.

    Columns: item_id, answer, result (empty: excluded) and why. The kind of a decision follows from the
    proposal for the answer; a row that repeats the current decision changes nothing.

    Raises
    ------
    AloiError
        A missing column, an answer nobody gave to the item, a repeated line, or a result that is no
        substitute.
    """
    stored_campaign = _campaign(store, request.campaign)
    person = decider(store, request.by).pseudonym
    table = read_table(request.decisions)
    table.require(*IMPORT_COLUMNS)
    answers_by_key = {
        (answered_item.item_id, typed.answer): (typed, answered_item)
        for typed in queue(store, request.campaign, lexicon).answers
        for answered_item in typed.places
    }
    items = {item.id: item for item in store.texts.items(sorted({item_id for item_id, _ in answers_by_key}))}
    cleanings: dict[tuple[str, str], Cleaning] = {}
    for row in table.rows:
        key = (check_id(row.text("item_id"), table.where(row)), row.text("answer"))
        if key not in answers_by_key or key in cleanings:
            raise AloiError(
                "workbench.item-stands-twice",
                where=table.where(row),
                key=quoted(key[1]),
                key_key=quoted(key[0]),
                key_in_value=key in cleanings,
            )
        typed, answered_item = answers_by_key[key]
        result = _imported(table, row, items[answered_item.item_id])
        category = category_of(typed.proposal, typed.answer, result)
        cleanings[key] = Cleaning(
            stored_campaign.id, *key, 0, category, result, person, row.text("why").strip(), now
        )
    changed = [
        typed
        for key, typed in cleanings.items()
        for before in [answers_by_key[key][1].decision]
        if before is None or before.result != typed.result
    ]
    store.cleanings.add(changed)
    return len(changed)


def rows(cleaning_queue: CleaningQueue) -> list[dict[str, object]]:
    """Return a row of LIST_COLUMNS for each answer and item: the decision, or else the proposal."""
    listed: list[dict[str, object]] = []
    for typed in cleaning_queue.answers:
        for answered_item in typed.places:
            decision = answered_item.decision
            status = (
                ("proposed", typed.proposal.category.value, typed.proposal.result, "", typed.proposal.reason)
                if decision is None or decision.category is None
                else ("decided", decision.category.value, decision.result, decision.by, decision.why)
            )
            values = (
                answered_item.item_id,
                typed.lemma,
                typed.pos,
                typed.answer,
                answered_item.count,
                *status,
            )
            listed.append(dict(zip(LIST_COLUMNS, values, strict=True)))
    return listed


def write_rows(listed: Sequence[Mapping[str, object]], out: Path) -> None:
    """Write the rows as a table; changed decisions in it can be imported."""
    write_table(out, LIST_COLUMNS, listed)


def find_typed(cleaning_queue: CleaningQueue, lemma: str, answer: str, pos: str | None = None) -> Typed:
    """Return an answer to a target lemma, or raise AloiError."""
    same = [
        typed
        for typed in cleaning_queue.answers
        if typed.lemma == lemma and typed.answer == answer and (pos is None or typed.pos == pos)
    ]
    if len(same) != 1:
        raise AloiError(
            "workbench.target-got-answer",
            same=len(same),
            lemma=quoted(lemma),
            answer=quoted(answer),
            has_same=bool(same),
        )
    return same[0]


def keep_lexicon(data: Path, campaign: Campaign, path: Path) -> Lexicon:
    """Return the lexicon of a table, kept in the data folder for the cleaning of a campaign."""
    lexicon = read_lexicon(path)
    target = _lexicon_file(data, campaign, path.suffix.lower())
    content = path.read_bytes()
    for old in target.parent.glob(f"{campaign.id}.*"):
        old.unlink()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return lexicon


def kept_lexicon(data: Path, campaign: Campaign) -> Lexicon | None:
    """Return the lexicon kept for the cleaning of a campaign; None without."""
    path = _lexicon_path(data, campaign)
    return None if path is None else _read(path, path.stat().st_mtime_ns)


def lexicon_stamp(data: Path, campaign: Campaign) -> str:
    """Return the identity of the lexicon of a campaign; empty without one."""
    path = _lexicon_path(data, campaign)
    return "" if path is None else f"{path.name} {path.stat().st_mtime_ns}"


def _lexicon_path(data: Path, campaign: Campaign) -> Path | None:
    return next(iter(_lexicon_file(data, campaign, "").parent.glob(f"{campaign.id}.*")), None)


def _lexicon_file(data: Path, campaign: Campaign, suffix: str) -> Path:
    return data / "lexicons" / f"{campaign.id}{suffix}"


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> Lexicon:
    """Return a lexicon, read again once its file has changed."""
    del changed
    return read_lexicon(path)


@lru_cache(maxsize=16384)
def _proposal(
    answer: str, lemma: str, pos: str, language: str, lexicon: Lexicon | None, words: tuple[str, ...]
) -> Proposal:
    return propose(answer, lemma, pos, language, lexicon=lexicon, other_answers=words)


def _campaign(store: Store, campaign: str) -> Campaign:
    stored_campaign = store.campaigns.get(campaign)
    if not task(stored_campaign.schema.task_type).gathers:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-campaign-name", name=repr(stored_campaign.name)),
            kind=repr(stored_campaign.schema.task_type),
            expected=Term("campaign-of-the-task"),
            todo=Term("choose-such-a-campaign"),
        )
    return stored_campaign


def _checked(item: Item, result: str) -> str:
    """Return a result as the task would take it as a substitute, or raise InvalidAnnotation."""
    kind = Substitution()
    value: Json = {"substitutes": [result]}
    return words_of(kind.check(value, item, kind.default_settings()))[0]


def _imported(table: SourceTable, row: Row, item: Item) -> str | None:
    text, where = row.text("result").strip(), table.where(row)
    check_words(row, "result", where)
    try:
        return _checked(item, text) if text else None
    except AloiError as error:
        raise error.at(where) from error
