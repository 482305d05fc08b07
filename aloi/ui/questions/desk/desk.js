// One item before an annotator: what every task shares. Sends what is done, and waits until it is stored.
// A task's desk says how its body is drawn, loaded and painted, and what its own keys mean.

const RESEND_MS = 4000;
const ASIDE = new Set(["mark", "draft", "keys", "prefer"]); // kept beside the answer: the item stays

class Desk {
  constructor(host) {
    Object.assign(this, { host, outbox: [], held: new Set(), panel: "", reason: 0 });
    Object.assign(this, { status: "", problem: "", flag: false, kept: "", shownAt: Infinity, saveKey: "⏎", draftMs: 500 });
    this.keeper = new Keeper(this);
    this.labelKeys = new LabelKeys(this);
    this.guide = new GuidePanel(this);
    this.rest = new RestNote(this);
    this.ahead = new Ahead(this);
    this.layout = new Layout(this);
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
  underWay() { return false; } // whether Escape has something of the task's own to let go of
  fixedKeys() { return []; } // keys of its own that nobody changes
  giveLabel() {} // what the keys of a label do
  takeLabel(name) { this.giveLabel(name); } // what Enter does with a label that was searched for

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
    data.texts = fitting(data.texts);
    legible(data);
    this.takeKeys(data.decides ? NO_CHANGES : data.keys);
    const confirms = this.ahead.settles(data, settled);
    if (confirms === null) {
      keepGuidance(data);
      this.guide.take(false);
      return this.pump(); // it tells of the item before, whose answer is on its way
    }
    this.data = data;
    const asking = this.panel === "meanwhile" ? this.conflict : null;
    const redrawn = this.fit();
    const item = nameOf(data.item);
    const conflict = settled && data.conflict?.event_id === settled.event_id ? data.conflict : null;
    const moved = settled && !ASIDE.has(settled.kind) && !data.error && !conflict;
    if (settled) this.keeper.heard(settled, conflict ? "asked" : moved || data.late ? "stored" : "refused");
    this.keeper.receive(data);
    // A draft or a mark that is kept says nothing of what the person is told just now.
    const answered = settled && (!ASIDE.has(settled.kind) || this.problem === data.texts.saving_again);
    if (answered || data.error) this.problem = data.error ?? "";
    if (moved) this.status = toldAnew(this.status, this.ahead.told(settled) ?? this.told(settled));
    const elsewhere = settled?.kind === "go" || (item !== this.item && looksBack(this));
    keepGuidance(data);
    this.guide.take(redrawn);
    this.rest.take(data.stretch);
    if (moved) this.rest.acted();
    if (confirms) this.goOn();
    else if (item !== this.item || moved) this.show(item);
    if (conflict) openMeanwhile(this, conflict, settled);
    // A drawing of the whole page leaves the question open.
    else if (redrawn && asking && data.conflict?.event_id === asking.event_id) openMeanwhile(this, data.conflict, asking.event);
    if (elsewhere) bringIntoSight(this);
    this.paint();
    this.pump();
  }

  // Takes what the person changed of the keys; nothing where the server sends nothing anew.
  takeKeys(changed) {
    if (!changed || JSON.stringify(changed) === JSON.stringify(changes)) return;
    changes = changed;
    this.labelKeys.refresh();
    if (this.view) this.labelKeys.write();
  }

  // Keeps other keys at once; the note under way is not touched by it.
  changeKeys(changed) {
    const { kept } = this;
    this.takeKeys(changed);
    this.post("keys", { value: changed });
    this.kept = kept;
  }

  // Draws the screen anew where it is not drawn yet, or for something else than the items have now; returns
  // whether it did.
  fit() {
    this.root = this.host.querySelector(".desk");
    const form = JSON.stringify([this.form(this.data), this.data.texts, this.data.lang]);
    if (form === this.drawnForm && this.root.firstChild) return false;
    this.drawnForm = form;
    this.status = ""; // said of what stood there before, perhaps in another language
    this.view = drawFrame(this, this.root, this.drawBody());
    this.layout.take();
    this.item = null;
    return true;
  }

  // The answer is stored, and its next item stands here already: what was done on it meanwhile is sent.
  goOn() {
    this.last = this.data.last; // an undo takes back that answer
    this.keepNote();
    if (this.draftDue) this.keepDraft();
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
    this.draftDue = false;
    this.guide.rules.close();
    this.loadBody();
    this.focusBody();
    readFromStart(this);
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
    if (event.kind !== "answer") return words[`did_${event.kind}`] ?? "";
    return fill(event.corrects ? words.did_correct : words.did_answer, { value: this.said(event.value) });
  }

  locked() { return this.outbox.some((event) => !ASIDE.has(event.kind)); }
  ready() { return !this.locked() && performance.now() - this.shownAt >= this.data.min_show_ms; }

  // Sends events one at a time; the same one again, with the same id, until the server has stored it.
  post(kind, more = {}) {
    const { id, occasion } = this.data.item;
    if (kind !== "prefer") this.kept = this.view.note.value;
    const event = {
      event_id: newEventId(), kind, item_id: id, occasion, value: null, reason: "", based_on: this.revision ?? null,
      schema: this.data.schema ?? null,
      seconds: this.keeper.seconds(), flag: this.flag, note: this.kept, at: this.keeper.edited,
      corrects: looksBack(this), ...more,
    };
    // Flag and note go with an answer or a skip of the item shown: no mark is needed first.
    const leaves = (kind === "answer" || kind === "skip") && event.item_id === id && event.occasion === occasion;
    if (leaves) clearTimeout(this.draftTimer);
    if (leaves && !this.locked())
      this.outbox = this.outbox.filter((one) => one.kind === "prefer" || one.kind === "keys" || one.item_id !== id);
    this.outbox.push(event);
    if (leaves) this.keeper.keep({ event });
    if (!ASIDE.has(kind)) this.problem = "";
    if (leaves) this.ahead.go(event);
    this.pump();
    this.paint();
  }

  // Sends the work under way once the person pauses; a decision is made in one go.
  keepDraft() {
    clearTimeout(this.draftTimer);
    if (this.data.decides) return;
    this.keeper.keep({ drafted: true });
    const { item } = this;
    this.draftDue = true;
    this.draftTimer = setTimeout(() => {
      if (item !== this.item || this.locked()) return; // before its turn it waits for the answer on its way
      this.draftDue = false;
      this.post("draft", { value: this.draft() });
    }, this.draftMs);
  }

  // Sends it before the person leaves the item.
  keepDraftNow() {
    clearTimeout(this.draftTimer);
    if (this.draftDue) this.post("draft", { value: this.draft() });
    this.draftDue = false;
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

  // The key that takes the suggestion of a machine: with Shift, if it means something else here.
  hintKey() { return this.labelKeys.uses("y") ? "Y" : "y"; }

  // Fills in the answer that a machine suggests, or stores it where an answer is stored with its key.
  takeHint() {
    if (!this.data.hint?.by || !this.ready() || this.panel) return;
    this.problem = "";
    this.fillIn(this.data.hint.answer);
    if (this.storesAtOnce()) return this.save();
    this.keepDraft();
    this.paint();
    this.focusBody();
  }

  storesAtOnce() { return !this.view.save.isConnected; }

  fillIn(answer) {
    const { data } = this;
    this.data = { ...data, draft: null, answer };
    this.loadBody();
    this.data = data;
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
    if (given) this.post(event.kind, { ...event, event_id: newEventId(), item_id, occasion, based_on: revision, resent: false });
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
    // Who decides puts an item off: it comes back, and no reason is asked.
    if (panel === "skip" && this.data.decides) return this.post("skip");
    if (panel && !this.panel) this.opener = keyboardOf(this.root);
    this.panel = panel;
    this.reason = 0;
    this.view.skip.querySelector(".problem").textContent = "";
    this.view.skip.querySelector(".why").value = "";
    this.paint();
    if (panel === "skip") this.view.skip.querySelector(".reason").focus();
    else if (panel === "guide") this.guide.show(this.place());
    else if (panel === "keys") this.view.keyDialog.open();
    else if (!giveBack(this.opener)) this.focusBody();
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
    this.panel = "";
    this.post("skip", { reason: SKIP_REASONS[this.reason - 1], words: more });
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
    if (!ours && (typing || actsItself(event, target))) return;
    const act = this.meaning(event, target, typing, modified);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (!held || act.mayRepeat) act();
  }

  // Returns what a key does here and now, or null when it is none of our keys.
  meaning(event, target, typing, modified) {
    const { key } = event;
    const laidOut = this.layout.key(event);
    if (laidOut) return laidOut;
    const go = placesKey(this, event, target, typing);
    if (go !== undefined) return go;
    if (target === this.view.note) {
      const leaves = key === "Escape" || (key === "Enter" && event.ctrlKey);
      return leaves ? () => (target.blur(), this.focusBody()) : null;
    }
    if (this.panel === "keys") return this.view.keyDialog.meaning(event, modified);
    const inGuide = this.guide.meaning(event, target);
    if (inGuide !== undefined) return inGuide;
    if (this.panel && key === "Escape") return () => this.open("");
    if (!this.panel) {
      if (this.labelKeys.begun && !modified && !typing) {
        const second = this.labelKeys.meaning(event);
        if (second) return second;
      }
      const first = this.firstKey(event, target, modified);
      if (first) return first;
    }
    if (modified) return null;
    if (this.panel === "meanwhile") return meanwhileKey(this, event, target);
    if (!this.panel && this.types(target)) return null;
    if (this.panel === "skip") return this.skipKey(key, digitOf(event), target, typing);
    if (this.panel === "guide") return this.guide.readingKey(event);
    const act = {
      undo: () => this.undo(), skip: () => this.open("skip"), flag: () => this.toggleFlag(), save: () => this.save(),
      note: () => this.view.note.focus(), guideline: () => this.guide.toggle(),
    }[this.labelKeys.actionOf(event)];
    const closes = key === "Escape" && !typing && this.guide.pinned() && !this.underWay();
    if (closes && !this.labelKeys.begun) return () => this.guide.close();
    if (!act && !typing && this.data.hint && strokeOf(event) === this.hintKey()) return () => this.takeHint();
    return act ?? this.bodyKey(event, target, typing) ?? (typing ? null : this.labelKeys.meaning(event));
  }

  skipKey(key, digit, target, typing) {
    const onButton = target.matches("button:not(.reason)");
    if (key === "Enter" && !onButton) return () => this.confirmSkip();
    return !typing && digit >= 1 && digit <= 4 && digit !== null ? () => this.chooseReason(digit) : null;
  }
}

// Returns what is called with the data of each run, for one kind of desk.
function serve(Kind) {
  return function (component) {
    const { data, parentElement, setTriggerValue } = component;
    const desk = (parentElement.aloiDesk ??= new Kind(parentElement));
    desk.send = (event) => setTriggerValue("event", event);
    desk.listen();
    desk.receive(data);
  };
}
