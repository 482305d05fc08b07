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
    make("div", { class: "row between" }, make("h2", { id: "meanwhile-title" }, words.mw_title),
      make("button", { type: "button", class: "action", onclick: () => desk.open("") },
        make("kbd", { "aria-hidden": "true" }, words.key_escape), make("span", {}, words.mw_back))),
    make("p", { class: "lead" }),
    make("div", { class: "versions" },
      version("stored", "1", () => desk.chooseVersion(false)), version("given", "2", () => desk.chooseVersion(true))),
  );
}

function openMeanwhile(desk, conflict, event) {
  desk.conflict = { ...conflict, event, since: performance.now() };
  desk.panel = "meanwhile";
  const { meanwhile } = desk.view;
  const words = desk.data.texts;
  const undo = event.kind === "undo";
  meanwhile.querySelector("h2").textContent = undo ? words.mw_undo_title : words.mw_title;
  meanwhile.querySelector(".lead").textContent = undo ? words.mw_undo_why : words.mw_why;
  // An undo may take back what was done of another item: which one is told by its text.
  const stored = undo ? [conflict.text, spelled(desk, conflict.stored)] : linesOf(desk, conflict.stored, desk.data.answer);
  const given = undo ? [] : linesOf(desk, conflict.given, event.value);
  fillVersion(desk, "stored", conflict.stored, stored, given, words.mw_stored, undo ? words.mw_undo_keep : words.mw_keep);
  fillVersion(desk, "given", conflict.given, given, stored, words.mw_given, undo ? words.mw_undo_do : words.mw_give);
  requestAnimationFrame(() => meanwhile.focus({ preventScroll: true }));
}

function spelled(desk, version) { return version.said ?? desk.data.texts.mw_skipped; }

// Returns a version line by line: its parts where the desk can spell them out, else the answer in a few words.
function linesOf(desk, version, value) {
  const parts = version.said === null || !value ? [] : desk.partsOf(value);
  return parts.length ? parts : [spelled(desk, version)];
}

// Fills one of the two cards, what both say set back; an undo has no version of its own, only its button.
function fillVersion(desk, name, version, lines, others, title, button) {
  const words = desk.data.texts;
  const box = desk.view.meanwhile.querySelector(`.${name}`);
  const [head, when, said, noted] = box.children;
  const language = document.documentElement.lang || undefined;
  const time = version?.since && new Date(version.since * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  box.classList.toggle("bare", !version);
  head.textContent = version ? title : "";
  when.textContent = time ? fill(words.mw_since, { time }) : "";
  said.replaceChildren(...lines.map((line) => make("span", { class: others.includes(line) ? "both" : "" }, line)));
  noted.textContent = [version?.flag ? words.mw_flagged : "", version?.note ? fill(words.mw_note, { note: version.note }) : ""]
    .filter(Boolean).join(" · ");
  box.querySelector("button span").textContent = button;
}

// Returns what a key means while both versions stand on the screen.
function meanwhileKey(desk, event, target) {
  const settled = { 1: false, 2: true }[digitOf(event)];
  if (settled === undefined) return event.key === "Tab" || target.closest?.("button") ? null : () => {};
  return () => performance.now() - desk.conflict.since >= READ_FIRST_MS && desk.chooseVersion(settled);
}
