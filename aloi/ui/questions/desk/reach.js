// Whether the end of a text has come into view since it was drawn, by scrolling or because all of it fits.

class EndWatch {
  constructor() {
    this.seen = false;
    this.watch = new IntersectionObserver((entries) => {
      if (entries.some((one) => one.isIntersecting)) this.seen = true;
    });
  }

  // A mark after the last word: whatever scrolls, the text, a box around it or the page, it is seen or not.
  begin(box, seen = false) {
    this.watch.disconnect();
    this.end = make("span", { class: "end", "aria-hidden": "true" });
    Object.assign(this, { box, seen });
    box.append(this.end);
    this.watch.observe(this.end);
  }

  // The observer speaks with the next frame; a key may ask before.
  get reached() {
    const [end, box] = [this.end.getBoundingClientRect(), this.box.getBoundingClientRect()];
    this.seen ||= end.bottom <= Math.min(box.bottom, window.innerHeight) + 1 && end.top >= Math.max(box.top, 0) - 1;
    return this.seen;
  }
}
