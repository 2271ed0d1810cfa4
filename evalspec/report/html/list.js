// The list: a listbox of which only the rows in sight exist, so its length does not matter.

const ROW = 76;
const SPARE = 6;

class List {
  /** `selected` is called with the number of the item that is chosen. */
  constructor(box, selected) {
    this.box = box;
    this.selected = selected;
    this.shown = [];
    this.source = 0;
    this.at = -1;
    this.inner = h("div", { role: "presentation", class: "inner" });
    box.append(this.inner);
    box.addEventListener("scroll", () => this.draw(), { passive: true });
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) this.choose(Number(row.dataset.at));
    });
    new ResizeObserver(() => this.draw()).observe(box);
  }

  /** Show these items; keep the one that is chosen when it is among them. */
  show(numbers, source, chosen) {
    this.shown = numbers;
    this.source = source;
    this.inner.style.height = `${numbers.length * ROW}px`;
    this.at = numbers.indexOf(chosen);
    if (this.at < 0) this.at = numbers.length ? 0 : -1;
    this.reveal();
    this.draw();
    this.selected(this.at < 0 ? -1 : numbers[this.at]);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / ROW) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page,
      Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.choose(Math.min(this.shown.length - 1, Math.max(0, this.at + steps[event.key])));
  }

  choose(at) {
    if (at < 0 || at >= this.shown.length) return;
    this.at = at;
    this.reveal();
    this.draw();
    this.selected(this.shown[at]);
  }

  reveal() {
    const top = this.at * ROW;
    const view = this.box.scrollTop;
    if (this.at < 0 || top < view) this.box.scrollTop = Math.max(0, top);
    else if (top + ROW > view + this.box.clientHeight) {
      this.box.scrollTop = top + ROW - this.box.clientHeight;
    }
  }

  draw() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - SPARE);
    const last = Math.min(this.shown.length,
      Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + SPARE);
    const rows = [];
    for (let at = first; at < last; at += 1) rows.push(this.row(at));
    // what a screen reader follows must exist even when it was scrolled out of sight
    if (this.at >= 0 && (this.at < first || this.at >= last)) rows.push(this.row(this.at));
    this.inner.replaceChildren(...rows);
    if (this.at >= 0) this.box.setAttribute("aria-activedescendant", `row-${this.at}`);
    else this.box.removeAttribute("aria-activedescendant");
  }

  row(at) {
    const item = itemOf(this.shown[at]);
    const said = item.said[this.source];
    const row = h("div", { role: "option", id: `row-${at}`, class: "row", "data-at": String(at),
      "aria-selected": String(at === this.at), "aria-posinset": String(at + 1),
      "aria-setsize": String(this.shown.length) },
    mark(said.outcome), h("span", { class: "hidden" }, said.outcome + ": "),
    h("span", { class: "row-text" }, flat(item.text, 200)),
    h("span", { class: "row-meta" }, ...chips(said), flat(rowMeta(item, said), 120)));
    row.style.top = `${at * ROW}px`;
    return row;
  }
}

function rowMeta(item, said) {
  const response = DATA.responses.length > 1 ? nameOf(said.response) : "";
  return [gist(said), ...Object.values(item.groups), response]
    .filter(Boolean).join(" · ");
}

/** Labels that differ from the verdict. */
function chips(said) {
  return Object.entries(said.labels || {}).filter(([, given]) => given[0] !== given[1])
    .map(([name, given]) => h("span", { class: "chip" }, `≠ ${name}: ${given[0]}`));
}
