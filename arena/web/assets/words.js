// Sentences about a deal. Pure.
import { cardText, cardWords, SEAT_WORDS, SEATS, SIDES } from "./cards.js";

// "0.04 ms", "3.1 ms", "250 ms"
export function milliseconds(us) {
  const decimals = us < 995 ? 2 : us < 9950 ? 1 : 0;
  return `${(us / 1000).toFixed(decimals)} ms`;
}

export function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

// How a deal came out, as the terminal says it too.
export function resultWords(result) {
  const [ns, ew] = result.points;
  if (result.ending === "both_forfeit") return "Forfeited by both sides: nobody scores.";
  if (result.winner === null) {
    const carry = result.carry ? `; ${plural(result.carry, "game")} to carry` : "";
    return `NS ${ns}, EW ${ew}: a tie, nobody scores${carry}.`;
  }
  const carried = result.won - result.worth;
  const games = plural(result.won, "game") + (carried ? ` (${carried} of them carried)` : "");
  const winner = SIDES[result.winner];
  if (result.ending === "forfeit") return `Forfeited: ${winner} win by a sweep, ${games}.`;
  const sweep = Math.max(...result.tricks) === 10 ? "all ten tricks, " : "";
  return `NS ${ns}, EW ${ew}: ${winner} win, ${sweep}${games}.`;
}

// The same in a few characters, for the list of deals.
export function resultMark(result) {
  if (!result) return "no result";
  if (result.ending === "both_forfeit") return "both forfeit";
  if (result.winner === null) return `${result.points.join("-")} tie`;
  const gain = `${SIDES[result.winner]} +${result.won}`;
  return result.ending === "forfeit" ? `${gain} forfeit` : `${result.points.join("-")} ${gain}`;
}

// What has just happened, for those who hear it.
export function stepWords(deal, position, trick) {
  if (!position.count) {
    return `Deal ${deal.number}. Trump ${cardWords(deal.trumpCard)}. ${SEAT_WORDS[deal.leader]} leads.`;
  }
  const index = trick.cards.length - 1;
  const seat = SEAT_WORDS[(trick.leader + index) % 4];
  const said = `Trick ${trick.number}: ${seat} plays the ${cardWords(trick.cards[index])}.`;
  if (trick.winner === null) return said;
  const [ns, ew] = position.points;
  return `${said} ${SEAT_WORDS[trick.winner]} takes ${trick.points} points: NS ${ns}, EW ${ew}.`;
}

export const seatCard = (seat, card) => `${SEATS[seat]} plays ${cardText(card)}`;
