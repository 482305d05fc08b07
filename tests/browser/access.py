"""What axe-core can see of WCAG 2.2 AA on a page, and whether the keyboard gets through it."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

Scheme = Literal["light", "dark"]
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# By night only colours are others: the rest has been looked at by day.
_COLOURS = ["color-contrast", "link-in-text-block"]
_GRAVE = {"serious", "critical"}
# What Streamlit draws and gives no means to change: rule, selector, and why it stands.
_NOT_OURS = (
    # The name of a field that cannot be used now, which WCAG leaves out; axe-core does not see that.
    ("color-contrast", "label[disabled] p"),
)
_DESK = "[data-testid=stBidiComponentIsolated]"  # what holds the shadow root of a desk
_RUN = """async ([options, part, notOurs]) => {
    const ours = (rule, target) => {
        const element = typeof target[0] === "string" ? document.querySelector(target[0]) : null;
        return !notOurs.some(([name, selector]) => name === rule && element?.matches(selector));
    };
    const { violations } = await axe.run(part ? { fromShadowDom: part } : document, options);
    return violations.flatMap(({ id, impact, nodes }) => nodes.filter((node) => ours(id, node.target)).map(
        (node) => ({ id, impact, target: node.target.flat().join(" > "), summary: node.failureSummary })));
}"""
# Colours on the way to others are no colours of the page.
_AT_REST = "() => document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())"
_FOCUSED = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.getRootNode() !== document;
}"""


def scheme(page: Page, name: Scheme) -> None:
    """Let the page be seen by day or by night, and wait until it is drawn so."""
    page.emulate_media(color_scheme=name)
    ground = "el => getComputedStyle(el).backgroundColor.match(/\\d+/)[0] < 128"
    whole = page.locator(".stApp, body:not(:has(.stApp))").first
    for _ in range(100):
        if whole.evaluate(ground) == (name == "dark"):
            page.evaluate(_AT_REST)
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"The page is not {name}.")


def findings(page: Page, *rules: str, part: str = "") -> list[str]:
    """Return what axe-core finds serious or critical, in shadow roots too: rule, target, summary.

    Parameters
    ----------
    *rules : str
        Rules of axe-core; those of WCAG 2.0, 2.1 and 2.2, A and AA, unless some are named.
    part : str
        Selector of the part of a desk to look at; the whole page unless it is given.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options: dict[str, Any] = {
        "runOnly": {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": _TAGS},
        "resultTypes": ["violations"],
    }
    if not rules:
        options["rules"] = {"target-size": {"enabled": True}}  # of 2.2, and off unless asked for
    found = page.evaluate(_RUN, [options, part and [_DESK, part], _NOT_OURS])
    return [
        f"{one['id']} ({one['impact']}) at {one['target']}: {one['summary']}"
        for one in found
        if one["impact"] in _GRAVE
    ]


# What goes on behind its right edge: the page, a table, a row of tabs.
_WIDER = """() => [...document.querySelectorAll(
    "[data-testid=stMain], .table-box, .dvn-scroller, [data-testid=stMain] [role=tablist]")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.className}: ${one.scrollWidth} in ${one.clientWidth}: ${one.innerText.slice(0, 80)}`)
"""


# What reaches out of the window, texts that are cut, and main buttons beyond the first.
_UNFIT = """() => {
    const main = document.querySelector(".stMain");
    const seen = (one) => one.checkVisibility({ checkVisibilityCSS: true });
    const found = main.scrollWidth > main.clientWidth + 1 ? [`${main.scrollWidth} pixels wide`] : [];
    const scrolls = (one) => {
        for (let box = one.parentElement; box; box = box.parentElement)
            if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return true;
        return false;
    };
    for (const one of main.querySelectorAll("*")) {
        const { overflowX, position } = getComputedStyle(one), { right, width } = one.getBoundingClientRect();
        const text = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!width || !text || position === "absolute" || !seen(one)) continue;
        const told = `${one.tagName} "${one.textContent.trim().slice(0, 40)}"`;
        if (overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${told}`);
        if (right > innerWidth + 1 && !scrolls(one)) found.push(`out of the page: ${told}`);
    }
    const solid = [...main.querySelectorAll("[data-testid^=stBaseButton-primary], .stPageLink a")]
        .filter((one) => seen(one) && getComputedStyle(one).color === "rgb(255, 255, 255)")
        .map((one) => one.innerText);
    return solid.length > 1 ? [...found, `main buttons: ${solid.join(", ")}`] : found;
}"""


def unfit(page: Page) -> list[str]:
    """Return what does not fit on a page in a window of a phone, a laptop and a large screen."""
    size = page.viewport_size or {"width": 1280, "height": 1000}
    problems: list[str] = []
    for width in (1920, 390, 1280):
        page.set_viewport_size({"width": width, "height": size["height"]})
        for _ in range(10):  # tables and charts get their places a moment later
            listed: list[str] = page.evaluate(_UNFIT)
            if not listed:
                break
            page.wait_for_timeout(100)
        problems += [f"at {width} pixels, {problem}" for problem in listed]
    page.set_viewport_size(size)
    return problems


def hold_width(page: Page, where: str) -> None:
    """Fail where the page, a table or a row of tabs is wider than its place in a window of 1280 pixels.

    Tables are drawn at 50 pixels first and get their place up to a second later, on busy machines.
    """
    size = page.viewport_size
    assert size is not None
    assert size["width"] == 1280
    found: list[str] = page.evaluate(_WIDER)
    for _ in range(50):
        if not found:
            break
        page.wait_for_timeout(100)
        found = page.evaluate(_WIDER)
    assert not found, f"{where}, wider than its place: {found}"


def hold(page: Page, where: str, part: str = "") -> None:
    """Fail where axe-core finds something serious or critical, by day (all rules) or by night (colours)."""
    # What the actions at the foot of the window cover is reached by scrolling: here all is in sight.
    size = page.viewport_size or {"width": 1280, "height": 1000}
    page.set_viewport_size({"width": size["width"], "height": 2400})
    scheme(page, "light")
    found = [f"{where}, light: {one}" for one in findings(page, part=part)]
    scheme(page, "dark")
    found += [f"{where}, dark: {one}" for one in findings(page, *_COLOURS, part=part)]
    scheme(page, "light")
    page.set_viewport_size(size)
    assert not found, "\n".join(found)


def hold_keyboard(page: Page, where: str, most: int = 80) -> None:
    """Fail where Tab, or Shift and Tab, never leaves the desk, or passes it by."""
    for key in ("Tab", "Shift+Tab"):
        page.locator(".count").click()
        inside = 0
        for _ in range(most):
            page.keyboard.press(key)
            if not page.evaluate(_FOCUSED):
                break
            inside += 1
        else:
            raise AssertionError(f"{where}: {key} does not leave the desk.")
        if key == "Tab":
            assert inside > 2, f"{where}: {key} reaches only {inside} parts of the desk."


def hold_dialog(page: Page, opener: str, dialog: str) -> None:
    """Fail where a dialog is not named, takes no focus, lets Tab out, or gives focus back to nothing.

    Parameters
    ----------
    opener, dialog : str
        Selectors of the button that opens the dialog by keyboard, and of the dialog.
    """
    button, box = page.locator(opener), page.locator(dialog)
    button.focus()
    page.keyboard.press("Enter")
    expect(box).to_be_visible()
    assert box.get_attribute("aria-label") or box.get_attribute("aria-labelledby")
    inside = "box => box.contains(box.getRootNode().activeElement)"
    assert box.evaluate(inside)
    for _ in range(12):
        page.keyboard.press("Tab")
        # From the last part a browser goes through its own frame, where nothing of the page has focus.
        assert box.evaluate(inside) or not page.evaluate(_FOCUSED)
    box.locator("button").first.focus()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    assert button.evaluate("button => button === button.getRootNode().activeElement")
