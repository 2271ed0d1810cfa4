// The response with marks, and the link between a mark and its line in the ledger.

const LEGEND = { operand: "used", counted: "counted", excluded: "not used", offending: "breaks it",
  supporting: "found", doubt: "may be misread", scope: "scope" };

function responseParts(number, said, places, notes) {
  const response = DATA.responses[said.response];
  const request = response.request ? h("details", { class: "request" },
    h("summary", {}, "What was asked"), h("p", {}, response.request)) : null;
  const title = h("h3", { class: "response-title" }, nameOf(said.response));
  const same = DATA.items.filter((item) => item.said.some((s) => s && s.response === said.response));
  if (same.length > 1 && DATA.responses.length > 1) {
    title.append(" ", h("a", { class: "filter", href: `#response=${said.response + 1}&v=${number + 1}` },
      `all ${same.length} verdicts`));
  }
  if (!places) {
    return [title, request, h("p", { class: "note" },
      "The results do not hold the text of this response. Write them with --with-responses to see it here.")]
      .filter(Boolean);
  }
  const kinds = Object.keys(LEGEND).filter((kind) => notes.some((note) => note.kind === kind));
  const legend = h("p", { class: "legend" }, kinds.map((kind) =>
    h("span", { class: "key" }, h("span", { class: "swatch " + kind }, "ab"), " " + LEGEND[kind])));
  return [title, request, legend, markedText(places, notes)].filter(Boolean);
}

/** Write the text line by line, each piece that is cited as a mark. */
function markedText(places, notes) {
  const { text } = places;
  const box = h("div", { class: "text" });
  const starts = places.lineStarts();
  const lines = starts.map(() => h("div", { class: "line" }));
  let line = 0;
  for (const piece of cut(text, notes)) {
    for (let at = piece.start; at < piece.end;) {
      while (line + 1 < starts.length && starts[line + 1] <= at) line += 1;
      const end = Math.min(piece.end, line + 1 < starts.length ? starts[line + 1] : text.length);
      const part = text.slice(at, end);
      lines[line].append(piece.notes.length ? markOf(part, piece.notes) : part);
      at = end;
    }
  }
  box.style.setProperty("--digits", String(String(lines.length).length));
  box.classList.toggle("long", lines.length > LINES_OF_BLOCK);
  for (let at = 0; at < lines.length; at += LINES_OF_BLOCK) {
    lines[at].style.setProperty("--number", String(at + 1));
    box.append(h("div", { class: "block" }, lines.slice(at, at + LINES_OF_BLOCK)));
  }
  return box;
}

function markOf(text, notes) {
  const linked = notes.filter((note) => note.kind !== "scope");
  const kinds = [...new Set(notes.map((note) => note.kind))].join(" ");
  const attributes = { class: kinds, "data-notes": notes.map((note) => note.id).join(" ") };
  if (linked.length) {
    attributes.role = "link";
    attributes.tabindex = "-1";
    attributes["aria-describedby"] = linked.map((note) => `note-${note.id}`).join(" ");
  }
  return h("mark", attributes, text);
}

/** Light up the other side while the mouse or the focus is on one. */
function link(evidence, response) {
  const ids = (target) => {
    const found = target.closest("[data-note], [data-notes], [data-scope]");
    if (!found) return [];
    const { note, notes, scope } = found.dataset;
    return (note || notes || scope || "").split(" ").filter(Boolean);
  };
  const light = (target, scroll) => {
    const wanted = ids(target);
    for (const old of document.querySelectorAll(".lit")) old.classList.remove("lit");
    const marks = wanted.flatMap((id) => [...response.querySelectorAll(`[data-notes~="${id}"]`)]);
    const rows = wanted.flatMap((id) =>
      [...evidence.querySelectorAll(`[data-note="${id}"], [data-scope~="${id}"]`)]);
    for (const element of [...marks, ...rows]) element.classList.add("lit");
    if (!scroll) return;
    if (response.contains(target)) unfold(rows);
    if (evidence.contains(target) && marks.length) bringInto(response, marks[0]);
    else if (response.contains(target) && rows.length) bringInto(evidence, rows[rows.length - 1]);
  };
  for (const pane of [evidence, response]) {
    pane.addEventListener("mouseover", (event) => light(event.target, true));
    pane.addEventListener("mouseleave", () => light(document.body, false));
    pane.addEventListener("focusin", (event) => light(event.target, true));
    pane.addEventListener("focusout", () => light(document.body, false));
    pane.addEventListener("click", (event) => {
      const row = event.target.closest("[data-note], mark[role]");
      if (row) row.focus();
    });
  }
  evidence.addEventListener("keydown", (event) => {
    const note = event.key === "Enter" && event.target.dataset.note;
    if (note) follow(event, response.querySelector(`[data-notes~="${note}"]`));
  });
  response.addEventListener("keydown", (event) => {
    const notes = event.key === "Enter" && event.target.dataset.notes;
    if (notes) follow(event, notes.split(" ").map((id) => evidence.querySelector(`[data-note="${id}"]`))
      .find(Boolean));
  });
}

function unfold(rows) {
  for (const row of rows) {
    const folded = row.closest("details:not([open])");
    if (folded) folded.open = true;
  }
}

function follow(event, target) {
  event.preventDefault();
  if (!target) return;
  unfold([target]);
  for (const other of target.parentElement.closest("article").querySelectorAll("[tabindex='0']")) {
    if (other.matches("[data-note], mark[role]")) other.tabIndex = -1;
  }
  target.tabIndex = 0;
  target.focus();
}

/** One stop for Tab among many elements; the arrows go from one to the next. */
function rove(pane, selector) {
  const first = unfolded(pane, selector)[0];
  if (first) first.tabIndex = 0;
  if (pane.dataset.roving) return;
  pane.dataset.roving = "yes";
  pane.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || !event.target.matches(selector)) return;
    const all = unfolded(pane, selector);
    const next = all[all.indexOf(event.target) + step];
    if (next) follow(event, next);
    else event.preventDefault();
  });
}

function unfolded(pane, selector) {
  return [...pane.querySelectorAll(selector)].filter((e) => !e.closest("details:not([open])"));
}

/** Scroll a pane, and only the pane, until an element is in sight. */
function bringInto(pane, element) {
  scrollPane(pane, element);
  // on the way to it, lines were laid out whose height had been a guess
  if (pane.querySelector(".long")) {
    requestAnimationFrame(() => scrollPane(pane, element));
  }
}

function scrollPane(pane, element) {
  if (pane.scrollHeight <= pane.clientHeight) return;
  const box = pane.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  const margin = Math.min(60, box.height / 5);
  if (place.top < box.top + margin) pane.scrollTop += place.top - box.top - margin;
  else if (place.bottom > box.bottom - margin) {
    pane.scrollTop += Math.min(place.bottom - box.bottom + margin, place.top - box.top - margin);
  }
}
