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
    return {
      colour: label.colour, title: label.title, tag: label.title,
      offered: this.offers.includes(span), active: span === this.active,
    };
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
    const state = `one${offer ? " offer" : ""}${span === this.active ? " lit" : ""}`;
    const known = this.rows.get(span);
    if (known?.state === state && known.words === words) return known.row;
    const row = make("li", { class: state },
      make("button", { type: "button", class: "name", "aria-pressed": String(span === this.active), onclick: () => this.light(span) },
        make("b", {}, label.title), make("span", itsWords(this), this.textOf(span)), ...(span.by ? [make("i", {}, span.by)] : [])),
      ...(offer ? [make("button", { type: "button", class: "take", "aria-label": `${words.sp_take}: ${label.title}, ${this.textOf(span)}`, title: words.sp_take,
        onclick: () => this.take(span) }, "✓")] : []),
      make("button", { type: "button", class: "drop", "aria-label": `${words.sp_drop}: ${label.title}, ${this.textOf(span)}`, title: words.sp_drop,
        onclick: () => this.drop(span) }, "×"));
    row.style.setProperty("--colour", label.colour);
    this.rows.set(span, { row, state, words });
    return row;
  },

  paintSide() {
    const { body, data } = this;
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
    body.open.setAttribute("aria-live", this.parts.length || this.active ? "polite" : "off");
    tell(body.open, this.toldOpen());
  },

  toldOpen() {
    const words = this.data.texts;
    const selected = this.textOf({ parts: [...this.parts, ...this.selection()] });
    if (this.parts.length && !this.active) return fill(words.sp_parts, { text: selected });
    if (this.active && this.offers.includes(this.active)) return words.sp_offer;
    if (this.active) return words.sp_active;
    return fill(words.sp_how, { text: selected });
  },
};
