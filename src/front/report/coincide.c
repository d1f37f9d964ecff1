#include "report/private/coincide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONG = 2000, SAID = 3 };

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
    double     x, y; // px
    bool       parted;
} Place;

static int list_places(const Plot *p, const Canvas *c, Place *out)
{
    int count = 0;
    for (int s = 0; s < p->series_count; s++)
        for (int i = 0; i < p->series[s].count; i++) {
            PlotPoint *point = &p->series[s].points[i];
            if (!point->hidden)
                out[count++] = (Place){point,
                                       s,
                                       p->series[s].facet,
                                       c->panel_width * axis_along(&c->x, point->position),
                                       c->panel_height * axis_along(&c->y, point->y),
                                       false};
        }
    return count;
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

// Puts a point and those of later series at the same place beside each other. Returns how many there are.
static int part_place(const Canvas *c, Place *places, int count, int first)
{
    const double near = 0.2 * c->font;
    Place       *together[64] = {&places[first]};
    int          n = 1;
    for (int i = first + 1; i < count && n < 64; i++) {
        Place *other = &places[i];
        if (!other->parted && other->facet == places[first].facet && other->series != together[n - 1]->series &&
            hypot(other->x - places[first].x, other->y - places[first].y) < near)
            together[n++] = other;
    }
    const double step = fmin(0.5 * c->font, 0.8 * room_at(places, count, &places[first], near, c->panel_width) / n);
    const double half = (n - 1) * step / 2, edge = half + near;
    const double middle = fmin(fmax(places[first].x, edge), c->panel_width - edge);
    for (int k = 0; k < n && n > 1; k++) {
        together[k]->parted = true;
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
            const int n = part_place(c, places, count, i);
            parted += n > 1 ? n : 0;
        }
    snprintf(text, sizeof text, "%d points that coincide are drawn beside each other.", parted);
    if (parted)
        add_note(note, size, text);
}

void coincide_part(Plot *p, const Canvas *canvas, char *note, size_t size)
{
    *note = '\0';
    if (p->categorical || p->style->share || p->style->frontier)
        return;
    if (p->style->joined)
        part_curves(p, &canvas->y, note, size);
    else
        part_points(p, canvas, note, size);
}
