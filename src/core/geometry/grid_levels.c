#include "geometry/private/grid_levels.h"

#include <math.h>
#include <string.h>

// A class is sign, exponent and the three highest bits of the mantissa; CLASS_LARGEST is that of the largest finite numbers.
enum { CLASS_SHIFT = 20, CLASS_LARGEST = 0x7f7 };

static int class_of(float size)
{
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    return (int)(bits >> CLASS_SHIFT);
}

static float larger(float a, float b) // NaN if a is NaN
{
    return a <= b ? b : a;
}

int size_class(const Box *box)
{
    const float size = larger(larger(box->high[0] - box->low[0], box->high[1] - box->low[1]), box->high[2] - box->low[2]);
    return size <= INFINITY ? class_of(fabsf(size)) : SIZE_CLASSES - 1; // NaN: from infinity to infinity
}

int position_class(const Box *box)
{
    return class_of(larger(larger(fabsf(box->low[0]), fabsf(box->low[1])), fabsf(box->low[2])));
}

float size_class_end(int which)
{
    const uint32_t bits = (uint32_t)(which + 1) << CLASS_SHIFT;
    float          end;
    memcpy(&end, &bits, sizeof end);
    return which < CLASS_LARGEST ? end : INFINITY;
}

// ---- choice ----

static int median_class(const int32_t *count)
{
    int64_t all = 0, below = 0;
    for (int c = 0; c < SIZE_CLASSES; c++)
        all += count[c];
    for (int c = 0; c < SIZE_CLASSES; c++) {
        below += count[c];
        if (all > 0 && 2 * below >= all)
            return c;
    }
    return 0;
}

typedef struct Sizes { // the classes that are not empty
    int     count, which[SIZE_CLASSES];
    double  size[SIZE_CLASSES], share[SIZE_CLASSES];
    int32_t boxes[SIZE_CLASSES];
} Sizes;

static void gather_sizes(const int32_t *targets, double least, Sizes *out)
{
    int64_t all = 0;
    out->count = 0;
    for (int c = 0; c < SIZE_CLASSES; c++)
        all += targets[c];
    for (int c = 0; c < SIZE_CLASSES; c++)
        if (targets[c] > 0) {
            out->which[out->count] = c;
            out->size[out->count] = fmax((double)size_class_end(c), least);
            out->share[out->count] = (double)targets[c] / (double)all;
            out->boxes[out->count++] = targets[c];
        }
}

static const double LEVEL_COST = 2; // of visiting a level, in tests of the boxes of a cell of the right size

// best[j]: the least cost of the classes before j; from[j]: where its last level begins.
static void choose_cuts(const Sizes *s, double *best, int *from)
{
    best[0] = 0;
    for (int j = 1; j <= s->count; j++) {
        best[j] = INFINITY;
        double tests = 0;
        for (int i = j - 1; i >= 0; i--) {
            const double ratio = s->size[j - 1] < INFINITY ? s->size[j - 1] / s->size[i] : 1; // infinite sizes have a level of their own
            tests += s->share[i] * ratio * ratio;
            if (s->size[j - 1] == INFINITY && s->size[i] < INFINITY)
                break;
            if (best[i] + LEVEL_COST + tests < best[j]) {
                best[j] = best[i] + LEVEL_COST + tests;
                from[j] = i;
            }
            if (tests > best[j])
                break;
        }
    }
}

static uint32_t least_apart(const GridLevel *level)
{
    uint32_t least = level->slot_mask + 1;
    for (int y = 0; y < GRID_NEAR; y++)
        for (int z = 1 - GRID_NEAR; z < GRID_NEAR; z++) {
            const uint32_t ahead = ((uint32_t)y * level->row_y + (uint32_t)z * level->row_z) & level->slot_mask;
            const uint32_t apart = ahead < level->slot_mask + 1 - ahead ? ahead : level->slot_mask + 1 - ahead;
            if ((y || z) && apart < least)
                least = apart;
        }
    return least;
}

// The strides of Roberts' sequence: powers of the inverse of the plastic number.
static void make_table(GridLevel *level)
{
    double slots = 1;
    while (slots < 2 * (double)level->count)
        slots *= 2;
    level->inverse = 1 / level->reach;
    level->inverse_x = level->inverse * GRID_FINE;
    level->slot_mask = (uint32_t)slots - 1;
    level->row_y = (uint32_t)(slots * 0.7548776662466927);
    level->row_z = (uint32_t)(slots * 0.5698402909980532);
    level->apart = least_apart(level);
    level->flat = level->apart < GRID_APART;
}

static void add_level(const Sizes *s, int begin, int end, GridLevels *out)
{
    GridLevel *level = &out->level[out->count];
    *level = (GridLevel){.flat = true, .reach = (float)s->size[end - 1], .first_slot = out->slots};
    for (int i = begin; i < end; i++) {
        level->count += s->boxes[i];
        out->of_class[s->which[i]] = (uint8_t)out->count;
    }
    if (out->count > 0)
        level->first = out->level[out->count - 1].first + out->level[out->count - 1].count;
    if (level->reach < INFINITY)
        make_table(level);
    if (level->flat)
        level->slot_mask = 0;
    out->slots += level->slot_mask + 1;
    out->count++;
}

void grid_levels_choose(const int32_t *targets, const int32_t *queries, const int32_t *positions, GridLevels *out)
{
    Sizes        sizes;
    double       best[SIZE_CLASSES + 1];
    int          from[SIZE_CLASSES + 1] = {0}, cut[GRID_LEVELS_MAX + 1], cuts = 0;
    const double query = (double)size_class_end(median_class(queries)), position = (double)size_class_end(median_class(positions));
    const double least = fmax(query < INFINITY ? query : 0, fmax(position < INFINITY ? position * 0x1p-22 : 0, 0x1p-100));
    gather_sizes(targets, least, &sizes);
    choose_cuts(&sizes, best, from);
    for (int j = sizes.count; j > 0 && cuts < GRID_LEVELS_MAX - 1; j = from[j])
        cut[cuts++] = j;
    *out = (GridLevels){.count = 0};
    for (int begin = 0; cuts-- > 0; begin = cut[cuts])
        add_level(&sizes, begin, cut[cuts], out);
}
