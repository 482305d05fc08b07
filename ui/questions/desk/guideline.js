// The guideline beside the item: read, searched and pinned while one annotates, and the rule of a label next to
// it. Its texts become nodes here, never markup.

const RULE_AFTER_MS = 600; // a pointer on its way elsewhere opens nothing
const RULE_STAYS_MS = 250; // time to go from a label to its rule
const ROOM_PX = 740; // narrower, the guideline lies over the item
const LEAST_ROOM_PX = 160; // less below a label, and its rule stands above it
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

class GuidePanel {
  constructor(desk) {
    Object.assign(this, { desk, hits: [], hit: -1, ruled: new Map(), watch: new ResizeObserver(() => this.measure()) });
  }

  // Returns the parts of the frame; drawn anew only in another language, so that one's place in it stays.
  draw() {
    const words = this.desk.data.texts;
    const drawnIn = words.guideline + words.guide_search;
    const scrolled = this.sections?.scrollTop ?? 0;
    if (drawnIn !== this.drawnIn) this.drawParts(words);
    this.drawnIn = drawnIn;
    requestAnimationFrame(() => (this.sections.scrollTop = scrolled));
    return [this.news, this.element, this.card];
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
    this.pin = make("button",
      { type: "button", class: "action", "aria-pressed": "false", title: words.guide_pin_help, onclick: () => this.togglePin() },
      make("kbd", { "aria-hidden": "true" }, "p"), make("span", {}, words.guide_pin));
    this.contents = make("details", { class: "contents" });
    this.sections = make("div", { class: "sections", tabindex: "0", role: "group", "aria-label": words.guideline });
    this.element = make("aside", { class: "panel guide", "aria-label": words.guideline, hidden: true },
      make("div", { class: "guide-inner" },
        make("div", { class: "row between" }, make("h2", {}, words.guideline),
          make("div", { class: "row" }, this.pin,
            make("button", { type: "button", class: "action", onclick: () => this.close() },
              make("kbd", { "aria-hidden": "true" }, "Esc"), make("span", {}, words.close)))),
        make("div", { class: "row seek-guide" }, this.box, this.count, ...this.steps),
        this.contents, this.sections));
    this.news = make("div", { class: "news", role: "status", hidden: true });
    this.card = make("div", {
      class: "panel rule", role: "note", hidden: true,
      onpointerenter: () => clearTimeout(this.leaving), onpointerleave: () => this.leaveSoon(),
    });
    this.filled = null;
  }

  // Takes what came with the drawing, and looks after the labels drawn.
  take(data, redrawn) {
    if (data.guideline) {
      const given = { guideline: data.guideline, news: data.guideline_news ?? null };
      const same = JSON.stringify([given.guideline, given.news]) === JSON.stringify([guidance.guideline, guidance.news]);
      // The same one again keeps what was searched in it, and where one was.
      guidance = Object.assign(same ? guidance : given, { pinned: Boolean(data.guideline_pinned) });
    }
    const { root } = this.desk;
    if (this.root !== root) {
      this.root = root;
      this.watch.disconnect();
      this.watch.observe(root);
      root.addEventListener("pointerover", (event) => this.hover(event));
      root.addEventListener("focusin", (event) => this.focused(event));
      root.addEventListener("click", (event) => this.clicked(event), true);
      this.measure();
    }
    const anew = this.filled !== guidance;
    if (anew) this.fillIn();
    if (anew || redrawn) this.markLabels();
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

  pinned() { return Boolean(guidance.pinned && this.roomy && guidance.guideline.length && !this.desk.data.decides); }

  paint() {
    const reading = this.desk.panel === "guide";
    const visible = reading || this.pinned();
    this.element.hidden = !visible;
    this.element.classList.toggle("reading", reading);
    this.root.classList.toggle("guided", visible && this.roomy);
    this.pin.hidden = !this.roomy || Boolean(this.desk.data.decides);
    this.pin.setAttribute("aria-pressed", String(guidance.pinned));
  }

  togglePin() {
    guidance.pinned = !guidance.pinned;
    this.desk.post("prefer", { value: { name: "guideline_pinned", value: guidance.pinned } });
    // Pinned, it gives the keys back to the item.
    if (guidance.pinned || this.desk.panel === "guide") this.desk.open("");
    else this.desk.paint();
  }

  close() {
    if (guidance.pinned) this.togglePin();
    if (this.desk.panel === "guide") this.desk.open("");
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

  // What a key means while it is read: "?" and Escape give the keyboard back, a digit goes to its section.
  readingKey(event) {
    const { key } = event, digit = digitOf(event);
    if (this.desk.labelKeys.actionOf(event) === "guideline") return () => this.desk.open("");
    if (key === "/") return () => this.box.focus();
    if (key.toLowerCase() === "p" && !this.pin.hidden) return () => this.togglePin();
    return digit === null ? null : () => this.show(digit);
  }

  // Returns what a key does in the guideline, null where it is the browser's, undefined where it is the item's.
  meaning(event, target) {
    const { key } = event;
    this.stepped = NATIVE_KEYS.has(key) ? performance.now() : 0;
    if (key === "Escape" && !this.card.hidden) return () => this.closeRule();
    if (target === this.box) {
      if (key === "Escape") return () => this.leaveSearch();
      if (key === "Enter" || key === "ArrowDown" || key === "ArrowUp")
        return again(() => this.step(key === "ArrowUp" || event.shiftKey ? -1 : 1));
      return null;
    }
    if (!this.element.contains(target) && !this.news.contains(target) && !this.card.contains(target)) return undefined;
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

  // Returns the part of the guideline about a label: its section, else the line that begins with its name.
  sectionOf(name, title = this.ruled.get(String(name)) ?? "") {
    const names = [name, title].map((one) => folded(String(one ?? "")).trim()).filter(Boolean);
    if (!names.length) return null;
    const sections = [...this.sections.querySelectorAll("section:not(.changes)")];
    const heading = (one) => folded(one.querySelector("h3")?.textContent ?? "").trim();
    const after = (text) => text.replace(/^[^:]*:\s*/, "");
    const tests = [
      (one, wanted) => folded(one.dataset.anchor) === wanted,
      (one, wanted) => heading(one) === wanted,
      (one, wanted) => heading(one).includes(":") && [heading(one).split(":")[0].trim(), after(heading(one))].includes(wanted),
    ];
    for (const test of tests) for (const wanted of names) {
      const found = sections.find((one) => test(one, wanted));
      if (found) return found;
    }
    const lead = (one) => {
      const first = one.matches("tr") ? one.querySelector("td") : one.firstElementChild?.matches("strong") && one.firstChild === one.firstElementChild
        ? one.firstElementChild : null;
      return first ? folded(first.textContent).trim().replace(/\s*[.:;,]$/, "") : "";
    };
    return [...this.sections.querySelectorAll("section:not(.changes) :is(p, li, tr)")].find((one) => names.includes(lead(one))) ?? null;
  }

  // Gives each label whose rule the guideline holds a mark that shows it.
  markLabels() {
    this.ruled.clear();
    for (const label of this.root.querySelectorAll("[data-label], .degree[data-value]")) {
      const name = label.dataset.label ?? label.dataset.value;
      const title = (label.querySelector("b") ?? label.querySelector("span:not(.key, .rule-mark)"))?.textContent ?? "";
      label.querySelector(".rule-mark")?.remove();
      const rule = label.matches("button") && this.sectionOf(name, title);
      label.classList.toggle("ruled", Boolean(rule));
      if (!rule) continue;
      this.ruled.set(String(name), title);
      label.append(make("span", { class: "rule-mark", "aria-hidden": "true" }));
      if (label.title) label.dataset.hint = label.title; // shown with the rule, not beside it
      if (label.title) label.setAttribute("aria-description", label.title);
      label.removeAttribute("title");
    }
  }

  hover(event) {
    const label = event.pointerType === "mouse" && event.target.closest?.(".ruled");
    if (label === this.hovered) return;
    this.hovered = label;
    clearTimeout(this.coming);
    if (!label) return this.card.contains(event.target) ? undefined : this.leaveSoon();
    this.coming = setTimeout(() => this.openRule(label), RULE_AFTER_MS);
    if (label !== this.told_of) this.leaveSoon();
  }

  // Only where somebody looks around by Tab or arrows: an item puts the keyboard somewhere by itself.
  focused(event) {
    const label = event.target.closest?.(".ruled");
    clearTimeout(this.coming);
    if (!label || performance.now() - this.stepped > 100) return;
    this.coming = setTimeout(() => this.openRule(label), RULE_AFTER_MS);
  }

  clicked(event) {
    const mark = event.target.closest?.(".rule-mark");
    if (!mark) {
      if (!this.card.contains(event.target)) this.closeRule();
      return;
    }
    event.preventDefault();
    event.stopPropagation(); // the label itself was not chosen
    const label = mark.closest(".ruled");
    if (this.told_of === label && this.stays) return this.closeRule();
    this.openRule(label);
    this.stays = true;
  }

  openRule(label) {
    if (!label.isConnected || this.desk.panel) return;
    const words = this.desk.data.texts;
    const name = label.dataset.label ?? label.dataset.value;
    const rule = this.sectionOf(name);
    if (!rule) return;
    clearTimeout(this.leaving);
    Object.assign(this, { told_of: label, stays: false });
    const copied = rule.matches("tr") ? [...rule.cells].map((cell) => make("p", {}, cell.textContent))
      : [rule.matches("section") ? rule : make("div", {}, rule.cloneNode(true))].flatMap((one) => [...one.cloneNode(true).childNodes]);
    this.card.replaceChildren(
      ...(label.dataset.hint ? [make("p", { class: "hint" }, label.dataset.hint)] : []), ...copied,
      make("button", { type: "button", class: "action", onclick: () => this.readOn(rule) }, make("span", {}, words.guide_read_on)));
    this.card.hidden = false;
    this.card.scrollTop = 0;
    const [at, frame] = [label.getBoundingClientRect(), this.root.getBoundingClientRect()];
    // Below the label, so that the item stays in sight, unless there is hardly a line of room.
    const room = innerHeight - at.bottom - 16;
    const below = room >= LEAST_ROOM_PX || at.top < room;
    this.card.style.maxHeight = below ? `${Math.max(room, LEAST_ROOM_PX)}px` : "";
    const { offsetHeight: height, offsetWidth: width } = this.card;
    this.card.style.top = `${(below ? at.bottom + 6 : at.top - height - 6) - frame.top}px`;
    this.card.style.left = `${Math.max(0, Math.min(at.left - frame.left, frame.width - width))}px`;
  }

  leaveSoon() {
    clearTimeout(this.leaving);
    if (!this.stays) this.leaving = setTimeout(() => this.hideRule(), RULE_STAYS_MS);
  }

  closeRule() {
    clearTimeout(this.coming);
    this.hideRule();
  }

  hideRule() {
    clearTimeout(this.leaving);
    if (!this.card) return;
    this.card.hidden = true;
    Object.assign(this, { told_of: null, stays: false });
  }

  readOn(rule) {
    this.closeRule();
    if (!this.pinned()) this.desk.open("guide");
    this.goTo(rule);
  }

  // ---- another version of it

  drawNews(news, words) {
    this.news.hidden = !news;
    if (!news) return;
    this.news.replaceChildren(make("span", {}, fill(words.guide_changed, { version: news.version, before: news.before })),
      make("div", { class: "row" },
        make("button", { type: "button", class: "action", onclick: () => this.showChanges() }, make("span", {}, words.guide_what_changed)),
        make("button", { type: "button", class: "action", onclick: () => this.dismiss() }, make("span", {}, words.guide_understood))));
  }

  drawChanges(news, words) {
    const part = ([kind, text]) => kind === "same" ? text
      : make(kind === "added" ? "ins" : "del", {}, make("span", { class: "unseen" }, ` ${words[`guide_${kind}`]} `), text);
    return make("section", { class: "changes", tabindex: "-1" },
      make("h3", {}, fill(words.guide_changes, { version: news.version, before: news.before })),
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
    this.desk.post("prefer", { value: { name: "guideline_read", value: true } });
    this.desk.focusBody();
  }
}
