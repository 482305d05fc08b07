// What is marked, beside and below the text: the list of spans, what may be done, and how.

const FIRST_ROWS = 30; // of the list of what is marked: more than a window shows

function sameSpan(a, b) {
  return a.label === b.label && JSON.stringify(a.parts) === JSON.stringify(b.parts);
}

function overlapping(a, b) {
  return a.parts.some(([start, end]) => b.parts.some(([other, last]) => start < last && other < end));
}

function inOrder(spans) {
  const ends = (one) => one.parts[one.parts.length - 1][1];
  return [...spans].sort((a, b) => a.parts[0][0] - b.parts[0][0] || ends(b) - ends(a));
}

const MARKED = {
  look(span) {
    const label = this.labelOf(span.label);
    const values = this.valuesShown(span);
    const { link, pulled, litLink } = this;
    const isEnd = link ? span === link.span || span === link.targets[link.at]
      : [pulled?.from, pulled?.to, litLink?.head, litLink?.tail].includes(span);
    return {
      colour: label.colour, title: [label.title, ...values, ...this.linksOf(span).map((one) => this.shortOf(one, span))].join(", "),
      tag: values.length ? fill(this.data.texts.sp_pair, { name: label.title, value: values.join(", ") }) : label.title,
      offered: this.offers.includes(span), active: span === this.active || isEnd,
    };
  },

  linksOf(span) { return this.links.length ? this.links.filter((one) => one.head === span || one.tail === span) : []; },

  // Returns a relation as it is read beside one of its ends.
  shortOf({ type, head, tail }, span) {
    const title = this.relationOf(type)?.title ?? type;
    return span === head ? `${title} → ${this.textOf(tail)}` : `${title} ← ${this.textOf(head)}`;
  },

  paintArcs() {
    const { link, pulled } = this;
    const begun = link ? [{ type: link.type.name, head: this.endsOf(link)[0], tail: this.endsOf(link)[1], begun: true }]
      : pulled ? [{ type: pulled.types[0].name, head: pulled.from, tail: pulled.to, begun: true }] : [];
    this.arcs.take([...this.links, ...this.linkOffers, ...begun], this.active ?? link?.span ?? null, (one) => {
      const type = this.relationOf(one.type);
      const offered = this.linkOffers.includes(one) || this.offers.includes(one.head) || this.offers.includes(one.tail);
      return { colour: type.colour, title: one.begun && pulled ? "?" : type.title, directed: type.directed, offered, begun: one.begun || one === this.litLink };
    });
  },

  paintList(all) {
    const words = this.data.texts;
    const { body } = this;
    const offered = this.offers.length + this.linkOffers.length;
    body.head.textContent = fill(offered ? words.sp_head_offers : words.sp_head, { count: this.spans.length, offers: offered });
    // A long list is drawn in two: what may be in view, then the rest once that was painted.
    const first = body.list.scrollTop ? all.length : Math.max(0, all.indexOf(this.active ?? this.litLink?.head)) + FIRST_ROWS;
    body.list.replaceChildren(...all.slice(0, first).map((span) => this.rowOf(span)));
    cancelAnimationFrame(this.laterRows);
    if (all.length > first) this.laterRows = requestAnimationFrame(() => requestAnimationFrame(() =>
      body.list.append(...all.slice(first).map((span) => this.rowOf(span)))));
    const lit = body.list.querySelector(".links .lit") ?? body.list.querySelector(".lit");
    if (lit) {
      const [inner, outer] = [lit.getBoundingClientRect(), body.list.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) body.list.scrollTop += inner.top - (outer.top + outer.bottom) / 2;
    }
  },

  rowOf(span) {
    const words = this.data.texts;
    const offer = this.offers.includes(span);
    const label = this.labelOf(span.label);
    const links = [...this.links, ...this.linkOffers].filter((one) => one.head === span);
    const choices = this.choicesOf(span);
    const by = this.byOf(this.differenceOf(span).by);
    const style = `one${offer ? " offer" : ""}${span === this.active ? " lit" : ""}`;
    const state = [style, ...choices.map((one) => one.line), ...links.map((one) => `${this.sentenceOf(one)} ${this.stateOf(one)}`)].join("\n");
    const known = this.rows.get(span);
    if (known?.state === state && known.words === words && links.every((one, at) => one === known.links[at])) return known.row;
    const values = this.valuesShown(span);
    const row = make("li", { class: style },
      make("button", { type: "button", class: "name", "aria-pressed": String(span === this.active), onclick: () => this.light(span) },
        make("b", {}, label.title), make("span", itsWords(this), this.textOf(span)),
        ...(values.length ? [make("i", { class: "values" }, values.join(", "))] : []), ...(by ? [make("i", {}, by)] : [])),
      ...(offer ? [make("button", { type: "button", class: "take", "aria-label": `${words.sp_take}: ${label.title}, ${this.textOf(span)}`, title: words.sp_take,
        onclick: () => this.take(span) }, "✓")] : []),
      make("button", { type: "button", class: "drop", "aria-label": `${words.sp_drop}: ${label.title}, ${this.textOf(span)}`, title: words.sp_drop,
        onclick: () => this.drop(span) }, "×"),
      ...(choices.length ? [make("ul", { class: "by-value" }, ...choices.map((one) => make("li", { class: one.open ? "undecided" : "" }, one.line)))] : []),
      ...(links.length ? [make("ul", { class: "links" }, ...links.map((one) => this.linkRow(one)))] : []));
    row.style.setProperty("--colour", label.colour);
    this.rows.set(span, { row, state, words, links });
    return row;
  },

  // Returns how a relation is drawn in the list: looked at, given by some, without an end that stands.
  stateOf(link) {
    const offer = this.linkOffers.includes(link);
    return [link === this.litLink ? "lit" : "", offer ? "offer" : "", offer && !this.hasEnds(link) ? "waits" : ""].filter(Boolean).join(" ");
  },

  // A relation under its first end: read as a whole, removed by its button; one of some is accepted, too.
  linkRow(link) {
    const words = this.data.texts;
    const type = this.relationOf(link.type);
    const sentence = this.sentenceOf(link);
    const offer = this.linkOffers.includes(link);
    const by = this.byOfLink(link);
    const row = make("li", { class: this.stateOf(link) },
      make("button", { type: "button", class: "end-of", "aria-label": by ? `${sentence} (${by})` : sentence, onclick: () => (offer ? this.lightLink(link) : this.light(link.tail)) },
        make("b", {}, `${type.title} ${type.directed ? "→" : "↔"} `), make("span", itsWords(this), this.textOf(link.tail)),
        ...(by ? [make("i", {}, by)] : [])),
      ...(offer ? [make("button", { type: "button", class: "take", "aria-label": `${words.sp_take}: ${sentence}`, title: this.hasEnds(link) ? words.sp_take : words.sp_needs_ends,
        "aria-disabled": String(!this.hasEnds(link)), onclick: () => this.takeLink(link) }, "✓")] : []),
      make("button", { type: "button", class: "drop", "aria-label": `${words.sp_drop}: ${sentence}`, title: words.sp_drop,
        onclick: () => (offer ? this.dropLink(link) : this.unrelate(link)) }, "×"));
    row.style.setProperty("--colour", type.colour);
    return row;
  },

  paintSide() {
    const { body, data } = this;
    this.paintMore();
    const offered = this.offers.length;
    body.part.hidden = !data.asked.broken;
    body.none.hidden = Boolean(data.decides);
    body.none.disabled = !this.isBare();
    body.take.hidden = body.takeAll.hidden = !(data.proposals || data.suggestion);
    body.take.disabled = body.takeAll.disabled = !offered && !this.linkOffers.length;
    body.back.disabled = !this.past.length;
    this.seek.paint();
    for (const button of body.labels.children) {
      button.setAttribute("aria-pressed", String(this.active?.label === button.dataset.label));
    }
    // How it is done is read, not heard again at each word.
    const speaks = this.parts.length || this.active || this.link || this.litLink || this.pulled || this.news;
    body.open.setAttribute("aria-live", speaks ? "polite" : "off");
    tell(body.open, this.toldOpen());
  },

  toldOpen() {
    const words = this.data.texts;
    const aboutLink = this.toldLink();
    if (aboutLink || this.news) return aboutLink || this.news;
    const selected = this.textOf({ parts: [...this.parts, ...this.selection()] });
    if (this.parts.length && !this.active) return fill(words.sp_parts, { text: selected });
    if (this.active && this.offers.includes(this.active)) return words.sp_offer;
    if (this.active) return this.hasMore() ? words.sp_active_more : words.sp_active;
    return fill(this.hasMore() ? words.sp_how_more : words.sp_how, { text: selected });
  },
};
