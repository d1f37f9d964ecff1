// Plates. The tests determine which plate a mesh of hinges is, and check that plate_bending is the isotropic one on all meshes. Small
// deflections under an even load are compared with plates and beams in closed form. The bending stiffness of hinges is that of a sheet bent
// to a cylinder. The heights of a mesh between its hinges decide which plate results, and for grids it is not the isotropic one.
#include <lapacke.h>

#include "scene_rig.h"

#define PI 3.14159265358979323846

enum { KINDS = 2 };
static const char *const NAMES[KINDS] = {"dihedral", "isometric_bending"};

// D = E t³/(12 (1 − ν²)) = 1 N m, and a density at which a particle's mass is its area.
#define MATERIAL "{young: 12e6*(1 - %g^2), poisson: %g, density: 100, thickness: 0.01}"

// The deflections along z, m, of particles at rest in z = 0 under 1 N/m².
typedef struct Plate {
    Built   built;
    double *deflection; // [particles]
} Plate;

static void add_set(const ConstraintSet *set, const double4 *x, double *matrix, lapack_int order, const int32_t *row)
{
    for (int32_t i = 0; i < set->count; i++) {
        const int v = set->ops->vertices;
        double    block[9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX];
        set->ops->energy->hessian(set, i, i + 1, x, EIGEN_EXACT, block);
        for (int a = 0; a < v; a++)
            for (int b = 0; b < v; b++) {
                const int32_t p = row[set->vertices[v * i + a]], q = row[set->vertices[v * i + b]];
                if (p >= 0 && q >= 0)
                    matrix[(size_t)p * (size_t)order + (size_t)q] += block[3 * v * (3 * a + 2) + 3 * b + 2];
            }
    }
}

enum { EVEN_LOAD = -1 };

// Under 1 N/m², or 1 N on one particle.
static void load_plate(const char *kind, double poisson, const char *source, const char *pins, int32_t loaded, Plate *plate)
{
    char text[6000];
    snprintf(text, sizeof text, "bodies:\n  - %s\n    material: " MATERIAL "\n    elements: [{kind: %s}]\n    pins: [%s]\n", source,
             poisson, poisson, kind, pins);
    build_ok(text, &plate->built);
    const Model *model = &plate->built.model;
    const size_t count = (size_t)model->particle_count;
    int32_t     *row = calloc(count, sizeof *row);
    double4     *x = aligned_alloc(alignof(double4), count * sizeof *x);
    lapack_int   order = 0;
    assert_true(row && x);
    for (size_t i = 0; i < count; i++) {
        row[i] = model->inverse_mass[i] > 0 ? order++ : -1;
        x[i] = double4_from(plate->built.state.position[i]);
    }
    double *matrix = calloc((size_t)order * (size_t)order + 1, sizeof *matrix), *load = calloc((size_t)order + 1, sizeof *load);
    assert_true(matrix && load);
    add_set(&model->sets[constraint_find(kind)], x, matrix, order, row);
    for (size_t i = 0; i < count; i++)
        if (row[i] >= 0)
            load[row[i]] = loaded == EVEN_LOAD ? model->mass[i] : (int32_t)i == loaded;
    assert_int_equal(LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', order, 1, matrix, order, load, order), 0);
    plate->deflection = calloc(count, sizeof *plate->deflection);
    assert_non_null(plate->deflection);
    for (size_t i = 0; i < count; i++)
        plate->deflection[i] = row[i] >= 0 ? load[row[i]] : 0;
    free(matrix);
    free(load);
    free(row);
    free(x);
}

static void release_plate(Plate *plate)
{
    free(plate->deflection);
    release(&plate->built);
}

static double order_of(double coarse, double middle, double fine)
{
    return log2((coarse - middle) / (middle - fine));
}

// ---- plates ----

#define SIDES "{side: left}, {side: right}, {side: top}, {side: bottom}"

// N cells along a side of an equilateral triangle, on its own lattice: the isotropic plate for any ν, q H⁴/(972 D), H its height.
static double triangle_plate(const char *kind, int n)
{
    FILE   *file = fopen(in_folder("triangle.obj"), "w");
    char    pins[4000] = "{index: [", source[300];
    int32_t vertex = 0, centre = 0;
    assert_non_null(file);
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n - j; i++, vertex++) {
            const bool border = j == 0 || i == 0 || i == n - j;
            if (border)
                snprintf(pins + strlen(pins), sizeof pins - strlen(pins), "%s%d", vertex ? ", " : "", vertex);
            centre = 3 * j == n && 3 * i == n ? vertex : centre;
            fprintf(file, "v %.17g %.17g 0\n", (i + 0.5 * j) / n, sqrt(0.75) * j / n);
        }
    for (int j = 0, start = 1; j < n; start += n - j + 1, j++)
        for (int i = 0; i < n - j; i++) {
            const int a = start + i, above = start + n - j + 1 + i;
            fprintf(file, "f %d %d %d\n", a, a + 1, above);
            if (i + 1 < n - j)
                fprintf(file, "f %d %d %d\n", a + 1, above + 1, above);
        }
    fclose(file);
    snprintf(pins + strlen(pins), sizeof pins - strlen(pins), "]}");
    snprintf(source, sizeof source, "mesh: triangle.obj");
    Plate plate;
    load_plate(kind, 0, source, pins, EVEN_LOAD, &plate);
    const double height = sqrt(0.75), ratio = plate.deflection[centre] * 972 / (height * height * height * height);
    release_plate(&plate);
    return ratio;
}

TEST(test_equilateral_triangle)
{
    static const int CELLS[] = {6, 12, 18};
    for (int k = 0; k < KINDS; k++)
        for (size_t i = 0; i < sizeof CELLS / sizeof *CELLS; i++)
            assert_near(triangle_plate(NAMES[k], CELLS[i]), 1 + 3.0 / (CELLS[i] * CELLS[i]), sizeof(real) == 8 ? 1e-9 : 1e-5);
}

// A square of 1 m on a grid with its border pinned: deflection of the middle, 0.00406235 for the isotropic plate.
static double square_plate(const char *kind, double poisson, const char *triangles, int n)
{
    Plate plate;
    TEXT_OF(source, "grid: {columns: %d, rows: %d, size: [1, 1], triangles: %s}", n, n, triangles);
    load_plate(kind, poisson, source, SIDES, EVEN_LOAD, &plate);
    const double middle = plate.deflection[(n * n - 1) / 2];
    release_plate(&plate);
    return middle;
}

TEST(test_squares_of_grids)
{
    static const struct {
        const char *triangles;
        double      deflection; // of the plate that the mesh becomes
    } GRIDS[] = {{"alternate", 0.0030233}, {"forward", 0.002256}};
    for (int k = 0; k < KINDS; k++)
        for (size_t i = 0; i < sizeof GRIDS / sizeof *GRIDS; i++) {
            const double coarse = square_plate(NAMES[k], 0, GRIDS[i].triangles, 9),
                         middle = square_plate(NAMES[k], 0, GRIDS[i].triangles, 17),
                         fine = square_plate(NAMES[k], 0, GRIDS[i].triangles, 33), order = order_of(coarse, middle, fine);
            const double limit = fine + (fine - middle) / (exp2(order) - 1);
            assert_true(order > 1.4 && order < 2.3);
            assert_near(limit / GRIDS[i].deflection, 1, 2e-3);
            assert_true(limit < 0.75 * 0.00406235);
        }
}

// Navier's series for a rectangle a × b, simply supported, at a point of it.
static double navier(double a, double b, double x, double y)
{
    double sum = 0;
    for (int m = 1; m < 100; m += 2)
        for (int n = 1; n < 100; n += 2) {
            const double square = m * m / (a * a) + n * n / (b * b);
            sum += sin(m * PI * x / a) * sin(n * PI * y / b) / (m * n * square * square);
        }
    return sum * 16 / pow(PI, 6);
}

// The same for equilateral triangles with straight ends: the isotropic plate, but for the halves at the ends, which cost an order.
static double equilateral_plate(const char *kind, double poisson, int columns, int rows)
{
    const double spacing = 1 / (columns - 1.5), height = (rows - 1) * sqrt(0.75) * spacing;
    const int    at = rows / 2 * columns + columns / 2;
    Plate        plate;
    TEXT_OF(source, "grid: {columns: %d, rows: %d, spacing: 1/(%d - 1.5), triangles: equilateral}", columns, rows, columns);
    load_plate(kind, poisson, source, SIDES, EVEN_LOAD, &plate);
    const double4 p = double4_from(plate.built.state.position[at]);
    const double  ratio = plate.deflection[at] / navier(1, height, p.x, p.y);
    release_plate(&plate);
    return ratio;
}

TEST(test_equilateral_grid)
{
    for (int k = 0; k < KINDS; k++) {
        const double coarse = equilateral_plate(NAMES[k], 0, 12, 13), fine = equilateral_plate(NAMES[k], 0, 24, 27);
        assert_near(fine, 1, 0.02);
        assert_near(2 * fine - coarse, 1, 0.004);
    }
}

// ---- beams ----

// One row of cells a × b, a = 1/n: the tip deflection of a clamped strip under an even load, divided by q L⁴/(8 EI) with EI = D b/(1 + 1/(1
// + (a/b)²)²). Two columns are clamped; the free length begins in the middle of their cell.
static double strip(const char *kind, const char *triangles, double shape, int n)
{
    const double a = 1.0 / n, b = a / shape, length = (n - 0.5) * a, square = 1 + shape * shape;
    const double stiffness = b / (1 + 1 / (square * square));
    char         source[200], pins[80];
    Plate        plate;
    snprintf(source, sizeof source, "grid: {columns: %d, rows: 2, size: [1, %.17g], triangles: %s}", n + 1, b, triangles);
    snprintf(pins, sizeof pins, "{index: [0, 1, %d, %d]}", n + 1, n + 2);
    load_plate(kind, 0, source, pins, EVEN_LOAD, &plate);
    const double tip = (plate.deflection[n] + plate.deflection[2 * n + 1]) / 2;
    release_plate(&plate);
    return tip * 8 * stiffness / (b * pow(length, 4));
}

TEST(test_strips_of_one_row)
{
    static const double      SHAPES[] = {0.5, 1, 2, 4, 10}; // a/b
    static const char *const SPLITS[] = {"alternate", "forward"};
    for (int k = 0; k < KINDS; k++)
        for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
            for (int split = 0; split < 2; split++) {
                const double coarse = strip(NAMES[k], SPLITS[split], SHAPES[i], 20), fine = strip(NAMES[k], SPLITS[split], SHAPES[i], 40);
                assert_near(2 * fine - coarse, 1, 1e-3); // first order at the clamp of wide cells, second of long ones
                assert_true(SHAPES[i] < 4 || fabs(fine - 1) < 1e-3);
            }
}

// ---- the isotropic plate on any mesh ----

#define PLATE "plate_bending"
static const char *const MESHES[] = {"forward", "alternate", "irregular", "equilateral"};
enum { MESH_COUNT = sizeof MESHES / sizeof *MESHES };
static const double RATIOS[] = {0, 0.3, 0.45};
enum { RATIO_COUNT = sizeof RATIOS / sizeof *RATIOS };

// Three corners are pinned and the fourth is loaded: w = F x y/(2 (1 − ν) D), a quadratic, so exact on every mesh, borders included.
TEST(test_twist)
{
    enum { N = 7 };
    for (int m = 0; m < MESH_COUNT; m++)
        for (int i = 0; i < RATIO_COUNT; i++) {
            Plate plate;
            TEXT_OF(source, "grid: {columns: %d, rows: %d, size: [1, 1], triangles: %s}", N, N, MESHES[m]);
            load_plate(PLATE, RATIOS[i], source, "{corner: bottom_left}, {corner: bottom_right}, {corner: top_left}", N * N - 1, &plate);
            for (int32_t at = 0; at < N * N; at++) {
                const double4 p = double4_from(plate.built.state.position[at]);
                assert_near(plate.deflection[at] * 2 * (1 - RATIOS[i]), p.x * p.y, sizeof(real) == 8 ? 1e-9 : 2e-5);
            }
            release_plate(&plate);
        }
}

// The plate of the material, of second order, whatever the mesh.
TEST(test_square)
{
    for (int m = 0; m < 3; m++)
        for (int i = 0; i < RATIO_COUNT; i++) {
            const double coarse = square_plate(PLATE, RATIOS[i], MESHES[m], 9), middle = square_plate(PLATE, RATIOS[i], MESHES[m], 17),
                         fine = square_plate(PLATE, RATIOS[i], MESHES[m], 33), order = order_of(coarse, middle, fine);
            assert_true(order > 1.8 && order < 2.4);
            assert_near((fine + (fine - middle) / (exp2(order) - 1)) / 0.00406235, 1, 5e-4);
            assert_near(fine / 0.00406235, 1, 3e-3);
        }
}

TEST(test_equilateral_meshes)
{
    for (int i = 0; i < RATIO_COUNT; i++) {
        const double coarse = equilateral_plate(PLATE, RATIOS[i], 12, 13), fine = equilateral_plate(PLATE, RATIOS[i], 24, 27);
        assert_near(fine, 1, 4e-3);
        assert_near(fine + (fine - coarse) / 3, 1, 1e-3);
    }
    const double coarse = triangle_plate(PLATE, 6), middle = triangle_plate(PLATE, 12), fine = triangle_plate(PLATE, 24);
    assert_near(order_of(coarse, middle, fine), 2, 0.2);
    assert_near(fine + (fine - middle) / 3, 1, 1e-3);
}

// A strip of any width is one: EI = D b.
TEST(test_plain_strips)
{
    static const double SHAPES[] = {0.5, 1, 4};
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
        for (int m = 0; m < 2; m++) {
            const double square = 1 + SHAPES[i] * SHAPES[i], hinges = 1 + 1 / (square * square);
            assert_near(strip(PLATE, MESHES[m], SHAPES[i], 40) * hinges, 1, 1e-3);
        }
}

// Flat, a curved_plate is a plate_bending.
TEST(test_curved_that_is_flat)
{
    for (int m = 0; m < MESH_COUNT; m++) {
        Plate flat, curved;
        TEXT_OF(source, "grid: {columns: 7, rows: 7, size: [1, 1], triangles: %s}", MESHES[m]);
        load_plate(PLATE, 0.3, source, SIDES, EVEN_LOAD, &flat);
        load_plate("curved_plate", 0.3, source, SIDES, EVEN_LOAD, &curved);
        for (int32_t i = 0; i < flat.built.model.particle_count; i++)
            assert_near(curved.deflection[i], flat.deflection[i], (sizeof(real) == 8 ? 1e-9 : 1e-5) * 0.004);
        release_plate(&curved);
        release_plate(&flat);
    }
}

// A sheet rolled to a cylinder, in a direction that no edge has: next to no energy when it is rolled at rest, far more when it is flat.
TEST(test_rolled)
{
    for (int m = 0; m < MESH_COUNT; m++) {
        double part[2];
        for (int n = 0; n < 2; n++) {
            char  text[600];
            Built built;
            snprintf(text, sizeof text,
                     "bodies:\n  - grid: {columns: %d, rows: %d, size: [1, 1], triangles: %s}\n    material: " MATERIAL
                     "\n    elements: [{kind: curved_plate, rolled: {radius: 1, along: [0.6, 0.8, 0], towards: [0, 0, 1]}}]\n",
                     8 << n, 8 << n, MESHES[m], 0.3, 0.3);
            build_ok(text, &built);
            const ConstraintSet *set = &built.model.sets[CONSTRAINT_curved_plate];
            double4             *x = aligned_alloc(alignof(double4), (size_t)built.model.particle_count * sizeof *x);
            assert_non_null(x);
            for (int32_t i = 0; i < built.model.particle_count; i++)
                x[i] = double4_from(built.state.position[i]);
            const double flat = set->ops->energy->total(set, 0, set->count, x, NULL);
            for (int32_t i = 0; i < built.model.particle_count; i++) {
                const double s = 0.6 * x[i].x + 0.8 * x[i].y;
                x[i] = (double4){x[i].x + 0.6 * (sin(s) - s), x[i].y + 0.8 * (sin(s) - s), 1 - cos(s), 0};
            }
            part[n] = set->ops->energy->total(set, 0, set->count, x, NULL) / flat;
            assert_near(flat, 0.5, 0.1); // ½ D κ² A but for the borders, across which κ is free
            free(x);
            release(&built);
        }
        assert_true(part[1] < 1e-3 && part[1] < part[0] / 3);
    }
}

TESTS_SHARE(set_up, tear_down)
