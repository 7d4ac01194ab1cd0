// Light or dark: as the system has it, until a button says otherwise.
import { byId, recall, remember } from "./dom.js";

const root = document.documentElement;

function isDark() {
  const chosen = root.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function setTheme(theme) {
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  byId("theme").setAttribute("aria-pressed", String(isDark()));
}

export function turnTheme() {
  setTheme(isDark() ? "light" : "dark");
  remember("theme", root.dataset.theme);
}

export function startTheme() {
  setTheme(recall("theme"));
  byId("theme").addEventListener("click", turnTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(null));
}
