// Spans by hand: what a finger chooses in a text that it also scrolls, and ends that buttons move.

const BY_HAND = {
  // A finger may be about to scroll: what it comes down on is only looked at once it leaves it again.
  fingerDown(event, place) {
    this.finger = { id: event.pointerId, from: place, drawn: false, before: [this.anchor, this.cursor, this.active, this.parts] };
  },

  // Drawn sideways it chooses every word on its way; up and down the text scrolls (see touch-action).
  fingerOver(event, place) {
    const { finger } = this;
    if (finger?.id !== event.pointerId || (place === finger.from && !finger.drawn)) return;
    if (!finger.drawn) this.go(finger.from);
    finger.drawn = true;
    this.tapped = null;
    this.go(place, true);
  },

  fingerUp(event) {
    const { finger } = this;
    this.finger = null;
    if (finger?.id === event.pointerId && !finger.drawn && !this.locked()) this.tap(finger.from);
  },

  fingerGone() {
    if (!this.finger?.drawn) return (this.finger = null);
    [this.anchor, this.cursor, this.active, this.parts] = this.finger.before;
    Object.assign(this, { finger: null, marking: false });
    this.paint();
  },

  // The first word, then the last one; the same word twice is what is marked there.
  tap(place) {
    if (this.linkTo(place)) return;
    const first = this.tapped;
    if (first === null || !this.pieces[first]) {
      this.go(place);
      this.marking = true;
      this.tapped = place;
      return this.paint();
    }
    this.tapped = null;
    if (place === first) return this.lightAt(place);
    this.go(first);
    this.go(place, true);
  },

  // Moves one end of what is chosen, or of the span that is looked at, by one word.
  moveEnd(which, turn) {
    if (this.locked() || !this.pieces.length) return;
    const [from, to] = this.chosen();
    const ends = which === "start" ? [from + turn, to] : [from, to + turn];
    if (ends[0] < 0 || ends[0] > ends[1] || ends[1] >= this.pieces.length) return;
    [this.anchor, this.cursor] = ends;
    const { active } = this;
    Object.assign(this, { marking: true, tapped: null });
    if (!active) {
      this.say("");
      return this.focusBody();
    }
    const parts = this.whole([...this.parts, ...this.selection()]);
    this.mark(active.label);
    const { problem } = this;
    const moved = this.spans.find((one) => sameSpan(one, { label: active.label, parts }));
    if (moved && moved !== this.active) this.light(moved);
    this.say(problem);
  },

  drawEnds() {
    const words = this.data.texts;
    const mover = (which, turn, sign) => {
      const name = `sp_${which}_${turn < 0 ? "earlier" : "later"}`;
      return make("button", {
        type: "button", class: "action", "data-action": name, "aria-label": words[name], title: words[name],
        onclick: () => this.moveEnd(which, turn),
      }, sign);
    };
    const pair = (which) => make("span", { class: "end", role: "group", "aria-label": words[`sp_${which}`] },
      make("span", { "aria-hidden": "true" }, words[`sp_${which}`]), mover(which, -1, "←"), mover(which, 1, "→"));
    return [pair("start"), pair("end")];
  },
};
