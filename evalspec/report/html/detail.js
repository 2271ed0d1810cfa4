// One verdict: what each side says, the ledger, and the response with the same places marked.

const MOST_ROWS = 100;
const LINES_OF_BLOCK = 250;
const FOLDED = 4;

class Detail {
  constructor(evidence, response, places) {
    this.evidence = evidence;
    this.response = response;
    this.places = places;
    link(evidence, response);
  }

  show(number, source) {
    this.number = number;
    this.source = source;
    if (number < 0) {
      this.evidence.replaceChildren(h("p", { class: "note" }, "No verdict matches the filters."));
      this.response.replaceChildren();
      return;
    }
    const item = itemOf(number);
    const said = item.said[source];
    const places = this.places(said.response);
    const notes = [];
    const cite = new Citer(places, notes);
    const proof = proofOf(item, said);
    this.evidence.replaceChildren(
      ...heading(item, said),
      this.voices(item, source),
      proof === said ? "" : h("p", { class: "borrowed" }, `The evidence of ${nameOfSaid(item, proof)}:`),
      ...conventions(proof),
      ledger(proof, cite),
    );
    this.response.replaceChildren(...responseParts(number, said, places, notes));
    this.evidence.scrollTop = 0;
    this.response.scrollTop = 0;
    rove(this.evidence, "[data-note]");
    rove(this.response, "mark[role]");
    const first = this.response.querySelector("mark.operand, mark.counted, mark.offending, mark.supporting");
    if (first) bringInto(this.response, first);
  }

  /** Files and labels side by side; with several files, each is a button for its ledger. */
  voices(item, source) {
    const cards = item.said.map((said, number) => {
      if (!said) return h("div", { class: "voice" }, title(number), h("p", { class: "muted" }, "nothing"));
      if (item.said.includes(said, number + 1)) return ""; // shown as the method it comes from
      const current = said === item.said[source];
      const stands = item.said.indexOf(said) < number ? h("span", { class: "muted" }, " stands") : "";
      const shown = h("div", { class: "voice" + (current ? " shown" : "") }, title(number),
        h("p", {}, badge(said.outcome), stands), ...spoken(said));
      if (said.scopes && !current) {
        const button = h("button", { type: "button", class: "quiet" }, "Show its evidence");
        button.addEventListener("click", () => {
          this.show(this.number, number);
          this.evidence.focus();
        });
        shown.append(button);
      }
      return shown;
    });
    const labels = Object.entries((item.said[source] || {}).labels || {});
    cards.push(...labels.map(([label, given]) => h("div", { class: "voice label" },
      h("h4", {}, label), h("p", {}, badge(given[0])),
      h("p", { class: given[0] === given[1] ? "muted" : "differs" }, labelSaid(given, item.said[source])))));
    return h("div", { class: "voices" }, cards);
  }
}

/** Who brings the evidence: a verdict without any, such as a judge's, borrows that of another. */
function proofOf(item, said) {
  if (said.scopes || said.doubts) return said;
  return item.said.find((s) => s && s.scopes && s.response === said.response) || said;
}

function nameOfSaid(item, said) {
  return DATA.sources[item.said.lastIndexOf(said)];
}

function title(number) {
  return h("h4", {}, DATA.sources[number]);
}

function labelSaid([label, outcome], said) {
  const how = label === outcome ? "agrees" : "differs";
  if (outcome === said.outcome) return `label, ${how}`;
  return `label, ${how}: of the variants it was given to, one or more are ${outcome}`;
}

function spoken(said) {
  const parts = [];
  const reason = [DATA.reasons[said.reason] || said.reason, said.detail].filter(Boolean).join(": ");
  if (reason) parts.push(h("p", {}, reason));
  else if (gist(said)) parts.push(h("p", {}, gist(said)));
  if (said.judgement) parts.push(...judged({ ...said.judgement, detail: "" }));
  if (said.audit) parts.push(...audit(said.audit));
  return parts;
}

/** Whether what a judge wrote agrees with the ledger, and where it does not. */
function audit({ result, findings }) {
  return [h("p", {}, h("span", { class: "muted" }, "Audit: "), DATA.audits[result]),
    findings ? h("ul", { class: "readings" }, findings.map(([message, text]) =>
      h("li", {}, message, " ", quote(text)))) : ""];
}

/** What a judge said: its name, its reasons, its members, and the reply as it came. */
function judged(judgement) {
  const { name, rationale, reply, dropped, members, agreement, detail, struck } = judgement;
  const share = agreement === undefined ? "" : `${Math.round(100 * agreement)} % agree`;
  const parts = [h("p", { class: "muted" }, [name, share, detail].filter(Boolean).join(" · "))];
  if (rationale) parts.push(h("blockquote", {}, rationale));
  if (dropped) {
    parts.push(h("p", {}, "Quotes that do not stand in the response:"),
      h("ul", { class: "readings" }, dropped.map((quoted) => h("li", {}, quote(quoted)))));
  }
  if (struck) {
    parts.push(h("p", {}, judgement.rests_on ? "Struck before and claimed again; the vote does not count:"
      : "Struck, since it was counted otherwise:"),
      h("ul", { class: "readings" }, struck.map(([text, proof]) => h("li", {}, quote(text), " ", proof))));
  }
  if (reply) {
    parts.push(h("details", {}, h("summary", {}, "The whole reply"), h("blockquote", {}, reply)));
  }
  for (const member of members || []) {
    const why = [DATA.reasons[member.reason] || member.reason].filter(Boolean);
    parts.push(h("details", { class: "member" },
      h("summary", {}, badge(member.outcome || "undetermined"), " ", member.name || ""),
      why.map((reason) => h("p", {}, reason)), judged({ ...member, name: "" })));
  }
  return parts;
}

function heading(item, said) {
  const meta = [nameOf(said.response), said.name, ...Object.values(item.groups),
    said.severity].filter(Boolean).join(" · ");
  return [
    h("p", { class: "muted meta" }, meta),
    h("h3", {}, mark(said.outcome), " ", item.text),
    said.canonical ? h("p", { class: "canonical" }, h("span", { class: "muted" }, "read as "),
      h("code", {}, said.canonical)) : "",
  ].filter(Boolean);
}

function conventions(said) {
  const parts = [];
  if (said.assumptions) {
    parts.push(h("p", { class: "muted meta" }, "Conventions: ", said.assumptions.join(", ")));
  }
  if (said.readings) {
    parts.push(h("h4", {}, "Readings"), h("ul", { class: "readings" }, said.readings.map((reading) =>
      h("li", {}, badge(reading.outcome), " ", reading.assumptions.join(", ")))));
  }
  return parts;
}

/** Gives each piece its number, and remembers where it stands. */
class Citer {
  constructor(places, notes) {
    this.places = places;
    this.notes = notes;
  }

  /** Return what a ledger row needs: attributes that link it, and the words in the response. */
  piece(cited, kind) {
    if (!cited.at || !this.places) return { attributes: {}, quote: quote(cited.cited), place: "" };
    const id = this.note(cited.at, kind);
    const text = this.places.text.slice(...this.places.range(cited.at));
    return { attributes: { "data-note": id, id: `note-${id}`, tabindex: "-1" },
      quote: quote(text), place: this.places.lineOf(cited.at) };
  }

  note(span, kind) {
    this.notes.push({ id: String(this.notes.length), kind, range: this.places.range(span) });
    return String(this.notes.length - 1);
  }
}

function quote(text) {
  return text ? h("q", {}, flat(text, 90)) : "";
}

function ledger(said, cite) {
  const decisive = (scope) => said.outcome === "satisfied" || scope.outcome === said.outcome;
  const scopes = (said.scopes || []).map((scope) => scopePart(scope, cite, decisive(scope)));
  const doubts = said.doubts ? [list("May have been misread", said.doubts.map((cited) =>
    row(cite.piece(cited, "doubt"), "", "")))] : [];
  if (!scopes.length && !doubts.length) return h("p", { class: "muted" }, "No ledger.");
  return h("div", { class: "ledger" },
    h("p", { class: "hint" }, "Hover or focus a line to see it in the response; ",
      h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"), " move, ", h("kbd", {}, "Enter"),
      " goes to the text and back."), ...scopes, ...doubts);
}

/** One comparison; the numbers of one that decides nothing are folded away. */
function scopePart(scope, cite, decisive) {
  const spans = cite.places ? (scope.spans || []).map((span) => cite.note(span, "scope")) : [];
  const value = scope.computed ? withUnit(scope.computed, scope.unit)
    : scope.bound ? "no value" : "";
  const reason = [DATA.reasons[scope.reason] || scope.reason, scope.detail].filter(Boolean).join(": ");
  const title = h("h4", { "data-scope": spans.join(" ") }, mark(scope.outcome),
    h("span", { class: "hidden" }, scope.outcome + ": "), scope.label || "The response", " ");
  const sum = h("p", { class: "value" }, h("code", {}, scope.measure || ""),
    scope.measure && value ? scope.bound ? " = " : ": " : "", h("strong", {}, value),
    scope.bound ? h("span", { class: "muted" }, ` needs ${withUnit(scope.bound, scope.unit)}`) : "");
  const lists = numbers(scope, cite);
  return h("section", { class: "comparison" }, title, sum,
    reason ? h("p", { class: "reason" }, reason) : "",
    decisive || !lists.length ? lists : h("details", {}, h("summary", {}, "Its numbers"), lists));
}

function numbers(scope, cite) {
  const [found, foundTitle] = passages(scope);
  return [
    used(scope.operands || [], cite),
    list(foundTitle, (scope.offending || []).map((cited) => row(cite.piece(cited, found), "", ""))),
    unused(scope.excluded || [], cite),
  ].filter(Boolean);
}

/** What the passages of a comparison are: counted, breaking it, or what was looked for. */
function passages(scope) {
  const count = (scope.offending || []).length;
  const whole = count + (scope.unlisted || 0);
  const part = scope.unlisted ? `, the first of ${whole}` : "";
  if (/^\d+$/.test(scope.computed || "") && !/^<?= 0$/.test(scope.bound || "")) {
    const some = Number(scope.computed) > count ? `, the first of ${scope.computed}` : "";
    return ["counted", `Counted${some}`];
  }
  if (scope.outcome === "unsatisfied") return ["offending", `Breaks it${part}`];
  return ["supporting", `${scope.outcome === "undetermined" ? "May be" : "Found"}${part}`];
}

/** Numbers that were not used; many of them are folded away. */
function unused(excluded, cite) {
  const table = list("Not used", excluded.map((e) => row(cite.piece(e, "excluded"), "",
    [DATA.excluded[e.reason] || e.reason, e.detail].filter(Boolean).join(": "))));
  if (excluded.length <= FOLDED) return table;
  table.querySelector("caption").remove();
  return h("details", {}, h("summary", {}, `Not used (${excluded.length})`), table);
}

/** Numbers that were used; a role that all of them play is said once. */
function used(operands, cite) {
  const roles = new Set(operands.map((operand) => operand.role));
  const shared = roles.size === 1 ? operands[0].role : "";
  let above = [];
  const rows = operands.flatMap((operand) => {
    const headings = sideRows(above, operand.sides || []);
    above = operand.sides || [];
    return [...headings, operandRow(operand, cite, shared)];
  });
  return list(shared ? `Used: ${shared}` : "Used", rows, operands.length);
}

/** Lines that say what the next numbers went into, as far as it is another part of the value. */
function sideRows(above, sides) {
  let same = 0;
  while (same < sides.length && above[same] === sides[same]) same += 1;
  return sides.slice(same).map((side) =>
    h("tr", {}, h("th", { colspan: "3", scope: "rowgroup" }, side)));
}

function operandRow(operand, cite, shared) {
  const piece = cite.piece(operand, "operand");
  const notes = [operand.origin, operand.written, operand.note].filter(Boolean).join(", ");
  const named = [flat(operand.label || "", 120),
    operand.role && operand.role !== shared ? h("span", { class: "muted" }, ` ${operand.role}`) : ""];
  if (!operand.at && !operand.cited && operand.origin !== "counted") piece.quote = h("span", { class: "muted" }, "not written");
  return row(piece, withUnit(operand.value || "", operand.unit), named, notes);
}

/** A line of the ledger: the value, what it is, and where it stands; or only words and place. */
function row(piece, value, words, notes) {
  const cells = value === "" ? [] : [h("td", { class: "number" }, value),
    h("td", {}, words, notes ? h("span", { class: "muted" }, ` [${notes}]`) : "")];
  const place = h("td", { class: cells.length ? "quote" : "" }, piece.quote, " ",
    h("span", { class: "place" }, piece.place));
  if (!cells.length && notes) cells.push(h("td", { class: "why" }, notes));
  return h("tr", piece.attributes, ...cells, place);
}

/** A titled table of rows; a long one is cut, with a button for the rest. */
function list(title, rows, count = rows.length) {
  if (!rows.length) return "";
  const body = h("tbody", {}, rows.slice(0, MOST_ROWS));
  const table = h("table", {}, h("caption", {}, `${title} (${count})`), body);
  if (rows.length <= MOST_ROWS) return table;
  const button = h("button", { type: "button", class: "quiet" }, `Show all ${count}`);
  button.addEventListener("click", () => {
    body.append(...rows.slice(MOST_ROWS));
    button.remove();
  });
  return h("div", {}, table, button);
}
