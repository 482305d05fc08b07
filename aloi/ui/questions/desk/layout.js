// Room for long texts: the focus mode, in which the desk fills the window, and a cue where a box holds more below.

const FOCUS_KEY = "aloi.focus";
const SCROLLING = ".sentence, .passage, .preview, .list, .labels, .marked";
const MORE_FROM = 6; // px that are out of sight: less is no line
const CUE_PX = 52; // what the cue of more below covers
const BAR_PX = 60; // the bar above the page, under which it scrolls

class Layout {
  constructor(desk) {
    Object.assign(this, { desk, boxes: [], watch: new ResizeObserver(() => this.look()) });
  }

  // Returns the buttons of the focus mode: nobody decides in it, as what was answered stands above the desk.
  buttons() {
    const { data } = this.desk;
    if (data.decides || !data.texts.focus) return [];
    this.button = action(this.desk, "focus", "F2", () => this.toggle());
    this.button.setAttribute("aria-label", data.texts.focus); // on a phone its word is not shown
    this.button.prepend(make("i", { "aria-hidden": "true" }));
    return [this.button];
  }

  // Puts a cue on each box of a desk just drawn that may have to scroll.
  take() {
    const { root, data } = this.desk;
    this.watch.disconnect();
    this.boxes = [...root.querySelectorAll(SCROLLING)].map((box) => {
      const more = make("button", { type: "button", class: "more", tabindex: "-1", "aria-hidden": "true",
        onclick: () => box.scrollBy({ top: 0.8 * box.clientHeight }) }, make("span", {}, data.texts.more_below ?? ""));
      const around = make("div", { class: `scrolling of-${box.classList[0]}` });
      box.replaceWith(around);
      around.append(box, more);
      box.addEventListener("scroll", () => this.look([[box, around]]), { passive: true });
      this.watch.observe(box);
      new MutationObserver(() => this.lookSoon()).observe(box, { childList: true });
      return [box, around];
    });
    this.fill();
  }

  lookSoon() {
    this.soon ??= requestAnimationFrame(() => {
      this.soon = null;
      this.look();
    });
  }

  look(boxes = this.boxes) {
    const below = boxes.map(([box]) => box.scrollHeight - box.clientHeight - box.scrollTop > MORE_FROM);
    boxes.forEach(([, around], place) => around.classList.toggle("has-more", below[place]));
  }

  toggle() {
    keep(FOCUS_KEY, recalled(FOCUS_KEY) === "on" ? "off" : "on");
    this.fill();
    this.desk.focusBody();
  }

  // Lets the desk fill the window, or stand in the page again.
  fill() {
    const { desk } = this;
    const on = recalled(FOCUS_KEY) === "on" && !desk.data.decides && Boolean(this.button);
    desk.root.classList.toggle("focus", on);
    this.button?.setAttribute("aria-pressed", String(on));
    this.lookSoon();
  }

  // Returns what a key does to the layout, or null.
  key(event) {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    return plain && event.key === "F2" && this.button ? () => this.toggle() : null;
  }
}

// Scrolls a text within itself so that what is marked in it is read; one that holds it in sight stays at its start.
function showMarked(box) {
  box.scrollTop = 0;
  const mark = box.querySelector("mark")?.getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  if (mark && mark.bottom > bottom - CUE_PX) box.scrollTop = (mark.top + mark.bottom) / 2 - top - box.clientHeight / 2;
}

// A new item is read from its beginning: where the window was scrolled past that, it comes back, and no further.
function readFromStart(desk) {
  const text = desk.root.querySelector(".texts, .board, .work, .text");
  const bar = desk.root.classList.contains("focus") ? 0 : BAR_PX;
  if (text && text.getBoundingClientRect().top < bar) text.scrollIntoView({ block: "start" });
}

function recalled(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return keep.last?.[key] ?? null; // storage may be refused by the browser
  }
}

function keep(key, value) {
  (keep.last ??= {})[key] = value; // it then lasts until the page is closed
  try {
    localStorage.setItem(key, value);
  } catch {
    // as said
  }
}
