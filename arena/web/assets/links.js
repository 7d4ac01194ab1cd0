// Addresses within a match: "#half=1&deal=12&play=27", the play being how many cards are down.
import { SEATS } from "./cards.js";

// What an address asks for, as far as the match has it; whatever it can't mean is left at the beginning.
export function parseLink(hash, halves) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const half = within(words.get("half"), 1, halves.length, 1) - 1;
  const deals = halves[half].deals;
  const deal = within(words.get("deal"), 1, deals.length, 1) - 1;
  const play = within(words.get("play"), 0, deals[deal]?.c.length ?? 0, 0);
  const view = words.get("view") ?? "open";
  return { half, deal, play, view: view === "closed" || SEATS.includes(view) ? view : "open" };
}

export function formatLink({ half, deal, play, view }) {
  const eyes = view === "open" ? "" : `&view=${view}`;
  return `#half=${half + 1}&deal=${deal + 1}&play=${play}${eyes}`;
}

function within(text, low, high, otherwise) {
  if (!/^\d{1,6}$/.test(text ?? "")) return otherwise;
  return Math.max(low, Math.min(high, Number(text)));
}
