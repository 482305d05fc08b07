// What stays the same comes once: scripts, style, sentences, labels, texts that were shown before. It is held
// here under its digest as long as the browser tab lives, and put together again with what a run sends.

const MOST_HELD = 400; // more than the server believes to be here
const held = (globalThis.aloiHeld ??= new Map());
const loaded = (globalThis.aloiLoaded ??= new Map());

// Returns the data as it was before it was packed, or null where some of it is not here.
function unpacked({ data, names, fresh }) {
  for (const [digest, value] of Object.entries(fresh)) held.set(digest, value);
  for (const [path, digest] of Object.entries(names)) {
    if (!held.has(digest)) return null;
    const parts = path.split(".");
    const last = parts.pop();
    parts.reduce((part, name) => part[name], data)[last] = held.get(digest);
  }
  // What is named goes behind the rest: it is the last to be forgotten.
  for (const digest of Object.values(names)) {
    const value = held.get(digest);
    held.delete(digest);
    held.set(digest, value);
  }
  for (const digest of held.keys()) {
    if (held.size <= MOST_HELD) break;
    held.delete(digest);
  }
  return data;
}

// Returns the desk of a script, once; its style goes with the element that it is drawn in.
function desk(script) {
  if (!loaded.has(script)) {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    loaded.set(script, import(address).then((module) => {
      URL.revokeObjectURL(address);
      loaded.set(script, module.default);
      return module.default;
    }));
  }
  return loaded.get(script);
}

function dress(root, style) {
  if (root.aloiStyle === style) return;
  root.aloiStyle = style;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
}

// Streamlit ends a drawing that another one overtook only after it has begun the other: what it ends then is not
// the desk, which the other one has.
export default function (component) {
  const { parentElement } = component;
  const turn = (parentElement.aloiTurn = (parentElement.aloiTurn ?? 0) + 1);
  const stop = () => { if (parentElement.aloiTurn === turn) parentElement.aloiDesk?.stop(); };
  const data = unpacked(JSON.parse(new TextDecoder().decode(component.data)));
  if (!data) {
    component.setTriggerValue("event", { kind: "again" });
    return stop;
  }
  dress(parentElement, data.style);
  const serve = desk(data.script);
  if (typeof serve === "function") {
    serve({ ...component, data });
    return stop;
  }
  let left = false;
  serve.then((served) => { if (!left) served({ ...component, data }); });
  return () => {
    left = true;
    stop();
  };
}
