// Ties the parts together: address → filters → list → detail.

const TEXTS = new Map();

/** The places of a response, made once; null when its text is not known. */
function placesOf(number) {
  const { text } = DATA.responses[number];
  if (text === null || text === undefined) return null;
  if (!TEXTS.has(number)) TEXTS.set(number, new Places(text));
  return TEXTS.get(number);
}

function start() {
  const byId = (id) => document.getElementById(id);
  const form = byId("filters");
  const stacks = new Haystacks();
  let chosen = {};
  let numbers = [];
  const detail = new Detail(byId("evidence"), byId("response"), placesOf);
  const list = new List(byId("list"), (number) => {
    if (detail.number !== number || detail.source !== list.source) detail.show(number, list.source);
    chosen = { ...chosen, v: number < 0 ? "" : String(number + 1) };
    writeAddress(chosen);
  });
  const apply = (wanted) => {
    chosen = wanted;
    byId("also").replaceChildren(...hiddenButtons(chosen, apply));
    numbers = filtered(chosen, stacks);
    const all = many(DATA.items.length, "verdict");
    byId("count").textContent =
      numbers.length === DATA.items.length ? all : `${numbers.length} of ${all}`;
    list.show(numbers, sourceOf(chosen), Number(chosen.v || 0) - 1);
  };
  const fromAddress = () => {
    const wanted = readAddress(location.hash);
    if (!location.hash) wanted.v = String(firstDisagreement(sourceOf(wanted)) + 1 || "");
    fillForm(form, wanted);
    apply(wanted);
  };
  buildFields();
  buildForm(form, (wanted, cleared) => {
    fillForm(form, wanted);
    apply({ ...(cleared ? {} : hiddenChoices(chosen)), ...wanted, v: chosen.v });
  });
  byId("verdicts").hidden = false;
  fromAddress();
  addEventListener("hashchange", fromAddress);
  document.addEventListener("click", (event) => {
    const followed = event.target.closest("a.filter, a.skip");
    if (!followed) return;
    event.preventDefault();
    if (followed.matches(".filter")) {
      const wanted = readAddress(followed.hash);
      fillForm(form, wanted);
      apply(wanted);
    }
    byId("verdicts").scrollIntoView();
    byId("list").focus({ preventScroll: true });
  });
  addEventListener("beforeprint", () => {
    byId("printed").replaceChildren(...printed(numbers, list.source, placesOf));
    byId("evidence").classList.toggle("proven", isProven(numbers));
    for (const folded of document.querySelectorAll(".summary details")) folded.open = true;
  });
  addEventListener("afterprint", () => byId("printed").replaceChildren());
  themeButton(byId("theme"));
}

/** Follow the system, or stay light or dark. */
function themeButton(button) {
  const themes = ["system", "light", "dark"];
  button.hidden = false;
  button.addEventListener("click", () => {
    const now = document.documentElement.dataset.theme || "system";
    const next = themes[(themes.indexOf(now) + 1) % themes.length];
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    button.textContent = `Theme: ${next}`;
  });
}

if (DATA.items.length) start();
