// The looks of the series of a plot. The colour belongs to the solver and the linear system of a series, in all figures of an experiment;
// what else tells the series of a figure apart is a dash (of bars: a fill), and then a marker. Where all series have one solver and one
// system the first setting that differs has the colour: from dark to light along a number. A label of the file may have another colour
// (experiment/labels.h).
#include "figure/private/plot.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/method_row.h"

// ---- solvers and systems of an experiment ----

// A solver with its linear system ("" for none), and its place in the palette.
typedef struct Method {
    const char *solver, *linsys;
    int         row, slot; // row: of the solver's table; past its end for one that it lacks
} Method;

enum { METHODS_MAX = 64 };

typedef struct Methods {
    int    count;
    Method methods[METHODS_MAX]; // by rows of both tables
} Methods;

static bool method_precedes(const Method *a, const Method *b)
{
    return a->row != b->row ? a->row < b->row : method_row_linsys(a->linsys) < method_row_linsys(b->linsys);
}

static void add_method(Methods *all, Method method)
{
    if (all->count == METHODS_MAX)
        return;
    int at = all->count++;
    for (; at > 0 && method_precedes(&method, &all->methods[at - 1]); at--)
        all->methods[at] = all->methods[at - 1];
    all->methods[at] = method;
}

static const char *text_of(Value value)
{
    return value.kind == VALUE_TEXT ? value.text : "";
}

static const Method *method_of(const Dataset *d, const Methods *all, int case_index)
{
    const char *solver = text_of(dataset_value(d, case_index, "solver")), *linsys = text_of(dataset_value(d, case_index, "linsys"));
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->methods[i].solver, solver) == 0 && strcmp(all->methods[i].linsys, linsys) == 0)
            return &all->methods[i];
    return NULL;
}

// Those of the experiment, be its cases measured or not.
static void list_methods(const Dataset *d, Methods *out)
{
    *out = (Methods){0};
    for (int c = 0; c < d->case_count; c++) {
        const char *solver = text_of(dataset_value(d, c, "solver")), *linsys = text_of(dataset_value(d, c, "linsys"));
        if (*solver && !method_of(d, out, c))
            add_method(out, (Method){solver, linsys, method_row_solver(solver), -1});
    }
}

static bool is_taken(const Methods *all, int slot)
{
    for (int i = 0; i < all->count; i++)
        if (all->methods[i].slot == slot)
            return true;
    return false;
}

static bool is_first_of_solver(const Methods *all, int i)
{
    return i == 0 || all->methods[i - 1].row != all->methods[i].row;
}

// A slot whose colour is left; or one whose colour is that of the solver's system before, with another marker.
static int free_slot(const Methods *all, int i)
{
    int slot = 0;
    while (slot < LOOK_COLOURS && is_taken(all, slot))
        slot++;
    if (slot == LOOK_COLOURS && !is_first_of_solver(all, i))
        slot = all->methods[i - 1].slot;
    while (is_taken(all, slot))
        slot += LOOK_COLOURS;
    return slot;
}

// The first system of each solver has the slot of the solver's row, in every store; then the first ones past the colours take what is left,
// then the others.
static void give_slots(Methods *all)
{
    for (int i = 0; i < all->count; i++) {
        const int row = all->methods[i].row;
        if (is_first_of_solver(all, i) && row < LOOK_COLOURS && !is_taken(all, row))
            all->methods[i].slot = row;
    }
    for (int others = 0; others < 2; others++)
        for (int i = 0; i < all->count; i++)
            if (all->methods[i].slot < 0 && (others || is_first_of_solver(all, i)))
                all->methods[i].slot = free_slot(all, i);
}

// The one method of all points of a series, or NULL.
static const Method *method_of_series(const Dataset *d, const Methods *all, const PlotSeries *series)
{
    const Method *method = method_of(d, all, series->points[0].case_index);
    for (int i = 1; i < series->count && method; i++)
        if (method_of(d, all, series->points[i].case_index) != method)
            return NULL;
    return method;
}

// ---- what tells the series apart ----

typedef enum Channel { CHANNEL_DASH, CHANNEL_MARKER, CHANNEL_MARKER_AGAIN } Channel;

typedef struct Sorted { // what is known of a series
    int     before;     // the first series with the same colour, dash and marker so far: its class
    Channel channel;    // the next that its class has
    int     count;      // of the values that its class has of the setting at hand
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

// Counts the values of a setting in each class; returns the most that one has.
static int rank_values(const Plot *p, Sorted *sorted, int k)
{
    int most = 0;
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
        most = sorted[s].count > most ? sorted[s].count : most;
    }
    return most;
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

// All series are of one class: by size where all values are numbers, else in the order of the series, from the colours that no solver of
// weft has first.
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

// A fourth setting has no channel of its own: the markers count the combinations of the third and all that follow. So do the fills of bars,
// which have no markers, of the second and all that follow. What counts combinations counts them in all classes, or two could meet.
static void give_channels(Plot *p, Sorted *sorted, int most)
{
    for (int s = 0; s < p->series_count; s++) {
        Look     *look = &p->series[s].look;
        const int rank = sorted[s].rank;
        look->fill = look->fill * most + rank;
        if (sorted[s].channel == CHANNEL_MARKER_AGAIN)
            look->marker = look->marker * most + rank;
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

// Whether the series have methods that differ; these give the colours then.
static bool start_from_methods(const Dataset *d, const Methods *all, Plot *p, Sorted *sorted)
{
    bool differ = p->series_count == 1, known = true;
    for (int s = 0; s < p->series_count; s++) {
        const Method *method = method_of_series(d, all, &p->series[s]);
        sorted[s].before = method ? (int)(method - all->methods) : -1;
        known = known && method;
        differ = differ || sorted[s].before != sorted[0].before;
    }
    for (int s = 0; s < p->series_count; s++) {
        Look     *look = &p->series[s].look;
        const int slot = known && differ ? all->methods[sorted[s].before].slot : 0;
        *look = (Look){.marker = slot};
        snprintf(look->rgb, sizeof look->rgb, "%s", look_colour(slot));
        sorted[s].before = known && differ ? sorted[s].before : 0;
        sorted[s].channel = p->style->joined || p->style->categorical ? CHANNEL_DASH : CHANNEL_MARKER; // points have no line
    }
    return known && differ;
}

// Those that the file gives; of several values of a series the last.
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

Status plot_make_looks(Dataset *d, Plot *p)
{
    Methods methods;
    Sorted *sorted = NULL;
    TRY(ARENA_NEW(&d->arena, p->series_count, &sorted));
    list_methods(d, &methods);
    give_slots(&methods);
    bool coloured = start_from_methods(d, &methods, p, sorted);
    for (int k = 0; k < p->spec->series_count; k++) {
        const int most = rank_values(p, sorted, k);
        if (k == p->spec->facet || most < 2)
            continue;
        if (coloured)
            give_channels(p, sorted, most);
        else
            give_colours(p, sorted, k);
        coloured = true;
        refine(p, sorted, k);
    }
    give_chosen(p);
    return status_ok();
}
