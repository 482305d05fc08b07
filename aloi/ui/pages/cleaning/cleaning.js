// An answer as it was typed, in the sentences it was typed for: accepted, corrected, kept or excluded by a key.

class CleaningDesk extends Desk {
  form() { return null; }

  drawBody() {
    const words = this.data.texts;
    this.body = {
      target: make("p", { class: "target-line" }),
      answer: make("p", { class: "typed", ...itsWords(this) }),
      given: make("p", { class: "quiet" }),
      reason: make("p", { class: "reason-line" }),
      choices: make("div", { class: "choices", role: "group", "aria-label": words.alternatives }),
      sentences: make("ul", { class: "places", tabindex: "0", "aria-label": words.sentences, ...itsWords(this) }),
      more: make("p", { class: "quiet" }),
      input: make("input", {
        type: "text", class: "edited", maxlength: "100", autocomplete: "off", autocapitalize: "none",
        spellcheck: "true", "aria-label": words.edit_label, ...itsWords(this),
      }),
    };
    const { body } = this;
    body.edit = make("div", { class: "row editing", hidden: true }, body.input,
      make("button", { type: "button", class: "primary", onclick: () => this.decideTyped() },
        make("kbd", {}, "⏎"), make("span", {}, words.edit_do)),
      make("button", { type: "button", class: "action", onclick: () => this.edit(false) },
        make("kbd", {}, words.key_escape), make("span", {}, words.cancel)));
    return {
      parts: [
        make("div", { class: "card" }, body.target, body.answer, body.given, body.reason, body.choices, body.edit),
        make("div", { class: "card" }, body.sentences, body.more),
      ],
      actions: [
        action(this, "edit", "e", () => this.edit(true)),
        action(this, "keep", "k", () => this.decide(this.data.typed.answer)),
        action(this, "exclude", "x", () => this.decide(null)),
      ],
      saves: true,
    };
  }

  loadBody() {
    const { body, data: { typed, texts } } = this;
    body.target.textContent = typed.target;
    body.answer.textContent = typed.answer;
    body.given.textContent = typed.given;
    body.reason.textContent = typed.reason;
    body.more.textContent = typed.more;
    body.choices.replaceChildren(...typed.alternatives.map((one, place) => make(
      "button", { type: "button", class: "action", onclick: () => this.decide(one) },
      make("kbd", { "aria-hidden": "true" }, String(place + 1)), make("span", itsWords(this), one),
    )));
    body.sentences.replaceChildren(...typed.sentences.map((one) =>
      make("li", {}, one.before, make("mark", {}, one.target), one.after)));
    body.input.value = typed.result ?? typed.answer;
    this.view.save.querySelector("span").textContent = fill(texts.accept, { what: typed.accept });
    this.editing = false;
  }

  paintBody() {
    this.body.edit.hidden = !this.editing;
  }

  complete() { return true; }
  value() { return { result: this.data.typed.result }; }
  said(value) { return value.result ?? this.data.texts.excluded; }

  decide(result) {
    if (this.ready()) this.post("answer", { value: { result } });
  }

  decideTyped() {
    const text = this.body.input.value.trim().replace(/\s+/g, " ");
    if (text) this.decide(text);
  }

  edit(on) {
    if (on && !this.ready()) return;
    this.editing = on;
    this.paint();
    if (on) {
      this.body.input.focus({ preventScroll: true });
      this.body.input.select();
    } else this.focusBody();
  }

  // What is put off needs no reason; a decision has no guideline and no flag.
  open(panel) {
    if (panel === "skip" && this.ready()) this.post("skip");
  }

  toggleFlag() {}

  focusBody() {
    if (!this.busy()) this.root.focus({ preventScroll: true });
  }

  types(target) { return target === this.body.input; }

  firstKey(event, target, modified) {
    if (!this.types(target) || modified) return null;
    if (event.key === "Enter") return () => this.decideTyped();
    return event.key === "Escape" ? () => this.edit(false) : null;
  }

  bodyKey(event, target) {
    const letter = {
      e: () => this.edit(true), k: () => this.decide(this.data.typed.answer), x: () => this.decide(null),
    }[event.key.toLowerCase()];
    if (letter) return letter;
    const chosen = this.data.typed.alternatives[(digitOf(event) ?? 0) - 1];
    if (chosen !== undefined) return () => this.decide(chosen);
    return event.key === "Enter" && !target.closest?.("button") ? () => this.save() : null;
  }
}

export default serve(CleaningDesk);
