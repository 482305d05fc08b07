// Where the person is: the round, the number of the item among theirs, and the ways to others. An item done
// before stands there to be looked at; it changes only when it is saved again.

const APPLE = /Mac|iP(hone|ad|od)/.test(navigator.platform); // Alt+arrow moves by words in a field there

function looksBack(desk) {
  const { where } = desk.data;
  return Boolean(where?.number && where.number <= where.done);
}

// Goes to {number}, {round}, {list}, or with {leave} back to the item under way; work under way is kept first, a correction begun is let go of.
function goElsewhere(desk, value) {
  if (desk.locked()) return;
  if (!looksBack(desk)) desk.keepDraftNow();
  desk.keepNote();
  desk.post("go", { value });
}

function goToNumber(desk, number) {
  const { where, texts } = desk.data;
  const last = where.done + 1;
  if (number === where.number) return;
  if (number >= 1 && number <= last) return goElsewhere(desk, { number });
  if (number === 0 || number === last + 1) return; // a key pressed at either end
  desk.problem = fill(texts.jump_range, { number, last });
  desk.paint();
}

function leaveJump(desk) {
  const { jump } = desk.view.places;
  jump.value = desk.data.where.number;
  desk.focusBody();
  desk.root.contains(desk.root.getRootNode().activeElement) && jump.blur();
}

function stepButton(desk, name, sign, turn) {
  const words = desk.data.texts;
  return make("button", {
    type: "button", class: "action step", "data-action": name, title: words[`${name}_help`], "aria-label": words[name],
    onclick: () => goToNumber(desk, desk.data.where.number + turn),
  }, make("span", { "aria-hidden": "true" }, sign));
}

function drawPlaces(desk) {
  const words = desk.data.texts;
  const jump = make("input", {
    type: "text", inputmode: "numeric", class: "jump", maxlength: "6", autocomplete: "off",
    title: words.jump_help, "aria-label": words.jump,
    onfocus: () => jump.select(),
    // Enter, and the "done" of a keyboard of digits on a phone, which has no Enter.
    onchange: () => {
      const number = Number(jump.value);
      jump.value = desk.data.where.number;
      goToNumber(desk, Number.isInteger(number) ? number : -1);
    },
  });
  const name = make("span", { class: "name" });
  const round = make("select", {
    class: "round", "aria-label": words.round, onchange: () => {
      const chosen = round.value;
      round.value = desk.data.where.round; // until the page has gone there
      goElsewhere(desk, { round: chosen });
    },
  });
  const previous = stepButton(desk, "previous", "‹", -1), next = stepButton(desk, "next", "›", 1);
  const list = make("button", {
    type: "button", class: "action", "data-action": "list", title: words.my_answers_help,
    "aria-label": words.my_answers, onclick: () => goElsewhere(desk, { list: true }),
  }, make("span", { "aria-hidden": "true" }, "☰"), make("span", { class: "wide" }, words.my_answers));
  const steps = make("div", { class: "steps", role: "group", "aria-label": words.steps }, previous, jump, next, list);
  const told = make("span", { class: "looked-at", role: "status" });
  const back = make("div", { class: "looking-back", hidden: true }, told,
    make("button", {
      type: "button", class: "action", "data-action": "leave", title: words.leave_as_is_help,
      onclick: () => leave(desk),
    }, make("kbd", { "aria-hidden": "true" }, words.key_escape), make("span", {}, words.leave_as_is)));
  const tools = make("div", { class: "tools" }); // what is about the desk, and not about the item
  return { top: make("div", { class: "where" }, name, round, tools, steps), tools, name, round, steps, previous, next, jump, told, back };
}

// Puts the desk in sight once another item was asked for: the list below it is long.
function bringIntoSight(desk) {
  const { top } = desk.root.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 2) desk.root.scrollIntoView({ block: "start" });
}

function leave(desk) { goElsewhere(desk, { leave: true }); }

function paintPlaces(desk) {
  const { where, texts } = desk.data;
  const { places } = desk.view;
  const several = where?.rounds.length > 1;
  places.name.hidden = !where || several;
  places.round.hidden = !several;
  places.steps.hidden = !where;
  const back = looksBack(desk);
  places.back.hidden = !back;
  desk.root.classList.toggle("looks-back", back);
  if (!where) return;
  places.name.textContent = where.name;
  const listed = JSON.stringify(where.rounds);
  if (several && places.listed !== listed) {
    places.listed = listed;
    places.round.replaceChildren(...where.rounds.map((one) => make("option", { value: one.id }, one.name)));
  }
  places.round.value = where.round;
  places.round.title = where.name;
  if (places.jump.getRootNode().activeElement !== places.jump) places.jump.value = where.number;
  places.previous.disabled = where.number <= 1;
  places.next.disabled = !back;
  if (!back) return;
  const told = where.skipped ? texts.back_skipped : texts.back_answered;
  places.told.textContent = fill(told, { number: where.number, value: where.answer });
}

// Returns what a key does to where the person is, null for a key that is left to its field, else nothing.
function placesKey(desk, event, target, typing) {
  const { key } = event;
  const { places } = desk.view;
  if (!desk.data.where || desk.panel) return undefined;
  const alone = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (target === places.jump) {
    if (key === "Enter") return () => leaveAfterChange(desk);
    return key === "Escape" ? () => leaveJump(desk) : null;
  }
  if (target === places.round) return key === "Escape" ? () => desk.focusBody() : null;
  if (alone && !(typing && APPLE)) {
    const { number } = desk.data.where;
    const act = {
      ArrowLeft: () => goToNumber(desk, number - 1), ArrowRight: () => goToNumber(desk, number + 1),
      ArrowUp: () => places.jump.focus(), ArrowDown: () => goElsewhere(desk, { list: true }),
    }[key];
    if (act) return act;
  }
  const cancels = key === "Escape" && looksBack(desk) && !typing && !desk.underWay();
  return cancels ? () => leave(desk) : undefined;
}

function leaveAfterChange(desk) {
  desk.view.places.jump.blur(); // which tells of the change
  desk.focusBody();
}

// Whether a key is meant for something else on the page: a button that has the keyboard, a list with its own keys.
function actsItself(event, target) {
  if (event.composedPath().some((one) => one.dataset?.keys === "own")) return true;
  const control = target.closest?.("button, a, summary, [role=button], [role=tab], [role=radio]");
  return Boolean(control) && /^(Enter| |Arrow\w+|Home|End)$/.test(event.key) && !event.altKey;
}
