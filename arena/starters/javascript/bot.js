// my-bot: takes a trick as cheaply as it can, and else throws away what counts least.
"use strict";

const RANKS = "23456QJK7A"; // weakest first
const POINTS = { A: 11, 7: 10, K: 4, J: 3, Q: 2 };

// A card is its rank and then its suit: "AH" is the ace of hearts.
const strength = (card) => RANKS.indexOf(card[0]);
const points = (card) => POINTS[card[0]] ?? 0;

/** Whether `card`, played after `best`, takes the trick from it. */
function beats(card, best, trump) {
  if (card[1] === best[1]) return strength(card) > strength(best);
  return card[1] === trump;
}

/** Pick one card of `legal`. This function is your bot: make it better. */
function choose({ seat, legal, table, trump: trumpCard }) {
  const trump = trumpCard[1]; // its suit
  const cost = (card) => 10 * points(card) + strength(card) + (card[1] === trump ? 50 : 0);
  const cheapest = (cards) => cards.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  if (table.length === 0) return cheapest(legal);

  let [winner, best] = table[0];
  for (const [other, card] of table.slice(1)) {
    if (beats(card, best, trump)) [winner, best] = [other, card];
  }
  const partner = (seat + 2) % 4;
  const winners = winner === partner ? [] : legal.filter((card) => beats(card, best, trump));
  return cheapest(winners.length > 0 ? winners : legal);
}

/** The reply to a message; null where none is due. */
function answer(message) {
  if (message.type === "hello") return { id: message.id, protocol: 1, name: "my-bot", version: "0.1" };
  if (message.type === "play") return { id: message.id, card: choose(message) };
  return null;
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop(); // a line that has only half come waits for the rest
  for (const line of lines) {
    if (line.trim() === "") continue;
    const reply = answer(JSON.parse(line));
    if (reply !== null) process.stdout.write(JSON.stringify(reply) + "\n");
  }
});
