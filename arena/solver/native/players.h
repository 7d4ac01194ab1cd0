/* Players: rules of thumb, and rollouts by those rules over worlds that fit what was seen. */
#ifndef SUECA_PLAYERS_H
#define SUECA_PLAYERS_H

#include "cards.h"

/* What everybody at the table knows. */
typedef struct {
    Trick trick;
    uint8_t voids[SUITS]; /* a bit for each seat that once failed to follow the suit */
    int points;           /* card points of seats 0 and 2 so far */
} Table;

/* One seat's knowledge in the middle of a deal. */
typedef struct {
    int seat, plays;
    Hand hand, played;
    int trump_card, trump_seat;
    Table table;
    uint8_t cards[CARDS];  /* in order of play */
    Table before[CARDS];   /* the table before each of them */
    Hand played_before[CARDS];
    int left[SEATS];       /* how many cards each seat holds */
} Seen;

/* The kinds of player that a seat may be, each saying how likely a play is: see KINDS in players.c. */
enum { FAITHFUL, LOOSE, ANYBODY, KINDS };

typedef struct {
    int candidates;   /* worlds drawn before each is weighted by the plays seen */
    int worlds;       /* worlds kept, drawn by weight */
    int nested;       /* > 0: own next card in a rollout is chosen by so many rollouts of its own */
    int solved_from;  /* with so many cards left or fewer a world is solved double-dummy; 0: never */
    double trust[SEATS][KINDS]; /* how likely each seat is of each kind, before this deal; all 0: not weighted */
    uint64_t seed;
} Settings;

/* The card that the rules of thumb of example_bots/counter play. others: what the other three hold. */
int rules_card(const Table *table, Hand hand, Hand others);

Table table_after(Table table, int card);

/* The deal so far as `seat` saw it. hand: what it holds now. */
void see(Seen *seen, int seat, Hand hand, int trump_card, int trump_seat, int leader, const uint8_t *cards, int plays);

/* A card, and for each legal card what rollouts expect for the seat's side, in card points of the whole deal. */
int choose_card(const Seen *seen, const Settings *settings, double *expected);

/* How likely `seat` plays as it did for each kind, given all of the hand it was dealt; as factors of trust. */
void likelihoods(const Seen *seen, int seat, Hand dealt, double *of_kind);

#endif
