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

function valuesOf(scale) {
  const count = Math.round((scale.high - scale.low) / scale.step) + 1;
  return Array.from({ length: count }, (_, place) => Number((scale.low + place * scale.step).toFixed(10)));
}

// A scale of up to ten one-digit whole numbers is answered by keys; any other by a typed number.
function isKeyed(scale) {
  const whole = [scale.low, scale.high, scale.step].every(Number.isInteger);
  return whole && scale.low >= 0 && scale.high <= 9;
}

// Returns the value of the scale that a person typed, or null.
function typedValue(scale, text) {
  const written = text.trim().replace(",", ".");
  const number = /^-?\d+(\.\d+)?$/.test(written) ? Number(written) : NaN;
  const steps = (number - scale.low) / scale.step;
  const fits = number >= scale.low && number <= scale.high && Math.abs(steps - Math.round(steps)) < 1e-9;
  return fits ? number : null;
}

function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
