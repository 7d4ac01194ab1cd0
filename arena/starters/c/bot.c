/* my-bot: takes a trick as cheaply as it can, and else throws away what counts least.
 *
 * There is no JSON library in C, and none is needed: the referee's lines are compact ASCII whose keys come in a
 * promised order, so it is enough to search for "key": in the text. A card is two characters, rank and suit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8192 }; /* the referee's lines have at most 4096 bytes */

/* What a request says that this bot wants to know. Cards are pointers into the line. */
struct request {
    int id, seat;
    char trump; /* the trump suit */
    const char *legal[10];
    int legal_count;
    const char *table[3]; /* the trick so far, in order of play */
    int table_seat[3];
    int table_count;
};

/* The text after "key": in the line, or NULL. A quote inside of a text is written \", so what is found is
 * a key and never a part of a text. */
static const char *value(const char *line, const char *key) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    const char *found = strstr(line, pattern);
    return found ? found + strlen(pattern) : NULL;
}

/* Read a `play` line; 0 if something is missing in it. */
static int parse(const char *line, struct request *request) {
    const char *id = value(line, "id"), *seat = value(line, "seat"), *trump = value(line, "trump");
    const char *legal = value(line, "legal"), *table = value(line, "table");
    if (!id || !seat || !trump || !legal || !table) return 0;
    memset(request, 0, sizeof *request);
    request->id = atoi(id);
    request->seat = atoi(seat);
    request->trump = trump[2]; /* "7S" with its quotes */
    /* ["2C","AH"]: a card takes five characters, a bracket or comma and then itself in quotes. */
    for (; request->legal_count < 10 && legal[0] != ']' && legal[1] == '"'; legal += 5)
        request->legal[request->legal_count++] = legal + 2;
    /* [[2,"QH"],[3,"2H"]]: here it takes nine, [2,"QH"] and a comma. */
    for (table++; request->table_count < 3 && table[0] == '['; table += 9) {
        request->table_seat[request->table_count] = table[1] - '0';
        request->table[request->table_count++] = table + 4;
    }
    return request->legal_count > 0;
}

/* How strong a card is in its suit, from 0. */
static int strength(const char *card) {
    return (int)strcspn("23456QJK7A", (char[]){card[0], '\0'});
}

static int points(const char *card) {
    static const int worth[] = {0, 0, 0, 0, 0, 2, 3, 4, 10, 11};
    return worth[strength(card)];
}

/* Whether `card`, played after `best`, takes the trick from it. */
static int beats(const char *card, const char *best, char trump) {
    if (card[1] == best[1]) return strength(card) > strength(best);
    return card[1] == trump;
}

/* What it costs to part with a card: its points, then its strength; trumps are dear. */
static int cost(const char *card, char trump) {
    return 10 * points(card) + strength(card) + (card[1] == trump ? 50 : 0);
}

/* Pick one card of `legal`. This function is your bot: make it better. */
static const char *choose(const struct request *request) {
    int winner = -1; /* who has the trick so far */
    const char *best = NULL, *cheapest = NULL, *winning = NULL;
    for (int i = 0; i < request->table_count; i++)
        if (!best || beats(request->table[i], best, request->trump)) {
            best = request->table[i];
            winner = request->table_seat[i];
        }
    for (int i = 0; i < request->legal_count; i++) {
        const char *card = request->legal[i];
        if (!cheapest || cost(card, request->trump) < cost(cheapest, request->trump)) cheapest = card;
        if (best && beats(card, best, request->trump) &&
            (!winning || cost(card, request->trump) < cost(winning, request->trump)))
            winning = card;
    }
    const int partner = (request->seat + 2) % 4;
    return winning && winner != partner ? winning : cheapest;
}

static int begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

int main(void) {
    char line[LINE];
    struct request request;
    while (fgets(line, sizeof line, stdin)) {
        if (begins(line, "{\"type\":\"hello\",")) {
            const char *id = value(line, "id");
            printf("{\"id\":%d,\"protocol\":1,\"name\":\"my-bot\",\"version\":\"0.1\"}\n", id ? atoi(id) : 0);
        } else if (begins(line, "{\"type\":\"play\",")) {
            if (!parse(line, &request)) {
                fprintf(stderr, "can't read this request: %s", line);
                return 1;
            }
            printf("{\"id\":%d,\"card\":\"%.2s\"}\n", request.id, choose(&request));
        } else {
            continue; /* everything else needs no reply */
        }
        fflush(stdout); /* without this the reply stays in a buffer, and time runs out */
    }
    return 0;
}
