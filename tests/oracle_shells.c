// Shells against known results for plates, columns and solids: the energy of a sheet bent to a cylinder, the deflection of a cantilever,
// the elastica of a buckled column. Also hinges that turn through ±π, and areas and volumes that are kept.
#include "constraint/material.h"
#include "mesh/mesh.h"
#include "rig.h"

#define PI 3.14159265358979323846

// D is 1e-3 N m.
static const Material SHEET = {.young = 1.2e4 * 0.96, .poisson = 0.2, .density = 1000, .thickness = 0.01};

// ---- sheets in the plane z = 0 ----

static void set_triangle(Mesh *mesh, int at, int32_t a, int32_t b, int32_t c)
{
    mesh->face_start[at + 1] = 3 * (at + 1);
    mesh->face_vertex[3 * at] = a, mesh->face_vertex[3 * at + 1] = b, mesh->face_vertex[3 * at + 2] = c;
}

// n × m squares of side h, each with the diagonal along (1, 1); vertex (i, j) is i (m + 1) + j.
static void make_grid(int n, int m, double h, Mesh *mesh)
{
    assert_ok(mesh_init((n + 1) * (m + 1), 2 * n * m, 6 * n * m, 0, 0, mesh));
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            mesh->position[i * (m + 1) + j][0] = i * h, mesh->position[i * (m + 1) + j][1] = j * h;
    for (int i = 0, at = 0; i < n; i++)
        for (int j = 0; j < m; j++, at += 2) {
            const int32_t p = i * (m + 1) + j, q = p + m + 1;
            set_triangle(mesh, at, p, q, q + 1);
            set_triangle(mesh, at + 1, p, q + 1, p + 1);
        }
}

// Equilateral triangles of side h: n + 1 columns √3/2 h apart, of m + 1 and m vertices by turns. *last: the first vertex of the last
// column.
static void make_equilateral(int n, int m, double h, Mesh *mesh, int32_t *last)
{
    const int32_t vertices = (n / 2 + 1) * (m + 1) + (n + 1) / 2 * m;
    assert_ok(mesh_init(vertices, n * (2 * m - 1), 3 * n * (2 * m - 1), 0, 0, mesh));
    int32_t start = 0, at = 0;
    for (int i = 0; i <= n; i++) {
        const bool    odd = i % 2;
        const int32_t count = odd ? m : m + 1, next = start + count;
        for (int j = 0; j < count; j++)
            mesh->position[start + j][0] = i * sqrt(0.75) * h, mesh->position[start + j][1] = (j + (odd ? 0.5 : 0)) * h;
        for (int j = 0; i < n && j < m; j++) { // the longer column's edges, then the shorter one's
            const int32_t a = (odd ? next : start) + j, b = (odd ? start : next) + j;
            if (odd)
                set_triangle(mesh, at++, b, a, a + 1);
            else
                set_triangle(mesh, at++, a, b, a + 1);
            if (j + 1 < m && odd)
                set_triangle(mesh, at++, b, a + 1, b + 1);
            else if (j + 1 < m)
                set_triangle(mesh, at++, b, b + 1, a + 1);
        }
        *last = start;
        start = next;
    }
    assert_int_equal(at, mesh->face_count);
}

static double mesh_area(const Mesh *mesh)
{
    double sum = 0;
    for (int t = 0; t < mesh->face_count; t++) {
        const int32_t *v = mesh->face_vertex + 3 * (size_t)t;
        const double  *a = mesh->position[v[0]], *b = mesh->position[v[1]], *c = mesh->position[v[2]];
        const double   twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert_true(twice > 0); // counter-clockwise
        sum += twice / 2;
    }
    return sum;
}

// ---- constraints of the shells ----

static void add_of_material(Rig *rig, const Mesh *mesh, int kind, const int32_t *vertices, const Material *material)
{
    const ConstraintOps *ops = constraint_ops(kind);
    double4              x[CONSTRAINT_VERTICES_MAX];
    double               rest[CONSTRAINT_PARAMS_MAX], stiffness;
    for (int j = 0; j < ops->vertices; j++)
        x[j] = (double4){mesh->position[vertices[j]][0], mesh->position[vertices[j]][1], mesh->position[vertices[j]][2], 0};
    ops->measure(x, rest);
    ops->material(material, x, ops->vertices, rest, &stiffness);
    assert_ok(model_add_constraint(rig->builder, kind, vertices, rest, stiffness));
}

static void add_bending(Rig *rig, const Mesh *mesh, int kind)
{
    int32_t(*quads)[4], count;
    assert_ok(mesh_hinge_quads(mesh, &quads, &count));
    for (int32_t i = 0; i < count; i++)
        add_of_material(rig, mesh, kind, quads[i], &SHEET);
    free(quads);
}

static void add_particles(Rig *rig, const Mesh *mesh, double mass)
{
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        rig_particle(rig, mesh->position[i][0], mesh->position[i][1], mesh->position[i][2], mass);
}

static void add_springs(Rig *rig, const Mesh *mesh, double stiffness)
{
    int32_t(*edges)[2], count;
    assert_ok(mesh_edges(mesh, &edges, &count));
    for (int32_t i = 0; i < count; i++)
        rig_spring(rig, edges[i][0], edges[i][1], 0, stiffness);
    free(edges);
}

// ---- the energy of a cylinder ----

// The energy of a sheet that is bent to a cylinder, curved along the direction φ, relative to ½ D κ² A.
static double cylinder_energy(const Mesh *mesh, int kind, double curvature, double phi)
{
    RIG(rig);
    add_particles(&rig, mesh, 1);
    add_bending(&rig, mesh, kind);
    assert_ok(model_build(rig.builder, PARTICLE_ORDER_NONE, &rig.arena, &rig.model));
    double4 *x;
    assert_ok(ARENA_NEW(&rig.arena, mesh->vertex_count, &x));
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const double *p = mesh->position[i], along = p[0] * cos(phi) + p[1] * sin(phi), across = p[1] * cos(phi) - p[0] * sin(phi);
        const double  u = sin(curvature * along) / curvature, z = (1 - cos(curvature * along)) / curvature;
        x[i] = (double4){u * cos(phi) - across * sin(phi), u * sin(phi) + across * cos(phi), z, 0};
    }
    const ConstraintSet *set = &rig.model.sets[kind];
    const double         energy = set->ops->energy->total(set, 0, set->count, x, NULL);
    return energy / (0.5 * material_bending(&SHEET) * curvature * curvature * mesh_area(mesh));
}

static const int BENDING[] = {CONSTRAINT_dihedral, CONSTRAINT_isometric_bending};

// Equilateral triangles: in every direction, with an error of the missing hinges at the border, as many as the border's share.
TEST(test_cylinder_of_equilateral_triangles)
{
    for (int k = 0; k < 2; k++)
        for (int direction = 0; direction < 6; direction++) {
            double before = INFINITY;
            for (int n = 8; n <= 64; n *= 2) {
                Mesh    mesh;
                int32_t last;
                make_equilateral(n, n, 1.0 / n, &mesh, &last);
                const double error = fabs(cylinder_energy(&mesh, BENDING[k], 2, 0.29 * direction) - 1);
                if (!(error < 2.5 / n && error < 0.65 * before))
                    fail_msg("kind %d, %d columns, direction %d: the energy is off by %g, with half as many by %g", BENDING[k], n,
                             direction, error, before);
                before = error;
                mesh_destroy(&mesh);
            }
        }
}

// A grid of right triangles is not isotropic: its hinges take a + b, c + b and −2b of the curvatures a, c and b. So the energy is 1 + s +
// s² times that of a plate, s = sin 2φ: exact along its lines and across its diagonals, 3 times as much along its diagonals.
TEST(test_cylinder_of_right_triangles)
{
    Mesh mesh;
    make_grid(64, 64, 1.0 / 64, &mesh);
    for (int k = 0; k < 2; k++)
        for (int direction = -4; direction <= 4; direction++) {
            const double phi = direction * PI / 16, s = sin(2 * phi);
            assert_near(cylinder_energy(&mesh, BENDING[k], 1, phi) / (1 + s + s * s), 1, 0.03);
        }
    mesh_destroy(&mesh);
}

// ---- a cantilever, and a column ----

// A strip of equilateral triangles whose first two columns are pinned. It is clamped half a column before the second, as the hinges there
// take the curvature of half a column on either side.
typedef struct Strip {
    Rig     rig;
    Mesh    mesh;
    int32_t last, tip_count;
    double  length, width;
} Strip;

static void strip_make(Strip *strip, int kind, int n, int rows, bool area)
{
    const double h = 1 / (sqrt(0.75) * (n - 0.5));
    *strip = (Strip){.length = 1, .width = (rows - 0.5) * h, .tip_count = n % 2 ? rows : rows + 1};
    make_equilateral(n, rows, h, &strip->mesh, &strip->last);
    assert_near(mesh_area(&strip->mesh), strip->width * n * sqrt(0.75) * h, 1e-12);
    rig_begin(&strip->rig);
    add_particles(&strip->rig, &strip->mesh, 1e-3);
    add_bending(&strip->rig, &strip->mesh, kind);
    add_springs(&strip->rig, &strip->mesh, 1e3);
    for (int32_t t = 0; area && t < strip->mesh.face_count; t++)
        add_of_material(&strip->rig, &strip->mesh, CONSTRAINT_triangle_area, strip->mesh.face_vertex + 3 * (size_t)t, &SHEET);
    for (int32_t i = 0; i < 2 * rows + 1; i++)
        assert_ok(model_pin(strip->rig.builder, i));
}

static void strip_load(Strip *strip, double x, double z)
{
    for (int32_t i = 0; i < strip->tip_count; i++)
        assert_ok(model_add_force(strip->rig.builder, strip->last + i, (double[3]){x / strip->tip_count, 0, z / strip->tip_count}));
}

// The mean of the last column.
static double4 strip_tip(const Strip *strip)
{
    double4 sum = {0};
    for (int32_t i = 0; i < strip->tip_count; i++)
        double4_add_to(&sum, 1.0 / strip->tip_count, rig_position(&strip->rig, strip->last + i));
    return sum;
}

static void strip_free(Strip *strip)
{
    mesh_destroy(&strip->mesh);
    rig_end(&strip->rig);
}

// A small load at the tip of a clamped strip, against w = P L³ / (3 D W).
static double cantilever(int kind, int n, int rows, bool area)
{
    Strip strip;
    strip_make(&strip, kind, n, rows, area);
    const double stiffness = material_bending(&SHEET) * strip.width, load = 0.0005 * 3 * stiffness;
    strip_load(&strip, 0, load);
    rig_solver(&strip.rig, "newton", "iterations=200", 1e3, 1); // so long a step that inertia is negligible
    rig_steps(&strip.rig, 2, &(StepContext){0});
    const double ratio = strip_tip(&strip).z / (load / (3 * stiffness));
    strip_free(&strip);
    return ratio;
}

// Hinges of equilateral triangles are a plate of Poisson's ratio −1/3 (Seung and Nelson: a Gaussian modulus of −4/3). A wide strip bends to
// a cylinder and has D. A narrow one bends across as well and has D (1 − ν²) = 8/9 D.
TEST(test_cantilever)
{
    for (int k = 0; k < 2; k++) {
        assert_near(cantilever(BENDING[k], 8, 24, false), 1, 0.03);
        const double coarse = cantilever(BENDING[k], 20, 3, false), fine = cantilever(BENDING[k], 44, 6, false);
        assert_near(fine, 9. / 8, 0.025);
        assert_true(fabs(coarse - 9. / 8) > 2 * fabs(fine - 9. / 8));
        assert_near(cantilever(BENDING[k], 20, 3, true), coarse, 0.002); // constraints on areas do not hinder bending
    }
}

// A column under a load P along it, P / P_cr = 1.3932 with Euler's P_cr = π² D W / (4 L²), and a small load across it. It is the elastica
// whose tip has turned by 90°, 0.7628 L to the side of the clamp and 0.4570 L above it. Under half of P_cr it stays straight.
static double4 column(int kind, double share, int steps)
{
    Strip strip;
    strip_make(&strip, kind, 10, 8, false);
    const double load = share * PI * PI / 4 * material_bending(&SHEET) * strip.width;
    strip_load(&strip, -load, 1e-4 * load);
    rig_solver(&strip.rig, "newton", "iterations=400", 30, 1);
    rig_steps(&strip.rig, steps, &(StepContext){0});
    double4 tip = strip_tip(&strip);
    tip.x -= sqrt(0.75) * (strip.mesh.position[1][1] - strip.mesh.position[0][1]) / 2; // from the clamp
    strip_free(&strip);
    return tip;
}

TEST(test_column_buckles)
{
    for (int k = 0; k < 2; k++) {
        const double4 straight = column(BENDING[k], 0.5, 3), bent = column(BENDING[k], 1.3932, 14);
        assert_near(straight.x, 1, 1e-3);
        assert_true(straight.z < 1e-3);
        assert_near(bent.z, 0.7628, 0.02);
        assert_near(bent.x, 0.4570, 0.05);
    }
}

// ---- hinges that turn through ±π ----

// A hinge along x whose second wing has the angle ψ that θ should return.
static void hinge_at(double psi, double4 x[4])
{
    x[0] = (double4){0, 0, 0, 0};
    x[1] = (double4){1, 0, 0, 0};
    x[2] = (double4){0.3, 0.8, 0, 0};
    x[3] = (double4){0.6, -0.7 * cos(psi), -0.7 * sin(psi), 0};
}

static double hinge_angle(const Rig *rig)
{
    double4 x[4];
    double  angle;
    for (int j = 0; j < 4; j++)
        x[j] = rig_position(rig, j);
    constraint_ops(CONSTRAINT_dihedral)->measure(x, &angle);
    return angle;
}

TEST(test_angle_all_round)
{
    for (int i = -31; i <= 31; i++) {
        double4 x[4];
        double  angle;
        hinge_at(0.1 * i, x);
        constraint_ops(CONSTRAINT_dihedral)->measure(x, &angle);
        assert_near(angle, 0.1 * i, 1e-14);
    }
}

// Rest at 3, started at −3: 0.28 beyond, through π; and the opposite. Every solver returns through π, and not round by 0.
static void check_turns_back(double rest, const char *solver, const char *settings)
{
    static const int32_t VERTICES[4] = {0, 1, 2, 3};
    RIG(rig);
    double4 x[4];
    hinge_at(-rest, x);
    for (int j = 0; j < 4; j++)
        rig_particle(&rig, x[j].x, x[j].y, x[j].z, 1 + 0.2 * j);
    assert_ok(model_add_constraint(rig.builder, CONSTRAINT_dihedral, VERTICES, &rest, strcmp(solver, "pbd") ? 1e4 : INFINITY));
    rig_solver(&rig, solver, settings, 1, 1);
    rig_steps(&rig, 1, &(StepContext){0});
    assert_near(hinge_angle(&rig), rest, 2e-3);
    for (int j = 0; j < 4; j++)
        assert_true(double4_norm(double4_sub(rig_position(&rig, j), x[j])) < 0.15);
}

TEST(test_hinge_turns_back_through_pi)
{
    static const char *const SOLVERS[][2] = {
        {"pbd", "iterations=30"}, {"xpbd", "iterations=60"}, {"xpbd", "iterations=60 kernels=plain"}, {"newton", "iterations=50"}};
    for (int k = 0; k < 4; k++) {
        check_turns_back(3, SOLVERS[k][0], SOLVERS[k][1]);
        check_turns_back(-3, SOLVERS[k][0], SOLVERS[k][1]);
    }
}

// ---- areas and volumes ----

// The last particle of a triangle or a tetrahedron is pulled away from the others, which are pinned. With the measure C0 of the base (½ its
// length, ⅓ its area) and the height H, C = C0 (H' − H), so that F = k C0² (H' − H).
static void check_pulled(int kind, const char *solver, const char *settings, double stiffness, double expected, double bound)
{
    static const double PLACES[2][4][3] = {{{0, 0, 0}, {1.2, 0, 0}, {0.4, 0.9, 0}, {0, 0, 0}},
                                           {{0, 0, 0}, {1.2, 0, 0}, {0.4, 0.9, 0}, {0.5, 0.4, 0.7}}};
    const bool          solid = kind == CONSTRAINT_tet_volume;
    const int           last = solid ? 3 : 2;
    const int32_t       vertices[4] = {0, 1, 2, 3};
    RIG(rig);
    for (int j = 0; j <= last; j++)
        rig_particle(&rig, PLACES[solid][j][0], PLACES[solid][j][1], PLACES[solid][j][2], 2);
    for (int j = 0; j < last; j++)
        assert_ok(model_pin(rig.builder, j));
    assert_ok(model_add_constraint(rig.builder, kind, vertices, NULL, stiffness));
    assert_ok(model_add_force(rig.builder, last, (double[3]){0, solid ? 0 : 5, solid ? 5 : 0}));
    rig_solver(&rig, solver, settings, 10, 1); // many times the period of the vibration: at rest after a few steps
    rig_steps(&rig, 5, &(StepContext){0});
    const double4 x = rig_position(&rig, last);
    assert_near(solid ? x.z : x.y, (solid ? 0.7 : 0.9) + expected, bound);
    assert_near(x.x, PLACES[solid][last][0], 1e-5);
}

TEST(test_pulled_elements)
{
    static const int    KINDS[] = {CONSTRAINT_triangle_area, CONSTRAINT_tet_volume};
    static const double BASE[] = {0.6, 0.18};
    for (int k = 0; k < 2; k++) {
        const double stiffness = 1e3, expected = 5 / (stiffness * BASE[k] * BASE[k]);
        check_pulled(KINDS[k], "newton", "iterations=50", stiffness, expected, BOUND(1e-7, 1e-6));
        check_pulled(KINDS[k], "xpbd", "iterations=200", stiffness, expected, BOUND(1e-6, 1e-5));
        check_pulled(KINDS[k], "xpbd_direct", "iterations=50", stiffness, expected, BOUND(1e-6, 1e-5));
        check_pulled(KINDS[k], "xpbd", "iterations=50", INFINITY, 0, BOUND(1e-9, 1e-5)); // hard: it keeps its measure
        check_pulled(KINDS[k], "pbd", "iterations=50", INFINITY, 0, BOUND(1e-9, 1e-5));
    }
}

// A material's energy of a body that is enlarged by ε in every direction. A solid with the bulk modulus K has ½ K (3ε)² V, a sheet in plane
// stress ½ E t/(2(1−ν)) (2ε)² A.
TEST(test_material_of_growth)
{
    static const double4 SHAPE[4] = {{0, 0, 0, 0}, {1.2, 0, 0, 0}, {0.4, 0.9, 0, 0}, {0.5, 0.4, 0.7, 0}};
    static const int     KINDS[] = {CONSTRAINT_triangle_area, CONSTRAINT_tet_volume};
    const double         grown = 1e-5,
                 modulus[] = {SHEET.young * SHEET.thickness / (2 * (1 - SHEET.poisson)), SHEET.young / (3 * (1 - 2 * SHEET.poisson))};
    for (int k = 0; k < 2; k++) {
        double  measure[2], stiffness;
        double4 larger[4];
        for (int j = 0; j < 4; j++)
            larger[j] = double4_scale(1 + grown, SHAPE[j]);
        constraint_ops(KINDS[k])->measure(SHAPE, &measure[0]);
        constraint_ops(KINDS[k])->measure(larger, &measure[1]);
        constraint_ops(KINDS[k])->material(&SHEET, SHAPE, 3 + k, &measure[0], &stiffness);
        const double energy = 0.5 * stiffness * (measure[1] - measure[0]) * (measure[1] - measure[0]);
        assert_near(energy / (0.5 * modulus[k] * (2 + k) * (2 + k) * grown * grown * measure[0]), 1, 1e-4);
    }
}
