// Two sentences token by token: groups of tokens on both sides, each with the operation that links them.

const LINKS_KEY = "aloi.links";
const DENSE_FROM = 80; // words of both sentences: more fill a window before the labels come

class OperationsDesk extends Desk {
  constructor(host) {
    super(host);
    Object.assign(this, { saveKey: "Ctrl ⏎", draftMs: 1500 });
    this.forget();
    this.links = recalled(LINKS_KEY) !== "off";
    this.matrix = false;
    this.watch = new ResizeObserver(() => this.body && this.drawLinks());
  }

  forget() {
    Object.assign(this, { groups: [], err: false, side: 0, cursor: [0, 0], chosen: [new Set(), new Set()] });
    Object.assign(this, { label: null, lit: -1, warned: "", offer: -1, parted: null });
  }

  form(data) { return [data.alignment.labels, Boolean(data.proposals)]; }

  errName() { return this.data.alignment.labels.find((one) => one.sides === "pair")?.name ?? ""; }

  loadBody() {
    const { data } = this;
    this.forget();
    const kept = data.draft ?? data.answer;
    if (kept) {
      this.groups = kept.groups.map((one) => ({ ...one, source: [...one.source], target: [...one.target] }));
      this.err = Boolean(kept.err);
    }
    this.tokens = [data.alignment.source, data.alignment.target];
    this.same = sameTokens(...this.tokens);
    this.body.board.classList.toggle("dense", this.tokens[0].length + this.tokens[1].length > DENSE_FROM);
    this.tokens.forEach((tokens, side) => this.body.sides[side].replaceChildren(...tokens.map((token, place) => make(
      "span",
      { class: "token", role: "option", "data-place": place, tabindex: "-1",
        onpointerdown: (event) => this.press(event, side, place), onpointerenter: (event) => this.drag(event, side, place) },
      token,
    ))));
    const first = this.same[0].indexOf(false);
    this.cursor = [Math.max(0, first), Math.max(0, this.same[1].indexOf(false))];
    if (first < 0 && this.same[1].includes(false)) this.side = 1;
  }

  token(side, place) { return this.body.sides[side].children[place]; }
  counts() { return this.chosen.map((one) => one.size); }
  groupsOf(side, place) { return this.groups.filter((one) => one[SIDES[side]].includes(place)); }
  labelOf(name) {
    return this.data.alignment.labels.find((one) => one.name === name) ?? { name, title: name, colour: "#888", sides: "any" };
  }

  // Returns how many tokens stand on one side only and in no group yet.
  leftOver() {
    return SIDES.reduce((sum, _, side) => sum + this.same[side].filter(
      (same, place) => !same && !this.groupsOf(side, place).length).length, 0);
  }

  // Whether a group is under way: words of it are chosen, or its label is.
  isOpen() { return Boolean(this.label || this.chosen[0].size || this.chosen[1].size); }

  complete() { return true; }
  value() {
    return { groups: this.groups.map(({ source, target, label }) => ({ source, target, label })), err: this.err };
  }
  said(value) { return fill(this.data.texts.op_said, { count: value.groups.length }); }

  partsOf(value) {
    return value.groups.map((group) => {
      const [source, target] = this.words([group.source, group.target]);
      return `${this.labelOf(group.label).title}: ${source || "∅"} → ${target || "∅"}`;
    });
  }

  place() { return this.label ?? this.groups[this.lit]?.label ?? ""; }

  focusBody() {
    if (this.busy() || !this.tokens) return;
    const element = this.token(this.side, this.cursor[this.side]);
    (element ?? this.root).focus({ preventScroll: true });
  }

  // ---- what a person does

  changed() {
    this.warned = "";
    this.problem = "";
    this.keepDraft();
    this.paint();
  }

  press(event, side, place) {
    this.dragged = null;
    if (event.button || this.locked()) return;
    event.preventDefault();
    const { pointerId } = event; // each touch has its own, and enters a word before it is down on it
    this.dragged = { pointerId, side, from: place, on: !this.chosen[side].has(place), before: new Set(this.chosen[side]) };
    event.target.releasePointerCapture?.(event.pointerId);
    this.drag({ buttons: 1, pointerId }, side, place);
    this.focusBody();
  }

  drag(event, side, place) {
    if (!(event.buttons & 1) || this.dragged?.side !== side || this.dragged.pointerId !== event.pointerId) return;
    const { from, on, before } = this.dragged;
    const run = new Set(before);
    for (let at = Math.min(from, place); at <= Math.max(from, place); at++) on ? run.add(at) : run.delete(at);
    this.chosen[side] = run;
    this.go(side, place);
  }

  // A finger that turned out to scroll the page has chosen nothing.
  undrag() {
    if (!this.dragged) return;
    this.chosen[this.dragged.side] = this.dragged.before;
    this.dragged = null;
    this.paint();
  }

  go(side, place) {
    this.side = side;
    this.cursor[side] = Math.max(0, Math.min(this.tokens[side].length - 1, place));
    this.lit = -1;
    this.problem = "";
    this.paint();
    this.focusBody();
  }

  // The keyboard came here by Tab: it goes from one sentence to the other, and on out of the desk.
  enter(side) {
    if (side === this.side || this.locked()) return;
    this.side = side;
    this.paint();
  }

  step(turn, extend) {
    const { side } = this;
    const to = this.cursor[side] + turn;
    if (extend) {
      this.chosen[side].add(this.cursor[side]);
      if (to >= 0 && to < this.tokens[side].length) this.chosen[side].add(to);
    }
    this.go(side, to);
  }

  toggle() {
    const [set, place] = [this.chosen[this.side], this.cursor[this.side]];
    if (!set.delete(place)) set.add(place);
    this.go(this.side, place);
  }

  light(place) {
    this.lit = this.lit === place ? -1 : place;
    this.paint();
  }

  chooseLabel(label) {
    if (this.locked()) return;
    this.label = label.name;
    const counts = this.counts();
    this.problem = counts[0] + counts[1] && !mayTouch(label, counts) ? this.refusal(label) : "";
    this.paint();
    this.focusBody();
  }

  // A label's button ends the group at once where words are chosen that it may touch: no key is needed.
  tapLabel(label) {
    if (this.locked()) return;
    this.chooseLabel(label);
    if (mayTouch(label, this.counts())) this.close();
  }

  refusal(label) {
    return fill(this.data.texts[`op_only_${label.sides}`], { label: label.title });
  }

  close() {
    if (this.locked()) return;
    const words = this.data.texts;
    const counts = this.counts();
    if (!counts[0] && !counts[1]) return this.lit >= 0 && !this.label ? this.reopen() : this.say(words.op_select);
    if (!this.label) return this.say(words.op_which);
    const label = this.labelOf(this.label);
    if (!mayTouch(label, counts)) return this.say(this.refusal(label));
    const [source, target] = this.chosen.map((set) => [...set].sort((a, b) => a - b));
    this.groups.push({ source, target, label: label.name });
    // What was left out of a group that is being split is open next, under the same label.
    const rest = this.parted ? SIDES.map((name, side) => this.parted[name].filter((one) => !this.chosen[side].has(one))) : [[], []];
    this.chosen = rest.map((one) => new Set(one));
    this.label = rest[0].length + rest[1].length ? this.parted.label : null;
    this.parted = null;
    this.changed();
  }

  // Opens the highlighted group again: its tokens are selected, its label chosen.
  reopen() {
    const [group] = this.groups.splice(this.lit, 1);
    this.chosen = [new Set(group.source), new Set(group.target)];
    Object.assign(this, { label: group.label, lit: -1 });
    this.changed();
  }

  tapReopen() {
    if (this.locked()) return;
    this.reopen();
    this.body.board.scrollIntoView({ block: "nearest" });
    this.focusBody();
  }

  // Opens the highlighted group to take words out of it, which then make a group of their own.
  split() {
    if (this.locked()) return;
    const group = this.groups[this.lit];
    if (!group) return this.say(this.data.texts.op_split_which);
    this.reopen();
    this.parted = group;
    this.say("");
    this.focusBody();
  }

  drop(place) {
    this.groups.splice(place, 1);
    this.lit = -1;
    this.changed();
    this.focusBody();
  }

  underWay() { return Boolean(this.stroke || this.label || this.chosen[0].size || this.chosen[1].size); }

  escape() {
    this.parted = null;
    if (this.label) this.label = null;
    else if (this.chosen[0].size || this.chosen[1].size) this.chosen = [new Set(), new Set()];
    else this.lit = -1;
    this.say("");
  }

  // Lets go of the words and the label of the group under way.
  discard() {
    if (this.locked()) return;
    Object.assign(this, { label: null, parted: null, chosen: [new Set(), new Set()] });
    this.say("");
    this.focusBody();
  }

  say(problem) {
    this.problem = problem;
    this.paint();
  }

  has(group) {
    return this.groups.some((one) => JSON.stringify([one.source, one.target, one.label])
      === JSON.stringify([group.source, group.target, group.label]));
  }

  nextOffer() {
    const offers = this.data.proposals ?? [];
    for (let turn = 1; turn <= offers.length; turn++) {
      const place = (this.offer + turn) % offers.length;
      if (!this.has(offers[place])) {
        this.offer = place;
        this.chosen = [new Set(offers[place].source), new Set(offers[place].target)];
        this.label = offers[place].label;
        return this.say("");
      }
    }
    this.say(this.data.texts.op_all_taken);
  }

  takeOffer(place = this.offer) {
    const group = (this.data.proposals ?? [])[place];
    if (!group || this.locked() || this.has(group)) return;
    this.groups.push({ source: [...group.source], target: [...group.target], label: group.label });
    Object.assign(this, { chosen: [new Set(), new Set()], label: null, offer: place });
    this.changed();
  }

  toggleErr() {
    if (this.locked()) return;
    this.err = !this.err;
    this.changed();
  }

  toggleLinks() {
    this.links = !this.links;
    keep(LINKS_KEY, this.links ? "on" : "off");
    this.paint();
  }

  toggleMatrix() {
    this.matrix = !this.matrix;
    this.paint();
  }

  save() {
    if (!this.ready() || this.panel) return;
    const words = this.data.texts;
    if (this.isOpen()) return this.say(words.op_unclosed);
    const left = this.leftOver();
    const state = JSON.stringify(this.value());
    if (left && !this.err && this.warned !== state) {
      this.warned = state;
      return this.say(fill(words.op_save_left, { count: left }));
    }
    this.post("answer", { value: this.value() });
  }

  fixedKeys() { return ["1", "2", "3", "4", "5"]; }
  types(target) { return target === this.seek.input; }

  giveLabel(name) {
    const label = this.labelOf(name);
    if (label.sides === "pair") this.toggleErr();
    else this.chooseLabel(label);
  }

  takeLabel(name) { this.tapLabel(this.labelOf(name)); }

  firstKey(event, target, modified) {
    const { key } = event;
    if (key === "Enter" && event.ctrlKey) return () => this.save();
    if (modified || this.locked()) return null;
    if (this.types(target)) return this.seek.meaning(event, target);
    const onButton = target.closest?.("button");
    if (key === "Escape") return () => this.escape();
    // Tab goes from one side to the other, and on from there to what stands before and after both.
    const other = event.shiftKey ? 0 : 1;
    if (key === "Tab" && !onButton && this.side !== other) return () => this.go(other, this.cursor[other]);
    if (key === "/" && this.seek.here()) return () => this.seek.input.focus();
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (turn) return again(() => this.step(turn, event.shiftKey));
    if (key === "ArrowUp" || key === "ArrowDown") return () => this.stepGroup(key === "ArrowUp" ? -1 : 1);
    if (key === "Home" || key === "End") return () => this.go(this.side, key === "Home" ? 0 : Infinity);
    if (key === " " && !onButton) return () => this.toggle();
    if (key === "Enter" && !onButton) return () => this.close();
    if ((key === "Delete" || key === "Backspace") && this.lit >= 0) return () => this.drop(this.lit);
    return null;
  }

  bodyKey(event) {
    const digit = digitOf(event);
    if (digit === 1) return () => this.toggleLinks();
    if (digit === 2) return () => this.toggleMatrix();
    if (digit === 3) return () => this.split();
    if (digit === 4 && this.data.proposals) return () => this.nextOffer();
    if (digit === 5 && this.data.proposals) return () => this.takeOffer();
    return null;
  }

  stepGroup(turn) {
    if (!this.groups.length) return;
    const { length } = this.groups;
    this.light(this.lit < 0 ? (turn > 0 ? 0 : length - 1) : (this.lit + turn + length) % length);
  }
}

Object.assign(OperationsDesk.prototype, BOARD);

export default serve(OperationsDesk);
