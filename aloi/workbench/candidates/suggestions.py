"""Spans suggested to annotators before they begin, and what they made of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from aloi.annotation.model import Campaign
from aloi.annotation.rows import LabelledRelation, LabelledSpan, TaggedTokens
from aloi.annotation.spans import length, moved_each, overlap, related, snap, trimmed
from aloi.annotation.tasks import task
from aloi.annotation.tasks.spans.dictionary import SpanDictionary
from aloi.annotation.tasks.spans.values import fitting, spans_of, value_of
from aloi.base.errors import AloiError, quoted
from aloi.base.records import JSON_NAME
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json, Passage
from aloi.corpora.readers import read_headless
from aloi.gold.formats.span_names import label_name
from aloi.gold.formats.spans.span_files import read_spans
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_answers
from aloi.workbench.rounds.campaigns import campaign_of
from aloi.workbench.rounds.rounds import find_round

_SHORTEST = 3  # letters of a name of a terminology: shorter ones are words like others


@dataclass(frozen=True, slots=True)
class Prefilled:
    """The result of storing suggestions.

    `texts` of the campaign's `items` now have suggestions, `spans` counts them by label. `widened` spans were
    extended to token boundaries. Two kinds are omitted. `unknown` counts labels, values of attributes and
    types of relations that the schema lacks. `unfit` counts spans that it does not accept (discontinuous, or
    crossing a longer span). `unmatched` texts of the source are not in the campaign.
    """

    campaign: Campaign
    made_by: str
    items: int
    texts: int
    spans: Mapping[str, int]
    widened: int
    unknown: Mapping[str, int]
    unfit: int
    unmatched: int


@dataclass(frozen=True, slots=True)
class SuggestionUse:
    """Use of the spans suggested in a round by an annotator; `annotator` is None for all together.

    Of the `suggested` spans, `unchanged` ones are in the answers, `changed` have another label or other ends,
    and `removed` are absent. `added` spans of the answers share no character with a suggested one.
    """

    annotator: str | None
    texts: int
    suggested: int
    unchanged: int = field(metadata={JSON_NAME: "kept"})
    changed: int
    removed: int
    added: int

    @property
    def share_kept(self) -> float | None:
        """The share of suggested spans that are unchanged, None if none was suggested."""
        return self.unchanged / self.suggested if self.suggested else None


def prefill_from_dictionary(
    store: Store, campaign: str, path: Path, now: datetime, *, label: str | None = None
) -> Prefilled:
    """Look up a table `text<tab>label` in the texts of a campaign, and return the suggestions.

    Parameters
    ----------
    label : str, optional
        The label of lines that have none: a word list or the names of a terminology.

    Raises
    ------
    AloiError
        Not a campaign of spans, no entry in the file, a line without a label.
    """
    entries = read_dictionary(path, label)
    stored_campaign = campaign_of(store, campaign, TaggedTokens)
    dictionary = SpanDictionary.of(entries)
    suggested = {one.id: dictionary.find(one.text) for one in passages_of(store, stored_campaign)}
    return _save(store, stored_campaign, f"dictionary {path.name}", suggested, 0, now)


def prefill_from_terminology(
    store: Store,
    campaign: str,
    terminology: str,
    now: datetime,
    *,
    label: str | None = None,
    group: str | None = None,
) -> Prefilled:
    """Look up the names of a stored terminology in the texts of a campaign, and return the suggestions.

    Names in other languages than that of the texts, and those of fewer than three letters, are passed over.

    Parameters
    ----------
    label : str, optional
        The label of all names; without it, their semantic groups are the labels.
    group : str, optional
        Only names of this semantic group.

    Raises
    ------
    AloiError
        Not a campaign of spans, no such terminology, or no name left to look up.
    """
    stored_campaign = campaign_of(store, campaign, TaggedTokens)
    stored_terminology = store.terminologies.named(terminology)
    language = store.texts.corpus(stored_campaign.corpus_id).language
    entries = [
        (name.name, label or label_name(name.group))
        for name in store.terminologies.names(stored_terminology.id)
        if name.language in ("", language)
        and len(name.name) >= _SHORTEST
        and (label or name.group)
        and group in (None, name.group)
    ]
    if not entries:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-terminology-name-2", name=repr(stored_terminology.name)),
            content=Term("no-name-to-look", language=repr(language)),
            expected=Term("names-in-that-language"),
            todo=Term("give-a-label"),
        )
    dictionary = SpanDictionary.of(entries)
    suggested = {one.id: dictionary.find(one.text) for one in passages_of(store, stored_campaign)}
    return _save(store, stored_campaign, f"terminology {stored_terminology.name}", suggested, 0, now)


def count_spans(path: Path) -> int:
    """Return how many texts with spans a file holds, as `prefill_from_spans` reads it.

    Raises
    ------
    AloiError
        It cannot be read.
    """
    return len(read_spans(path).rows)


def count_entries(path: Path, label: str | None = None) -> int:
    """Return how many entries a table has, as `prefill_from_dictionary` reads it.

    Raises
    ------
    AloiError
        It cannot be read.
    """
    return len(read_dictionary(path, label))


def prefill_from_spans(
    store: Store, campaign: str, path: Path, now: datetime, *, reader: str | None = None
) -> Prefilled:
    """Map the spans of another system (brat, CoNLL ...) onto the same texts, and return the suggestions.

    A text of the source is found by its characters other than white space: the whole item, or the whole
    document of which the item is a part.

    Raises
    ------
    AloiError
        Not a campaign of spans, a source that cannot be read, or none of whose texts is in the campaign.
    """
    stored_campaign = campaign_of(store, campaign, TaggedTokens)
    rows = {_key(row.text): row for row in read_spans(path, reader).rows}
    documents = {one.id: one for one in store.texts.documents(stored_campaign.corpus_id)}
    suggested: dict[str, tuple[LabelledSpan, ...]] = {}
    related_spans: dict[str, tuple[LabelledRelation, ...]] = {}
    used: set[str] = set()
    for passage in passages_of(store, stored_campaign):
        document = documents[passage.sentence.document_id]
        for text, shift in ((passage.text, 0), (document.text, passage.sentence.start)):
            row = rows.get(_key(text))
            if row is not None:
                inside = _cut(moved_each(row.spans, row.text, text), shift, len(passage.text))
                suggested[passage.id], related_spans[passage.id] = related(inside, row.relations)
                used.add(_key(text))
                break
    if not suggested:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-campaign-value", value_name=repr(stored_campaign.name)),
            content=Term("none-of-the-rows", name=path.name, rows=len(rows)),
            expected=Term("the-same-texts"),
            todo=Term("annotate-the-texts"),
        )
    unmatched = len(rows) - len(used)
    return _save(store, stored_campaign, f"file {path.name}", suggested, unmatched, now, related_spans)


def save_spans(
    store: Store,
    campaign: str,
    made_by: str,
    spans: Mapping[str, Sequence[LabelledSpan]],
    now: datetime,
    relations: Mapping[str, Sequence[LabelledRelation]] = MappingProxyType({}),
) -> Prefilled:
    """Store spans by item id as suggestions: the entry point for models that predict spans.

    `relations` are by item id too, between the indices of its spans.
    """
    return _save(store, campaign_of(store, campaign, TaggedTokens), made_by, spans, 0, now, relations)


def read_dictionary(path: Path, label: str | None = None) -> list[tuple[str, str]]:
    """Return the (text, label) entries of a table with tabs, in its order; lines with `#` are comments."""
    table = read_headless(path, ("text", "label"))
    entries = []
    for row in table.rows:
        text, row_label = row.text("text").strip(), row.text("label").strip()
        if not text or text.startswith("#"):
            continue
        if not (row_label or label):
            raise AloiError(
                "aloi.missing",
                name=Term("line-number", name=path.name, number=row.number, text=quoted(text)),
                missing=Term("a-label"),
                expected=Term("text-a-tab"),
                todo=Term("complete-the-line"),
            )
        entries.append((text, row_label or str(label)))
    if not entries:
        raise AloiError(
            "aloi.no-content",
            path=path.name,
            content=Term("no-line"),
            expected=Term("text-and-a-label"),
            todo=Term("choose-a-file"),
        )
    return entries


def suggestion_use(store: Store, campaign: str, number: int) -> tuple[SuggestionUse, ...]:
    """Return the use of suggestions by annotators in a round, all together first; empty without any."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for (_, name), annotation in round_answers(store, find_round(store, campaign, number)).items():
        shown = annotation.shown.get("suggestion")
        if isinstance(shown, Mapping):
            suggested, annotated = (
                {span.bare() for span in spans_of(value)} for value in (shown, annotation.value)
            )
            counts[name] += _compared(suggested, annotated)
    if not counts:
        return ()
    total: Counter[str] = Counter()
    for counter in counts.values():
        total.update(counter)
    return (_use(None, total), *(_use(name, counts[name]) for name in sorted(counts)))


def _compared(suggested: set[LabelledSpan], annotated: set[LabelledSpan]) -> Counter[str]:
    changed = {
        span for span in suggested - annotated if any(overlap(span, other) for other in annotated - suggested)
    }
    return Counter(
        texts=1,
        suggested=len(suggested),
        unchanged=len(suggested & annotated),
        changed=len(changed),
        removed=len(suggested - annotated - changed),
        added=sum(not any(overlap(one, other) for other in suggested) for one in annotated),
    )


def _use(name: str | None, counts: Counter[str]) -> SuggestionUse:
    return SuggestionUse(name, **{one.name: counts[one.name] for one in fields(SuggestionUse)[1:]})


def passages_of(store: Store, campaign: Campaign) -> list[Passage]:
    """Return the passages of a campaign's corpus, or raise AloiError if there are none."""
    items: Iterable[Item] = store.texts.corpus_items(campaign.corpus_id)
    passages = [one for one in items if isinstance(one, Passage)]
    if not passages:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-corpus-of-name", name=repr(campaign.name)),
            content=Term("no-passages"),
            expected=Term("texts-to-suggest"),
            todo=Term("create-passages"),
        )
    return passages


def _save(
    store: Store,
    campaign: Campaign,
    made_by: str,
    suggested: Mapping[str, Sequence[LabelledSpan]],
    unmatched: int,
    now: datetime,
    relations: Mapping[str, Sequence[LabelledRelation]] = MappingProxyType({}),
) -> Prefilled:
    """Store what fits the schema, a value an item; nothing found is stored as such, so that it is known."""
    settings = campaign.schema.settings
    unknown: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    widened = unfit = 0
    values: dict[str, Json] = {}
    items = {one.id: one for one in passages_of(store, campaign)}
    for item_id, spans in suggested.items():
        item = items[item_id]
        trimmed_spans = [
            replace(span, parts=parts) if (parts := trimmed(span.parts, item.text)) else None
            for span in spans
        ]
        fitted, links = fitting(trimmed_spans, relations.get(item_id, ()), settings, unknown)
        snapped = snap([span for span in fitted if span is not None], item.text, str(settings["unit"]))
        on_units = iter(snapped.each)
        each = [span and next(on_units) for span in fitted]
        accepted = _accepted(each, nested=bool(settings["nested"]), broken=bool(settings["broken"]))
        widened, unfit = (
            widened + snapped.widened,
            unfit + sum(span is not None and fit is None for span, fit in zip(each, accepted, strict=True)),
        )
        value = value_of(accepted, links)
        counts.update(task(campaign.schema.task_type).values_in(value))
        values[item_id] = task(campaign.schema.task_type).check(value, item, settings)
    store.suggestions.save(campaign.id, made_by, values, now)
    return Prefilled(
        campaign=campaign,
        made_by=made_by,
        items=len(items),
        texts=len(values),
        spans=dict(sorted(counts.items())),
        widened=widened,
        unknown=dict(sorted(unknown.items())),
        unfit=unfit,
        unmatched=unmatched,
    )


def _accepted(
    spans: Sequence[LabelledSpan | None], *, nested: bool, broken: bool
) -> list[LabelledSpan | None]:
    """Return the spans that a schema accepts, None for others; the longer of two that share a character.

    Spans that differ in their attributes alone are the first of them.
    """
    accepted: dict[LabelledSpan, LabelledSpan] = {}
    listed = [span for span in spans if span is not None]
    for span in sorted(listed, key=lambda one: (-length(one), one.parts, one.label)):
        crosses = not nested and any(overlap(span, other) for other in accepted if other != span.bare())
        if not crosses and (broken or len(span.parts) == 1):
            accepted.setdefault(span.bare(), span)
    return [span and accepted.get(span.bare()) for span in spans]


def _key(text: str) -> str:
    return "".join(text.split())


def _cut(spans: Sequence[LabelledSpan | None], shift: int, size: int) -> list[LabelledSpan | None]:
    """Return the spans that are completely in a stretch of `size` characters that begins at `shift`."""
    return [
        replace(span, parts=tuple((start - shift, end - shift) for start, end in span.parts))
        if span is not None and span.parts[0][0] >= shift and span.parts[-1][1] <= shift + size
        else None
        for span in spans
    ]
