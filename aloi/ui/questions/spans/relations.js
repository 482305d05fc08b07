// Attributes of spans, and relations between them: set by the keys of values and types, without a dialog.

const VALUE_SIGN = ":"; // between an attribute and its value, as in mappings of labels
const RELATION = "relation";

// Returns what has a key beside labels: values of attributes, then types of relations.
function keyed({ attributes = [], relations = [] }) {
  const values = attributes.flatMap((attribute) => attribute.values.map((value) => (
    { ...value, name: `${attribute.name}${VALUE_SIGN}${value.name}`, title: value.title, colour: "var(--edge)" })));
  return [...values, ...relations.map((one) => ({ ...one, name: `${RELATION}${VALUE_SIGN}${one.name}` }))];
}

function listOf(value) { return value === undefined || value === null ? [] : [value].flat(); }

function readSpan({ label, parts, attributes = {} }) {
  const read = Object.entries(attributes).map(([name, value]) => [name, listOf(value)]);
  return { label, parts, attributes: Object.fromEntries(read) };
}

function plainSpan({ label, parts, attributes }, id) {
  const stated = Object.entries(attributes).filter(([, values]) => values.length);
  const plain = Object.fromEntries(stated.map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
  return { ...(id ? { id } : {}), label, parts, ...(stated.length ? { attributes: plain } : {}) };
}

function allowsAt(labels, label) { return !labels.length || labels.includes(label); }

const RELATIONS = {
  attributesOf(label) { return (this.data.asked.attributes ?? []).filter((one) => allowsAt(one.labels, label)); },
  relationOf(type) { return (this.data.asked.relations ?? []).find((one) => one.name === type); },
  hasMore() { return Boolean(this.data.asked.attributes?.length || this.data.asked.relations?.length); },

  // Returns the span that keys of values and relations mean: the one looked at, marked last, or under the cursor.
  subject() {
    if (this.link) return this.link.span;
    if (this.active) return this.active;
    if (this.spans.includes(this.latest)) return this.latest;
    return this.at(this.cursor).find((one) => this.spans.includes(one)) ?? null;
  },

  // ---- attributes

  // Returns the attributes that a span may have: as answered, or else the default, unless annotators differ on it.
  withDefaults(span, attributes) {
    const { values } = this.differenceOf(span);
    return Object.fromEntries(this.attributesOf(span.label).map(({ name, default: usual }) => (
      [name, attributes[name]?.length ? attributes[name] : listOf(values[name] ? null : usual || null)])));
  },

  giveValue(name, value) {
    if (this.locked()) return;
    const words = this.data.texts;
    const span = this.subject();
    this.leaveLink();
    if (!span) return this.say(words.sp_no_subject);
    const attribute = this.attributesOf(span.label).find((one) => one.name === name);
    if (!attribute) {
      const { title } = this.data.asked.attributes.find((one) => one.name === name);
      return this.say(fill(words.sp_not_applicable, { attribute: title, label: this.labelOf(span.label).title }));
    }
    if (this.offers.includes(span) && !this.free(span)) return this.say(fill(words.sp_crosses, { text: this.textOf(span) }));
    const before = this.state();
    const now = span.attributes[name] ?? [];
    const has = now.includes(value);
    const reset = listOf(attribute.default || null); // the same key again takes a value back
    const next = attribute.multiple ? (has ? now.filter((one) => one !== value) : [...now, value]) : has ? reset : [value];
    const changed = { ...span, attributes: { ...this.withDefaults(span, span.attributes), [name]: next } };
    this.offers = this.offers.filter((one) => one !== span);
    this.spans = inOrder([...this.spans.filter((one) => one !== span && !sameSpan(one, changed)), changed]);
    this.settle(new Map([[span, changed]]));
    if (this.active) this.active = changed;
    this.changed(before);
    this.latest = changed;
    const titles = attribute.values.filter((one) => next.includes(one.name)).map((one) => one.title);
    const { texts } = this.data;
    this.tellNews(`${this.nameOf(span)} — ${fill(texts.sp_pair, { name: attribute.title, value: titles.join(", ") || "–" })}`);
  },

  // Returns the titles of the values that are no defaults: defaults stand for themselves.
  valuesShown(span) {
    return this.attributesOf(span.label).flatMap((attribute) => attribute.values
      .filter((one) => one.name !== attribute.default && (span.attributes[attribute.name] ?? []).includes(one.name))
      .map((one) => one.title));
  },

  // ---- relations

  // Takes over that spans became others, or null; returns how many relations went with them.
  settle(became) {
    const next = (span) => (became.has(span) ? became.get(span) : span);
    const seen = new Set();
    const kept = this.links.map((one) => ({ ...one, head: next(one.head), tail: next(one.tail) })).filter((one) => {
      const ends = one.head && one.tail && one.head !== one.tail && this.mayRelate(this.relationOf(one.type), one.head, one.tail);
      const twin = [...seen].some((other) => other.type === one.type && other.head === one.head && other.tail === one.tail);
      if (ends && !twin) seen.add(one);
      return ends && !twin;
    });
    const lost = this.links.length - kept.length;
    this.settleOffers(next);
    if (lost || kept.some((one, at) => one.head !== this.links[at].head || one.tail !== this.links[at].tail)) this.links = kept;
    return lost;
  },

  mayRelate(type, head, tail) {
    if (!type) return false;
    const fits = (a, b) => allowsAt(type.from, a.label) && allowsAt(type.to, b.label);
    return fits(head, tail) || (!type.directed && fits(tail, head));
  },

  // A key of a type begins a relation at a span; arrows walk among the other ends, Enter relates the two.
  relate(name) {
    if (this.locked()) return;
    const words = this.data.texts;
    const type = this.relationOf(name);
    if (this.pulled) return this.finishPull(type);
    const again = this.link?.type === type;
    const span = this.subject();
    if (!span || !this.spans.includes(span)) return this.say(words.sp_no_subject);
    const backwards = again ? !this.link.backwards : !this.targets(type, span, false).length;
    const targets = this.targets(type, span, backwards);
    if (!targets.length && again) return;
    if (!targets.length) return this.say(fill(words.sp_no_end, { relation: type.title, label: this.labelOf(span.label).title }));
    const cursor = this.link?.cursor ?? this.cursor;
    const near = (one) => Math.min(Math.abs(one.parts[0][0] - span.parts.at(-1)[1]), Math.abs(span.parts[0][0] - one.parts.at(-1)[1]));
    const at = targets.reduce((best, one, place) => (near(one) < near(targets[best]) ? place : best), 0);
    this.link = { type, span, backwards, targets, at, cursor };
    this.latest = span;
    this.active = null;
    this.parts = [];
    this.walk(0);
  },

  // Returns the spans that may stand at the other end, in the order of the text.
  targets(type, span, backwards) {
    return inOrder(this.spans).filter((one) => one !== span
      && (backwards ? this.mayRelate(type, one, span) : this.mayRelate(type, span, one)));
  },

  walk(turn) {
    const { link } = this;
    link.at = (link.at + turn + link.targets.length) % link.targets.length;
    const [start] = link.targets[link.at].parts[0];
    this.cursor = this.anchor = this.pieces.find((cell) => cell.end > start)?.place ?? 0;
    this.marking = false;
    this.say("");
    this.focusBody();
  },

  endsOf({ span, backwards, targets, at }) { return backwards ? [targets[at], span] : [span, targets[at]]; },
  linkOf(type, head, tail) {
    return this.links.find((one) => one.type === type.name && ((one.head === head && one.tail === tail)
      || (!type.directed && one.head === tail && one.tail === head)));
  },

  // Returns the relations that leave an end, which has one at most, no room for another.
  crowdedBy(type, head, tail) {
    return this.links.filter((one) => one.type === type.name && (
      (type.single.includes("from") && (one.head === head || (!type.directed && one.tail === head)))
      || (type.single.includes("to") && (one.tail === tail || (!type.directed && one.head === tail)))));
  },

  connect(type, head, tail) {
    const words = this.data.texts;
    const before = this.state();
    const crowded = this.crowdedBy(type, head, tail);
    const source = this.link?.span ?? head;
    const cursor = this.link?.cursor ?? this.cursor;
    const known = this.linkOf(type, head, tail);
    const offer = this.linkOffers.find((one) => one.type === type.name && one.head === head && one.tail === tail);
    this.links = [...this.links.filter((one) => !crowded.includes(one) && one !== known), { type: type.name, head, tail, by: offer?.by }];
    this.settleOffers((span) => span);
    Object.assign(this, { link: null, pulled: null, active: null, cursor, anchor: cursor, parts: [] });
    this.changed(before);
    this.latest = source;
    this.tellNews([this.sentenceOf({ type: type.name, head, tail }),
      ...(crowded.length && !known ? [fill(words.sp_instead, { count: crowded.length })] : [])].join(" "));
  },

  unrelate(link) {
    if (this.locked()) return;
    const before = this.state();
    this.links = this.links.filter((one) => one !== link);
    this.leaveLink();
    this.changed(before);
    this.tellNews(fill(this.data.texts.sp_unrelated, { relation: this.sentenceOf(link) }));
  },

  leaveLink() {
    if (this.link) Object.assign(this, { cursor: this.link.cursor, anchor: this.link.cursor });
    Object.assign(this, { link: null, pulled: null, litLink: null });
  },

  // Returns what a key does while the other end of a relation is looked for, or one of some is looked at; or null.
  linkKey(event) {
    const { key, shiftKey } = event;
    const { link } = this;
    if (this.litLink) return this.litLinkKey(event);
    if (!link) return null;
    if (key === "Escape") return () => (this.leaveLink(), this.say(""), this.focusBody());
    const turn = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Tab: shiftKey ? -1 : 1 }[key];
    if (turn) return again(() => this.walk(turn));
    const [head, tail] = this.endsOf(link);
    if (key === "Enter") return () => this.connect(link.type, head, tail);
    const known = (key === "Delete" || key === "Backspace") && this.linkOf(link.type, head, tail);
    return known ? () => this.unrelate(known) : key === "Delete" || key === "Backspace" ? () => {} : null;
  },

  // A click or a tap on the other end; returns whether one was looked for.
  linkTo(place) {
    if (!this.link) return false;
    const { link } = this;
    const at = link.targets.findIndex((one) => this.at(place).includes(one));
    if (at < 0) {
      this.say(fill(this.data.texts.sp_no_such_end, { relation: link.type.title }));
      return true;
    }
    link.at = at;
    this.connect(link.type, ...this.endsOf(link));
    return true;
  },

  // Drawn with the mouse from the span looked at to another one: with several types that fit, a key chooses.
  pull(place) {
    if (!this.puller) return false;
    const other = this.at(place).find((one) => one !== this.puller && this.spans.includes(one) && !overlapping(one, this.puller));
    const types = other ? this.data.asked.relations.filter((one) => this.mayRelate(one, this.puller, other) || this.mayRelate(one, other, this.puller)) : [];
    this.pulled = types.length ? { from: this.puller, to: other, types } : null;
    if (this.pulled) this.paint();
    return Boolean(this.pulled);
  },

  release() {
    const { pulled } = this;
    this.puller = null;
    if (!pulled) return;
    if (pulled.types.length === 1) return this.finishPull(pulled.types[0]);
    this.say("");
  },

  finishPull(type) {
    const { from, to, types } = this.pulled;
    if (!types.includes(type)) return this.say(fill(this.data.texts.sp_no_such_end, { relation: type.title }));
    this.connect(type, ...(this.mayRelate(type, from, to) ? [from, to] : [to, from]));
  },

  // ---- words

  nameOf(span) { return fill(this.data.texts.sp_span, { label: this.labelOf(span.label).title, text: this.textOf(span) }); },

  sentenceOf({ type, head, tail }) {
    return `${this.nameOf(head)} — ${this.relationOf(type)?.title ?? type} — ${this.nameOf(tail)}`;
  },

  tellNews(sentence) {
    this.news = sentence;
    this.paint();
  },

  toldLink() {
    const words = this.data.texts;
    if (this.pulled) {
      const keys = this.pulled.types.map((one) => `${this.labelKeys.of(`${RELATION}:${one.name}`).map(written).join("/")} ${one.title}`);
      return fill(words.sp_which, { relations: keys.join(", ") });
    }
    if (this.litLink) return this.toldLinkOffer();
    if (!this.link) return "";
    const { link } = this;
    const [head, tail] = this.endsOf(link);
    const sentence = this.sentenceOf({ type: link.type.name, head, tail });
    const order = { relation: sentence, at: link.at + 1, count: link.targets.length };
    return fill(this.linkOf(link.type, head, tail) ? words.sp_linking_known : words.sp_linking, order);
  },

  // ---- drawing

  drawMore() {
    const { asked, texts } = this.data;
    const button = (entry, act, extra) => {
      const drawn = labelButton(entry, act);
      drawn.classList.add("small", ...extra);
      return drawn;
    };
    const groups = (asked.attributes ?? []).map((attribute) => make("div",
      { class: "facet", role: "group", "aria-label": attribute.title, "data-attribute": attribute.name, title: attribute.gloss || null },
      make("b", { "aria-hidden": "true" }, attribute.title),
      ...keyed({ attributes: [attribute] }).map((entry) => button(entry, () => this.giveLabel(entry.name), ["value"]))));
    if (asked.relations?.length) groups.push(make("div", { class: "facet", role: "group", "aria-label": texts.sp_relations },
      make("b", { "aria-hidden": "true" }, texts.sp_relations),
      ...keyed({ relations: asked.relations }).map((entry) => button(entry, () => this.giveLabel(entry.name), ["relation"]))));
    this.body.more = make("div", { class: "facets", hidden: !groups.length }, ...groups);
    return this.body.more;
  },

  paintMore() {
    if (!this.hasMore()) return;
    const span = this.subject();
    const applicable = new Set(span ? this.attributesOf(span.label).map((one) => one.name) : []);
    const { values } = span ? this.differenceOf(span) : NOTHING_GIVEN;
    const open = span ? this.undecided(span).map((one) => one.name) : [];
    for (const group of this.body.more.children) group.classList.toggle("undecided", open.includes(group.dataset.attribute));
    for (const button of this.body.more.querySelectorAll(".label")) {
      const [name, value] = button.dataset.label.split(VALUE_SIGN);
      const type = name === RELATION ? this.relationOf(value) : null;
      const pressed = type ? this.link?.type === type : Boolean(span?.attributes[name]?.includes(value));
      const usable = type ? Boolean(span) && this.spans.includes(span)
        && (allowsAt(type.from, span.label) || allowsAt(type.to, span.label)) : applicable.has(name);
      button.setAttribute("aria-pressed", String(pressed));
      button.setAttribute("aria-disabled", String(!usable));
      if (this.data.marked_by) button.dataset.by = applicable.has(name) ? this.byOf(values[name]?.[value] ?? []) : "";
    }
  },
};
