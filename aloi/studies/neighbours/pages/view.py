"""Neighbours of words: lists, shared contexts, sentences, two lists side by side, scores, maps."""

from __future__ import annotations

import html
from collections.abc import Sequence

import altair as alt
import streamlit as st

from aloi.agreement.number import Number
from aloi.studies.neighbours.contexts import Behind, ConcordanceLine, Plot
from aloi.studies.neighbours.lists import (
    NeighbourComparison,
    NeighbourLists,
    WordComparison,
    WordNeighbours,
)
from aloi.studies.neighbours.scores import NeighbourScores
from aloi.ui.numbers import number, numbers
from aloi.ui.shared.drawing import NAMES, chart_words, show
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t, translated

_LISTS_A_ROW = 4  # words whose lists are side by side
_HEAT_MOST = 32  # words of a heat map whose names can be read
_STRONG = "#4084d6"
_CELL = 22  # pixels of a cell of it
_MAP_HEIGHT = 640
_SCORE_DIGITS = 3
# Grey by half, and a blue that both grounds bear.
_STYLE = """<style>
.near { overflow: auto; border: 1px solid rgb(128 128 128 / .35); border-radius: .5rem; }
.near table { border-collapse: collapse; width: 100%; font-size: .95rem; line-height: 1.4; }
.near th { font-weight: 600; text-align: left; vertical-align: bottom; background: rgb(128 128 128 / .12); }
.near th, .near td { padding: .35rem .6rem; border-bottom: 1px solid rgb(128 128 128 / .25); }
.near td { white-space: nowrap; }
.near tr:last-child td { border-bottom: 0; }
.near .rank { opacity: .65; width: 2rem; text-align: right; }
.near .score { opacity: .65; font-variant-numeric: tabular-nums; padding-left: .4rem; font-size: .85em; }
.near .met { display: block; padding: 0; font-weight: 400; }
.near .common { font-weight: 650; background: rgb(64 132 214 / .18); }
.near-lines p { margin: 0 0 .55rem; line-height: 1.5; }
.near-lines mark { background: rgb(64 132 214 / .25); color: inherit; font-weight: 650; border-radius: .2rem;
  padding: 0 .15rem; }
.near-lines small { opacity: .65; }
</style>"""


def lists(lists_: NeighbourLists) -> None:
    """Draw the neighbours of each word in its own column; words that were not counted are reported."""
    for word in lists_.words:
        if word.word is None:
            st.warning(
                t("neighbours.not_there", word=no_markup(word.query), reason=translated(word.reason or ""))
            )
    found_words = [one for one in lists_.words if one.word is not None]
    if not found_words:
        return
    if not any(one.neighbours for one in found_words):
        st.info(t("neighbours.none"))
        return
    for start in range(0, len(found_words), _LISTS_A_ROW):
        _side_by_side(found_words[start : start + _LISTS_A_ROW])


def _side_by_side(words: Sequence[WordNeighbours]) -> None:
    """Draw a table with a column a word."""
    heads = "".join(
        f"<th>{html.escape(word.word or '')}<span class='score met'>"
        f"{html.escape(t('neighbours.met', count=number(word.frequency, ',')))}</span></th>"
        for word in words
    )
    rows = []
    for position in range(max(len(one.neighbours) for one in words)):
        cells = "".join(
            _cell(word.neighbours[position].word, word.neighbours[position].score)
            if position < len(word.neighbours)
            else "<td></td>"
            for word in words
        )
        rows.append(f"<tr><td class='rank'>{position + 1}</td>{cells}</tr>")
    _table(heads, rows)


def behind(shared: Behind) -> None:
    """Draw the contexts two words share, then sentences of both and of each."""
    st.markdown(t("neighbours.cosine", value=number(shared.cosine, ".3f")))
    left, right = st.columns(2)
    with left:
        st.markdown(f"**{t('neighbours.shared')}**")
        if shared.shared:
            _shared(shared)
        else:
            st.caption(t("neighbours.shared_none"))
    with right:
        _lines(t("neighbours.both", word=shared.word, neighbour=shared.neighbour), shared.together)
        for word, lines in ((shared.word, shared.of_word), (shared.neighbour, shared.of_neighbour)):
            title = (
                t("neighbours.sentences", word=word)
                if shared.context is None
                else t("neighbours.sentences_with", word=word, context=shared.context)
            )
            _lines(title, lines)


def _shared(shared: Behind) -> None:
    """Draw the shared contexts: PPMI with each word, how often each met it, and the part of the cosine."""
    heads = "".join(
        f"<th>{html.escape(context)}</th>"
        for context in (
            t("neighbours.context"),
            t("neighbours.ppmi_of", word=shared.word),
            t("neighbours.ppmi_of", word=shared.neighbour),
            t("neighbours.part"),
        )
    )
    rows = [
        f"<tr><td class='rank'>{rank}</td><td>{html.escape(context.context)}</td>"
        f"<td>{number(context.ppmi, '.2f')}"
        f"<span class='score'>&times; {number(context.count, 'g')}</span></td>"
        f"<td>{number(context.neighbour_ppmi, '.2f')}"
        f"<span class='score'>&times; {number(context.neighbour_count, 'g')}</span></td>"
        f"<td>{number(context.part, '.1%')}</td></tr>"
        for rank, context in enumerate(shared.shared, start=1)
    ]
    _table(heads, rows)
    st.caption(t("neighbours.shared_why"))


def comparison(comparison_: NeighbourComparison) -> None:
    """Draw each word's two lists side by side, with common words marked, and their similarity."""
    mean = comparison_.mean_overlap
    if mean is not None:
        st.markdown(t("neighbours.mean_overlap", k=comparison_.k, value=number(mean, ".2f")))
    with st.expander(t("neighbours.measures"), expanded=len(comparison_.words) > 1):
        text_table(
            [
                {
                    t("neighbours.word"): word.query,
                    t("neighbours.overlap", k=comparison_.k): Number(word.overlap),
                    t("neighbours.jaccard"): Number(word.jaccard),
                    t("neighbours.rbo"): Number(word.rbo),
                }
                for word in comparison_.words
            ]
        )
    for start in range(0, len(comparison_.words), 2):
        for column, word in zip(st.columns(2), comparison_.words[start : start + 2], strict=False):
            with column:
                _pair(word)


def scores(scores_: NeighbourScores, *, restricted: bool) -> None:
    """Draw the scores with their intervals, the exclusions, and the words one by one."""
    for column, score in zip(st.columns(len(scores_.scores)), scores_.scores, strict=True):
        column.metric(
            t(f"neighbours.{score.metric.replace('@', '_')}"),
            numbers(Number(score.value).value_text),
            border=True,
        )
        if score.interval is not None:
            column.caption(
                t(
                    "neighbours.interval",
                    interval=numbers(Number.of(score).interval_text),
                    highest=Number(score.highest),
                )
            )
    st.caption(
        t(
            "neighbours.scored",
            words=scores_.words,
            unknown=scores_.unknown,
            without=scores_.without,
            left_out=scores_.left_out,
        )
    )
    with st.expander(t("neighbours.by_word")):
        text_table(
            [
                {
                    t("neighbours.word"): word.word,
                    t("neighbours.synonyms"): word.synonyms,
                    t("neighbours.average_precision"): Number(word.average_precision),
                    t("neighbours.found"): ", ".join(word.retrieved),
                }
                for word in sorted(scores_.by_word, key=lambda one: -one.average_precision)
            ],
            download=None if restricted else "neighbour-scores.csv",
        )
    st.caption(scores_.signature)


def plane(drawn: Plot, lists_: NeighbourLists) -> None:
    """Draw the words in the plane, coloured by the word they are the best neighbours of."""
    owner = _owners(lists_)
    query_words = {one.word for one in lists_.words}
    rows = [
        {
            "word": word,
            "x": position[0],
            "y": position[1],
            "of": owner.get(word, word),
            "asked": word in query_words,
        }
        for word, position in zip(drawn.words, drawn.places, strict=True)
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("x:Q", title=t("neighbours.first_axis"), scale=alt.Scale(padding=40), axis=_AXIS),
        y=alt.Y("y:Q", title=t("neighbours.second_axis"), scale=alt.Scale(padding=20), axis=_AXIS),
        tooltip=[
            alt.Tooltip("word:N", title=t("neighbours.word")),
            alt.Tooltip("of:N", title=t("neighbours.neighbour_of")),
        ],
    )
    points = base.mark_point(filled=True, opacity=1).encode(
        color=alt.Color("of:N", title=t("neighbours.neighbour_of"), scale=alt.Scale(scheme="tableau10")),
        size=alt.condition("datum.asked", alt.value(130), alt.value(40)),
        shape=alt.condition("datum.asked", alt.value("diamond"), alt.value("circle")),
    )
    names = base.mark_text(dy=-9, **NAMES).encode(
        text=alt.Text("word:N"), size=alt.condition("datum.asked", alt.value(15), alt.value(12))
    )
    show(
        (points + names).interactive(),
        _MAP_HEIGHT,
        chart_words(t("neighbours.second_axis"), t("neighbours.word"), [row["y"] for row in rows]),
    )


def heat(drawn: Plot) -> None:
    """Draw the cosines of the words with each other, the best ranks first."""
    words = drawn.words[:_HEAT_MOST]
    rows = [
        {"a": a, "b": b, "cosine": drawn.cosines[i][j]}
        for i, a in enumerate(words)
        for j, b in enumerate(words)
        if i != j
    ]
    order = list(words)
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_rect(color=_STRONG)  # shades by opacity fade into either ground
        .encode(
            x=alt.X(
                "a:N", title=None, sort=order, axis=alt.Axis(labelAngle=-60, orient="top", labelOverlap=False)
            ),
            y=alt.Y("b:N", title=None, sort=order, axis=alt.Axis(labelOverlap=False)),
            opacity=alt.Opacity(
                "cosine:Q", title=t("neighbours.cosine_name"), scale=alt.Scale(range=[0.03, 1])
            ),
            tooltip=[
                alt.Tooltip("a:N", title=t("neighbours.word")),
                alt.Tooltip("b:N", title=t("neighbours.neighbour")),
                alt.Tooltip("cosine:Q", title=t("neighbours.cosine_name"), format=".3f"),
            ],
        )
    )
    show(
        chart,
        _CELL * len(words) + 100,
        chart_words(t("neighbours.cosine_name"), t("neighbours.word"), [row["cosine"] for row in rows]),
    )
    if len(drawn.words) > _HEAT_MOST:
        st.caption(t("neighbours.heat_most", count=_HEAT_MOST))


_AXIS = alt.Axis(labels=False, ticks=False, grid=False)


def _pair(pair: WordComparison) -> None:
    st.markdown(f"**{no_markup(pair.query)}**")
    pairs = range(max(len(pair.first.neighbours), len(pair.second.neighbours)))
    if not pairs:
        st.caption(t("neighbours.none"))
        return
    rows = []
    for position in pairs:
        cells = ""
        for lists_ in (pair.first, pair.second):
            if position < len(lists_.neighbours):
                near = lists_.neighbours[position]
                cells += _cell(near.word, near.score, common=near.word in pair.common)
            else:
                cells += "<td></td>"
        rows.append(f"<tr><td class='rank'>{position + 1}</td>{cells}</tr>")
    head = "".join(
        f"<th>{html.escape(t(f'neighbours.{side}'))}</th>" for side in ("first_list", "second_list")
    )
    _table(head, rows)


def _table(head: str, rows: list[str]) -> None:
    body = f"<tr><th class='rank'></th>{head}</tr>{''.join(rows)}"
    st.html(f"{_STYLE}<div class='near'><table>{body}</table></div>")


def _cell(word: str, score: float, *, common: bool = False) -> str:
    mark = " class='common'" if common else ""
    return (
        f"<td{mark}>{html.escape(word)}<span class='score'>{number(score, f'.{_SCORE_DIGITS}f')}</span></td>"
    )


def _lines(title: str, lines: tuple[ConcordanceLine, ...]) -> None:
    st.markdown(f"**{no_markup(title)}**")
    if not lines:
        st.caption(t("neighbours.no_sentence"))
        return
    names = [one.document if len(one.document) <= 24 else one.document[:21] + "..." for one in lines]
    shown = "".join(
        f"<p>{_marked(line)} <small>{html.escape(name)}</small></p>"
        for line, name in zip(lines, names, strict=True)
    )
    st.html(f"{_STYLE}<div class='near-lines'>{shown}</div>")


def _marked(line: ConcordanceLine) -> str:
    """Return a sentence as HTML with its words marked."""
    parts, end = [], 0
    for first, last in sorted(line.spans):
        parts.append(html.escape(line.text[end:first]))
        parts.append(f"<mark>{html.escape(line.text[first:last])}</mark>")
        end = last
    return "".join([*parts, html.escape(line.text[end:])])


def _owners(lists_: NeighbourLists) -> dict[str, str]:
    """Return for each neighbour the word in whose list it ranks best."""
    best: dict[str, tuple[int, str]] = {}
    for looked_up in lists_.words:
        for near in looked_up.neighbours:
            best[near.word] = min(
                best.get(near.word, (near.rank, looked_up.word or "")), (near.rank, looked_up.word or "")
            )
    owned = {word: of for word, (_, of) in best.items()}
    return owned | {one.word: one.word for one in lists_.words if one.word}
