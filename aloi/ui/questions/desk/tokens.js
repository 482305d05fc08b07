// Tokens of two texts, and which of them stand on one side only. Texts enter the page as text nodes alone.

const TOKEN = /[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]/gu;
const MOST_CELLS = 4_000_000; // beyond this (two very long texts) nothing is tinted

// Signs that are written in several ways: which way is no difference.
const APOSTROPHES = /[’ʼ‘´`′]/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;
// Two sentences that have nothing to do with each other share about a quarter of their words, the small ones. Where
// more than this differ, what is alike is chance, and a text tinted all over shows nothing.
const MOST_DIFFERING = 0.7;

function tokensOf(text) {
  return text.match(TOKEN) ?? [];
}

// Returns what a token is whichever way it is written: in small letters, composed, with plain signs.
function likeness(token) {
  return token.normalize("NFC").toLowerCase().replace(APOSTROPHES, "'").replace(HYPHENS, "-");
}

// Returns what is tinted of two texts, or the name of the message that says why nothing is.
function tinted(left, right) {
  const flags = differing(left, right);
  if (!flags) return { flags: [[], []], unmarked: "tint_too_long" };
  const ofWords = [left, right].flatMap((tokens, side) => flags[side].filter((_, place) => /[\p{L}\p{N}]/u.test(tokens[place])));
  const most = ofWords.filter(Boolean).length > MOST_DIFFERING * ofWords.length;
  return most ? { flags: [[], []], unmarked: "tint_too_many" } : { flags, unmarked: "" };
}

// Returns, for each token of both sides, whether it is missing from their longest common subsequence; null
// for texts too long to compare.
function differing(left, right) {
  const alike = [left.map(likeness), right.map(likeness)];
  const words = (tokens) => tokens.map((_, place) => place).filter((place) => tokens[place].trim());
  const rows = words(left), columns = words(right);
  const flags = [left.map(() => false), right.map(() => false)];
  if (rows.length * columns.length > MOST_CELLS) return null;
  const same = (r, c) => alike[0][rows[r]] === alike[1][columns[c]];
  const width = columns.length + 1;
  const longest = new Uint16Array((rows.length + 1) * width);
  for (let r = rows.length - 1; r >= 0; r--)
    for (let c = columns.length - 1; c >= 0; c--)
      longest[r * width + c] = same(r, c)
        ? longest[(r + 1) * width + c + 1] + 1
        : Math.max(longest[(r + 1) * width + c], longest[r * width + c + 1]);
  for (const place of rows) flags[0][place] = true;
  for (const place of columns) flags[1][place] = true;
  for (let r = 0, c = 0; r < rows.length && c < columns.length; ) {
    if (same(r, c)) flags[0][rows[r++]] = flags[1][columns[c++]] = false;
    else if (longest[(r + 1) * width + c] >= longest[r * width + c + 1]) r++;
    else c++;
  }
  return flags;
}

function drawText(box, tokens, flags) {
  const bridged = tokens.map((token, at) => flags[at] || (!token.trim() && flags[at - 1] && flags[at + 1]));
  const parts = [];
  for (let start = 0, end; start < tokens.length; start = end) {
    for (end = start + 1; end < tokens.length && bridged[end] === bridged[start]; ) end++;
    const text = tokens.slice(start, end).join("");
    parts.push(bridged[start] ? make("mark", { class: "differs" }, text) : text);
  }
  box.replaceChildren(...parts);
}
