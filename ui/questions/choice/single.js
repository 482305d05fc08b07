// One or several texts, and a question answered by one of a few options: a key each, stored at once.

class ChoiceDesk extends Desk {
  constructor(host) {
    super(host);
    Object.assign(this, { chosen: null, hovered: null });
  }

  form(data) { return [data.asked.question, data.asked.options, data.asked.shown.map((one) => one.title)]; }

  drawBody() {
    const { asked } = this.data;
    const options = asked.options.map((option, place) => this.drawOption(option, place));
    this.body = {
      texts: asked.shown.map((one) => make("p", { class: "sentence", tabindex: "0", "aria-label": one.title })),
      options,
    };
    const group = make("div", { class: "options", role: "radiogroup", "aria-label": asked.question }, ...options);
    group.style.setProperty("--options", options.length);
    return {
      parts: [
        ...asked.shown.map((one, place) =>
          make("div", { class: "text" }, make("h2", {}, one.title), this.body.texts[place])),
        make("p", { class: "question" }, make("b", {}, asked.question)),
        group,
      ],
      actions: [],
      saves: false,
    };
  }

  drawOption(option, place) {
    const look = () => (this.hovered = option.value);
    return make(
      "button",
      {
        type: "button", role: "radio", class: "option", "aria-checked": "false", tabindex: place ? -1 : 0,
        onclick: (event) => event.detail < 2 && this.choose(option.value),
        onmouseenter: look, onmouseleave: () => (this.hovered = null), onfocus: look,
      },
      make("kbd", {}, String(place + 1)),
      make("span", { class: "named" }, make("b", {}, option.title), make("span", { class: "gloss" }, option.gloss)),
    );
  }

  loadBody() {
    const { asked } = this.data;
    this.chosen = this.data.answer?.[asked.name] ?? null;
    this.hovered = null;
    asked.shown.forEach((one, place) => {
      const marked = one.mark ? [make("mark", { class: "target" }, one.mark)] : [];
      this.body.texts[place].replaceChildren(one.before, ...marked, one.after);
      this.body.texts[place].querySelector("mark")?.scrollIntoView({ block: "nearest" });
    });
  }

  paintBody() {
    this.body.options.forEach((one, place) =>
      one.setAttribute("aria-checked", String(this.data.asked.options[place].value === this.chosen)));
  }

  complete() { return this.chosen !== null; }
  value() { return { [this.data.asked.name]: this.chosen }; }
  place() { return this.hovered ?? this.chosen ?? ""; }

  said(value) {
    const { asked } = this.data;
    return asked.options.find((one) => one.value === value[asked.name])?.title ?? "";
  }

  choose(value) {
    if (!this.ready() || this.panel) return;
    this.chosen = value;
    this.problem = "";
    this.save();
  }

  focusBody() {
    if (!this.busy()) this.root.focus({ preventScroll: true });
  }

  bodyKey(event, target, typing) {
    if (typing) return null;
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (turn && target.matches?.(".option")) return () => this.lookAt(target, turn);
    const digit = digitOf(event);
    const option = digit === null ? undefined : this.data.asked.options[digit - 1];
    if (option) return () => this.choose(option.value);
    return event.key === "Enter" && !target.closest?.("button") ? () => this.save() : null;
  }

  lookAt(option, turn) {
    const all = this.body.options;
    all[(all.indexOf(option) + turn + all.length) % all.length].focus();
  }
}

export default serve(ChoiceDesk);
