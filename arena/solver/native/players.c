/* Players: rules of thumb, and rollouts by those rules over worlds that fit what was seen.
 *
 * A world says who holds the cards that one seat can't see. Many are drawn; each is weighted by how likely
 * the others' plays were if it is true; those kept are played out by rules of thumb, once for each card that
 * may be played now. How the others play isn't known, so each seat is a mixture of kinds of player: one that keeps to the
 * rules, one that often doesn't, and one whose plays tell nothing.
 */
#include "players.h"
#include "search.h"

enum { MOST_WORLDS = 8192, TRIES = 40, RUFF_FROM = 2, DEAR_TRUMP = 6, SAFE_OUT = 4 };

/* ---- chance: SplitMix64 (S. Vigna, public domain) ---- */

static uint64_t state;

static uint64_t draw(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

static uint32_t below(uint32_t limit) { return (uint32_t)((draw() >> 32) * limit >> 32); }
static double fraction(void) { return (double)(draw() >> 11) * (1.0 / 9007199254740992.0); }

/* ---- the rules of thumb: example_bots/counter, where they are explained ---- */

/* The strength of the card with most points, the lowest of equals. */
static int dearest(uint32_t cards) { return cards >> 5 ? 31 - __builtin_clz(cards) : __builtin_ctz(cards); }

static int least_card(Hand legal) {
    int least = NONE, least_cost = 1 << 30;
    for (int suit = 0; suit < SUITS; suit++) {
        uint32_t cards = in_suit(legal, suit);
        if (!cards) continue;
        int strength = __builtin_ctz(cards), cost = (RANK_POINTS[strength] + (suit ? 0 : DEAR_TRUMP)) * 16 + strength;
        if (cost < least_cost) least_cost = cost, least = suit * RANKS + strength;
    }
    return least;
}

static int richest_card(Hand legal) {
    int richest = NONE, most = -1000;
    for (int suit = 1; suit < SUITS; suit++) {
        uint32_t cards = in_suit(legal, suit);
        if (!cards) continue;
        int strength = dearest(cards), gift = RANK_POINTS[strength] * 16 - strength;
        if (gift > most) most = gift, richest = suit * RANKS + strength;
    }
    return richest == NONE ? dearest(in_suit(legal, 0)) : richest;
}

static int rules_lead(const Table *table, Hand hand, Hand others, uint32_t armed_opponents) {
    int best = NONE, most = -1;
    for (int suit = 1; suit < SUITS; suit++) {
        uint32_t cards = in_suit(hand, suit), out = in_suit(others, suit);
        int ruffed = armed_opponents && (armed_opponents & table->voids[suit] || __builtin_popcount(out) < SAFE_OUT);
        uint32_t cashing = ruffed ? 0 : masters(cards, out);
        if (!cashing) continue;
        int strength = dearest(cashing);
        if (RANK_POINTS[strength] > most) most = RANK_POINTS[strength], best = suit * RANKS + strength;
    }
    if (best != NONE) return best;
    for (int suit = 0, least = 1 << 30; suit < SUITS; suit++) {
        uint32_t cards = in_suit(hand, suit);
        if (!cards) continue;
        int strength = __builtin_ctz(cards), rich = HONOUR_POINTS[honours_in(others, suit)];
        int cost = ((RANK_POINTS[strength] + (suit ? 0 : DEAR_TRUMP)) * 64 - rich) * 16 + strength;
        if (cost < least) least = cost, best = suit * RANKS + strength;
    }
    return best;
}

static Hand winners(Hand legal, const Trick *trick) {
    Hand higher = SUIT_MASK(SUIT_OF[trick->best]) & ~((BIT(trick->best) << 1) - 1);
    return legal & (SUIT_OF[trick->best] ? higher | SUIT_MASK(0) : higher);
}

int rules_card(const Table *table, Hand hand, Hand others) {
    const Trick *trick = &table->trick;
    Hand legal = legal_cards(hand, trick->led);
    if (single(legal)) return lowest(legal);
    int seat = trick->seat, led = trick->led, behind = 3 - trick->played;
    uint32_t opponents = seat & 1 ? 5 : 10, armed = in_suit(others, 0) ? ~table->voids[0] & 15u : 0;
    if (trick->played == 0) return rules_lead(table, hand, others, armed & opponents);
    uint32_t to_come = 0, out = in_suit(others, led);
    for (int k = 1; k <= behind; k++) to_come |= 1u << ((seat + k) & 3);
    uint32_t ruffers = armed & to_come & opponents & (out ? table->voids[led] : 15u);
    int mate_wins = trick->best_seat == ((seat + 2) & 3), best_suit = SUIT_OF[trick->best];
    int unbeaten = !(in_suit(others, best_suit) >> (trick->best % RANKS));
    if (mate_wins && (!behind || (unbeaten && (best_suit == 0 || !ruffers)))) return richest_card(legal);
    Hand winning = winners(legal, trick);
    uint32_t in_led = in_suit(winning, led);
    if (led) {
        uint32_t sure = !behind ? in_led : ruffers ? 0 : masters(in_led, out);
        if (sure) return led * RANKS + dearest(sure);
    } else if (in_led && !behind) return __builtin_ctz(in_led);
    if (winning && !in_led && !mate_wins && trick->points >= RUFF_FROM) return lowest(winning);
    return least_card(legal);
}

Table table_after(Table table, int card) {
    int seat = table.trick.seat;
    if (table.trick.played && SUIT_OF[card] != table.trick.led) table.voids[table.trick.led] |= (uint8_t)(1 << seat);
    table.trick = after_card(table.trick, card);
    if (table.trick.played == SEATS) {
        if (!(table.trick.best_seat & 1)) table.points += table.trick.points;
        table.trick = new_trick(table.trick.best_seat);
    }
    return table;
}

void see(Seen *seen, int seat, Hand hand, int trump_card, int trump_seat, int leader, const uint8_t *cards, int plays) {
    *seen = (Seen){.seat = seat, .hand = hand, .trump_card = trump_card, .trump_seat = trump_seat};
    seen->table.trick = new_trick(leader);
    for (int k = 0; k < SEATS; k++) seen->left[k] = RANKS;
    for (; seen->plays < plays; seen->plays++) {
        int at = seen->plays;
        seen->cards[at] = cards[at];
        seen->before[at] = seen->table;
        seen->played_before[at] = seen->played;
        seen->left[seen->table.trick.seat]--;
        seen->played |= BIT(cards[at]);
        seen->table = table_after(seen->table, cards[at]);
    }
    if (seen->played & BIT(trump_card)) seen->trump_card = NONE;
}

/* ---- how likely plays are ---- */

/* How often a kind leaves the rules of thumb; 1 for one who plays any legal card. */
static const double LEAVES[KINDS] = {0.04, 0.3, 1.0};
/* Of plays that leave the rules: how many play another worthless card of the same suit, which says little. */
static const double ANOTHER_WORTHLESS = 0.7, ANOTHER_CARD = 0.6;

void likelihoods(const Seen *seen, int seat, Hand hand, double *of_kind) {
    for (int kind = 0; kind < KINDS; kind++) of_kind[kind] = 1;
    for (int at = 0; at < seen->plays; at++) {
        const Table *table = &seen->before[at];
        if (table->trick.seat != seat) continue;
        int card = seen->cards[at];
        Hand legal = legal_cards(hand, table->trick.led);
        int choices = count(legal);
        if (choices > 1) {
            int expected = rules_card(table, hand, PACK & ~seen->played_before[at] & ~hand);
            int worthless = !CARD_POINTS[card] && !CARD_POINTS[expected] && SUIT_OF[card] == SUIT_OF[expected];
            double other = worthless ? ANOTHER_WORTHLESS : ANOTHER_CARD / (choices - 1);
            for (int kind = 0; kind < ANYBODY; kind++) of_kind[kind] *= card == expected ? 1 - LEAVES[kind] : LEAVES[kind] * other;
            of_kind[ANYBODY] /= choices;
        }
        hand &= ~BIT(card);
    }
}

/* ---- worlds ---- */

typedef struct {
    Hand hands[SEATS];
    double weight;
} World;

static World drawn[MOST_WORLDS], kept[MOST_WORLDS];

/* The cards to deal out, those with fewest owners to choose from first; owners: a bit for each seat that may hold it. */
static int hidden_cards(const Seen *seen, uint8_t *cards, uint8_t *owners) {
    int number = 0;
    for (Hand hidden = PACK & ~seen->hand & ~seen->played; hidden; hidden &= hidden - 1) {
        int card = lowest(hidden), may = 15 & ~(1 << seen->seat) & ~seen->table.voids[SUIT_OF[card]];
        for (int k = 0; k < SEATS; k++)
            if (!seen->left[k]) may &= ~(1 << k);
        if (card == seen->trump_card) may = 1 << seen->trump_seat;
        int at = number++;
        for (; at > 0 && __builtin_popcount(owners[at - 1]) > __builtin_popcount((unsigned)may); at--) {
            owners[at] = owners[at - 1];
            cards[at] = cards[at - 1];
        }
        owners[at] = (uint8_t)may;
        cards[at] = (uint8_t)card;
    }
    return number;
}

/* Deal the hidden cards out at random; 0 at a dead end. The weight undoes that some worlds are drawn more often. */
static int deal_world(const Seen *seen, const uint8_t *cards, const uint8_t *owners, int number, World *world) {
    int room[SEATS];
    for (int k = 0; k < SEATS; k++) room[k] = seen->left[k], world->hands[k] = 0;
    world->hands[seen->seat] = seen->hand;
    world->weight = 1;
    for (int at = 0; at < number; at++) {
        int total = 0, seat = 0;
        for (int k = 0; k < SEATS; k++)
            if (owners[at] >> k & 1) total += room[k];
        if (!total) return 0;
        for (int ticket = (int)below((uint32_t)total);; seat++) {
            if (!(owners[at] >> seat & 1)) continue;
            ticket -= room[seat];
            if (ticket < 0) break;
        }
        if (owners[at] & (owners[at] - 1)) world->weight *= (double)total / room[seat];
        world->hands[seat] |= BIT(cards[at]);
        room[seat]--;
    }
    return 1;
}

/* What `seat` played so far, by which its hand now becomes the hand it was dealt. */
static Hand played_by(const Seen *seen, int seat) {
    Hand cards = 0;
    for (int at = 0; at < seen->plays; at++)
        if (seen->before[at].trick.seat == seat) cards |= BIT(seen->cards[at]);
    return cards;
}

static double plausibility(const Seen *seen, const Settings *settings, const World *world, const Hand *played) {
    double weight = world->weight;
    for (int k = 1; k < SEATS; k++) {
        int seat = (seen->seat + k) & 3;
        const double *trust = settings->trust[seat];
        if (trust[FAITHFUL] + trust[LOOSE] <= 0) continue;
        double of_kind[KINDS], sum = 0;
        likelihoods(seen, seat, world->hands[seat] | played[seat], of_kind);
        for (int kind = 0; kind < KINDS; kind++) sum += trust[kind] * of_kind[kind];
        weight *= sum;
    }
    return weight;
}

/* Fill `kept` with worlds, each as likely as the others; returns how many: 0 where none was found. */
static int find_worlds(const Seen *seen, const Settings *settings) {
    uint8_t cards[CARDS], owners[CARDS];
    int hidden = hidden_cards(seen, cards, owners), found = 0, wanted = settings->worlds;
    int candidates = settings->candidates > wanted ? settings->candidates : wanted;
    Hand played[SEATS];
    double total = 0, passed = 0;
    if (candidates > MOST_WORLDS) candidates = MOST_WORLDS;
    if (wanted > MOST_WORLDS) wanted = MOST_WORLDS;
    for (int k = 0; k < SEATS; k++) played[k] = played_by(seen, k);
    for (int tries = 0; found < candidates && tries < TRIES * candidates; tries++) {
        if (!deal_world(seen, cards, owners, hidden, &drawn[found])) continue;
        drawn[found].weight = plausibility(seen, settings, &drawn[found], played);
        total += drawn[found++].weight;
    }
    if (!found) return 0;
    double step = total / wanted, mark = fraction() * step;
    int number = 0;
    for (int at = 0; at < found && number < wanted; at++)
        for (passed += drawn[at].weight; number < wanted && mark < passed; mark += step) kept[number++] = drawn[at];
    for (int at = number - 1; at > 0; at--) {
        int other = (int)below((uint32_t)at + 1);
        World swapped = kept[at];
        kept[at] = kept[other];
        kept[other] = swapped;
    }
    return number;
}

/* ---- rollouts ---- */

/* Play on by the rules of thumb; returns the points of seats 0 and 2 in the whole deal. */
static int play_out(Table table, const Hand *given, int solved_from) {
    Hand hands[SEATS] = {given[0], given[1], given[2], given[3]};
    Hand all = hands[0] | hands[1] | hands[2] | hands[3];
    while (all) {
        int seat = table.trick.seat;
        if (solved_from && !table.trick.played && count(hands[seat]) <= solved_from) {
            int rest = search_value(hands, table.trick);
            if (rest != UNSOLVED) return table.points + rest;
            solved_from = 0;
        }
        int card = rules_card(&table, hands[seat], all & ~hands[seat]);
        hands[seat] ^= BIT(card);
        all ^= BIT(card);
        table = table_after(table, card);
    }
    return table.points;
}

/* For each legal card of the seat to play, the points of its side summed over the first `worlds` of `from`. */
static void sum_rollouts(const Table *table, const World *from, int worlds, int solved_from, double *sums) {
    int seat = table->trick.seat;
    for (int card = 0; card < CARDS; card++) sums[card] = 0;
    for (int at = 0; at < worlds; at++)
        for (Hand legal = legal_cards(from[at].hands[seat], table->trick.led); legal; legal &= legal - 1) {
            Hand hands[SEATS] = {from[at].hands[0], from[at].hands[1], from[at].hands[2], from[at].hands[3]};
            int card = lowest(legal);
            hands[seat] ^= BIT(card);
            int points = play_out(table_after(*table, card), hands, solved_from);
            sums[card] += seat & 1 ? 120 - points : points;
        }
}

/* The legal card with the highest sum; of equals the one that the rules of thumb play, then the cheapest. */
static int highest_sum(Hand legal, const double *sums, int by_rules) {
    int best = NONE;
    double most = -1;
    for (; legal; legal &= legal - 1) {
        int card = lowest(legal);
        double sum = sums[card] + 1e-6 * (card == by_rules) - 1e-7 * CARD_POINTS[card];
        if (sum > most) most = sum, best = card;
    }
    return best;
}

/* Play on; at the seat's own next choice look around among `nested` of the kept worlds that fit what was played. */
static int play_out_nested(Table table, const Hand *given, int seat, const Settings *settings, int worlds) {
    static World fitting[MOST_WORLDS];
    Hand hands[SEATS] = {given[0], given[1], given[2], given[3]};
    Hand since[SEATS] = {0, 0, 0, 0}, all = hands[0] | hands[1] | hands[2] | hands[3];
    while (all) {
        int turn = table.trick.seat, card;
        Hand legal = legal_cards(hands[turn], table.trick.led);
        card = rules_card(&table, hands[turn], all & ~hands[turn]);
        if (turn == seat && !single(legal) && count(hands[turn]) > 1) {
            int fit = 0, start = (int)below((uint32_t)worlds);
            for (int k = 0; k < worlds && fit < settings->nested; k++) {
                const World *world = &kept[(start + k) % worlds];
                int fits = 1;
                for (int other = 0; other < SEATS && fits; other++)
                    fits = other == seat || (since[other] & ~world->hands[other]) == 0;
                if (!fits) continue;
                for (int other = 0; other < SEATS; other++) fitting[fit].hands[other] = world->hands[other] & ~since[other];
                fitting[fit++].hands[seat] = hands[seat];
            }
            if (fit * 2 >= settings->nested) {
                double sums[CARDS];
                sum_rollouts(&table, fitting, fit, 0, sums);
                card = highest_sum(legal, sums, card);
            }
            hands[turn] ^= BIT(card);
            return play_out(table_after(table, card), hands, 0);
        }
        hands[turn] ^= BIT(card);
        since[turn] |= BIT(card);
        all ^= BIT(card);
        table = table_after(table, card);
    }
    return table.points;
}

int choose_card(const Seen *seen, const Settings *settings, double *expected) {
    const Table *table = &seen->table;
    int seat = seen->seat, by_rules = rules_card(table, seen->hand, PACK & ~seen->played & ~seen->hand);
    Hand legal = legal_cards(seen->hand, table->trick.led);
    state = settings->seed;
    for (int card = 0; card < CARDS; card++) expected[card] = 0;
    int worlds = find_worlds(seen, settings);
    if (!worlds) return by_rules;
    if (settings->solved_from >= count(seen->hand)) { /* the whole answer is double-dummy */
        int32_t values[CARDS];
        int solved = 0;
        for (int at = 0; at < worlds; at++) {
            if (search_cards(kept[at].hands, table->trick, values) == UNSOLVED) break;
            solved++;
            for (Hand left = legal; left; left &= left - 1) {
                int card = lowest(left), points = table->points + values[card];
                expected[card] += seat & 1 ? 120 - points : points;
            }
        }
        if (!solved) return by_rules;
        worlds = solved;
    } else if (settings->nested) {
        for (int at = 0; at < worlds; at++)
            for (Hand left = legal; left; left &= left - 1) {
                Hand hands[SEATS] = {kept[at].hands[0], kept[at].hands[1], kept[at].hands[2], kept[at].hands[3]};
                int card = lowest(left);
                hands[seat] ^= BIT(card);
                Table after = table_after(*table, card);
                int points = play_out_nested(after, hands, seat, settings, worlds);
                expected[card] += seat & 1 ? 120 - points : points;
            }
    } else sum_rollouts(table, kept, worlds, 0, expected);
    int best = highest_sum(legal, expected, by_rules);
    for (int card = 0; card < CARDS; card++) expected[card] /= worlds;
    return best;
}
