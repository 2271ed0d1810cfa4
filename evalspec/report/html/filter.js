// Which verdicts are shown: the form, the address (#outcome=unsatisfied&…), and the test.

const FIELDS = [];
/** Each field: {key, label, options: [[value, text]], test(item, said, value)}. */

function buildFields() {
  if (DATA.sources.length > 1) {
    const options = DATA.sources.map((name) => [name, name]);
    FIELDS.push({ key: "source", label: "Verdicts of", options, test: () => true });
    DATA.sources.forEach((name, number) => FIELDS.push(otherSource(name, number)));
  }
  DATA.labels.forEach((name) => FIELDS.push(labelField(name)));
  DATA.groups.forEach((name) => {
    FIELDS.push(valueField("group." + name, name, (item) => item.groups[name] || ""));
  });
  if (DATA.sources.length === 1) {
    FIELDS.push(valueField("method", "Method", (item, said) => said.method || ""));
  }
  FIELDS.push(valueField("reason", "Why undetermined", (item, said) =>
    said.outcome === "undetermined" ? said.reason || "" : null, (code) => DATA.reasons[code]));
  FIELDS.push(valueField("audit", "Audit", (item, said) => (said.audit || audited(item)).result || null,
    (result) => DATA.audits[result]));
  FIELDS.push(valueField("severity", "Severity", (item, said) => said.severity || "error"));
  FIELDS.push({ ...valueField("response", "Response", (item, said) => String(said.response + 1),
    (number) => nameOf(Number(number) - 1)), hidden: true });
  FIELDS.push(valueField("constraint", "Constraint", (item) => item.text));
}

/** The first audit of an item; empty where there is none. */
function audited(item) {
  return (item.said.find((said) => said && said.audit) || {}).audit || {};
}

function otherSource(name, number) {
  const options = [["", "any"], ["same", "the same"], ["differs", "something else"],
    ...OUTCOMES.map((o) => [o, o])];
  return { key: "said." + name, label: `${name} says`, options, test: (item, said, value) => {
    const other = item.said[number];
    if (!other) return false;
    if (value === "same") return other.outcome === said.outcome;
    if (value === "differs") return other.outcome !== said.outcome;
    return other.outcome === value;
  } };
}

function labelField(name) {
  const options = [["", "any"], ["agrees", "agrees with the verdict"],
    ["differs", "differs from the verdict"], ["satisfied", "satisfied"],
    ["unsatisfied", "unsatisfied"], ["none", "not labelled"]];
  return { key: "label." + name, label: `Label ${name}`, options, test: (item, said, value) => {
    const given = said.labels && said.labels[name];
    if (!given) return value === "none";
    if (value === "agrees") return given[0] === given[1];
    if (value === "differs") return given[0] !== given[1];
    return given[0] === value;
  } };
}

/** A field whose values are those that occur, most frequent first. */
function valueField(key, label, valueOf, wording) {
  const counts = new Map();
  for (const item of DATA.items) {
    const seen = [];
    for (const said of item.said) {
      const value = said ? valueOf(item, said) : null;
      if (value === null || seen.includes(value)) continue;
      seen.push(value);
      counts.set(value, (counts.get(value) || 0) + 1);
    }
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const options = [["", "any"], ...sorted.map(([value, count]) => [
    value || "(none)", `${flat((wording && wording(value)) || value || "(none)", 70)} (${count})`])];
  return { key, label, options, test: (item, said, value) =>
    valueOf(item, said) === (value === "(none)" ? "" : value) };
}

/** What is chosen: {q, outcome, …} as in an address; `v` is the number of the verdict shown. */
function readAddress(hash) {
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}

let writing = 0;

/** Write the address a moment later: browsers refuse many changes a second. */
function writeAddress(chosen) {
  clearTimeout(writing);
  writing = setTimeout(() => writeNow(chosen), 150);
}

function writeNow(chosen) {
  const kept = Object.entries(chosen).filter(([, value]) => value !== "" && value !== undefined);
  const hash = new URLSearchParams(kept).toString();
  history.replaceState(null, "", "#" + hash);
}

function sourceOf(chosen) {
  return Math.max(0, DATA.sources.indexOf(chosen.source));
}

/** What is searched of each item: constraint, names, reasons and rationales; made when first asked. */
class Haystacks {
  constructor() {
    this.items = new Map();
    this.responses = new Map();
  }

  /** Tell whether a word stands in an item or in its response. */
  holds(number, word) {
    if (!this.items.has(number)) this.items.set(number, searched(DATA.items[number]));
    if (this.items.get(number).includes(word)) return true;
    const said = DATA.items[number].said.find(Boolean);
    return Boolean(said) && this.inResponse(said.response, word);
  }

  /** Each word is looked for once in each response. */
  inResponse(response, word) {
    if (!this.responses.has(word)) this.responses.set(word, new Map());
    const known = this.responses.get(word);
    if (!known.has(response)) {
      const { text } = DATA.responses[response] || {};
      known.set(response, Boolean(text) && text.toLowerCase().includes(word));
    }
    return known.get(response);
  }
}

function searched(item) {
  return item.said.filter(Boolean).map((said) => [item.text, said.canonical, said.name, said.detail,
    nameOf(said.response), ...judgedTexts(said.judgement)].join("\n")).join("\n").toLowerCase();
}

function judgedTexts(judgement) {
  if (!judgement) return [];
  const { name, rationale, reply, members } = judgement;
  return [name, rationale, reply, ...(members || []).flatMap(judgedTexts)];
}

/** The first verdict with which a label or another source differs; -1 for none. */
function firstDisagreement(source) {
  return DATA.items.findIndex((item) => {
    const said = item.said[source];
    if (!said) return false;
    if (Object.values(said.labels || {}).some(([label, verdict]) => label !== verdict)) return true;
    return item.said.some((other) => other && other.outcome !== said.outcome);
  });
}

/** Numbers of the items that are shown. */
function filtered(chosen, stacks) {
  const source = sourceOf(chosen);
  const words = (chosen.q || "").toLowerCase().split(/\s+/).filter(Boolean);
  const outcomes = (chosen.outcome || "").split(",").filter((o) => OUTCOMES.includes(o));
  const tests = FIELDS.filter((field) => chosen[field.key] && field.key !== "source");
  const found = [];
  DATA.items.forEach((item, number) => {
    const said = item.said[source];
    if (!said) return;
    if (outcomes.length && !outcomes.includes(said.outcome)) return;
    if (!words.every((word) => stacks.holds(number, word))) return;
    if (tests.every((field) => field.test(item, said, chosen[field.key]))) found.push(number);
  });
  return found;
}

/** Build the form; `changed` is called with what was chosen. */
function buildForm(form, changed) {
  const search = h("input", { type: "search", name: "q", id: "q", autocomplete: "off",
    placeholder: "Constraint, response or rationale …" });
  form.append(h("label", { class: "field grow" }, h("span", {}, "Search"), search));
  const boxes = OUTCOMES.map((outcome) => h("label", { class: "box " + outcome },
    h("input", { type: "checkbox", name: "outcome", value: outcome }), mark(outcome), outcome));
  form.append(h("fieldset", { class: "field" }, h("legend", {}, "Outcome"),
    h("div", { class: "boxes" }, ...boxes)));
  const more = [];
  for (const field of FIELDS) {
    field.hidden ||= field.options.length < (field.key === "source" ? 2 : 3)
      || (field.key === "constraint" && field.options.length > DATA.items.length);
    if (field.hidden) continue;
    const options = field.options.map(([value, text]) => h("option", { value }, text));
    const box = h("label", { class: "field" }, h("span", {}, field.label),
      h("select", { name: field.key }, ...options));
    more.push(box);
  }
  form.append(...more);
  const told = () => changed(readForm(form), false);
  form.addEventListener("input", told);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    changed({}, true);
  });
}

function readForm(form) {
  const chosen = {};
  for (const [name, value] of new FormData(form)) {
    if (value) chosen[name] = chosen[name] ? `${chosen[name]},${value}` : value;
  }
  return chosen;
}

/** What is chosen without a control in the form, such as one response. */
function hiddenChoices(chosen) {
  return Object.fromEntries(FIELDS.filter((field) => field.hidden && chosen[field.key])
    .map((field) => [field.key, chosen[field.key]]));
}

/** A button for each of them, which takes it back. */
function hiddenButtons(chosen, changed) {
  return FIELDS.filter((field) => field.hidden && chosen[field.key]).map((field) => {
    const value = field.key === "response" ? nameOf(Number(chosen.response) - 1) : chosen[field.key];
    const button = h("button", { type: "button", class: "quiet chosen" },
      `${field.label}: ${flat(value, 60)} ×`);
    button.addEventListener("click", () => changed({ ...chosen, [field.key]: "" }));
    return button;
  });
}

function fillForm(form, chosen) {
  for (const input of form.elements) {
    if (!input.name) continue;
    const value = chosen[input.name] || "";
    if (input.type === "checkbox") input.checked = value.split(",").includes(input.value);
    else if (input.value !== value) setValue(input, value);
  }
  const own = DATA.sources[sourceOf(chosen)];
  for (const box of form.querySelectorAll("label.field")) {
    box.hidden = box.querySelector("[name]").name === `said.${own}`; // it says what it says
  }
}

/** Choose an option; the first when the address names one that is not there. */
function setValue(input, value) {
  input.value = value;
  if (input.selectedIndex === -1) input.selectedIndex = 0;
}
