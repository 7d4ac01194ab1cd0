// Where a deal stands after so many cards. Pure: a deal as the page's data has it in, values out.
import { cardOf, pointsOf, suitOf } from "./cards.js";

// A deal of the data (short keys, see match_data.py) with its cards as numbers.
export function openDeal(raw) {
  const hands = [[], [], [], []];
  for (let card = 0; card < 40; card += 1) hands[Number(raw.h[card])].push(card);
  return {
    number: raw.n,
    unit: raw.u,
    board: raw.b,
    dealer: raw.d,
    leader: (raw.d + 1) % 4,
    trumpCard: raw.t,
    trump: suitOf(raw.t),
    hands,
    plays: [...raw.c].map(cardOf),
    wallUs: raw.w,
    cpuUs: raw.p,
    comments: raw.m ?? {},
    byReferee: raw.f ?? [],
    excused: raw.o ?? [],
    games: raw.g ?? [0, 0],
    carry: raw.k ?? 0,
    notes: (raw.e ?? []).map(openNote),
    result: raw.r && openResult(raw.r),
  };
}

export function openNote([at, kind, seat, text, line, more]) {
  return { at, kind, seat, text, line, more };
}

function openResult([ending, ns, ew, nsTricks, ewTricks, winner, won, nsGames, ewGames, carry, worth]) {
  return {
    ending,
    points: [ns, ew],
    tricks: [nsTricks, ewTricks],
    winner,
    won,
    games: [nsGames, ewGames],
    carry,
    worth,
  };
}

// The place in a trick of the card that wins it so far (rule R9).
export function winningIndex(cards, trump) {
  let best = 0;
  for (let index = 1; index < cards.length; index += 1) {
    const [card, top] = [cards[index], cards[best]];
    if (suitOf(card) === suitOf(top) ? card > top : suitOf(card) === trump) best = index;
  }
  return best;
}

// What may be played from a hand: the suit led if it is there (R7, R8); led is null for the leader.
export function legalCards(hand, led) {
  const following = hand.filter((card) => suitOf(card) === led);
  return following.length ? following : hand;
}

// The deal after `count` cards. toPlay and legal are null and [] once all are played.
export function positionAt(deal, count) {
  const hands = deal.hands.map((hand) => [...hand]);
  const tricks = [];
  const points = [0, 0];
  const won = [0, 0];
  let leader = deal.leader;
  let table = [];
  for (const card of deal.plays.slice(0, count)) {
    const seat = (leader + table.length) % 4;
    hands[seat].splice(hands[seat].indexOf(card), 1);
    table.push(card);
    if (table.length < 4) continue;
    const winner = (leader + winningIndex(table, deal.trump)) % 4;
    const worth = table.reduce((sum, each) => sum + pointsOf(each), 0);
    tricks.push({ leader, cards: table, winner, points: worth });
    points[winner % 2] += worth;
    won[winner % 2] += 1;
    leader = winner;
    table = [];
  }
  const over = !table.length && !hands[leader].length;
  const toPlay = over ? null : (leader + table.length) % 4;
  const led = table.length ? suitOf(table[0]) : null;
  const legal = over ? [] : legalCards(hands[toPlay], led);
  return { count, hands, leader, table, tricks, points, won, toPlay, legal };
}

// The trick to draw: the one being played, or the last one until its winner leads.
export function trickOnTable(position) {
  const { table, leader, tricks } = position;
  if (table.length) return { number: tricks.length + 1, leader, cards: table, winner: null, points: 0 };
  const last = tricks[tricks.length - 1];
  return last ? { number: tricks.length, ...last } : { number: 1, leader, cards: [], winner: null, points: 0 };
}

// Who played the card at an index (from 0).
export function seatOfPlay(deal, index) {
  const before = positionAt(deal, index);
  return (before.leader + before.table.length) % 4;
}
