// One question at a time; every label is kept in the browser as soon as it is given.

const DATA = JSON.parse(document.getElementById("data").textContent);
const KEPT = "evalspec-labels-" + DATA.form;
// Characters that are not seen and change how others are shown: controls, overrides, embeddings.
const UNSEEN = /([\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069])/;

/** Labels by item: {label, time, note}. */
class Labels {
  constructor() {
    this.given = new Map();
    this.keeps = true;
    try {
      for (const [item, label] of JSON.parse(localStorage.getItem(KEPT) || "[]")) {
        this.given.set(item, label);
      }
    } catch {
      this.keeps = false;
    }
  }

  set(item, label) {
    if (label) this.given.set(item, label);
    else this.given.delete(item);
    this.keep();
  }

  keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify([...this.given]));
    } catch {
      this.keeps = false;
    }
  }

  /** The lines of a labels file, in the order of the questions. */
  lines() {
    return DATA.questions.filter((one) => this.given.get(one.item)?.label)
      .map((one) => JSON.stringify({ item: one.item, ...one.kept, ...this.given.get(one.item) }) + "\n")
      .join("");
  }

  /** Take the lines of a file; say how many were taken and why others were not. */
  load(text) {
    const known = new Map(DATA.questions.map((one) => [one.item, one]));
    const told = { taken: 0, older: 0, "of other questions": 0, "of somebody else": 0,
      "made on another text": 0, "no labels": 0 };
    for (const line of text.split("\n").filter((one) => one.trim())) {
      told[this.take(line, known)] += 1;
    }
    this.keep();
    return Object.entries(told).filter(([, count]) => count)
      .map(([what, count]) => `${count} ${what}`).join(", ") || "nothing in it";
  }

  take(line, known) {
    let row;
    try {
      row = JSON.parse(line);
    } catch {
      return "no labels";
    }
    if (row === null || typeof row !== "object") return "no labels";
    const one = known.get(row.item);
    if (!one) return "of other questions";
    if (row.person !== DATA.person) return "of somebody else";
    if (row.digest !== one.kept.digest) return "made on another text";
    if (!one.menu.some((choice) => choice.label === row.label)) return "no labels";
    const mine = this.given.get(one.item);
    const time = String(row.time || "");
    if (mine?.label && mine.time > time) return "older";
    this.given.set(one.item, { label: row.label, time, note: String(row.note || "") });
    return "taken";
  }
}

/** A text as it is written; characters that are not seen stand as their numbers. */
function written(text) {
  return text.split(UNSEEN).map((piece, n) => {
    if (n % 2 === 0) return piece;
    const code = piece.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    return h("span", { class: "unseen" }, `U+${code}`);
  });
}

function block(title, number) {
  return h("section", { class: "text" }, h("h3", {}, title),
    h("div", { class: "body", dir: "auto", tabindex: "0", role: "group", "aria-label": title },
      written(DATA.texts[number])));
}

function start() {
  const byId = (id) => document.getElementById(id);
  const labels = new Labels();
  const number = DATA.questions.length;
  let at = -1;

  const say = (text) => { byId("status").textContent = text; };
  const done = () => DATA.questions.filter((one) => labels.given.get(one.item)?.label).length;
  const after = (from) => {
    for (let step = 1; step <= number; step += 1) {
      const next = (from + step + number) % number;
      if (!labels.given.get(DATA.questions[next].item)?.label) return next;
    }
    return -1;
  };

  const count = () => {
    const given = done();
    byId("progress").max = number;
    byId("progress").value = given;
    byId("count").textContent = `${given} of ${number} labelled`;
    document.title = `${given} of ${number}: labels of ${DATA.person}`;
    if (!labels.keeps) say("This browser keeps nothing: download the labels before you leave.");
  };

  const marks = () => {
    const given = labels.given.get(DATA.questions[at].item);
    for (const button of byId("answers").children) {
      button.setAttribute("aria-pressed", String(button.dataset.label === given?.label));
    }
    return given;
  };

  const show = (wanted) => {
    if (wanted < 0 || wanted >= number) return;
    at = wanted;
    const one = DATA.questions[at];
    byId("place").textContent = `Question ${at + 1} of ${number}`;
    byId("asked").replaceChildren(...written(one.asked));
    byId("answers").replaceChildren(...one.menu.map((choice) => {
      const button = h("button", { type: "button", "data-label": choice.label }, choice.words, " ",
        h("kbd", {}, choice.key));
      button.addEventListener("click", () => answer(choice.label));
      return button;
    }));
    byId("shown").replaceChildren(
      ...(one.request === null ? [] : [block("Request", one.request)]),
      h("div", { class: "texts" }, one.texts.map((text, n) =>
        block(one.texts.length > 1 ? `Response ${n + 1}` : "Response", text))),
      ...one.rationales.map((text) => h("section", { class: "text" }, h("h3", {}, "A judge wrote"),
        h("div", { class: "body", dir: "auto" }, written(text)))));
    byId("note").value = marks()?.note || "";
    count();
    scrollTo(0, 0);
    byId("asked").focus({ preventScroll: true });
  };

  const answer = (label) => {
    const one = DATA.questions[at];
    const words = one.menu.find((choice) => choice.label === label).words;
    labels.set(one.item, { label, time: new Date().toISOString().slice(0, 19) + "+00:00",
      note: byId("note").value });
    const next = after(at);
    say(next < 0 ? `${words}. All are labelled: download the labels.` : `${words}.`);
    show(next < 0 ? at : next);
  };

  const note = () => {
    const one = DATA.questions[at];
    const given = labels.given.get(one.item) || { label: "", time: "" };
    labels.set(one.item, { ...given, note: byId("note").value });
  };

  const download = () => {
    const address = URL.createObjectURL(new Blob([labels.lines()], { type: "application/jsonl" }));
    h("a", { href: address, download: "labels.jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    say(`${done()} labels in labels.jsonl.`);
  };

  const load = async () => {
    const [file] = byId("file").files;
    if (!file) return;
    say(`${file.name}: ${labels.load(await file.text())}.`);
    byId("file").value = "";
    show(at);
  };

  const keys = {
    ArrowLeft: () => show(at - 1),
    ArrowRight: () => show(at + 1),
    u: () => show(after(at)),
    x: () => { labels.set(DATA.questions[at].item, null); show(at); say("Taken back."); },
    m: () => byId("note").focus(),
    d: download,
    l: () => byId("file").click(),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === byId("note")) {
      if (event.key === "Escape") byId("asked").focus();
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const chosen = DATA.questions[at].menu.find((choice) => choice.key === key);
    const action = chosen ? () => answer(chosen.label) : keys[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  const buttons = { previous: keys.ArrowLeft, next: keys.ArrowRight, unlabelled: keys.u,
    clear: keys.x, download, load: keys.l };
  for (const [id, action] of Object.entries(buttons)) byId(id).addEventListener("click", action);
  byId("note").addEventListener("input", note);
  byId("file").addEventListener("change", load);
  byId("main").hidden = false;
  show(Math.max(0, after(-1)));
}

if (DATA.questions.length) start();
else document.getElementById("status").textContent = "There is nothing to label.";
