// The panel of one item: its whole texts, every answer with its history, notes, decisions and origin.

function markedText(parts, speech) {
  const text = make("p", { class: "text", lang: speech.lang, translate: "no" });
  for (const [part, mark] of parts) text.append(mark ? make("mark", {}, part) : part);
  return text;
}

function chip([name, text, colour], speech) {
  const made = make("span", { class: "chip", title: `${name}: ${speech.shown(text)}` },
    make("span", { class: "who" }, name), make("b", {}, speech.shown(text)));
  made.style.setProperty("--tone", speech.tone(colour));
  made.style.setProperty("--least", `${Math.min(name.length, NAMES_KEPT) + 0.5}ch`);
  return made;
}

const SHORT = 6; // letters of an answer of which two stand in a line, each with its annotator
const LONG = 12; // letters of an answer that has a line of its own
const LINES = 2; // of answers in a row
const NAMES_KEPT = 9; // letters of the names beside an answer that is cut

// Few short answers one by one; others as one chip for each different one, with who gave it or how many did.
function chips(answers, speech) {
  const longest = Math.max(0, ...answers.map((one) => speech.shown(one[1]).length));
  if (answers.length <= 4 && longest <= SHORT) return answers.map((one) => chip(one, speech));
  const groups = new Map();
  for (const one of answers) groups.set(one[1], [...(groups.get(one[1]) ?? []), one]);
  const fillsLines = longest > LONG || groups.size <= LINES;
  const made = [...groups.values()].sort((a, b) => b.length - a.length).map((group) => {
    const names = group.map((one) => one[0]);
    const who = names.length <= (fillsLines ? 3 : 1) ? names.join(" ") : `${names.length}×`;
    const drawn = chip([who, group[0][1], group[0][2]], speech);
    drawn.title = `${speech.shown(group[0][1])}: ${names.join(", ")}`;
    drawn.classList.toggle("long", fillsLines);
    return drawn;
  });
  if (longest <= LONG || made.length <= LINES) return made;
  const rest = made.splice(LINES - 1);
  return [...made, make("span", { class: "who more", title: rest.map((one) => one.title).join("\n") }, `+ ${rest.length}`)];
}

function drawAnswer(answer, speech) {
  const { texts } = speech;
  const facts = [
    fill(texts.round_name, { number: answer.round }),
    answer.guideline ? fill(texts.guideline, { version: answer.guideline }) : null,
    answer.seconds ? fill(texts.seconds, { seconds: speech.number(Math.round(answer.seconds * 10) / 10) }) : null,
    answer.at ? speech.moment(answer.at) : null,
  ].filter(Boolean);
  return make("li", {},
    make("div", { class: "line" }, make("span", { class: "who" }, answer.annotator),
      make("b", { class: answer.skipped ? "skipped" : "" }, answer.skipped ?? speech.shown(answer.text || texts.undone)),
      answer.flag ? make("span", { class: "sign" }, `⚑ ${texts.has_flag}`) : null),
    make("div", { class: "facts" }, facts.join(" · ")),
    answer.note ? make("blockquote", { lang: speech.lang }, answer.note) : null,
    answer.reopened ? make("div", { class: "facts" }, fill(texts.was_reopened, { message: answer.reopened })) : null,
    answer.earlier.length
      ? make("div", { class: "facts" }, fill(texts.earlier, { answers: answer.earlier.map((one) => speech.shown(one || texts.undone)).join(" → ") }))
      : null);
}

function section(title, ...children) {
  return children.length ? [make("h3", {}, title), ...children] : [];
}

// `row` is that of the table, known at once; `detail` comes from the server.
function drawPanel(panel, row, detail, speech, act) {
  const { texts } = speech;
  const gold = row.gold
    ? [make("p", {}, make("b", {}, speech.shown(row.gold)), ` · ${texts[`status_${row.status}`] ?? row.status}`,
      row.split ? ` · ${speech.split(row.split)}` : "")] : [];
  const decisions = (detail?.decisions ?? []).map((one) => make("li", {},
    make("div", { class: "line" }, make("b", {}, speech.shown(one.text)), make("span", { class: "who" }, one.adjudicators.join(", "))),
    one.why ? make("blockquote", {}, one.why) : null,
    make("div", { class: "facts" }, [fill(texts.round_name, { number: one.round }), speech.moment(one.at)].join(" · "))));
  const origins = (detail?.origins ?? []).map((one) => make("li", {}, [one.miner, one.stratum,
    one.score === null ? null : fill(texts.score, { score: speech.number(Math.round(one.score * 1000) / 1000) }),
    speech.moment(one.at)].filter(Boolean).join(" · ")));
  const decides = act.adjudicate && row.round && (row.gap || row.decision);
  const buttons = make("div", { class: "acts" },
    decides ? make("button", { type: "button", class: "primary", onclick: () => act.adjudicate(row) },
      row.decision === "decided" ? texts.decide_again : texts.adjudicate) : null,
    make("button", { type: "button", onclick: () => act.step(-1), "aria-label": texts.previous, title: texts.previous }, "↑"),
    make("button", { type: "button", onclick: () => act.step(1), "aria-label": texts.next, title: texts.next }, "↓"),
    make("button", { type: "button", class: "close", onclick: act.close, "aria-label": texts.close, title: texts.close }, "✕"));
  panel.replaceChildren(
    make("header", {}, make("h2", {}, texts.item), buttons),
    make("div", { class: "body" },
      ...(detail?.texts ?? row.texts).map((one) => markedText(one, speech)),
      ...section(texts.answers, ...(detail
        ? (detail.answers.length ? [make("ul", {}, ...detail.answers.map((one) => drawAnswer(one, speech)))] : [make("p", { class: "facts" }, texts.no_answer)])
        : [make("p", { class: "facts" }, texts.loading)])),
      ...section(texts.gold, ...gold),
      ...section(texts.decisions, ...(decisions.length ? [make("ul", {}, ...decisions)] : [])),
      ...section(texts.origin, ...(origins.length ? [make("ul", {}, ...origins)] : [])),
      make("p", { class: "facts id" }, row.item)));
}
