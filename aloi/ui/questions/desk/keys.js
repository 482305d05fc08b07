// What a key means, whatever the keyboard's layout.

// Keys that mean the same at every desk; `save` has the key of its desk besides.
const SHARED_KEYS = { save: "", undo: "u", skip: "s", flag: "f", note: "n", guideline: "?" };
// Neither a mouse nor keys: hints name what a finger does. With a keyboard beside it, the keys count again.
const FINGERS = matchMedia("(hover: none) and (pointer: coarse)");
const fitted = new WeakMap();

// Returns 0-9 or null. An unshifted French top row types & é " ...: there the physical key decides.
function digitOf(event) {
  if (/^[0-9]$/.test(event.key)) return Number(event.key);
  const row = /^Digit([0-9])$/.exec(event.code);
  return row && !event.shiftKey && event.key.length === 1 ? Number(row[1]) : null;
}

// Returns the digit, letter (large with Shift, whatever Caps Lock says) or sign that is struck, "" for another key.
function strokeOf(event) {
  const digit = digitOf(event);
  if (digit !== null) return String(digit);
  const signs = [...event.key];
  if (signs.length !== 1 || !event.key.trim()) return "";
  const letter = folded(event.key);
  return event.shiftKey && letter.length === 1 ? letter.toUpperCase() : letter;
}

// Returns strokes as they stand on a button.
function written(strokes) {
  return /^\p{Lu}/u.test(strokes) ? `⇧ ${strokes[0].toLowerCase()}${strokes.slice(1)}` : strokes;
}

// Letters without their accents, in lower case: "Fièvre" is found by "fievre".
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/œ/gi, "oe").replace(/æ/gi, "ae")
    .replace(/[’ʼ]/g, "'").replace(/\s/g, " ").toLowerCase();
}

// Returns the sentences of a desk; those that name keys in the words of a finger, where there is no keyboard.
// The same object for the same sentences: what is drawn of them is drawn once.
function fitting(texts) {
  if (!FINGERS.matches) return texts;
  if (fitted.has(texts)) return fitted.get(texts);
  const ends = (name) => name.endsWith("_touch");
  const instead = Object.entries(texts).filter(([name]) => ends(name)).map(([name, text]) => [name.slice(0, -6), text]);
  fitted.set(texts, { ...texts, ...Object.fromEntries(instead) });
  return fitted.get(texts);
}

function newEventId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is missing on plain-http addresses
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Whether a press is the second half of a double click; quick taps are meant one by one.
function isSecondClick(event) {
  return event.detail > 1 && event.pointerType !== "touch";
}

// A key that does its work again as long as it is held.
function again(act) {
  return Object.assign(act, { mayRepeat: true });
}

// A sentence with a plural is a table by category, in a language whose rules choose by `count`.
function fill(sentence, values) {
  if (typeof sentence !== "string") {
    const form = new Intl.PluralRules(sentence.language).select(Number(values.count));
    return fill(sentence[form] ?? sentence.other, values);
  }
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
