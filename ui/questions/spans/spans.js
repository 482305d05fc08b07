// A text in pieces, stretches of it marked with labels: nested, in several parts, suggested ones to accept.

const LANES = 4; // what is drawn below a line; deeper nesting shares the last lane
const LANE_PX = 5;
const SENTENCE_END = /[.!?]\s*$|\n/;

function sameSpan(a, b) {
  return a.label === b.label && JSON.stringify(a.parts) === JSON.stringify(b.parts);
}

function overlapping(a, b) {
  return a.parts.some(([start, end]) => b.parts.some(([other, last]) => start < last && other < end));
}

function sizeOf(span) {
  return span.parts.reduce((sum, [start, end]) => sum + end - start, 0);
}

function inOrder(spans) {
  const ends = (one) => one.parts[one.parts.length - 1][1];
  return [...spans].sort((a, b) => a.parts[0][0] - b.parts[0][0] || ends(b) - ends(a));
}

class SpansDesk extends Desk {
  constructor(host) {
    super(host);
    this.draftMs = 1500;
    this.forget();
  }

  forget() {
    Object.assign(this, { spans: [], offers: [], cursor: 0, anchor: 0, parts: [], active: null, warned: "", past: [] });
  }

  form(data) { return [data.asked.labels, data.asked.question, Boolean(data.proposals)]; }

  drawBody() {
    const words = this.data.texts;
    const { asked } = this.data;
    this.body = {
      text: make("div", { class: "passage", role: "listbox", "aria-multiselectable": "true", "aria-label": words.sp_text }),
      labels: make("div", { class: "labels", id: "labels", role: "group", "aria-label": words.sp_labels }),
      list: make("ol", { class: "marked", "aria-label": words.sp_list }),
      head: make("b", {}),
      open: make("p", { class: "open" }),
      part: action(this, "sp_part", ",", () => this.addPart()),
      drop: action(this, "sp_drop", "Del", () => this.drop()),
      take: action(this, "sp_take", "y", () => this.take()),
      takeAll: action(this, "sp_take_all", "⇧ y", () => this.takeAll()),
    };
    this.body.labels.replaceChildren(...asked.labels.map((one) => labelButton(one, () => this.mark(one.name))));
    return {
      parts: [
        ...(asked.question ? [make("p", { class: "question" }, asked.question)] : []),
        this.body.labels,
        make("div", { class: "board" }, this.body.text, make("div", { class: "aside" }, this.body.head, this.body.list)),
        this.body.open,
      ],
      actions: [this.body.part, this.body.drop, this.body.take, this.body.takeAll],
      saves: true,
    };
  }

  loadBody() {
    const { data } = this;
    this.forget();
    const kept = data.draft ?? data.answer;
    this.spans = (kept?.spans ?? []).map(({ label, parts }) => ({ label, parts }));
    this.offers = data.proposals ?? data.draft?.offers ?? (data.answer ? [] : data.suggestion?.spans ?? []);
    this.offers = this.offers.map(({ label, parts, by }) => ({ label, parts, by: by ?? "" }));
    this.drawText();
    this.body.text.scrollTop = 0;
  }

  drawText() {
    const { pieces, text } = this.data.asked;
    this.letters = Array.from(text);
    this.cells = [];
    let at = 0;
    const add = (start, end, place) => {
      const word = make("span", { class: "word" }, this.letters.slice(start, end).join(""));
      const element = make("span", place < 0 ? { class: "gap" } : {
        class: "piece", role: "option", "aria-selected": "false", "data-place": place, tabindex: "-1",
        onpointerdown: (event) => this.press(event, place), onpointerenter: (event) => this.drag(event, place),
        ondblclick: () => this.lightAt(place),
      }, word);
      this.cells.push({ start, end, place, element, word });
    };
    pieces.forEach(([start, end], place) => {
      if (start > at) add(at, start, -1);
      add(start, end, place);
      at = end;
    });
    if (at < this.letters.length) add(at, this.letters.length, -1);
    this.pieces = this.cells.filter((cell) => cell.place >= 0);
    this.body.text.replaceChildren(...this.cells.map((cell) => cell.element));
  }

  labelOf(name) {
    return this.data.asked.labels.find((one) => one.name === name) ?? { name, title: name, colour: "#888888", key: "" };
  }

  textOf(span) { return span.parts.map(([start, end]) => this.letters.slice(start, end).join("")).join(" … "); }
  everything() { return inOrder([...this.spans, ...this.offers]); }

  // ---- drawing

  // Returns the lane of each span: the shorter, the nearer to the text.
  lanes(all) {
    const taken = [];
    const lanes = new Map();
    for (const span of [...all].sort((a, b) => sizeOf(a) - sizeOf(b))) {
      const hull = { parts: [[span.parts[0][0], span.parts[span.parts.length - 1][1]]] };
      let lane = 0;
      while (taken[lane]?.some((other) => overlapping(other, hull))) lane++;
      (taken[lane] ??= []).push(hull);
      lanes.set(span, Math.min(lane, LANES - 1));
    }
    return lanes;
  }

  paintBody() {
    const all = this.everything();
    const lanes = this.lanes(all);
    const layers = this.cells.map(() => []);
    const tints = this.cells.map(() => null);
    const tags = this.cells.map(() => []);
    // The longest first, so that the shortest gives the tint, unless another one is looked at.
    const rank = (span) => (span === this.active ? -1 : sizeOf(span));
    for (const span of [...all].sort((a, b) => rank(b) - rank(a))) this.layer(span, lanes.get(span), layers, tints, tags);
    const [from, to] = this.chosen();
    const first = this.pieces[from], last = this.pieces[to];
    this.cells.forEach((cell, at) => {
      const chosen = Boolean(first) && cell.start >= first.start && cell.end <= last.end && (this.marking || from !== to);
      const part = !chosen && !this.active && this.parts.some(([start, end]) => cell.start >= start && cell.end <= end);
      this.paintCell(cell, { under: layers[at].join(", "), tint: tints[at] ?? "transparent", tags: tags[at], chosen, part });
    });
    this.paintSide(all);
  }

  // A long text has thousands of cells: only those that changed are touched.
  paintCell(cell, { under, tint, tags, chosen, part }) {
    const here = cell.place >= 0 && cell.place === this.cursor;
    const drawn = JSON.stringify([under, tint, tags.map((label) => label.name), chosen, part, here]);
    if (cell.drawn === drawn) return;
    cell.drawn = drawn;
    const { element, word } = cell;
    element.style.background = under;
    word.style.setProperty("--tint", tint);
    word.classList.toggle("chosen", chosen);
    word.classList.toggle("part", part);
    if (cell.place < 0) return;
    word.classList.toggle("cursor", here);
    element.tabIndex = here ? 0 : -1;
    element.setAttribute("aria-selected", String(chosen));
    element.dataset.tags = tags.map((label) => label.key || label.title[0]).join(" ");
    element.style.setProperty("--tag", tags[0]?.colour ?? "inherit");
    element.setAttribute("aria-label", [word.textContent, ...this.at(cell.place).map((one) => this.labelOf(one.label).title)].join(", "));
  }

  layer(span, lane, layers, tints, tags) {
    const { colour } = this.labelOf(span.label);
    const offered = this.offers.includes(span);
    const bottom = (LANES - 1 - lane) * LANE_PX;
    const [begin, stop] = [span.parts[0][0], span.parts[span.parts.length - 1][1]];
    const fill = offered ? `repeating-linear-gradient(90deg, ${colour} 0 4px, transparent 4px 7px)` : `linear-gradient(${colour}, ${colour})`;
    const link = `repeating-linear-gradient(90deg, ${colour} 0 2px, transparent 2px 6px)`;
    this.cells.forEach((cell, at) => {
      if (cell.end <= begin || cell.start >= stop) return;
      const part = span.parts.find(([start, end]) => cell.start < end && start < cell.end);
      if (!part) {
        layers[at].push(`${link} left 0 bottom ${bottom + 1}px / 100% 1px no-repeat`);
        return;
      }
      const left = cell.start <= part[0] ? 1 : 0, right = cell.end >= part[1] ? 1 : 0;
      const thick = span === this.active ? 5 : 3;
      layers[at].push(`${fill} ${right && !left ? "left 0" : left && !right ? "right 0" : "left 1px"} bottom ${bottom}px / calc(100% - ${left + right}px) ${thick}px no-repeat`);
      tints[at] = `color-mix(in srgb, ${colour} ${span === this.active ? 38 : offered ? 7 : 16}%, transparent)`;
      if (left && cell.start <= begin) tags[at].push(this.labelOf(span.label));
    });
  }

  paintSide(all) {
    const words = this.data.texts;
    const { body, data } = this;
    const offered = this.offers.length;
    body.head.textContent = fill(offered ? words.sp_head_offers : words.sp_head, { count: this.spans.length, offers: offered });
    body.list.replaceChildren(...all.map((span) => {
      const offer = this.offers.includes(span);
      const label = this.labelOf(span.label);
      const row = make("li", { class: `one${offer ? " offer" : ""}${span === this.active ? " lit" : ""}` },
        make("button", { type: "button", class: "name", "aria-pressed": String(span === this.active), onclick: () => this.light(span) },
          make("b", {}, label.title), make("span", {}, this.textOf(span)), ...(span.by ? [make("i", {}, span.by)] : [])),
        ...(offer ? [make("button", { type: "button", class: "take", "aria-label": `${words.sp_take}: ${label.title}, ${this.textOf(span)}`, title: words.sp_take,
          onclick: () => this.take(span) }, "✓")] : []),
        make("button", { type: "button", class: "drop", "aria-label": `${words.sp_drop}: ${label.title}, ${this.textOf(span)}`, title: words.sp_drop,
          onclick: () => this.drop(span) }, "×"));
      row.style.setProperty("--colour", label.colour);
      return row;
    }));
    const lit = body.list.querySelector(".lit");
    if (lit) {
      const box = body.list;
      if (lit.offsetTop < box.scrollTop || lit.offsetTop + lit.offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = lit.offsetTop - box.clientHeight / 2;
      }
    }
    body.part.hidden = !data.asked.broken;
    body.take.hidden = body.takeAll.hidden = !(data.proposals || data.suggestion);
    body.take.disabled = body.takeAll.disabled = !offered;
    for (const button of body.labels.children) {
      button.setAttribute("aria-pressed", String(this.active?.label === button.dataset.label));
    }
    // How it is done is read, not heard again at each word.
    body.open.setAttribute("aria-live", this.parts.length || this.active ? "polite" : "off");
    tell(body.open, this.toldOpen());
  }

  toldOpen() {
    const words = this.data.texts;
    const selected = this.textOf({ parts: [...this.parts, ...this.selection()] });
    if (this.parts.length && !this.active) return fill(words.sp_parts, { text: selected });
    if (this.active && this.offers.includes(this.active)) return words.sp_offer;
    if (this.active) return words.sp_active;
    return fill(words.sp_how, { text: selected });
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
  value() { return { spans: this.spans.map(({ label, parts }) => ({ label, parts })) }; }
  draft() { return { ...this.value(), offers: this.offers }; }
  said(value) { return fill(this.data.texts.sp_said, { count: value.spans.length }); }
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
    if (event.ctrlKey || event.metaKey) this.addPart();
    this.go(place, event.shiftKey);
    this.marking = true;
    this.paint();
  }

  drag(event, place) {
    if ((event.buttons & 1) && !this.locked()) this.go(place, true);
  }

  light(span) {
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
    this.warned = "";
    this.problem = "";
    this.keepDraft();
    this.paint();
    this.focusBody();
  }

  state() { return [this.spans, this.offers]; }

  back() {
    const before = this.past.pop();
    if (!before || this.locked()) return;
    [this.spans, this.offers] = before;
    Object.assign(this, { active: null, parts: [] });
    this.changed(before);
    this.past.pop();
  }

  mark(name) {
    if (this.locked() || !this.pieces.length) return;
    const before = this.state();
    const words = this.data.texts;
    const span = { label: name, parts: this.whole([...this.parts, ...this.selection()]) };
    if (span.parts.length > 1 && !this.data.asked.broken) return this.say(words.sp_no_parts);
    if (!span.parts.some(([start, end]) => this.letters.slice(start, end).join("").trim())) return this.say(words.sp_blank);
    const kept = this.spans.filter((one) => one !== this.active && !sameSpan(one, span));
    const others = this.data.asked.nested ? [] : kept.filter((one) => overlapping(one, span));
    this.spans = inOrder([...kept.filter((one) => !others.includes(one)), span]);
    this.offers = this.offers.filter((one) => one !== this.active && !sameSpan(one, span));
    Object.assign(this, { parts: [], active: null, anchor: this.cursor, marking: false });
    this.changed(before);
    if (others.length) this.say(fill(words.sp_replaced, { text: others.map((one) => this.textOf(one)).join(", ") }));
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
    if (!span) return this.say(this.data.texts.sp_none_here);
    const before = this.state();
    this.spans = this.spans.filter((one) => one !== span);
    this.offers = this.offers.filter((one) => one !== span);
    Object.assign(this, { active: null, parts: [], anchor: this.cursor });
    this.changed(before);
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
  }

  takeAll() {
    if (!this.offers.length || this.locked()) return;
    const before = this.state();
    for (const span of inOrder(this.offers)) if (this.free(span)) this.accept(span);
    Object.assign(this, { active: null, parts: [] });
    this.changed(before);
    if (this.offers.length) this.say(fill(this.data.texts.sp_crosses, { text: this.offers.map((one) => this.textOf(one)).join(", ") }));
  }

  free(span) { return this.data.asked.nested || !this.spans.some((one) => overlapping(one, span)); }

  accept(span) {
    this.offers = this.offers.filter((one) => one !== span);
    const taken = { label: span.label, parts: span.parts };
    this.spans = inOrder([...this.spans.filter((one) => !sameSpan(one, taken)), taken]);
  }

  escape() {
    Object.assign(this, { parts: [], active: null, anchor: this.cursor, marking: false });
    this.say("");
  }

  say(problem) {
    this.problem = problem;
    this.paint();
  }

  save() {
    if (!this.ready() || this.panel) return;
    const words = this.data.texts;
    if (this.parts.length && !this.active) return this.say(words.sp_unclosed);
    const state = JSON.stringify(this.state());
    if (this.offers.length && !this.data.decides && this.warned !== state) {
      this.warned = state;
      return this.say(fill(words.sp_save_offers, { count: this.offers.length }));
    }
    const { suggestion } = this.data;
    this.post("answer", { value: this.value(), ...(suggestion ? { shown: { suggestion } } : {}) });
  }

  // ---- keys

  // Returns where a line of the page above or below leads: the piece nearest to where the cursor stands.
  line(turn) {
    const here = this.pieces[this.cursor].element.getBoundingClientRect();
    const middle = here.left + here.width / 2;
    let best = -1, far = Infinity, top = null;
    for (let at = this.cursor + turn; at >= 0 && at < this.pieces.length; at += turn) {
      const box = this.pieces[at].element.getBoundingClientRect();
      if (Math.abs(box.top - here.top) < 4) continue;
      if (top !== null && Math.abs(box.top - top) > 4) break;
      top = box.top;
      const off = Math.abs(box.left + box.width / 2 - middle);
      if (off < far) [best, far] = [at, off];
    }
    return best < 0 ? this.cursor : best;
  }

  edge(turn) {
    const { top } = this.pieces[this.cursor].element.getBoundingClientRect();
    let at = this.cursor;
    while (this.pieces[at + turn] && Math.abs(this.pieces[at + turn].element.getBoundingClientRect().top - top) < 4) at += turn;
    return at;
  }

  // Returns where the next or last sentence begins; in a text of characters, the next or last word.
  leap(turn) {
    const { tokens } = this.data.asked;
    const begins = (at) => {
      if (at <= 0) return true;
      const [before, here] = [this.pieces[at - 1], this.pieces[at]];
      if (!tokens) return !this.letters[before.start].trim() && this.letters[here.start].trim();
      return SENTENCE_END.test(this.letters.slice(before.start, here.start).join(""));
    };
    let at = this.cursor + turn;
    while (at > 0 && at < this.pieces.length - 1 && !begins(at)) at += turn;
    return at;
  }

  firstKey(event, target, modified) {
    const { key } = event;
    if (this.locked() || !this.pieces?.length && key !== "Enter") return null;
    const onButton = target.closest?.("button");
    const control = event.ctrlKey || event.altKey || event.metaKey;
    const extend = event.shiftKey;
    if (event.ctrlKey && key.toLowerCase() === "z") return again(() => this.back());
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (turn) return again(() => this.go(control ? this.leap(turn) : this.cursor + turn, extend));
    if (key === "Home") return () => this.go(control ? 0 : this.edge(-1), extend);
    if (key === "End") return () => this.go(control ? Infinity : this.edge(1), extend);
    if (modified) return null;
    if (key === "ArrowUp" || key === "ArrowDown") return again(() => this.go(this.line(key === "ArrowUp" ? -1 : 1), extend));
    if (key === "Escape") return () => this.escape();
    if (key === "Enter" && !onButton) return () => this.save();
    const next = key === "Tab" && this.body.text.contains(target) && this.neighbour(event.shiftKey ? -1 : 1);
    if (next) return again(() => this.light(next));
    if (key === "Delete" || key === "Backspace") return () => this.drop();
    return null;
  }

  bodyKey(event) {
    const { key } = event;
    if (key === "," && this.data.asked.broken) return () => this.addPart();
    if (key === "Y" || (key === "y" && event.shiftKey)) return () => this.takeAll();
    if (key === "y") return () => this.take();
    const digit = digitOf(event);
    const struck = digit === null ? key.toLowerCase() : String(digit);
    const label = this.data.asked.labels.find((one) => one.key === struck);
    return label ? () => this.mark(label.name) : null;
  }
}

export default serve(SpansDesk);
