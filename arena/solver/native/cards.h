/* Cards, hands and tricks, as the search and the players share them.
 *
 * A card is a number, suit * 10 + strength, and a hand a set of bits, as in the arena's engine, but that
 * here the trump suit is always suit 0. Strengths 0 to 4 are the worthless cards 2 to 6, which only their
 * order tells apart; 5 to 9 are the honours Q J K 7 A, worth 2 3 4 10 11.
 */
#ifndef SUECA_CARDS_H
#define SUECA_CARDS_H

#include <stdint.h>

enum { SEATS = 4, SUITS = 4, RANKS = 10, CARDS = 40, WORTHLESS = 5, NONE = -1 };

typedef uint64_t Hand;

#define SUIT_MASK(suit) (((Hand)1023) << (10 * (suit)))
#define BIT(card) (((Hand)1) << (card))
#define PACK ((((Hand)1) << CARDS) - 1)

static const int RANK_POINTS[RANKS] = {0, 0, 0, 0, 0, 2, 3, 4, 10, 11};

/* Filled by prepare_tables(). */
extern uint8_t CARD_POINTS[CARDS], SUIT_OF[CARDS];
extern uint8_t HONOUR_POINTS[32]; /* of a set of honours, bit 0 for the queen */
void prepare_tables(void);

static inline int lowest(Hand hand) { return __builtin_ctzll(hand); }
static inline int highest(Hand hand) { return 63 - __builtin_clzll(hand); }
static inline int count(Hand hand) { return __builtin_popcountll(hand); }
static inline int single(Hand hand) { return (hand & (hand - 1)) == 0; }
static inline uint32_t in_suit(Hand hand, int suit) { return (uint32_t)(hand >> (10 * suit)) & 1023; }
static inline uint32_t honours_in(Hand hand, int suit) { return (uint32_t)(hand >> (10 * suit + 5)) & 31; }

static inline int points_of(Hand hand) {
    return HONOUR_POINTS[honours_in(hand, 0)] + HONOUR_POINTS[honours_in(hand, 1)]
         + HONOUR_POINTS[honours_in(hand, 2)] + HONOUR_POINTS[honours_in(hand, 3)];
}

/* Those of one suit's cards that no card of `others`, of the same suit, beats. */
static inline uint32_t masters(uint32_t cards, uint32_t others) {
    return others ? cards & ~((2u << (31 - __builtin_clz(others))) - 1) : cards;
}

/* Whether `card`, played later, takes the trick from `best`. */
static inline int takes(int card, int best) {
    return SUIT_OF[card] == SUIT_OF[best] ? card > best : SUIT_OF[card] == 0;
}

/* A trick in play: who is to play, how many cards lie, what was led, who wins it so far and with what. */
typedef struct {
    int seat, played, led, best_seat, best, points;
    Hand cards;
} Trick;

static inline Trick new_trick(int leader) {
    return (Trick){leader, 0, NONE, NONE, NONE, 0, 0};
}

static inline Trick after_card(Trick trick, int card) {
    if (trick.played == 0) trick.led = SUIT_OF[card];
    if (trick.played == 0 || takes(card, trick.best)) {
        trick.best = card;
        trick.best_seat = trick.seat;
    }
    trick.points += CARD_POINTS[card];
    trick.cards |= BIT(card);
    trick.played++;
    trick.seat = (trick.seat + 1) & 3;
    return trick;
}

static inline Hand legal_cards(Hand hand, int led) {
    if (led == NONE) return hand;
    Hand following = hand & SUIT_MASK(led);
    return following ? following : hand;
}

#endif
