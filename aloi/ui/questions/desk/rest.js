// A gentle word after a long stretch without a pause. It takes no key, hides nothing and stops nothing.

const PAUSE_MS = 5 * 60_000; // that long without an answer is a pause
const LONG_MS = 50 * 60_000;
// It outlives the desk that drew it: going on in another round is no pause.
const stretch = { since: null, last: 0, read: false };

class RestNote {
  constructor(desk) {
    this.desk = desk;
    this.element = make("div", { class: "rest", role: "status", hidden: true });
  }

  // Takes the seconds at work so far, which come with a whole drawing only.
  take(seconds) {
    if (typeof seconds !== "number") return;
    Object.assign(stretch, { since: Date.now() - 1000 * seconds, last: Date.now(), read: stretch.read && seconds > 0 });
  }

  // An item was answered or put aside.
  acted() {
    const now = Date.now();
    if (stretch.since === null || now - stretch.last > PAUSE_MS) Object.assign(stretch, { since: now, read: false });
    stretch.last = now;
    const long = now - stretch.since >= LONG_MS && !stretch.read;
    if (long && this.element.hidden) this.draw();
    this.element.hidden = !long;
  }

  draw() {
    const words = this.desk.data.texts;
    const minutes = Math.floor((Date.now() - stretch.since) / 60_000);
    this.element.replaceChildren(make("span", {}, fill(words.rest, { minutes })),
      make("button", { type: "button", class: "action", onclick: () => this.close() }, make("span", {}, words.close)));
  }

  close() {
    stretch.read = true;
    this.element.hidden = true;
    this.desk.focusBody();
  }
}
