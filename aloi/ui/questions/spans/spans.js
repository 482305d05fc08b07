// A text in pieces, stretches of it marked with labels: nested, in several parts, suggested ones to accept.

class SpansDesk extends Desk {
  constructor(host) {
    super(host);
    this.draftMs = 1500;
    this.end = new EndWatch();
    this.forget();
  }

  forget() {
    Object.assign(this, {
      spans: [], offers: [], links: [], linkOffers: [], latest: null, link: null, litLink: null, puller: null, pulled: null, news: "", cursor: 0, anchor: 0, parts: [], active: null, warned: "", asked: false, askedEnd: false, past: [], tapped: null, finger: null,
    });
  }

  form({ asked, proposals }) {
    return [asked.labels, asked.question, Boolean(proposals), asked.attributes ?? [], asked.relations ?? []];
  }

  drawBody() {
    const words = this.data.texts;
    const { asked } = this.data;
    this.body = {
      text: make("div", { class: "passage", role: "listbox", "aria-multiselectable": "true", "aria-label": words.sp_text,
        ...itsWords(this), onpointercancel: () => this.fingerGone() }),
      labels: make("div", { class: "labels", id: "labels", role: "group", "aria-label": words.sp_labels }),
      list: make("ol", { class: "marked", "aria-label": words.sp_list }),
      head: make("b", {}),
      open: make("p", { class: "open", title: words.sp_how_help }),
      part: action(this, "sp_part", ",", () => this.addPart()),
      drop: action(this, "sp_drop", words.key_delete, () => this.drop()),
      take: action(this, "sp_take", "y", () => this.takeNext()),
      takeAll: action(this, "sp_take_all", "⇧ y", () => this.takeAll()),
      none: action(this, "sp_none", "0", () => this.giveNone()),
      back: action(this, "sp_back", "Ctrl z", () => this.back()),
    };
    this.passage = new Passage(this.body.text, {
      pointerdown: (event, place) => this.press(event, place),
      pointerover: (event, place) => this.drag(event, place),
      pointerup: (event) => (this.fingerUp(event), this.release()),
      dblclick: (event, place) => this.lightAt(place),
    });
    this.minimap = new Minimap(this.passage);
    this.arcs = new Arcs(this.passage);
    this.labelKeys.load([...asked.labels, ...keyed(asked)]);
    const rows = asked.labels.map((one) => searchRow(one, labelButton(one, () => this.mark(one.name))));
    this.seek = new LabelSearch(this, rows);
    this.body.labels.replaceChildren(...rows.map((row) => row.box));
    return {
      parts: [
        ...(asked.question ? [make("p", { class: "question" }, asked.question)] : []),
        this.seek.box, this.body.labels, this.drawMore(),
        make("div", { class: this.data.decides ? "board deciding" : "board" }, make("div", { class: "reading" }, this.body.text, this.minimap.element), make("div", { class: "aside" }, this.body.head, this.body.list)),
        make("div", { class: "state" }, this.body.open, ...this.drawEnds()),
      ],
      actions: [this.body.none, this.body.part, this.body.drop, this.body.back, this.body.take, this.body.takeAll],
      saves: true,
    };
  }

  loadBody() {
    const { data } = this;
    this.forget();
    const kept = data.draft ?? data.answer;
    const offered = kept ? data.draft?.offers ?? [] : data.suggestion?.spans ?? [];
    const byId = new Map();
    const read = (one) => {
      const span = readSpan(one);
      if (one.id) byId.set(one.id, span);
      return span;
    };
    this.spans = (kept?.spans ?? []).map(read);
    this.offers = (data.proposals ?? offered).map(read);
    const links = (kept ?? data.suggestion)?.relations ?? [];
    this.links = links.map((one) => ({ type: one.type, head: byId.get(one.from), tail: byId.get(one.to) }))
      .filter((one) => one.head && one.tail && this.relationOf(one.type));
    this.loadMarkedBy(byId);
    this.drawText();
    this.body.text.scrollTop = 0;
    this.end.begin(this.body.text, Boolean(data.draft?.end_reached));
  }

  drawText() {
    const { pieces, text } = this.data.asked;
    this.letters = Array.from(text);
    this.body.text.classList.toggle("related", Boolean(this.data.asked.relations?.length));
    this.passage.load(this.letters, placesOf(pieces));
    this.pieces = this.passage.pieces;
    this.minimap.begin();
    this.layered = [];
    this.rows = new Map();
  }

  labelOf(name) {
    return this.data.asked.labels.find((one) => one.name === name) ?? { name, title: name, colour: "#888888", key: "" };
  }

  textOf(span) { return span.parts.map(([start, end]) => this.letters.slice(start, end).join("")).join(" … "); }
  everything() { return inOrder([...this.spans, ...this.offers]); }

  // ---- drawing

  paintBody() {
    const { spans, offers, links, linkOffers, active, link, litLink, pulled, data } = this;
    const target = link?.targets[link.at] ?? pulled?.to ?? null;
    const now = [spans, offers, links, linkOffers, active, target, link?.type, litLink, data.texts, data.asked.labels];
    const changed = now.some((one, place) => one !== this.layered[place]);
    this.layered = now;
    // Spans are many and change seldom; the cursor moves at each key.
    if (changed) {
      const all = this.everything();
      this.passage.layer(all, active, (span) => this.look(span));
      this.minimap.take(all, (span) => this.labelOf(span.label).colour);
      this.paintList(all);
      this.paintArcs();
    }
    const [from, to] = this.chosen();
    const first = this.pieces[from], last = this.pieces[to];
    const many = this.marking || from !== to;
    const parts = this.active ? [] : this.parts;
    this.passage.paint((cell) => {
      const chosen = many && Boolean(first) && cell.start >= first.start && cell.end <= last.end;
      const part = !chosen && parts.some(([start, end]) => cell.start >= start && cell.end <= end);
      return { chosen, part, here: cell.place >= 0 && cell.place === this.cursor };
    });
    this.paintSide();
  }

  // ---- what is selected

  chosen() { return [Math.min(this.anchor, this.cursor), Math.max(this.anchor, this.cursor)]; }

  selection() {
    const [from, to] = this.chosen();
    return this.pieces[from] ? [[this.pieces[from].start, this.pieces[to].end]] : [];
  }

  // Returns the spans and suggestions that hold a piece, the shortest first.
  at(place) {
    const { start, end } = this.pieces[place] ?? {};
    return this.everything()
      .filter((one) => one.parts.some(([first, last]) => start < last && first < end))
      .sort((a, b) => sizeOf(a) - sizeOf(b));
  }

  // Returns parts in order, those that touch, or have only white space between them, as one.
  whole(parts) {
    const found = [];
    for (const [start, end] of [...parts].sort((a, b) => a[0] - b[0])) {
      const last = found[found.length - 1];
      const between = last ? this.letters.slice(last[1], start).join("") : "";
      if (last && (start <= last[1] || (this.data.asked.tokens && !between.trim()))) last[1] = Math.max(last[1], end);
      else found.push([start, end]);
    }
    return found;
  }

  complete() { return true; }

  // Relations with an end that is only suggested are none yet.
  value() {
    const links = this.links.filter((one) => this.spans.includes(one.head) && this.spans.includes(one.tail));
    return this.stored(links, { spans: this.spans });
  }

  draft() { return { ...this.stored(this.links, { spans: this.spans, offers: this.offers }), end_reached: this.end.reached }; }

  stored(links, lists) {
    const ids = new Map();
    if (links.length) for (const [name, spans] of Object.entries(lists)) spans.forEach((one, at) => ids.set(one, `${name[0]}${at + 1}`));
    const written = Object.entries(lists).map(([name, spans]) => [name, spans.map((one) => plainSpan(one, ids.get(one)))]);
    const relations = links.map(({ type, head, tail }) => ({ type, from: ids.get(head), to: ids.get(tail) }));
    return { ...Object.fromEntries(written), ...(links.length ? { relations } : {}) };
  }

  said(value) { return fill(this.data.texts.sp_said, { count: value.spans.length }); }

  partsOf(value) {
    const spans = new Map(value.spans.map((one) => [one.id ?? one, readSpan(one)]));
    const written = inOrder([...spans.values()]).map((one) => (
      fill(this.data.texts.sp_pair, { name: [this.labelOf(one.label).title, ...this.valuesShown(one)].join(", "), value: this.textOf(one) })));
    const links = (value.relations ?? []).map((one) => ({ type: one.type, head: spans.get(one.from), tail: spans.get(one.to) }));
    return [...written, ...links.filter((one) => one.head && one.tail).map((one) => this.sentenceOf(one))];
  }

  place() { return this.active?.label ?? ""; }

  focusBody() {
    if (this.busy() || !this.pieces) return;
    const element = this.pieces[this.cursor]?.element ?? this.root;
    element.focus({ preventScroll: true });
    const box = this.body.text;
    if (element === this.root) return;
    const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.top < outer.top + 20) box.scrollTop -= outer.top + 60 - inner.top;
    else if (inner.bottom > outer.bottom - 10) box.scrollTop += inner.bottom - outer.bottom + 60;
  }

  // ---- what a person does

  go(place, extend = false) {
    if (!this.pieces.length) return;
    this.leaveLink();
    Object.assign(this, { latest: null, news: "" });
    this.cursor = Math.max(0, Math.min(this.pieces.length - 1, place));
    if (!extend) {
      this.anchor = this.cursor;
      if (this.active) this.parts = [];
      this.active = null;
    }
    this.marking = extend;
    this.problem = "";
    this.paint();
    this.focusBody();
  }

  press(event, place) {
    if (event.button || this.locked()) return;
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId);
    if (event.pointerType === "touch") return this.fingerDown(event, place);
    if (this.linkTo(place)) return;
    const held = this.data.asked.relations?.length && this.spans.includes(this.active) && this.at(place).includes(this.active);
    this.puller = held ? this.active : null;
    if (event.ctrlKey || event.metaKey) this.addPart();
    this.go(place, event.shiftKey);
    this.marking = true;
    this.paint();
  }

  drag(event, place) {
    if (!(event.buttons & 1) || this.locked()) return;
    if (event.pointerType === "touch") this.fingerOver(event, place);
    else if (!this.pull(place)) this.go(place, true);
  }

  light(span) {
    this.leaveLink();
    this.news = "";
    this.active = this.active === span ? null : span;
    this.parts = [];
    if (this.active) {
      const last = span.parts[span.parts.length - 1];
      const within = this.pieces.filter((cell) => cell.start < last[1] && last[0] < cell.end);
      this.parts = span.parts.slice(0, -1).map((part) => [...part]);
      this.anchor = within[0]?.place ?? 0;
      this.cursor = within[within.length - 1]?.place ?? 0;
    } else this.anchor = this.cursor;
    this.marking = false;
    this.say("");
    this.focusBody();
  }

  lightAt(place) {
    const [first] = this.at(place);
    if (first && this.active !== first) this.light(first);
  }

  // Returns the span or suggestion that comes next or before; after the last and before the first none, so that
  // Tab leaves the text.
  neighbour(turn) {
    const all = this.everything();
    if (this.active) return all[all.indexOf(this.active) + turn];
    const here = this.pieces[this.cursor]?.start ?? 0;
    const next = all.findIndex((one) => one.parts.at(-1)[1] > here);
    return turn > 0 ? all[next] : all.findLast((one) => one.parts[0][0] < here);
  }

  changed(before) {
    this.past.push(before);
    Object.assign(this, { link: null, litLink: null, pulled: null, news: "" });
    this.tapped = null;
    this.warned = "";
    this.asked = false;
    this.problem = "";
    this.keepDraft();
    this.paint();
    this.focusBody();
  }

  state() { return [this.spans, this.offers, this.links, this.linkOffers]; }

  back() {
    const before = this.past.pop();
    if (!before || this.locked()) return;
    [this.spans, this.offers, this.links, this.linkOffers] = before;
    Object.assign(this, { active: null, parts: [] });
    this.changed(before);
    this.past.pop();
  }

  mark(name) {
    if (this.locked() || !this.pieces.length) return;
    const before = this.state();
    const words = this.data.texts;
    this.leaveLink();
    const marked = { label: name, parts: this.whole([...this.parts, ...this.selection()]) };
    const twin = this.spans.find((one) => sameSpan(one, marked));
    const proposed = readSpan({ ...marked, attributes: this.differenceOf(marked).attributes }).attributes;
    const attributes = this.withDefaults(marked, { ...proposed, ...this.active?.attributes, ...twin?.attributes });
    const span = { ...marked, attributes };
    if (span.parts.length > 1 && !this.data.asked.broken) return this.say(words.sp_no_parts);
    if (!span.parts.some(([start, end]) => this.letters.slice(start, end).join("").trim())) return this.say(words.sp_blank);
    const kept = this.spans.filter((one) => one !== this.active && !sameSpan(one, span));
    const others = this.data.asked.nested ? [] : kept.filter((one) => overlapping(one, span));
    this.spans = inOrder([...kept.filter((one) => !others.includes(one)), span]);
    const offered = this.offers.filter((one) => one === this.active || sameSpan(one, span));
    this.offers = this.offers.filter((one) => !offered.includes(one));
    const became = [...offered, this.active, twin].filter(Boolean).map((one) => [one, span]);
    const lost = this.settle(new Map([...others.map((one) => [one, null]), ...became]));
    Object.assign(this, { parts: [], active: null, anchor: this.cursor, marking: false });
    this.changed(before);
    this.latest = span;
    if (this.hasMore()) this.paint();
    if (others.length) this.say(fill(words.sp_replaced, { text: others.map((one) => this.textOf(one)).join(", ") }));
    else if (lost) this.say(fill(words.sp_lost, { count: lost }));
    else if (!/[\p{L}\p{N}]/u.test(this.textOf(span))) this.say(fill(words.sp_signs, { text: this.textOf(span) }));
  }

  addPart() {
    if (this.locked() || !this.data.asked.broken || !this.pieces.length) return;
    this.parts = this.whole([...this.parts, ...this.selection()]);
    Object.assign(this, { active: null, anchor: this.cursor, marking: false });
    this.say("");
    this.focusBody();
  }

  drop(span = this.active ?? this.at(this.cursor)[0]) {
    if (this.locked()) return;
    if (this.parts.length && !this.active) return this.escape(); // the parts of a span that is begun
    if (!span) return this.say(this.data.texts.sp_none_here);
    const before = this.state();
    this.spans = this.spans.filter((one) => one !== span);
    this.offers = this.offers.filter((one) => one !== span);
    const lost = this.settle(new Map([[span, null]]));
    Object.assign(this, { active: null, parts: [], anchor: this.cursor });
    this.changed(before);
    if (lost) this.say(fill(this.data.texts.sp_lost, { count: lost }));
  }

  // Accepts a suggestion: the one that is looked at, or the first one; then looks at the next.
  take(span = this.offers.includes(this.active) ? this.active : inOrder(this.offers)[0]) {
    if (!span || this.locked()) return;
    if (!this.free(span)) return this.say(fill(this.data.texts.sp_crosses, { text: this.textOf(span) }));
    const before = this.state();
    this.accept(span);
    this.active = null;
    this.parts = [];
    this.changed(before);
    const next = inOrder(this.offers).find((one) => one.parts[0][0] >= span.parts[0][0]) ?? inOrder(this.offers)[0];
    if (next) this.light(next);
    else this.nextLink();
  }

  takeAll() {
    if (!(this.offers.length || this.linkOffers.length) || this.locked()) return;
    const before = this.state();
    for (const span of inOrder(this.offers)) if (this.free(span)) this.accept(span);
    this.takeLinks();
    Object.assign(this, { active: null, parts: [] });
    this.changed(before);
    if (this.offers.length) this.say(fill(this.data.texts.sp_crosses, { text: this.offers.map((one) => this.textOf(one)).join(", ") }));
  }

  free(span) { return this.data.asked.nested || !this.spans.some((one) => overlapping(one, span)); }

  accept(span) {
    this.offers = this.offers.filter((one) => one !== span);
    const twin = this.spans.find((one) => sameSpan(one, span));
    const attributes = this.withDefaults(span, { ...twin?.attributes, ...span.attributes });
    const taken = { label: span.label, parts: span.parts, attributes };
    this.spans = inOrder([...this.spans.filter((one) => one !== twin), taken]);
    this.settle(new Map([span, twin].filter(Boolean).map((one) => [one, taken])));
  }

  underWay() { return Boolean(this.link || this.litLink || this.pulled || this.parts.length || this.active || this.anchor !== this.cursor); }

  escape() {
    this.leaveLink();
    Object.assign(this, { tapped: null, parts: [], active: null, latest: null, news: "", anchor: this.cursor, marking: false });
    this.say("");
  }

  say(problem) {
    this.problem = problem;
    if (problem) this.news = "";
    this.paint();
  }

  save() {
    if (!this.ready() || this.panel) return;
    const words = this.data.texts;
    if (this.parts.length && !this.active) return this.say(words.sp_unclosed);
    const state = JSON.stringify([this.spans, this.offers]);
    if (this.offers.length && !this.data.decides && this.warned !== state) {
      this.warned = state;
      return this.say(fill(words.sp_save_offers, { count: this.offers.length }));
    }
    if (this.asksToDecide(state)) return;
    if (this.isBare() && !this.data.decides) {
      this.asked = true;
      return this.say([words.sp_nothing, this.mayLeave() ? "" : words.sp_end_unseen].filter(Boolean).join(" "));
    }
    if (!this.mayLeave()) return this.say(`${words.sp_end_unseen} ${words.sp_save_again}`);
    this.give();
  }

  isBare() { return !this.spans.length && !this.offers.length; }

  // A text whose end was not in view is asked about once.
  mayLeave() {
    const may = this.end.reached || this.askedEnd || Boolean(this.data.decides);
    this.askedEnd = true;
    return may;
  }

  // That there is nothing to mark is said, not passed over: Enter alone, pressed in haste, saves no empty text.
  giveNone() {
    if (!this.ready() || this.panel || this.data.decides || !this.isBare()) return;
    const words = this.data.texts;
    if (!this.mayLeave()) return this.say(`${words.sp_end_unseen} ${words.sp_none_again}`);
    this.give({ nothing_to_mark: true });
  }

  // The answer keeps what stood beside it: suggestions, and whether the end of the text was ever in view.
  give(more = {}) {
    const { suggestion, decides } = this.data;
    const shown = { ...(suggestion ? { suggestion } : {}), end_reached: this.end.reached, ...more };
    this.post("answer", { value: this.value(), ...(decides ? {} : { shown }) });
  }

  // ---- keys

  firstKey(event, target, modified) {
    const { key } = event;
    if (this.types(target)) return modified ? null : this.seek.meaning(event, target);
    if (this.locked() || !this.pieces?.length && key !== "Enter") return null;
    const onButton = target.closest?.("button");
    const control = event.ctrlKey || event.altKey || event.metaKey;
    const extend = event.shiftKey;
    if (event.ctrlKey && key.toLowerCase() === "z") return again(() => this.back());
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const inLink = modified || onButton ? null : this.linkKey(event);
    if (inLink) return inLink;
    if (turn) return again(() => this.go(control ? this.leap(turn) : this.cursor + turn, extend));
    if (key === "Home") return () => this.go(control ? 0 : this.edge(-1), extend);
    if (key === "End") return () => this.go(control ? Infinity : this.edge(1), extend);
    if (modified) return null;
    if (key === "ArrowUp" || key === "ArrowDown") return again(() => this.go(this.line(key === "ArrowUp" ? -1 : 1), extend));
    if (key === "Escape") return () => this.escape();
    if (key === "Enter" && !onButton) return () => this.save();
    if (key === "/" && this.seek.here()) return () => this.seek.input.focus();
    const next = key === "Tab" && this.body.text.contains(target) && this.neighbour(event.shiftKey ? -1 : 1);
    if (next) return again(() => this.light(next));
    if (key === "Delete" || key === "Backspace") return () => this.drop();
    return null;
  }

  bodyKey(event) {
    const { key } = event;
    if (key === "," && this.data.asked.broken) return () => this.addPart();
    if (key === "Y" || (key === "y" && event.shiftKey)) return () => this.takeAll();
    if (key === "y") return () => this.takeNext();
    if (digitOf(event) === 0 && this.isBare() && (this.asked || !this.labelKeys.given.has("0"))) return () => this.giveNone();
    return null;
  }

  fixedKeys() { return ["y", ","]; }
  types(target) { return target === this.seek.input; }

  giveLabel(name) {
    const [first, second] = name.split(VALUE_SIGN);
    if (second === undefined) this.mark(name);
    else if (first === RELATION) this.relate(second);
    else this.giveValue(first, second);
  }
}

Object.assign(SpansDesk.prototype, BY_HAND, MARKED, LEAPS, RELATIONS, DECIDING);

export default serve(SpansDesk);
