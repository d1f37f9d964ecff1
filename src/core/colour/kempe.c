// A constraint c gets colour a if the constraints of colour a beside it can do without: they take b, those of colour b beside them a, and
// so on along a chain (a Kempe chain), which must not come back to c with colour a. Only colours qualify of which one at least is free at
// every particle of c. Chains are cut where they get long, so the time is bounded by a multiple of the number of constraints.
#include "colour/private/kempe.h"

#include <stdlib.h>

#include "base/memory.h"
#include "colour/schedule.h"

enum { CHAIN_MAX = 1 << 14, VISITS_PER_CONSTRAINT = 8, MOVING_PASSES = 2 };

typedef struct Balance {
    const Tuples  *t;
    TupleIncidence incidence;
    uint64_t      *used;
    uint8_t       *colour;
    int            colours;
    int32_t        size[SCHEDULE_COLOURS_MAX + 1];
    int32_t       *chain; // [CHAIN_MAX]
    int32_t        length;
    int32_t       *mark; // [constraints] number of the last chain that it was in
    int32_t        stamp;
    int64_t        visits; // that are left
} Balance;

static uint64_t bit(int colour)
{
    return (uint64_t)1 << colour;
}

static uint64_t colours_beside(const Balance *b, int32_t c)
{
    const int32_t *p = tuples_at(b->t, c);
    uint64_t       taken = 0;
    for (int k = 0; k < b->t->width; k++)
        taken |= b->used[p[k]];
    return taken;
}

static void leave(Balance *b, int32_t c)
{
    const int32_t *p = tuples_at(b->t, c);
    for (int k = 0; k < b->t->width; k++)
        b->used[p[k]] &= ~bit(b->colour[c]);
    b->size[b->colour[c]]--;
}

static void enter(Balance *b, int32_t c, int colour)
{
    const int32_t *p = tuples_at(b->t, c);
    b->colour[c] = (uint8_t)colour;
    for (int k = 0; k < b->t->width; k++)
        b->used[p[k]] |= bit(colour);
    b->size[colour]++;
}

static bool share_particle(const Balance *b, int32_t c, int32_t d)
{
    const int32_t *p = tuples_at(b->t, c), *q = tuples_at(b->t, d);
    for (int k = 0; k < b->t->width; k++)
        for (int l = 0; l < b->t->width; l++)
            if (p[k] == q[l])
                return true;
    return false;
}

// The constraint of this colour at a particle; there is one.
static int32_t find_at(Balance *b, int32_t particle, int colour)
{
    const TupleIncidence *at = &b->incidence;
    int32_t               j = at->start[particle];
    while (b->colour[at->at[j]] != colour)
        j++;
    b->visits -= j - at->start[particle] + 1;
    return at->at[j];
}

// Adds the constraints of colour `other` at the particles of d to the chain. False: the chain is too long.
static bool grow_chain(Balance *b, int32_t d, int other)
{
    const int32_t *p = tuples_at(b->t, d);
    for (int k = 0; k < b->t->width; k++) {
        if (!(b->used[p[k]] & bit(other)))
            continue;
        const int32_t next = find_at(b, p[k], other);
        if (b->mark[next] == b->stamp)
            continue;
        if (b->length == CHAIN_MAX)
            return false;
        b->mark[next] = b->stamp;
        b->chain[b->length++] = next;
    }
    return true;
}

// chain: everything that has to change so that c, which has left its colour, can take colour a. False: it cannot.
static bool make_chain(Balance *b, int32_t c, int a, int other)
{
    b->length = 0;
    b->stamp++;
    if (!grow_chain(b, c, a))
        return false;
    for (int32_t i = 0; i < b->length; i++) {
        const int32_t d = b->chain[i];
        if (b->colour[d] == other && share_particle(b, c, d))
            return false;
        if (b->visits < 0 || !grow_chain(b, d, a + other - b->colour[d]))
            return false;
    }
    return true;
}

static void exchange_along_chain(Balance *b, int a, int other)
{
    for (int32_t i = 0; i < b->length; i++)
        leave(b, b->chain[i]);
    for (int32_t i = 0; i < b->length; i++)
        enter(b, b->chain[i], a + other - b->colour[b->chain[i]]);
}

// Gives c, of the last colour, one of the colours before it.
static bool recolour(Balance *b, int32_t c)
{
    const int      last = b->colours - 1;
    const uint64_t allowed = bit(last) - 1;
    const int32_t *p = tuples_at(b->t, c);
    leave(b, c);
    const uint64_t free = allowed & ~colours_beside(b, c);
    if (free) {
        enter(b, c, GNU_TRAILING_ZEROS(free));
        return true;
    }
    for (int a = 0; a < last; a++) {
        uint64_t others = allowed & ~bit(a);
        for (int k = 0; k < b->t->width; k++)
            others &= b->used[p[k]] & bit(a) ? ~b->used[p[k]] : ~(uint64_t)0;
        for (; others && b->visits >= 0; others &= others - 1) {
            const int other = GNU_TRAILING_ZEROS(others);
            if (!make_chain(b, c, a, other))
                continue;
            exchange_along_chain(b, a, other);
            enter(b, c, a);
            return true;
        }
    }
    enter(b, c, last);
    return false;
}

// Whether the last colour is gone. Constraints that were moved before one failed stay where they are.
static bool dissolve_last(Balance *b)
{
    const int last = b->colours - 1;
    for (int32_t c = 0; c < b->t->count && b->size[last] > 0; c++)
        if (b->colour[c] == last && !recolour(b, c))
            return false;
    b->colours--;
    return true;
}

// No colouring has fewer colours.
static int most_at_a_particle(const Balance *b)
{
    int32_t most = 1;
    for (int32_t p = 0; p < b->t->particle_count; p++) {
        const int32_t here = b->incidence.start[p + 1] - b->incidence.start[p];
        most = here > most ? here : most;
    }
    return most;
}

static void move_to_smaller(Balance *b)
{
    int32_t whole = 0;
    for (int colour = 0; colour < b->colours; colour++)
        whole += b->size[colour];
    for (int32_t c = 0; c < b->t->count; c++) {
        const int now = b->colour[c];
        if (now == SCHEDULE_COLOURS_MAX || (int64_t)b->size[now] * b->colours <= whole)
            continue;
        int best = now;
        for (uint64_t free = ~colours_beside(b, c) & (bit(b->colours - 1) * 2 - 1); free; free &= free - 1) {
            const int colour = GNU_TRAILING_ZEROS(free);
            best = b->size[colour] + 1 < b->size[best] ? colour : best;
        }
        if (best != now) {
            leave(b, c);
            enter(b, c, best);
        }
    }
}

Status balance_colours(const Tuples *t, uint64_t *used, uint8_t *colour)
{
    Balance b = {.t = t,
                 .used = used,
                 .colour = colour,
                 .chain = malloc(CHAIN_MAX * sizeof *b.chain),
                 .mark = calloc((size_t)t->count + 1, sizeof *b.mark),
                 .visits = (int64_t)VISITS_PER_CONSTRAINT * t->count};
    Status  status = b.chain && b.mark ? tuples_incidence_create(t, &b.incidence) : tuples_out_of_memory(t);
    if (status.code == STATUS_OK) {
        ASSERT(b.incidence.start && b.incidence.at);
        for (int32_t c = 0; c < t->count; c++) {
            b.size[colour[c]]++;
            b.colours = colour[c] < SCHEDULE_COLOURS_MAX && colour[c] >= b.colours ? colour[c] + 1 : b.colours;
        }
        const int fewest = most_at_a_particle(&b);
        while (b.colours > fewest && b.visits >= 0 && dissolve_last(&b)) {
        }
        for (int pass = 0; pass < MOVING_PASSES && b.colours > 1; pass++)
            move_to_smaller(&b);
    }
    tuples_incidence_destroy(&b.incidence);
    free(b.chain);
    free(b.mark);
    return status;
}
