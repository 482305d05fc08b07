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

function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
