/* The double-dummy search: what a position is worth when all four see all cards. */
#ifndef SUECA_SEARCH_H
#define SUECA_SEARCH_H

#include "cards.h"

enum { UNSOLVED = -1 };

/* Room for about `entries` positions (a power of two, at least 4); 0 where memory is short. */
int search_prepare(void *memory, uint32_t entries);
uint32_t search_entry_bytes(void);

/* Forget all positions. */
void search_forget(void);

/* In the exact mode nothing is pruned but equal cards, and positions are stored card by card: slow, for tests. */
void search_exact(int exact);

/* How many nodes may still be searched; and how many were, since the start. */
void search_budget(uint64_t nodes);
uint64_t search_nodes(void);

/* Card points that seats 0 and 2 still get, the trick on the table included; UNSOLVED when the budget ran out. */
int search_value(const Hand *hands, Trick trick);

/* The same after each legal card: values[card], NONE for other cards. Returns 0, or UNSOLVED. */
int search_cards(const Hand *hands, Trick trick, int32_t *values);

/* Whether seats 0 and 2 (side 0), or 1 and 3 (side 1), can win each trick that is left; or UNSOLVED. */
int search_sweep(const Hand *hands, Trick trick, int side);

/* Plain minimax over all lines of play, for tests: the value as search_value has it. */
int search_by_force(const Hand *hands, Trick trick);

#endif
