// Two sentences token by token: groups of tokens on both sides, each with the operation that links them.

const SIDES = ["source", "target"];
const LINKS_KEY = "aloi.links";

// Returns whether a label may stand on these numbers of tokens; `sides` is data of the typology.
function mayTouch(label, counts) {
  if (label.sides === "any") return counts[0] + counts[1] > 0;
  if (label.sides === "both") return counts[0] > 0 && counts[1] > 0;
  return label.sides === "source" ? counts[0] > 0 && !counts[1] : counts[1] > 0 && !counts[0];
}

// Returns, for both sides, which tokens are the same on the other side: they need no operation.
function sameTokens(source, target) {
  return differing(source, target).map((flags) => flags.map((flag) => !flag));
}

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

  drawBody() {
    const words = this.data.texts;
    const sentence = (side) => make("div", {
      class: "tokens", role: "listbox", "aria-multiselectable": "true", "aria-label": words[`op_${SIDES[side]}`],
      "data-side": side, onfocusin: () => this.enter(side), onpointercancel: () => this.undrag(),
    });
    this.body = {
      sides: [sentence(0), sentence(1)],
      links: document.createElementNS("http://www.w3.org/2000/svg", "svg"),
      matrix: Object.assign(scrollable("div", "matrix", words.op_matrix), { hidden: true }),
      left: make("span", { class: "left" }),
      open: make("p", { class: "open" }),
      close: action(this, "op_close_it", "⏎", () => this.close()),
      drop: action(this, "op_drop_it", "Esc", () => this.discard()),
      labels: make("div", { class: "labels", id: "labels", role: "group", "aria-label": words.op_labels }),
      groups: make("ol", { class: "groups", "aria-label": words.op_groups }),
      proposals: make("ol", { class: "groups proposals", "aria-label": words.op_proposals }),
      err: make("button", { type: "button", class: "action", "data-action": "err", title: words.op_err_help,
        onclick: () => this.toggleErr() }, keysOf(this.errName()), make("span", {}, words.op_err)),
      linksButton: action(this, "op_links", "1", () => this.toggleLinks()),
      matrixButton: action(this, "op_matrix", "2", () => this.toggleMatrix()),
      next: action(this, "op_next", "3", () => this.nextOffer()),
      take: action(this, "op_take", "4", () => this.takeOffer()),
      split: action(this, "op_split", "5", () => this.split()),
    };
    this.body.links.setAttribute("class", "links");
    this.body.links.setAttribute("aria-hidden", "true");
    const heading = (side) => make("h2", {}, words[`op_${SIDES[side]}`]);
    const board = make("div", { class: "board" },
      heading(0), this.body.sides[0], make("div", { class: "between-sides" }), heading(1), this.body.sides[1], this.body.links);
    this.body.board = board;
    this.watch.disconnect();
    this.watch.observe(board);
    this.drawLabels();
    return {
      parts: [
        board, this.body.matrix,
        make("div", { class: "row state" }, this.body.left, this.body.open,
          make("div", { class: "ends" }, this.body.close, this.body.drop)),
        ...(this.data.proposals
          ? [make("div", { class: "row offers" }, make("b", {}, words.op_proposals), this.body.next, this.body.take), this.body.proposals]
          : []),
        this.seek.box, this.body.labels, this.body.groups,
      ],
      actions: [this.body.err, this.body.linksButton, this.body.matrixButton, this.body.split],
      saves: true,
    };
  }

  errName() { return this.data.alignment.labels.find((one) => one.sides === "pair")?.name ?? ""; }

  drawLabels() {
    const { labels } = this.data.alignment;
    this.labelKeys.load(labels);
    const rows = labels.filter((one) => one.sides !== "pair")
      .map((one) => searchRow(one, labelButton(one, () => this.tapLabel(one))));
    this.seek = new LabelSearch(this, rows);
    this.body.labels.replaceChildren(...rows.map((row) => row.box));
  }

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

  paintBody() {
    const { body, data } = this;
    const words = data.texts;
    const lit = this.groups[this.lit];
    this.tokens.forEach((tokens, side) => tokens.forEach((token, place) => {
      const element = this.token(side, place);
      const groups = this.groupsOf(side, place);
      const colours = groups.map((one) => this.labelOf(one.label).colour);
      const chosen = this.chosen[side].has(place);
      element.classList.toggle("same", this.same[side][place] && !groups.length);
      element.classList.toggle("bare", !this.same[side][place] && !groups.length);
      element.classList.toggle("chosen", chosen);
      element.classList.toggle("cursor", side === this.side && place === this.cursor[side]);
      element.classList.toggle("lit", Boolean(lit?.[SIDES[side]].includes(place)));
      element.style.setProperty("--under", colours.length > 1
        ? `linear-gradient(90deg, ${colours[0]} 50%, ${colours[1]} 50%)`
        : `linear-gradient(${colours[0] ?? "transparent"}, ${colours[0] ?? "transparent"})`);
      element.setAttribute("aria-selected", String(chosen));
      element.tabIndex = place === this.cursor[side] ? 0 : -1;
      element.dataset.tags = groups.map((one) => this.labelOf(one.label).key || this.labelOf(one.label).title[0]).join(" ");
      element.setAttribute("aria-label", [token, ...groups.map((one) => this.labelOf(one.label).title)].join(", "));
    }));
    const left = this.leftOver();
    body.left.textContent = left ? fill(words.op_left, { count: left }) : words.op_none_left;
    body.left.classList.toggle("none", !left);
    // How it is done is read, not heard again at each word.
    body.open.setAttribute("aria-live", this.isOpen() || this.stroke ? "polite" : "off");
    tell(body.open, this.told_open());
    const counts = this.counts();
    const open = this.isOpen();
    body.close.disabled = !this.label || !mayTouch(this.labelOf(this.label), counts);
    body.drop.disabled = !open;
    body.labels.classList.toggle("choosing", counts[0] + counts[1] > 0);
    for (const button of body.labels.children) {
      const label = this.labelOf(button.dataset.label);
      button.classList.toggle("fits", mayTouch(label, counts));
      button.setAttribute("aria-pressed", String(this.label === label.name));
    }
    this.seek.paint();
    body.err.setAttribute("aria-pressed", String(this.err));
    body.linksButton.setAttribute("aria-pressed", String(this.links));
    body.matrixButton.setAttribute("aria-pressed", String(this.matrix));
    this.drawGroups();
    this.drawProposals();
    this.drawLinks();
    this.drawMatrix();
  }

  // Whether a group is under way: words of it are chosen, or its label is.
  isOpen() { return Boolean(this.label || this.chosen[0].size || this.chosen[1].size); }

  told_open() {
    const words = this.data.texts;
    if (!this.isOpen()) return words.op_how;
    const [source, target] = this.words(this.chosen);
    const label = this.label ? this.labelOf(this.label).title : "…";
    const counts = this.counts();
    if (this.label && counts[0] + counts[1] && !mayTouch(this.labelOf(this.label), counts))
      return this.refusal(this.labelOf(this.label));
    if (this.parted) return fill(words.op_splitting, { label, source: source || "∅", target: target || "∅" });
    return fill(this.label ? words.op_close : words.op_choose, { label, source: source || "∅", target: target || "∅" });
  }

  words(sets) {
    return sets.map((set, side) => [...set].sort((a, b) => a - b).map((place) => this.tokens[side][place]).join(" "));
  }

  drawGroups() {
    this.body.groups.replaceChildren(...this.groups.map((group, place) => {
      const label = this.labelOf(group.label);
      const [source, target] = this.words([group.source, group.target]);
      const row = make("li", { class: place === this.lit ? "group lit" : "group" },
        make("button", { type: "button", class: "name", "aria-pressed": String(place === this.lit), onclick: () => this.light(place) },
          make("b", {}, label.title), make("span", {}, `${source || "∅"} → ${target || "∅"}`)),
        ...(place === this.lit
          ? [make("button", { type: "button", class: "again", onclick: () => this.tapReopen() }, this.data.texts.op_reopen)]
          : []),
        make("button", { type: "button", class: "drop", title: this.data.texts.op_drop,
          "aria-label": `${this.data.texts.op_drop}: ${label.title}, ${source || "∅"} → ${target || "∅"}`,
          onclick: () => this.drop(place) }, "×"));
      row.style.setProperty("--colour", label.colour);
      return row;
    }));
  }

  // What some annotators drew and others did not: to be taken, or left out.
  drawProposals() {
    const offers = this.data.proposals ?? [];
    this.body.proposals.replaceChildren(...offers.map((group, place) => {
      const label = this.labelOf(group.label);
      const [source, target] = this.words([group.source, group.target]);
      const state = this.has(group) ? " taken" : place === this.offer ? " lit" : "";
      const row = make("li", { class: `group${state}` },
        make("button", { type: "button", class: "name", onclick: () => this.takeOffer(place) },
          make("b", {}, label.title), make("span", {}, `${source || "∅"} → ${target || "∅"}`), make("i", {}, group.by)));
      row.style.setProperty("--colour", label.colour);
      return row;
    }));
  }

  drawLinks() {
    const { board, links } = this.body;
    links.replaceChildren();
    if (!this.links || !this.tokens) return;
    const origin = board.getBoundingClientRect();
    links.setAttribute("viewBox", `0 0 ${origin.width} ${origin.height}`);
    this.groups.forEach((group, place) => {
      for (const a of group.source) for (const b of group.target) {
        const [from, to] = [this.token(0, a)?.getBoundingClientRect(), this.token(1, b)?.getBoundingClientRect()];
        if (!from || !to) continue;
        const [x1, y1, x2, y2] = [from.left + from.width / 2 - origin.left, from.bottom - origin.top,
          to.left + to.width / 2 - origin.left, to.top - origin.top];
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        const bend = (y2 - y1) / 2;
        path.setAttribute("d", `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`);
        path.style.stroke = this.labelOf(group.label).colour;
        path.setAttribute("class", this.lit < 0 || place === this.lit ? "link" : "link faint");
        links.append(path);
      }
    });
  }

  drawMatrix() {
    const box = this.body.matrix;
    box.hidden = !this.matrix;
    if (!this.matrix) return;
    const head = make("tr", {}, make("th"), ...this.tokens[1].map((token) => make("th", { class: "column", scope: "col" }, make("span", {}, token))));
    const rows = this.tokens[0].map((token, a) => make("tr", {}, make("th", { scope: "row" }, token), ...this.tokens[1].map((other, b) => {
      const group = this.groups.find((one) => one.source.includes(a) && one.target.includes(b));
      const label = group && this.labelOf(group.label);
      const cell = group ? make("td", { title: `${token} → ${other}: ${label.title}`, class: "on" }, label.key) : make("td");
      if (group) cell.style.setProperty("--colour", label.colour);
      return cell;
    })));
    box.replaceChildren(make("table", {}, head, ...rows));
  }

  complete() { return true; }
  value() {
    return { groups: this.groups.map(({ source, target, label }) => ({ source, target, label })), err: this.err };
  }
  said(value) { return fill(this.data.texts.op_said, { count: value.groups.length }); }
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
    if (digit === 5) return () => this.split();
    if (digit === 3 && this.data.proposals) return () => this.nextOffer();
    if (digit === 4 && this.data.proposals) return () => this.takeOffer();
    return null;
  }

  stepGroup(turn) {
    if (!this.groups.length) return;
    const { length } = this.groups;
    this.light(this.lit < 0 ? (turn > 0 ? 0 : length - 1) : (this.lit + turn + length) % length);
  }
}

export default serve(OperationsDesk);
