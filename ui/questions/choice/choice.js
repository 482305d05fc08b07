// Texts, and labels to choose one or several of: by key, by arrows, or by searching in a long list.
// One long text stands beside the labels; several short ones stand above them.

const SEARCH_FROM = 10; // fewer labels than that are seen at once
const DENSE_FROM = 13; // with more labels than fit, glosses are shown of the one looked at
const PAGE = 0.85; // share of the text that a page key moves

// Letters without their accents, in lower case: "Fièvre" is found by "fievre".
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/œ/gi, "oe").replace(/æ/gi, "ae").toLowerCase();
}

// Returns what a chosen label is called: "A" for the option "A. the femur", so that chips keep to one line.
function shortened(label) {
  return label.title.startsWith(`${label.value}. `) ? label.value : label.title;
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
    Object.assign(this, { chosen: [], active: null, hovered: null });
  }

  form(data) {
    const { name, question, labels_key, least, most, inner, shown } = data.asked;
    return [name, question, labels_key, least, most, inner, shown.map((one) => one.title)];
  }

  single() { return this.data.asked.most === 1; }
  above() { return this.data.asked.shown.length > 1; }

  drawBody() {
    const { asked, texts } = this.data;
    this.rows = inOrder(asked.labels).map((label, place) => this.drawRow(label, place));
    this.byValue = new Map(this.rows.map((row) => [row.label.value, row]));
    const searched = this.rows.length >= SEARCH_FROM;
    const list = make("div", {
      class: this.rows.length < DENSE_FROM ? "list" : "list dense", role: "listbox", "aria-label": asked.question, "aria-multiselectable": String(!this.single()),
    }, ...this.rows.map((row) => row.box), make("p", { class: "nothing", hidden: true }, texts.ch_nothing));
    this.body = {
      texts: asked.shown.map((one) => make("div",
        { class: this.above() ? "sentence" : "passage", tabindex: "0", "aria-label": one.title })),
      chips: make("div", { class: "chips", "aria-live": "polite" }),
      search: make("input", {
        type: "text", class: "search", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        maxlength: "100", role: "combobox", "aria-expanded": "true", "aria-label": texts.ch_search,
        placeholder: texts.ch_search_hint, oninput: () => this.filter(),
      }),
      list,
      none: action(this, "ch_none", "0", () => this.giveNone()),
    };
    list.style.setProperty("--labels", Math.min(this.rows.length, 4));
    const how = this.single() ? texts.ch_how_one : texts.ch_how_several;
    return {
      parts: [
        make("div", { class: this.above() ? "work above" : "work" },
          make("div", { class: "side" }, ...asked.shown.map((one, place) =>
            make("div", { class: "text" }, make("h2", {}, one.title), this.body.texts[place]))),
          make("div", { class: "side" },
            make("p", { class: "question" }, make("b", {}, asked.question)),
            ...(this.single() ? [] : [this.body.chips]),
            ...(searched ? [make("div", { class: "seek" }, make("kbd", { "aria-hidden": "true" }, "/"), this.body.search)] : []),
            list,
            make("p", { class: "how" }, searched ? `${texts.ch_how_search} ${how}` : how))),
      ],
      actions: asked.least === 0 ? [this.body.none] : [],
      saves: !this.single(),
    };
  }

  drawRow(label, place) {
    const open = this.data.asked.inner || !label.inner;
    const code = /\d/.test(label.value) && !label.title.startsWith(label.value);
    const parts = [
      make("span", { class: "key" }, ...(label.key ? [make("kbd", {}, label.key)] : [])),
      make("span", { class: "named" },
        make("span", { class: "titled" },
          ...(code ? [make("span", { class: "code" }, label.value)] : []), make("b", {}, label.title)),
        ...(label.gloss ? [make("span", { class: "gloss" }, label.gloss)] : [])),
    ];
    const box = open
      ? make("button", {
        type: "button", class: "label", role: "option", title: label.gloss, id: `label-${place}`, "aria-selected": "false", tabindex: "-1",
        // The keyboard stays where it is: Enter after a click saves, it does not click again.
        onmousedown: (event) => event.preventDefault(),
        onclick: (event) => event.detail < 2 && this.choose(label.value),
        onmouseenter: () => (this.hovered = label.value), onmouseleave: () => (this.hovered = null),
      }, ...parts)
      : make("div", { class: "label heading", role: "presentation" }, ...parts);
    box.style.setProperty("--depth", label.depth);
    const value = folded(label.value), title = folded(label.title), gloss = folded(label.gloss);
    // What is most likely meant: the code, then a title that begins so, then a word of it, then the rest.
    const nearness = (query) => [
      value === query, value.startsWith(query), title.startsWith(query),
      ` ${title}`.includes(` ${query}`), ` ${gloss}`.includes(` ${query}`), true,
    ].indexOf(true);
    return { label, box, open, nearness, text: `${value} ${title} ${gloss}` };
  }

  loadBody() {
    const { asked, draft, answer } = this.data;
    const kept = (draft ?? answer)?.[asked.name] ?? [];
    this.hovered = null;
    this.chosen = [kept].flat().filter((value) => this.byValue.has(value));
    asked.shown.forEach(({ before, mark, after }, place) => {
      const box = this.body.texts[place];
      box.replaceChildren(before, ...(mark ? [make("mark", { class: "target" }, mark)] : []), after);
      box.scrollTop = 0;
      box.querySelector("mark")?.scrollIntoView({ block: "nearest" });
    });
    this.clearSearch();
    const first = this.byValue.get(this.chosen[0]);
    if (first) first.box.scrollIntoView({ block: "nearest" });
    else this.body.list.scrollTop = 0;
  }

  paintBody() {
    const { asked, texts } = this.data;
    for (const { box, open, label } of this.rows) {
      if (!open) continue;
      box.setAttribute("aria-selected", String(this.chosen.includes(label.value)));
      box.classList.toggle("active", label.value === this.active);
    }
    this.body.search.setAttribute("aria-activedescendant", this.byValue.get(this.active)?.box.id ?? "");
    const chips = this.ordered().map((value) => {
      const { label } = this.byValue.get(value);
      return make("button", {
        type: "button", class: "chip", title: texts.ch_remove, onclick: () => this.choose(value),
      }, make("span", {}, shortened(label)), make("span", { "aria-hidden": "true" }, "×"));
    });
    const left = asked.least > chips.length ? [make("span", { class: "told" }, fill(texts.ch_least, asked))] : [];
    this.body.chips.replaceChildren(...chips, ...left);
    if (this.view) this.view.save.disabled = !this.complete();
  }

  // The labels chosen, in the order of the schema: the order of choosing means nothing.
  ordered() { return this.data.asked.labels.map((one) => one.value).filter((value) => this.chosen.includes(value)); }

  complete() { return this.chosen.length > 0 && this.chosen.length >= this.data.asked.least; }
  value() { return { [this.data.asked.name]: this.ordered() }; }
  place() { return this.hovered ?? this.active ?? this.chosen[0] ?? ""; }

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
      return this.save();
    }
    if (this.chosen.includes(value)) this.chosen = this.chosen.filter((one) => one !== value);
    else if (this.chosen.length < most) this.chosen = [...this.chosen, value];
    else this.problem = fill(this.data.texts.ch_most, { most });
    this.clearSearch();
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

  // What is searched is found in a label or in one above it; the labels above stay as headings.
  filter() {
    const query = folded(this.body.search.value).trim();
    const parts = query.split(/\s+/).filter(Boolean);
    const above = new Map();
    const shown = new Set();
    for (const row of this.rows) {
      const read = `${above.get(row.label.parent)?.read ?? ""} ${row.text}`;
      above.set(row.label.value, { read, row });
      if (!parts.every((word) => read.includes(word))) continue;
      for (let one = above.get(row.label.value); one && !shown.has(one.row); one = above.get(one.row.label.parent))
        shown.add(one.row);
    }
    for (const row of this.rows) row.box.hidden = !shown.has(row);
    this.body.list.querySelector(".nothing").hidden = shown.size > 0;
    const found = this.visible();
    const nearness = found.map((row) => row.nearness(query));
    const best = found[nearness.indexOf(Math.min(...nearness))];
    this.active = query ? (best?.label.value ?? null) : null;
    this.body.list.scrollTop = 0;
    if (best && query) best.box.scrollIntoView({ block: "nearest" });
    this.problem = "";
    this.paint();
  }

  clearSearch() {
    this.active = null;
    if (!this.body.search.value) return;
    this.body.search.value = "";
    for (const { box } of this.rows) box.hidden = false;
    this.body.list.querySelector(".nothing").hidden = true;
  }

  visible() { return this.rows.filter((row) => row.open && !row.box.hidden); }

  move(turn) {
    const rows = this.visible();
    if (!rows.length) return;
    const now = rows.findIndex((row) => row.label.value === this.active);
    const next = now < 0 ? (turn > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(now + turn, rows.length - 1));
    this.active = rows[next].label.value;
    rows[next].box.scrollIntoView({ block: "nearest" });
    this.paint();
  }

  // Enter chooses what is marked, and saves where nothing is.
  enter() {
    if (this.active !== null) this.choose(this.active);
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
    if (modified || target !== this.body.search) return null;
    const { key } = event;
    const turn = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (key === "Enter") return () => this.enter();
    if (turn) return again(() => this.move(turn));
    if (key === "Backspace" && !target.value) return () => this.removeLast();
    if (key === "/" && !target.value) return () => {}; // already here: the key that leads here types nothing
    if (key === "Escape") return () => this.leaveSearch();
    return null;
  }

  leaveSearch() {
    this.clearSearch();
    this.root.focus({ preventScroll: true });
    this.paint();
  }

  // In the search letters are letters.
  types(target) { return target === this.body.search; }

  bodyKey(event, target, typing) {
    if (typing) return null;
    const { key } = event;
    if (key === "/" && this.body.search.isConnected) return () => this.body.search.focus();
    const turn = { ArrowUp: -1, ArrowDown: 1, ...(this.above() ? { ArrowLeft: -1, ArrowRight: 1 } : {}) }[key];
    if (turn) return again(() => this.move(turn));
    if (key === "PageDown" || key === "PageUp") return again(() => this.scrollText(key === "PageDown" ? 1 : -1));
    if (key === "Backspace") return () => this.removeLast();
    if (key === "Escape") return () => this.leaveSearch();
    if (key === "Enter" && !target.closest?.("button")) return () => this.enter();
    const digit = digitOf(event);
    if (digit === 0 && this.data.asked.least === 0) return () => this.giveNone();
    const pressed = digit === null ? folded(key) : String(digit);
    const row = this.rows.find((one) => one.open && one.label.key === pressed);
    return row ? () => this.choose(row.label.value) : null;
  }
}

export default serve(ChoicesDesk);
