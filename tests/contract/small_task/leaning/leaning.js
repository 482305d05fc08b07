// A text, and a button and a key for each side it may take; the answer is stored at once.

const KEYS = { for: "+", neither: "=", against: "-" };

class LeaningDesk extends Desk {
  form(data) { return [data.asked.about, data.asked.sides]; }

  drawBody() {
    const { asked, texts } = this.data;
    const side = (name) => labelButton({ name, title: name, key: KEYS[name] }, () => this.choose(name));
    this.body = { text: make("p", { class: "leaning-text" }), sides: asked.sides.map(side) };
    const parts = [make("h2", {}, asked.about), this.body.text, make("div", { class: "sides" }, ...this.body.sides)];
    return { parts: [...parts, make("p", {}, texts.le_how)], actions: [], saves: false };
  }

  loadBody() {
    const { asked, answer } = this.data;
    this.chosen = answer?.[asked.name] ?? null;
    this.body.text.textContent = asked.text;
  }

  paintBody() {
    for (const one of this.body.sides) one.setAttribute("aria-pressed", String(one.dataset.label === this.chosen));
  }

  complete() { return this.chosen !== null; }
  value() { return { [this.data.asked.name]: this.chosen }; }
  said(value) { return value[this.data.asked.name]; }
  place() { return this.chosen ?? ""; }

  choose(side) {
    if (!this.ready() || this.panel) return;
    this.chosen = side;
    this.save();
  }

  bodyKey(event) {
    const side = Object.keys(KEYS).find((name) => KEYS[name] === event.key);
    return side ? () => this.choose(side) : null;
  }
}

export default serve(LeaningDesk);
