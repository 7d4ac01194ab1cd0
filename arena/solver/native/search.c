/* The double-dummy search.
 *
 * Zero-window searches ask "do seats 0 and 2 still get at least `target` points?", and bisect on the answer.
 * What was proved is kept at the boundaries of tricks, in a table of four entries a bucket. Three ideas
 * make it fast:
 *
 * - Equal cards: of adjacent worthless cards in one hand only the lowest is tried; adjacent means that no other
 *   hand, nor the table, holds a card in between.
 * - Quasi-symmetry: the key of a position says who owns the honours of a suit in order, not which honours they are.
 *   An entry made with other honours still bounds this position, once shifted by what the honours may differ
 *   in points. (S. Kupferschmid, M. Helmert: A Skat player based on Monte-Carlo simulation, 2006.)
 * - Relevance: where the order of a suit's worthless cards decided no trick of a proof, only their number in each
 *   hand must match. (The idea is M. Ginsberg's partition search: GIB, 2001.)
 *
 * Before it searches a position, it bounds its value by the points that can't be lost: the trumps
 * above all of the others', and what the leader can cash.
 */
#include "search.h"

enum { WAYS = 4, ALL_SUITS = 15, NO_MOVE = 255 };

typedef struct {
    uint64_t owners, counts, ranks; /* the key: see Key */
    uint8_t low, high;              /* bounds of the value */
    uint8_t move;                   /* the best card, see stored_move */
    uint8_t generation;             /* 0: empty */
    uint8_t relevant;               /* a bit for each suit whose worthless cards must match in order */
    uint8_t unused[3];
} Entry;

typedef struct {
    uint64_t owners; /* leader; for each suit how many honours, and who owns them in order */
    uint64_t counts; /* for each suit and seat how many worthless cards */
    uint64_t ranks;  /* 40 bits: who owns the worthless cards in order; 20 bits: which honours are left */
    Entry *bucket;
} Key;

static Entry *table;
static uint64_t bucket_mask;
static uint8_t generation;
static int exact, exhausted;
static uint64_t nodes_left, nodes_done;
static Hand hands[SEATS];
static uint8_t relevant; /* what the last proof returned needs: see Entry */

static uint8_t packed[32][32];  /* own bits moved together: packed[present][own] */
static uint8_t gain[32][32];    /* how much more the honours of the first set may be worth than the second's */
static uint8_t deficit[32][32]; /* and how much less */
uint8_t CARD_POINTS[CARDS], SUIT_OF[CARDS], HONOUR_POINTS[32];

void prepare_tables(void) {
    for (int card = 0; card < CARDS; card++) {
        CARD_POINTS[card] = (uint8_t)RANK_POINTS[card % RANKS];
        SUIT_OF[card] = (uint8_t)(card / RANKS);
    }
    for (int set = 0; set < 32; set++) {
        int sum = 0;
        for (int at = 0; at < 5; at++)
            if (set >> at & 1) sum += RANK_POINTS[WORTHLESS + at];
        HONOUR_POINTS[set] = (uint8_t)sum;
    }
    for (int present = 0; present < 32; present++)
        for (int own = 0; own < 32; own++) {
            int place = 0, bits = 0;
            for (int at = 0; at < 5; at++)
                if (present >> at & 1) bits |= (own >> at & 1) << place++;
            packed[present][own] = (uint8_t)bits;
        }
    for (int here = 0; here < 32; here++)
        for (int there = 0; there < 32; there++) {
            gain[here][there] = deficit[here][there] = 0;
            if (__builtin_popcount(here) != __builtin_popcount(there)) continue;
            for (int a = here, b = there; a; a &= a - 1, b &= b - 1) {
                int more = RANK_POINTS[WORTHLESS + __builtin_ctz(a)] - RANK_POINTS[WORTHLESS + __builtin_ctz(b)];
                if (more > 0) gain[here][there] = (uint8_t)(gain[here][there] + more);
                else deficit[here][there] = (uint8_t)(deficit[here][there] - more);
            }
        }
}

uint32_t search_entry_bytes(void) { return sizeof(Entry); }

int search_prepare(void *memory, uint32_t entries) {
    table = memory;
    bucket_mask = entries - WAYS;
    generation = 0;
    search_forget();
    return table != 0;
}

void search_forget(void) {
    if (++generation == 0 || generation == 1) {
        for (uint64_t at = 0; at < bucket_mask + WAYS; at++) table[at].generation = 0;
        generation = 1;
    }
}

void search_exact(int on) {
    exact = on;
    search_forget();
}

void search_budget(uint64_t nodes) { nodes_left = nodes; }
uint64_t search_nodes(void) { return nodes_done; }

/* Count one node; 0 when the budget is used up. */
static inline int spend(void) {
    if (nodes_left == 0) return exhausted = 1, 0;
    nodes_left--;
    nodes_done++;
    return 1;
}

/* The lowest of each run of equal cards in `cards`; `present`: all cards in hands and on the table. */
static Hand without_equals(Hand cards, Hand present) {
    for (int suit = 0; suit < SUITS; suit++) {
        uint32_t own = in_suit(cards, suit) & 31, others = in_suit(present, suit) & 31, in_run = 0;
        if (!(own & (own - 1))) continue;
        for (; others; others &= others - 1) {
            uint32_t card = others & -others;
            if (!(own & card)) in_run = 0;
            else if (in_run) cards &= ~((Hand)card << (10 * suit));
            else in_run = 1;
        }
    }
    return cards;
}

static inline Hand all_hands(void) { return hands[0] | hands[1] | hands[2] | hands[3]; }

/* ---- the order in which cards are tried ---- */

/* How high a hand can answer a lead: by strength in the suit, over 100 by a trump; NONE if not at all. */
static int best_answer(Hand hand, int suit) {
    uint32_t following = in_suit(hand, suit), trumps = in_suit(hand, 0);
    if (following) return 31 - __builtin_clz(following);
    return suit && trumps ? 100 + 31 - __builtin_clz(trumps) : NONE;
}

/* Whether a hand can take the trick from `best` when `led` was led. */
static int can_take(Hand hand, int led, int best) {
    Hand following = hand & SUIT_MASK(led);
    if (following) return SUIT_OF[best] == led && highest(following) > best;
    Hand trumps = hand & SUIT_MASK(0);
    return led && trumps && (SUIT_OF[best] != 0 || highest(trumps) > best);
}

static int promise_of_lead(int seat, int card) {
    int suit = SUIT_OF[card], points = CARD_POINTS[card], next = (seat + 1) & 3, mate = (seat + 2) & 3, last = (seat + 3) & 3;
    int theirs = best_answer(hands[next], suit), other = best_answer(hands[last], suit);
    int ours = best_answer(hands[mate], suit);
    if (other > theirs) theirs = other;
    if (card % RANKS > ours) ours = card % RANKS;
    if (ours <= theirs) return 10 - 4 * points - (suit == 0 ? 6 : 0);
    int promise = 40 + points + (suit == 0 ? 6 : 0);
    Hand follows = hands[mate] & SUIT_MASK(suit);
    promise += follows ? CARD_POINTS[highest(follows)] : 5;
    for (int k = 1; k < 4; k += 2) {
        Hand forced = hands[(seat + k) & 3] & SUIT_MASK(suit);
        if (forced) promise += CARD_POINTS[lowest(forced)];
    }
    return promise;
}

static int promise_of_answer(const Trick *trick, int card) {
    int seat = trick->seat, points = CARD_POINTS[card], suit = SUIT_OF[card];
    int wins = takes(card, trick->best), theirs = (trick->best_seat ^ seat) & 1, ruff = suit == 0 && trick->led != 0;
    if (trick->played == 3) {
        if (!wins) return (theirs ? -2 * points : 20 + 2 * points) - (ruff ? 7 : 0);
        return (theirs ? 60 + trick->points + (suit ? 2 * points : -points) : 20 + 2 * points) - (ruff ? 3 : 0);
    }
    int best = wins ? card : trick->best, ours = wins || !theirs;
    int beaten = can_take(hands[(seat + 1) & 3], trick->led, best);
    int saved = trick->played == 1 && can_take(hands[(seat + 2) & 3], trick->led, best);
    if (ours && !beaten) {
        if (wins) return 50 + trick->points + points - (ruff ? 3 : 0) - !theirs;
        return 50 + 2 * points - (ruff ? 4 : 0);
    }
    if (ours) return (wins ? 15 - points : 10 - 2 * points) + (saved ? points : 0) - (ruff ? 4 : 0);
    return (saved ? 20 + points / 2 : -2 * points) - (ruff ? 4 : 0);
}

/* The cards worth trying, most promising first; returns how many. hint: a card to try before all. */
static int ordered_cards(const Trick *trick, int hint, uint8_t *cards) {
    Hand left = without_equals(legal_cards(hands[trick->seat], trick->led), all_hands() | trick->cards);
    int promises[RANKS], number = 0;
    for (; left; left &= left - 1) {
        int card = lowest(left), at = number++;
        int promise = card == hint ? 1000 : trick->played ? promise_of_answer(trick, card) : promise_of_lead(trick->seat, card);
        for (; at > 0 && promises[at - 1] < promise; at--) {
            promises[at] = promises[at - 1];
            cards[at] = cards[at - 1];
        }
        promises[at] = promise;
        cards[at] = (uint8_t)card;
    }
    return number;
}

/* ---- bounds that need no search ---- */

/* Points of a suit's sure winners, as far as both opponents must follow (one without trumps needn't). */
static int cashable(int leader, Hand others, int *tricks) {
    int sum = 0, first = (leader + 1) & 3, second = (leader + 3) & 3;
    for (int suit = 1; suit < SUITS; suit++) {
        uint32_t sure = masters(in_suit(hands[leader], suit), in_suit(others, suit));
        int rounds = RANKS;
        for (int k = 0; k < 2; k++) {
            Hand hand = hands[k ? second : first];
            int follows = count(hand & SUIT_MASK(suit));
            if (in_suit(hand, 0) && follows < rounds) rounds = follows;
        }
        while (__builtin_popcount(sure) > rounds) sure &= sure - 1;
        sum += HONOUR_POINTS[sure >> 5];
        *tricks += __builtin_popcount(sure);
    }
    return sum;
}

/* Points that the leader's side gets for sure by cashing from the leader's hand; all: those still in play. */
static int quick_points(int leader, int all, Hand present) {
    Hand hand = hands[leader], others = present & ~hand;
    int first = (leader + 1) & 3, mate = (leader + 2) & 3, second = (leader + 3) & 3, tricks = 0;
    uint32_t trumps = in_suit(hand, 0), sure_trumps = masters(trumps, in_suit(others, 0));
    int drawn = __builtin_popcount(sure_trumps);
    int theirs = count(hands[first] & SUIT_MASK(0)), other = count(hands[second] & SUIT_MASK(0));
    int mates = count(hands[mate] & SUIT_MASK(0));
    if (other > theirs) theirs = other;
    if (drawn < theirs) { /* they keep a trump: side suits first, while they follow, then the top trumps */
        int sum = cashable(leader, others, &tricks) + HONOUR_POINTS[sure_trumps >> 5];
        return tricks + drawn >= count(hand) ? all : sum;
    }
    int none_left = drawn >= theirs && drawn >= mates;
    int sum = HONOUR_POINTS[(none_left ? trumps : sure_trumps) >> 5];
    tricks = none_left ? __builtin_popcount(trumps) : drawn;
    for (int suit = 1; suit < SUITS; suit++) {
        uint32_t own = in_suit(hand, suit), out = in_suit(others, suit), sure = masters(own, out);
        if (out && sure) {
            int longest = 0;
            for (int k = 1; k < 4; k++) {
                int holds = count(hands[(leader + k) & 3] & SUIT_MASK(suit));
                if (holds > longest) longest = holds;
            }
            if (longest <= __builtin_popcount(sure)) sure = own; /* the rest of the suit runs */
        }
        sum += HONOUR_POINTS[sure >> 5];
        tricks += __builtin_popcount(sure);
    }
    return tricks >= count(hand) ? all : sum;
}

/* Trumps above all of the other side's can't be lost: raise *low, or lower *high, by their points. */
static void bound_by_trumps(int *low, int *high) {
    uint32_t ours = in_suit(hands[0] | hands[2], 0), theirs = in_suit(hands[1] | hands[3], 0);
    *low += HONOUR_POINTS[masters(ours, theirs) >> 5];
    *high -= HONOUR_POINTS[masters(theirs, ours) >> 5];
}

/* ---- the table of positions ---- */

static inline uint64_t scrambled(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    return x ^ x >> 32;
}

/* variant: 0 for points, else what tells searches for other things apart. */
static Key key_of(int leader, Hand present, int variant) {
    Key key = {0, 0, 0, 0};
    if (exact) {
        key.owners = hands[0] | (uint64_t)(leader + 4 * variant) << CARDS;
        key.counts = hands[1] | (hands[3] >> 20) << CARDS;
        key.ranks = hands[2] | (hands[3] & 0xfffff) << CARDS;
    } else {
        Hand pair = hands[0] | hands[1], team = hands[0] | hands[2]; /* two bits tell the owner among four */
        key.owners = (uint64_t)(leader + 4 * variant);
        for (int suit = 0; suit < SUITS; suit++) {
            uint32_t low = in_suit(present, suit) & 31, honours = honours_in(present, suit);
            key.owners = key.owners << 13 | (uint64_t)__builtin_popcount(honours) << 10
                       | (uint64_t)packed[honours][honours_in(pair, suit)] << 5 | packed[honours][honours_in(team, suit)];
            for (int seat = 0; seat < SEATS; seat++)
                key.counts = key.counts << 3 | (uint64_t)__builtin_popcount(in_suit(hands[seat], suit) & 31);
            key.ranks |= (uint64_t)packed[low][in_suit(pair, suit) & 31] << (10 * suit)
                       | (uint64_t)packed[low][in_suit(team, suit) & 31] << (10 * suit + 5)
                       | (uint64_t)honours << (CARDS + 5 * suit);
        }
    }
    uint64_t hash = scrambled(key.owners * 0x9e3779b97f4a7c15ULL ^ scrambled(key.counts ^ (exact ? key.ranks * 31 : 0)));
    key.bucket = table + (hash & bucket_mask);
    return key;
}

/* Whether an entry speaks of the position of `key`, or of one that is as good. */
static int matches(const Entry *entry, const Key *key) {
    if (entry->generation != generation || entry->owners != key->owners || entry->counts != key->counts) return 0;
    uint64_t differs = entry->ranks ^ key->ranks;
    if (exact) return differs == 0;
    differs &= PACK;
    for (int suit = 0; differs && suit < SUITS; suit++)
        if (entry->relevant >> suit & 1 && differs & SUIT_MASK(suit)) return 0;
    return 1;
}

/* Narrow *low and *high by what is known, adding what that needs to *needs; *move: the card to try first. */
static void look_up(const Key *key, int target, int shift_honours, int *low, int *high, uint8_t *needs, int *move) {
    for (int way = 0; way < WAYS; way++) {
        const Entry *entry = key->bucket + way;
        if (!matches(entry, key)) continue;
        int least = entry->low, most = entry->high;
        uint64_t here = key->ranks >> CARDS, there = entry->ranks >> CARDS;
        if (!exact && here != there) {
            for (int suit = 0; shift_honours && suit < SUITS; suit++) {
                least -= deficit[here >> (5 * suit) & 31][there >> (5 * suit) & 31];
                most += gain[here >> (5 * suit) & 31][there >> (5 * suit) & 31];
            }
        } else if (entry->move != NO_MOVE) *move = entry->move;
        if (least >= target || most < target) {
            *low = least >= target ? least : *low;
            *high = most < target ? most : *high;
            *needs = entry->relevant;
            return;
        }
        if (least > *low) *low = least, *needs |= entry->relevant;
        if (most < *high) *high = most, *needs |= entry->relevant;
    }
}

static void store(const Key *key, int low, int high, int move, uint8_t needs) {
    Entry *entry = 0;
    for (int way = 0; way < WAYS && !entry; way++) {
        Entry *slot = key->bucket + way;
        int same = slot->owners == key->owners && slot->counts == key->counts && slot->ranks == key->ranks;
        if (slot->generation != generation || same) entry = slot;
    }
    if (!entry) { /* the oldest goes */
        for (int way = WAYS - 1; way > 0; way--) key->bucket[way] = key->bucket[way - 1];
        entry = key->bucket;
    }
    *entry = (Entry){key->owners, key->counts, key->ranks, (uint8_t)low, (uint8_t)high, (uint8_t)move, generation, needs, {0}};
}

/* A worthless card is stored by its place among the hand's own: which rank it has may differ in another position. */
static int stored_move(int card, Hand hand) {
    int rank = card % RANKS;
    if (card == NONE) return NO_MOVE;
    if (rank >= WORTHLESS) return card;
    return card - rank + __builtin_popcount(in_suit(hand, SUIT_OF[card]) & ((1u << rank) - 1));
}

/* The card of this hand that a stored move means: the lowest of its run; NONE if there is none. */
static int move_here(int move, Hand hand, Hand present) {
    if (move == NONE) return NONE;
    int suit = move / RANKS, rank = move % RANKS;
    uint32_t own = in_suit(hand, suit), others = in_suit(present, suit);
    if (rank >= WORTHLESS) return own >> rank & 1 ? move : NONE;
    uint32_t low = own & 31;
    for (; rank > 0 && low; rank--) low &= low - 1;
    if (!low) return NONE;
    int card = __builtin_ctz(low);
    for (int at = card - 1; at >= 0; at--) {
        if (!(others >> at & 1)) continue;
        if (!(own >> at & 1)) break;
        card = at;
    }
    return suit * RANKS + card;
}

/* ---- the search ---- */

/* The suit whose worthless cards decided a trick by their order, as a bit; 0 if none did. */
static inline uint8_t decided_by(int best, Hand cards) {
    return best % RANKS < WORTHLESS && cards & SUIT_MASK(SUIT_OF[best]) & ~BIT(best) ? (uint8_t)(1 << SUIT_OF[best]) : 0;
}

static int from_lead(int leader, int target);

/* What play on from here gives seats 0 and 2: at least what is returned if it reaches target, else at most that.
 * *choice: the card that proves it. */
static int from_card(const Trick *trick, int target, int hint, int *choice) {
    uint8_t cards[RANKS], needs = 0;
    int seat = trick->seat, maximise = !(seat & 1), best = maximise ? -1 : 1000;
    if (!spend()) return 0;
    int number = ordered_cards(trick, hint, cards), ignored;
    for (int at = 0; at < number; at++) {
        int card = cards[at], value;
        Trick next = after_card(*trick, card);
        hands[seat] ^= BIT(card);
        if (next.played < SEATS) value = from_card(&next, target, NONE, &ignored);
        else {
            int won = next.best_seat & 1 ? 0 : next.points;
            value = won + from_lead(next.best_seat, target - won);
            relevant |= decided_by(next.best, next.cards);
        }
        hands[seat] ^= BIT(card);
        if (exhausted) return 0;
        needs |= relevant;
        if (maximise ? value > best : value < best) best = value, *choice = card;
        if (maximise ? value >= target : value < target) {
            needs = relevant; /* this card alone is the proof */
            break;
        }
    }
    relevant = needs;
    return best;
}

/* The last trick: nobody has a choice. */
static int last_trick(int leader, int all, Hand present) {
    Trick trick = new_trick(leader);
    for (int k = 0; k < SEATS; k++) trick = after_card(trick, lowest(hands[trick.seat]));
    relevant = decided_by(trick.best, present);
    return trick.best_seat & 1 ? 0 : all;
}

static int from_lead(int leader, int target) {
    Hand present = all_hands();
    int all = points_of(present), low = 0, high = all, move = NONE, choice = NONE;
    uint8_t needs = 0;
    relevant = 0;
    if (high < target || low >= target || all == 0) return high < target ? high : low;
    if (single(hands[0])) return last_trick(leader, all, present);
    if (!exact) {
        bound_by_trumps(&low, &high);
        if (low >= target) return low;
        if (high < target) return high;
        int quick = quick_points(leader, all, present);
        relevant = ALL_SUITS;
        if (leader & 1 ? all - quick < target : quick >= target) return leader & 1 ? all - quick : quick;
    }
    Key key = key_of(leader, present, 0);
    look_up(&key, target, 1, &low, &high, &needs, &move);
    relevant = needs;
    if (low >= target) return low;
    if (high < target) return high;
    Trick trick = new_trick(leader);
    int value = from_card(&trick, target, move_here(move, hands[leader], present), &choice);
    if (exhausted) return 0;
    if (value < low) value = low;
    if (value > high) value = high;
    relevant |= needs;
    store(&key, value >= target ? value : low, value >= target ? high : value, stored_move(choice, hands[leader]), relevant);
    return value;
}

static void take_hands(const Hand *given) {
    for (int seat = 0; seat < SEATS; seat++) hands[seat] = given[seat];
    exhausted = 0;
}

static int value_of(Trick trick) {
    int low = 0, high = points_of(all_hands()) + trick.points, ignored;
    while (low < high && !exhausted) {
        int target = (low + high + 1) / 2;
        int value = trick.played ? from_card(&trick, target, NONE, &ignored) : from_lead(trick.seat, target);
        if (value < target) high = value;
        else low = value;
    }
    return exhausted ? UNSOLVED : low;
}

int search_value(const Hand *given, Trick trick) {
    take_hands(given);
    return value_of(trick);
}

int search_cards(const Hand *given, Trick trick, int32_t *values) {
    take_hands(given);
    for (int card = 0; card < CARDS; card++) values[card] = NONE;
    uint8_t cards[RANKS];
    Hand legal = legal_cards(hands[trick.seat], trick.led), present = all_hands() | trick.cards;
    int number = ordered_cards(&trick, NONE, cards);
    for (int at = 0; at < number; at++) {
        int card = cards[at], won = 0, seat = trick.seat;
        Trick next = after_card(trick, card);
        hands[seat] ^= BIT(card);
        if (next.played == SEATS) {
            won = next.best_seat & 1 ? 0 : next.points;
            next = new_trick(next.best_seat);
        }
        int value = value_of(next);
        hands[seat] ^= BIT(card);
        if (value == UNSOLVED) return UNSOLVED;
        values[card] = won + value;
        for (int equal = card + 1; card % RANKS < WORTHLESS && equal % RANKS < WORTHLESS; equal++) {
            if (!(present & BIT(equal))) continue;
            if (!(legal & BIT(equal))) break;
            values[equal] = values[card];
        }
    }
    return 0;
}

/* ---- all tricks ---- */

/* Whether `side` can win this trick and all after it. Positions at a lead are kept as bounds 0 and 1. */
static int sweeps(const Trick *trick, int side) {
    uint8_t cards[RANKS];
    int low = 0, high = 1, move = NONE, ours = (trick->seat & 1) == side;
    uint8_t needs = 0;
    Key key = {0, 0, 0, 0};
    Hand present = all_hands();
    if (!present && !trick->played) return 1;
    if (!spend()) return 0;
    if (!trick->played) {
        key = key_of(trick->seat, present, 1 + side);
        look_up(&key, 1, 0, &low, &high, &needs, &move);
        if (low == high) return low;
    }
    int number = ordered_cards(trick, NONE, cards), result = !ours;
    for (int at = 0; at < number && result != ours; at++) {
        Trick next = after_card(*trick, cards[at]);
        hands[trick->seat] ^= BIT(cards[at]);
        if (next.played < SEATS) result = sweeps(&next, side);
        else {
            Trick lead = new_trick(next.best_seat);
            result = (next.best_seat & 1) == side && sweeps(&lead, side);
        }
        hands[trick->seat] ^= BIT(cards[at]);
        if (exhausted) return 0;
    }
    if (!trick->played) store(&key, result, result, NO_MOVE, ALL_SUITS);
    return result;
}

int search_sweep(const Hand *given, Trick trick, int side) {
    take_hands(given);
    int result = sweeps(&trick, side);
    return exhausted ? UNSOLVED : result;
}

/* ---- by brute force ---- */

static int forced(const Trick *trick) {
    Hand legal = legal_cards(hands[trick->seat], trick->led);
    if (!legal) return 0;
    int seat = trick->seat, maximise = !(seat & 1), best = maximise ? -1 : 1000;
    for (; legal; legal &= legal - 1) {
        int card = lowest(legal), value;
        Trick next = after_card(*trick, card);
        hands[seat] ^= BIT(card);
        if (next.played < SEATS) value = forced(&next);
        else {
            Trick lead = new_trick(next.best_seat);
            value = (next.best_seat & 1 ? 0 : next.points) + forced(&lead);
        }
        hands[seat] ^= BIT(card);
        if (maximise ? value > best : value < best) best = value;
    }
    return best;
}

int search_by_force(const Hand *given, Trick trick) {
    take_hands(given);
    return forced(&trick);
}
