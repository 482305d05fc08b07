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
  item.lang = data.lang;
  const answer = element("b", row.skipped ? "answer skipped" : "answer", row.answer);
  const flag = row.flag ? [element("span", "flag", `⚑ ${data.flagged}`)] : [];
  const note = row.note ? [element("span", "note", row.note)] : [];
  const drawn = element(data.opens ? "button" : "div", "row", element("span", "number", String(row.number)),
    element("span", "given", answer, ...flag), item, ...note);
  if (data.opens) {
    drawn.type = "button";
    drawn.dataset.number = row.number;
    drawn.addEventListener("click", () => open(row.number));
  }
  return drawn;
}

const UNFOLDED_MS = 300;

// Goes to the row opened last, the first one otherwise, with a few of those below it in sight.
function giveKeyboard(box) {
  const rows = [...box.querySelectorAll("button.row")];
  const at = Math.max(0, rows.findIndex((row) => Number(row.dataset.number) === box.opened));
  const show = () => rows[Math.min(at + 4, rows.length - 1)]?.scrollIntoView({ block: "nearest" });
  rows[at]?.focus();
  show();
  setTimeout(show, UNFOLDED_MS); // what folds the list away is still growing
}

export default function ({ data, parentElement, setTriggerValue }) {
  const box = parentElement.querySelector(".answers");
  const open = (number) => {
    box.opened = number;
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
    requestAnimationFrame(() => requestAnimationFrame(() => giveKeyboard(box)));
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
