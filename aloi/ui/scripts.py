"""The few lines of JavaScript that pages carry, each known to the browser by its hash: no other one runs."""

from __future__ import annotations

import base64
import hashlib
from html import escape

import streamlit as st

# Streamlit folds its own menu away on a phone once a page is chosen, and leaves ours open over the page.
FOLD_MENU = """
document.body.dataset.menu ??= (document.addEventListener("click", ({ target }) => {
    if (innerWidth < 768 && target.closest?.(".st-key-menu a"))
        document.querySelector("[data-testid=stSidebarCollapseButton] button")?.click();
}), "folds");
"""
# A click on a heading sorts a table: numbers by value, in the language of the page, texts by letters.
SORT_TABLES = """
document.body.dataset.sorts ??= (document.addEventListener("click", ({ target }) => {
    const head = target.closest?.(".table-box button.sort")?.closest("th");
    if (!head) return;
    const french = document.documentElement.lang === "fr";
    const read = (row) => row.cells[head.cellIndex].textContent.trim();
    const number = (text) => parseFloat((french ? text.replace(/[\\s.]/g, "").replace(",", ".")
        : text.replace(/,/g, "")).replace("\u2212", "-"));
    const rows = [...head.closest("table").rows].filter((row) => row.querySelector("td"));
    const down = head.getAttribute("aria-sort") !== "descending" && head.classList.contains("n")
        || head.getAttribute("aria-sort") === "ascending";
    const counts = head.classList.contains("n");
    rows.sort((a, b) => {
        const [x, y] = [a, b].map(read);
        const order = counts ? number(x) - number(y) : x.localeCompare(y, document.documentElement.lang);
        return (isNaN(order) ? isNaN(number(x)) - isNaN(number(y)) : down ? -order : order);
    });
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    rows[0].parentNode.append(...rows);
}), "on");
"""
# Links inside HTML change the page as those of the menu do, without loading everything again.
FOLLOW_LINKS = """
document.body.dataset.links ??= (document.addEventListener("click", (event) => {
    const link = event.target.closest?.(".stHtml a[href^='/']");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.pushState({}, "", link.getAttribute("href"));
    dispatchEvent(new PopStateEvent("popstate"));
}), "on");
"""
# Browsers drop the decimal mark that is not theirs, and 1,5 would be 15: it is entered as they write it.
TYPE_NUMBERS = """
document.body.dataset.numbers ??= (() => {
    const other = { ",": ".", ".": "," };
    let entered = false;
    addEventListener("input", () => (entered = true), true);
    const isNumber = ({ target, ctrlKey, metaKey }) =>
        target.matches?.("input[type=number]") && !ctrlKey && !metaKey;
    const enter = (text) => {
        entered = false;
        document.execCommand("insertText", false, text);
        return entered;
    };
    addEventListener("keydown", (event) => {
        if (!(event.key in other) || !isNumber(event)) return;
        event.preventDefault();
        // Alone, a mark is no number, and the page would empty the field.
        if (!event.target.value || getSelection().toString() === event.target.value) enter("0");
        if (!enter(event.key)) enter(other[event.key]);
    }, true);
    addEventListener("paste", (event) => {
        const text = event.clipboardData?.getData("text").trim() ?? "";
        if (!isNumber(event) || !/^[-+]?\\d*[,.]\\d+$/.test(text)) return;
        event.preventDefault();
        for (const mark of ".,") {
            event.target.select();
            enter(text.replace(/[,.]/, mark));
            if (event.target.valueAsNumber === Number(text.replace(",", "."))) break;
        }
    }, true);
    return "on";
})();
"""
# Streamlit's own page says English, whatever is written in it.
NAME_LANGUAGE = "document.documentElement.lang = document.querySelector('[data-language]').dataset.language"
# The bare address is replaced: the way back leads past it.
COMPLETE_ADDRESS = """
for (const { dataset } of document.querySelectorAll("[data-query]"))
    if (dataset.bare && !location.search && location.pathname.endsWith(dataset.ends))
        history.replaceState(history.state, "", dataset.query);
"""
# Streamlit's own words (of fields, lists, tables) are English alone. Known ones are shown in the reader's
# language if they are a complete text; `*` is a placeholder. Texts of people do not change.
SPEAK = """{
const words = JSON.parse(document.querySelector("[data-words]").dataset.words);
const patterns = words.map(([from, to]) => [new RegExp(`^${from.replace("*", "(.+?)")}$`, "s"), to]);
const known = new Map();
const spoken = (text) => {
    if (!known.has(text)) {
        const [from, to] = patterns.find(([from]) => from.test(text)) ?? [];
        known.set(text, from ? text.replace(from, to.replace("*", "$1")) : text);
    }
    return known.get(text);
};
const OWN = `[data-testid^=stFileUploader], [data-testid=InputInstructions], [role=listbox], [role=tooltip],
    [role=spinbutton], [role=dialog], .stApp > a`;
const NAMES = ["aria-label", "title", "placeholder"];
const speak = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
        const now = node.parentElement?.closest(OWN) ? spoken(node.data) : node.data;
        if (now !== node.data) node.data = now;
    } else if (node.nodeType === Node.ELEMENT_NODE) {
        for (const name of NAMES) {
            const value = node.getAttribute(name);
            if (value && spoken(value) !== value) node.setAttribute(name, spoken(value));
        }
        node.childNodes.forEach(speak);
    }
};
window.aloiSpeaks?.disconnect();
window.aloiSpeaks = new MutationObserver((changes) => changes.forEach(({ type, target, addedNodes }) =>
    type === "childList" ? addedNodes.forEach(speak) : speak(target)));
if (words.length) {
    speak(document.body);
    window.aloiSpeaks.observe(document.body,
        { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: NAMES });
}
}"""
# Part of a page takes the place of another one, which was scrolled.
TO_TOP = "document.querySelector('.stMain')?.scrollTo(0, 0)"
_OF_STREAMLIT = "\n      window.prerenderReady = false\n    "  # from its index.html


def run(script: str, **data: str) -> None:
    """Draw the element that runs one of these scripts, with the values as its attributes."""
    attributes = "".join(f' data-{name}="{escape(value)}"' for name, value in data.items())
    st.html(f"<i{attributes} hidden></i><script>{script}</script>", unsafe_allow_javascript=True)


def allowed() -> str:
    """Return the sources of scripts for a Content-Security-Policy: these, by their hashes."""
    scripts = (
        FOLD_MENU,
        SORT_TABLES,
        FOLLOW_LINKS,
        TYPE_NUMBERS,
        NAME_LANGUAGE,
        COMPLETE_ADDRESS,
        SPEAK,
        TO_TOP,
        _OF_STREAMLIT,
    )
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
