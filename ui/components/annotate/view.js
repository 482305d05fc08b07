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
    make("kbd", { "aria-hidden": "true" }, key),
    make("span", {}, words[name]),
  );
}

function drawDegree(desk, scale, index, value) {
  const degree = scale.degrees.find((one) => one.value === value);
  const example = degree?.left ? `${degree.left}\n${degree.right}` : null;
  const look = () => (desk.hovered = value);
  return make(
    "button",
    {
      type: "button", role: "radio", class: "degree", "aria-checked": "false", "data-value": value,
      title: example, tabindex: -1,
      onclick: (event) => event.detail < 2 && desk.answer(index, value),
      onmouseenter: look, onmouseleave: () => (desk.hovered = null), onfocus: look,
    },
    make("kbd", {}, String(value)),
    make("span", { class: "gloss" }, degree?.gloss ?? ""),
  );
}

function drawNumber(desk, scale, index) {
  const words = desk.data.texts;
  const range = fill(words.type_number, { low: scale.low, high: scale.high, step: scale.step });
  const glosses = scale.degrees.map((one) =>
    make("li", {}, make("b", {}, String(one.value)), ` ${one.gloss}`));
  return make(
    "div",
    { class: "typed" },
    make("input", {
      type: "text", inputmode: "decimal", class: "number", "aria-label": `${scale.title}: ${range}`,
      autocomplete: "off", maxlength: "8", "data-scale": index,
    }),
    make("span", { class: "range" }, range),
    make("ul", { class: "glosses" }, ...glosses),
  );
}

function drawScale(desk, scale, index) {
  const keyed = isKeyed(scale);
  const answers = keyed
    ? make("div", { class: "degrees" }, ...valuesOf(scale).map((value) => drawDegree(desk, scale, index, value)))
    : drawNumber(desk, scale, index);
  if (keyed) answers.style.setProperty("--degrees", valuesOf(scale).length);
  return make(
    "div",
    {
      class: "scale", role: keyed ? "radiogroup" : "group", "aria-label": `${scale.title}. ${scale.question}`,
      onfocusin: () => desk.activate(index),
    },
    make("p", { class: "question" }, make("b", {}, scale.title), make("span", {}, scale.question)),
    answers,
  );
}

function drawSkip(desk) {
  const words = desk.data.texts;
  const reason = (place) => make(
    "button",
    {
      type: "button", role: "radio", class: "reason", "aria-checked": "false",
      onclick: () => desk.chooseReason(place),
    },
    make("kbd", {}, String(place)),
    make("span", {}, words[`skip_reason_${place}`]),
  );
  return make(
    "div",
    { class: "panel skip", role: "dialog", "aria-modal": "true", "aria-label": words.skip_title, hidden: true },
    make("h2", {}, words.skip_title),
    make("div", { role: "radiogroup", "aria-label": words.skip_title }, ...[1, 2, 3, 4].map(reason)),
    make("label", { for: "why" }, words.skip_more),
    make("input", { id: "why", type: "text", class: "why", maxlength: "300", autocomplete: "off" }),
    make("p", { class: "problem", role: "alert" }),
    make(
      "div",
      { class: "row" },
      make("button", { type: "button", class: "primary", onclick: () => desk.confirmSkip() },
        make("kbd", {}, "⏎"), make("span", {}, words.skip_confirm)),
      make("button", { type: "button", class: "action", onclick: () => desk.open("") },
        make("kbd", {}, "Esc"), make("span", {}, words.cancel)),
    ),
  );
}

function drawGuideline(desk) {
  const words = desk.data.texts;
  return make(
    "aside",
    { class: "panel guide", role: "dialog", "aria-label": words.guideline, tabindex: "-1", hidden: true },
    make("div", { class: "row between" }, make("h2", {}, words.guideline),
      make("button", { type: "button", class: "action", onclick: () => desk.open("") },
        make("kbd", {}, "Esc"), make("span", {}, words.close))),
    make("div", { class: "sections" }),
  );
}

function drawSections(box, guideline, texts) {
  const sections = guideline.map((one) => make(
    "section",
    { "data-anchor": one.anchor },
    make("h3", {}, one.title),
    ...one.paragraphs.map((paragraph) => make("p", {}, paragraph)),
  ));
  box.replaceChildren(...(sections.length ? sections : [make("p", {}, texts.no_guideline)]));
}

// Returns the screen's parts that later change, drawn into `root`.
function drawScreen(desk, root) {
  const { data } = desk;
  const words = data.texts;
  const text = (label) => make("div", { class: "text" }, make("h2", {}, label),
    make("p", { class: "sentence", tabindex: "0", "aria-label": label }));
  const several = data.scales.length > 1;
  const view = {
    count: make("span", { class: "count" }),
    bar: make("div", { class: "bar", role: "progressbar", "aria-valuemin": "0", "aria-label": words.progress },
      make("div", { class: "fill" })),
    status: make("span", { class: "status", role: "status", "aria-live": "polite" }),
    left: text(words.left),
    right: text(words.right),
    scales: data.scales.map((scale, index) => drawScale(desk, scale, index)),
    problem: make("p", { class: "problem main", role: "alert" }),
    flag: action(desk, "flag", "f", () => desk.toggleFlag()),
    tint: action(desk, "tint", "t", () => desk.toggleTint()),
    note: make("textarea", {
      id: "note", class: "note", rows: "2", maxlength: "2000", placeholder: words.note_hint,
      onblur: () => desk.keepNote(),
    }),
    save: make("button", { type: "button", class: "primary save", onclick: () => desk.save() },
      make("kbd", {}, "⏎"), make("span", {}, words.save)),
    skip: drawSkip(desk),
    guide: drawGuideline(desk),
    undo: action(desk, "undo", "u", () => desk.undo()),
  };
  root.classList.toggle("several", several);
  root.replaceChildren(
    make("div", { class: "top" }, view.count, view.bar, view.status),
    make("div", { class: "texts" }, view.left, view.right),
    make("div", { class: "scales" }, ...view.scales),
    view.problem,
    make("div", { class: "actions" },
      ...(several ? [view.save] : []),
      view.undo,
      action(desk, "skip", "s", () => desk.open("skip")),
      view.flag, view.tint,
      action(desk, "guideline", "?", () => desk.open("guide"))),
    make("div", { class: "notes" },
      make("label", { for: "note" }, make("kbd", { "aria-hidden": "true" }, "n"), make("span", {}, words.note)), view.note),
    view.skip, view.guide,
  );
  return view;
}

// Brings the drawn screen up to what the desk holds now.
function paint(desk) {
  const { view, data } = desk;
  const { done, total } = data.progress;
  view.count.textContent = fill(data.texts.count, { done, total });
  view.bar.setAttribute("aria-valuemax", total);
  view.bar.setAttribute("aria-valuenow", done);
  view.bar.firstChild.style.width = `${total ? (100 * done) / total : 0}%`;
  view.status.textContent = desk.status;
  view.problem.textContent = desk.problem;
  view.flag.setAttribute("aria-pressed", String(desk.flag));
  view.tint.setAttribute("aria-pressed", String(desk.tint));
  view.undo.disabled = !data.can_undo;
  view.save.disabled = !desk.complete();
  desk.root.classList.toggle("locked", desk.locked());
  desk.root.classList.toggle("tinted", desk.tint);
  view.scales.forEach((group, index) => {
    const value = desk.values[data.scales[index].name];
    group.classList.toggle("active", index === desk.active);
    const degrees = [...group.querySelectorAll(".degree")];
    const chosen = degrees.find((one) => Number(one.dataset.value) === value);
    for (const one of degrees) {
      one.setAttribute("aria-checked", String(one === chosen));
      one.tabIndex = one === (chosen ?? degrees[0]) ? 0 : -1;
    }
  });
  view.skip.hidden = desk.panel !== "skip";
  view.guide.hidden = desk.panel !== "guide";
  [...view.skip.querySelectorAll(".reason")].forEach((one, place) =>
    one.setAttribute("aria-checked", String(place + 1 === desk.reason)));
}
