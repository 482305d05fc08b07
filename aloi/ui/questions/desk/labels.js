// The labels of a desk: the keys that give them, and a box that finds them as one types.

const FEW = 9; // labels for which a digit each is enough
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const SECOND = [...LETTERS, ..."0123456789"];
const BEGINNINGS = [...LETTERS, ";", ".", "-", "="];
// What the person changed comes with a whole drawing of the page only; it outlives the desk that drew it.
const NO_CHANGES = { actions: {}, labels: {} };
let changes = NO_CHANGES;

const ENUMERATION = /^\s*(?:[ivxlcdm]+|\d+)[.):]\s+/; // "IV. " before a title, which nobody remembers

// Returns two strokes for each of the labels, by name: of its title, if they are free. The same at every visit.
function codesOf(labels, taken, used) {
  const firsts = BEGINNINGS.filter((one) => !taken.has(one));
  const codes = new Map();
  const room = firsts.length * SECOND.length - used.size;
  for (const { name, title } of labels.slice(0, Math.max(0, room))) {
    const read = folded(title).replace(ENUMERATION, "");
    const signs = read.match(/[a-z0-9]/g) ?? [];
    // The initials of its words come first: "ni" of "Nutrition and immunity".
    const initials = (read.match(/[a-z0-9]{4,}/g) ?? []).slice(1).map((word) => word[0]);
    const code = firstFree([...signs.filter((one) => firsts.includes(one)), ...firsts], signs, initials, used);
    used.add(code);
    codes.set(name, code);
  }
  return codes;
}

function firstFree(firsts, signs, initials, used) {
  for (const first of firsts)
    for (const second of [...(first === signs[0] ? initials : []), ...signs.slice(signs.indexOf(first) + 1), ...SECOND])
      if (!used.has(first + second)) return first + second;
  return "";
}

// Which strokes give which label. A stroke that only begins the strokes of some waits for the second one.
class LabelKeys {
  constructor(desk) {
    Object.assign(this, { desk, labels: [], codes: new Map(), begun: "" });
    this.refresh();
  }

  // Takes the labels that may be given: {name, title, key}.
  load(labels) {
    this.labels = labels.map((one) => ({ ...one, key: (one.key ?? "").toLowerCase() }));
    const single = this.labels.map((one) => one.key).filter((key) => key.length === 1);
    const taken = new Set([...Object.values(SHARED_KEYS), ...this.desk.fixedKeys(), ...single]);
    const used = new Set(this.labels.map((one) => one.key).filter((key) => key.length > 1));
    const digitAtMost = this.labels.filter((one) => /^\d?$/.test(one.key));
    this.codes = labels.length > FEW ? codesOf(digitAtMost, taken, used) : new Map();
    this.refresh();
  }

  refresh() {
    this.begun = "";
    this.shared = { ...SHARED_KEYS, ...changes.actions };
    this.all = new Map(this.labels.map((one) => [one.name, this.strokesOf(one)]));
    this.given = new Map([...this.all].flatMap(([name, all]) => all.map((strokes) => [strokes, name])));
    this.beginnings = new Set([...this.given.keys()].filter((one) => one.length > 1).map((one) => one[0]));
  }

  strokesOf({ name, key }) {
    const mine = changes.labels[name];
    const given = [this.free(key), this.codes.get(name)].filter((one) => one && !this.chosenElsewhere(one));
    return mine ? [mine] : given;
  }

  // Whether the person gave these strokes, or their beginning, to another label: it may have come since.
  chosenElsewhere(strokes) {
    const chosen = this.labels.map((one) => changes.labels[one.name]).filter(Boolean);
    return chosen.some((one) => one.startsWith(strokes) || strokes.startsWith(one));
  }

  // A letter that means something else here is struck with Shift: the option F, where f flags.
  free(key) {
    const taken = [...Object.values(this.shared), ...this.desk.fixedKeys()].includes(key);
    if (key.length !== 1 || !taken) return key;
    return key.toUpperCase() === key ? "" : key.toUpperCase();
  }

  of(name) { return this.all.get(name) ?? []; }

  // Whether a stroke gives a label, begins one, or is that of a shared action.
  uses(stroke) {
    return this.given.has(stroke) || this.beginnings.has(stroke) || Object.values(this.shared).includes(stroke);
  }

  // Returns the shared action that a key means, or "".
  actionOf(event) {
    const stroke = strokeOf(event);
    if (!stroke || this.given.has(stroke)) return "";
    const means = (struck) => Object.keys(this.shared).find((name) => this.shared[name] === struck);
    return means(stroke) ?? means(stroke.toLowerCase()) ?? "";
  }

  // Returns what a stroke does among the labels, or null.
  meaning(event) {
    if (this.begun && (event.key === "Escape" || event.key === "Backspace")) return () => this.begin("");
    const stroke = strokeOf(event);
    if (!stroke) return null;
    for (const strokes of [this.begun + stroke, this.begun + stroke.toLowerCase()]) {
      const name = this.given.get(strokes);
      if (name !== undefined) return () => this.give(name);
      if (!this.begun && this.beginnings.has(strokes)) return () => this.begin(strokes);
    }
    return this.begun ? () => this.miss(this.begun + stroke) : null;
  }

  give(name) {
    this.begun = "";
    this.desk.giveLabel(name);
  }

  begin(stroke) {
    if (this.desk.locked()) return;
    this.begun = stroke;
    this.desk.problem = "";
    this.desk.paint();
  }

  miss(strokes) {
    this.begun = "";
    this.desk.problem = fill(this.desk.data.texts.no_label, { key: strokes });
    this.desk.paint();
  }

  // Brings the keys that stand on buttons up to what they are now.
  write() {
    const { root, data, saveKey } = this.desk;
    for (const place of root.querySelectorAll(".keys[data-of]"))
      place.replaceChildren(...this.of(place.dataset.of).map((one) => make("kbd", { "aria-hidden": "true" }, written(one))));
    for (const cap of root.querySelectorAll("kbd[data-action-key]")) {
      const name = cap.dataset.actionKey;
      cap.textContent = written(this.shared[name]) || saveKey;
      const help = data.texts[`${name}_help`];
      const button = cap.closest("button");
      // What helps ends with the key in brackets.
      if (help && button) button.title = help.replace(`${SHARED_KEYS[name]})`, `${written(this.shared[name])})`);
    }
  }

  // Shows which labels a second stroke would give.
  paint() {
    if (this.begun === this.drawn) return;
    this.drawn = this.begun;
    for (const label of this.desk.root.querySelectorAll(".label[data-label]"))
      label.classList.toggle("asked", Boolean(this.begun) && this.of(label.dataset.label).some((one) => one.startsWith(this.begun)));
  }
}

// A label among others in a list, for LabelSearch: `box` is its button, `label` {name, title, gloss, value, parent}.
function searchRow(label, box, open = true) {
  const value = folded(label.value ?? ""), title = folded(label.title), gloss = folded(label.gloss ?? "");
  const words = (text) => ` ${text} ${text.replace(/[^\p{L}\p{N}]+/gu, " ")}`;
  const called = words(`${value} ${title}`);
  // What is most likely meant: the code, then a title that begins so, then a word of it, then the rest.
  const nearness = (query) => [
    value === query, value.startsWith(query), title.startsWith(query),
    ` ${title}`.includes(` ${query}`), ` ${gloss}`.includes(` ${query}`), true,
  ].indexOf(true);
  return { label, box, open, nearness, called, read: `${called} ${words(gloss)}` };
}

// Where a desk has many labels: letters find them by the beginnings of words, Enter gives the first.
class LabelSearch {
  constructor(desk, rows) {
    const words = desk.data.texts;
    this.input = make("input", {
      type: "text", class: "search", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "100",
      role: "combobox", "aria-expanded": "true", "aria-controls": "labels", "aria-autocomplete": "list", "aria-label": words.label_search, placeholder: words.label_search_hint,
      oninput: () => this.filter(),
    });
    this.nothing = make("p", { class: "nothing", role: "status", hidden: true }, words.label_search_nothing);
    this.box = make("div", { class: "seek", hidden: rows.length <= FEW },
      make("kbd", { "aria-hidden": "true" }, "/"), this.input, this.nothing);
    Object.assign(this, { desk, rows, active: null });
    rows.forEach((row, place) => (row.box.id ||= `label-${place}`));
  }

  here() { return !this.box.hidden && this.box.isConnected; }
  visible() { return this.rows.filter((row) => row.open && !row.box.hidden); }

  // What is typed is found in a label or in one above it; the labels above stay as headings.
  filter() {
    const query = folded(this.input.value).trim();
    const parts = query.split(/\s+/).filter(Boolean);
    // Words of titles that begin so; where there are none those of glosses, then letters anywhere.
    const begun = parts.map((part) => ` ${part}`);
    const found = [this.holding(begun, "called"), this.holding(begun, "read"), this.holding(parts, "read")]
      .find((each) => each.size) ?? new Set();
    for (const row of this.rows) row.box.hidden = !found.has(row);
    this.nothing.hidden = found.size > 0;
    const open = this.visible();
    const best = query ? open.map((row) => [row.nearness(query), row]).reduce((a, b) => (b[0] < a[0] ? b : a), [Infinity])[1] : null;
    this.active = best?.label.name ?? null;
    this.desk.problem = "";
    this.desk.paint();
    this.show(best ?? open[0]);
  }

  // Returns the rows that hold all parts in what is read of them or of those above, and those above them.
  holding(parts, side) {
    const above = new Map();
    const shown = new Set();
    for (const row of this.rows) {
      const read = `${above.get(row.label.parent)?.read ?? ""} ${row[side]}`;
      above.set(row.label.name, { read, row });
      if (!parts.every((part) => read.includes(part))) continue;
      for (let one = above.get(row.label.name); one && !shown.has(one.row); one = above.get(one.row.label.parent))
        shown.add(one.row);
    }
    return shown;
  }

  show(row) {
    row?.box.scrollIntoView({ block: "nearest" });
  }

  clear() {
    this.active = null;
    if (!this.input.value) return;
    this.input.value = "";
    for (const { box } of this.rows) box.hidden = false;
    this.nothing.hidden = true;
  }

  leave() {
    this.clear();
    this.input.blur();
    this.desk.focusBody();
    this.desk.paint();
  }

  move(turn) {
    const rows = this.visible();
    if (!rows.length) return;
    const now = rows.findIndex((row) => row.label.name === this.active);
    const next = now < 0 ? (turn > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(now + turn, rows.length - 1));
    this.active = rows[next].label.name;
    this.desk.paint();
    this.show(rows[next]);
  }

  // Gives the label that is marked; returns whether there was one.
  take() {
    const name = this.active;
    if (name === null) return false;
    this.clear();
    this.desk.takeLabel(name);
    return true;
  }

  paint() {
    for (const { box, label } of this.rows) box.classList.toggle("active", label.name === this.active);
    const active = this.rows.find((row) => row.label.name === this.active);
    pointAt(this.input, active?.box);
  }

  // Returns what a key does while one types in the box, or null.
  meaning(event, target) {
    if (target !== this.input) return null;
    const { key } = event;
    const turn = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (key === "Enter") return () => this.take();
    if (turn) return again(() => this.move(turn));
    if (key === "/" && !target.value) return () => {}; // already here: the key that leads here types nothing
    return key === "Escape" ? () => this.leave() : null;
  }
}
