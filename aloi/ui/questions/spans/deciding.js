// For whoever decides: who marked and chose what, and relations of some, which are accepted once both ends stand.

const NOTHING_GIVEN = { by: [], values: {}, tied: [], attributes: {} };

function sharedSize(a, b) {
  let size = 0;
  for (const [start, end] of a.parts) for (const [first, last] of b.parts) size += Math.max(0, Math.min(end, last) - Math.max(start, first));
  return size;
}

// Returns the span of the same label that shares most with a span, or null.
function nearestSpan(span, others) {
  const sizes = others.map((one) => (one.label === span.label ? sharedSize(one, span) : 0));
  const most = Math.max(0, ...sizes);
  return most ? others[sizes.indexOf(most)] : null;
}

const DECIDING = {
  loadMarkedBy(byId) {
    const { answer, proposals = [], marked_by: marks } = this.data;
    this.differences = marks ? [...answer.spans, ...proposals].filter((one) => one.by) : [];
    this.given = new WeakMap();
    this.drawnLinks = (marks?.relations ?? []).map((one) => ({ type: one.type, head: byId.get(one.from), tail: byId.get(one.to), by: one.by }))
      .filter((one) => this.relationOf(one.type));
    this.linkOffers = this.drawnLinks.filter(({ type, head, tail }) => !this.linkOf(this.relationOf(type), head, tail));
  },

  // Returns annotators as they are shown; nothing where all of them gave something.
  byOf(annotators) {
    const { names, total } = this.data.marked_by ?? { total: 0 };
    if (!annotators.length || annotators.length === total) return "";
    return names ? annotators.map((one) => names[one]).join(", ") : fill(this.data.texts.sp_by_count, { count: annotators.length, total });
  },

  // Returns what annotators gave of a span, or of theirs with its label that overlaps it most.
  differenceOf(span) {
    if (!this.differences.length) return NOTHING_GIVEN;
    if (!this.given.has(span)) {
      const exact = this.differences.find((one) => sameSpan(one, span));
      this.given.set(span, { ...NOTHING_GIVEN, ...(exact ?? { ...nearestSpan(span, this.differences), by: [] }) });
    }
    return this.given.get(span);
  },

  // Returns the attributes of a span that have no majority and no value yet.
  undecided(span) {
    const { tied } = this.differenceOf(span);
    return tied.length ? this.attributesOf(span.label).filter((one) => tied.includes(one.name) && !span.attributes[one.name]?.length) : [];
  },

  // Returns a line for each attribute of a span on which annotators differ: its values, and who chose them.
  choicesOf(span) {
    if (!this.differences.length) return [];
    const { texts } = this.data;
    const { values } = this.differenceOf(span);
    const open = this.undecided(span);
    return this.attributesOf(span.label).filter((one) => values[one.name]).map((attribute) => {
      const choices = attribute.values.filter((one) => values[attribute.name][one.name])
        .map((one) => {
          const by = this.byOf(values[attribute.name][one.name]);
          return by ? `${one.title} (${by})` : one.title;
        });
      const line = fill(texts.sp_pair, { name: attribute.title, value: choices.join(" · ") });
      return open.includes(attribute) ? { line: `${line} – ${texts.sp_undecided}`, open: true } : { line, open: false };
    });
  },

  // Returns who drew a relation: as it was accepted, or else those whose ends overlap its ends.
  byOfLink({ type, head, tail, by }) {
    if (by) return this.byOf(by);
    const alike = (a, b) => a === b || (a.label === b.label && overlapping(a, b));
    const drawn = this.drawnLinks.filter((one) => one.type === type && alike(one.head, head) && alike(one.tail, tail));
    return this.byOf([...new Set(drawn.flatMap((one) => one.by))].sort((a, b) => a - b));
  },

  // ---- relations of some

  hasEnds({ head, tail }) { return this.spans.includes(head) && this.spans.includes(tail); },

  // Takes over that spans became others, or null: a relation goes on at the span that overlaps a removed end most.
  settleOffers(next) {
    if (!this.linkOffers.length) return;
    const all = this.everything();
    const moved = [];
    for (const one of this.linkOffers) {
      const [head, tail] = [one.head, one.tail].map((end) => next(end) ?? nearestSpan(end, all));
      const type = this.relationOf(one.type);
      if (!head || !tail || head === tail || !this.mayRelate(type, head, tail) || this.linkOf(type, head, tail)) continue;
      const twin = moved.findIndex((other) => other.type === one.type && other.head === head && other.tail === tail);
      if (twin >= 0) moved[twin] = { ...moved[twin], by: [...new Set([...moved[twin].by, ...one.by])].sort((a, b) => a - b) };
      else moved.push(head === one.head && tail === one.tail ? one : { ...one, head, tail });
    }
    this.linkOffers = moved;
  },

  lightLink(link) {
    this.leaveLink();
    const cursor = this.pieces.find((cell) => cell.end > link.head.parts[0][0])?.place ?? 0;
    Object.assign(this, { active: null, parts: [], news: "", litLink: link, cursor, anchor: cursor, marking: false });
    this.say("");
    this.focusBody();
  },

  walkLinks(turn) {
    const all = this.offeredLinks();
    this.lightLink(all[(all.indexOf(this.litLink) + turn + all.length) % all.length]);
  },

  // Returns the relations of some in the order of their first ends.
  offeredLinks() {
    const all = this.everything();
    return [...this.linkOffers].sort((a, b) => all.indexOf(a.head) - all.indexOf(b.head) || all.indexOf(a.tail) - all.indexOf(b.tail));
  },

  // Looks at the next relation of some whose ends stand; returns whether there is one.
  nextLink() {
    const next = this.offeredLinks().find((one) => this.hasEnds(one));
    if (next) this.lightLink(next);
    return Boolean(next);
  },

  takeLink(link) {
    if (this.locked()) return;
    if (!link) return this.nextLink() || this.say(this.data.texts.sp_needs_ends);
    if (!this.hasEnds(link)) return this.say(this.data.texts.sp_needs_ends);
    this.connect(this.relationOf(link.type), link.head, link.tail);
    if (!this.offers.length) this.nextLink();
  },

  // Accepts relations of some whose ends stand, as far as an end that has one relation allows.
  takeLinks() {
    for (const { type, head, tail, by } of this.offeredLinks().filter((one) => this.hasEnds(one))) {
      if (this.crowdedBy(this.relationOf(type), head, tail).length) continue;
      this.links = [...this.links, { type, head, tail, by }];
      this.linkOffers = this.linkOffers.filter((one) => one.type !== type || one.head !== head || one.tail !== tail);
    }
  },

  dropLink(link) {
    if (this.locked()) return;
    const before = this.state();
    this.linkOffers = this.linkOffers.filter((one) => one !== link);
    this.changed(before);
    this.tellNews(fill(this.data.texts.sp_unrelated, { relation: this.sentenceOf(link) }));
  },

  // The key that accepts: the relation looked at, else spans first, then relations.
  takeNext() {
    if (this.litLink || (!this.offers.length && this.linkOffers.length)) this.takeLink(this.litLink);
    else this.take();
  },

  litLinkKey({ key, shiftKey }) {
    const turn = key === "Tab" ? (shiftKey ? -1 : 1) : shiftKey ? 0 : { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    if (turn) return again(() => this.walkLinks(turn));
    return key === "Delete" || key === "Backspace" ? () => this.dropLink(this.litLink) : null;
  },

  toldLinkOffer() {
    const { texts } = this.data;
    const { litLink } = this;
    const words = { relation: this.sentenceOf(litLink), by: this.byOfLink(litLink) };
    return fill(this.hasEnds(litLink) ? texts.sp_link_offer : texts.sp_link_waits, words);
  },

  // Names attributes without a decision once; returns whether it did.
  asksToDecide(state) {
    const open = this.data.decides ? this.spans.filter((one) => this.undecided(one).length) : [];
    if (!open.length || this.warned === state) return false;
    if (this.active !== open[0]) this.light(open[0]);
    this.warned = state;
    const names = open.flatMap((one) => this.undecided(one).map((each) => fill(this.data.texts.sp_span, { label: each.title, text: this.textOf(one) })));
    this.say(fill(this.data.texts.sp_save_undecided, { count: names.length, names: names.join(", ") }));
    return true;
  },
};
