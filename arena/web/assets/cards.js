// The pack as numbers (suit * 10 + strength), and its words. The same order as protocol/cards.py.

export const SEATS = ["N", "E", "S", "W"];
export const SEAT_WORDS = ["North", "East", "South", "West"];
export const SIDES = ["NS", "EW"];
export const SUITS = ["C", "D", "H", "S"];
const SUIT_SYMBOLS = ["♣", "♦", "♥", "♠"];
const SUIT_WORDS = ["clubs", "diamonds", "hearts", "spades"];
const RANKS = ["2", "3", "4", "5", "6", "Q", "J", "K", "7", "A"];
const RANK_WORDS = ["two", "three", "four", "five", "six", "queen", "jack", "king", "seven", "ace"];
const RANK_POINTS = [0, 0, 0, 0, 0, 2, 3, 4, 10, 11];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn";

// Hands are shown with the colours taking turns: spades, hearts, clubs, diamonds.
const SHOWN_SUITS = [2, 3, 1, 0];

export const suitOf = (card) => Math.floor(card / 10);
export const rankText = (card) => RANKS[card % 10];
export const pointsOf = (card) => RANK_POINTS[card % 10];
export const cardOf = (letter) => LETTERS.indexOf(letter);
export const cardText = (card) => RANKS[card % 10] + SUIT_SYMBOLS[suitOf(card)];
export const cardWords = (card) => `${RANK_WORDS[card % 10]} of ${SUIT_WORDS[suitOf(card)]}`;

// Cards as a hand holds them: suit by suit, the strongest first.
export function sortHand(cards) {
  return [...cards].sort(
    (one, two) => SHOWN_SUITS[suitOf(one)] - SHOWN_SUITS[suitOf(two)] || two - one,
  );
}

// A hand in words, for those who hear it.
export function handWords(cards) {
  const suits = [3, 2, 0, 1].map((suit) => {
    const ranks = sortHand(cards).filter((card) => suitOf(card) === suit);
    return ranks.length ? `${SUIT_WORDS[suit]} ${ranks.map(rankText).join(" ")}` : "";
  });
  return suits.filter(Boolean).join(", ") || "no cards";
}
