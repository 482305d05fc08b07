// What those need who see no colours, hear the screen or use no mouse: what is told once, and who has the keyboard.

// Writes a text only where it changed: what a live region is given again is read out again.
function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Draws the parts of a live region anew only once they stand for something else.
function redraw(element, standsFor, draw) {
  if (element.standsFor === standsFor && element.firstChild) return;
  element.standsFor = standsFor;
  element.replaceChildren(...draw());
}

// The same words twice are two events: a space at the end makes them a new text, which is read out.
function toldAnew(before, text) {
  return before === text ? `${text}\u00a0` : text;
}

// A text that scrolls within itself can be reached by keyboard, and is named by its heading.
function scrollable(tag, name, label, more = {}) {
  return make(tag, { class: name, tabindex: "0", role: "region", "aria-label": label, ...more });
}

// A list whose chosen row is told of while the keyboard stays on the list, or in the search above it.
function pointAt(element, row) {
  if (row) element.setAttribute("aria-activedescendant", row.id);
  else element.removeAttribute("aria-activedescendant");
}

// A sentence whose marks stay with the word before them: French writes a space there.
function unbroken(text) {
  return text.replace(/ (?=[;:?!»])/g, "\u00a0");
}

// Each colour of a label is mixed with the ink, once: as a line it then stands out from the paper, also by night.
function legible(data) {
  const asked = data.asked ?? data.alignment;
  for (const label of asked?.labels ?? []) {
    if (label.colour?.startsWith("#")) label.colour = `color-mix(in srgb, ${label.colour} 70%, var(--ink))`;
    if (label.gloss) label.gloss = unbroken(label.gloss);
  }
  for (const question of [asked, ...(data.scales ?? []), ...(data.scales ?? []).flatMap((scale) => scale.degrees)])
    for (const name of ["question", "gloss"]) if (question?.[name]) question[name] = unbroken(question[name]);
  if (data.ahead) legible(data.ahead);
}

// While it is open the rest of the page gets neither the keyboard nor the mouse.
function openModal(dialog, open) {
  if (open && !dialog.open) dialog.showModal();
  else if (!open && dialog.open) dialog.close();
}

// What the keyboard is on, to be given it again once a panel closes; null for who has just clicked.
function keyboardOf(root) {
  const active = root.getRootNode().activeElement;
  return active && active !== root && active.matches(":focus-visible") ? active : null;
}

function giveBack(element) {
  const usable = element?.isConnected && !element.disabled && element.checkVisibility();
  if (usable) element.focus({ preventScroll: true });
  return usable;
}
