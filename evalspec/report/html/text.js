// Places in a response: code points → offsets of the script, lines, and pieces to mark.

const LINE_END = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g;

/** Knows one response's text. Spans count code points; a string of the script counts UTF-16. */
class Places {
  constructor(text) {
    this.text = text;
    this.astral = null; // offsets in code points of the characters that take two units
    this.starts = null;
    if (/[\ud800-\udbff]/.test(text)) {
      this.astral = [];
      let point = 0;
      for (const character of text) {
        if (character.length === 2) this.astral.push(point);
        point += 1;
      }
    }
  }

  offset(point) {
    return this.astral ? point + countBelow(this.astral, point) : point;
  }

  /** The other way round. */
  point(offset) {
    return this.astral ? offset - countBelow(this.astral, offset, (at, n) => at + n) : offset;
  }

  range([start, end]) {
    return [this.offset(start), this.offset(end)];
  }

  /** Where each line starts, as offsets of the script. */
  lineStarts() {
    if (!this.starts) {
      this.starts = [0];
      for (const found of this.text.matchAll(LINE_END)) {
        this.starts.push(found.index + found[0].length);
      }
    }
    return this.starts;
  }

  /** Line and column in characters, both from 1, as the text output of a check names them. */
  lineOf([start]) {
    const starts = this.lineStarts();
    const line = countBelow(starts, this.offset(start) + 1);
    return `${line}:${start - this.point(starts[line - 1]) + 1}`;
  }
}

/** How many of the sorted numbers are less than `limit`; `value` may depend on the place. */
function countBelow(sorted, limit, value = (number) => number) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(sorted[middle], middle) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Cut a text at the ends of all notes: [{start, end, notes}], in order and without overlap.
 * A note is {range: [start, end], …}; notes may overlap and nest.
 */
function cut(text, notes) {
  const ends = [];
  notes.forEach((note) => {
    if (note.range[0] < note.range[1]) {
      ends.push([note.range[0], 1, note], [note.range[1], 0, note]);
    }
  });
  ends.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const pieces = [];
  const open = new Set();
  let at = 0;
  for (const [place, opens, note] of ends) {
    if (place > at) pieces.push({ start: at, end: place, notes: [...open] });
    at = place;
    if (opens) open.add(note);
    else open.delete(note);
  }
  if (at < text.length) pieces.push({ start: at, end: text.length, notes: [] });
  return pieces;
}
