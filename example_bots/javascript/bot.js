// A bot for Node.js with no packages. A card is rank then suit: "AH" is the ace of hearts.
// It takes a trick with the lowest card that wins it, and else throws away what counts least.
"use strict";

const RANKS = "23456QJK7A"; // weakest first
const POINTS = { A: 11, 7: 10, K: 4, J: 3, Q: 2 };
const strength = (card) => RANKS.indexOf(card[0]);
const points = (card) => POINTS[card[0]] ?? 0;

/** Whether `card`, played after `best`, takes the trick from it. */
function beats(card, best, trump) {
  if (card[1] === best[1]) return strength(card) > strength(best);
  return card[1] === trump;
}

/** The card of `cards` with the smallest `cost`. */
const least = (cards, cost) => cards.reduce((a, b) => (cost(b) < cost(a) ? b : a));

function choose({ seat, legal, table, trump: trumpCard }) {
  const trump = trumpCard[1]; // its suit
  const cost = (card) => points(card) * 10 + strength(card) + (card[1] === trump ? 50 : 0);
  if (table.length === 0) return least(legal, cost);

  let [winner, best] = table[0];
  for (const [other, card] of table.slice(1)) {
    if (beats(card, best, trump)) [winner, best] = [other, card];
  }
  if (winner === (seat + 2) % 4) {
    // Partner has the trick: give points to it if nobody can take it any more, else keep them back.
    return table.length === 3 ? least(legal, (card) => -points(card)) : least(legal, cost);
  }
  const winners = legal.filter((card) => beats(card, best, trump));
  return winners.length > 0 ? least(winners, strength) : least(legal, cost);
}

function answer(line) {
  const message = JSON.parse(line);
  if (message.type === "hello") return { id: message.id, protocol: 1, name: "javascript", version: "1.0" };
  if (message.type === "play") return { id: message.id, card: choose(message) };
  return null; // everything else needs no reply
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop(); // the part after the last line end waits for more
  for (const line of lines) {
    if (line.trim() === "") continue;
    const reply = answer(line);
    if (reply !== null) process.stdout.write(JSON.stringify(reply) + "\n");
  }
});
