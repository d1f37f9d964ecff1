#include "constraint/plate_patch.h"

#include <math.h>
#include <string.h>

#include "math/symmetric.h"

enum { SIDES = 3, AROUND = 8 }; // AROUND: largest number of particles for the slope across a side

typedef struct Flat {
    double x, y;
} Flat;

static Flat flat_sub(Flat a, Flat b)
{
    return (Flat){a.x - b.x, a.y - b.y};
}

static double flat_dot(Flat a, Flat b)
{
    return a.x * b.x + a.y * b.y;
}

// ---- into the plane ----

// Position of d beyond the edge a b, which turns left around the triangle being unfolded.
static Flat unfold(const double4 *x, const Flat *p, int a, int b, int d)
{
    const double4 e = double4_sub(x[b], x[a]), to = double4_sub(x[d], x[a]);
    const double  length = double4_norm(e), along = double4_dot(e, to) / length, beyond = double4_norm(double4_cross(e, to)) / length;
    const Flat    u = flat_sub(p[b], p[a]);
    const double  size = sqrt(flat_dot(u, u));
    return (Flat){p[a].x + (along * u.x + beyond * u.y) / size, p[a].y + (along * u.y - beyond * u.x) / size};
}

static void flatten(const double4 *x, const bool *has, Flat *p)
{
    const double4 e = double4_sub(x[1], x[0]), to = double4_sub(x[2], x[0]);
    const double  length = double4_norm(e);
    memset(p, 0, PLATE_PATCH * sizeof *p);
    p[1] = (Flat){length, 0};
    p[2] = (Flat){double4_dot(e, to) / length, double4_norm(double4_cross(e, to)) / length};
    for (int k = 0; k < SIDES; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3, o = 3 + k;
        if (has[o])
            p[o] = unfold(x, p, a, b, o);
        if (has[6 + 2 * k]) // the neighbour runs b, a, o: its sides are a o and o b
            p[6 + 2 * k] = unfold(x, p, a, o, 6 + 2 * k);
        if (has[7 + 2 * k])
            p[7 + 2 * k] = unfold(x, p, o, b, 7 + 2 * k);
    }
}

// ---- the slope across a side ----

// slope[j] += factor times the coefficients of n·∇w on the triangle a b c.
static void add_gradient(const Flat *p, const int corner[3], Flat n, double factor, double *slope)
{
    const Flat   u = flat_sub(p[corner[1]], p[corner[0]]), v = flat_sub(p[corner[2]], p[corner[0]]);
    const double twice = u.x * v.y - u.y * v.x, at1 = (n.x * v.y - n.y * v.x) / twice, at2 = (n.y * u.x - n.x * u.y) / twice;
    slope[corner[0]] -= factor * (at1 + at2);
    slope[corner[1]] += factor * at1;
    slope[corner[2]] += factor * at2;
}

// Makes the rows orthonormal, one after the other, and removes their components from these vectors.
static void take_out(int from, int rows, int count, double basis[][AROUND])
{
    for (int r = 0; r < rows; r++) {
        for (int s = 0; s < (r < from ? r : from); s++) {
            double dot = 0;
            for (int j = 0; j < count; j++)
                dot += basis[r][j] * basis[s][j];
            for (int j = 0; j < count; j++)
                basis[r][j] -= dot * basis[s][j];
        }
        double norm = 0;
        for (int j = 0; j < count; j++)
            norm += basis[r][j] * basis[r][j];
        for (int j = 0; r < from && j < count; j++)
            basis[r][j] /= sqrt(norm);
    }
}

// The smallest change of weights that keeps linear functions and changes ½x², xy, ½y² by `target`, as far as the points allow.
static void least_change(const Flat *points, int count, const double target[3], double *change)
{
    // Directions that the particles of a border leave undetermined are skipped: eigenvalues are of the order of one, or round-off.
    static const double NONE = 1e-6;
    double              basis[6][AROUND], gram[9], value[3], vectors[9];
    for (int j = 0; j < count; j++) {
        const double x = points[j].x, y = points[j].y, of[6] = {1, x, y, x * x / 2, x * y, y * y / 2};
        for (int r = 0; r < 6; r++)
            basis[r][j] = of[r];
    }
    take_out(3, 6, count, basis);
    for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++) {
            gram[3 * r + s] = 0;
            for (int j = 0; j < count; j++)
                gram[3 * r + s] += basis[3 + r][j] * basis[3 + s][j];
        }
    symmetric_eigen(3, gram, value, vectors);
    memset(change, 0, (size_t)count * sizeof *change);
    for (int i = 0; i < 3; i++) {
        double part = 0;
        for (int r = 0; r < 3; r++)
            part += vectors[3 * r + i] * target[r];
        for (int r = 0; r < 3 && value[i] > NONE; r++)
            for (int j = 0; j < count; j++)
                change[j] += part / value[i] * vectors[3 * r + i] * basis[3 + r][j];
    }
}

// The coefficients of the slope across side k, along the outward normal n, in its middle.
static void slope_across(const Flat *p, const bool *has, int k, Flat n, double length, double *slope)
{
    const int  a = (k + 1) % 3, b = (k + 2) % 3, o = 3 + k;
    const int  who[AROUND] = {a, b, k, o, 3 + a, 3 + b, 6 + 2 * k, 7 + 2 * k};
    const Flat middle = {(p[a].x + p[b].x) / 2, (p[a].y + p[b].y) / 2};
    Flat       points[AROUND];
    int        index[AROUND], count = 0;
    double     target[3] = {0}, change[AROUND];
    memset(slope, 0, PLATE_PATCH * sizeof *slope);
    add_gradient(p, (const int[3]){0, 1, 2}, n, 0.5, slope);
    add_gradient(p, (const int[3]){b, a, o}, n, 0.5, slope);
    for (int i = 0; i < AROUND; i++) {
        if (!has[who[i]])
            continue;
        const Flat away = flat_sub(p[who[i]], middle);
        const Flat at = {away.x / length, away.y / length};
        points[count] = at;
        target[0] -= slope[who[i]] * at.x * at.x / 2; // the slope of a quadratic is 0 in the middle
        target[1] -= slope[who[i]] * at.x * at.y;
        target[2] -= slope[who[i]] * at.y * at.y / 2;
        index[count++] = who[i];
    }
    least_change(points, count, target, change);
    for (int i = 0; i < count; i++)
        slope[index[i]] += change[i];
}

// ---- the curvature ----

// a nᵀ as xx, yy, xy + yx.
static void add_outer(Flat a, Flat n, double factor, double *out)
{
    out[0] += factor * a.x * n.x;
    out[1] += factor * a.y * n.y;
    out[2] += factor * (a.x * n.y + a.y * n.x);
}

// The plate's matrix after minimising the energy over the slopes across free sides: those along the columns of `free`.
static void condense(double plate[3][3], int count, double free[3][3])
{
    for (int f = 0; f < count; f++) { // one after the other
        double image[3] = {0}, energy = 0;
        for (int r = 0; r < 3; r++)
            for (int s = 0; s < 3; s++)
                image[r] += plate[r][s] * free[f][s];
        for (int r = 0; r < 3; r++)
            energy += free[f][r] * image[r];
        for (int r = 0; r < 3 && energy > 1e-12; r++)
            for (int s = 0; s < 3; s++)
                plate[r][s] -= image[r] * image[s] / energy;
    }
}

void plate_patch_rows(const double4 x[PLATE_PATCH], const bool has[PLATE_PATCH], double poisson, double rows[PLATE_ROWS][PLATE_PATCH])
{
    double plate[3][3] = {{1, poisson, 0}, {poisson, 1, 0}, {0, 0, (1 - poisson) / 2}}, free[3][3] = {{0}}, value[3], vectors[9];
    double curvature[3][PLATE_PATCH] = {{0}};
    Flat   p[PLATE_PATCH];
    int    free_count = 0;
    flatten(x, has, p);
    const double area = p[1].x * p[2].y / 2;
    for (int k = 0; k < SIDES; k++) {
        const int    a = (k + 1) % 3, b = (k + 2) % 3;
        const Flat   e = flat_sub(p[b], p[a]);
        const double length = sqrt(flat_dot(e, e));
        const Flat   t = {e.x / length, e.y / length}, n = {t.y, -t.x};
        double       along[3] = {0}, across[3] = {0}, slope[PLATE_PATCH];
        add_outer(t, n, 1 / area, along);
        add_outer(n, n, length / area, across);
        for (int r = 0; r < 3; r++) {
            curvature[r][a] -= along[r];
            curvature[r][b] += along[r];
        }
        if (!has[3 + k]) {
            add_outer(n, n, 1, free[free_count++]);
            continue;
        }
        slope_across(p, has, k, n, length, slope);
        for (int r = 0; r < 3; r++)
            for (int j = 0; j < PLATE_PATCH; j++)
                curvature[r][j] += across[r] * slope[j];
    }
    condense(plate, free_count, free);
    symmetric_eigen(3, &plate[0][0], value, vectors);
    for (int i = 0; i < PLATE_ROWS; i++) {
        const double scale = value[i] > 1e-9 ? sqrt(area * value[i]) : 0;
        for (int j = 0; j < PLATE_PATCH; j++)
            rows[i][j] = scale * (vectors[i] * curvature[0][j] + vectors[3 + i] * curvature[1][j] + vectors[6 + i] * curvature[2][j]);
    }
}

void plate_patch_curvature(const double rows[PLATE_ROWS][PLATE_PATCH], const double4 x[PLATE_PATCH], double curvature[PLATE_ROWS])
{
    const double4 area = double4_cross(double4_sub(x[1], x[0]), double4_sub(x[2], x[0]));
    for (int r = 0; r < PLATE_ROWS; r++) {
        double4 sum = {0};
        for (int j = 1; j < PLATE_PATCH; j++)
            double4_add_to(&sum, rows[r][j], double4_sub(x[j], x[0]));
        curvature[r] = double4_dot(area, sum) / double4_norm(area);
    }
}

// ---- particles ----

static int find(const int32_t *vertices, int count, int32_t vertex)
{
    int at = 0;
    while (at < count && vertices[at] != vertex)
        at++;
    return at;
}

void plate_patch_gather(const int32_t particle[PLATE_PATCH], int32_t count, const double rows[PLATE_ROWS][PLATE_PATCH],
                        int32_t vertices[PLATE_PATCH], double sums[PLATE_ROWS][PLATE_PATCH])
{
    int found = 0;
    memset(sums, 0, PLATE_ROWS * sizeof *sums);
    for (int j = 0; j < PLATE_PATCH; j++) {
        if (particle[j] < 0)
            continue;
        const int at = find(vertices, found, particle[j]);
        vertices[at] = particle[j];
        found += at == found;
        for (int r = 0; r < PLATE_ROWS; r++)
            sums[r][at] += rows[r][j];
    }
    for (int32_t step = 1; found < PLATE_PATCH; step++) { // +1, −1, +2, −2, …
        const int32_t vertex = vertices[0] + (step % 2 ? (step + 1) / 2 : -step / 2);
        if (vertex >= 0 && vertex < count && find(vertices, found, vertex) == found)
            vertices[found++] = vertex;
    }
}
