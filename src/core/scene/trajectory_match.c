// Which particle is which, in what unit and with which axes: frame 0 against the start of the scene.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scene/trajectory.h"

typedef double Vector[3];

const char *const MATCH_NAMES[] = {[MATCH_AUTO] = "auto", [MATCH_INDEX] = "index", [MATCH_NEAREST] = "nearest", NULL};

// Of the size of the scene, what frame 0 may be off: what a text with six digits and a file in single precision round.
static const double TOLERANCE = 1e-4, ROUNDING = 1e-6;

static const struct {
    const char *name, *text;
    double      metres;
} UNITS[] = {{"m", "metres", 1},        {"cm", "centimetres", 0.01}, {"mm", "millimetres", 0.001},
             {"km", "kilometres", 1e3}, {"in", "inches", 0.0254},    {"ft", "feet", 0.3048}};
enum { UNIT_COUNT = sizeof UNITS / sizeof *UNITS };

Status trajectory_unit(const char *text, double *metres)
{
    for (int i = 0; i < UNIT_COUNT; i++)
        if (strcmp(text, UNITS[i].name) == 0) {
            *metres = UNITS[i].metres;
            return status_ok();
        }
    if (text_to_double(text, metres) && *metres >= 1e-9 && *metres <= 1e9)
        return status_ok();
    return status_make(STATUS_USAGE, "--unit %.40s: give m, cm, mm, km, in, ft, or how many metres a unit has, 1e-9 … 1e9", text);
}

void trajectory_scale(Trajectory *t, double metres)
{
    for (int64_t i = 0; i < (int64_t)t->frame_count * t->particle_count; i++)
        for (int k = 0; k < 3; k++) {
            t->position[i][k] *= metres;
            if (t->velocity)
                t->velocity[i][k] *= metres;
        }
}

// ---- a set of points ----

typedef struct Points {
    const Vector *x;
    int32_t       count;
    Vector        least, most;
    double        size; // diagonal of its box; of a single point how far that is from the origin
} Points;

static Points points_of(const Vector *x, int32_t count)
{
    Points p = {.x = x, .count = count};
    double farthest = 0, sum = 0;
    for (int k = 0; k < 3; k++) {
        p.least[k] = p.most[k] = x[0][k];
        for (int32_t i = 0; i < count; i++) {
            p.least[k] = fmin(p.least[k], x[i][k]);
            p.most[k] = fmax(p.most[k], x[i][k]);
        }
        farthest = fmax(farthest, fmax(fabs(p.least[k]), fabs(p.most[k])));
        sum += (p.most[k] - p.least[k]) * (p.most[k] - p.least[k]);
    }
    p.size = sum > 0 ? sqrt(sum) : farthest;
    return p;
}

static double tolerance_of(const Points *p)
{
    double farthest = 0;
    for (int k = 0; k < 3; k++)
        farthest = fmax(farthest, fmax(fabs(p->least[k]), fabs(p->most[k])));
    return TOLERANCE * p->size + ROUNDING * farthest;
}

static double distance(const Vector a, const Vector b, double scale)
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += (scale * a[k] - b[k]) * (scale * a[k] - b[k]);
    return sqrt(sum);
}

// ---- by index ----

// The largest distance of scale · frame 0 from the start, and its particle.
static double farthest_by_index(const Points *start, const Vector *frame, double scale, int32_t *worst)
{
    double most = 0;
    *worst = 0;
    for (int32_t i = 0; i < start->count; i++) {
        const double d = distance(frame[i], start->x[i], scale);
        if (d > most) {
            most = d;
            *worst = i;
        }
    }
    return most;
}

// ---- by the nearest start ----

typedef struct Sorted {
    double  along; // of the longest axis
    int32_t index;
} Sorted;

static int compare(const void *a, const void *b)
{
    const Sorted *p = a, *q = b;
    return p->along != q->along ? (p->along > q->along) - (p->along < q->along) : (p->index > q->index) - (p->index < q->index);
}

typedef struct Nearest {
    const Points *start;
    double        scale, tolerance; // of frame 0
    int           axis;
    Sorted       *sorted; // [count] of the start
    int32_t      *of;     // [count] the particle of the scene of each of the frames; −1: not known yet
    int32_t      *from;   // [count] the inverse
    double        farthest;
    char          why[300]; // that it is no bijection
} Nearest;

static int32_t first_from(const Nearest *n, double along)
{
    int32_t low = 0, high = n->start->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (n->sorted[middle].along < along)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The start within the tolerance of a particle of frame 0; false, and why, where there is none, two, or one that is taken.
static bool find_one(Nearest *n, const Vector *frame, int32_t i)
{
    const double along = n->scale * frame[i][n->axis];
    double       best = INFINITY, second = INFINITY;
    int32_t      found = -1, other = -1;
    for (int32_t k = first_from(n, along - n->tolerance); k < n->start->count && n->sorted[k].along <= along + n->tolerance; k++) {
        const int32_t j = n->sorted[k].index;
        const double  d = distance(frame[i], n->start->x[j], n->scale);
        if (d < best) {
            second = best, other = found;
            best = d, found = j;
        } else if (d < second) {
            second = d, other = j;
        }
    }
    if (!(best <= n->tolerance))
        snprintf(n->why, sizeof n->why, "particle %d of frame 0, at (%g, %g, %g) m, is where no particle of the scene starts", (int)i,
                 n->scale * frame[i][0], n->scale * frame[i][1], n->scale * frame[i][2]);
    else if (second <= 2 * best + ROUNDING * n->tolerance)
        snprintf(n->why, sizeof n->why, "particles %d and %d of the scene both start where particle %d of frame 0 is", (int)found,
                 (int)other, (int)i);
    else if (n->from[found] >= 0)
        snprintf(n->why, sizeof n->why, "particles %d and %d of frame 0 are both where particle %d of the scene starts",
                 (int)n->from[found], (int)i, (int)found);
    if (*n->why)
        return false;
    n->of[i] = found;
    n->from[found] = i;
    n->farthest = fmax(n->farthest, best);
    return true;
}

static bool find_all(Nearest *n, const Vector *frame)
{
    const Points *start = n->start;
    for (int k = 1; k < 3; k++)
        if (start->most[k] - start->least[k] > start->most[n->axis] - start->least[n->axis])
            n->axis = k;
    for (int32_t i = 0; i < start->count; i++) {
        n->sorted[i] = (Sorted){start->x[i][n->axis], i};
        n->of[i] = n->from[i] = -1;
    }
    qsort(n->sorted, (size_t)start->count, sizeof *n->sorted, compare);
    bool all = true;
    for (int32_t i = 0; all && i < start->count; i++)
        all = find_one(n, frame, i);
    return all;
}

static Status nearest_init(const Points *start, double scale, Nearest *out)
{
    const size_t count = (size_t)start->count;
    *out = (Nearest){.start = start, .scale = scale, .tolerance = tolerance_of(start)};
    out->sorted = malloc(count * sizeof *out->sorted);
    out->of = calloc(count, sizeof *out->of);
    out->from = calloc(count, sizeof *out->from);
    return out->sorted && out->of && out->from ? status_ok() : status_make(STATUS_MEMORY, "out of memory while particles were matched");
}

static void nearest_destroy(Nearest *n)
{
    free(n->sorted);
    free(n->of);
    free(n->from);
}

// ---- sorting the frames ----

static Status sort_one(Vector *x, int64_t frames, int32_t count, const int32_t *of)
{
    Vector *kept = malloc((size_t)count * sizeof *kept);
    if (!kept)
        return status_make(STATUS_MEMORY, "out of memory while particles were matched");
    for (int64_t f = 0; f < frames; f++) {
        memcpy(kept, x[f * count], (size_t)count * sizeof *kept);
        for (int32_t i = 0; i < count; i++)
            memcpy(x[f * count + of[i]], kept[i], sizeof *kept);
    }
    free(kept);
    return status_ok();
}

static Status sort(Trajectory *t, const int32_t *of)
{
    TRY(sort_one(t->position, t->frame_count, t->particle_count, of));
    return t->velocity ? sort_one(t->velocity, t->frame_count, t->particle_count, of) : status_ok();
}

// ---- other units and axes ----

// How many times as large as the start frame 0 is; 1 where that is rounding.
static double find_ratio(const Points *start, const Vector *frame)
{
    const Points first = points_of(frame, start->count);
    const double ratio = start->size > 0 ? first.size / start->size : 1;
    return !(ratio > 0) || fabs(ratio - 1) < 1e-3 ? 1 : ratio;
}

// Whether scale · frame is the start, by index or else by nearest start.
static Status fits(const Points *start, const Vector *frame, double scale, bool *by_index, bool *by_nearest)
{
    Nearest nearest;
    int32_t worst;
    Status  status = nearest_init(start, scale, &nearest);
    *by_index = status.code == STATUS_OK && farthest_by_index(start, frame, scale, &worst) <= nearest.tolerance;
    *by_nearest = *by_index || (status.code == STATUS_OK && find_all(&nearest, frame));
    nearest_destroy(&nearest);
    return status;
}

// Whether the box of scale · frame 0 is that of the start.
static bool has_box(const Points *start, const Vector *frame, double scale)
{
    const Points first = points_of(frame, start->count);
    const double tolerance = tolerance_of(start);
    bool         same = true;
    for (int k = 0; k < 3; k++)
        same = same && fabs(scale * first.least[k] - start->least[k]) <= tolerance &&
               fabs(scale * first.most[k] - start->most[k]) <= tolerance;
    return same;
}

typedef struct Turned {
    Axes axes, other; // that fit; `other` where several do
    int  count;
    bool by_index; // all that are counted do
} Turned;

static void add_turned(Turned *found, const Axes *axes, bool by_index)
{
    if (by_index && !found->by_index)
        *found = (Turned){.by_index = true};
    if (by_index != found->by_index)
        return;
    if (found->count < 2)
        *(found->count ? &found->other : &found->axes) = *axes;
    found->count++;
}

static bool is_identity(const Axes *axes)
{
    for (int k = 0; k < 3; k++)
        if (axes->from[k] != k || axes->sign[k] < 0)
            return false;
    return true;
}

// The other axes with which scale · frame 0 is the start; those that do not mirror before those that do.
static Status find_axes(const Points *start, const Trajectory *t, double scale, bool index_only, Turned *out)
{
    const Vector *frame = (const Vector *)t->position;
    const bool    mirrored = t->axes && axes_mirror(t->axes);
    const size_t  bytes = (size_t)start->count * sizeof(Vector);
    Vector       *turned = malloc(bytes);
    Status        status = turned ? status_ok() : status_make(STATUS_MEMORY, "out of memory while axes were looked for");
    Axes          axes;
    *out = (Turned){.count = 0};
    for (int mirrors = 0; mirrors < 2; mirrors++)
        for (int i = 0; status.code == STATUS_OK && axes_at(i, &axes); i++) {
            bool by_index = false, by_nearest = false;
            if ((axes_mirror(&axes) != mirrored) != (mirrors == 1) || is_identity(&axes))
                continue;
            memcpy(turned, frame, bytes);
            axes_turn(&axes, start->count, turned);
            if (has_box(start, (const Vector *)turned, scale))
                status = fits(start, (const Vector *)turned, scale, &by_index, &by_nearest);
            if (index_only ? by_index : by_nearest)
                add_turned(out, &axes, by_index);
        }
    free(turned);
    return status;
}

static int find_unit(double ratio)
{
    int unit = 0;
    while (unit < UNIT_COUNT && fabs(UNITS[unit].metres * ratio - 1) > 1e-3)
        unit++;
    return unit;
}

static void say_unit(double ratio, char *text, size_t size)
{
    const int unit = find_unit(ratio);
    if (unit < UNIT_COUNT)
        snprintf(text, size, "frame 0 is the start of the scene, %.4g times as large, as in %s: give --unit %s", ratio, UNITS[unit].text,
                 UNITS[unit].name);
    else
        snprintf(text, size,
                 "frame 0 is the start of the scene, %.4g times as large; has the scene other parameters (--set), or is it --unit %.6g?",
                 ratio, 1 / ratio);
}

static void say_axes(const Turned *found, const Axes *given, double ratio, char *text, size_t size)
{
    char       axes[AXES_TEXT], other[AXES_TEXT];
    const int  unit = find_unit(ratio);
    const Axes first = given ? axes_after(&found->axes, given) : found->axes,
               second = given ? axes_after(&found->other, given) : found->other;
    axes_text(&first, axes);
    axes_text(&second, other);
    int used = snprintf(text, size, "frame 0 is the start of the scene with other axes: give --axes %s", axes);
    if (ratio < 1 || ratio > 1)
        used += unit < UNIT_COUNT ? snprintf(text + used, size - (size_t)used, " --unit %s", UNITS[unit].name)
                                  : snprintf(text + used, size - (size_t)used, " --unit %.6g", 1 / ratio);
    if (axes_mirror(&first))
        used += snprintf(text + used, size - (size_t)used, " (which mirrors)");
    if (found->count > 1)
        snprintf(text + used, size - (size_t)used, "; the start looks the same with %s%s: take what the other program's axes are", other,
                 found->count > 2 ? " and others" : "");
}

// What is said where frame 0 is no start of the scene.
static Status refuse(const char *path, const Points *start, const Trajectory *t, bool index_only, const char *why)
{
    const Vector *frame = (const Vector *)t->position;
    char          text[300] = "";
    const double  ratio = find_ratio(start, frame);
    bool          by_index = false, by_nearest = false;
    Turned        found = {.count = 0};
    int32_t       worst;
    if (ratio < 1 || ratio > 1)
        TRY(fits(start, frame, 1 / ratio, &by_index, &by_nearest));
    if (by_nearest)
        say_unit(ratio, text, sizeof text);
    else if (farthest_by_index(start, frame, 1, &worst) > tolerance_of(start)) // else its axes are right
        TRY(find_axes(start, t, 1 / ratio, index_only, &found));
    if (found.count)
        say_axes(&found, t->axes, ratio, text, sizeof text);
    if (*text)
        return status_make(STATUS_INPUT, "%s: %s", path, text);
    return status_make(
        STATUS_INPUT,
        "%s: frame 0 is not the start of the scene: %s; is it this scene, with its parameters (--set), its axes (--axes) and "
        "its start as the first frame?",
        path, why);
}

static Status match_nearest(const char *path, const Points *start, Trajectory *t, Match *out)
{
    Nearest nearest;
    Status  status = nearest_init(start, 1, &nearest);
    if (status.code == STATUS_OK)
        status = find_all(&nearest, (const Vector *)t->position) ? sort(t, nearest.of) : refuse(path, start, t, false, nearest.why);
    *out = (Match){MATCH_NEAREST, nearest.farthest};
    nearest_destroy(&nearest);
    return status;
}

Status trajectory_match(const char *path, MatchKind wanted, const double (*start)[3], int32_t particles, Trajectory *t, Match *out)
{
    char    why[200];
    int32_t worst;
    if (t->particle_count != particles)
        return status_make(STATUS_INPUT,
                           "%s: its frames have %d particles, and the scene has %d; is it this scene, with its parameters (--set)?", path,
                           (int)t->particle_count, (int)particles);
    const Points points = points_of(start, particles);
    *out = (Match){MATCH_INDEX, farthest_by_index(&points, (const Vector *)t->position, 1, &worst)};
    if (wanted != MATCH_NEAREST && out->farthest <= tolerance_of(&points))
        return status_ok();
    if (wanted != MATCH_INDEX)
        return match_nearest(path, &points, t, out);
    snprintf(why, sizeof why, "by index, particle %d is %.3g m from where it starts", (int)worst, out->farthest);
    return refuse(path, &points, t, true, why);
}
