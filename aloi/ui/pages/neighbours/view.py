"""Neighbours of words: lists, shared contexts, sentences, two lists side by side, scores, maps."""

from __future__ import annotations

import html
from collections.abc import Sequence

import altair as alt
import streamlit as st

from aloi.agreement.number import Number
from aloi.ui.numbers import number, numbers
from aloi.ui.shared.drawing import NAMES, chart_words, show
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t
from aloi.ui.translations import translated
from aloi.workbench.studies.neighbours.contexts import Behind, ConcordanceLine, Plot
from aloi.workbench.studies.neighbours.lists import (
    NeighbourComparison,
    NeighbourLists,
    WordComparison,
    WordNeighbours,
)
from aloi.workbench.studies.neighbours.scores import NeighbourScores

_BESIDE = 4  # words whose lists stand side by side
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


def lists(found: NeighbourLists) -> None:
    """Draw the neighbours of each word in a column of its own; words that were not counted are told."""
    for one in found.words:
        if one.word is None:
            st.warning(
                t("neighbours.not_there", word=no_markup(one.asked), reason=translated(one.reason or ""))
            )
    there = [one for one in found.words if one.word is not None]
    if not there:
        return
    if not any(one.neighbours for one in there):
        st.info(t("neighbours.none"))
        return
    for start in range(0, len(there), _BESIDE):
        _beside(there[start : start + _BESIDE])


def _beside(given: Sequence[WordNeighbours]) -> None:
    """Draw a table with a column a word."""
    heads = "".join(
        f"<th>{html.escape(one.word or '')}<span class='score met'>"
        f"{html.escape(t('neighbours.met', count=number(one.frequency, ',')))}</span></th>"
        for one in given
    )
    rows = []
    for place in range(max(len(one.neighbours) for one in given)):
        cells = "".join(
            _cell(one.neighbours[place].word, one.neighbours[place].score)
            if place < len(one.neighbours)
            else "<td></td>"
            for one in given
        )
        rows.append(f"<tr><td class='rank'>{place + 1}</td>{cells}</tr>")
    _table(heads, rows)


def behind(found: Behind) -> None:
    """Draw the contexts two words share, then sentences of both and of each."""
    st.markdown(t("neighbours.cosine", value=number(found.cosine, ".3f")))
    left, right = st.columns(2)
    with left:
        st.markdown(f"**{t('neighbours.shared')}**")
        if found.shared:
            _shared(found)
        else:
            st.caption(t("neighbours.shared_none"))
    with right:
        _lines(t("neighbours.both", word=found.word, neighbour=found.neighbour), found.together)
        for word, given in ((found.word, found.of_word), (found.neighbour, found.of_neighbour)):
            title = (
                t("neighbours.sentences", word=word)
                if found.context is None
                else t("neighbours.sentences_with", word=word, context=found.context)
            )
            _lines(title, given)


def _shared(found: Behind) -> None:
    """Draw the shared contexts: PPMI with each word, how often each met it, and the part of the cosine."""
    heads = "".join(
        f"<th>{html.escape(one)}</th>"
        for one in (
            t("neighbours.context"),
            t("neighbours.ppmi_of", word=found.word),
            t("neighbours.ppmi_of", word=found.neighbour),
            t("neighbours.part"),
        )
    )
    rows = [
        f"<tr><td class='rank'>{rank}</td><td>{html.escape(one.context)}</td>"
        f"<td>{number(one.ppmi, '.2f')}<span class='score'>&times; {number(one.count, 'g')}</span></td>"
        f"<td>{number(one.neighbour_ppmi, '.2f')}"
        f"<span class='score'>&times; {number(one.neighbour_count, 'g')}</span></td>"
        f"<td>{number(one.part, '.1%')}</td></tr>"
        for rank, one in enumerate(found.shared, start=1)
    ]
    _table(heads, rows)
    st.caption(t("neighbours.shared_why"))


def comparison(found: NeighbourComparison) -> None:
    """Draw each word's two lists beside each other, what is common marked, and how alike they are."""
    mean = found.mean_overlap
    if mean is not None:
        st.markdown(t("neighbours.mean_overlap", k=found.k, value=number(mean, ".2f")))
    with st.expander(t("neighbours.measures"), expanded=len(found.words) > 1):
        text_table(
            [
                {
                    t("neighbours.word"): one.asked,
                    t("neighbours.overlap", k=found.k): Number(one.overlap),
                    t("neighbours.jaccard"): Number(one.jaccard),
                    t("neighbours.rbo"): Number(one.rbo),
                }
                for one in found.words
            ]
        )
    for start in range(0, len(found.words), 2):
        for column, one in zip(st.columns(2), found.words[start : start + 2], strict=False):
            with column:
                _pair(one)


def scores(found: NeighbourScores, *, restricted: bool) -> None:
    """Draw the scores with their intervals, what was left out, and the words one by one."""
    for column, one in zip(st.columns(len(found.scores)), found.scores, strict=True):
        column.metric(
            t(f"neighbours.{one.metric.replace('@', '_')}"),
            numbers(Number(one.value).value_text),
            border=True,
        )
        if one.interval is not None:
            column.caption(
                t(
                    "neighbours.interval",
                    interval=numbers(Number.of(one).interval_text),
                    highest=Number(one.highest),
                )
            )
    st.caption(
        t(
            "neighbours.scored",
            words=found.words,
            unknown=found.unknown,
            without=found.without,
            left_out=found.left_out,
        )
    )
    with st.expander(t("neighbours.by_word")):
        text_table(
            [
                {
                    t("neighbours.word"): one.word,
                    t("neighbours.synonyms"): one.synonyms,
                    t("neighbours.average_precision"): Number(one.average_precision),
                    t("neighbours.found"): ", ".join(one.found),
                }
                for one in sorted(found.by_word, key=lambda one: -one.average_precision)
            ],
            download=None if restricted else "neighbour-scores.csv",
        )
    st.caption(found.signature)


def plane(drawn: Plot, found: NeighbourLists) -> None:
    """Draw the words in the plane, coloured by the word they are the best neighbours of."""
    owner = _owners(found)
    asked = {one.word for one in found.words}
    rows = [
        {"word": word, "x": place[0], "y": place[1], "of": owner.get(word, word), "asked": word in asked}
        for word, place in zip(drawn.words, drawn.places, strict=True)
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


def _pair(one: WordComparison) -> None:
    st.markdown(f"**{no_markup(one.asked)}**")
    pairs = range(max(len(one.first.neighbours), len(one.second.neighbours)))
    if not pairs:
        st.caption(t("neighbours.none"))
        return
    rows = []
    for place in pairs:
        cells = ""
        for given in (one.first, one.second):
            if place < len(given.neighbours):
                near = given.neighbours[place]
                cells += _cell(near.word, near.score, common=near.word in one.common)
            else:
                cells += "<td></td>"
        rows.append(f"<tr><td class='rank'>{place + 1}</td>{cells}</tr>")
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


def _lines(title: str, given: tuple[ConcordanceLine, ...]) -> None:
    st.markdown(f"**{no_markup(title)}**")
    if not given:
        st.caption(t("neighbours.no_sentence"))
        return
    names = [one.document if len(one.document) <= 24 else one.document[:21] + "..." for one in given]
    shown = "".join(
        f"<p>{_marked(one)} <small>{html.escape(name)}</small></p>"
        for one, name in zip(given, names, strict=True)
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


def _owners(found: NeighbourLists) -> dict[str, str]:
    """Return for each neighbour the word in whose list it ranks best."""
    best: dict[str, tuple[int, str]] = {}
    for one in found.words:
        for near in one.neighbours:
            best[near.word] = min(
                best.get(near.word, (near.rank, one.word or "")), (near.rank, one.word or "")
            )
    owned = {word: of for word, (_, of) in best.items()}
    return owned | {one.word: one.word for one in found.words if one.word}
