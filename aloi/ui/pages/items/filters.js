// The filters above the table of items: what is chosen is the query of the address, and of each request.

const FLAGS = ["needed", "disputed", "flagged", "skipped", "noted"];
const QUERY = ["text", "in", "annotator", "label", "gap", "split", ...FLAGS, "sort", "reverse", "row", "item"];

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made[name] = value;
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((one) => one !== null && one !== undefined));
  return made;
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function counted(sentence, count, speech) {
  const form = typeof sentence === "string" ? sentence : sentence[new Intl.PluralRules(speech.language).select(count)] ?? sentence.other;
  return fill(form, { count: speech.number(count) });
}

// The state of the table as the address has it: a link that somebody sends shows the same rows.
function readAddress() {
  const address = new URLSearchParams(window.location.search);
  return Object.fromEntries(QUERY.filter((name) => address.get(name)).map((name) => [name, address.get(name)]));
}

function writeAddress(state) {
  const address = new URL(window.location.href);
  for (const name of QUERY) {
    if (state[name]) address.searchParams.set(name, state[name]);
    else address.searchParams.delete(name);
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address.href);
}

// The query of a request for rows; `in` is the round, whose name the address needs for the chosen campaign.
function queryOf(state) {
  const query = new URLSearchParams();
  for (const name of ["text", "annotator", "label", "gap", "split", ...FLAGS, "sort", "reverse"]) {
    if (state[name]) query.set(name, state[name]);
  }
  if (state.in) query.set("round", state.in);
  return query;
}

function isFiltered(state) {
  return ["text", "in", "annotator", "label", "gap", "split", ...FLAGS].some((name) => state[name]);
}

function drawFilters(box, data, speech, state, changed) {
  const { texts, facets } = data;
  const select = (name, first, options) => {
    const list = make("select", { "aria-label": first, onchange: () => changed({ [name]: list.value }) },
      make("option", { value: "" }, first),
      ...options.map(([value, title]) => make("option", { value, selected: state[name] === value }, title)));
    if (state[name]) list.classList.add("chosen");
    return list;
  };
  const search = make("input", {
    type: "search", class: "search", placeholder: texts.search, "aria-label": texts.search, value: state.text ?? "",
    "aria-keyshortcuts": "/",
  });
  let waiting;
  search.oninput = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => changed({ text: search.value.trim() }), 200);
  };
  const rounds = facets.rounds.map((one) => [String(one.number), one.name]);
  const gaps = facets.gaps.map((one) => [String(one), fill(texts.gap_least, { gap: speech.number(one) })]);
  const lists = make("div", { class: "lists" },
    rounds.length > 1 || facets.unused ? select("in", texts.any_round, [...rounds, ["none", texts.no_round]]) : null,
    facets.annotators.length > 1 ? select("annotator", texts.any_annotator, facets.annotators.map((one) => [one, one])) : null,
    facets.labels.length > 1
      ? select("label", texts.any_label, facets.labels.map((one) => [one.name, `${speech.shown(one.title)} (${speech.number(one.items)})`])) : null,
    gaps.length ? select("gap", texts.any_gap, gaps) : null,
    facets.splits.length ? select("split", texts.any_split, facets.splits.map((one) => [one, speech.split(one)])) : null);
  const flags = make("div", { class: "flags" }, ...FLAGS.filter((name) => facets.counts[name] || state[name]).map((name) =>
    make("button", {
      type: "button", class: state[name] ? "flag chosen" : "flag", "aria-pressed": String(Boolean(state[name])),
      onclick: () => changed({ [name]: state[name] ? "" : "1" }),
    }, `${texts[name]} `, make("span", { class: "count" }, speech.number(facets.counts[name] ?? 0)))));
  const reset = isFiltered(state)
    ? make("button", { type: "button", class: "reset", onclick: () => changed(Object.fromEntries(QUERY.map((one) => [one, ""]))) }, texts.reset)
    : null;
  const before = box.querySelector(".search");
  const focused = before && before === box.getRootNode().activeElement;
  const { value: typed, selectionStart: caret } = before ?? {};
  box.replaceChildren(search, lists, flags, ...(reset ? [reset] : []));
  if (focused) {
    search.value = typed;
    search.focus();
    search.setSelectionRange(caret, caret);
  }
}
