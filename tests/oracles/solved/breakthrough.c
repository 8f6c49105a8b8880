/* Breakthrough on a small board, solved: `breakthrough COLUMNS ROWS` tells who wins and in how many plies.
 *
 * The same search as in breakthrough.py, for the board that takes Python too long: at most 32 cells, 1 GB.
 *
 *     cc -O3 -o breakthrough breakthrough.c && ./breakthrough 5 5
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint32_t Bits;

/* A position as the mover sees it, who wins within `within` plies (0: not known) and not within `without`. */
typedef struct { Bits own, theirs; uint8_t within, without; } Known;

enum { TABLE = 1 << 26, BUCKET = 4, MOST_REPLIES = 64 };

static int columns, rows;
static Bits every, left_file, right_file, row;
static Known *table;

static Bits turned(Bits bits) {
    Bits found = 0;
    for (int y = 0; y < rows; y++, bits >>= columns) found = found << columns | (bits & row);
    return found;
}

static Bits mirrored(Bits bits) {
    Bits found = 0;
    for (int x = 0; x < columns; x++) found |= (bits >> x & left_file) << (columns - 1 - x);
    return found;
}

static int wins_at_once(Bits own, Bits theirs) {
    if (own & row << columns * (rows - 2)) return 1;
    Bits attacked = (own & ~left_file) << (columns - 1) | (own & ~right_file) << (columns + 1);
    return !(theirs & (theirs - 1)) && (attacked & theirs);
}

/* What the moves that do not lose at once lead to, for the next mover: pairs of sets, captures first. */
static int replies(Bits own, Bits theirs, Bits found[][2]) {
    Bits alarm = theirs & row << columns;
    if (alarm & (alarm - 1)) return 0;
    const Bits from[3] = {own & ~left_file, own & ~right_file, own};
    const int by[3] = {columns - 1, columns + 1, columns};
    int count = 0;
    for (int captures = 1; captures >= 0; captures--)
        for (int k = 0; k < 3; k++) {
            Bits targets = from[k] << by[k] & every & ~own & (captures ? theirs : ~theirs);
            if (k == 2 && captures) continue;
            if (alarm) targets &= alarm;
            while (targets) {
                Bits target = (Bits)1 << (31 - __builtin_clz(targets));
                targets ^= target;
                found[count][0] = turned(theirs & ~target);
                found[count++][1] = turned(own ^ target ^ target >> by[k]);
            }
        }
    return count;
}

static Known *place(Bits own, Bits theirs) {
    uint64_t hash = own * 0x9E3779B97F4A7C15u ^ theirs * 0xC2B2AE3D27D4EB4Fu;
    hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u;
    Known *bucket = &table[(hash ^ hash >> 32) & (TABLE - 1) & ~(BUCKET - 1)], *least = bucket;
    for (Known *entry = bucket; entry < bucket + BUCKET; entry++) {
        if (entry->own == own && entry->theirs == theirs) return entry;
        if (entry->within + entry->without < least->within + least->without) least = entry;
    }
    *least = (Known){own, theirs, 0, 0};
    return least;
}

static int loses(Bits own, Bits theirs, int plies);

/* Can the mover win within so many plies, an odd number? */
static int wins(Bits own, Bits theirs, int plies) {
    if (wins_at_once(own, theirs)) return 1;
    if (plies < 3) return 0;
    Bits own_mirrored = mirrored(own), theirs_mirrored = mirrored(theirs);
    if (own_mirrored < own || (own_mirrored == own && theirs_mirrored < theirs))
        own = own_mirrored, theirs = theirs_mirrored;
    Known *entry = place(own, theirs);
    if (entry->within && entry->within <= plies) return 1;
    if (entry->without >= plies) return 0;
    Bits next[MOST_REPLIES][2];
    int count = replies(own, theirs, next), found = 0;
    for (int k = 0; k < count && !found; k++) found = loses(next[k][0], next[k][1], plies - 1);
    entry = place(own, theirs); /* it may have lost its place meanwhile */
    if (found) entry->within = plies;
    else entry->without = plies;
    return found;
}

/* Does the mover lose within so many plies, an even number, whatever he plays? */
static int loses(Bits own, Bits theirs, int plies) {
    if (wins_at_once(own, theirs)) return 0;
    Bits next[MOST_REPLIES][2];
    int count = replies(own, theirs, next);
    for (int k = 0; k < count; k++)
        if (!wins(next[k][0], next[k][1], plies - 1)) return 0;
    return 1;
}

int main(int arguments, char **argument) {
    if (arguments != 3) return 2;
    columns = atoi(argument[1]), rows = atoi(argument[2]);
    row = ((Bits)1 << columns) - 1;
    for (int y = 0; y < rows; y++) left_file |= (Bits)1 << columns * y;
    right_file = left_file << (columns - 1);
    every = left_file * row;
    table = calloc(TABLE, sizeof *table);
    Bits lower = row | row << columns, upper = turned(lower);
    for (int plies = 1; plies < 100; plies++)
        if (plies % 2 ? wins(lower, upper, plies) : loses(lower, upper, plies)) {
            printf("%d %d\n", plies % 2 ? 1 : -1, plies);
            return 0;
        }
    return 1;
}
