// Two sentences and their groups as they are drawn: tokens under their colours, links between them, the matrix.

const SIDES = ["source", "target"];

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

const BOARD = {
  drawBody() {
    const words = this.data.texts;
    const sentence = (side) => make("div", {
      class: "tokens", role: "listbox", "aria-multiselectable": "true", "aria-label": words[`op_${SIDES[side]}`],
      "data-side": side, ...itsWords(this), onfocusin: () => this.enter(side), onpointercancel: () => this.undrag(),
    });
    this.body = {
      sides: [sentence(0), sentence(1)],
      links: document.createElementNS("http://www.w3.org/2000/svg", "svg"),
      matrix: Object.assign(scrollable("div", "matrix", words.op_matrix, itsWords(this)), { hidden: true }),
      left: make("span", { class: "left" }),
      open: make("p", { class: "open" }),
      close: action(this, "op_close_it", "⏎", () => this.close()),
      drop: action(this, "op_drop_it", words.key_escape, () => this.discard()),
      labels: make("div", { class: "labels", id: "labels", role: "group", "aria-label": words.op_labels }),
      groups: make("ol", { class: "groups", "aria-label": words.op_groups }),
      proposals: make("ol", { class: "groups proposals", "aria-label": words.op_proposals }),
      err: make("button", { type: "button", class: "action", "data-action": "err", title: words.op_err_help,
        onclick: () => this.toggleErr() }, keysOf(this.errName()), make("span", {}, words.op_err)),
      linksButton: action(this, "op_links", "1", () => this.toggleLinks()),
      matrixButton: action(this, "op_matrix", "2", () => this.toggleMatrix()),
      next: action(this, "op_next", "4", () => this.nextOffer()),
      take: action(this, "op_take", "5", () => this.takeOffer()),
      split: action(this, "op_split", "3", () => this.split()),
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
  },

  drawLabels() {
    const { labels } = this.data.alignment;
    this.labelKeys.load(labels);
    const rows = labels.filter((one) => one.sides !== "pair")
      .map((one) => searchRow(one, labelButton(one, () => this.tapLabel(one))));
    this.seek = new LabelSearch(this, rows);
    this.body.labels.replaceChildren(...rows.map((row) => row.box));
  },

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
  },

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
  },

  words(sets) {
    return sets.map((set, side) => [...set].sort((a, b) => a - b).map((place) => this.tokens[side][place]).join(" "));
  },

  drawGroups() {
    this.body.groups.replaceChildren(...this.groups.map((group, place) => {
      const label = this.labelOf(group.label);
      const [source, target] = this.words([group.source, group.target]);
      const row = make("li", { class: place === this.lit ? "group lit" : "group" },
        make("button", { type: "button", class: "name", "aria-pressed": String(place === this.lit), onclick: () => this.light(place) },
          make("b", {}, label.title), make("span", itsWords(this), `${source || "∅"} → ${target || "∅"}`)),
        ...(place === this.lit
          ? [make("button", { type: "button", class: "again", onclick: () => this.tapReopen() }, this.data.texts.op_reopen)]
          : []),
        make("button", { type: "button", class: "drop", title: this.data.texts.op_drop,
          "aria-label": `${this.data.texts.op_drop}: ${label.title}, ${source || "∅"} → ${target || "∅"}`,
          onclick: () => this.drop(place) }, "×"));
      row.style.setProperty("--colour", label.colour);
      return row;
    }));
  },

  // What some annotators drew and others did not: to be taken, or left out.
  drawProposals() {
    const offers = this.data.proposals ?? [];
    this.body.proposals.replaceChildren(...offers.map((group, place) => {
      const label = this.labelOf(group.label);
      const [source, target] = this.words([group.source, group.target]);
      const state = this.has(group) ? " taken" : place === this.offer ? " lit" : "";
      const row = make("li", { class: `group${state}` },
        make("button", { type: "button", class: "name", onclick: () => this.takeOffer(place) },
          make("b", {}, label.title), make("span", itsWords(this), `${source || "∅"} → ${target || "∅"}`), make("i", {}, group.by)));
      row.style.setProperty("--colour", label.colour);
      return row;
    }));
  },

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
  },

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
  },
};
