// The looks of the series of a plot. The colour belongs to the solver of a series, in all figures of an experiment, and the dash (of bars:
// the fill, of points: the marker) to its linear system. Other settings that differ have a dash where systems do not need it, and then
// a marker. Where all series have one solver, the linear system has the colour, or else the first other setting that differs: from dark to
// light along a number. A label of the file may have another colour (experiment/labels.h).
#include "figure/private/plot.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/method_row.h"

// ---- solvers of an experiment ----

typedef struct Solver {
    const char *name;
    int         row, slot; // row: of the table of solvers, past its end for one that it lacks; slot: in the palette
} Solver;

enum { SOLVERS_MAX = 64 };

typedef struct Solvers {
    int    count;
    Solver solvers[SOLVERS_MAX]; // by row
} Solvers;

static const char *text_of(Value value)
{
    return value.kind == VALUE_TEXT ? value.text : "";
}

static const Solver *solver_of(const Dataset *d, const Solvers *all, int case_index)
{
    const char *name = text_of(dataset_value(d, case_index, "solver"));
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->solvers[i].name, name) == 0)
            return &all->solvers[i];
    return NULL;
}

// Of all cases of the experiment, measured or not.
static void list_solvers(const Dataset *d, Solvers *all)
{
    *all = (Solvers){0};
    for (int c = 0; c < d->case_count && all->count < SOLVERS_MAX; c++) {
        const char *name = text_of(dataset_value(d, c, "solver"));
        if (!*name || solver_of(d, all, c))
            continue;
        const Solver solver = {name, method_row_solver(name), -1};
        int          at = all->count++;
        for (; at > 0 && solver.row < all->solvers[at - 1].row; at--)
            all->solvers[at] = all->solvers[at - 1];
        all->solvers[at] = solver;
    }
}

static bool is_taken(const Solvers *all, int slot)
{
    for (int i = 0; i < all->count; i++)
        if (all->solvers[i].slot == slot)
            return true;
    return false;
}

// A solver of the first rows has the colour of its row in every store. The others have the remaining colours; beyond these, colours repeat
// with other markers.
static void give_slots(Solvers *all)
{
    for (int i = 0; i < all->count; i++) {
        const int row = all->solvers[i].row;
        if (row < LOOK_COLOURS && !is_taken(all, row))
            all->solvers[i].slot = row;
    }
    for (int i = 0; i < all->count; i++) {
        int slot = 0;
        while (all->solvers[i].slot < 0 && is_taken(all, slot))
            slot++;
        if (all->solvers[i].slot < 0)
            all->solvers[i].slot = slot;
    }
}

// The one solver of all points of a series, or NULL.
static const Solver *solver_of_series(const Dataset *d, const Solvers *all, const PlotSeries *series)
{
    const Solver *solver = solver_of(d, all, series->points[0].case_index);
    for (int i = 1; i < series->count && solver; i++)
        if (solver_of(d, all, series->points[i].case_index) != solver)
            return NULL;
    return solver;
}

// ---- settings that differ ----

typedef enum Channel { CHANNEL_DASH, CHANNEL_MARKER, CHANNEL_MARKER_AGAIN } Channel;

typedef struct Sorted { // a series while settings get their channels
    int     before;     // the first series with the same colour, dash and marker so far: its class
    Channel channel;    // the next of its class
    int     count;      // values of the current setting in its class
    int     rank;       // of its own value among these, in the order of the series
} Sorted;

static const Value *key_of(const Plot *p, int s, int k)
{
    return &p->series[s].points->key[k];
}

static bool same_value(const Plot *p, int k, int a, int b)
{
    return value_compare(*key_of(p, a, k), *key_of(p, b, k)) == 0;
}

// Counts the values of a setting in each class; returns the largest count.
static int rank_values(const Plot *p, Sorted *sorted, int k)
{
    int max = 0;
    for (int s = 0; s < p->series_count; s++) {
        sorted[s].count = sorted[s].rank = 0;
        for (int a = 0; a < p->series_count; a++) {
            bool first = sorted[a].before == sorted[s].before;
            for (int b = 0; b < a && first; b++)
                first = sorted[b].before != sorted[s].before || !same_value(p, k, a, b);
            if (first && same_value(p, k, a, s))
                sorted[s].rank = sorted[s].count;
            sorted[s].count += first;
        }
        max = sorted[s].count > max ? sorted[s].count : max;
    }
    return max;
}

static void refine(const Plot *p, Sorted *sorted, int k)
{
    for (int s = p->series_count - 1; s >= 0; s--) { // from the end: the classes before are still those of before
        int first = 0;
        while (first < s && !(sorted[first].before == sorted[s].before && same_value(p, k, first, s)))
            first++;
        sorted[s].before = first;
    }
}

static bool are_numbers(const Plot *p, int k)
{
    for (int s = 0; s < p->series_count; s++)
        if (key_of(p, s, k)->kind != VALUE_NUMBER)
            return false;
    return true;
}

// How many different values are less than that of series s.
static int values_below(const Plot *p, int k, int s)
{
    int below = 0;
    for (int a = 0; a < p->series_count; a++) {
        bool counts = value_compare(*key_of(p, a, k), *key_of(p, s, k)) < 0;
        for (int b = 0; b < a && counts; b++)
            counts = !same_value(p, k, a, b);
        below += counts;
    }
    return below;
}

// All series are of one class. Numbers are coloured by size, other values in the order of the series. The first colours are those that no
// solver of weft has.
static void give_colours(Plot *p, const Sorted *sorted, int k)
{
    static const int ORDER[LOOK_COLOURS] = {5, 6, 7, 2, 0, 3, 1, 4};
    const bool       numbers = are_numbers(p, k);
    for (int s = 0; s < p->series_count; s++) {
        Look     *look = &p->series[s].look;
        const int count = sorted[s].count, rank = numbers ? values_below(p, k, s) : sorted[s].rank;
        snprintf(look->rgb, sizeof look->rgb, "%s", look_colour(ORDER[rank % LOOK_COLOURS]));
        if (numbers)
            look_ramp(count > 1 ? (double)rank / (count - 1) : 0, look->rgb);
        look->marker = rank;
        look->fill = numbers ? 0 : rank / LOOK_COLOURS;
    }
}

// By the table of systems; systems of plugins, which it lacks, by name.
static bool system_precedes(const char *a, const char *b)
{
    const int left = method_row_linsys(a), right = method_row_linsys(b);
    return left != right ? left < right : strcmp(a, b) < 0;
}

// How many linear systems of the plot precede that of series s; 0 for a solver without one.
static int systems_before(const Plot *p, int k, int s)
{
    const char *system = text_of(*key_of(p, s, k));
    int         count = 0;
    for (int a = 0; a < p->series_count && *system; a++) {
        const char *other = text_of(*key_of(p, a, k));
        bool        counts = *other && system_precedes(other, system);
        for (int b = 0; b < a && counts; b++)
            counts = !same_value(p, k, a, b);
        count += counts;
    }
    return count;
}

// The same dash for a system in all colours of a plot; more systems than dashes have other markers.
static void give_dashes(Plot *p, Sorted *sorted, int k)
{
    for (int s = 0; s < p->series_count; s++) {
        Look     *look = &p->series[s].look;
        const int system = systems_before(p, k, s);
        look->fill = system;
        look->marker += p->style->joined ? system / LOOK_DASHES : system;
        look->dash = system;
        sorted[s].channel = p->style->joined || p->style->categorical ? CHANNEL_MARKER : CHANNEL_MARKER_AGAIN;
    }
}

// A fourth setting has no channel of its own: the markers count the combinations of the third and all later settings. So do the fills of
// bars, which have no markers, of the second and all later ones. Combinations are counted in all classes, so that no two are alike.
static void give_channels(Plot *p, Sorted *sorted, int max)
{
    for (int s = 0; s < p->series_count; s++) {
        Look     *look = &p->series[s].look;
        const int rank = sorted[s].rank;
        look->fill = look->fill * max + rank;
        if (sorted[s].channel == CHANNEL_MARKER_AGAIN)
            look->marker = look->marker * max + rank;
        if (sorted[s].count < 2)
            continue;
        if (sorted[s].channel == CHANNEL_DASH)
            look->dash = rank;
        else if (sorted[s].channel == CHANNEL_MARKER)
            look->marker = rank;
        sorted[s].channel = sorted[s].channel == CHANNEL_DASH ? CHANNEL_MARKER : CHANNEL_MARKER_AGAIN;
    }
}

// ---- all of it ----

// Whether the series have different solvers, which give the colours then.
static bool start_from_solvers(const Dataset *d, const Solvers *all, Plot *p, Sorted *sorted)
{
    bool differ = p->series_count == 1, known = true;
    for (int s = 0; s < p->series_count; s++) {
        const Solver *solver = solver_of_series(d, all, &p->series[s]);
        sorted[s].before = solver ? (int)(solver - all->solvers) : -1;
        known = known && solver;
        differ = differ || sorted[s].before != sorted[0].before;
    }
    for (int s = 0; s < p->series_count; s++) {
        Look     *look = &p->series[s].look;
        const int slot = known && differ ? all->solvers[sorted[s].before].slot : 0;
        *look = (Look){.marker = slot};
        snprintf(look->rgb, sizeof look->rgb, "%s", look_colour(slot));
        sorted[s].before = known && differ ? sorted[s].before : 0;
        sorted[s].channel = p->style->joined || p->style->categorical ? CHANNEL_DASH : CHANNEL_MARKER; // points have no line
    }
    return known && differ;
}

// Colours of the file; of several values of a series the last.
static void give_chosen(Plot *p)
{
    for (int s = 0; s < p->series_count; s++)
        for (int k = 0; k < p->spec->series_count; k++) {
            char value[SPEC_TEXT_MAX];
            value_format(p->series[s].points->key[k], value, sizeof value);
            const char *colour = labels_colour(&p->spec->labels, p->spec->series[k], value);
            if (colour)
                strcpy(p->series[s].look.rgb, colour);
        }
}

static bool shares_colour(const Plot *p, int a, int b)
{
    return strcmp(p->series[a].look.rgb, p->series[b].look.rgb) == 0;
}

// How many fills of its colour are below that of series s.
static int fills_below(const Plot *p, int s)
{
    int below = 0;
    for (int a = 0; a < p->series_count; a++) {
        const int fill = p->series[a].look.fill;
        bool      counts = shares_colour(p, a, s) && fill < p->series[s].look.fill;
        for (int b = 0; b < a && counts; b++)
            counts = !(shares_colour(p, b, s) && p->series[b].look.fill == fill);
        below += counts;
    }
    return below;
}

// There are few fills, but some numbers belong to combinations that no series has: those of a colour are numbered again without gaps.
static void number_fills(Plot *p, Sorted *sorted)
{
    for (int s = 0; s < p->series_count; s++)
        sorted[s].rank = fills_below(p, s);
    for (int s = 0; s < p->series_count; s++)
        p->series[s].look.fill = sorted[s].rank;
}

static void give(Plot *p, Sorted *sorted, int k, bool *coloured)
{
    const int max = rank_values(p, sorted, k);
    if (k == p->spec->facet || max < 2)
        return;
    if (!*coloured)
        give_colours(p, sorted, k);
    else if (strcmp(p->spec->series[k], "linsys") == 0)
        give_dashes(p, sorted, k);
    else
        give_channels(p, sorted, max);
    *coloured = true;
    refine(p, sorted, k);
}

Status plot_make_looks(Dataset *d, Plot *p)
{
    Solvers solvers;
    Sorted *sorted = NULL;
    TRY(ARENA_NEW(&d->arena, p->series_count, &sorted));
    list_solvers(d, &solvers);
    give_slots(&solvers);
    bool coloured = start_from_solvers(d, &solvers, p, sorted);
    for (int later = 0; later < 2; later++) // linear systems have the first choice of a channel
        for (int k = 0; k < p->spec->series_count; k++)
            if ((strcmp(p->spec->series[k], "linsys") == 0) != later)
                give(p, sorted, k, &coloured);
    give_chosen(p);
    number_fills(p, sorted);
    return status_ok();
}
