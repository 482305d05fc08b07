// What a person is doing, kept in this tab at each stroke: a reload loses nothing, whenever it comes.
// Places, labels and a person's own words, never a text of the corpus. Forgotten once it is stored, when
// somebody else signs in, and at sign-out (`forget.js` of the pages outside).
// Browsers write the storage of a tab to the disk. Work on a restricted corpus is kept in memory alone, which ends
// with the page: after a reload the draft of the server is all there is.

const WORK = "aloi.work/";
const SIGNED_OUT = "aloi.signed_out";
const UNDER_WAY = new Set(["answer", "skip"]); // sent again after a reload, with the id they had

const MEMORY = (globalThis.aloiWork ??= new Map());
const MEMORY_STORAGE = {
  getItem: (key) => MEMORY.get(key) ?? null,
  setItem: (key, value) => MEMORY.set(key, value),
  removeItem: (key) => MEMORY.delete(key),
};
let inMemory = false;

function storage() {
  return inMemory ? MEMORY_STORAGE : sessionStorage;
}

// Storage may be refused by the browser, or full: then the server's draft is all there is.
function readWork(key) {
  try {
    return JSON.parse(storage().getItem(key));
  } catch {
    return null;
  }
}

function writeWork(key, work) {
  try {
    if (work) storage().setItem(key, JSON.stringify(work));
    else storage().removeItem(key);
  } catch {
    // nothing is kept
  }
}

// Returns where work is kept in this tab.
function workPlaces() {
  try {
    const keys = inMemory ? [...MEMORY.keys()] : Object.keys(sessionStorage);
    return keys.filter((key) => key.startsWith(WORK));
  } catch {
    return [];
  }
}

function forgetWork(isGone) {
  for (const key of workPlaces()) if (isGone(key)) writeWork(key, null);
}

// What was left in the tab's storage before the corpus was restricted goes as well.
function keepInMemory(isRestricted, isGone) {
  inMemory = false;
  if (isRestricted) forgetWork(isGone);
  inMemory = isRestricted;
}

class Keeper {
  constructor(desk) {
    Object.assign(this, { desk, spent: 0, at: 0, edited: null, drafted: false, begun: false });
    this.onHide = () => this.keepTime();
    this.onSignedOut = (event) => event.key === SIGNED_OUT && forgetWork(() => true);
  }

  listen() {
    window.addEventListener("pagehide", this.onHide);
    window.addEventListener("storage", this.onSignedOut);
  }

  stop() {
    this.keepTime();
    window.removeEventListener("pagehide", this.onHide);
    window.removeEventListener("storage", this.onSignedOut);
  }

  // Returns where the work on an item is kept; null where nobody says whose it is, and for decisions.
  place(item = this.desk.data?.item) {
    const { person, round, decides } = this.desk.data ?? {};
    return person && round && item && !decides ? `${WORK}${person}/${round}/${item.id}/${item.occasion}` : null;
  }

  // The server's time in seconds, as far as is known, and later than all that was kept before.
  clock() {
    this.at = Math.max(Date.now() / 1000 + (this.skew ?? 0), this.at + 0.001);
    return this.at;
  }

  // Called with each data; the first ones tell what a reload broke off.
  receive(data) {
    this.at = Math.max(this.at, data.saved_at ?? 0);
    // What the server told was underway for a while: the least late of all it told is nearest to its clock.
    if (data.now) this.skew = Math.max(this.skew ?? -Infinity, data.now - Date.now() / 1000);
    if (this.begun || !this.place()) return;
    this.begun = true;
    keepInMemory(Boolean(data.restricted), (key) => key.startsWith(`${WORK}${data.person}/${data.round}/`));
    forgetWork((key) => !key.startsWith(`${WORK}${data.person}/`));
    const mine = `${WORK}${data.person}/${data.round}/`;
    const works = workPlaces().filter((key) => key.startsWith(mine)).map(readWork);
    // An event that was stored after all is known there by its id: sent again it changes nothing, and the
    // person stays where the address says.
    const unheard = works.filter((work) => work?.event).sort((a, b) => a.at - b.at);
    this.desk.outbox.unshift(...unheard.map((work) => ({ ...work.event, resent: true })));
  }

  isOld(work) { return work.at < (this.desk.data.saved_at ?? 0); }

  // A new item: gives back what was under way on it where nothing newer is stored. Returns whether it did.
  restore() {
    const { data } = this.desk;
    Object.assign(this, { spent: 0, edited: null, drafted: false, at: Math.max(this.at, data.saved_at ?? 0) });
    const place = this.place();
    const work = place && readWork(place);
    if (!work) return false;
    if (this.isOld(work)) {
      // An answer on its way is not settled by clocks, which differ: the server tells of it by its id.
      if (!work.event) writeWork(place, null);
      return false;
    }
    this.at = Math.max(this.at, work.at);
    this.spent = work.seconds;
    if (work.note === undefined) return false;
    Object.assign(this, { edited: work.at, drafted: work.draft !== undefined });
    Object.assign(data, { note: work.note, flag: work.flag });
    // With labels that have changed since, what the server made of it counts.
    if ((work.schema ?? data.schema) === data.schema) data.draft = work.draft ?? data.draft;
    return true;
  }

  seconds() {
    return Math.round((this.spent * 1000 + Math.max(0, performance.now() - this.desk.shownAt))) / 1000;
  }

  // Keeps what stands on the screen; `event` is the answer on its way.
  keep({ drafted = false, event = null } = {}) {
    const place = this.place();
    if (!place) return;
    this.edited = this.clock();
    this.drafted = this.drafted || drafted;
    this.write(place, event && UNDER_WAY.has(event.kind) ? event : null);
  }

  keepTime() {
    const place = this.place();
    if (place && this.desk.item) this.write(place, readWork(place)?.event ?? null);
  }

  write(place, event) {
    const { desk } = this;
    const work = { at: this.edited ?? desk.data.saved_at ?? 0, seconds: this.seconds() };
    if (this.edited) Object.assign(work, { note: desk.view.note.value, flag: desk.flag });
    if (this.drafted) Object.assign(work, { draft: desk.draft(), schema: desk.data.schema });
    if (event) work.event = event;
    writeWork(place, work);
  }

  // An event was heard of: what is "stored" is forgotten here, what was "refused" stays as it was made; what
  // met another version ("asked") is sent again after a reload, which asks again.
  heard(event, outcome) {
    if (outcome === "asked") return;
    if (ASIDE.has(event.kind) || event.kind === "undo") return;
    const place = this.place({ id: event.item_id, occasion: event.occasion });
    const work = place && readWork(place);
    if (!work) return;
    delete work.event;
    writeWork(place, outcome === "stored" ? null : work);
  }
}
