// A mention marked in its text, candidate concepts under the keys 1 to 9, and a search as one types.

const SEARCH_MS = 220;
const MOST_SEARCHES = 20; // kept with an answer

class ConceptDesk extends Desk {
  constructor(host) {
    super(host);
    Object.assign(this, { concepts: [], none: false, adding: false, query: "", searched: [], cursor: null });
    this.names = {};
  }

  form(data) {
    const { question, composite, at_once, none, terminology } = data.asked;
    return [question, composite, at_once, none, terminology];
  }

  drawBody() {
    const words = this.data.texts;
    const { asked } = this.data;
    const list = (id, label) => make("div", { class: "list", id, tabindex: "0", translate: "no", "aria-label": label });
    this.body = {
      text: scrollable("div", "sentence", words.cc_text, itsWords(this)),
      group: make("span", { class: "tag" }),
      chips: make("div", { class: "chips", role: "status", "aria-label": words.cc_answer }),
      candidates: list("candidates", words.cc_candidates),
      found: list("found", words.cc_found),
      told: make("p", { class: "told", "aria-live": "polite" }),
      order: make("p", { class: "told" }),
      search: make("input", {
        type: "search", class: "search", autocomplete: "off", autocapitalize: "none", spellcheck: "false",
        maxlength: "200", placeholder: words.cc_search_hint, "aria-label": words.cc_search,
        role: "combobox", "aria-expanded": "true", "aria-controls": "found", "aria-autocomplete": "list",
        disabled: !asked.terminology, oninput: () => this.typed(),
      }),
      none: action(this, "cc_none", "0", () => this.sayNone()),
      add: action(this, "cc_add", "+", () => this.addNext()),
    };
    return {
      parts: [
        make("div", { class: "text" }, make("h2", {}, words.cc_text), this.body.text),
        make("p", { class: "question" }, make("b", {}, asked.question), this.body.group),
        make("div", { class: "answer" }, make("h2", {}, words.cc_answer), this.body.chips),
        make("div", { class: "sides" },
          make("section", {}, make("h2", {}, words.cc_candidates), this.body.candidates, this.body.order),
          make("section", {},
            make("div", { class: "asks" }, make("kbd", { "aria-hidden": "true" }, "/"), this.body.search),
            this.body.found, this.body.told)),
        make("p", { class: "how" }, asked.composite ? words.cc_how_several : words.cc_how),
      ],
      actions: [...(asked.composite ? [this.body.add] : []), ...(asked.none ? [this.body.none] : [])],
      saves: true,
    };
  }

  // A concept in a list; texts of terminologies enter the page as text nodes alone.
  drawConcept(one, key, list, place) {
    const others = one.others.filter(([, name]) => name !== one.matched);
    const near = one.matched && one.matched !== one.name ? [make("i", {}, one.matched)] : [];
    const quiet = others.map(([language, name]) =>
      make("span", { lang: language || null }, ...(language ? [make("small", {}, language), " "] : []), name));
    const parts = [...near, ...quiet].flatMap((part, at) => (at ? [" · ", part] : [part]));
    this.names[one.id] = one.name;
    return make(
      "button",
      {
        type: "button", role: "option", class: `concept ${list}`, id: `${list}-${place}`, "aria-selected": "false", tabindex: "-1", "data-id": one.id,
        title: [one.name, one.matched, ...one.others.map(([, name]) => name)].filter(Boolean).join("\n"),
        onclick: (event) => !isSecondClick(event) && this.choose(one.id, event.shiftKey),
        "data-list": list, "data-place": place,
      },
      ...(list === "found" ? [] : [key ? make("kbd", {}, key) : make("span", {})]),
      make("span", { class: "named" },
        make("span", { class: "first" }, make("b", {}, one.name), make("code", {}, one.id),
          ...(one.group ? [make("span", { class: "tag" }, one.group)] : [])),
        make("span", { class: "others" }, ...parts)),
    );
  }

  loadBody() {
    clearTimeout(this.searchTimer);
    const { asked, known } = this.data;
    const { draft, answer } = this.data;
    const kept = draft ?? answer;
    Object.assign(this, { adding: false, query: "", searched: [], cursor: null, results: null });
    this.names = { ...known };
    this.concepts = [...(kept?.[asked.name] ?? [])];
    this.none = draft ? Boolean(draft.none) : Boolean(answer && !this.concepts.length);
    this.body.search.value = "";
    this.body.text.replaceChildren(
      ...asked.parts.map((part) => (part.mark ? make("mark", { class: "target" }, part.text) : part.text)));
    showMarked(this.body.text);
    this.body.group.textContent = asked.group;
    this.body.group.hidden = !asked.group;
    this.body.candidates.replaceChildren(...asked.candidates.map((one, place) =>
      this.drawConcept(one, place < 9 ? String(place + 1) : "", "candidates", place)));
    if (!asked.candidates.length) this.body.candidates.append(make("p", { class: "empty" }, this.data.texts.cc_no_candidates));
    const count = asked.candidates.length;
    this.body.order.textContent = count ? fill(this.data.texts[asked.shuffled ? "cc_shuffled" : "cc_ranked"], { count }) : "";
    this.body.candidates.scrollTop = 0;
    this.body.found.replaceChildren();
  }

  storesAtOnce() { return this.data.asked.at_once; }

  fillIn(answer) {
    const { searched } = this;
    super.fillIn(answer);
    this.searched = searched;
  }

  paintBody() {
    this.takeResults();
    this.paintChips();
    this.body.none.setAttribute("aria-pressed", String(this.none));
    this.body.add.setAttribute("aria-pressed", String(this.adding));
    for (const row of this.root.querySelectorAll(".concept")) {
      const { list, place, id } = row.dataset;
      row.setAttribute("aria-selected", String(this.concepts.includes(id)));
      row.classList.toggle("here", this.cursor?.list === list && this.cursor.place === Number(place));
    }
    for (const box of [this.body.candidates, this.body.found]) {
      // A list of options without an option would be none.
      box.setAttribute("role", box.querySelector(".concept") ? "listbox" : "region");
      pointAt(box, box.querySelector(".here"));
    }
    pointAt(this.body.search, this.body.found.querySelector(".here"));
    this.root.classList.toggle("decides", Boolean(this.data.decides));
    const waits = this.waits();
    this.body.found.classList.toggle("waits", waits);
    tell(this.body.told, this.tells(waits));
  }

  // Whether what is found does not yet answer what is typed.
  waits() { return Boolean(this.query) && this.results?.text !== this.query; }

  tells(waits) {
    const words = this.data.texts;
    if (!this.data.asked.terminology) return words.cc_no_terminology;
    if (!this.query) return words.cc_search_help;
    if (waits) return words.cc_searching;
    return this.results.found.length ? fill(words.cc_count, { count: this.results.found.length }) : words.cc_nothing;
  }

  takeResults() {
    const { results, item } = this.data;
    if (!results || results.item !== item.id || results === this.results) return;
    if (this.results?.text === results.text || results.text !== this.query) return;
    this.results = results;
    this.searched = [...this.searched, results.text.slice(0, 100)].slice(-MOST_SEARCHES);
    if (this.searches()) this.pointAtFirst();
    this.body.found.replaceChildren(...results.found.map((one, place) => this.drawConcept(one, "", "found", place)));
    this.body.found.scrollTop = 0;
  }

  searches() { return this.body.search === this.root.getRootNode().activeElement; }
  pointAtFirst() { this.cursor = this.results?.found.length && !this.waits() ? { list: "found", place: 0 } : null; }

  paintChips() {
    const words = this.data.texts;
    const chip = (id) => make(
      "button",
      { type: "button", class: "chip", title: words.cc_remove, tabindex: "-1", onclick: () => this.remove(id) },
      make("b", {}, this.names[id] ?? id), make("code", {}, id), make("span", { "aria-hidden": "true" }, "×"));
    const said = this.none ? [make("span", { class: "chip none" }, words.cc_none)] : this.concepts.map(chip);
    const more = this.adding ? [make("span", { class: "quiet" }, words.cc_adding)] : [];
    redraw(this.body.chips, JSON.stringify([this.concepts, this.none, this.adding]), () =>
      (said.length || more.length ? [...said, ...more] : [make("span", { class: "quiet" }, words.cc_no_answer)]));
  }

  complete() { return this.none || this.concepts.length > 0; }
  value() { return { [this.data.asked.name]: this.none ? [] : this.concepts }; }

  said(value) {
    const ids = value[this.data.asked.name];
    return ids.map((id) => this.names[id] ?? id).join(" + ") || this.data.texts.cc_none;
  }

  // What stood beside the mention: kept with the answer, since what stands first is chosen more often.
  shown() {
    const { candidates, ranks, made_by } = this.data.asked;
    return { candidates: candidates.map((one) => one.id), ranks, made_by, searched: this.searched };
  }

  save() {
    if (!this.complete()) {
      this.problem = this.data.texts.cc_missing;
      return this.paint();
    }
    clearTimeout(this.searchTimer);
    if (this.ready() && !this.panel) this.post("answer", { value: this.value(), shown: this.shown() });
  }

  choose(id, add = false) {
    if (!this.ready() || this.panel) return;
    const several = this.data.asked.composite && (add || this.adding);
    const others = several ? this.concepts.filter((one) => one !== id) : [];
    Object.assign(this, { concepts: [...others, id], none: false, adding: false, cursor: null, problem: "" });
    this.root.focus({ preventScroll: true });
    this.settle();
  }

  // The next concept chosen joins those that are chosen already.
  addNext() {
    this.adding = !this.adding;
    this.paint();
  }

  sayNone() {
    if (!this.ready() || this.panel || !this.data.asked.none) return;
    Object.assign(this, { concepts: [], none: true, adding: false, cursor: null, problem: "" });
    this.settle();
  }

  // Where no second concept may follow the answer is saved at once; elsewhere the work under way is kept.
  settle() {
    if (this.data.asked.at_once) return this.save();
    this.keepDraft();
    this.paint();
  }

  remove(id) {
    if (!this.ready() || this.panel) return;
    this.none = false;
    this.concepts = this.concepts.filter((one) => one !== id);
    this.keepDraft();
    this.paint();
  }

  draft() { return { [this.data.asked.name]: this.concepts, none: this.none }; }

  keepDraft() {
    this.keeper.keep({ drafted: true });
    this.aside("draft", this.draft());
  }

  // Sends what is no answer; of those that wait only the last of a kind matters. The note is not touched.
  aside(kind, value) {
    const { kept } = this;
    this.outbox = this.outbox.filter((event, place) => !place || event.kind !== kind);
    this.post(kind, { value });
    this.kept = kept;
  }

  typed() {
    clearTimeout(this.searchTimer);
    const text = this.body.search.value.trim();
    if (text === this.query) return;
    this.query = text;
    this.pointAtFirst();
    if (!text) {
      this.results = null;
      this.body.found.replaceChildren();
      return this.paint();
    }
    const { item } = this;
    this.searchTimer = setTimeout(() => item === this.item && this.ask(), SEARCH_MS);
    this.paint();
  }

  ask() {
    clearTimeout(this.searchTimer);
    const asked = this.outbox.findLast((event) => event.kind === "search")?.value.text; // and not answered yet
    if (!this.locked() && this.waits() && asked !== this.query) this.aside("search", { text: this.query });
  }

  move(turn) {
    const list = this.searches() ? "found" : (this.cursor?.list ?? "candidates");
    const rows = [...this.body[list].querySelectorAll(".concept")];
    if (!rows.length) return;
    const at = this.cursor?.list === list ? this.cursor.place + turn : turn > 0 ? 0 : rows.length - 1;
    this.cursor = { list, place: Math.max(0, Math.min(at, rows.length - 1)) };
    this.paint();
    rows[this.cursor.place].scrollIntoView({ block: "nearest" });
    if (!this.searches()) this.body[list].focus({ preventScroll: true });
  }

  chooseHere(add) {
    const { list, place } = this.cursor;
    const row = this.body[list].querySelectorAll(".concept")[place];
    if (row) this.choose(row.dataset.id, add);
  }

  candidate(number, add) {
    const one = this.data.asked.candidates[number - 1];
    return one ? () => this.choose(one.id, add) : () => {};
  }

  firstKey(event, target, modified) {
    const { key } = event;
    if (target === this.body.search) {
      if (key === "Enter" && event.ctrlKey) return () => this.save();
      if (modified) return null;
      if (key === "Enter") return () => (this.waits() || !this.cursor ? this.ask() : this.chooseHere(event.shiftKey));
      if (key === "Escape") return () => this.leaveSearch();
      if (key === "ArrowDown") return again(() => this.move(1));
      if (key === "ArrowUp") return again(() => this.move(-1));
      return null;
    }
    // On some keyboards the stroke stands on a shifted digit: it comes before the digits.
    if (key === "/" && !modified) return () => this.goSearch();
    const shifted = event.shiftKey && !modified && this.data.asked.composite && /^(?:Digit|Numpad)([1-9])$/.exec(event.code);
    return shifted && !target.closest?.("input, textarea") ? this.candidate(Number(shifted[1]), true) : null;
  }

  types(target) { return target === this.body.search; }

  fixedKeys() { return [..."0123456789", "+"]; }

  goSearch() {
    if (this.body.search.disabled) return;
    this.body.search.focus({ preventScroll: true });
    this.body.search.select();
    this.pointAtFirst();
    this.paint();
  }

  leaveSearch() {
    this.root.focus({ preventScroll: true });
    this.cursor = null;
    this.paint();
  }

  bodyKey(event, target, typing) {
    if (typing) return null;
    const { key } = event;
    if (key === "ArrowDown" && target !== this.body.text) return again(() => this.move(1));
    if (key === "ArrowUp" && target !== this.body.text) return again(() => this.move(-1));
    if (key === "Backspace") return () => this.removeLast();
    if (key === "+" && this.data.asked.composite) return () => this.addNext();
    if (key === "Escape" && (this.cursor || this.adding)) return () => ((this.cursor = null), (this.adding = false), this.paint());
    const digit = digitOf(event);
    if (digit === 0) return () => this.sayNone();
    if (digit !== null) return this.candidate(digit, false);
    if (key !== "Enter" || target.closest?.("button")) return null;
    return () => (this.cursor ? this.chooseHere(event.shiftKey) : this.save());
  }

  removeLast() {
    if (this.none) this.remove("");
    else if (this.concepts.length) this.remove(this.concepts.at(-1));
  }
}

ASIDE.add("search");

export default serve(ConceptDesk);
