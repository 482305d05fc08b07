// One item before an annotator: what every task shares. Sends what is done, and waits until it is stored.
// A task's desk says how its body is drawn, loaded and painted, and what its own keys mean.

const RESEND_MS = 4000;
const ASIDE = new Set(["mark", "draft"]); // kept beside the answer: the item stays
// The guideline comes with a whole drawing of the page only; it outlives the desk that drew it.
let guideline = [];

class Desk {
  constructor(host) {
    Object.assign(this, { host, outbox: [], held: new Set(), panel: "", reason: 0 });
    Object.assign(this, { status: "", problem: "", flag: false, kept: "", shownAt: Infinity, saveKey: "⏎", draftMs: 500 });
    this.keeper = new Keeper(this);
    this.onKeyDown = (event) => this.key(event);
    this.onKeyUp = (event) => this.held.delete(event.code || event.key);
    this.onLeave = () => this.held.clear();
  }

  // What a task's desk gives.
  form(data) { return data; } // what the drawing depends on beside the item
  drawBody() { return { parts: [], actions: [], saves: true }; }
  loadBody() {} // a new item: forget the old answer
  paintBody() {}
  focusBody() {}
  complete() { return false; }
  value() { return null; } // the answer as it is stored
  draft() { return this.value(); } // the work under way, kept beside it
  said() { return ""; } // the answer in a few words
  partsOf() { return []; } // the same part by part, where there are some: to compare two answers
  place() { return ""; } // the anchor of the guideline's section that matters now
  firstKey() { return null; } // keys that come before the shared ones
  bodyKey() { return null; } // keys that come after them
  types() { return false; } // whether a target is written in: letters are letters there

  listen() {
    this.stopped = false;
    document.addEventListener("keydown", this.onKeyDown, true);
    document.addEventListener("keyup", this.onKeyUp, true);
    window.addEventListener("blur", this.onLeave);
    this.keeper.listen();
  }

  stop() {
    this.stopped = true; // the page went on to another desk: what is still timed here has nobody to go to
    document.removeEventListener("keydown", this.onKeyDown, true);
    document.removeEventListener("keyup", this.onKeyUp, true);
    window.removeEventListener("blur", this.onLeave);
    clearTimeout(this.timer);
    this.keeper.stop();
  }

  // What the server says now: called at each rerun, also at reruns that have nothing to do with us.
  receive(data) {
    const settled = this.outbox.length && data.ack === this.outbox[0].event_id ? this.outbox.shift() : null;
    if (settled) clearTimeout(this.timer);
    this.data = data;
    this.root = this.host.querySelector(".desk");
    const form = JSON.stringify([this.form(data), data.texts]);
    if (form !== this.drawnForm || !this.root.firstChild) {
      this.drawnForm = form;
      this.view = drawFrame(this, this.root, this.drawBody());
      this.item = null;
    }
    const item = `${data.item.id}/${data.item.occasion}`;
    const conflict = settled && data.conflict?.event_id === settled.event_id ? data.conflict : null;
    const moved = settled && !ASIDE.has(settled.kind) && !data.error && !conflict;
    if (settled) this.keeper.heard(settled, conflict ? "asked" : moved || data.late ? "stored" : "refused");
    this.keeper.receive(data);
    // A draft or a mark that is kept says nothing of what the person is told just now.
    const answered = settled && (!ASIDE.has(settled.kind) || this.problem === data.texts.saving_again);
    if (answered || data.error) this.problem = data.error ?? "";
    if (moved) this.status = this.told(settled);
    if (item !== this.item || moved) this.show(item);
    if (conflict) openMeanwhile(this, conflict, settled);
    if (data.guideline) guideline = data.guideline;
    if (this.drawn !== guideline || !this.view.guide.querySelector(".sections").firstChild) {
      this.drawn = guideline;
      drawSections(this.view.guide.querySelector(".sections"), guideline, data.texts);
    }
    this.paint();
    this.pump();
  }

  show(item) {
    const { data, view } = this;
    const stored = { flag: Boolean(data.flag), note: data.note ?? "" };
    const restored = this.keeper.restore();
    // What an answer or an undo is based on is what was drawn: a later drawing of the same item leaves it.
    Object.assign(this, { item, flag: Boolean(data.flag), kept: stored.note, panel: "", reason: 0, revision: data.revision, last: data.last });
    this.shownAt = Infinity;
    view.note.value = data.note ?? "";
    clearTimeout(this.draftTimer);
    this.loadBody();
    this.focusBody();
    if (restored && (stored.flag !== this.flag || stored.note !== view.note.value)) this.post("mark");
    if (restored && this.keeper.drafted) this.keepDraft();
    // The time counts from the first frame that shows the item.
    requestAnimationFrame(() => requestAnimationFrame(() => (this.shownAt = performance.now())));
  }

  paint() {
    paintFrame(this);
    this.paintBody();
  }

  told(event) {
    const words = this.data.texts;
    if (event.kind !== "answer") return words[`did_${event.kind}`];
    return fill(words.did_answer, { value: this.said(event.value) });
  }

  locked() { return this.outbox.some((event) => !ASIDE.has(event.kind)); }
  ready() { return !this.locked() && performance.now() - this.shownAt >= this.data.min_show_ms; }

  // Sends events one at a time; the same one again, with the same id, until the server has stored it.
  post(kind, more = {}) {
    const { id, occasion } = this.data.item;
    const carries = kind === "answer" || kind === "skip"; // flag and note go with it: no mark is needed first
    if (carries) clearTimeout(this.draftTimer);
    if (carries && !this.locked()) this.outbox = [];
    this.kept = this.view.note.value;
    const event = {
      event_id: newEventId(), kind, item_id: id, occasion, value: null, reason: "", based_on: this.revision ?? null,
      seconds: this.keeper.seconds(), flag: this.flag, note: this.kept, at: this.keeper.edited, ...more,
    };
    this.outbox.push(event);
    if (carries) this.keeper.keep({ event });
    if (!ASIDE.has(kind)) this.problem = "";
    this.pump();
    this.paint();
  }

  // Sends the work under way once the person pauses; a decision is made in one go.
  keepDraft() {
    clearTimeout(this.draftTimer);
    if (this.data.decides) return;
    this.keeper.keep({ drafted: true });
    const { item } = this;
    this.draftTimer = setTimeout(() => {
      if (item === this.item && !this.locked()) this.post("draft", { value: this.draft() });
    }, this.draftMs);
  }

  pump(anew = false) {
    const head = this.stopped ? null : this.outbox[0];
    if (!head || (head.event_id === this.sent && !anew)) {
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
      this.paint();
      this.pump(true);
    }, RESEND_MS);
  }

  save() {
    if (this.ready() && !this.panel && this.complete()) this.post("answer", { value: this.value() });
  }

  undo() {
    if (!this.ready() || !this.data.can_undo) return;
    const { last } = this; // what this screen shows as done last; something else may have been done since
    this.post("undo", last ? { item_id: last.item_id, occasion: last.occasion, based_on: last.revision } : {});
  }

  // Both versions were shown: stores what was given here instead of what stands, or leaves it.
  chooseVersion(given) {
    if (!this.conflict || this.locked()) return;
    const { event, item_id, occasion, revision } = this.conflict;
    Object.assign(this, { conflict: null, panel: "" });
    if (given) this.post(event.kind, { ...event, event_id: newEventId(), item_id, occasion, based_on: revision });
    else if (event.kind !== "undo") this.post("keep", { item_id, occasion });
    else this.paint();
    this.focusBody();
  }

  toggleFlag() {
    if (this.locked()) return;
    this.flag = !this.flag;
    this.keeper.keep();
    this.post("mark");
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
    this.paint();
    if (panel === "skip") this.view.skip.querySelector(".reason").focus();
    else if (panel === "guide") this.showSection(this.place());
    else this.focusBody();
  }

  showSection(anchor) {
    const { guide } = this.view;
    const found = guide.querySelector(`[data-anchor="${CSS.escape(String(anchor))}"]`);
    for (const one of guide.querySelectorAll("section")) one.classList.toggle("here", one === found);
    guide.focus({ preventScroll: true });
    const box = guide.querySelector(".sections");
    box.scrollTop = found ? found.offsetTop - box.offsetTop : 0;
  }

  chooseReason(place) {
    this.reason = place;
    this.paint();
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
    this.focusBody();
  }

  // Whether the person is busy elsewhere on the page, so that the keyboard must not be taken from them.
  busy() {
    const active = document.activeElement;
    return active && active !== document.body && !active.contains(this.root)
      && active !== this.root.getRootNode().host;
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
    if (!held || act.mayRepeat) act();
  }

  // Returns what a key does here and now, or null when it is none of our keys.
  meaning(event, target, typing, modified) {
    const { key } = event;
    if (target === this.view.note) {
      const leaves = key === "Escape" || (key === "Enter" && event.ctrlKey);
      return leaves ? () => (target.blur(), this.focusBody()) : null;
    }
    if (this.panel && key === "Escape") return () => this.open("");
    if (!this.panel) {
      const first = this.firstKey(event, target, modified);
      if (first) return first;
    }
    if (modified) return null;
    if (this.panel === "meanwhile") return meanwhileKey(this, event, target);
    if (!this.panel && this.types(target)) return null;
    if (this.panel === "skip") return this.skipKey(key, digitOf(event), target, typing);
    if (this.panel === "guide") {
      if (key === "?") return () => this.open("");
      const digit = digitOf(event);
      return digit === null ? null : () => this.showSection(digit);
    }
    const letter = {
      u: () => this.undo(), s: () => this.open("skip"), f: () => this.toggleFlag(),
      n: () => this.view.note.focus(), "?": () => this.open("guide"),
    }[key.toLowerCase()];
    return letter ?? this.bodyKey(event, target, typing);
  }

  skipKey(key, digit, target, typing) {
    const onButton = target.matches("button:not(.reason)");
    if (key === "Enter" && !onButton) return () => this.confirmSkip();
    return !typing && digit >= 1 && digit <= 4 && digit !== null ? () => this.chooseReason(digit) : null;
  }
}

// Returns what Streamlit calls with the data of each run, for one kind of desk.
function serve(Kind) {
  return function (component) {
    const { data, parentElement, setTriggerValue } = component;
    const desk = (parentElement.aloiDesk ??= new Kind(parentElement));
    desk.send = (event) => setTriggerValue("event", event);
    desk.listen();
    desk.receive(data);
    return () => desk.stop();
  };
}
