// The table of a campaign's items: only the rows in sight exist, and are asked for in parts of a hundred.

const PART = 100;
const NARROW = 640; // pixels, below which a row is a card
const HEIGHTS = { wide: 60, narrow: 156 };
const LEAST_HEIGHT = 420; // pixels of the part that scrolls
const SPARE = 8; // rows above and below those in sight
const COLUMNS = ["text", "answers", "gap", "signs", "gold", "split"];
const SORTS = { text: "text", answers: "answers", gap: "gap", gold: "gold", split: "split" };
const TONES = ["#2f6fde", "#c2571a", "#2c8a4b", "#8a3fb8", "#b3364f", "#1f8a94", "#7a6a12", "#5a5f6b"];

class ItemsTable {
  constructor(root) {
    this.root = root;
    this.parts = new Map();
    this.selected = new Set();
    this.everything = false; // all rows of the filters are selected, also those never asked for
    this.details = new Map();
    this.asking = new Set();
    this.filters = make("div", { class: "filters", role: "search" });
    this.told = make("div", { class: "told", "aria-live": "polite" });
    this.bulk = make("div", { class: "bulk", hidden: true });
    this.head = make("div", { class: "row head", role: "row" });
    this.rows = make("div", { class: "rows", role: "rowgroup" });
    this.scroll = make("div", { class: "scroll", role: "grid", tabindex: "0", "data-keys": "own" }, this.head, this.rows);
    this.panel = make("aside", { class: "panel", hidden: true });
    root.replaceChildren(this.filters, make("div", { class: "bar" }, this.told, this.bulk),
      make("div", { class: "split" }, this.scroll, this.panel));
    this.scroll.onscroll = () => this.paint();
    this.scroll.onkeydown = (event) => this.key(event);
    this.panel.onkeydown = (event) => { if (event.key === "Escape") this.close(); };
    new ResizeObserver(() => this.resize()).observe(root);
    this.state = readAddress();
    this.at = Number(this.state.row ?? 0);
  }

  load(data, send) {
    this.send = send;
    const before = this.data;
    this.data = data;
    this.speech = this.speak(data);
    if (before?.version !== data.version || before?.campaign !== data.campaign) {
      if (before && before.campaign !== data.campaign) {
        this.state = readAddress();
        this.selected.clear();
        this.everything = false;
      }
      this.forget();
      if (data.first && data.first.query === queryOf(this.state).toString()) {
        this.total = data.first.total;
        data.first.rows.forEach((row, place) => this.keep(data.first.offset + place, row));
      }
    }
    if (data.cleared && data.cleared !== this.cleared) this.clear();
    this.cleared = data.cleared;
    this.draw();
    if (!before) {
      this.resize();
      if (this.at) this.reveal(this.at);
      if (this.state.item) this.openById(this.state.item);
    }
    if (this.total === undefined) this.ask(Math.floor(this.at / PART));
  }

  speak(data) {
    const format = new Intl.NumberFormat(data.language, { maximumFractionDigits: 2 });
    const dates = new Intl.DateTimeFormat(data.language, { dateStyle: "medium", timeStyle: "short" });
    const number = (value) => format.format(value);
    return {
      texts: data.texts, lang: data.lang, language: data.language, number,
      shown: (text) => (text === data.blank.text ? data.blank.shown : /^-?\d+(\.\d+)?$/.test(text) ? number(Number(text)) : text),
      split: (name) => data.splits[name] ?? name,
      moment: (at) => dates.format(new Date(at)),
      tone: (colour) => (data.scale ? `color-mix(in oklab, #2f6fde ${Math.round(colour * 100)}%, #c2571a)` : TONES[colour < 0 ? TONES.length - 1 : colour % TONES.length]),
    };
  }

  forget() {
    this.parts.clear();
    this.details.clear();
    this.turn = (this.turn ?? 0) + 1;
    this.asking.clear();
    this.total = undefined;
  }

  keep(place, row) {
    const part = Math.floor(place / PART);
    if (!this.parts.has(part)) this.parts.set(part, []);
    this.parts.get(part)[place % PART] = row;
  }

  row(place) { return this.parts.get(Math.floor(place / PART))?.[place % PART]; }

  async ask(part) {
    if (this.asking.has(part) || part < 0) return;
    this.asking.add(part);
    const { turn } = this;
    const query = queryOf(this.state);
    query.set("offset", part * PART);
    query.set("limit", PART);
    try {
      const answer = await fetch(`${this.data.api}?${query}`, { headers: { accept: "application/json" } });
      if (!answer.ok) throw new Error(await answer.text());
      const window_ = await answer.json();
      if (turn !== this.turn) return;
      this.failed = "";
      this.total = window_.total;
      window_.rows.forEach((row, place) => this.keep(part * PART + place, row));
      if (!this.parts.has(part)) this.parts.set(part, []);
    } catch (error) {
      if (turn !== this.turn) return;
      this.failed = this.data.texts.failed;
      this.asking.delete(part);
    }
    this.tell();
    this.paint();
  }

  change(changes) {
    const moves = "sort" in changes || "reverse" in changes;
    this.state = { ...this.state, ...changes, row: "", item: moves ? this.state.item : "" };
    this.at = 0;
    this.everything = false;
    this.selected.clear();
    this.close(false);
    writeAddress(this.state);
    const { scroll } = this;
    this.forget();
    scroll.scrollTop = 0;
    this.draw();
    this.ask(0);
  }

  draw() {
    drawFilters(this.filters, this.data, this.speech, this.state, (changes) => this.change(changes));
    this.drawHead();
    this.tell();
    this.paint();
  }

  drawHead() {
    const { texts } = this.data;
    const sorted = this.state.sort ?? "order";
    const all = make("input", { type: "checkbox", "aria-label": texts.select_all, onchange: () => this.selectAll(all.checked) });
    all.checked = this.everything;
    this.head.replaceChildren(
      make("span", { class: "cell pick", role: "columnheader" }, this.data.assigns ? all : null),
      ...COLUMNS.map((name) => {
        const isSorted = SORTS[name] === sorted;
        const falls = (name === "gap" || name === "answers") !== Boolean(this.state.reverse);
        const title = texts[`column_${name}`];
        return make("span", {
          class: `cell ${name}`, role: "columnheader",
          "aria-sort": isSorted ? (falls ? "descending" : "ascending") : null,
        }, SORTS[name]
          ? make("button", { type: "button", tabindex: "-1", onclick: () => this.sort(SORTS[name]) },
            title, make("span", { class: "arrow", "aria-hidden": "true" }, isSorted ? (falls ? " ↓" : " ↑") : ""))
          : title);
      }));
  }

  // The first press sorts, the second turns the order round, the third goes back to that of the round.
  sort(name) {
    if (this.state.sort !== name) this.change({ sort: name, reverse: "" });
    else if (!this.state.reverse) this.change({ sort: name, reverse: "1" });
    else this.change({ sort: "", reverse: "" });
  }

  tell() {
    const { texts } = this.data;
    const count = this.everything ? this.total : this.selected.size;
    this.told.textContent = this.failed || (this.total === undefined ? texts.loading
      : this.total ? counted(texts.items, this.total, this.speech) : texts.none);
    this.bulk.hidden = !count;
    if (count) {
      this.bulk.replaceChildren(make("b", {}, counted(texts.selected, count, this.speech)),
        make("button", { type: "button", class: "primary", onclick: () => this.assign() }, texts.assign),
        make("button", { type: "button", onclick: () => this.clear() }, texts.clear));
    }
  }

  resize() {
    const narrow = this.root.clientWidth < NARROW;
    this.root.classList.toggle("narrow", narrow);
    this.height = HEIGHTS[narrow ? "narrow" : "wide"];
    const below = narrow ? window.innerHeight - 80 : window.innerHeight - this.scroll.getBoundingClientRect().top - 24;
    this.root.style.setProperty("--sight", `${Math.max(LEAST_HEIGHT, Math.round(below))}px`);
    this.paint();
  }

  paint() {
    if (!this.data || !this.height) return;
    const total = this.total ?? 0;
    this.rows.style.height = `${Math.max(total, 1) * this.height}px`;
    this.scroll.setAttribute("aria-rowcount", String(total + 1));
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / this.height) - SPARE);
    const last = Math.min(total, Math.ceil((this.scroll.scrollTop + this.scroll.clientHeight) / this.height) + SPARE);
    const drawn = [];
    for (let place = first; place < last; place += 1) {
      const row = this.row(place);
      if (!row) this.ask(Math.floor(place / PART));
      drawn.push(this.drawRow(place, row));
    }
    this.rows.replaceChildren(...drawn);
    this.scroll.setAttribute("aria-activedescendant", `row-${this.at}`);
  }

  drawRow(place, row) {
    const attributes = {
      class: `row${place === this.at ? " at" : ""}${row ? "" : " empty"}`, role: "row", id: `row-${place}`,
      "aria-rowindex": String(place + 2), "aria-selected": String(this.isSelected(row)),
    };
    const made = make("div", attributes);
    made.style.transform = `translateY(${place * this.height}px)`;
    made.style.height = `${this.height}px`;
    if (!row) {
      made.append(make("span", { class: "cell pick" }), make("span", { class: "cell text" }, make("span", { class: "bone" })));
      return made;
    }
    const { speech } = this;
    const { texts } = speech;
    const box = make("input", { type: "checkbox", tabindex: "-1", "aria-label": texts.select });
    box.checked = this.isSelected(row);
    box.onclick = (event) => { event.stopPropagation(); this.select(place, row, event.shiftKey); };
    made.onclick = (event) => { if (event.target !== box) this.open(place); };
    const cell = (name, ...children) => make("span", {
      class: `cell ${name}`, role: "gridcell", "data-title": texts[`column_${name}`] ?? null,
    }, ...children.filter((one) => one !== ""));
    const sign = (mark, names, title) => (names.length ? make("span", { class: "sign", title: `${title}: ${names.join(", ")}` }, mark) : null);
    made.append(
      cell("pick", this.data.assigns ? box : null),
      cell("text", ...[...row.texts].map((one) => markedText(one, speech))),
      cell("answers", ...chips(row.answers, speech)),
      cell("gap", row.gap === null ? "" : make("span", { class: row.decision ? `gap ${row.decision}` : "gap", title: row.decision ? texts[row.decision] : null },
        row.decision === "decided" ? "✓ " : "", speech.number(row.gap))),
      cell("signs", sign("⚑", row.flags, texts.flagged), sign("✎", row.notes.map(([who, note]) => `${who}: ${note}`), texts.noted), sign("↷", row.skips, texts.skipped)),
      cell("gold", row.gold ? make("b", { title: texts[`status_${row.status}`] ?? "" }, speech.shown(row.gold)) : ""),
      cell("split", speech.split(row.split)));
    return made;
  }

  isSelected(row) { return Boolean(row) && (this.everything || this.selected.has(row.item)); }

  select(place, row, until) {
    if (!this.data.assigns) return;
    if (this.everything) this.clear(false);
    const on = !this.selected.has(row.item);
    const places = until && this.picked !== undefined ? [this.picked, place].sort((a, b) => a - b) : [place, place];
    for (let one = places[0]; one <= places[1]; one += 1) {
      const its = this.row(one);
      if (its && on) this.selected.add(its.item);
      else if (its) this.selected.delete(its.item);
    }
    this.picked = place;
    this.tell();
    this.paint();
  }

  selectAll(on) {
    this.selected.clear();
    this.everything = on;
    this.tell();
    this.paint();
  }

  clear(drawn = true) {
    this.selected.clear();
    this.everything = false;
    if (drawn) this.draw();
  }

  assign() {
    const chosen = this.everything ? { query: queryOf(this.state).toString() } : { items: [...this.selected] };
    this.send({ kind: "assign", ...chosen, turn: Date.now() });
  }

  reveal(place) {
    const top = place * this.height;
    const { scrollTop, clientHeight } = this.scroll;
    const head = this.head.offsetHeight;
    if (top < scrollTop) this.scroll.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight - head) this.scroll.scrollTop = top + this.height - clientHeight + head;
  }

  move(place) {
    if (!this.total) return;
    this.at = Math.max(0, Math.min(place, this.total - 1));
    this.reveal(this.at);
    this.paint();
    clearTimeout(this.writing);
    this.writing = setTimeout(() => { this.state.row = this.at ? String(this.at) : ""; writeAddress(this.state); }, 300);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
    const page = Math.max(1, Math.floor(this.scroll.clientHeight / this.height) - 1);
    const to = {
      ArrowUp: this.at - 1, ArrowDown: this.at + 1, k: this.at - 1, j: this.at + 1,
      PageUp: this.at - page, PageDown: this.at + page, Home: 0, End: (this.total ?? 1) - 1,
    }[event.key];
    const row = this.row(this.at);
    if (to !== undefined) {
      this.move(to);
      if (!this.panel.hidden) this.open(this.at);
    } else if (event.key === "Enter" && row) this.open(this.at);
    else if (event.key === " " && row) this.select(this.at, row, event.shiftKey);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  async open(place) {
    this.move(place);
    const row = this.row(place);
    if (!row) return;
    this.state.item = row.item;
    writeAddress(this.state);
    this.uncover();
    this.scroll.focus({ preventScroll: true });
    this.show(row);
    if (!this.details.has(row.item) && await this.detail(row.item) && this.state.item === row.item) this.show(row);
  }

  uncover() {
    this.panel.hidden = false;
    this.root.classList.add("opened");
  }

  // Whether everything about an item came from the server.
  async detail(item) {
    const answer = await fetch(`${this.data.api}/${encodeURIComponent(item)}`);
    if (answer.ok) this.details.set(item, await answer.json());
    return answer.ok;
  }

  show(row) {
    const adjudicate = this.data.adjudicates ? (one) => this.send({ kind: "adjudicate", item: one.item, round: one.round, turn: Date.now() }) : null;
    drawPanel(this.panel, row, this.details.get(row.item), this.speech, {
      adjudicate, close: () => this.close(), step: (by) => { this.open(Math.max(0, Math.min(this.at + by, this.total - 1))); },
    });
  }

  // An item that the address names. In a part that was not asked for yet, it is shown without its row.
  async openById(item) {
    for (const [part, rows] of this.parts) {
      const place = rows.findIndex((row) => row?.item === item);
      if (place >= 0) { this.open(part * PART + place); return; }
    }
    if (!await this.detail(item) || this.state.item !== item) return;
    this.uncover();
    this.show({ item, texts: [], gold: "", split: "", round: 0, gap: null, decision: "" });
  }

  close(focus = true) {
    if (this.panel.hidden) return;
    this.panel.hidden = true;
    this.root.classList.remove("opened");
    this.state.item = "";
    writeAddress(this.state);
    if (focus) this.scroll.focus({ preventScroll: true });
    this.paint();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".items");
  root.table ??= new ItemsTable(root);
  const { table } = root;
  table.load(data, (event) => setTriggerValue("event", event));
  const search = (event) => {
    const typing = event.composedPath()[0];
    if (event.key !== "/" || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(typing?.tagName ?? "")) return;
    event.preventDefault();
    table.filters.querySelector(".search").focus();
  };
  document.addEventListener("keydown", search);
  return () => document.removeEventListener("keydown", search);
}
