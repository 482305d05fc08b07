// The rule of a label next to the label: by its mark, under the pointer, or where somebody looks around by key.

const RULE_AFTER_MS = 600; // a pointer on its way elsewhere opens nothing
const RULE_STAYS_MS = 250; // time to go from a label to its rule
const LEAST_ROOM_PX = 160; // less below a label, and its rule stands above it

class RuleCard {
  constructor(panel) {
    Object.assign(this, { panel, titles: new Map(), of: null, stays: false, stepped: 0 });
    this.card = make("div", {
      class: "panel rule", role: "note", hidden: true,
      onpointerenter: () => clearTimeout(this.leaving), onpointerleave: () => this.leaveSoon(),
    });
  }

  listen(root) {
    root.addEventListener("pointerover", (event) => this.hover(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("click", (event) => this.clicked(event), true);
  }

  // Gives each label whose rule the guideline holds a mark that shows it.
  mark(root) {
    this.titles.clear();
    for (const label of root.querySelectorAll("[data-label], .degree[data-value]")) {
      const name = label.dataset.label ?? label.dataset.value;
      const title = (label.querySelector("b") ?? label.querySelector("span:not(.key, .rule-mark)"))?.textContent ?? "";
      label.querySelector(".rule-mark")?.remove();
      const rule = label.matches("button") && this.panel.sectionOf(name, title);
      label.classList.toggle("ruled", Boolean(rule));
      if (!rule) continue;
      this.titles.set(String(name), title);
      label.append(make("span", { class: "rule-mark", "aria-hidden": "true" }));
      if (label.title) label.dataset.hint = label.title; // shown with the rule, not beside it
      if (label.title) label.setAttribute("aria-description", label.title);
      label.removeAttribute("title");
    }
  }

  hover(event) {
    const label = event.pointerType === "mouse" && event.target.closest?.(".ruled");
    if (label === this.hovered) return;
    this.hovered = label;
    clearTimeout(this.coming);
    if (!label) return this.card.contains(event.target) ? undefined : this.leaveSoon();
    this.coming = setTimeout(() => this.open(label), RULE_AFTER_MS);
    if (label !== this.of) this.leaveSoon();
  }

  // Only where somebody looks around by Tab or arrows: an item puts the keyboard somewhere by itself.
  focused(event) {
    const label = event.target.closest?.(".ruled");
    clearTimeout(this.coming);
    if (!label || performance.now() - this.stepped > 100) return;
    this.coming = setTimeout(() => this.open(label), RULE_AFTER_MS);
  }

  clicked(event) {
    const mark = event.target.closest?.(".rule-mark");
    if (!mark) {
      if (!this.card.contains(event.target)) this.close();
      return;
    }
    event.preventDefault();
    event.stopPropagation(); // the label itself was not chosen
    const label = mark.closest(".ruled");
    if (this.of === label && this.stays) return this.close();
    this.open(label);
    this.stays = true;
  }

  open(label) {
    const { desk } = this.panel;
    if (!label.isConnected || desk.panel) return;
    const words = desk.data.texts;
    const name = label.dataset.label ?? label.dataset.value;
    const rule = this.panel.sectionOf(name);
    if (!rule) return;
    clearTimeout(this.leaving);
    Object.assign(this, { of: label, stays: false });
    const copied = rule.matches("tr") ? [...rule.cells].map((cell) => make("p", {}, cell.textContent))
      : [rule.matches("section") ? rule : make("div", {}, rule.cloneNode(true))].flatMap((one) => [...one.cloneNode(true).childNodes]);
    this.card.replaceChildren(
      ...(label.dataset.hint ? [make("p", { class: "hint" }, label.dataset.hint)] : []), ...copied,
      make("button", { type: "button", class: "action", onclick: () => (this.close(), this.panel.readOn(rule)) }, make("span", {}, words.guide_read_on)));
    this.card.hidden = false;
    this.card.scrollTop = 0;
    const [at, frame] = [label.getBoundingClientRect(), desk.root.getBoundingClientRect()];
    // Below the label, so that the item stays in sight, unless there is hardly a line of room.
    const room = innerHeight - at.bottom - 16;
    const below = room >= LEAST_ROOM_PX || at.top < room;
    this.card.style.maxHeight = below ? `${Math.max(room, LEAST_ROOM_PX)}px` : "";
    const { offsetHeight: height, offsetWidth: width } = this.card;
    this.card.style.top = `${(below ? at.bottom + 6 : at.top - height - 6) - frame.top}px`;
    this.card.style.left = `${Math.max(0, Math.min(at.left - frame.left, frame.width - width))}px`;
  }

  leaveSoon() {
    clearTimeout(this.leaving);
    if (!this.stays) this.leaving = setTimeout(() => this.hide(), RULE_STAYS_MS);
  }

  close() {
    clearTimeout(this.coming);
    this.hide();
  }

  hide() {
    clearTimeout(this.leaving);
    this.card.hidden = true;
    Object.assign(this, { of: null, stays: false });
  }
}
