// Draws the screen once, then only changes what an item changes: nothing moves between two items.

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function action(desk, name, key, act) {
  const words = desk.data.texts;
  return make(
    "button",
    { type: "button", class: "action", "data-action": name, title: words[`${name}_help`], onclick: act },
    make("kbd", { "aria-hidden": "true", "data-action-key": name in SHARED_KEYS ? name : false }, key),
    make("span", {}, words[name]),
  );
}

// The place where the keys of a label stand.
function keysOf(name) {
  return make("span", { class: "keys", "data-of": name });
}

// A label to give to what is chosen: its key, its title, and its colour for the style to use.
function labelButton(label, act) {
  const hint = [label.gloss, label.example].filter(Boolean).join("\n");
  const button = make(
    "button",
    { type: "button", class: "label", "data-label": label.name, title: hint, onclick: act },
    keysOf(label.name),
    make("span", {}, label.title),
  );
  button.style.setProperty("--colour", label.colour);
  return button;
}

const SKIP_REASONS = ["broken", "context", "expertise", "other"]; // as they are stored: annotation/model.py

function drawSkip(desk) {
  const words = desk.data.texts;
  const reason = (code, place) => make(
    "button",
    {
      type: "button", role: "radio", class: "reason", "aria-checked": "false",
      onclick: () => desk.chooseReason(place + 1),
    },
    make("kbd", {}, String(place + 1)),
    make("span", {}, words[`skip_${code}`]),
  );
  return make(
    "dialog",
    {
      class: "panel skip", "aria-label": words.skip_title,
      // A phone has a way back of its own.
      oncancel: (event) => (event.preventDefault(), desk.open("")),
    },
    make("h2", {}, words.skip_title),
    make("div", { role: "radiogroup", "aria-label": words.skip_title }, ...SKIP_REASONS.map(reason)),
    make("label", { for: "why" }, words.skip_more),
    make("input", { id: "why", type: "text", class: "why", maxlength: "300", autocomplete: "off" }),
    make("p", { class: "problem", role: "alert" }),
    make(
      "div",
      { class: "row" },
      make("button", { type: "button", class: "primary", onclick: () => desk.confirmSkip() },
        make("kbd", {}, "⏎"), make("span", {}, words.skip_confirm)),
      make("button", { type: "button", class: "action", onclick: () => desk.open("") },
        make("kbd", {}, words.key_escape), make("span", {}, words.cancel)),
    ),
  );
}

// Returns the screen's parts that later change, drawn into `root` around the task's own `body`.
function drawFrame(desk, root, body) {
  const words = desk.data.texts;
  const view = {
    count: make("span", { class: "count" }),
    bar: make("div", { class: "bar", role: "progressbar", "aria-valuemin": "0", "aria-label": words.progress },
      make("div", { class: "fill" })),
    status: make("span", { class: "status", role: "status", "aria-live": "polite" }),
    problem: make("p", { class: "problem main", role: "alert" }),
    flag: action(desk, "flag", "f", () => desk.toggleFlag()),
    note: make("textarea", {
      id: "note", class: "note", rows: "2", maxlength: "2000", placeholder: words.note_hint,
      oninput: () => desk.keeper.keep(), onblur: () => desk.keepNote(),
    }),
    reasons: make("div", { class: "reasons", role: "group", "aria-label": words.frequent_reasons }),
    save: make("button", { type: "button", class: "primary save", onclick: () => desk.save() },
      make("kbd", { "data-action-key": "save" }, desk.saveKey), make("span", {}, words.save)),
    skip: drawSkip(desk),
    meanwhile: drawMeanwhile(desk),
    keys: action(desk, "keys", "", () => desk.open("keys")),
    keyDialog: new KeyDialog(desk),
    undo: action(desk, "undo", "u", () => desk.undo()),
    places: drawPlaces(desk),
    reopened: make("p", { class: "reopened", role: "status", hidden: true }),
    hint: make("p", { class: "reopened hint", hidden: true },
      make("span", {}),
      // The keyboard stays where it is: Enter after a click saves, it does not click again.
      make("span", { onmousedown: (event) => event.preventDefault() }, action(desk, "take_hint", "y", () => desk.takeHint()))),
  };
  view.places.tools.append(...desk.layout.buttons(), view.keys);
  const [news, ...guide] = desk.guide.draw();
  root.setAttribute("aria-label", words.desk);
  root.replaceChildren(
    // Who decides has the title of the page.
    ...(desk.data.decides ? [] : [make("h1", { class: "unseen" }, words.desk)]),
    news, desk.rest.element,
    make("div", { class: "top" }, view.places.top, view.count, view.bar, view.status),
    view.places.back, view.reopened,
    ...body.parts,
    view.hint,
    view.problem,
    make("div", { class: "actions" },
      ...(body.saves ? [view.save] : []),
      view.undo,
      action(desk, "skip", "s", () => desk.open("skip")),
      view.flag, ...body.actions,
      action(desk, "guideline", "?", () => desk.guide.toggle())),
    make("div", { class: "notes" },
      make("label", { for: "note" }, make("kbd", { "aria-hidden": "true", "data-action-key": "note" }, "n"), make("span", {}, words.note)), view.note),
    view.reasons,
    view.skip, ...guide, view.meanwhile, view.keyDialog.box,
  );
  desk.labelKeys.write();
  return view;
}

// Brings the drawn frame up to what the desk holds now.
function paintFrame(desk) {
  const { view, data } = desk;
  const { done, total } = data.progress;
  paintPlaces(desk);
  tell(view.count, fill(data.texts.count, { done, total }));
  view.bar.setAttribute("aria-valuemax", total);
  view.bar.setAttribute("aria-valuenow", done);
  view.bar.firstChild.style.width = `${total ? (100 * done) / total : 0}%`;
  const { begun } = desk.labelKeys;
  tell(view.status, begun ? fill(data.texts.stroke, { key: begun }) : desk.status);
  tell(view.problem, desk.problem);
  view.reopened.hidden = !data.reopened;
  tell(view.reopened, data.reopened ? fill(data.texts.reopened, { message: data.reopened }) : "");
  view.hint.hidden = !data.hint;
  // Where a machine helps, items without its suggestion leave the room of one: nothing moves.
  view.hint.classList.toggle("without", !data.hint?.by);
  tell(view.hint.firstChild, data.hint?.by ? fill(data.texts.hint, data.hint) : "");
  view.hint.querySelector("kbd").textContent = written(desk.hintKey());
  view.flag.setAttribute("aria-pressed", String(desk.flag));
  // Who decides has neither: a decision is changed by deciding again.
  view.flag.hidden = view.undo.hidden = view.keys.hidden = Boolean(data.decides);
  view.undo.disabled = !data.can_undo;
  view.save.disabled = !desk.complete();
  const { reasons = [] } = data;
  view.reasons.hidden = !reasons.length;
  redraw(view.reasons, JSON.stringify(reasons), () => reasons.map((reason) => make("button",
    { type: "button", class: "reason", title: reason, onclick: () => ((view.note.value = reason), desk.focusBody()) }, reason)));
  desk.root.classList.toggle("locked", desk.locked());
  openModal(view.skip, desk.panel === "skip");
  desk.guide.paint();
  view.meanwhile.hidden = desk.panel !== "meanwhile";
  openModal(view.keyDialog.box, desk.panel === "keys");
  desk.labelKeys.paint();
  [...view.skip.querySelectorAll(".reason")].forEach((one, place) =>
    one.setAttribute("aria-checked", String(place + 1 === desk.reason)));
}
