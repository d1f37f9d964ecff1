#include "math/private/vertex_cut.h"

#include <math.h>
#include <stdbool.h>

static const double FAIR = 0.6; // largest desired fraction of a set in its larger part

enum { END = -1 }; // in before and after: a path begins or ends at the vertex. A vertex on no path has itself there

// A vertex is entered and then left. Paths share no vertex. If a vertex on a path is entered, it can be left only backwards along the arc
// of the path into it, which removes that arc. So the search leaves the vertex before it, or the vertex itself if it is on no path.
enum {
    IN_BAND = 1,
    TRIED = 2, // left by the search for a path
    NEXT_TO_FRONT = 4,
    NEXT_TO_BACK = 8, // has a neighbour of that side outside the band
    ENTERED = 16,
    LEFT = 32, // by the search from the front; the bits of that from the back are next to them
    FROM_BACK = 2
};

// A search from the front to the back, or all reversed.
typedef struct Search {
    const VertexCut *cut;
    const int32_t   *before;
    int32_t         *queue;
    int              source, sink, first, last, shift; // sides, bits of the vertices beside them, shift of ENTERED and LEFT
} Search;

double cut_cost(CutSizes s)
{
    if (s.front == 0 || s.back == 0)
        return INFINITY;
    const double share = (s.front > s.back ? s.front : s.back) / (double)(s.front + s.back + s.separator);
    const double uneven = share > 0.5 ? share - 0.5 : 0, unfair = share > FAIR ? share - FAIR : 0;
    return (s.separator + 1) * (1 + 4 * uneven * uneven + 50 * unfair);
}

// ---- the band ----

// Appends the layers on one side to the band, which begins with the separator: at most this many layers and vertices.
static int32_t grow(const VertexCut *c, int32_t *band, int32_t separator, int32_t count, int side, int depth, int32_t max)
{
    const int32_t begin = count;
    int32_t       from = 0, to = separator;
    for (int layer = 0; layer < depth; layer++) {
        int32_t at = count;
        for (int32_t i = from; i < to; i++)
            for (int32_t k = c->graph->start[band[i]]; k < c->graph->start[band[i] + 1] && at - begin < max; k++) {
                const int32_t w = c->graph->neighbour[k];
                if (c->side[w] != side || c->state[w])
                    continue;
                c->state[w] = IN_BAND;
                band[at++] = w;
            }
        from = count;
        to = count = at;
    }
    return count;
}

static void begin(const VertexCut *c, const int32_t *band, int32_t size)
{
    static const uint8_t NEXT_TO[] = {[CUT_FRONT] = NEXT_TO_FRONT, [CUT_BACK] = NEXT_TO_BACK, [CUT_SEPARATOR] = 0};
    for (int32_t i = 0; i < size; i++) {
        const int32_t v = band[i];
        c->before[v] = c->after[v] = v;
        for (int32_t k = c->graph->start[v]; k < c->graph->start[v + 1]; k++) {
            const int32_t w = c->graph->neighbour[k];
            if (!(c->state[w] & IN_BAND))
                c->state[v] |= NEXT_TO[c->side[w]];
        }
    }
}

// ---- paths ----

// Enters w on the path from a vertex of a level, in the breadth-first search.
static void enter(const Search *s, int32_t w, int32_t level, int32_t *count)
{
    uint8_t      *state = s->cut->state;
    const uint8_t entered = (uint8_t)(ENTERED << s->shift), left = (uint8_t)(LEFT << s->shift);
    if (state[w] & entered)
        return;
    state[w] |= entered;
    const int32_t v = s->before[w];
    if (v == END || state[v] & left)
        return;
    state[v] |= left;
    s->cut->level[v] = level + 1;
    s->queue[(*count)++] = v;
}

// Finds the vertices reachable from the source, level by level up to that of the first vertex next to the sink. False: the sink is
// unreachable.
static bool search(const Search *s, const int32_t *band, int32_t size)
{
    const VertexCut   *c = s->cut;
    const VertexGraph *g = c->graph;
    int32_t            count = 0, last = INT32_MAX;
    for (int32_t i = 0; i < size; i++)
        c->state[band[i]] &= (uint8_t) ~(TRIED | (ENTERED | LEFT) << s->shift);
    for (int32_t i = 0; i < size; i++)
        if (c->state[band[i]] & s->first)
            enter(s, band[i], 0, &count);
    for (int32_t head = 0; head < count; head++) {
        const int32_t v = s->queue[head], level = c->level[v];
        if (level > last)
            break;
        if (c->state[v] & s->last)
            last = level;
        enter(s, v, level, &count);
        for (int32_t k = g->start[v]; k < g->start[v + 1]; k++)
            if (c->state[g->neighbour[k]] & IN_BAND)
                enter(s, g->neighbour[k], level, &count);
    }
    return last < INT32_MAX;
}

// Pushes the vertex that is left when w is entered, if it is of this level and was not tried.
static void step(const VertexCut *c, int32_t w, int32_t level, int32_t *stack, int32_t *top)
{
    const int32_t v = c->before[w];
    if (v == END || (c->state[v] & (LEFT | TRIED)) != LEFT || c->level[v] != level)
        return;
    c->state[v] |= TRIED;
    c->through[v] = w;
    c->next[v] = c->graph->start[v] - 1;
    stack[(*top)++] = v;
}

// Adds the path on the stack to the paths.
static void join(const VertexCut *c, const int32_t *stack, int32_t top)
{
    c->after[stack[top - 1]] = END;
    for (int32_t i = top - 1; i >= 0; i--) {
        const int32_t entered = c->through[stack[i]], from = i > 0 ? stack[i - 1] : END;
        c->before[entered] = from;
        if (from != END)
            c->after[from] = entered;
    }
}

// Searches for a path that enters `first`, by rising levels, and joins it.
static bool find_way(const VertexCut *c, int32_t first, int32_t *stack)
{
    int32_t top = 0;
    step(c, first, 1, stack, &top);
    while (top > 0) {
        const int32_t v = stack[top - 1], level = c->level[v] + 1, k = c->next[v]++;
        if (k < c->graph->start[v]) {
            if (c->state[v] & NEXT_TO_BACK) {
                join(c, stack, top);
                return true;
            }
            step(c, v, level, stack, &top);
        } else if (k == c->graph->start[v + 1]) {
            top--;
        } else if (c->state[c->graph->neighbour[k]] & IN_BAND) {
            step(c, c->graph->neighbour[k], level, stack, &top);
        }
    }
    return false;
}

// ---- the smallest separators ----

// The side of v if the separator is the nearest one to the source of a search that did not reach the sink.
static int side_of(const Search *s, int32_t v)
{
    const int seen = s->cut->state[v] >> s->shift & (ENTERED | LEFT);
    return seen == 0 ? s->sink : seen == ENTERED ? CUT_SEPARATOR : s->source;
}

static CutSizes sizes_with(const Search *s, const int32_t *band, int32_t size, CutSizes outside)
{
    int32_t count[4] = {0, outside.front, outside.back, 0};
    for (int32_t i = 0; i < size; i++)
        count[side_of(s, band[i])]++;
    return (CutSizes){count[CUT_FRONT], count[CUT_BACK], count[CUT_SEPARATOR]};
}

CutSizes vertex_cut_refine(const VertexCut *c, const int32_t *set, int32_t count, CutSizes sizes, int depth, int32_t *band, int32_t *stack)
{
    int32_t separator = 0, ways = 0;
    for (int32_t i = 0; i < count; i++)
        if (c->side[set[i]] == CUT_SEPARATOR) {
            c->state[set[i]] = IN_BAND;
            band[separator++] = set[i];
        }
    // wherever the separator lies, the parts stay fairly even, and one vertex of each, the source and the sink, is outside the band
    const int32_t max = (int32_t)(FAIR * count), of_front = max - sizes.back, of_back = max - sizes.front;
    const int32_t front = grow(c, band, separator, separator, CUT_FRONT, depth, of_front < sizes.front ? of_front : sizes.front - 1);
    const int32_t size = grow(c, band, separator, front, CUT_BACK, depth, of_back < sizes.back ? of_back : sizes.back - 1);
    begin(c, band, size);
    const Search ahead = {c, c->before, stack, CUT_FRONT, CUT_BACK, NEXT_TO_FRONT, NEXT_TO_BACK, 0};
    const Search back = {c, c->after, stack, CUT_BACK, CUT_FRONT, NEXT_TO_BACK, NEXT_TO_FRONT, FROM_BACK};
    while (ways < separator && search(&ahead, band, size))
        for (int32_t i = 0; i < size && ways < separator; i++)
            ways += c->state[band[i]] & NEXT_TO_FRONT && find_way(c, band[i], stack);
    if (ways < separator) {
        search(&back, band, size);
        const CutSizes outside = {sizes.front - (front - separator), sizes.back - (size - front), 0};
        const CutSizes near_front = sizes_with(&ahead, band, size, outside), near_back = sizes_with(&back, band, size, outside);
        const bool     first = cut_cost(near_front) <= cut_cost(near_back);
        const CutSizes better = first ? near_front : near_back;
        if (cut_cost(better) < cut_cost(sizes)) {
            sizes = better;
            for (int32_t i = 0; i < size; i++)
                c->side[band[i]] = (uint8_t)side_of(first ? &ahead : &back, band[i]);
        }
    }
    for (int32_t i = 0; i < size; i++)
        c->state[band[i]] = 0;
    return sizes;
}
