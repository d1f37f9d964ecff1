#include "report/private/coincide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONG = 2000, SAID = 3, TOGETHER = 64, SINGLE_BARS = 14 }; // curves of more points have a band

static void add_note(char *note, size_t size, const char *text)
{
    const size_t used = strlen(note);
    snprintf(note + used, size - used, "%s%s", used ? " " : "", text);
}

// ---- curves ----

static const PlotPoint *point_at(const PlotSeries *series, double position)
{
    for (int i = 0; i < series->count; i++)
        if (series->points[i].position == position)
            return &series->points[i];
    return NULL;
}

// Whether the shorter of two curves, of three points or more, is nowhere farther from the other than the eye can see.
static bool lies_on(const PlotSeries *a, const PlotSeries *b, const Axis *y)
{
    const double near = 0.006; // of the height
    if (a->count > b->count)
        return lies_on(b, a, y);
    for (int i = 0; i < a->count; i++) {
        const PlotPoint *other = point_at(b, a->points[i].position);
        if (!other || !(fabs(axis_along(y, a->points[i].y) - axis_along(y, other->y)) < near))
            return false;
    }
    return a->count >= 3;
}

// The first of two is drawn below the other.
static void part_curves(Plot *p, const Axis *y, char *note, size_t size)
{
    char text[2 * SPEC_TEXT_MAX + 40];
    int  said = 0;
    for (int b = 1; b < p->series_count; b++)
        for (int a = 0; a < b; a++) {
            PlotSeries *below = &p->series[a], *above = &p->series[b];
            if (below->under || below->facet != above->facet || below->count + above->count > LONG || !lies_on(below, above, y))
                continue;
            below->under = true;
            snprintf(text, sizeof text, "%s (broad) and %s coincide.", below->label, above->label);
            if (said++ < SAID)
                add_note(note, size, text);
        }
}

// ---- points ----

typedef struct Place {
    PlotPoint *point;
    int        series, facet;
    double     x, y, low, high; // px; low and high: of the interval, y without one
    bool       parted;
} Place;

static Place place_of(const Plot *p, const Canvas *c, int series, PlotPoint *point)
{
    const bool   spread = p->style->spread && point->low < point->high;
    const double height = c->panel_height, y = height * axis_along(&c->y, point->y);
    Place        place = {.point = point, .series = series, .facet = p->series[series].facet, .y = y, .low = y, .high = y};
    place.x = c->panel_width * axis_along(&c->x, point->position);
    if (spread) {
        place.low = c->y.log && !(point->low > 0) ? 0 : height * axis_along(&c->y, point->low);
        place.high = height * axis_along(&c->y, point->high);
    }
    return place;
}

static int list_places(const Plot *p, const Canvas *c, Place *out)
{
    int count = 0;
    for (int s = 0; s < p->series_count; s++)
        for (int i = 0; i < p->series[s].count; i++)
            if (!p->series[s].points[i].hidden)
                out[count++] = place_of(p, c, s, &p->series[s].points[i]);
    return count;
}

// Whether two points of different series hide each other: they, or their intervals.
static bool meet(const Place *a, const Place *b, double near)
{
    const bool overlap = fmax(a->low, b->low) < fmin(a->high, b->high);
    return a->facet == b->facet && a->series != b->series && fabs(a->x - b->x) < near && (fabs(a->y - b->y) < near || overlap);
}

static double position_at(const Canvas *c, double px)
{
    const double share = px / c->panel_width, width = c->x.high - c->x.low;
    return c->x.log ? c->x.low * pow(c->x.high / c->x.low, share) : c->x.low + share * width;
}

// How far it is to the next points on the left or right.
static double room_at(const Place *places, int count, const Place *here, double near, double width)
{
    double room = width;
    for (int i = 0; i < count; i++) {
        const double gap = fabs(places[i].x - here->x);
        if (places[i].facet == here->facet && gap > near)
            room = fmin(room, gap);
    }
    return room;
}

static bool meets_any(const Place *place, Place *const *others, int count, double near)
{
    bool meets = false, same = false;
    for (int i = 0; i < count; i++) {
        meets = meets || meet(place, others[i], near);
        same = same || place->series == others[i]->series;
    }
    return meets && !same;
}

// Puts a point and those of later series at the same place beside each other, unless that would take them off a closed form. Returns how
// many there are.
static int part_place(const Plot *p, const Canvas *c, Place *places, int count, int first)
{
    const double near = 0.2 * c->font;
    Place       *together[TOGETHER] = {&places[first]};
    int          n = 1;
    for (int i = first + 1; i < count && n < TOGETHER; i++)
        if (!places[i].parted && meets_any(&places[i], together, n, near))
            together[n++] = &places[i];
    const double step = fmin(0.5 * c->font, 0.8 * room_at(places, count, &places[first], near, c->panel_width) / n);
    const double half = (n - 1) * step / 2, edge = half + near;
    const double middle = fmin(fmax(places[first].x, edge), c->panel_width - edge);
    for (int k = 0; k < n && n > 1; k++) {
        together[k]->parted = true;
        if (p->curve_count == 0)
            together[k]->point->position = position_at(c, middle + k * step - half);
    }
    return n;
}

static void part_points(Plot *p, const Canvas *c, char *note, size_t size)
{
    Place places[LONG];
    char  text[100];
    int   parted = 0;
    if (p->point_count > LONG)
        return;
    const int count = list_places(p, c, places);
    for (int i = 0; i < count; i++)
        if (!places[i].parted) {
            const int n = part_place(p, c, places, count, i);
            parted += n > 1 ? n : 0;
        }
    snprintf(text, sizeof text, "%d points that coincide%s are drawn %s each other.", parted, p->spread ? ", or whose intervals do," : "",
             p->curve_count ? "on" : "beside");
    if (parted)
        add_note(note, size, text);
}

// ---- intervals on curves ----

// Of the places of one panel: which series have an interval that another one hides.
static int find_hidden(const Plot *p, const Place *places, int count, int facet, double near, bool hidden[TOGETHER])
{
    int n = 0;
    memset(hidden, 0, TOGETHER * sizeof *hidden);
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count && places[a].facet == facet; b++)
            if (meet(&places[a], &places[b], near) && places[a].low < places[a].high && places[b].low < places[b].high &&
                p->series[places[a].series].count <= SINGLE_BARS && p->series[places[b].series].count <= SINGLE_BARS)
                hidden[places[a].series] = hidden[places[b].series] = true;
    for (int s = 0; s < p->series_count; s++)
        n += hidden[s];
    return n;
}

static double least_room(const Canvas *c, const Place *places, int count, int facet, double near)
{
    double room = c->panel_width;
    for (int i = 0; i < count; i++)
        if (places[i].facet == facet)
            room = fmin(room, room_at(places, count, &places[i], near, c->panel_width));
    return room;
}

// Shifts curves whose bars would hide each other, each as a whole, by a few pixels.
static void part_intervals(Plot *p, const Canvas *c, char *note, size_t size)
{
    Place        places[LONG];
    bool         hidden[TOGETHER], any = false;
    const double near = 0.2 * c->font;
    if (!p->spread || p->point_count > LONG || p->series_count > TOGETHER)
        return;
    const int count = list_places(p, c, places);
    for (int f = 0; f < p->facet_count; f++) {
        const int    n = find_hidden(p, places, count, f, near, hidden);
        const double step = fmin(0.35 * c->font, 0.4 * least_room(c, places, count, f, near) / fmax(n, 1));
        any = any || n;
        for (int i = 0; i < count && n; i++) {
            int rank = 0;
            for (int s = 0; s < places[i].series; s++)
                rank += hidden[s];
            if (places[i].facet == f && hidden[places[i].series])
                places[i].point->position = position_at(c, places[i].x + (rank - (n - 1) / 2.0) * step);
        }
    }
    if (any)
        add_note(note, size, "Curves whose intervals overlap are drawn a little beside each other.");
}

void coincide_part(Plot *p, const Canvas *canvas, char *note, size_t size)
{
    *note = '\0';
    if (p->categorical || p->style->profile || p->style->frontier || p->style->cells || p->spans)
        return;
    if (p->style->joined) {
        part_curves(p, &canvas->y, note, size);
        part_intervals(p, canvas, note, size);
    } else {
        part_points(p, canvas, note, size);
    }
}
