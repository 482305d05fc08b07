// Where the cursor goes in a text: by lines as they are drawn, and by sentences or words.

const SENTENCE_END = /[.!?]\s*$|\n/;

const LEAPS = {
  // Returns where a line of the page above or below leads: the piece nearest to where the cursor stands.
  line(turn) {
    const here = this.pieces[this.cursor].element.getBoundingClientRect();
    const middle = here.left + here.width / 2;
    let best = -1, far = Infinity, top = null;
    for (let at = this.cursor + turn; at >= 0 && at < this.pieces.length; at += turn) {
      const box = this.pieces[at].element.getBoundingClientRect();
      if (Math.abs(box.top - here.top) < 4) continue;
      if (top !== null && Math.abs(box.top - top) > 4) break;
      top = box.top;
      const off = Math.abs(box.left + box.width / 2 - middle);
      if (off < far) [best, far] = [at, off];
    }
    return best < 0 ? this.cursor : best;
  },

  edge(turn) {
    const { top } = this.pieces[this.cursor].element.getBoundingClientRect();
    let at = this.cursor;
    while (this.pieces[at + turn] && Math.abs(this.pieces[at + turn].element.getBoundingClientRect().top - top) < 4) at += turn;
    return at;
  },

  // Returns where the next or last sentence begins; in a text of characters, the next or last word.
  leap(turn) {
    const { tokens } = this.data.asked;
    const begins = (at) => {
      if (at <= 0) return true;
      const [before, here] = [this.pieces[at - 1], this.pieces[at]];
      if (!tokens) return !this.letters[before.start].trim() && this.letters[here.start].trim();
      return SENTENCE_END.test(this.letters.slice(before.start, here.start).join(""));
    };
    let at = this.cursor + turn;
    while (at > 0 && at < this.pieces.length - 1 && !begins(at)) at += turn;
    return at;
  },
};
