// The guideline beside the item: read, searched and pinned while one annotates. Its texts become nodes here,
// never markup.

const ROOM_PX = 740; // narrower, the guideline lies over the item
const TIGHT_PX = 620; // what is left of the item beside it: narrower, it is drawn as on a small window
const NODE_TAGS = new Set(["p", "ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "hr",
  "strong", "em", "br", "pre", "code", "a"]);
const SEARCHED = "h3, p, li, th, td, pre";
const NATIVE_KEYS = new Set(["Enter", " ", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp",
  "PageDown", "Home", "End"]);
// What comes with a whole drawing of the page only; it outlives the desk that drew it.
let guidance = { guideline: [], pinned: false, news: null };

// Returns a text folded, and where each of its letters stood before.
function foldedWithPlaces(text) {
  let plain = "", at = 0;
  const places = [];
  for (const letter of text) {
    const one = folded(letter);
    plain += one;
    for (let unit = 0; unit < one.length; unit++) places.push(at);
    at += letter.length;
  }
  return { plain, places: [...places, at] };
}

// Returns the element of a node [tag, nodes, attribute], or the text itself.
function nodeOf(node) {
  if (typeof node === "string") return node;
  const [tag, inner, more] = node;
  if (!NODE_TAGS.has(tag)) return document.createTextNode("");
  const named = tag === "a" && /^(https?:|mailto:)/i.test(more) ? { href: more, target: "_blank", rel: "noopener" }
    : tag === "ol" ? { start: more } : {};
  return make(tag, named, ...inner.map(nodeOf));
}

// Keeps what came with a whole drawing; the same guideline again stays as it is searched and scrolled.
function keepGuidance(data) {
  if (!data.guideline) return;
  const given = { guideline: data.guideline, news: data.guideline_news ?? null };
  const same = JSON.stringify([given.guideline, given.news]) === JSON.stringify([guidance.guideline, guidance.news]);
  guidance = Object.assign(same ? guidance : given, { pinned: Boolean(data.guideline_pinned) });
}

class GuidePanel {
  constructor(desk) {
    Object.assign(this, { desk, hits: [], hit: -1, watch: new ResizeObserver(() => this.measure()) });
    this.rules = new RuleCard(this);
  }

  // Returns the parts of the frame; drawn anew only in another language, so that one's place in it stays.
  draw() {
    const words = this.desk.data.texts;
    const drawnIn = words.guideline + words.guide_search;
    const scrolled = this.sections?.scrollTop ?? 0;
    if (drawnIn !== this.drawnIn) this.drawParts(words);
    this.drawnIn = drawnIn;
    requestAnimationFrame(() => (this.sections.scrollTop = scrolled));
    return [this.news, this.element, this.rules.card];
  }

  drawParts(words) {
    const button = (name, shown, act) => make("button",
      { type: "button", class: "action small", "aria-label": words[name], title: words[name], onclick: act }, shown);
    this.box = make("input", {
      type: "text", class: "guide-search", autocomplete: "off", spellcheck: "false", maxlength: "100",
      "aria-label": words.guide_search, placeholder: words.guide_search, oninput: () => this.search(),
    });
    this.count = make("span", { class: "guide-count", role: "status" });
    this.steps = [button("guide_before", "↑", () => this.step(-1)), button("guide_after", "↓", () => this.step(1))];
    this.contents = make("details", { class: "contents" });
    this.sections = make("div", { class: "sections", tabindex: "0", role: "group", "aria-label": words.guideline });
    this.element = make("aside", { class: "panel guide", "aria-label": words.guideline, hidden: true },
      make("div", { class: "guide-inner" },
        make("div", { class: "row between" }, make("h2", {}, words.guideline),
          make("button", { type: "button", class: "action", onclick: () => this.close() },
            make("kbd", { "aria-hidden": "true" }, words.key_escape), make("span", {}, words.close))),
        make("div", { class: "row seek-guide" }, this.box, this.count, ...this.steps),
        this.contents, this.sections));
    this.news = make("div", { class: "news", role: "status", hidden: true });
    this.filled = null;
  }

  // Takes what came with the drawing, and looks after the labels drawn.
  take(redrawn) {
    const { root } = this.desk;
    if (this.root !== root) {
      this.root = root;
      this.watch.disconnect();
      this.watch.observe(root);
      this.rules.listen(root);
      this.measure();
    }
    const anew = this.filled !== guidance;
    if (anew) this.fillIn();
    if (anew || redrawn) this.rules.mark(root);
  }

  fillIn() {
    const words = this.desk.data.texts;
    const { guideline, news } = guidance;
    this.filled = guidance;
    const drawn = guideline.map((one) => make("section", { "data-anchor": one.anchor, tabindex: "-1" },
      ...(one.title ? [make("h3", { class: one.level > 2 ? "lower" : "" }, one.title)] : []), ...one.body.map(nodeOf)));
    this.changes = news && this.drawChanges(news, words);
    this.sections.replaceChildren(...(this.changes ? [this.changes] : []),
      ...(drawn.length ? drawn : [make("p", {}, words.no_guideline)]));
    this.index();
    const rows = [...this.sections.querySelectorAll("section")].filter((one) => one.querySelector("h3"));
    this.contents.hidden = rows.length < 2;
    this.contents.replaceChildren(make("summary", {}, words.guide_contents),
      make("ol", {}, ...rows.map((section) => make("li", {}, make("button",
        { type: "button", onclick: () => this.goFromContents(section) }, section.querySelector("h3").textContent)))));
    this.drawNews(news, words);
    this.search();
  }

  // ---- open, beside the item or over it

  // Beside the item where there is room; a pinned one would hide the item of a phone.
  measure() {
    const { root } = this;
    if (!root) return;
    const width = root.clientWidth;
    this.roomy = width >= ROOM_PX;
    root.classList.toggle("tight", this.roomy && width * 0.64 < TIGHT_PX);
    if (this.desk.view) this.paint();
  }

  // Whether it has room beside the item, which keeps the keys.
  docks() { return Boolean(this.roomy && guidance.guideline.length && !this.desk.data.decides); }
  pinned() { return guidance.pinned && this.docks(); }

  paint() {
    const reading = this.desk.panel === "guide";
    const visible = reading || this.pinned();
    this.element.hidden = !visible;
    this.element.classList.toggle("reading", reading);
    this.root.classList.toggle("guided", visible && this.roomy);
  }

  // Opened, it stays beside every item; asked for again, it takes the keys, and then closes.
  toggle() {
    if (this.desk.panel === "guide") this.close();
    else if (this.pinned()) this.desk.open("guide");
    else if (this.docks()) {
      const place = this.desk.place();
      this.keepPinned(true);
      this.show(place);
    } else this.desk.open("guide");
  }

  close() {
    if (this.pinned()) this.keepPinned(false);
    else this.desk.open("");
  }

  keepPinned(pinned) {
    guidance.pinned = pinned;
    this.desk.post("prefer", { value: { name: "guideline_pinned", value: pinned } });
    this.desk.open("");
  }

  // Shows the section of a label, of a degree; the keyboard goes with it.
  show(name) {
    this.goTo(this.sectionOf(name), this.desk.panel === "guide");
  }

  goTo(section, focused = false) {
    for (const one of this.sections.querySelectorAll("section, .here")) one.classList.toggle("here", one === section);
    section?.classList.add("here");
    if (section) this.sections.scrollTop = section.offsetTop - this.sections.offsetTop;
    if (focused) this.sections.focus({ preventScroll: true });
  }

  goFromContents(section) {
    this.contents.open = false; // it takes half of the room to read in
    this.goTo(section, this.desk.panel === "guide");
  }

  // What a key means while it is read: "?" closes it, Escape gives the keyboard back, a digit goes to its section.
  readingKey(event) {
    const { key } = event, digit = digitOf(event);
    if (this.desk.labelKeys.actionOf(event) === "guideline") return () => this.toggle();
    if (key === "/") return () => this.box.focus();
    return digit === null ? null : () => this.show(digit);
  }

  // Returns what a key does in the guideline, null where it is the browser's, undefined where it is the item's.
  meaning(event, target) {
    const { key } = event;
    this.rules.stepped = NATIVE_KEYS.has(key) ? performance.now() : 0;
    if (key === "Escape" && !this.rules.card.hidden) return () => this.rules.close();
    if (target === this.box) {
      if (key === "Escape") return () => this.leaveSearch();
      if (key === "Enter" || key === "ArrowDown" || key === "ArrowUp")
        return again(() => this.step(key === "ArrowUp" || event.shiftKey ? -1 : 1));
      return null;
    }
    if (![this.element, this.news, this.rules.card].some((one) => one.contains(target))) return undefined;
    if (NATIVE_KEYS.has(key)) return null;
    if (key === "Escape" && this.desk.panel !== "guide") return () => this.desk.root.focus({ preventScroll: true });
    return undefined;
  }

  // ---- search

  search() {
    for (const mark of this.sections.querySelectorAll("mark")) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent.normalize();
    }
    const query = folded(this.box.value).trim();
    this.hits = query ? [...this.sections.querySelectorAll(SEARCHED)].flatMap((block) => this.markIn(block, query)) : [];
    this.hit = -1;
    if (this.hits.length) this.step(1);
    else this.told(query);
  }

  // Marks what is found in a block, also across bold and plain words; returns the marks, a list for each hit.
  markIn(block, query) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const runs = [];
    let whole = "";
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest(SEARCHED) !== block) continue;
      runs.push({ node, start: whole.length });
      whole += node.data;
    }
    const { plain, places } = foldedWithPlaces(whole);
    const found = [];
    for (let at = plain.indexOf(query); at >= 0; at = plain.indexOf(query, at + query.length))
      found.push([places[at], places[at + query.length]]);
    // From the end, so that the places before stay where they are.
    return found.reverse().map(([start, end]) => runs.filter(({ node, start: first }) =>
      first < end && start < first + node.data.length).map(({ node, start: first }) => {
      const part = node.splitText(Math.max(0, start - first));
      part.splitText(Math.min(part.data.length, end - Math.max(start, first)));
      const mark = make("mark", {});
      part.replaceWith(mark);
      mark.append(part);
      return mark;
    })).reverse();
  }

  step(turn) {
    const { hits } = this;
    if (!hits.length) return;
    this.hit = (this.hit + turn + hits.length) % hits.length;
    hits.forEach((marks, place) => marks.forEach((one) => one.classList.toggle("now", place === this.hit)));
    const [first] = hits[this.hit];
    const [inner, outer] = [first.getBoundingClientRect(), this.sections.getBoundingClientRect()];
    if (inner.top < outer.top + 10 || inner.bottom > outer.bottom - 10)
      this.sections.scrollTop += inner.top - outer.top - outer.height / 3;
    this.told(this.box.value);
  }

  told(query) {
    const words = this.desk.data.texts;
    const total = this.hits.length;
    this.count.textContent = !query ? "" : total ? fill(words.guide_hits, { place: this.hit + 1, total }) : words.guide_no_hit;
    for (const one of this.steps) one.disabled = total < 2;
  }

  leaveSearch() {
    if (this.desk.panel === "guide") return this.sections.focus({ preventScroll: true });
    this.desk.root.focus({ preventScroll: true }); // from here the item takes the keyboard back
    this.desk.focusBody();
  }

  // ---- the rule of a label

  // Notes what each part of the guideline may be asked for by: its anchor, its heading, a part of that; else a
  // line or a row by the bold word that it begins with.
  index() {
    this.names = [new Map(), new Map(), new Map(), new Map()];
    const note = (place, name, part) => {
      const plain = folded(name ?? "").trim();
      if (plain && !this.names[place].has(plain)) this.names[place].set(plain, part);
    };
    for (const section of this.sections.querySelectorAll("section:not(.changes)")) {
      const heading = section.querySelector("h3")?.textContent ?? "";
      note(0, section.dataset.anchor, section);
      note(1, heading, section);
      const colon = heading.indexOf(":");
      if (colon > 0) for (const part of [heading.slice(0, colon), heading.slice(colon + 1)]) note(2, part, section);
      for (const line of section.querySelectorAll("p, li, tr")) {
        const first = line.matches("tr") ? line.querySelector("td") : line.firstChild;
        if (first?.nodeType === 1 && first.matches("td, strong")) note(3, first.textContent.trim().replace(/\s*[.:;,]$/, ""), line);
      }
    }
  }

  // Returns the part of the guideline about a label, by its name or its title.
  sectionOf(name, title = this.rules.titles.get(String(name)) ?? "") {
    const names = [name, title].map((one) => folded(String(one ?? "")).trim()).filter(Boolean);
    for (const parts of this.names) for (const one of names) if (parts.has(one)) return parts.get(one);
    return null;
  }

  readOn(rule) {
    if (!this.pinned()) this.desk.open("guide");
    this.goTo(rule);
  }

  // ---- another version of it

  drawNews(news, words) {
    this.news.hidden = !news;
    if (!news) return;
    const free = Object.entries(news.keys_free ?? {}).map(([name, key]) => `${name} (${written(key)})`);
    this.news.replaceChildren(make("span", {}, fill({ guide: words.guide_changed, labels: words.labels_changed, terminology: words.terminology_changed }[news.about], { version: news.version, before: news.before })),
      ...(free.length ? [make("span", { class: "keys-free" }, fill(words.labels_keys_free, { count: free.length, names: free.join(", ") }))] : []),
      make("div", { class: "row" },
        make("button", { type: "button", class: "action", onclick: () => this.showChanges() }, make("span", {}, words.guide_what_changed)),
        make("button", { type: "button", class: "action", onclick: () => this.dismiss() }, make("span", {}, words.guide_understood))));
  }

  drawChanges(news, words) {
    const part = ([kind, text]) => kind === "same" ? text
      : make(kind === "added" ? "ins" : "del", {}, make("span", { class: "unseen" }, ` ${words[`guide_${kind}`]} `), text);
    return make("section", { class: "changes", tabindex: "-1" },
      make("h3", {}, fill({ guide: words.guide_changes, labels: words.labels_changes, terminology: words.terminology_changes }[news.about], { version: news.version, before: news.before })),
      ...news.reasons.map((one) => make("p", {}, fill(words.guide_reason, one))),
      make("p", { class: "how-read" }, make("ins", {}, words.guide_added), " · ", make("del", {}, words.guide_removed)),
      ...news.lines.map((line) => line.length ? make("p", { class: "line" }, ...line.map(part)) : make("p", { class: "gap" }, "⋯")));
  }

  showChanges() {
    if (!this.pinned()) this.desk.open("guide");
    this.goTo(this.changes, true);
  }

  dismiss() {
    this.news.hidden = true;
    this.desk.post("prefer", { value: { name: guidance.news.about === "guide" ? "guideline_read" : "labels_read", value: true } });
    this.desk.focusBody();
  }
}
