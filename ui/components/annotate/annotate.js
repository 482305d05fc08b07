// One item before an annotator: keeps what is being answered, sends it, and waits until it is stored.

const RESEND_MS = 4000;
const TINT_KEY = "aloi.tint";
// The guideline comes with a whole drawing of the page only; it outlives the desk that drew it.
let guideline = [];

class Desk {
  constructor(host) {
    Object.assign(this, { host, outbox: [], held: new Set(), values: {}, active: 0, panel: "", reason: 0 });
    Object.assign(this, { status: "", problem: "", flag: false, kept: "", hovered: null, shownAt: Infinity });
    this.onKeyDown = (event) => this.key(event);
    this.onKeyUp = (event) => this.held.delete(event.code || event.key);
    this.onLeave = () => this.held.clear();
  }

  listen() {
    document.addEventListener("keydown", this.onKeyDown, true);
    document.addEventListener("keyup", this.onKeyUp, true);
    window.addEventListener("blur", this.onLeave);
  }

  stop() {
    document.removeEventListener("keydown", this.onKeyDown, true);
    document.removeEventListener("keyup", this.onKeyUp, true);
    window.removeEventListener("blur", this.onLeave);
    clearTimeout(this.timer);
  }

  // What the server says now: called at each rerun, also at reruns that have nothing to do with us.
  receive(data) {
    const settled = this.outbox.length && data.ack === this.outbox[0].event_id ? this.outbox.shift() : null;
    if (settled) clearTimeout(this.timer);
    this.data = data;
    this.root = this.host.querySelector(".desk");
    const form = JSON.stringify([data.scales, data.texts]);
    if (form !== this.form || !this.root.firstChild) {
      this.form = form;
      this.tint = storedTint() ?? Boolean(data.tint);
      this.view = drawScreen(this, this.root);
      this.item = null;
    }
    const item = `${data.item.id}/${data.item.occasion}`;
    const moved = settled && settled.kind !== "mark" && !data.error;
    if (settled || data.error) this.problem = data.error ?? "";
    if (moved) this.status = this.told(settled);
    if (item !== this.item || moved) this.show(item);
    if (data.guideline) guideline = data.guideline;
    if (this.drawn !== guideline || !this.view.guide.querySelector(".sections").firstChild) {
      this.drawn = guideline;
      drawSections(this.view.guide.querySelector(".sections"), guideline, data.texts);
    }
    paint(this);
    this.pump();
  }

  show(item) {
    const { data, view } = this;
    Object.assign(this, { item, values: { ...(data.answer ?? {}) }, flag: Boolean(data.flag), active: 0 });
    Object.assign(this, { kept: data.note ?? "", panel: "", reason: 0, hovered: null, shownAt: Infinity });
    view.note.value = this.kept;
    data.scales.forEach((scale, index) => {
      const box = view.scales[index].querySelector(".number");
      if (box) box.value = this.values[scale.name] ?? "";
    });
    this.drawTexts();
    for (const box of [view.left, view.right]) box.lastChild.scrollTop = 0;
    this.focusScale();
    // The time counts from the first frame that shows the item.
    requestAnimationFrame(() => requestAnimationFrame(() => (this.shownAt = performance.now())));
  }

  drawTexts() {
    const [left, right] = [tokensOf(this.data.item.left), tokensOf(this.data.item.right)];
    const flags = this.tint ? differing(left, right) : [[], []];
    drawText(this.view.left.lastChild, left, flags[0]);
    drawText(this.view.right.lastChild, right, flags[1]);
  }

  told(event) {
    const words = this.data.texts;
    if (event.kind !== "answer") return words[`did_${event.kind}`];
    return fill(words.did_answer, { value: Object.values(event.value).join(", ") });
  }

  locked() { return this.outbox.some((event) => event.kind !== "mark"); }
  ready() { return !this.locked() && performance.now() - this.shownAt >= this.data.min_show_ms; }
  complete() { return this.data.scales.every((scale) => this.values[scale.name] !== undefined); }

  // Sends events one at a time; the same one again, with the same id, until the server has stored it.
  post(kind, more = {}) {
    const { id, occasion } = this.data.item;
    const carries = kind === "answer" || kind === "skip"; // flag and note go with it: no mark is needed first
    if (carries && !this.locked()) this.outbox = [];
    this.kept = this.view.note.value;
    this.outbox.push({
      event_id: newEventId(), kind, item_id: id, occasion, value: null, reason: "",
      seconds: Math.round(performance.now() - this.shownAt) / 1000, flag: this.flag, note: this.kept, ...more,
    });
    this.problem = "";
    this.pump();
    paint(this);
  }

  pump(again = false) {
    const head = this.outbox[0];
    if (!head || (head.event_id === this.sent && !again)) {
      if (head) this.wait();
      return;
    }
    this.sent = head.event_id;
    this.send(head);
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.problem = this.data.texts.saving_again;
      paint(this);
      this.pump(true);
    }, RESEND_MS);
  }

  answer(index, value) {
    if (!this.ready() || this.panel) return;
    const { scales } = this.data;
    const correcting = this.complete();
    this.values[scales[index].name] = value;
    const missing = scales.findIndex((scale) => this.values[scale.name] === undefined);
    if (missing < 0 && (!correcting || index === scales.length - 1)) return this.save();
    const after = scales.findIndex((scale, at) => at > index && this.values[scale.name] === undefined);
    this.active = missing < 0 ? index + 1 : after < 0 ? missing : after;
    this.problem = "";
    this.focusScale();
    paint(this);
  }

  answerTyped(index) {
    const scale = this.data.scales[index];
    const box = this.view.scales[index].querySelector(".number");
    const value = typedValue(scale, box.value);
    if (value !== null) return this.answer(index, value);
    this.problem = fill(this.data.texts.off_scale, { typed: box.value, low: scale.low, high: scale.high, step: scale.step });
    box.select();
    paint(this);
  }

  save() {
    if (this.ready() && !this.panel && this.complete()) this.post("answer", { value: { ...this.values } });
  }

  undo() {
    if (this.ready() && this.data.can_undo) this.post("undo");
  }

  toggleFlag() {
    if (this.locked()) return;
    this.flag = !this.flag;
    this.post("mark");
  }

  toggleTint() {
    this.tint = !this.tint;
    storeTint(this.tint);
    this.drawTexts();
    paint(this);
  }

  keepNote() {
    if (!this.locked() && this.view.note.value !== this.kept) this.post("mark");
  }

  open(panel) {
    if (panel === "skip" && !this.ready()) return;
    this.panel = panel;
    this.reason = 0;
    this.view.skip.querySelector(".problem").textContent = "";
    this.view.skip.querySelector(".why").value = "";
    paint(this);
    if (panel === "skip") this.view.skip.querySelector(".reason").focus();
    else if (panel === "guide") this.showSection();
    else this.focusScale();
  }

  showSection(value = this.hovered ?? this.values[this.data.scales[this.active].name]) {
    const { guide } = this.view;
    const found = guide.querySelector(`[data-anchor="${CSS.escape(String(value))}"]`);
    for (const one of guide.querySelectorAll("section")) one.classList.toggle("here", one === found);
    guide.focus({ preventScroll: true });
    const box = guide.querySelector(".sections");
    box.scrollTop = found ? found.offsetTop - box.offsetTop : 0;
  }

  chooseReason(place) {
    this.reason = place;
    paint(this);
    this.view.skip.querySelectorAll(".reason")[place - 1].focus();
    if (place === 4) this.view.skip.querySelector(".why").focus();
  }

  confirmSkip() {
    const words = this.data.texts;
    const more = this.view.skip.querySelector(".why").value.trim();
    const lacks = !this.reason ? words.skip_choose : this.reason === 4 && !more ? words.skip_say : "";
    this.view.skip.querySelector(".problem").textContent = lacks;
    if (lacks || this.locked()) return;
    const said = this.reason === 4 ? [more] : [words[`skip_reason_${this.reason}`], more];
    this.panel = "";
    this.post("skip", { reason: said.filter(Boolean).join(": ") });
    this.focusScale();
  }

  activate(index) {
    if (index === this.active) return;
    this.active = index;
    paint(this);
  }

  // Puts the keyboard where the next answer goes, unless the person is busy elsewhere on the page.
  focusScale() {
    const busy = document.activeElement && document.activeElement !== document.body
      && !document.activeElement.contains(this.root) && document.activeElement !== this.root.getRootNode().host;
    if (busy) return;
    const group = this.view.scales[this.active];
    const box = group.querySelector(".number");
    if (box) box.focus({ preventScroll: true });
    else if (this.data.scales.length > 1) group.querySelector(".degree").focus({ preventScroll: true });
    else this.root.focus({ preventScroll: true });
  }

  key(event) {
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    const code = event.code || event.key;
    const held = event.repeat || this.held.has(code);
    if (!modified) this.held.add(code);
    if (event.isComposing || !this.view) return;
    const target = event.composedPath()[0];
    const ours = this.root.contains(target);
    const typing = target.closest?.("input, textarea, select, [contenteditable]");
    if (typing && !ours) return;
    const act = this.meaning(event, target, typing, modified);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (!held) act();
  }

  // Returns what a key does here and now, or null when it is none of our keys.
  meaning(event, target, typing, modified) {
    const { key } = event;
    if (target === this.view.note) {
      const leaves = key === "Escape" || (key === "Enter" && event.ctrlKey);
      return leaves ? () => (target.blur(), this.focusScale()) : null;
    }
    if (modified) return null;
    if (this.panel && key === "Escape") return () => this.open("");
    if (this.panel === "skip") return this.skipKey(key, digitOf(event), target, typing);
    if (this.panel === "guide") {
      if (key === "?") return () => this.open("");
      const digit = digitOf(event);
      return digit === null ? null : () => this.showSection(digit);
    }
    const letter = {
      u: () => this.undo(), s: () => this.open("skip"), f: () => this.toggleFlag(), t: () => this.toggleTint(),
      n: () => this.view.note.focus(), "?": () => this.open("guide"),
    }[key.toLowerCase()];
    return letter ?? this.scaleKey(event, target, typing);
  }

  skipKey(key, digit, target, typing) {
    const onButton = target.matches("button:not(.reason)");
    if (key === "Enter" && !onButton) return () => this.confirmSkip();
    return !typing && digit >= 1 && digit <= 4 && digit !== null ? () => this.chooseReason(digit) : null;
  }

  scaleKey(event, target, typing) {
    const { scales } = this.data;
    const scale = scales[this.active];
    const { key } = event;
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
    const box = this.view.scales[this.active].querySelector(".number");
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
    this.focusScale();
    paint(this);
  }

  lookAt(degree, turn) {
    const all = [...degree.parentElement.children];
    all[(all.indexOf(degree) + turn + all.length) % all.length].focus();
  }
}

function storedTint() {
  try {
    const kept = localStorage.getItem(TINT_KEY);
    return kept === null ? null : kept === "on";
  } catch {
    return null; // storage may be refused by the browser
  }
}

function storeTint(on) {
  try {
    localStorage.setItem(TINT_KEY, on ? "on" : "off");
  } catch {
    // the choice then lasts until the page is closed
  }
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const desk = (parentElement.aloiDesk ??= new Desk(parentElement));
  desk.send = (event) => setTriggerValue("event", event);
  desk.receive(data);
  desk.listen();
  return () => desk.stop();
}
