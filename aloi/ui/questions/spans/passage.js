// The text of spans: each piece is an element of its own once it comes near the part in view, or is asked for;
// until then its stretch is plain text, which is read and found as any other. Marks are layered once a change.

const LANES = 4; // what is drawn below a line; deeper nesting shares the last lane
const LANE_PX = 4;
const LINE_PX = 28; // the height of a line, as in spans.css
const STRETCH = 60; // cells that become elements together
const FIRST_CELLS = 260; // about what a window shows: drawn before the text is seen
const LETTER_PX = 8; // about as wide as a letter is
const NEAR = "900px"; // how far from the part in view a stretch is drawn

// What a cell has of spans before there are any: `depth` is the lowest lane under it, `room` the letters for its tags.
const UNMARKED = () => ({ spans: [], under: [], tint: "", tags: [], depth: 0, room: 0 });

// A piece of the text, or the gap between two; its element is drawn when it is first asked for.
class Cell {
  constructor(start, end, place) {
    Object.assign(this, { start, end, place, ...UNMARKED(), version: 0, drawn: "" });
  }

  get element() {
    this.stretch.draw();
    return this.own;
  }

  draw(text) {
    this.word = make("span", { class: "word" }, text);
    this.own = this.place < 0
      ? make("span", { class: "gap" }, this.word)
      : make("span", {
        class: "piece", role: "option", "aria-selected": "false", "data-place": this.place, tabindex: "-1",
      }, this.word);
    return this.own;
  }
}

// Some cells that follow each other in a line: plain text first, elements later.
class Stretch {
  constructor(passage, cells) {
    Object.assign(this, { passage, cells, isDrawn: false });
    for (const cell of cells) cell.stretch = this;
    this.element = make("span", { class: "stretch" }, passage.read(cells[0].start, cells[cells.length - 1].end));
    passage.byElement.set(this.element, this);
  }

  draw() {
    if (this.isDrawn) return;
    this.isDrawn = true;
    const { passage } = this;
    this.element.replaceChildren(...this.cells.map((cell) => cell.draw(passage.read(cell.start, cell.end))));
    passage.drawn.push(this);
    passage.watch?.unobserve(this.element);
    for (const cell of this.cells) passage.paintCell(cell);
  }
}

class Passage {
  constructor(box, acts) {
    Object.assign(this, { box, cells: [], pieces: [], drawn: [], layered: [], chosen: () => ({}) });
    const heard = (type, act) => box.addEventListener(type, (event) => {
      const place = event.target.closest?.(".piece")?.dataset.place;
      if (place !== undefined) act(event, Number(place));
    });
    for (const [type, act] of Object.entries(acts)) heard(type, act);
    box.addEventListener("scroll", () => this.fitLater(), { passive: true });
    new ResizeObserver(() => this.fitLater()).observe(box);
  }

  read(start, end) { return this.letters.slice(start, end).join(""); }

  // Shows a text; `pieces` are what can be marked, [start, end] in letters.
  load(letters, pieces) {
    this.watch?.disconnect();
    Object.assign(this, { letters, drawn: [], layered: [], byElement: new Map(), cells: cellsOf(letters, pieces) });
    this.linePx = parseFloat(getComputedStyle(this.box).lineHeight) || LINE_PX;
    this.pieces = this.cells.filter((cell) => cell.place >= 0);
    const inARow = Math.max(20, this.box.clientWidth / LETTER_PX);
    this.lines = drawnLines(this.cells, letters).map((line, place) => {
      const stretches = [];
      for (let at = 0; at < line.length; at += STRETCH) stretches.push(new Stretch(this, line.slice(at, at + STRETCH)));
      const [start, end] = [line[0].start, line[line.length - 1].end];
      const blank = !this.read(start, end).trim();
      // A guess until it is laid out, so that the text hardly moves when it is scrolled to.
      const element = make("div", {
        class: "line", "data-number": blank ? false : place + 1,
        style: `contain-intrinsic-height: auto ${blank ? LINE_PX / 2 : this.linePx * Math.ceil((end - start) / inARow)}px`,
      }, ...stretches.map((one) => one.element));
      return { element, start, end };
    });
    this.box.classList.toggle("several", this.lines.length > 1);
    this.box.replaceChildren(...this.lines.map((line) => line.element));
    for (let at = 0; at < this.cells.length && at < FIRST_CELLS; at += 1) this.cells[at].stretch.draw();
    this.watch = new IntersectionObserver((seen) => {
      for (const one of seen) if (one.isIntersecting) this.byElement.get(one.target).draw();
    }, { root: this.box, rootMargin: NEAR });
    for (const [element, stretch] of this.byElement) if (!stretch.isDrawn) this.watch.observe(element);
  }

  // Returns the place in `cells` of the first that ends behind a letter.
  from(letter) {
    let low = 0, high = this.cells.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cells[middle].end <= letter) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // Brings up what is drawn of spans; the longest first, so that the shortest gives the tint, or the one looked at.
  layer(spans, active, look) {
    for (const cell of this.layered) Object.assign(cell, { ...UNMARKED(), version: cell.version + 1 });
    this.layered = [];
    const lanes = this.lanes(spans);
    const rank = (span) => (span === active ? -1 : sizeOf(span));
    for (const span of [...spans].sort((a, b) => rank(b) - rank(a))) this.layerSpan(span, lanes.get(span), look(span));
    // The name of a label has the width up to the next one.
    const tagged = this.layered.filter((cell) => cell.tags.length).sort((a, b) => a.start - b.start);
    tagged.forEach((cell, at) => (cell.room = (tagged[at + 1]?.start ?? Infinity) - cell.start));
  }

  // Returns the lane of each span: the shorter, the nearer to the text.
  lanes(spans) {
    const taken = new Uint32Array(this.cells.length);
    const lanes = new Map();
    for (const span of [...spans].sort((a, b) => sizeOf(a) - sizeOf(b))) {
      const [begin, end] = hullOf(span);
      const first = this.from(begin);
      let used = 0, last = first;
      for (; last < this.cells.length && this.cells[last].start < end; last++) used |= taken[last];
      let lane = 0;
      while (lane < 31 && used & (1 << lane)) lane++;
      for (let at = first; at < last; at++) taken[at] |= 1 << lane;
      lanes.set(span, Math.min(lane, LANES - 1));
    }
    return lanes;
  }

  layerSpan(span, lane, { colour, title, tag, offered, active }) {
    const bottom = (LANES - 1 - lane) * LANE_PX;
    const [begin, stop] = hullOf(span);
    const fill = offered ? `repeating-linear-gradient(90deg, ${colour} 0 4px, transparent 4px 7px)` : `linear-gradient(${colour}, ${colour})`;
    const link = `repeating-linear-gradient(90deg, ${colour} 0 2px, transparent 2px 6px)`;
    for (let at = this.from(begin); at < this.cells.length && this.cells[at].start < stop; at++) {
      const cell = this.cells[at];
      if (!cell.under.length) {
        this.layered.push(cell);
        cell.version += 1;
      }
      cell.depth = Math.max(cell.depth, lane);
      const part = span.parts.find(([start, end]) => cell.start < end && start < cell.end);
      if (!part) {
        cell.under.push(`${link} left 0 bottom ${bottom + 1}px / 100% 1px no-repeat`);
        continue;
      }
      const left = cell.start <= part[0] ? 1 : 0, right = cell.end >= part[1] ? 1 : 0;
      cell.under.push(`${fill} ${right && !left ? "left 0" : left && !right ? "right 0" : "left 1px"} bottom ${bottom}px / calc(100% - ${left + right}px) ${active ? 4 : 3}px no-repeat`);
      cell.tint = `color-mix(in srgb, ${colour} ${active ? 38 : offered ? 7 : 16}%, transparent)`;
      cell.spans.push({ title, size: sizeOf(span) });
      if (left && cell.start <= begin) cell.tags.push({ tag, colour });
    }
  }

  // Brings the drawn part up to what is chosen: `chosen(cell)` gives {chosen, part, here}.
  paint(chosen) {
    this.chosen = chosen;
    for (const stretch of this.drawn) for (const cell of stretch.cells) this.paintCell(cell);
    this.fitLater();
  }

  fitLater() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.fit());
  }

  // Names of labels that would be cut at the right edge of the text begin further left, up to the name before.
  fit() {
    const right = this.box.getBoundingClientRect().left + this.box.clientWidth;
    const shown = this.layered.filter(
      (cell) => cell.tags.length && cell.stretch.isDrawn && cell.stretch.element.parentElement.checkVisibility({ contentVisibilityAuto: true })
    ).sort((a, b) => a.start - b.start);
    let before = { top: NaN, end: 0 };
    const shifts = shown.map((cell) => {
      const { left, top } = cell.own.getClientRects()[0];
      const width = this.widthOf(cell.own);
      const wanted = Math.max(0, left + width - right + 2);
      const shift = wanted && Math.min(wanted, before.top === top ? Math.max(0, left - before.end - 4) : left - right + this.box.clientWidth);
      before = { top, end: left - shift + Math.min(width, parseFloat(cell.own.style.getPropertyValue("--room")) || width) };
      return [cell.own, shift];
    });
    for (const [own, shift] of shifts) if (shift || own.style.getPropertyValue("--shift")) own.style.setProperty("--shift", `${shift}px`);
  }

  // Returns the width of the names of labels over a piece.
  widthOf(own) {
    this.pen ??= document.createElement("canvas").getContext("2d");
    const { font, maxWidth } = getComputedStyle(own, "::before");
    this.pen.font = font;
    return Math.min(this.pen.measureText(own.dataset.tags).width, parseFloat(maxWidth) || Infinity);
  }

  paintCell(cell) {
    const { chosen = false, part = false, here = false } = this.chosen(cell);
    const state = `${cell.version}${chosen ? "c" : ""}${part ? "p" : ""}${here ? "h" : ""}`;
    if (cell.drawn === state) return;
    const { own, word } = cell;
    word.classList.toggle("chosen", chosen);
    word.classList.toggle("part", part);
    word.classList.toggle("cursor", here);
    if (cell.place >= 0) {
      own.tabIndex = here ? 0 : -1;
      own.setAttribute("aria-selected", String(chosen));
    }
    if (parseInt(cell.drawn, 10) !== cell.version && (cell.version || cell.drawn)) this.paintMarks(cell);
    cell.drawn = state;
  }

  paintMarks(cell) {
    const { own, word } = cell;
    own.style.background = cell.under.join(", ");
    // A line is higher only where spans overlap in it.
    own.style.lineHeight = cell.depth ? `${this.linePx + 2 * LANE_PX * cell.depth}px` : "";
    word.style.setProperty("--tint", cell.tint || "transparent");
    if (cell.place < 0) return;
    own.dataset.tags = cell.tags.map((one) => one.tag).join(" · ");
    own.style.setProperty("--tag", cell.tags[0]?.colour ?? "inherit");
    own.style.setProperty("--room", cell.room < Infinity ? `${cell.room * LETTER_PX - 8}px` : "none");
    const titles = [...cell.spans].sort((a, b) => a.size - b.size).map((one) => one.title);
    if (titles.length) own.setAttribute("aria-label", [word.textContent, ...titles].join(", "));
    else own.removeAttribute("aria-label"); // it is called by its own text
  }
}

function sizeOf(span) {
  return span.parts.reduce((sum, [start, end]) => sum + end - start, 0);
}

function hullOf(span) {
  return [span.parts[0][0], span.parts[span.parts.length - 1][1]];
}

// Returns [start, end] of each piece, told as its distance from the one before and its length.
function placesOf(steps) {
  const numbers = steps ? steps.split(" ").map(Number) : [];
  const places = [];
  for (let at = 0, end = 0; at < numbers.length; at += 2) {
    const start = end + numbers[at];
    end = start + numbers[at + 1];
    places.push([start, end]);
  }
  return places;
}

// Returns the pieces, and the gaps between them cut where a line ends.
function cellsOf(letters, pieces) {
  const cells = [];
  const gap = (start, end) => {
    for (let at = start; at < end; at++) {
      if (letters[at] !== "\n" && at + 1 < end) continue;
      cells.push(new Cell(start, at + 1, -1));
      start = at + 1;
    }
  };
  let at = 0;
  pieces.forEach(([start, end], place) => {
    gap(at, start);
    cells.push(new Cell(start, end, place));
    at = end;
  });
  gap(at, letters.length);
  return cells;
}

// Returns the cells of each line of the text: a line of its own is laid out without the others.
function drawnLines(cells, letters) {
  const lines = [[]];
  for (const cell of cells) {
    lines[lines.length - 1].push(cell);
    if (letters[cell.end - 1] === "\n") lines.push([]);
  }
  return lines.filter((line) => line.length);
}
