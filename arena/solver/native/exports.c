/* The doors to Python: one block of memory for questions and answers, so that a call crosses the border once. */
#include "players.h"
#include "search.h"

typedef struct {
    Hand hands[SEATS];
    uint64_t budget, seed;
    double trust[SEATS][KINDS];
    double expected[CARDS];
    int32_t values[CARDS];
    int32_t leader, plays, seat, trump_card, trump_seat;
    int32_t candidates, worlds, nested, solved_from, side;
    uint8_t cards[CARDS]; /* for the search those on the table, for a player all that were played */
} Block;

static Block block;
static Seen seen;

#define EXPORT(name) __attribute__((export_name(#name))) name

Block *EXPORT(block_address)(void) { return &block; }

/* Make tables, with room for about `entries` positions (a power of two). Returns 0 where memory is short. */
int EXPORT(prepare)(uint32_t entries) {
    prepare_tables();
#ifdef __wasm__
    uint32_t pages = (uint32_t)(((uint64_t)entries * search_entry_bytes() + 65535) / 65536);
    uint32_t first = (uint32_t)__builtin_wasm_memory_grow(0, pages);
    return first != 0xffffffffu && search_prepare((void *)(uintptr_t)(first * 65536u), entries);
#else
    return 0;
#endif
}

void EXPORT(forget)(void) { search_forget(); }
void EXPORT(exact)(int on) { search_exact(on); }
uint64_t EXPORT(nodes)(void) { return search_nodes(); }

static Trick asked(void) {
    Trick trick = new_trick(block.leader);
    for (int at = 0; at < block.plays; at++) trick = after_card(trick, block.cards[at]);
    search_budget(block.budget);
    return trick;
}

int EXPORT(value)(void) { return search_value(block.hands, asked()); }
int EXPORT(cards)(void) { return search_cards(block.hands, asked(), block.values); }
int EXPORT(sweep)(void) { return search_sweep(block.hands, asked(), block.side); }
int EXPORT(by_force)(void) { return search_by_force(block.hands, asked()); }

static void take_in(void) {
    see(&seen, block.seat, block.hands[block.seat], block.trump_card, block.trump_seat, block.leader, block.cards, block.plays);
}

int EXPORT(rules)(void) {
    take_in();
    return rules_card(&seen.table, seen.hand, PACK & ~seen.played & ~seen.hand);
}

int EXPORT(choose)(void) {
    Settings settings = {block.candidates, block.worlds, block.nested, block.solved_from, {{0}}, block.seed};
    for (int k = 0; k < SEATS * KINDS; k++) (&settings.trust[0][0])[k] = (&block.trust[0][0])[k];
    search_budget(block.budget);
    take_in();
    return choose_card(&seen, &settings, block.expected);
}

/* For each seat, from the hands as dealt: how likely its plays were for each kind; into trust. */
void EXPORT(judge)(void) {
    take_in();
    for (int k = 0; k < SEATS; k++) likelihoods(&seen, k, block.hands[k], block.trust[k]);
}
