#include "contact/private/contact_sieve.h"

enum { SIEVE_PAIRS = 128 }; // per batch

typedef struct Portion { // pairs that share no particle
    int32_t count;
    int32_t query[SIEVE_PAIRS], target[SIEVE_PAIRS], corner[4][SIEVE_PAIRS + APART_PADDING];
} Portion;

// Branch-free: about half of the pairs share a particle, in an unpredictable pattern.
static GNU_ALWAYS_INLINE void take(const PairSieve *sieve, PairKind kind, const int32_t *query, const int32_t *target, int32_t count,
                                   Portion *out)
{
    const ContactSurface *surface = sieve->surface;
    const int             first = kind == PAIR_EDGE_EDGE ? 2 : 1, corners = kind == PAIR_POINT_SEGMENT ? 3 : 4;
    int32_t               n = 0;
    for (int32_t k = 0; k < count; k++) {
        const int32_t *a = kind == PAIR_EDGE_EDGE ? surface->edge[query[k]] : &surface->point[query[k]];
        const int32_t *b = kind == PAIR_POINT_TRIANGLE ? surface->triangle[target[k]] : surface->edge[target[k]];
        int            shared = 0;
        for (int i = 0; i < first; i++)
            for (int j = 0; j < corners - first; j++)
                shared |= a[i] == b[j];
        for (int j = 0; j < corners; j++)
            out->corner[j][n] = j < first ? a[j] : b[j - first];
        out->query[n] = query[k];
        out->target[n] = target[k];
        n += !shared;
    }
    out->count = n;
}

static void take_kind(const PairSieve *sieve, const int32_t *query, const int32_t *target, int32_t count, Portion *out)
{
    if (sieve->kind == PAIR_POINT_TRIANGLE)
        take(sieve, PAIR_POINT_TRIANGLE, query, target, count, out);
    else if (sieve->kind == PAIR_EDGE_EDGE)
        take(sieve, PAIR_EDGE_EDGE, query, target, count, out);
    else
        take(sieve, PAIR_POINT_SEGMENT, query, target, count, out);
}

static int32_t sift(const BroadSieve *base, int32_t *query, int32_t *target, int32_t count)
{
    const PairSieve *sieve = (const PairSieve *)base;
    const PairOps   *ops = &PAIR_OPS[sieve->kind];
    int32_t          kept = 0;
    if (!sieve->ways.from)
        return count;
    for (int32_t at = 0; at < count; at += SIEVE_PAIRS) {
        Portion portion;
        uint8_t apart[SIEVE_PAIRS];
        take_kind(sieve, query + at, target + at, count - at < SIEVE_PAIRS ? count - at : SIEVE_PAIRS, &portion);
        apart_find(&sieve->ways, (int32_t *[]){portion.corner[0], portion.corner[1], portion.corner[2], portion.corner[3]}, ops->first,
                   ops->corners, portion.count, apart);
        for (int32_t k = 0; k < portion.count; k++) {
            query[kept] = portion.query[k];
            target[kept] = portion.target[k];
            kept += !apart[k];
        }
    }
    return kept;
}

void contact_sieve_init(const ContactSurface *surface, PairKind kind, PairSieve *out)
{
    *out = (PairSieve){.base = {sift}, .surface = surface, .kind = kind};
}
