// Relations drawn as arcs over the text; where they would cross too much, only those of the span looked at.

const SVG = "http://www.w3.org/2000/svg";
const MOST_CROSSINGS = 12; // of all arcs: more than this is read in the list beside the text
const MOST_ARCS = 60; // drawn at once
const AWAY_PX = 500; // an end farther from the part in view is not drawn

function drawing(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Returns how many pairs of relations cross if each is an arc over the text.
function crossings(links) {
  const ends = links.map(({ head, tail }) => [head.parts[0][0], tail.parts[0][0]].sort((a, b) => a - b)).sort((a, b) => a[0] - b[0]);
  let count = 0;
  for (let i = 0; i < ends.length; i++)
    for (let j = i + 1; j < ends.length && ends[j][0] < ends[i][1]; j++)
      if (ends[i][0] < ends[j][0] && ends[i][1] < ends[j][1]) count += 1;
  return count;
}

class Arcs {
  constructor(passage) {
    this.passage = passage;
    this.element = drawing("svg", { class: "arcs", "aria-hidden": "true" });
    passage.box.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.later()).observe(passage.box);
    this.take([], null, () => ({}));
  }

  // Takes relations {head, tail, type}; `look(link)` gives {colour, title, directed, begun, offered}.
  take(links, subject, look) {
    Object.assign(this, { links, subject, look });
    this.later();
  }

  later() {
    if (!this.links?.length && !this.element.firstChild) return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  // Returns where a span begins, in the box of the text; null where it is far from the part in view.
  endOf(span, frame) {
    const { passage } = this;
    const cell = passage.cells[passage.from(span.parts[0][0])];
    if (!cell?.stretch.isDrawn) return null;
    const line = cell.stretch.element.parentElement.getBoundingClientRect();
    if (line.bottom < frame.top - AWAY_PX || line.top > frame.bottom + AWAY_PX) return null;
    const box = cell.own.getClientRects()[0];
    if (!box || box.bottom < frame.top - AWAY_PX || box.top > frame.bottom + AWAY_PX) return null;
    const { scrollTop, scrollLeft } = passage.box;
    return { x: box.left + Math.min(box.width / 2, 24) - frame.left + scrollLeft, y: box.top - frame.top + scrollTop - 4 }; // above the names of labels
  }

  draw() {
    const { passage, element } = this;
    if (element.parentElement !== passage.box) passage.box.append(element);
    const mine = (link) => link.head === this.subject || link.tail === this.subject;
    const crowded = this.links.length > MOST_ARCS || crossings(this.links) > MOST_CROSSINGS;
    const shown = crowded ? this.links.filter((link) => mine(link) || this.look(link).begun) : this.links;
    this.crowded = crowded;
    element.setAttribute("width", passage.box.clientWidth);
    element.setAttribute("height", 0); // measured without it, the text has its own height
    const frame = passage.box.getBoundingClientRect();
    const arcs = [];
    for (const link of shown) {
      const [from, to] = [this.endOf(link.head, frame), this.endOf(link.tail, frame)];
      if (from && to) arcs.push(this.arc(link, from, to, mine(link)));
    }
    element.setAttribute("height", passage.box.scrollHeight);
    element.replaceChildren(...arcs);
  }

  arc(link, from, to, mine) {
    const { colour, title, directed, begun, offered } = this.look(link);
    const sameLine = Math.abs(from.y - to.y) < 6;
    const rise = sameLine ? Math.min(17, 7 + Math.abs(from.x - to.x) / 24) : 13;
    const path = `M${from.x} ${from.y}C${from.x} ${from.y - rise} ${to.x} ${to.y - rise} ${to.x} ${to.y}`;
    const strong = mine || begun;
    const parts = [drawing("path", { d: path, stroke: colour, class: begun || offered ? "begun" : "" })];
    if (directed) parts.push(drawing("path", { d: `M${to.x - 3.5} ${to.y - 5}L${to.x} ${to.y}L${to.x + 3.5} ${to.y - 5}`, stroke: colour }));
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - rise * 0.75 + 2 };
    if (sameLine ? Math.abs(from.x - to.x) > 34 : strong) parts.push(drawing("text", { x: middle.x, y: middle.y, fill: colour }, title));
    return drawing("g", { class: strong ? "arc strong" : "arc" }, ...parts);
  }
}
