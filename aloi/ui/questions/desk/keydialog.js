// Other keys for what every desk does, and for its labels: as a person likes them, for this kind of question.

const LONGEST_CODE = 2;

class KeyDialog {
  constructor(desk) {
    const words = desk.data.texts;
    Object.assign(this, { desk, waits: null, begun: "" });
    this.list = make("ul", { class: "owners" });
    this.problem = make("p", { class: "problem", role: "alert" });
    const button = (name, act, ...first) =>
      make("button", { type: "button", class: "action", "data-action": name, onclick: act }, ...first, make("span", {}, words[name]));
    this.box = make(
      "dialog",
      {
        class: "panel keychoice", "aria-label": words.keys_title, tabindex: "-1",
        oncancel: (event) => (event.preventDefault(), desk.open("")),
      },
      make("h2", {}, words.keys_title), make("p", { class: "how" }, words.keys_how), this.list, this.problem,
      make("div", { class: "row" }, button("keys_reset", () => this.change(NO_CHANGES)),
        button("close", () => desk.open(""), make("kbd", {}, words.key_escape))),
    );
  }

  open() {
    this.wait(null);
    this.list.scrollTop = 0;
    this.box.focus({ preventScroll: true });
  }

  // What has keys: actions that this desk has, then its labels.
  owners() {
    const { desk } = this;
    const words = desk.data.texts;
    const saves = desk.view.save.isConnected;
    const actions = Object.keys(SHARED_KEYS).filter((name) => saves || name !== "save")
      .map((name) => ({ kind: "actions", name, title: words[name] }));
    return [...actions, ...desk.labelKeys.labels.map(({ name, title }) => ({ kind: "labels", name, title }))];
  }

  strokesOf({ kind, name }) {
    const { labelKeys, saveKey } = this.desk;
    return kind === "labels" ? labelKeys.of(name) : [labelKeys.shared[name] || saveKey];
  }

  draw() {
    const words = this.desk.data.texts;
    this.list.replaceChildren(...this.owners().map((owner) => {
      const waits = this.waits?.kind === owner.kind && this.waits.name === owner.name;
      const caps = this.strokesOf(owner).map((one) => make("kbd", {}, written(one)));
      const told = fill(this.begun ? words.keys_second : words.keys_press, { key: this.begun });
      return make("li", { class: waits ? "waits" : "" },
        make("span", { class: "title" }, owner.title),
        waits ? make("b", { role: "status" }, told) : make("span", { class: "keys" }, ...caps),
        make("button", {
          type: "button", class: "action", "data-owner": `${owner.kind}:${owner.name}`,
          "aria-label": fill(words.keys_change_of, { title: owner.title }), onclick: () => this.wait(waits ? null : owner),
        }, waits ? words.cancel : words.keys_change));
    }));
  }

  wait(owner) {
    const before = owner ?? this.waits;
    Object.assign(this, { waits: owner, begun: "" });
    this.problem.textContent = "";
    this.draw();
    if (before) this.buttonOf(before)?.focus({ preventScroll: true });
  }

  buttonOf({ kind, name }) { return this.list.querySelector(`[data-owner="${CSS.escape(`${kind}:${name}`)}"]`); }

  // Returns what a key does while the dialog stands: no key of the desk means anything.
  meaning(event, modified) {
    const { key } = event;
    if (key === "Escape") return () => (this.waits ? this.wait(null) : this.desk.open(""));
    const stroke = modified ? "" : strokeOf(event);
    if (!this.waits) return stroke ? () => {} : null;
    if (["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Tab"].includes(key)) return null;
    return () => (stroke ? this.strike(stroke) : this.refuse(this.desk.data.texts.keys_sign));
  }

  strike(stroke) {
    const strokes = this.begun + (this.begun ? stroke.toLowerCase() : stroke);
    const clash = this.clash(strokes);
    if (clash === null && strokes.length < LONGEST_CODE && this.waits.kind === "labels" && this.begins(strokes)) {
      this.begun = strokes;
      this.problem.textContent = "";
      this.draw();
      return this.buttonOf(this.waits).focus({ preventScroll: true });
    }
    if (clash !== null) return this.refuse(clash);
    const { kind, name } = this.waits;
    const mine = { ...changes[kind], [name]: strokes };
    // What is set back to its own key is no change.
    if (kind === "actions" && SHARED_KEYS[name] === strokes) delete mine[name];
    this.change({ ...changes, [kind]: mine });
  }

  refuse(sentence) {
    this.begun = "";
    this.draw();
    this.problem.textContent = sentence;
    this.buttonOf(this.waits)?.focus({ preventScroll: true });
  }

  change(changed) {
    if (this.desk.locked()) return;
    this.desk.changeKeys(changed);
    this.wait(null);
  }

  others() { return this.owners().filter((one) => one.kind !== this.waits.kind || one.name !== this.waits.name); }
  begins(strokes) { return this.others().some((one) => this.strokesOf(one).some((other) => other.length > 1 && other.startsWith(strokes))); }

  // Returns why strokes cannot be the key of what waits for one, or null.
  clash(strokes) {
    const words = this.desk.data.texts;
    const key = written(strokes);
    if (["/", ...this.desk.fixedKeys()].includes(strokes[0])) return fill(words.keys_fixed, { key: written(strokes[0]) });
    for (const owner of this.others()) {
      const own = owner.kind === "actions" && owner.name === "save" ? [changes.actions.save ?? ""] : this.strokesOf(owner);
      for (const other of own.filter(Boolean)) {
        if (strokes.startsWith(other)) return fill(words.keys_taken, { key: written(other), title: owner.title });
        if (other.startsWith(strokes) && this.waits.kind === "actions")
          return fill(words.keys_begin, { key, other: written(other), title: owner.title });
      }
    }
    return null;
  }
}
