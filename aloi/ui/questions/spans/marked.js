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
    const { link, pulled } = this;
    const isEnd = link ? span === link.span || span === link.targets[link.at] : span === pulled?.from || span === pulled?.to;
    return {
      colour: label.colour, title: [label.title, ...values, ...this.linksOf(span).map((one) => this.shortOf(one, span))].join(", "),
      tag: values.length ? `${label.title}: ${values.join(", ")}` : label.title,
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
    this.arcs.take([...this.links, ...begun], this.active ?? link?.span ?? null, (one) => {
      const type = this.relationOf(one.type);
      return { colour: type.colour, title: one.begun && pulled ? "?" : type.title, directed: type.directed, begun: one.begun
        || this.offers.includes(one.head) || this.offers.includes(one.tail) };
    });
  },

  paintList(all) {
    const words = this.data.texts;
    const { body } = this;
    const offered = this.offers.length;
    body.head.textContent = fill(offered ? words.sp_head_offers : words.sp_head, { count: this.spans.length, offers: offered });
    // A long list is drawn in two: what may be in view, then the rest once that was painted.
    const first = body.list.scrollTop ? all.length : Math.max(0, all.indexOf(this.active)) + FIRST_ROWS;
    body.list.replaceChildren(...all.slice(0, first).map((span) => this.rowOf(span)));
    cancelAnimationFrame(this.laterRows);
    if (all.length > first) this.laterRows = requestAnimationFrame(() => requestAnimationFrame(() =>
      body.list.append(...all.slice(first).map((span) => this.rowOf(span)))));
    const lit = body.list.querySelector(".lit");
    if (lit) {
      const box = body.list;
      if (lit.offsetTop < box.scrollTop || lit.offsetTop + lit.offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = lit.offsetTop - box.clientHeight / 2;
      }
    }
  },

  rowOf(span) {
    const words = this.data.texts;
    const offer = this.offers.includes(span);
    const label = this.labelOf(span.label);
    const links = this.links.length ? this.links.filter((one) => one.head === span) : [];
    const style = `one${offer ? " offer" : ""}${span === this.active ? " lit" : ""}`;
    const state = [style, ...links.map((one) => this.sentenceOf(one))].join("\n");
    const known = this.rows.get(span);
    if (known?.state === state && known.words === words && links.every((one, at) => one === known.links[at])) return known.row;
    const values = this.valuesShown(span);
    const row = make("li", { class: style },
      make("button", { type: "button", class: "name", "aria-pressed": String(span === this.active), onclick: () => this.light(span) },
        make("b", {}, label.title), make("span", itsWords(this), this.textOf(span)),
        ...(values.length ? [make("i", { class: "values" }, values.join(", "))] : []), ...(span.by ? [make("i", {}, span.by)] : [])),
      ...(offer ? [make("button", { type: "button", class: "take", "aria-label": `${words.sp_take}: ${label.title}, ${this.textOf(span)}`, title: words.sp_take,
        onclick: () => this.take(span) }, "✓")] : []),
      make("button", { type: "button", class: "drop", "aria-label": `${words.sp_drop}: ${label.title}, ${this.textOf(span)}`, title: words.sp_drop,
        onclick: () => this.drop(span) }, "×"),
      ...(links.length ? [make("ul", { class: "links" }, ...links.map((one) => this.linkRow(one)))] : []));
    row.style.setProperty("--colour", label.colour);
    this.rows.set(span, { row, state, words, links });
    return row;
  },

  // A relation under its first end: read as a whole, removed by its button.
  linkRow(link) {
    const words = this.data.texts;
    const type = this.relationOf(link.type);
    const sentence = this.sentenceOf(link);
    const row = make("li", {},
      make("button", { type: "button", class: "end-of", "aria-label": sentence, onclick: () => this.light(link.tail) },
        make("b", {}, `${type.title} ${type.directed ? "→" : "↔"} `), make("span", itsWords(this), this.textOf(link.tail))),
      make("button", { type: "button", class: "drop", "aria-label": `${words.sp_drop}: ${sentence}`, title: words.sp_drop,
        onclick: () => this.unrelate(link) }, "×"));
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
    body.take.disabled = body.takeAll.disabled = !offered;
    body.back.disabled = !this.past.length;
    this.seek.paint();
    for (const button of body.labels.children) {
      button.setAttribute("aria-pressed", String(this.active?.label === button.dataset.label));
    }
    // How it is done is read, not heard again at each word.
    const speaks = this.parts.length || this.active || this.link || this.pulled || this.news;
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
