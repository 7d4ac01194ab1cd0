// The card table: four hands, the trick between them, who is to play.
import { cardWords, handWords, rankText, SEAT_WORDS, SEATS, sortHand, suitOf, SUITS } from "./cards.js";
import { byId, icon, make, nameOf } from "./dom.js";
import { plural } from "./words.js";

// One card, face up. Its suit is told by shape and letter, never by colour alone.
export function drawCard(card, className = "") {
  const suit = SUITS[suitOf(card)];
  const corner = make("span", "corner", {}, rankText(card), icon(`suit-${suit}`, "small-pip"));
  return make("span", `card suit-${suit} ${className}`, {}, corner, icon(`suit-${suit}`, "pip"));
}

function drawBack() {
  return make("span", "card back");
}

// Everything on the felt. look: {position, trick, deal, view, names, mirror, moved}
export function drawFelt(look) {
  for (let seat = 0; seat < 4; seat += 1) {
    drawSeat(look, seat);
    drawPlayed(look, seat);
  }
}

function drawSeat({ position, deal, trick, view, names }, seat) {
  const hand = sortHand(position.hands[seat]);
  const open = view === "open" || view === SEATS[seat];
  const faces = open ? hand : hand.filter((card) => card === deal.trumpCard);
  const cards = [
    ...Array.from({ length: hand.length - faces.length }, drawBack),
    ...faces.map((card) => drawCard(card, card === deal.trumpCard ? "trump-card" : "")),
  ];
  const holder = byId(`hand-${SEATS[seat]}`);
  const known = faces.length ? handWords(faces) : "face down";
  const label = open ? handWords(hand) : `${plural(hand.length, "card")}, ${known}`;
  holder.setAttribute("aria-label", `${SEAT_WORDS[seat]} holds ${label}`);
  holder.replaceChildren(...cards);
  const plate = byId(`plate-${SEATS[seat]}`);
  const turn = position.toPlay === seat && trick.winner === null;
  plate.classList.toggle("to-play", turn || (position.toPlay === seat && position.leader === seat));
  const dealer = deal.dealer === seat ? [make("span", "chip", {}, "dealer")] : [];
  plate.replaceChildren(make("b", "", {}, SEATS[seat]), nameOf(names[seat], "name"), ...dealer);
}

function drawPlayed({ trick, moved }, seat) {
  const turn = (seat - trick.leader + 4) % 4;
  const spot = byId(`spot-${SEATS[seat]}`);
  const card = trick.cards[turn];
  spot.classList.toggle("won", trick.winner === seat);
  if (card === undefined) {
    spot.replaceChildren();
    return;
  }
  const fresh = moved && turn === trick.cards.length - 1 ? "fresh" : "";
  const drawn = drawCard(card, fresh);
  drawn.setAttribute("role", "img");
  const led = turn === 0 ? ", led" : "";
  const won = trick.winner === seat ? ", takes the trick" : "";
  drawn.setAttribute("aria-label", `${SEAT_WORDS[seat]}: ${cardWords(card)}${led}${won}`);
  const tag = trick.winner === seat ? `+${trick.points}` : turn === 0 ? "led" : "";
  spot.replaceChildren(drawn, ...(tag ? [make("span", "tag", { "aria-hidden": "true" }, tag)] : []));
}
