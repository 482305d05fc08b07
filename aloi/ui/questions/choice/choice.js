// Texts, and labels to choose one or several of: by key, by arrows, or by searching in a long list.
// One long text stands beside the labels; several short ones stand above them.

const DENSE_FROM = 13; // with more labels than fit, glosses are shown of the one looked at
const PAGE = 0.85; // share of the text that a page key moves

// Returns what a chosen label is called: "A" for the option "A. the femur", so that chips keep to one line.
function shortened(label) {
  return label.title.startsWith(`${label.value}. `) ? label.value : label.title;
}

// Returns the title of a label; the letter of an option apart, which its key says already.
function titleOf(label) {
  const letter = `${label.value}. `;
  return label.title.startsWith(letter) ? [make("span", { class: "letter" }, letter), label.title.slice(letter.length)] : [label.title];
}

// Returns the labels as a tree is read: each below the one it belongs to, with its depth.
function inOrder(labels) {
  const below = new Map();
  for (const one of labels) below.set(one.parent, [...(below.get(one.parent) ?? []), one]);
  const found = [];
  const walk = (parent, depth) => {
    for (const one of below.get(parent) ?? []) {
      found.push({ ...one, depth, inner: below.has(one.value) });
      walk(one.value, depth + 1);
    }
  };
  walk("", 0);
  return found;
}

class ChoicesDesk extends Desk {
  constructor(host) {
    super(host);
    Object.assign(this, { chosen: [], hovered: null });
  }

  form(data) {
    const { name, question, labels_key, least, most, inner, shown } = data.asked;
    return [name, question, labels_key, least, most, inner, shown.map((one) => one.title)];
  }

  // A decision is read again before Enter stores it.
  waits() { return Boolean(this.data.decides); }
  single() { return this.data.asked.most === 1; }
  above() { return this.data.asked.shown.length > 1; }

  drawBody() {
    const { asked, texts } = this.data;
    this.rows = inOrder(asked.labels).map((label) => this.drawRow({ ...label, name: label.value }));
    this.byValue = new Map(this.rows.map((row) => [row.label.value, row]));
    this.labelKeys.load(this.rows.filter((row) => row.open).map((row) => row.label));
    this.seek = new LabelSearch(this, this.rows);
    const list = make("div", {
      class: this.rows.length < DENSE_FROM ? "list" : "list dense", id: "labels", role: "listbox", tabindex: "0",
      "aria-label": asked.question, "aria-multiselectable": String(!this.single()),
      ...(asked.options ? itsWords(this) : {}),
    }, ...this.rows.map((row) => row.box));
    this.body = {
      texts: asked.shown.map((one) => scrollable("div", this.above() ? "sentence" : "passage", one.title, itsWords(this))),
      chips: make("div", { class: "chips", "aria-live": "polite" }),
      list,
      none: action(this, "ch_none", "0", () => this.giveNone()),
    };
    list.style.setProperty("--labels", Math.min(this.rows.length, 4));
    const how = this.single() && !this.waits() ? texts.ch_how_one : texts.ch_how_several;
    return {
      parts: [
        make("div", { class: this.above() ? "work above" : "work" },
          make("div", { class: "side" }, ...asked.shown.map((one, place) =>
            make("div", { class: "text" }, make("h2", {}, one.title), this.body.texts[place]))),
          make("div", { class: "side" },
            make("p", { class: "question" }, make("b", {}, asked.question)),
            ...(this.single() ? [] : [this.body.chips]),
            this.seek.box, list,
            make("p", { class: "how" }, this.seek.box.hidden ? how : `${texts.ch_how_search} ${how}`))),
      ],
      actions: asked.least === 0 ? [this.body.none] : [],
      saves: !this.single() || this.waits(),
    };
  }

  drawRow(label) {
    const open = this.data.asked.inner || !label.inner;
    const code = /\d/.test(label.value) && !label.title.startsWith(label.value);
    const parts = [
      make("span", { class: "key" }, ...(open ? [keysOf(label.name)] : [])),
      make("span", { class: "named" },
        make("span", { class: "titled" },
          ...(code ? [make("span", { class: "code" }, label.value)] : []), make("b", {}, ...titleOf(label))),
        ...(label.gloss ? [make("span", { class: "gloss" }, label.gloss)] : [])),
    ];
    const box = open
      ? make("button", {
        type: "button", class: "label", role: "option", title: label.gloss, "data-label": label.name, "aria-selected": "false", tabindex: "-1",
        // The keyboard stays where it is: Enter after a click saves, it does not click again.
        onmousedown: (event) => event.preventDefault(),
        onclick: (event) => !isSecondClick(event) && this.choose(label.value),
        onmouseenter: () => (this.hovered = label.value), onmouseleave: () => (this.hovered = null),
      }, ...parts)
      : make("div", { class: "label heading", role: "presentation" }, ...parts);
    box.style.setProperty("--depth", label.depth);
    return searchRow(label, box, open);
  }

  loadBody() {
    const { asked, draft, answer } = this.data;
    const kept = (draft ?? answer)?.[asked.name] ?? [];
    this.hovered = null;
    this.chosen = [kept].flat().filter((value) => this.byValue.has(value));
    asked.shown.forEach(({ before, mark, after }, place) => {
      const box = this.body.texts[place];
      box.replaceChildren(before, ...(mark ? [make("mark", { class: "target" }, mark)] : []), after);
      showMarked(box);
    });
    for (const { box, label } of this.rows) box.dataset.by = this.data.marks?.[label.value] ?? "";
    this.seek.clear();
    const first = this.byValue.get(this.chosen[0]);
    if (first) first.box.scrollIntoView({ block: "nearest" });
    else this.body.list.scrollTop = 0;
  }

  paintBody() {
    const { asked, texts } = this.data;
    for (const { box, open, label } of this.rows) {
      if (!open) continue;
      box.setAttribute("aria-selected", String(this.chosen.includes(label.value)));
      const letter = box.querySelector(".letter");
      if (letter) letter.hidden = this.labelKeys.of(label.name).some((key) => key.toLowerCase() === label.value.toLowerCase());
    }
    this.seek.paint();
    pointAt(this.body.list, this.byValue.get(this.seek.active)?.box);
    const chosen = this.ordered();
    const chip = (value) => {
      const { label } = this.byValue.get(value);
      return make("button", {
        type: "button", class: "chip", title: texts.ch_remove, onclick: () => this.choose(value),
      }, make("span", {}, shortened(label)), make("span", { "aria-hidden": "true" }, "×"));
    };
    const left = asked.least > chosen.length ? [make("span", { class: "told" }, fill(texts.ch_least, asked))] : [];
    redraw(this.body.chips, JSON.stringify(chosen), () => [...chosen.map(chip), ...left]);
    if (this.view) this.view.save.disabled = !this.complete();
  }

  // The labels chosen, in the order of the schema: the order of choosing means nothing.
  ordered() { return this.data.asked.labels.map((one) => one.value).filter((value) => this.chosen.includes(value)); }

  complete() { return this.chosen.length > 0 && this.chosen.length >= this.data.asked.least; }
  value() { return { [this.data.asked.name]: this.ordered() }; }
  place() { return this.hovered ?? this.seek.active ?? this.chosen[0] ?? ""; }

  said(value) {
    const titles = value[this.data.asked.name].map((one) => this.byValue.get(one)?.label.title ?? one);
    return titles.join(", ") || this.data.texts.ch_none;
  }

  choose(value) {
    if (!this.ready() || this.panel) return;
    const { most } = this.data.asked;
    this.problem = "";
    if (this.single()) {
      this.chosen = [value];
      if (!this.waits()) return this.save();
    } else if (this.chosen.includes(value)) this.chosen = this.chosen.filter((one) => one !== value);
    else if (this.chosen.length < most) this.chosen = [...this.chosen, value];
    else this.problem = fill(this.data.texts.ch_most, { most });
    this.seek.clear();
    this.keepDraft();
    this.paint();
  }

  removeLast() {
    if (!this.ready() || this.single() || !this.chosen.length) return;
    this.chosen = this.chosen.slice(0, -1);
    this.problem = "";
    this.keepDraft();
    this.paint();
  }

  giveNone() {
    if (!this.ready() || this.panel || this.data.asked.least > 0) return;
    this.chosen = [];
    this.post("answer", { value: this.value() });
  }

  save() {
    if (!this.complete() && this.ready()) {
      this.problem = fill(this.data.texts.ch_least, { least: Math.max(1, this.data.asked.least) });
      return this.paint();
    }
    super.save();
  }

  // The arrows mark a row; the keyboard then stands on the list, unless one searches.
  move(turn) {
    this.seek.move(turn);
    if (this.root.getRootNode().activeElement !== this.seek.input) this.body.list.focus({ preventScroll: true });
  }

  // Enter chooses what is marked, and saves where nothing is.
  enter() {
    if (this.seek.active !== null) this.choose(this.seek.active);
    else if (!this.single() || this.chosen.length) this.save();
  }

  focusBody() {
    if (!this.busy()) this.root.focus({ preventScroll: true });
  }

  scrollText(turn) {
    const [box] = this.body.texts;
    box.scrollTop += turn * PAGE * box.clientHeight;
  }

  firstKey(event, target, modified) {
    if (modified || target !== this.seek.input) return null;
    if (event.key === "Enter") return () => this.enter();
    if (event.key === "Backspace" && !target.value) return () => this.removeLast();
    return this.seek.meaning(event, target);
  }

  // In the search letters are letters.
  types(target) { return target === this.seek.input; }
  fixedKeys() { return this.data.asked.least === 0 ? ["0"] : []; }
  giveLabel(name) { this.choose(name); }

  bodyKey(event, target, typing) {
    if (typing) return null;
    const { key } = event;
    if (key === "/" && this.seek.here()) return () => this.seek.input.focus();
    const turn = { ArrowUp: -1, ArrowDown: 1, ...(this.above() ? { ArrowLeft: -1, ArrowRight: 1 } : {}) }[key];
    if (turn) return again(() => this.move(turn));
    if (key === "PageDown" || key === "PageUp") return again(() => this.scrollText(key === "PageDown" ? 1 : -1));
    if (key === "Backspace") return () => this.removeLast();
    if (key === "Escape") return () => this.seek.leave();
    if (key === "Enter" && !target.closest?.("button")) return () => this.enter();
    if (key === " " && target === this.body.list && this.seek.active !== null) return () => this.choose(this.seek.active);
    return digitOf(event) === 0 && this.data.asked.least === 0 ? () => this.giveNone() : null;
  }
}

export default serve(ChoicesDesk);
