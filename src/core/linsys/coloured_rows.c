#include "linsys/private/coloured_rows.h"

#include <string.h>

// The lowest colour that no earlier neighbour of row i has. colour: [rows]. used: [colours] the last row for which a colour was taken.
static int32_t lowest_free(const SymmetricRows *a, int32_t i, const int32_t *colour, int32_t *used)
{
    int32_t c = 0;
    for (int32_t k = a->start[i]; k < a->diagonal[i]; k++)
        used[colour[a->column[k]]] = i + 1;
    while (used[c] == i + 1)
        c++;
    return c;
}

static int32_t longest_row(const SymmetricRows *a)
{
    int32_t longest = 0;
    for (int32_t i = 0; i < a->n; i++)
        longest = a->start[i + 1] - a->start[i] > longest ? a->start[i + 1] - a->start[i] : longest;
    return longest;
}

// Sorts rows by colour, in their old order within a colour. place: [rows] the new row of an old one.
static Status sort_rows(const int32_t *colour, Arena *arena, ColouredRows *out, int32_t *place)
{
    TRY(ARENA_NEW(arena, out->count + 2, &out->start));
    for (int32_t i = 0; i < out->rows.n; i++)
        out->start[colour[i] + 2]++;
    for (int32_t c = 0; c < out->count; c++)
        out->start[c + 2] += out->start[c + 1];
    for (int32_t i = 0; i < out->rows.n; i++) {
        place[i] = out->start[colour[i] + 1]++;
        out->order[place[i]] = i;
    }
    return status_ok();
}

// Copies the pattern of row i to its new place, with ascending columns.
static void place_row(const SymmetricRows *a, const int32_t *place, int32_t i, ColouredRows *out)
{
    const int32_t old = out->order[i], from = out->rows.start[i];
    int32_t       count = 0;
    for (int32_t k = a->start[old]; k < a->start[old + 1]; k++, count++) {
        const int32_t column = place[a->column[k]];
        int32_t       at = from + count;
        for (; at > from && out->rows.column[at - 1] > column; at--) {
            out->rows.column[at] = out->rows.column[at - 1];
            out->source[at] = out->source[at - 1];
        }
        out->rows.column[at] = column;
        out->source[at] = k;
    }
    for (int32_t k = from; k < from + count; k++)
        if (out->rows.column[k] == i)
            out->rows.diagonal[i] = k;
}

Status coloured_rows_init(const SymmetricRows *a, Arena *arena, ColouredRows *out)
{
    int32_t *colour, *place, *used;
    *out = (ColouredRows){.rows = {.n = a->n, .block = a->block}};
    TRY(ARENA_NEW(arena, a->n, &colour));
    TRY(ARENA_NEW(arena, a->n, &place));
    TRY(ARENA_NEW(arena, longest_row(a) + 1, &used));
    TRY(ARENA_NEW(arena, a->n, &out->order));
    TRY(ARENA_NEW(arena, a->start[a->n], &out->source));
    TRY(ARENA_NEW(arena, a->n + 1, &out->rows.start));
    TRY(ARENA_NEW(arena, a->n, &out->rows.diagonal));
    TRY(ARENA_NEW(arena, a->start[a->n], &out->rows.column));
    for (int32_t i = 0; i < a->n; i++) {
        colour[i] = lowest_free(a, i, colour, used);
        out->count = colour[i] + 1 > out->count ? colour[i] + 1 : out->count;
    }
    TRY(sort_rows(colour, arena, out, place));
    for (int32_t i = 0; i < a->n; i++) {
        out->rows.start[i + 1] = out->rows.start[i] + a->start[out->order[i] + 1] - a->start[out->order[i]];
        place_row(a, place, i, out);
    }
    return symmetric_rows_values(&out->rows, arena);
}

void coloured_rows_fill(const SymmetricRows *a, ColouredRows *c)
{
#pragma omp for schedule(static)
    for (int32_t k = 0; k < a->start[a->n]; k++)
        if (a->block == 1)
            c->rows.number[k] = a->number[c->source[k]];
        else
            memcpy(c->rows.column_of[k], a->column_of[c->source[k]], sizeof *a->column_of);
}
