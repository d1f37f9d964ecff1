// What the caption says of a map of cells: why some have no value, and what the wanted value costs least.
#include <math.h>
#include <string.h>

#include "report/private/heat_files.h"

static void append(char *out, size_t size, const char *text)
{
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", text);
}

// "Cells without a value: 3 diverged (crossed), 2 not measured (struck out), of 72."
static void note_states(const Heat *h, char *out, size_t size)
{
    static const char *const STROKES[] = {[HEAT_CROSSED] = "crossed", [HEAT_BARRED] = "with a bar", [HEAT_STRUCK] = "struck out"};
    int                      said = 0;
    char                     text[80];
    for (int state = HEAT_DIVERGED; state < HEAT_STATES; state++) {
        if (!h->counts[state])
            continue;
        snprintf(text, sizeof text, "%s%d %s (%s)", said++ ? ", " : "Cells without a value: ", h->counts[state],
                 heat_state_name((HeatState)state), STROKES[heat_stroke((HeatState)state)]);
        append(out, size, text);
    }
    snprintf(text, sizeof text, ", of %d.", h->facets * h->rows * h->columns);
    append(out, size, said ? text : "");
}

// ---- the least cost ----

typedef struct Best {
    const HeatCell *cell; // NULL: none reaches the mark
    int             row, column, alike;
} Best;

static bool reaches(const Plot *p, const HeatCell *cell)
{
    return cell->point && isfinite(cell->cost) && cell->point->y <= p->spec->mark;
}

// Of measured cells alone. alike: how many others are not apart from it: their intervals overlap, or they cost the same.
static Best find_best(const Plot *p, int facet)
{
    const Heat *h = p->heat;
    Best        best = {0};
    for (int pass = 0; pass < 2; pass++)
        for (int row = 0; row < h->rows; row++)
            for (int column = 0; column < h->columns; column++) {
                const HeatCell *cell = heat_cell(h, facet, row, column);
                if (!reaches(p, cell))
                    continue;
                if (pass == 0 && (!best.cell || cell->cost < best.cell->cost))
                    best = (Best){cell, row, column, 0};
                else if (pass == 1 && cell != best.cell)
                    best.alike += cell->cost <= best.cell->cost || (h->cost_measured && cell->cost_low <= best.cell->cost_high);
            }
    return best;
}

static void note_best(const Plot *p, int facet, char *out, size_t size)
{
    const FigureSpec *spec = p->spec;
    const Best        best = find_best(p, facet);
    char              x[SPEC_TEXT_MAX], row[SPEC_TEXT_MAX], number[NUMBER_TEXT], unit[LABEL_UNIT_MAX], text[2 * SPEC_TEXT_MAX + 80];
    if (!best.cell) {
        append(out, size, "none reaches it");
        return;
    }
    number_short(best.cell->cost, 3, number);
    labels_unit(&spec->labels, spec->data, spec->contours.value, unit, sizeof unit);
    plot_value_name(spec, spec->x, p->categories[best.column], x, sizeof x);
    plot_value_name(spec, spec->rows, p->rows[best.row], row, sizeof row);
    snprintf(text, sizeof text, "%.60s, %.60s, %s%s%s", x, row, number, *unit ? " " : "", unit);
    append(out, size, text);
    snprintf(text, sizeof text, p->heat->cost_measured ? " (not apart from %d other%s)" : " (as %d other%s)", best.alike,
             best.alike > 1 ? "s" : "");
    append(out, size, best.alike ? text : "");
}

static void note_mark(const Plot *p, char *out, size_t size)
{
    enum { SAID = 8 };
    const FigureSpec *spec = p->spec;
    char              what[SPEC_TEXT_MAX], of[SPEC_TEXT_MAX], number[NUMBER_TEXT], text[2 * SPEC_TEXT_MAX];
    number_short(spec->mark, 4, number);
    snprintf(text, sizeof text, "%sLeast %.60s of the measured cells with %.60s of at most %s: ", *out ? " " : "",
             labels_text(&spec->labels, spec->data, spec->contours.value, what, sizeof what),
             labels_text(&spec->labels, spec->data, spec->y, of, sizeof of), number);
    append(out, size, text);
    for (int f = 0; f < p->facet_count && f < SAID; f++) {
        plot_facet_name(p, f, of, sizeof of);
        snprintf(text, sizeof text, "%s%.60s%s", f ? "; " : "", of, *of ? ": " : "");
        append(out, size, text);
        note_best(p, f, out, size);
    }
    snprintf(text, sizeof text, "; %d more panels in the CSV", p->facet_count - SAID);
    append(out, size, p->facet_count > SAID ? text : "");
    append(out, size, ".");
}

void heat_note(const Plot *p, char *out, size_t size)
{
    *out = '\0';
    note_states(p->heat, out, size);
    if (*p->spec->contours.value && !isnan(p->spec->mark))
        note_mark(p, out, size);
    if ((*p->spec->contours.value || !isnan(p->spec->mark)) && !p->heat->between) {
        append(out, size, *out ? " " : "");
        append(out, size, "Its lines are left out: x or y is not a number.");
    }
}
