// A page of one's own answers: a row each, opened by a click, a tap or Enter. Texts enter as text nodes alone.

function element(tag, name, ...children) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}

function drawRow(row, data, open) {
  const item = element("span", "texts", ...row.shown.map((text) => element("span", "text", text)));
  item.setAttribute("translate", "no");
  const answer = element("b", row.skipped ? "answer skipped" : "answer", row.answer);
  const flag = row.flag ? [element("span", "flag", `⚑ ${data.flagged}`)] : [];
  const note = row.note ? [element("span", "note", row.note)] : [];
  const drawn = element(data.opens ? "button" : "div", "row", element("span", "number", String(row.number)),
    element("span", "given", answer, ...flag), item, ...note);
  if (data.opens) {
    drawn.type = "button";
    drawn.addEventListener("click", () => open(row.number));
  }
  return drawn;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const box = parentElement.querySelector(".answers");
  const open = (number) => {
    document.activeElement?.blur(); // the desk takes the keyboard
    setTriggerValue("event", { number });
  };
  const drawn = JSON.stringify([data.rows, data.opens]);
  if (box.drawn !== drawn) {
    box.drawn = drawn;
    const list = element("ul", "rows", ...data.rows.map((row) => element("li", "", drawRow(row, data, open))));
    list.setAttribute("aria-label", data.title);
    box.replaceChildren(list);
  }
  if (data.focus && box.focused !== data.focus) {
    box.focused = data.focus;
    box.querySelector("button.row")?.focus();
    box.scrollIntoView({ block: "nearest" });
  }
  box.onkeydown = (event) => {
    const rows = [...box.querySelectorAll("button.row")];
    const at = rows.indexOf(event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.altKey) return;
    event.preventDefault();
    rows[Math.max(0, Math.min(to, rows.length - 1))].focus();
  };
}
