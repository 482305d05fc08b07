// A word marked in its sentence, and fields for what could replace it: each is shown in the sentence.

class WordsDesk extends Desk {
  constructor(host) {
    super(host);
    Object.assign(this, { none: false, current: 0 });
  }

  form(data) { return { most: data.asked.most, none: data.asked.none }; }

  drawBody() {
    const words = this.data.texts;
    const fields = Array.from({ length: this.data.asked.most }, (_, place) => this.drawField(place));
    this.body = {
      text: scrollable("div", "sentence", words.wd_sentence, itsWords(this)),
      fields,
      preview: scrollable("div", "preview", words.wd_preview, itsWords(this)),
      none: action(this, "wd_none", "0", () => this.toggleNone()),
    };
    return {
      parts: [
        make("div", { class: "text" }, make("h2", {}, words.wd_sentence), this.body.text),
        make("div", { class: "fields", role: "group", "aria-label": words.wd_fields }, ...fields),
        make("div", { class: "text shown" }, make("h2", {}, words.wd_preview), this.body.preview),
        make("p", { class: "how" }, words.wd_how),
      ],
      actions: this.data.asked.none ? [this.body.none] : [],
      saves: true,
    };
  }

  drawField(place) {
    const words = this.data.texts;
    const box = make("input", {
      type: "text", class: "word", autocomplete: "off", autocapitalize: "none", spellcheck: "true", maxlength: "100",
      "aria-label": fill(words.wd_field, { number: place + 1 }), "aria-describedby": `told-${place}`, placeholder: place ? "" : words.wd_best,
      oninput: () => this.typed(place), onfocus: () => this.look(place), ...itsWords(this),
    });
    return make("div", { class: "field" },
      make("kbd", { "aria-hidden": "true" }, String(place + 1)), box, make("span", { class: "told", id: `told-${place}` }));
  }

  boxes() { return this.body.fields.map((one) => one.querySelector(".word")); }
  typedWords() { return this.boxes().map((box) => box.value.trim().replace(/\s+/g, " ")); }
  words() { return this.typedWords().filter(Boolean); }

  loadBody() {
    const kept = this.data.draft ?? this.data.answer ?? {};
    this.none = Boolean(kept.none);
    this.current = 0;
    this.boxes().forEach((box, place) => {
      box.value = kept.substitutes?.[place] ?? "";
      box.disabled = this.none; // before it is given the keyboard
    });
    const { before, target, after } = this.data.asked;
    this.body.text.replaceChildren(before, make("mark", { class: "target" }, target), after);
    showMarked(this.body.text);
  }

  paintBody() {
    const { body, data } = this;
    const words = data.texts;
    const written = this.typedWords();
    body.none.setAttribute("aria-pressed", String(this.none));
    body.fields.forEach((field, place) => {
      const told = written[place] ? (data.checks?.[written[place]] ?? []) : [];
      const twice = written[place] && written.indexOf(written[place]) < place ? [words.wd_twice] : [];
      field.querySelector(".told").textContent = [...twice, ...told].join(" ");
      field.classList.toggle("current", place === this.current && !this.none);
      field.querySelector(".word").disabled = this.none;
    });
    const shown = written[this.current] || written.find(Boolean) || "";
    const { before, target, after } = data.asked;
    body.preview.classList.toggle("empty", !shown);
    body.preview.replaceChildren(before, make("mark", { class: shown ? "target" : "target old" }, shown || target), after);
    showMarked(body.preview);
  }

  complete() { return this.none || this.words().length > 0; }
  value() { return { substitutes: this.none ? [] : this.words(), none: this.none }; }
  said(value) { return value.none ? this.data.texts.wd_none : value.substitutes.join(", "); }

  typed(place) {
    this.current = place;
    this.problem = "";
    this.keepDraft(); // the server answers with what looks wrong in it
    this.paint();
  }

  look(place) {
    this.current = place;
    this.paint();
  }

  toggleNone() {
    if (!this.ready() || !this.data.asked.none) return;
    this.none = !this.none;
    if (this.none) this.boxes().forEach((box) => (box.value = ""));
    this.keepDraft();
    this.paint();
    this.focusBody();
  }

  save() {
    if (!this.complete()) {
      this.problem = this.data.texts.wd_missing;
      return this.paint();
    }
    super.save();
  }

  focusBody() {
    if (this.busy()) return;
    if (this.none) return this.root.focus({ preventScroll: true });
    this.boxes()[this.current].focus({ preventScroll: true });
  }

  goTo(place) {
    const boxes = this.boxes();
    if (this.none) return;
    this.current = Math.max(0, Math.min(place, boxes.length - 1));
    boxes[this.current].focus({ preventScroll: true });
    boxes[this.current].select();
    this.paint();
  }

  // In a field letters are letters: only Enter, arrows up and down, and Escape mean something.
  firstKey(event, target, modified) {
    const field = target.classList?.contains("word");
    if (!field) return null;
    const { key } = event;
    if (key === "Enter" && event.ctrlKey) return () => this.save();
    if (modified) return null;
    const place = this.boxes().indexOf(target);
    if (key === "Enter") return () => this.enter(place);
    if (key === "Escape") return () => this.root.focus({ preventScroll: true });
    if (key === "ArrowDown") return () => this.goTo(place + 1);
    if (key === "ArrowUp") return () => this.goTo(place - 1);
    return null;
  }

  types(target) { return target.classList?.contains("word"); }

  fixedKeys() { return [..."0123456789"]; }

  // Enter goes on to the next field, and saves from an empty one or from the last.
  enter(place) {
    const written = this.typedWords();
    if (written[place] && place + 1 < written.length && !written[place + 1]) return this.goTo(place + 1);
    this.save();
  }

  bodyKey(event, target, typing) {
    if (typing) return null;
    const digit = digitOf(event);
    if (digit === 0 && this.data.asked.none) return () => this.toggleNone();
    if (digit !== null && digit >= 1 && digit <= this.data.asked.most) return () => this.goTo(digit - 1);
    return event.key === "Enter" && !target.closest?.("button") ? () => this.save() : null;
  }
}

export default serve(WordsDesk);
