#include "math/private/minimum_degree.h"

#include <string.h>

#include "base/gnu.h"

// The graph of elimination as rows of bits. Bit j of row i: vertex j of the set. The following bits: surrounding vertices, of which only
// those with a bit are counted.
enum { SET = MINIMUM_DEGREE_MAX, WORDS = 4, AROUND = 64 * WORDS - SET, SLOT_BITS = 9, SLOTS = 1 << SLOT_BITS };

typedef struct Rows {
    uint64_t row[SET][WORDS];
    int      degree[SET];
} Rows;

// Bits for the vertices around the set, by open addressing.
typedef struct Around {
    int32_t vertex[SLOTS];
    uint8_t bit[SLOTS]; // 0: free
    int     count;
} Around;

_Static_assert(SET == 64, "the set is the first word of a row");
_Static_assert(SLOTS > 2 * AROUND && SET + AROUND <= UINT8_MAX + 1, "the table is never full, and a bit's number fits");

// Returns 0 if none is left.
static int bit_around(Around *a, int32_t v)
{
    uint32_t at = (uint32_t)v * 2654435761U >> (32 - SLOT_BITS);
    while (a->bit[at] && a->vertex[at] != v)
        at = (at + 1) % SLOTS;
    if (!a->bit[at] && a->count < AROUND) {
        a->vertex[at] = v;
        a->bit[at] = (uint8_t)(SET + a->count++);
    }
    return a->bit[at];
}

static void count_degree(Rows *r, int i)
{
    r->degree[i] = 0;
    for (int w = 0; w < WORDS; w++)
        r->degree[i] += GNU_BITS_SET(r->row[i][w]);
}

static void fill_rows(const VertexGraph *g, const uint8_t *side, int32_t *number, const int32_t *set, int count, Rows *r)
{
    Around around;
    memset(around.bit, 0, sizeof around.bit);
    around.count = 0;
    memset(r->row, 0, (size_t)count * sizeof r->row[0]);
    for (int i = 0; i < count; i++)
        number[set[i]] = i;
    for (int i = 0; i < count; i++) {
        for (int32_t k = g->start[set[i]]; k < g->start[set[i] + 1]; k++) {
            const int32_t w = g->neighbour[k];
            const int     bit = side[w] ? number[w] : bit_around(&around, w);
            if (side[w] || bit)
                r->row[i][bit / 64] |= UINT64_C(1) << bit % 64;
        }
        count_degree(r, i);
    }
}

// The neighbours of i become neighbours of each other.
static void eliminate(Rows *r, int i)
{
    for (uint64_t rest = r->row[i][0]; rest; rest &= rest - 1) {
        const int j = GNU_TRAILING_ZEROS(rest);
        for (int w = 0; w < WORDS; w++)
            r->row[j][w] |= r->row[i][w];
        r->row[j][0] &= ~(UINT64_C(1) << i | UINT64_C(1) << j);
        count_degree(r, j);
    }
}

void minimum_degree(const VertexGraph *g, const uint8_t *side, int32_t *number, int32_t *set, int count)
{
    Rows    rows;
    int32_t order[SET] = {0};
    fill_rows(g, side, number, set, count, &rows);
    uint64_t left = count == SET ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    for (int at = 0; at < count; at++) {
        int min = GNU_TRAILING_ZEROS(left);
        for (uint64_t rest = left & (left - 1); rest; rest &= rest - 1) {
            const int i = GNU_TRAILING_ZEROS(rest);
            min = rows.degree[i] < rows.degree[min] ? i : min;
        }
        left &= ~(UINT64_C(1) << min);
        order[at] = set[min];
        eliminate(&rows, min);
    }
    memcpy(set, order, (size_t)count * sizeof *set);
}
