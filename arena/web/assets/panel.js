// Beside the table: the score, the card just played, all tricks, and what went wrong.
import { cardText, cardWords, SEAT_WORDS, SEATS, SIDES, sortHand, suitOf, SUITS } from "./cards.js";
import { byId, icon, make, nameOf } from "./dom.js";
import { positionAt } from "./position.js";
import { milliseconds, plural, resultWords } from "./words.js";

const PACK_POINTS = 120;

// Card points so far, the rubber's games, trump.
export function drawScore({ deal, position, sides, unit }) {
  for (const side of [0, 1]) {
    const games = unit === "rubber" ? `, ${plural(deal.games[side], "game")}` : "";
    byId(`side-${SIDES[side]}`).replaceChildren(nameOf(sides[side]));
    byId(`points-${SIDES[side]}`).textContent = position.points[side];
    byId(`won-${SIDES[side]}`).textContent = plural(position.won[side], "trick") + games;
    byId(`bar-${SIDES[side]}`).setAttribute("width", String((position.points[side] / PACK_POINTS) * 100));
  }
  byId("bar-EW").setAttribute("x", String(100 - (position.points[1] / PACK_POINTS) * 100));
  const suit = SUITS[suitOf(deal.trumpCard)];
  byId("trump").replaceChildren(
    icon(`suit-${suit}`, `trump-pip suit-${suit}`),
    make("span", "", {}, `${cardText(deal.trumpCard)} of ${SEATS[deal.dealer]}`),
  );
  byId("trump").setAttribute("aria-label", `Trump: ${cardWords(deal.trumpCard)}, held by ${SEAT_WORDS[deal.dealer]}`);
  byId("carry").textContent = deal.carry ? `${plural(deal.carry, "game")} carried` : "";
}

// Whether what concerns a seat (null: the table) is to be seen through a view.
export function isSeen(view, seat) {
  return view === "open" || (view !== "closed" && (seat === null || SEATS[seat] === view));
}

// The card that was just played, who played it, in what time, and what it said.
export function drawNow({ deal, position, trick, view, names, notes }) {
  const lines = position.count ? playedLines({ deal, trick, view, names, position }) : openingLines(deal, names);
  const here = notes.filter((note) => note.at === position.count && isSeen(view, note.seat));
  const faults = here.filter((note) => note.kind !== "info").map((note) => drawNote(note, names));
  const atEnd = position.count === deal.plays.length;
  byId("now").replaceChildren(...lines, ...faults, ...(atEnd ? [ending(deal)] : []));
}

function openingLines(deal, names) {
  const leader = make("bdi", "", {}, names[deal.leader]);
  const text = make("p", "who", {}, `${SEAT_WORDS[deal.leader]} (`, leader, ") leads the first trick.");
  return [make("p", "where", {}, `Deal ${deal.number}, board ${deal.board}`), text];
}

function playedLines({ deal, trick, view, names, position }) {
  const index = position.count - 1;
  const turn = trick.cards.length - 1;
  const seat = (trick.leader + turn) % 4;
  const card = trick.cards[turn];
  const verb = turn === 0 ? "leads" : "plays";
  const name = make("bdi", "", {}, names[seat]);
  const lines = [
    make("p", "where", {}, `Trick ${trick.number}, card ${turn + 1} of 4`),
    make("p", "who", {}, `${SEAT_WORDS[seat]} (`, name, `) ${verb} `, cardMark(card)),
  ];
  if (isSeen(view, seat)) lines.push(...closeUp(deal, index, seat));
  if (trick.winner !== null) {
    const [ns, ew] = position.points;
    const takes = `${SEAT_WORDS[trick.winner]} takes the trick: ${plural(trick.points, "point")}. NS ${ns}, EW ${ew}.`;
    lines.push(make("p", "takes", {}, takes));
  }
  return lines;
}

function closeUp(deal, index, seat) {
  const legal = sortHand(positionAt(deal, index).legal).map(cardText).join(" ");
  const times = `${milliseconds(deal.wallUs[index])}, CPU ${milliseconds(deal.cpuUs[index])}`;
  const lines = [make("p", "facts", {}, `It took ${times}. It could play ${legal}.`)];
  if (deal.byReferee.includes(index)) lines.push(make("p", "facts alarm", {}, `The referee played this card for ${SEATS[seat]}.`));
  if (deal.excused.includes(index)) lines.push(make("p", "facts", {}, "Late by the clock, but the host was busy: not charged."));
  const comment = deal.comments[index];
  if (comment) lines.push(make("blockquote", "comment", {}, make("bdi", "", {}, comment)));
  return lines;
}

function ending(deal) {
  const forfeit = deal.result?.ending.includes("forfeit");
  const text = deal.result ? resultWords(deal.result) : "The deal has no result: the match ended before.";
  return make("p", `result ${forfeit || !deal.result ? "alarm" : ""}`, { id: "result" }, text);
}

function cardMark(card) {
  const suit = SUITS[suitOf(card)];
  return make("b", `card-mark suit-${suit}`, {}, cardText(card));
}

// One remark with its evidence.
export function drawNote(note, names) {
  const who = note.seat === null ? null : make("b", "", {}, SEATS[note.seat], " ", make("bdi", "", {}, names[note.seat]), ": ");
  const lines = [make("p", "", {}, who, make("bdi", "", {}, note.text))];
  for (const [label, text] of note.more) {
    lines.push(make("p", "label", {}, label), make("pre", "", { tabindex: "0" }, make("bdi", "", {}, text)));
  }
  lines.push(make("p", "label", {}, `log line ${note.line}`));
  return make("div", `note ${note.kind}`, {}, ...lines);
}

// The ten tricks as a table of buttons; `go` is given how many cards are then down.
export function buildTricks(deal, notes, go) {
  const rows = [];
  const cells = [];
  const faulty = new Set(notes.filter((note) => note.kind === "fault").map((note) => note.at));
  const whole = positionAt(deal, deal.plays.length);
  const tricks = [...whole.tricks];
  if (whole.table.length) tricks.push({ leader: whole.leader, cards: whole.table, winner: null, points: 0 });
  let [ns, ew] = [0, 0];
  tricks.forEach((trick, number) => {
    if (trick.winner !== null && trick.winner % 2) ew += trick.points;
    else ns += trick.points;
    const row = make("tr", "", {}, make("th", "", { scope: "row" }, String(number + 1)));
    for (let seat = 0; seat < 4; seat += 1) {
      const turn = (seat - trick.leader + 4) % 4;
      const cell = make("td", trick.winner === seat ? "took" : "");
      if (turn < trick.cards.length) {
        const count = number * 4 + turn + 1;
        const button = trickButton(deal, trick, turn, { seat, count, fault: faulty.has(count - 1) }, go);
        cells.push({ button, count, seat });
        cell.append(button);
      }
      row.append(cell);
    }
    const taken = trick.winner !== null;
    row.append(make("td", "number", {}, taken ? String(trick.points) : ""), make("td", "number", {}, taken ? `${ns}-${ew}` : ""));
    rows.push(row);
  });
  byId("tricks").replaceChildren(...rows);
  return cells;
}

function trickButton(deal, trick, turn, { seat, count, fault }, go) {
  const card = trick.cards[turn];
  const comment = deal.comments[count - 1] !== undefined;
  const marks = (turn === 0 ? ", led" : "") + (fault ? ", a fault before it" : "") + (comment ? ", with a comment" : "");
  const button = make(
    "button",
    `suit-${SUITS[suitOf(card)]}${turn === 0 ? " led" : ""}`,
    { type: "button", "aria-label": `${SEAT_WORDS[seat]}: ${cardWords(card)}${marks}` },
    cardText(card),
    fault ? make("sup", "mark fault", {}, "!") : null,
    comment ? make("sup", "mark", {}, "”") : null,
  );
  button.addEventListener("click", () => go(count));
  return button;
}

// What is played is plain, the card just played stands out, what is still to come is faint.
export function markTricks(cells, count) {
  for (const { button, count: at } of cells) {
    button.classList.toggle("future", at > count);
    if (at === count) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

// All remarks of the deal, each with the way to its card.
export function drawNotes({ notes, view, names, count }, go) {
  const items = notes
    .filter((note) => isSeen(view, note.seat))
    .map((note) => {
      const label = note.at ? `after card ${note.at}` : "at the beginning";
      const jump = make("button", "jump", { type: "button" }, label);
      jump.addEventListener("click", () => go(note.at));
      return make("li", note.at === count ? "here" : "", {}, jump, drawNote(note, names));
    });
  byId("notes").replaceChildren(...items);
  byId("notes-box").hidden = !items.length;
}
