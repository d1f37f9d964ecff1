#include "report/private/heat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/private/empty.h"
#include "report/private/number.h"

typedef struct StateFacts {
    const char *name;
    HeatStroke  stroke;
} StateFacts;

static const StateFacts STATES[HEAT_STATES] = {
    [HEAT_VALUE] = {"measured", HEAT_STROKES}, [HEAT_DIVERGED] = {"diverged", HEAT_CROSSED},
    [HEAT_FAILED] = {"failed", HEAT_CROSSED},  [HEAT_UNREACHED] = {"not reached", HEAT_BARRED},
    [HEAT_REFUSED] = {"refused", HEAT_STRUCK}, [HEAT_PENDING] = {"not measured", HEAT_STRUCK},
    [HEAT_EMPTY] = {"no value", HEAT_STRUCK},  [HEAT_ABSENT] = {"no such case", HEAT_STRUCK},
};

const char *heat_state_name(HeatState state)
{
    return STATES[state].name;
}

HeatStroke heat_stroke(HeatState state)
{
    return STATES[state].stroke;
}

static int cell_index(const Heat *h, int facet, int row, int column)
{
    return (facet * h->rows + row) * h->columns + column;
}

const HeatCell *heat_cell(const Heat *h, int facet, int row, int column)
{
    return &h->cells[cell_index(h, facet, row, column)];
}

const Contour *heat_contour(const Heat *h, int facet, int level)
{
    return &h->contours[facet * (h->level_count + 1) + level];
}

// ---- cells ----

Value heat_of_case(const Dataset *d, int c, const char *quantity)
{
    Expression e;
    double     numbers[EXPRESSION_NAMES_MAX];
    if (dataset_setting(d, quantity) >= 0)
        return dataset_value(d, c, quantity);
    if (expression_is_name(quantity) || expression_parse(quantity, &e).code != STATUS_OK)
        return (Value){0};
    for (int i = 0; i < e.name_count; i++) {
        const Value value = dataset_setting(d, e.names[i]) >= 0 ? dataset_value(d, c, e.names[i]) : (Value){0};
        if (value.kind != VALUE_NUMBER)
            return (Value){0};
        numbers[i] = value.number;
    }
    const double result = expression_evaluate(&e, numbers);
    return isfinite(result) ? (Value){VALUE_NUMBER, result, NULL} : (Value){0};
}

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
            facet = heat_of_case(d, c, spec->series[spec->facet]);
        const Value x = heat_of_case(d, c, spec->x), row = heat_of_case(d, c, spec->rows);
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

// Three digits where two would say the same of most cells; and one way for neighbours: not 0.0012 beside 9.1e-4.
static void choose_text(const Plot *p, Heat *h)
{
    double least = INFINITY, low = INFINITY, high = -INFINITY;
    for (int i = 0; i < p->point_count; i++) {
        const double y = p->points[i].y;
        if (!isfinite(y))
            continue;
        least = y == 0 ? least : fmin(least, fabs(y));
        low = fmin(low, y);
        high = fmax(high, y);
    }
    h->digits = high - low < 0.5 * fmax(fabs(low), fabs(high)) ? 3 : 2;
    h->plain_from = least >= 0.9995e-3 ? 0 : 0.00995;
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
    choose_text(p, h);
    explain_cells(d, p, h);
}

// ---- contours ----

static Status read_costs(Dataset *d, const Plot *p, Heat *h)
{
    const FigureSpec *spec = p->spec;
    FrameQuery        query = {.data = spec->data, .where = spec->where, .where_count = spec->where_count, .value_count = 1};
    Frame             frame;
    Groups            groups = {0};
    for (int i = 0; i < spec->series_count; i++)
        query.names[query.count++] = spec->series[i];
    query.names[query.count++] = spec->x;
    query.names[query.count++] = spec->rows;
    query.value = query.count;
    query.names[query.count++] = spec->contours.value;
    TRY(frame_init(d, &query, &frame));
    h->cost_measured = frame.measured[query.value];
    const Status status = frame_group(&frame, query.value, query.value, &groups);
    for (int g = 0; g < groups.count && status.code == STATUS_OK; g++) {
        const Group *group = &groups.groups[g];
        const int    x = spec->series_count;
        const int    at = find_cell(p, h, group->key[spec->facet < 0 ? x : spec->facet], group->key[x], group->key[x + 1]);
        if (at < 0)
            continue;
        h->cells[at].cost = group->estimate.median;
        h->cells[at].cost_low = group->estimate.low;
        h->cells[at].cost_high = group->estimate.high;
    }
    free(groups.groups);
    frame_destroy(&frame);
    return status;
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
        h->level_count = contour_levels(low, high, 8, h->levels);
}

static Status draw_contours(const Plot *p, Heat *h, double *grid)
{
    for (int f = 0; f < h->facets; f++)
        for (int level = 0; level <= h->level_count; level++) {
            const bool marks = level == h->level_count;
            if (marks && isnan(p->spec->mark))
                continue;
            for (int i = 0; i < h->rows * h->columns; i++) {
                const HeatCell *cell = &h->cells[f * h->rows * h->columns + i];
                grid[i] = !marks ? cell->cost : cell->point ? cell->point->y : (double)NAN;
            }
            TRY(contour_make(grid, h->columns, h->rows, marks ? p->spec->mark : h->levels[level],
                             &h->contours[f * (h->level_count + 1) + level]));
        }
    return status_ok();
}

static Status make_contours(Dataset *d, const Plot *p, Heat *h)
{
    const FigureSpec *spec = p->spec;
    h->between = true;
    for (int i = 0; i < h->columns; i++)
        h->between = h->between && p->categories[i].kind == VALUE_NUMBER;
    for (int i = 0; i < h->rows; i++)
        h->between = h->between && p->rows[i].kind == VALUE_NUMBER;
    if (*spec->contours.value) {
        TRY(read_costs(d, p, h));
        if (h->between)
            choose_levels(&spec->contours, h);
    }
    h->contours = calloc((size_t)h->facets * (size_t)(h->level_count + 1), sizeof *h->contours);
    double *grid = calloc((size_t)h->rows * (size_t)h->columns, sizeof *grid);
    Status  status = h->contours && grid ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the contours of a figure");
    if (status.code == STATUS_OK && h->between)
        status = draw_contours(p, h, grid);
    free(grid);
    return status;
}

// ---- labels of the legend ----

static bool has_lines(const Heat *h, bool of_mark)
{
    bool any = false;
    for (int f = 0; f < h->facets; f++)
        for (int level = 0; level <= h->level_count; level++)
            any = any || ((level == h->level_count) == of_mark && heat_contour(h, f, level)->line_count);
    return any;
}

static void make_labels(const FigureSpec *spec, Heat *h)
{
    char what[SPEC_TEXT_MAX], number[NUMBER_TEXT], unit[LABEL_UNIT_MAX];
    if (has_lines(h, false))
        labels_text(&spec->labels, spec->data, spec->contours.value, h->contour_label, sizeof h->contour_label);
    if (has_lines(h, true)) {
        number_short(spec->mark, 4, number);
        labels_unit(&spec->labels, spec->data, spec->y, unit, sizeof unit);
        labels_text(&spec->labels, spec->data, spec->y, what, sizeof what);
        snprintf(h->mark_label, sizeof h->mark_label, "%.120s %s%s%s", what, number, *unit ? " " : "", unit);
    }
    for (int state = HEAT_DIVERGED; state < HEAT_STATES; state++) {
        char      *label = h->stroke_labels[heat_stroke((HeatState)state)];
        const bool lost = heat_stroke((HeatState)state) == HEAT_CROSSED;
        if (h->counts[state])
            snprintf(label, sizeof *h->stroke_labels, "%s", !*label ? STATES[state].name : lost ? "diverged or failed" : "no value");
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
    h->cells = calloc((size_t)h->facets * (size_t)h->rows * (size_t)h->columns, sizeof *h->cells);
    if (!h->cells)
        return status_make(STATUS_MEMORY, "out of memory for the cells of a figure");
    fill_cells(d, p, h);
    TRY(make_contours(d, p, h));
    make_labels(p->spec, h);
    return status_ok();
}

Status heat_create(Dataset *d, const Plot *p, Heat **out)
{
    *out = NULL;
    if (heat_is_large(p))
        return status_ok();
    Heat *h = calloc(1, sizeof *h);
    if (!h)
        return status_make(STATUS_MEMORY, "out of memory for a map of cells");
    h->columns = p->category_count;
    h->rows = p->row_count;
    h->facets = p->facet_count;
    const Status status = fill(d, p, h);
    if (status.code == STATUS_OK && h->counts[HEAT_VALUE])
        *out = h;
    else
        heat_destroy(h);
    return status;
}

void heat_destroy(Heat *h)
{
    if (!h)
        return;
    for (int i = 0; h->contours && i < h->facets * (h->level_count + 1); i++)
        contour_destroy(&h->contours[i]);
    free(h->contours);
    free(h->cells);
    free(h);
}
