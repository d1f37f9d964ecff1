#include "figure/private/heat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/empty.h"
#include "data/number.h"

static const struct {
    const char *name;
    HeatSign    sign;
} STATES[HEAT_STATES] = {
    [HEAT_VALUE] = {"measured", HEAT_SIGNS},  [HEAT_DIVERGED] = {"diverged", HEAT_CROSS},
    [HEAT_FAILED] = {"failed", HEAT_CROSS},   [HEAT_UNREACHED] = {"not reached", HEAT_BAR},
    [HEAT_REFUSED] = {"refused", HEAT_SLASH}, [HEAT_PENDING] = {"not measured", HEAT_SLASH},
    [HEAT_EMPTY] = {"no value", HEAT_SLASH},  [HEAT_ABSENT] = {"no such case", HEAT_SLASH},
};

const char *heat_state_name(HeatState state)
{
    return STATES[state].name;
}

HeatSign heat_sign_of(HeatState state)
{
    return STATES[state].sign;
}

const char *heat_sign(HeatSign sign)
{
    static const char *const SIGNS[HEAT_SIGNS] = {"×", "–", "/"};
    return SIGNS[sign];
}

unsigned heat_colour(int index)
{
    // CIE LCh: the lightness rises evenly from 17 to 93, so that the order holds in grey and with each colour deficiency
    // (tests/unit_look.c). The hue goes from violet over blue and green to yellow, with the largest chroma of sRGB.
    static const unsigned COLOURS[HEAT_COLOURS] = {0x252063, 0x09396D, 0x0B4C73, 0x0C5F7C, 0x107386, 0x15878E,
                                                   0x179C91, 0x1BB18B, 0x4FC579, 0x8DD46C, 0xC7E069, 0xF5EE82};
    return COLOURS[index];
}

bool heat_is_dark(double share)
{
    return share < 0.43; // where white has more contrast than black
}

static int cell_index(const Heat *h, int facet, int row, int column)
{
    return (facet * h->rows + row) * h->columns + column;
}

const HeatCell *heat_cell(const Heat *h, int facet, int row, int column)
{
    return &h->cells[cell_index(h, facet, row, column)];
}

// ---- cells ----

static int find(const Value *values, int count, Value value)
{
    for (int i = 0; i < count; i++)
        if (value_compare(values[i], value) == 0)
            return i;
    return -1;
}

// Of a key of the groups: series, x, rows. Negative: not on the map.
static int find_cell(const Plot *p, const Heat *h, Value facet, Value x, Value row)
{
    const int at[] = {p->spec->facet < 0 ? 0 : find(p->facets, h->facets, facet), find(p->rows, h->rows, row),
                      find(p->categories, h->columns, x)};
    return at[0] < 0 || at[1] < 0 || at[2] < 0 ? -1 : cell_index(h, at[0], at[1], at[2]);
}

static HeatState state_of(const char *name)
{
    const CaseStatus status = case_status_find(name);
    if (status == CASE_DIVERGED)
        return HEAT_DIVERGED;
    if (status == CASE_REFUSED)
        return HEAT_REFUSED;
    static const HeatState OF[] = {[CASE_OPEN] = HEAT_PENDING, [CASE_WHOLE] = HEAT_EMPTY, [CASE_LOST] = HEAT_FAILED};
    return OF[case_status_stage(status)];
}

// Why the cells without a value have none. A cell whose place does not follow from settings belongs to no case that could be found.
static void explain_cells(const Dataset *d, const Plot *p, Heat *h)
{
    const FigureSpec *spec = p->spec;
    bool              found = false;
    for (int c = 0; c < d->case_count; c++) {
        Value facet = {0};
        if (spec->facet >= 0)
            facet = plot_of_case(d, c, spec->series[spec->facet]);
        const Value x = plot_of_case(d, c, spec->x), row = plot_of_case(d, c, spec->rows);
        const bool  known = x.kind != VALUE_NONE && row.kind != VALUE_NONE && (spec->facet < 0 || facet.kind != VALUE_NONE);
        const int   at = known && empty_passes(d, c, spec->where, spec->where_count) ? find_cell(p, h, facet, x, row) : -1;
        found = found || known;
        if (at >= 0 && h->cells[at].state > HEAT_UNREACHED && state_of(d->cases[c].status) < h->cells[at].state)
            h->cells[at].state = state_of(d->cases[c].status);
    }
    for (int i = 0; i < h->facets * h->rows * h->columns; i++) {
        if (!found && h->cells[i].state == HEAT_ABSENT)
            h->cells[i].state = HEAT_EMPTY;
        h->counts[h->cells[i].state]++;
    }
}

// Three digits where two would say the same of most cells.
static void choose_digits(const Plot *p, Heat *h)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < p->point_count; i++) {
        low = isfinite(p->points[i].y) ? fmin(low, p->points[i].y) : low;
        high = isfinite(p->points[i].y) ? fmax(high, p->points[i].y) : high;
    }
    h->digits = high - low < 0.5 * fmax(fabs(low), fabs(high)) ? 3 : 2;
}

static void fill_cells(const Dataset *d, const Plot *p, Heat *h)
{
    for (int i = 0; i < h->facets * h->rows * h->columns; i++)
        h->cells[i] = (HeatCell){.state = HEAT_ABSENT, .cost = (double)NAN, .cost_low = (double)NAN, .cost_high = (double)NAN};
    for (int s = 0; s < p->series_count; s++)
        for (int i = 0; i < p->series[s].count; i++) {
            const PlotPoint *point = &p->series[s].points[i];
            HeatCell        *cell = &h->cells[cell_index(h, p->series[s].facet, point->row, (int)point->position)];
            cell->state = isfinite(point->y) ? HEAT_VALUE : HEAT_UNREACHED;
            cell->point = isfinite(point->y) ? point : NULL;
        }
    choose_digits(p, h);
    explain_cells(d, p, h);
}

// ---- contours ----

static Status read_costs(Dataset *d, const Plot *p, Heat *h)
{
    const FigureSpec *spec = p->spec;
    FrameQuery        query = {.data = spec->data, .where = spec->where, .where_count = spec->where_count, .value_count = 1};
    FRAME_GROUPS      groups = {0};
    for (int i = 0; i < spec->series_count; i++)
        query.names[query.count++] = spec->series[i];
    query.names[query.count++] = spec->x;
    query.names[query.count++] = spec->rows;
    query.value = query.count;
    query.names[query.count++] = spec->contours.value;
    h->cost_measured = quantity_measures(spec->data, spec->contours.value);
    TRY(frame_summarise(d, &query, &groups));
    for (int g = 0; g < groups.count; g++) {
        const Group *group = &groups.groups[g];
        const int    x = spec->series_count;
        const int    at = find_cell(p, h, group->key[spec->facet < 0 ? x : spec->facet], group->key[x], group->key[x + 1]);
        if (at < 0)
            continue;
        h->cells[at].cost = group->estimate.median;
        h->cells[at].cost_low = group->estimate.low;
        h->cells[at].cost_high = group->estimate.high;
    }
    return status_ok();
}

// The least of 1, 2 or 5 times a power of ten that is above.
static double nice_above(double value)
{
    const double power = pow(10, floor(log10(value) + 1e-9)), first = value / power;
    return power * (first < 2 - 1e-9 ? 2 : first < 5 - 1e-9 ? 5 : 10);
}

int heat_levels(double low, double high, double out[HEAT_LEVELS_MAX])
{
    enum { TICS_MAX = 5, FEW = 2 };
    const double step = nice_above((high - low) / 8);
    int          count = 0;
    for (double at = low > 0 ? nice_above(low) : high; at < high && count <= TICS_MAX; at = nice_above(at))
        out[count++] = at;
    if (count > TICS_MAX) { // every so many powers of ten
        const double decades = ceil((log10(high) - log10(low)) / TICS_MAX), factor = pow(10, decades);
        count = 0;
        for (double at = pow(10, ceil(log10(low) + 1e-9)); at < high && count < TICS_MAX; at *= factor)
            out[count++] = at;
    }
    if (count >= FEW)
        return count;
    count = 0;
    for (double at = step * (floor(low / step) + 1); at < high && count < TICS_MAX; at += step)
        out[count++] = at;
    return count;
}

static void choose_levels(const ContourSpec *spec, Heat *h)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < h->facets * h->rows * h->columns; i++)
        if (isfinite(h->cells[i].cost)) {
            low = fmin(low, h->cells[i].cost);
            high = fmax(high, h->cells[i].cost);
        }
    memcpy(h->levels, spec->levels, sizeof spec->levels);
    h->level_count = spec->level_count;
    if (!spec->level_count && low < high)
        h->level_count = heat_levels(low, high, h->levels);
}

static Status find_levels(Dataset *d, const Plot *p, Heat *h)
{
    const FigureSpec *spec = p->spec;
    h->between = true;
    for (int i = 0; i < h->columns; i++)
        h->between = h->between && p->categories[i].kind == VALUE_NUMBER;
    for (int i = 0; i < h->rows; i++)
        h->between = h->between && p->rows[i].kind == VALUE_NUMBER;
    if (!*spec->contours.value)
        return status_ok();
    TRY(read_costs(d, p, h));
    if (h->between)
        choose_levels(&spec->contours, h);
    return status_ok();
}

// ---- labels of the key ----

static void make_labels(const FigureSpec *spec, Heat *h)
{
    char what[SPEC_TEXT_MAX], number[NUMBER_TEXT], unit[LABEL_UNIT_MAX];
    if (h->level_count)
        labels_text(&spec->labels, spec->data, spec->contours.value, h->contour_label, sizeof h->contour_label);
    if (h->between && !isnan(spec->mark)) {
        number_short(spec->mark, 4, number);
        labels_unit(&spec->labels, spec->data, spec->y, unit, sizeof unit);
        labels_text(&spec->labels, spec->data, spec->y, what, sizeof what);
        snprintf(h->mark_label, sizeof h->mark_label, "%.120s %s%s%s", what, number, *unit ? " " : "", unit);
    }
    for (int state = HEAT_DIVERGED; state < HEAT_STATES; state++) {
        const HeatSign sign = heat_sign_of((HeatState)state);
        char          *label = h->sign_labels[sign];
        if (h->counts[state])
            snprintf(label, sizeof *h->sign_labels, "%s",
                     !*label              ? STATES[state].name
                     : sign == HEAT_CROSS ? "diverged or failed"
                                          : "no value");
    }
}

// ---- all of it ----

bool heat_is_large(const Plot *p)
{
    return p->category_count > HEAT_SIDE_MAX || p->row_count > HEAT_SIDE_MAX ||
           (long)p->facet_count * p->row_count * p->category_count > HEAT_CELLS_MAX;
}

static Status fill(Dataset *d, const Plot *p, Heat *h)
{
    TRY(ARENA_NEW(&d->arena, h->facets * h->rows * h->columns, &h->cells));
    fill_cells(d, p, h);
    TRY(find_levels(d, p, h));
    make_labels(p->spec, h);
    return status_ok();
}

Status heat_create(Dataset *d, Plot *p)
{
    Heat *h = NULL;
    if (!p->style->cells || p->point_count == 0 || heat_is_large(p))
        return status_ok();
    TRY(ARENA_NEW(&d->arena, 1, &h));
    h->columns = p->category_count;
    h->rows = p->row_count;
    h->facets = p->facet_count;
    TRY(fill(d, p, h));
    if (h->counts[HEAT_VALUE])
        p->heat = h;
    return status_ok();
}
