// What a key means, whatever the keyboard's layout.

// Returns 0-9 or null. An unshifted French top row types & é " ...: there the physical key decides.
function digitOf(event) {
  if (/^[0-9]$/.test(event.key)) return Number(event.key);
  const row = /^Digit([0-9])$/.exec(event.code);
  return row && !event.shiftKey && event.key.length === 1 ? Number(row[1]) : null;
}

function newEventId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID is missing on plain-http addresses
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
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
