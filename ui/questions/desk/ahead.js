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
    this.left = { event, draft: desk.draft() };
    this.words = { [event.event_id]: desk.told(event) }; // what it was called is known as long as it is shown
    desk.data = { ...rest, ...ahead, ahead: null };
    desk.fit();
    desk.show(nameOf(desk.data.item));
  }

  // Returns whether data of the server confirms the item shown; null where it tells of the one left, and waits.
  settles(data, settled) {
    const { left } = this;
    if (!left) return false;
    if (settled?.event_id !== left.event.event_id) return nameOf(data.item) === this.desk.item ? false : null;
    this.left = null;
    if (!data.error) return nameOf(data.item) === this.desk.item;
    const { kind, flag, note } = left.event;
    Object.assign(data, { flag, note, draft: kind === "answer" ? left.draft : data.draft });
    return false;
  }

  // Returns what was said of an answer whose item was left before it was confirmed.
  told(event) { return this.words[event.event_id] ?? null; }
}

function nameOf(item) {
  return `${item.id}/${item.occasion}`;
}
