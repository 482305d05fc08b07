// The item after the one answered, shown before the server has confirmed the answer. It is this person's already;
// keys count once the answer is confirmed, as after a wait. A refused answer comes back as it was.

class Ahead {
  constructor(desk) {
    Object.assign(this, { desk, left: null, words: {} });
  }

  // Shows the next item, if it came with the one that is left by this answer or skip.
  go(event) {
    const { desk } = this;
    const { ahead, ...rest } = desk.data;
    if (!ahead) return;
    this.left = { event, draft: desk.draft(), revision: desk.revision, last: desk.last };
    this.words = { [event.event_id]: desk.told(event) }; // what it was called is known as long as it is shown
    // What came with a whole drawing was taken then.
    desk.data = { ...rest, ...ahead, ahead: null, guideline: null };
    desk.guide.take(desk.fit());
    desk.show(nameOf(desk.data.item));
  }

  // Returns whether data of the server confirms the item shown, as it is shown; null where it tells of the one
  // left, and waits.
  settles(data, settled) {
    const { desk, left } = this;
    if (!left) return false;
    const { event_id, kind, item_id, occasion, flag, note } = left.event;
    const here = nameOf(data.item) === desk.item;
    if (settled?.event_id !== event_id) return here ? false : null;
    this.left = null;
    if (nameOf(data.item) !== nameOf({ id: item_id, occasion })) return here && data.revision === desk.revision;
    // It was not stored, or something else stands: what was made comes back, based on what it was made on.
    const { revision, last } = left;
    if (data.error || data.conflict) Object.assign(data, { flag, note, revision, last, draft: kind === "answer" ? left.draft : data.draft });
    return false;
  }

  // Returns what was said of an answer whose item was left before it was confirmed.
  told(event) { return this.words[event.event_id] ?? null; }
}

function nameOf(item) {
  return `${item.id}/${item.occasion}`;
}
