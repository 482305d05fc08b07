// Two sentences and one or several scales: an answer is a number on each.

const TINT_KEY = "aloi.tint";

function valuesOf(scale) {
  const count = Math.round((scale.high - scale.low) / scale.step) + 1;
  return Array.from({ length: count }, (_, place) => Number((scale.low + place * scale.step).toFixed(10)));
}

// A scale of up to ten one-digit whole numbers is answered by keys; any other by a typed number.
function isKeyed(scale) {
  const whole = [scale.low, scale.high, scale.step].every(Number.isInteger);
  return whole && scale.low >= 0 && scale.high <= 9;
}

const FEW_VALUES = 21; // of a typed scale: as many fit under a thumb

// Returns the value of the scale that a person typed, or null.
function typedValue(scale, text) {
  const written = text.trim().replace(",", ".");
  const number = /^-?\d+(\.\d+)?$/.test(written) ? Number(written) : NaN;
  const steps = (number - scale.low) / scale.step;
  const fits = number >= scale.low && number <= scale.high && Math.abs(steps - Math.round(steps)) < 1e-9;
  return fits ? number : null;
}

function drawDegree(desk, scale, index, value) {
  const degree = scale.degrees.find((one) => one.value === value);
  const example = degree?.left ? `${degree.left}\n${degree.right}` : null;
  const look = () => (desk.hovered = value);
  return make(
    "button",
    {
      type: "button", role: "radio", class: "degree", "aria-checked": "false", "data-value": value,
      title: example, tabindex: -1,
      onclick: (event) => !isSecondClick(event) && desk.answer(index, value),
      onmouseenter: look, onmouseleave: () => (desk.hovered = null), onfocus: look,
    },
    make("kbd", {}, String(value)),
    make("span", { class: "gloss" }, degree?.gloss ?? ""),
  );
}

function drawNumber(desk, scale, index) {
  const words = desk.data.texts;
  const range = fill(words.type_number, { low: scale.low, high: scale.high, step: scale.step });
  const glosses = scale.degrees.map((one) =>
    make("li", {}, make("b", {}, String(one.value)), ` ${one.gloss}`));
  return make(
    "div",
    { class: "typed" },
    make("input", {
      type: "text", inputmode: "decimal", class: "number", "aria-label": `${scale.title}: ${range}`,
      autocomplete: "off", maxlength: "8", "data-scale": index,
    }),
    stepper(desk, index, -1), stepper(desk, index, 1),
    make("button", { type: "button", class: "primary give", onclick: () => desk.answerTyped(index) }, words.give_number),
    make("span", { class: "range" }, range),
    ...(valuesOf(scale).length <= FEW_VALUES ? [drawValues(desk, scale, index)] : []),
    make("ul", { class: "glosses" }, ...glosses),
  );
}

// One step up or down from the number that stands there; from none, the end it is nearest to in that turn.
function stepper(desk, index, turn) {
  const name = turn < 0 ? "number_down" : "number_up";
  return make(
    "button",
    { type: "button", class: "action step", "data-action": name, "aria-label": desk.data.texts[name], tabindex: -1,
      onclick: () => desk.stepNumber(index, turn) },
    turn < 0 ? "−" : "+",
  );
}

// Each value of a scale with few of them: a click or a tap gives it.
function drawValues(desk, scale, index) {
  return make("div", { class: "values", role: "group", "aria-label": scale.title }, ...valuesOf(scale).map((value) => make(
    "button",
    { type: "button", class: "value", tabindex: -1, "data-value": value,
      onclick: (event) => !isSecondClick(event) && desk.answer(index, value) },
    String(value),
  )));
}

function drawScale(desk, scale, index) {
  const keyed = isKeyed(scale);
  const answers = keyed
    ? make("div", { class: "degrees" }, ...valuesOf(scale).map((value) => drawDegree(desk, scale, index, value)))
    : drawNumber(desk, scale, index);
  if (keyed) answers.style.setProperty("--degrees", valuesOf(scale).length);
  return make(
    "div",
    {
      class: "scale", role: keyed ? "radiogroup" : "group", "aria-label": `${scale.title}. ${scale.question}`,
      onfocusin: () => desk.activate(index),
    },
    make("p", { class: "question" }, make("b", {}, scale.title), make("span", {}, scale.question)),
    answers,
  );
}

// Whoever decides sees at each value who gave it; below a number that is typed, all of them.
function showMarks(group, marks) {
  const values = [...group.querySelectorAll("[data-value]")];
  for (const one of values) one.dataset.by = marks[one.dataset.value] ?? "";
  const range = group.querySelector(".range");
  if (range && !values.length) range.dataset.by = Object.entries(marks).map(([value, by]) => `${value}: ${by}`).join(" · ");
}

class ScaleDesk extends Desk {
  constructor(host) {
    super(host);
    Object.assign(this, { values: {}, active: 0, hovered: null });
  }

  form(data) { return data.scales; }

  drawBody() {
    const { data } = this;
    const words = data.texts;
    const text = (label, ...beside) => make("div", { class: "text" },
      make("div", { class: "heading" }, make("h2", {}, label), ...beside),
      scrollable("div", "sentence", label, itsWords(this)));
    const unmarked = make("span", { class: "unmarked" });
    const several = data.scales.length > 1;
    this.tint = (recalled(TINT_KEY) ?? (data.tint ? "on" : "off")) === "on";
    this.body = {
      left: text(words.left),
      right: text(words.right, unmarked),
      unmarked,
      scales: data.scales.map((scale, index) => drawScale(this, scale, index)),
      tint: action(this, "tint", "t", () => this.toggleTint()),
    };
    this.root.classList.toggle("several", several);
    return {
      parts: [
        make("div", { class: "texts" }, this.body.left, this.body.right),
        make("div", { class: "scales" }, ...this.body.scales),
      ],
      actions: [this.body.tint],
      saves: several || this.waits(),
    };
  }

  loadBody() {
    const { data, body } = this;
    Object.assign(this, { values: { ...(data.draft ?? data.answer ?? {}) }, hovered: null });
    this.active = Math.max(0, data.scales.findIndex((scale) => this.values[scale.name] === undefined));
    data.scales.forEach((scale, index) => {
      const box = body.scales[index].querySelector(".number");
      if (box) box.value = this.values[scale.name] ?? "";
      showMarks(body.scales[index], data.marks?.[scale.name] ?? {});
    });
    this.drawTexts();
    for (const box of [body.left, body.right]) sentenceIn(box).scrollTop = 0;
  }

  drawTexts() {
    const [left, right] = [tokensOf(this.data.item.left), tokensOf(this.data.item.right)];
    const { flags, unmarked } = this.tint ? tinted(left, right) : { flags: [[], []], unmarked: "" };
    drawText(sentenceIn(this.body.left), left, flags[0]);
    drawText(sentenceIn(this.body.right), right, flags[1]);
    this.body.unmarked.textContent = unmarked && this.data.texts[unmarked];
    this.keepRoom();
  }

  // Short pairs have low boxes. A pair that needs more leaves its room to those after it: degrees move once.
  keepRoom() {
    const { root } = this;
    if (this.roomAt !== window.innerWidth) {
      Object.assign(this, { room: 0, roomAt: window.innerWidth });
      root.style.removeProperty("--room");
    }
    if (root.classList.contains("focus")) return; // there the boxes fill the window
    this.room = Math.max(this.room, ...[this.body.left, this.body.right].map((box) => sentenceIn(box).scrollHeight));
    root.style.setProperty("--room", `${this.room}px`);
  }

  paintBody() {
    const { body, data } = this;
    body.tint.setAttribute("aria-pressed", String(this.tint));
    this.root.classList.toggle("tinted", this.tint);
    body.scales.forEach((group, index) => {
      const value = this.values[data.scales[index].name];
      group.classList.toggle("active", index === this.active);
      for (const one of group.querySelectorAll(".value")) one.classList.toggle("given", Number(one.dataset.value) === value);
      const degrees = [...group.querySelectorAll(".degree")];
      const chosen = degrees.find((one) => Number(one.dataset.value) === value);
      for (const one of degrees) {
        one.setAttribute("aria-checked", String(one === chosen));
        one.tabIndex = one === (chosen ?? degrees[0]) ? 0 : -1;
      }
    });
  }

  // A decision is read again before Enter stores it; an answer is stored with its key.
  waits() { return Boolean(this.data.decides); }

  complete() { return this.data.scales.every((scale) => this.values[scale.name] !== undefined); }
  value() { return { ...this.values }; }
  said(value) { return Object.values(value).join(", "); }
  place() { return this.hovered ?? this.values[this.data.scales[this.active].name]; }

  answer(index, value) {
    if (!this.ready() || this.panel) return;
    const { scales } = this.data;
    const correcting = this.complete();
    this.values[scales[index].name] = value;
    const missing = scales.findIndex((scale) => this.values[scale.name] === undefined);
    if (!this.waits() && missing < 0 && (!correcting || index === scales.length - 1)) return this.save();
    const after = scales.findIndex((scale, at) => at > index && this.values[scale.name] === undefined);
    this.active = missing < 0 ? Math.min(index + 1, scales.length - 1) : after < 0 ? missing : after;
    this.problem = "";
    this.keepDraft();
    this.focusBody();
    this.paint();
  }

  answerTyped(index) {
    const scale = this.data.scales[index];
    const box = this.body.scales[index].querySelector(".number");
    const value = typedValue(scale, box.value);
    if (value !== null) {
      this.answer(index, value);
      if (this.waits()) this.save();
      return;
    }
    this.problem = fill(this.data.texts.off_scale, { typed: box.value, low: scale.low, high: scale.high, step: scale.step });
    box.select();
    this.paint();
  }

  stepNumber(index, turn) {
    if (!this.ready() || this.panel) return;
    const { low, high, step } = this.data.scales[index];
    const box = this.body.scales[index].querySelector(".number");
    const now = typedValue(this.data.scales[index], box.value);
    const next = now === null ? (turn > 0 ? low : high) : Math.min(high, Math.max(low, now + turn * step));
    box.value = Number(next.toFixed(10));
    this.problem = "";
    this.activate(index);
    this.paint();
  }

  toggleTint() {
    this.tint = !this.tint;
    keep(TINT_KEY, this.tint ? "on" : "off");
    this.drawTexts();
    this.paint();
  }

  activate(index) {
    if (index === this.active) return;
    this.active = index;
    this.paint();
  }

  // Puts the keyboard where the next answer goes, unless the person is busy elsewhere on the page.
  focusBody() {
    if (this.busy()) return;
    const group = this.body.scales[this.active];
    const box = group.querySelector(".number");
    // Where there is no keyboard but the one on the screen, that one would cover the texts.
    if (box && !FINGERS.matches) box.focus({ preventScroll: true });
    else if (box) this.root.focus({ preventScroll: true });
    else if (this.data.scales.length > 1) group.querySelector(".degree").focus({ preventScroll: true });
    else this.root.focus({ preventScroll: true });
  }

  fixedKeys() { return [..."0123456789t-.,"]; }

  bodyKey(event, target, typing) {
    const { scales } = this.data;
    const scale = scales[this.active];
    const { key } = event;
    if (key.toLowerCase() === "t") return () => this.toggleTint();
    const move = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (move && scales.length > 1) return () => this.goTo((this.active + move + scales.length) % scales.length);
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (turn && target.matches?.(".degree")) return () => this.lookAt(target, turn);
    const digit = digitOf(event);
    if (isKeyed(scale)) {
      const fits = digit !== null && valuesOf(scale).includes(digit);
      if (fits) return () => this.answer(this.active, digit);
      return key === "Enter" && !target.closest?.("button") ? () => this.save() : null;
    }
    const box = this.body.scales[this.active].querySelector(".number");
    if (key === "Enter") return target.matches?.("button") ? null : () => this.answerTyped(this.active);
    if (digit !== null) return () => this.type(box, String(digit));
    return !typing && /^[-.,]$/.test(key) ? () => this.type(box, key) : null;
  }

  type(box, character) {
    if (!this.ready()) return;
    if (this.host.activeElement !== box) box.focus({ preventScroll: true });
    box.setRangeText(character, box.selectionStart, box.selectionEnd, "end");
  }

  goTo(index) {
    this.active = index;
    this.focusBody();
    this.paint();
  }

  lookAt(degree, turn) {
    const all = [...degree.parentElement.children];
    all[(all.indexOf(degree) + turn + all.length) % all.length].focus();
  }
}

function sentenceIn(box) {
  return box.querySelector(".sentence");
}

export default serve(ScaleDesk);
