#include "report/private/contour.h"

#include <math.h>
#include <stdlib.h>

#include "report/private/axis.h"

// A side between two neighbours is known by its left or lower end: 2·end for the one to the right, 2·end + 1 for the one upward. A line
// crosses a side once and goes on to one side in each of the two squares beside it.
enum { NONE = -1 };

typedef struct Net {
    int           columns, rows;
    const double *grid;
    double        level;
    bool          logarithmic;
    int (*next)[2]; // of each side: where the line goes on; NONE: it ends here
} Net;

static double height(const Net *n, int corner) // above the level
{
    return n->logarithmic ? log(n->grid[corner] / n->level) : n->grid[corner] - n->level;
}

static ContourPoint crossing(const Net *n, int side)
{
    const int    from = side / 2, step = side % 2 ? n->columns : 1;
    const double a = height(n, from), b = height(n, from + step), share = a == b ? 0.5 : a / (a - b);
    const int    column = from % n->columns, row = from / n->columns;
    return side % 2 ? (ContourPoint){column, row + share} : (ContourPoint){column + share, row};
}

static void join(Net *n, int a, int b)
{
    n->next[a][n->next[a][0] != NONE] = b;
    n->next[b][n->next[b][0] != NONE] = a;
}

// The square whose lower left corner this is.
static void march(Net *n, int corner)
{
    const int corners[4] = {corner, corner + 1, corner + n->columns + 1, corner + n->columns}; // around
    const int sides[4] = {2 * corner, 2 * (corner + 1) + 1, 2 * (corner + n->columns), 2 * corner + 1};
    bool      above[4];
    int       crossed[4], count = 0;
    double    sum = 0;
    for (int i = 0; i < 4; i++) {
        if (!isfinite(n->grid[corners[i]]))
            return;
        above[i] = height(n, corners[i]) >= 0;
        sum += height(n, corners[i]);
    }
    for (int i = 0; i < 4; i++)
        if (above[i] != above[(i + 1) % 4])
            crossed[count++] = sides[i];
    if (count == 2)
        join(n, crossed[0], crossed[1]);
    if (count < 4)
        return;
    const bool apart = (sum >= 0) == above[0]; // corners 0 and 2 are joined through the middle, 1 and 3 cut off
    join(n, sides[0], sides[apart ? 1 : 3]);
    join(n, sides[2], sides[apart ? 3 : 1]);
}

// From a side along the line to its end; what it has passed is joined to nothing any more.
static void follow(Net *n, int side, Contour *out)
{
    ContourLine *line = &out->lines[out->line_count];
    const int    start = side;
    *line = (ContourLine){.points = out->line_count ? line[-1].points + line[-1].count : out->points};
    while (side != NONE) {
        const int next = n->next[side][n->next[side][0] == NONE];
        line->points[line->count++] = crossing(n, side);
        n->next[side][0] = n->next[side][1] = NONE;
        if (next != NONE)
            n->next[next][n->next[next][1] == side] = NONE;
        line->closed = next == start;
        if (line->closed)
            line->points[line->count++] = line->points[0];
        side = line->closed ? NONE : next;
    }
    out->line_count++;
}

static int degree(const Net *n, int side)
{
    return (n->next[side][0] != NONE) + (n->next[side][1] != NONE);
}

static void follow_all(Net *n, Contour *out)
{
    const int sides = 2 * n->columns * n->rows;
    for (int corner = 0; corner + n->columns < n->columns * n->rows; corner++)
        if (corner % n->columns + 1 < n->columns)
            march(n, corner);
    for (int wanted = 1; wanted <= 2; wanted++) // open lines from an end, then what is left: closed ones
        for (int side = 0; side < sides; side++)
            if (degree(n, side) == wanted)
                follow(n, side, out);
}

Status contour_make(const double *grid, int columns, int rows, double level, Contour *out)
{
    const size_t sides = 2 * (size_t)columns * (size_t)rows;
    Net          n = {.columns = columns, .rows = rows, .grid = grid, .level = level, .logarithmic = level > 0};
    for (int i = 0; i < columns * rows; i++)
        n.logarithmic = n.logarithmic && !(grid[i] <= 0);
    n.next = calloc(sides, sizeof *n.next);
    *out = (Contour){.lines = calloc(sides, sizeof *out->lines), .points = calloc(2 * sides, sizeof *out->points)};
    const bool good = n.next && out->lines && out->points;
    for (size_t i = 0; i < sides && good; i++)
        n.next[i][0] = n.next[i][1] = NONE;
    if (good)
        follow_all(&n, out);
    else
        contour_destroy(out);
    free(n.next);
    return good ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the contours of a figure");
}

void contour_destroy(Contour *contour)
{
    free(contour->lines);
    free(contour->points);
    *contour = (Contour){0};
}

// ---- levels ----

static int add_powers(double base, double low, double high, int most, double *out)
{
    int count = 0;
    for (double power = ceil(log(low) / log(base)); pow(base, power) < high && count < most; power++)
        if (pow(base, power) > low)
            out[count++] = pow(base, power);
    return count;
}

static int add_steps(double low, double high, int most, double *out)
{
    const double step = axis_nice_step((high - low) / 4);
    int          count = 0;
    for (double at = (floor(low / step) + 1) * step; at < high && count < most; at += step)
        out[count++] = at;
    return count;
}

static int add_round(double low, double high, int most, double *out) // 1, 2, 5, 10, …
{
    int count = 0;
    for (double at = axis_nice_step(low); at < high && count < most; at = axis_nice_step(1.5 * at))
        if (at > low)
            out[count++] = at;
    return count;
}

int contour_levels(double low, double high, int most, double *out)
{
    const double tens = low > 0 ? log10(high) - log10(low) : 0;
    const bool   counts = low >= 0.5; // as iterations are; 0.0078 ms is no round number
    if (!(high > low))
        return 0;
    if (tens > (counts ? 3.5 : 2.2))
        return add_powers(pow(10, ceil(tens / most)), low, high, most, out);
    if (tens > 0.7)
        return counts ? add_powers(tens > 1.9 ? 4 : 2, low, high, most, out) : add_round(low, high, most, out);
    return add_steps(low, high, most, out);
}
