// Elements, made of texts alone: nothing here ever reads a text as markup.

const SVG = "http://www.w3.org/2000/svg";

// An element with a class, attributes and children (elements or texts; null is left out).
export function make(tag, className, attributes = {}, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

// One of the page's symbols.
export function icon(name, className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

// A name that may be broken behind its dots, dashes and underscores.
export function nameOf(text, className = "") {
  const parts = text.match(/[^._-]*[._-]?/g).filter(Boolean);
  return make("bdi", className, {}, ...parts.flatMap((part) => [part, make("wbr")]));
}

export const byId = (id) => document.getElementById(id);

// A preference that outlives the page where the browser lets it.
export function remember(key, value) {
  try {
    localStorage.setItem(`arena-${key}`, value);
  } catch {
    // Some browsers keep nothing for files: the page then begins anew each time.
  }
}

export function recall(key) {
  try {
    return localStorage.getItem(`arena-${key}`);
  } catch {
    return null;
  }
}
