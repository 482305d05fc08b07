// A long text at one look, beside it: where its marks are, what was in view so far, and what is now.

class Minimap {
  constructor(passage) {
    this.passage = passage;
    const layer = (name) => make("div", { class: name });
    Object.assign(this, { seen: layer("seen"), marks: layer("marks"), view: layer("view"), stretches: [], spans: [] });
    // Arrow keys and the list of spans lead everywhere too: nothing here is for keys or screen readers alone.
    this.element = make("div", {
      class: "minimap", "aria-hidden": "true", hidden: true,
      onpointerdown: (event) => (event.preventDefault(), this.element.setPointerCapture(event.pointerId), this.lead(event)),
      onpointermove: (event) => event.buttons & 1 && this.lead(event),
    }, this.seen, this.marks, this.view);
    passage.box.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.later(true)).observe(passage.box);
    this.watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        passage.byElement.get(target).seen = true;
        this.watch.unobserve(target);
      }
      this.later(true);
    });
  }

  // Begins with a text that the passage has loaded.
  begin() {
    this.watch.disconnect();
    this.stretches = [...this.passage.byElement.values()];
    for (const { element } of this.stretches) this.watch.observe(element);
    this.later(true);
  }

  // Takes the marks: spans with a `colour`.
  take(spans, colourOf) {
    this.spans = spans.map((span) => [span, colourOf(span)]);
    this.later(true);
  }

  later(all = false) {
    this.stale ||= all;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  paint() {
    const { box } = this.passage;
    const height = box.scrollHeight;
    this.element.hidden = height < 1.25 * box.clientHeight;
    if (this.element.hidden) return;
    put(this.view, box.scrollTop / height, (box.scrollTop + box.clientHeight) / height);
    if (!this.stale) return;
    this.stale = false;
    const at = this.measure(height);
    this.marks.replaceChildren(...this.spans.map(([span, colour]) => {
      const mark = put(make("i"), at(span.parts[0][0]), at(span.parts.at(-1)[1]));
      mark.style.background = colour;
      return mark;
    }));
    const runs = [];
    for (const { seen, cells } of this.stretches) {
      if (!seen) continue;
      const run = runs.at(-1);
      if (run?.[1] === cells[0].start) run[1] = cells.at(-1).end;
      else runs.push([cells[0].start, cells.at(-1).end]);
    }
    this.seen.replaceChildren(...runs.map(([start, end]) => put(make("i"), at(start), at(end))));
  }

  // Returns a function from an offset to where it is drawn, as a share of the height of the text.
  measure(height) {
    const lines = this.passage.lines.map(({ element, start, end }) => ({ start, end, top: element.offsetTop, size: element.offsetHeight }));
    return (letter) => {
      let low = 0, high = lines.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (lines[middle].end < letter) low = middle + 1;
        else high = middle;
      }
      const { start, end, top, size } = lines[low];
      return (top + (size * (letter - start)) / (end - start)) / height;
    };
  }

  lead(event) {
    const { top, height } = this.element.getBoundingClientRect();
    const { box } = this.passage;
    box.scrollTop = ((event.clientY - top) / height) * box.scrollHeight - box.clientHeight / 2;
  }
}

function put(element, from, to) {
  element.style.top = `${100 * from}%`;
  element.style.height = `${100 * (to - from)}%`;
  return element;
}
