// The same item was answered, or something else done last, elsewhere: both versions, and the person chooses.

const READ_FIRST_MS = 800; // a key meant for the next item must not choose

function drawMeanwhile(desk) {
  const words = desk.data.texts;
  const version = (name, key, act) => make(
    "div",
    { class: `version ${name}` },
    make("h3", {}), make("p", { class: "when" }), make("p", { class: "said" }), make("p", { class: "noted" }),
    make("button", { type: "button", class: "action", "data-keep": name, onclick: act },
      make("kbd", { "aria-hidden": "true" }, key), make("span", {})),
  );
  return make(
    "div",
    { class: "panel meanwhile", role: "alertdialog", "aria-modal": "true", "aria-labelledby": "meanwhile-title", tabindex: "-1", hidden: true },
    make("h2", { id: "meanwhile-title" }, words.mw_title),
    make("p", { class: "why" }),
    make("div", { class: "versions" },
      version("stored", "1", () => desk.settle(false)), version("given", "2", () => desk.settle(true))),
  );
}

function openMeanwhile(desk, conflict, event) {
  desk.conflict = { ...conflict, event, since: performance.now() };
  desk.panel = "meanwhile";
  const { meanwhile } = desk.view;
  const words = desk.data.texts;
  const undo = event.kind === "undo";
  meanwhile.querySelector("h2").textContent = undo ? words.mw_undo_title : words.mw_title;
  meanwhile.querySelector(".why").textContent = undo ? words.mw_undo_why : words.mw_why;
  fillVersion(desk, "stored", conflict.stored, undo ? conflict.text : "", words.mw_stored, undo ? words.mw_undo_keep : words.mw_keep);
  fillVersion(desk, "given", conflict.given, "", words.mw_given, undo ? words.mw_undo_do : words.mw_give);
  requestAnimationFrame(() => meanwhile.focus({ preventScroll: true }));
}

// Fills one of the two cards; an undo has no version of its own, only its button.
function fillVersion(desk, name, version, text, title, button) {
  const words = desk.data.texts;
  const box = desk.view.meanwhile.querySelector(`.${name}`);
  const [head, when, said, noted] = box.children;
  const language = document.documentElement.lang || undefined;
  const time = version?.since && new Date(version.since * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  head.textContent = version ? title : "";
  when.textContent = time ? fill(words.mw_since, { time }) : "";
  said.textContent = version ? [text, version.said ?? words.mw_skipped].filter(Boolean).join("\n") : "";
  noted.textContent = version
    ? [version.flag ? words.mw_flagged : "", version.note ? fill(words.mw_note, { note: version.note }) : ""].filter(Boolean).join(" · ")
    : "";
  box.querySelector("button span").textContent = button;
}

// Returns what a key means while both versions stand on the screen.
function meanwhileKey(desk, event, target) {
  const settled = { 1: false, 2: true }[digitOf(event)];
  if (settled === undefined) return event.key === "Tab" || target.closest?.("button") ? null : () => {};
  return () => performance.now() - desk.conflict.since >= READ_FIRST_MS && desk.settle(settled);
}
