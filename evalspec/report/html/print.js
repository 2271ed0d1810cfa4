// On paper: every verdict that the filters leave, as a table; the list on screen holds only some.

const MOST_PRINTED = 5000;
const MOST_PROVEN = 20;

/** The table, and the evidence of each verdict when they are few. */
function printed(numbers, source, placesOfResponse) {
  const shown = numbers.slice(0, MOST_PRINTED);
  const others = DATA.sources.map((name, n) => n).filter((n) => n !== source);
  const rows = shown.map((number) => {
    const item = itemOf(number);
    const said = item.said[source];
    const labels = DATA.labels.map((label) => ((said.labels || {})[label] || [""])[0]);
    const outcomes = [...others.map((n) => (item.said[n] ? item.said[n].outcome : "")), ...labels];
    return h("tr", {}, h("td", { class: "short" }, badge(said.outcome)), h("td", {}, item.text),
      h("td", {}, gist(said)), h("td", {}, nameOf(said.response)), outcomes.map((outcome) =>
        h("td", { class: "short" + (outcome && outcome !== said.outcome ? " differs" : "") }, outcome)));
  });
  const heads = [DATA.sources[source], "constraint", "why", "response",
    ...others.map((n) => DATA.sources[n]), ...DATA.labels];
  const left = numbers.length - shown.length;
  return [h("h2", {}, many(numbers.length, "verdict")),
    h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", {}, head)))),
      h("tbody", {}, rows)),
    left ? h("p", {}, `${left} more are left out on paper.`) : "",
    isProven(numbers) ? numbers.map((number) => proven(number, source, placesOfResponse)) : ""]
    .flat().filter(Boolean);
}

function isProven(numbers) {
  return numbers.length <= MOST_PROVEN;
}

function proven(number, source, placesOfResponse) {
  const item = itemOf(number);
  const said = item.said[source];
  const proof = proofOf(item, said);
  return h("div", { class: "proof" }, ...heading(item, said), ...conventions(proof),
    ledger(proof, new Citer(placesOfResponse(said.response), [])));
}
