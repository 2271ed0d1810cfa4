// What every part shares: the data, and elements made of text nodes only.

const DATA = JSON.parse(document.getElementById("data").textContent);
for (const { said } of DATA.items) {
  for (let n = said.length - 1; n >= 0; n -= 1) {
    if (typeof said[n] === "number") said[n] = said[said[n]]; // a later one says the same
  }
}

/** One line an item: the comparisons of each that says something, read when the item is shown. */
const LEDGERS = document.getElementById("ledgers").textContent.split("\n");

/** An item with its ledgers. */
function itemOf(number) {
  const item = DATA.items[number];
  if (LEDGERS[number]) {
    JSON.parse(LEDGERS[number]).forEach((scopes, n) => { if (scopes) item.said[n].scopes = scopes; });
    LEDGERS[number] = "";
  }
  return item;
}

const MARKS = { satisfied: "✓", unsatisfied: "✗", undetermined: "?" };
const OUTCOMES = Object.keys(MARKS);

function mark(outcome) {
  return h("span", { class: "mark " + outcome, "aria-hidden": "true" }, MARKS[outcome]);
}

/** The outcome as mark and word; the word is what a screen reader says. */
function badge(outcome) {
  return h("span", { class: "badge " + outcome }, mark(outcome), " " + outcome);
}

function withUnit(value, unit) {
  return unit ? `${value} ${unit}` : value;
}

function many(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function flat(text, most) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? line.slice(0, most - 1) + "…" : line;
}

/** Say in a few words what decides a verdict. */
function gist(said) {
  if (said.outcome === "undetermined") return DATA.reasons[said.reason] || said.reason || "";
  const scopes = said.scopes || [];
  const decisive = scopes.filter((s) => s.outcome === said.outcome && s.computed);
  if (!decisive.length || (said.outcome === "satisfied" && scopes.length > 1)) return "";
  const first = decisive[0];
  const where = first.label ? `${first.label}: ` : "";
  const needs = said.outcome === "unsatisfied" && first.bound ? `, needs ${first.bound}` : "";
  const more = decisive.length > 1 ? ` (+${decisive.length - 1} more)` : "";
  return where + withUnit(first.computed, first.unit) + needs + more;
}

/** The name of a response; one that only has a digest is numbered. */
function nameOf(response) {
  const { name } = DATA.responses[response] || { name: "" };
  const digest = /^sha256:([0-9a-f]{6})/.exec(name);
  return name && !digest ? name : `response ${response + 1}${digest ? ` (${digest[1]})` : ""}`;
}
