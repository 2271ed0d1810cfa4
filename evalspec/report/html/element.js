// Elements made of text nodes only.

/** Make an element: `h("td", {class: "number"}, "20 g")`. Strings become text, never markup. */
function h(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== ""));
  return element;
}
