// On paper: every verdict that the filters leave, as a table; the list on screen holds only some.

const MOST_PRINTED = 5000;

function printTable(numbers, source) {
  const shown = numbers.slice(0, MOST_PRINTED);
  const rows = shown.map((number) => {
    const item = DATA.items[number];
    const said = item.said[source];
    const labels = DATA.labels.map((label) => {
      const given = said.labels && said.labels[label];
      return h("td", { class: given && given[0] !== given[1] ? "differs" : "" }, given ? given[0] : "");
    });
    return h("tr", {}, h("td", {}, mark(said.outcome)), h("td", {}, item.text),
      h("td", {}, gist(said)), h("td", {}, nameOf(said.response)), ...labels);
  });
  const heads = ["", "Constraint", "Why", "Response", ...DATA.labels];
  const left = numbers.length - shown.length;
  return [h("h2", {}, `${numbers.length} verdicts`),
    h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", {}, head)))),
      h("tbody", {}, rows)),
    left ? h("p", {}, `${left} more are left out on paper.`) : null].filter(Boolean);
}
