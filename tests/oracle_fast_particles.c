// Fast particles: those that move farther in a step than the obstacle is thick, against every target, with every solver that takes contact.
// An oracle that sees only the positions at the ends of steps (crossing_oracle.h) counts crossings.
//   without a bound   its count is that of the report in every cell of the matrix; a particle inside a solid shows in `deepest`
//   with the bound    its count is 0, and nothing is inside a solid, in any cell
//
// As a test: a part of the matrix, in which every value of every axis occurs. By hand:
//   oracle_fast_particles_f64 --every N [CSV]    every Nth cell, as a row of a file; 1: the whole matrix
//   oracle_fast_particles_f64 --cell NUMBER      one, step by step
#include <omp.h>

#include "crossing_oracle.h"
#include "mesh/mesh_make.h"
#include "recorder.h"

// ---- the matrix ----

static const double SPEEDS[] = {1, 3, 10, 30, 100};       // m/s
static const double DTS[] = {1.0 / 60, 1.0 / 240};        // s
static const double THICKNESSES[] = {0.001, 0.004, 0.02}; // m

enum { PLANE, SPHERE, THIN_BOX, THICK_BOX, CAPSULE, MESH, PINNED_CLOTH, FREE_CLOTH, CLOTH_ON_CLOTH, ROD_ON_ROD, TARGETS };
static const char *const TARGET_NAMES[TARGETS] = {"plane", "sphere",       "box 1 mm",   "box 0.2 m",      "capsule",
                                                  "mesh",  "pinned cloth", "free cloth", "cloth on cloth", "rod on rod"};

#define SOFT 5e4 // N/m: a particle gets as deep as several R, and has crossed a thin obstacle

typedef struct Way {
    const char *solver;
    double      stiffness; // of contacts, N/m
    int         iterations, substeps;
} Way;

#define POSITION_BASED(solver, stiffness) \
    {solver, stiffness, 5, 1}, {solver, stiffness, 5, 2}, {solver, stiffness, 5, 5}, {solver, stiffness, 5, 10}, \
    { \
        solver, stiffness, 5, 20 \
    }
// clang-format off
static const Way WAYS[] = {POSITION_BASED("pbd", INFINITY), POSITION_BASED("xpbd", INFINITY), POSITION_BASED("xpbd", SOFT),
                           {"vbd", 1e9, 10, 1}, {"vbd", SOFT, 10, 1}, {"pd", 1e9, 10, 1}, {"pd", SOFT, 10, 1}, {"newton", 1e9, 50, 1}, {"newton", SOFT, 50, 1}};
// clang-format on

enum { PHASES = 3, STEPS = 12 };
enum { AXIS_TARGET, AXIS_SPEED, AXIS_DT, AXIS_WAY, AXIS_THICKNESS, AXIS_SLANT, AXIS_PHASE, AXIS_BOUND, AXES };
#define COUNT_OF(list) ((int)(sizeof(list) / sizeof *(list)))
static const int AXIS_COUNT[AXES] = {TARGETS, COUNT_OF(SPEEDS), COUNT_OF(DTS), COUNT_OF(WAYS), COUNT_OF(THICKNESSES), 2, PHASES, 2};

typedef struct Cell {
    int        target, number;
    double     speed, dt, thickness;
    const Way *way;
    bool       slanted, bound;
    int        phase;
    int        at[AXES];
} Cell;

static int cell_count(void)
{
    int count = 1;
    for (int axis = 0; axis < AXES; axis++)
        count *= AXIS_COUNT[axis];
    return count;
}

static Cell cell_of(int number)
{
    Cell cell = {.number = number};
    int *at = cell.at;
    for (int axis = AXES - 1; axis >= 0; number /= AXIS_COUNT[axis--])
        at[axis] = number % AXIS_COUNT[axis];
    cell.target = at[AXIS_TARGET];
    cell.speed = SPEEDS[at[AXIS_SPEED]];
    cell.dt = DTS[at[AXIS_DT]];
    cell.way = &WAYS[at[AXIS_WAY]];
    cell.thickness = THICKNESSES[at[AXIS_THICKNESS]];
    cell.slanted = at[AXIS_SLANT];
    cell.phase = at[AXIS_PHASE];
    cell.bound = at[AXIS_BOUND];
    return cell;
}

static const char *describe(const Cell *cell, char *out, size_t size)
{
    snprintf(out, size, "cell %d: %s, %g m/s, dt 1/%.0f, %s, substeps %d, k %g, R %g mm, %s, phase %d, bound %s", cell->number,
             TARGET_NAMES[cell->target], cell->speed, 1 / cell->dt, cell->way->solver, cell->way->substeps, cell->way->stiffness,
             1e3 * cell->thickness, cell->slanted ? "slanted" : "head on", cell->phase, cell->bound ? "on" : "off");
    return out;
}

// ---- solid targets, for weft and for the oracle ----

static const double BOX_HALF[2][3] = {{40, 0.0005, 40}, {40, 0.1, 40}}, SLAB_HALF[3] = {40, 0.001, 40}, SLAB_TILT = 0.17;
static const double BALL_RADIUS = 0.05, CAPSULE_RADIUS = 0.03, CAPSULE_END[3] = {0.2, 0.02, -0.05};

typedef struct Shapes { // read-only while cells run
    double       slab_vertex[8][3];
    int32_t      slab_triangle[12][3];
    ColliderMesh slab;
} Shapes;

static double4 slab_axis(int k)
{
    const double c = cos(SLAB_TILT), s = sin(SLAB_TILT);
    return k == 0 ? (double4){c, s, 0, 0} : k == 1 ? (double4){-s, c, 0, 0} : (double4){0, 0, 1, 0};
}

static void make_shapes(Shapes *shapes)
{
    static const int32_t SIDES[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int v = 0; v < 8; v++) {
        double4 x = {0};
        for (int k = 0; k < 3; k++)
            double4_add_to(&x, (v >> k & 1 ? 1 : -1) * SLAB_HALF[k], slab_axis(k));
        memcpy(shapes->slab_vertex[v], (double[3]){x.x, x.y, x.z}, sizeof shapes->slab_vertex[v]);
    }
    for (int s = 0; s < 6; s++)
        for (int half = 0; half < 2; half++)
            memcpy(shapes->slab_triangle[2 * s + half], (int32_t[3]){SIDES[s][0], SIDES[s][1 + half], SIDES[s][2 + half]},
                   sizeof shapes->slab_triangle[0]);
    shapes->slab =
        (ColliderMesh){.vertex_count = 8, .triangle_count = 12, .vertex = shapes->slab_vertex, .triangle = shapes->slab_triangle};
}

static void add_face(Solid *solid, double4 normal, double4 point)
{
    solid->face[solid->face_count++] = (HalfSpace){normal, double4_dot(normal, point)};
}

// The half spaces of a box around `centre`.
static void box_faces(Solid *solid, double4 centre, const double half[3], double4 (*axis)(int k))
{
    for (int k = 0; k < 3; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double4 point = centre;
            double4_add_to(&point, sign * half[k], axis(k));
            add_face(solid, double4_scale(sign, axis(k)), point);
        }
}

static double4 unit_axis(int k)
{
    return (double4){k == 0, k == 1, k == 2, 0};
}

static void box_target(const double half[3], Collider *collider, Solid *solid)
{
    collider->shape = COLLIDER_BOX;
    memcpy(collider->axes, (double[3][3]){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, sizeof collider->axes);
    memcpy(collider->half, half, sizeof collider->half);
    collider->point[1] = -half[1];
    box_faces(solid, (double4){0, -half[1], 0, 0}, half, unit_axis);
}

static void round_target(double radius, const double end[3], Collider *collider, Solid *solid)
{
    collider->shape = end ? COLLIDER_CAPSULE : COLLIDER_SPHERE;
    collider->radius = radius;
    *solid = (Solid){.kind = SOLID_ROUND, .radius = radius};
    for (int k = 0; end && k < 3; k++) {
        collider->point[k] = -end[k];
        collider->direction[k] = 2 * end[k];
    }
    solid->end[0] = (double4){collider->point[0], collider->point[1], collider->point[2], 0};
    solid->end[1] = solid->end[0];
    double4_add_to(&solid->end[1], 1, (double4){collider->direction[0], collider->direction[1], collider->direction[2], 0});
}

// The plane and the boxes have their tops at y = 0, the others their middles at the origin.
static void solid_target(const Shapes *shapes, int target, Collider *collider, Solid *solid)
{
    *collider = (Collider){.shape = COLLIDER_PLANE, .friction = NAN, .restitution = NAN, .script = -1, .name = "target"};
    *solid = (Solid){.kind = SOLID_CONVEX};
    switch (target) {
    case PLANE:
        collider->direction[1] = 1;
        add_face(solid, unit_axis(1), (double4){0});
        break;
    case SPHERE:
        round_target(BALL_RADIUS, NULL, collider, solid);
        break;
    case CAPSULE:
        round_target(CAPSULE_RADIUS, CAPSULE_END, collider, solid);
        break;
    case MESH:
        collider->shape = COLLIDER_MESH;
        collider->mesh = &shapes->slab;
        box_faces(solid, (double4){0}, SLAB_HALF, slab_axis);
        break;
    default:
        box_target(BOX_HALF[target == THICK_BOX], collider, solid);
    }
}

// ---- sheets and rods ----

typedef struct Patch {
    int     rows, columns; // particles; one row: a rod
    double  size;          // m, of a row
    double4 centre;
    double  turn;   // radians, around y
    double  mass;   // kg
    bool    pinned; // at its border
} Patch;

static double4 patch_place(const Patch *patch, int row, int column)
{
    const double spacing = patch->size / (patch->columns - 1), u = spacing * column - patch->size / 2,
                 v = spacing * row - spacing * (patch->rows - 1) / 2;
    const double c = cos(patch->turn), s = sin(patch->turn);
    return (double4){patch->centre.x + u * c + v * s, patch->centre.y, patch->centre.z + v * c - u * s, 0};
}

static void body_edge(Rig *rig, Body *body, int32_t a, int32_t b)
{
    const double stiffness = 3000;
    rig_spring(rig, a, b, 0, stiffness);
    memcpy(body->edge[body->edges++], (int32_t[2]){a, b}, sizeof body->edge[0]);
}

static void body_cell(Rig *rig, Body *body, int32_t a, int columns, bool turned)
{
    const int32_t b = a + 1, c = a + columns, d = c + 1;
    const int32_t triangles[2][3] = {{a, c, turned ? b : d}, {turned ? c : a, d, b}};
    body_edge(rig, body, turned ? b : a, turned ? c : d);
    rig_spring(rig, turned ? a : b, turned ? d : c, 0, 600);
    for (int t = 0; t < 2; t++) {
        assert_ok(model_add_contact_triangle(rig->builder, triangles[t]));
        memcpy(body->triangle[body->triangles++], triangles[t], sizeof triangles[t]);
    }
}

static void add_patch(Rig *rig, const Patch *patch, Body *body)
{
    const int rows = patch->rows, columns = patch->columns;
    Random    random = {(uint64_t)(rows * 31 + columns)};
    model_begin_body(rig->builder);
    *body = (Body){.first = model_builder_particles(rig->builder), .points = rows * columns};
    for (int i = 0; i < rows * columns; i++) {
        const int     row = i / columns, column = i % columns;
        const double4 x = patch_place(patch, row, column);
        const bool    border = column == 0 || column == columns - 1 || (rows > 1 && (row == 0 || row == rows - 1));
        rig_particle(rig, x.x, x.y, x.z, (0.8 + 0.4 * random_unit(&random)) * patch->mass / (rows * columns));
        if (patch->pinned && border)
            assert_ok(model_pin(rig->builder, body->first + i));
    }
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            const int32_t i = body->first + row * columns + column;
            if (column + 1 < columns)
                body_edge(rig, body, i, i + 1);
            if (row + 1 < rows)
                body_edge(rig, body, i, i + columns);
            if (column + 1 < columns && row + 1 < rows)
                body_cell(rig, body, i, columns, (row + column) % 2 == 1);
        }
    for (int32_t e = 0; rows == 1 && e < body->edges; e++)
        assert_ok(model_add_contact_edge(rig->builder, body->edge[e]));
}

static void add_particle(Rig *rig, double4 x, Body *body)
{
    model_begin_body(rig->builder);
    const int32_t particle = rig_touching(rig, x.x, x.y, x.z, 0.1);
    *body = (Body){.first = particle, .points = 1};
}

// ---- a cell ----

typedef struct Scene {
    Observer  observer;
    Rig       rig;
    Collider  collider;
    Solid     solid;
    SolidSide side;
    Body      body[2]; // the projectile, and its target
    Sides     sides;
    double4   at[BODY_POINTS_MAX]; // where the oracle saw them last
    // With the bound the path of a step is no straight line, and may go around something. It is followed from each detection of the bound
    // (at the end of a phase) to the next, and back to the last one before a (sub)step begins.
    PhaseClock clock;
    bool       bound;
    real4      measured[BODY_POINTS_MAX];
} Scene;

typedef struct Outcome {
    Status  status;        // of the solver; the counts below end there
    int64_t points, edges; // the oracle's counts
    int64_t reported;      // the report's
    int64_t inside;        // steps that end inside a solid
    int64_t silent;        // those of them where the report has no particle as deep
    int64_t missed;
    double  end[3]; // where the first particle is then
    bool    ran;
} Outcome;

static int64_t seen(const Outcome *outcome)
{
    return outcome->points + outcome->edges;
}

static double4 direction_of(const Cell *cell)
{
    const double4 slanted = {0.75, -0.64, 0.17, 0};
    return cell->slanted ? double4_scale(1 / double4_norm(slanted), slanted) : (double4){0, -1, 0, 0};
}

// The aimed point of the surface, off the middle of the target, and its normal.
static double4 aim_of(const Cell *cell, double4 *normal)
{
    const double  aside = cell->slanted ? 0.0061 : 0.0037, lean = cell->slanted ? 0.25 : 0.06;
    const double4 axis = {CAPSULE_END[0], CAPSULE_END[1], CAPSULE_END[2], 0};
    double4       at = {-aside, 0, 0.6 * aside, 0}, n = {lean, 1, 0.5 * lean, 0};
    switch (cell->target) {
    case SPHERE:
        *normal = double4_scale(1 / double4_norm(n), n);
        return double4_scale(1.0001 * BALL_RADIUS, *normal);
    case CAPSULE:
        double4_add_to(&n, -double4_dot(n, axis) / double4_dot(axis, axis), axis);
        *normal = double4_scale(1 / double4_norm(n), n);
        at = double4_scale(aside, axis);
        double4_add_to(&at, CAPSULE_RADIUS, *normal);
        return at;
    case MESH:
        *normal = slab_axis(1);
        at = double4_scale(-aside, slab_axis(0));
        at.z = 0.6 * aside;
        double4_add_to(&at, SLAB_HALF[1], *normal);
        return at;
    default:
        *normal = unit_axis(1);
        return at;
    }
}

// The start of the projectile, so that it touches in the second step, early or late in it by the phase.
static double4 start_of(const Cell *cell)
{
    double4      normal, x = aim_of(cell, &normal);
    const double far = (1.17 + cell->phase / (double)PHASES) * cell->speed * cell->dt;
    double4_add_to(&x, cell->thickness, normal);
    double4_add_to(&x, -far, direction_of(cell));
    return x;
}

// Fills the rig up to its solver.
static void build_scene(const Cell *cell, const Shapes *shapes, Scene *scene)
{
    Rig *rig = &scene->rig;
    rig_begin(rig);
    rig_rules(rig, (ContactRules){.thickness = cell->thickness,
                                  .stiffness = cell->way->stiffness,
                                  .friction = 0,
                                  .restitution = 0,
                                  .bodies = cell->target > MESH});
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
    if (cell->target <= MESH) {
        solid_target(shapes, cell->target, &scene->collider, &scene->solid);
        assert_ok(model_add_collider(rig->builder, &scene->collider));
    }
    const double4 start = start_of(cell);
    if (cell->target == CLOTH_ON_CLOTH)
        add_patch(rig, &(Patch){.rows = 4, .columns = 4, .size = 0.25, .centre = start, .turn = 0.3, .mass = 0.05}, &scene->body[0]);
    else if (cell->target == ROD_ON_ROD)
        add_patch(rig, &(Patch){.rows = 1, .columns = 5, .size = 0.6, .centre = start, .turn = 1.45, .mass = 0.2}, &scene->body[0]);
    else
        add_particle(rig, start, &scene->body[0]);
    const bool pinned = cell->target != FREE_CLOTH;
    if (cell->target == ROD_ON_ROD)
        add_patch(rig, &(Patch){.rows = 1, .columns = 6, .size = 0.8, .mass = 0.2, .pinned = pinned}, &scene->body[1]);
    else if (cell->target > MESH)
        add_patch(rig, &(Patch){.rows = 7, .columns = 7, .size = 0.6, .mass = 0.07, .pinned = pinned}, &scene->body[1]);
}

static void throw_it(const Cell *cell, Scene *scene)
{
    const double4 v = double4_scale(cell->speed, direction_of(cell));
    for (int32_t i = 0; i < scene->body[0].points; i++)
        rig_set_velocity(&scene->rig, scene->body[0].first + i, v.x, v.y, v.z);
}

static void follow(Scene *scene, const real4 *position)
{
    double4 to[BODY_POINTS_MAX];
    for (int32_t i = 0; i < scene->rig.model.particle_count; i++)
        to[i] = double4_from(position[scene->rig.model.model_of[i]]);
    if (scene->body[1].points > 0)
        oracle_follow(scene->body, &scene->sides, scene->at, to);
    else
        solid_follow(&scene->solid, &scene->side, scene->at[0], to[0]);
    memcpy(scene->at, to, sizeof to);
}

static void follow_back(Scene *scene, const real4 *position)
{
    if (scene->bound)
        follow(scene, scene->measured);
    follow(scene, position);
}

// The ends of substeps are the starts of the next ones.
static void follow_substep(Observer *observer, const Start *start)
{
    follow_back((Scene *)observer, start->position);
}

static void follow_detection(void *user, Phase ended)
{
    Scene       *scene = user;
    const real4 *position = scene->rig.state.position;
    if (ended != PHASE_BROAD)
        return;
    follow_back(scene, position);
    memcpy(scene->measured, position, (size_t)scene->rig.model.particle_count * sizeof *position);
}

// At the end of a step.
static void count_crossings(Scene *scene, const Cell *cell, const ContactReport *report, Outcome *out)
{
    Crossed crossed = {0};
    follow_back(scene, scene->rig.state.position);
    oracle_count(scene->body, &scene->sides, scene->at, &crossed);
    out->points += crossed.points + solid_count(&scene->side);
    out->edges += crossed.edges;
    out->reported += report->crossings;
    out->missed += report->missed;
    if (scene->body[1].points == 0 && solid_is_inside(&scene->solid, scene->at[0])) {
        out->inside++;
        out->silent += !(report->penetration_max >= cell->thickness);
    }
}

static void print_step(int step, const Scene *scene, const ContactReport *report, const Outcome *out)
{
    const double4 x = scene->at[scene->body[0].first], v = rig_velocity(&scene->rig, scene->body[0].first);
    printf("step %2d: first particle (%.9g, %.9g, %.9g), velocity (%.4g, %.4g, %.4g); found %lld active %lld missed %lld deepest %.3g; "
           "seen %lld points %lld edges, %lld times inside, reported %lld\n",
           step, x.x, x.y, x.z, v.x, v.y, v.z, (long long)report->found, (long long)report->active, (long long)report->missed,
           report->penetration_max, (long long)out->points, (long long)out->edges, (long long)out->inside, (long long)out->reported);
}

static Status step_scene(const Cell *cell, Scene *scene, bool print, Outcome *out)
{
    Rig        *rig = &scene->rig;
    StepContext context = {.observer = &scene->observer, .phases = cell->bound ? &scene->clock : NULL};
    scene->observer = (Observer){.begin = follow_substep, .iterate = ignore_iterate};
    scene->clock = (PhaseClock){.current = PHASE_NONE, .boundary = follow_detection, .user = scene};
    scene->bound = cell->bound;
    memcpy(scene->measured, rig->state.position, (size_t)rig->model.particle_count * sizeof *scene->measured);
    for (int32_t i = 0; i < rig->model.particle_count; i++)
        scene->at[i] = rig_position(rig, i);
    for (int step = 0; step < STEPS; step++) {
        ContactReport report = {0};
        TRY(rig->solver->ops->step(rig->solver, &rig->state, &context));
        rig->state.step++;
        TRY(contacts_report(rig->contacts, &rig->state, &report));
        count_crossings(scene, cell, &report, out);
        if (print)
            print_step(step, scene, &report, out);
    }
    memcpy(out->end, &scene->at[scene->body[0].first], sizeof out->end);
    return status_ok();
}

// Room for the contacts that arise when all elements have crossed each other.
static const char *settings_of(const Cell *cell, char *out, size_t size)
{
    char substeps[32] = "";
    if (strstr(cell->way->solver, "pbd"))
        snprintf(substeps, sizeof substeps, " substeps=%d", cell->way->substeps);
    snprintf(out, size, "contact_room=128 iterations=%d%s%s", cell->way->iterations, substeps,
             cell->bound ? " contact_bound=displacement" : "");
    return out;
}

static void run_cell(const Cell *cell, const Shapes *shapes, bool print, Outcome *out)
{
    Scene scene = {0};
    char  settings[128];
    *out = (Outcome){.ran = true};
    build_scene(cell, shapes, &scene);
    out->status = rig_try_solver(&scene.rig, cell->way->solver, settings_of(cell, settings, sizeof settings), cell->dt, 1);
    if (out->status.code == STATUS_OK) {
        throw_it(cell, &scene);
        out->status = step_scene(cell, &scene, print, out);
    }
    rig_end(&scene.rig);
}

// ---- many cells ----

typedef struct Run {
    Shapes   shapes;
    Outcome *outcomes; // [cell_count()]
    double   seconds;
} Run;

static bool is_chosen(int number, int every) // with the bound and without
{
    return number / 2 % every == 0;
}

// A team of its own: barriers of the solver must not wait for other cells.
static void run_alone(int number, Run *run)
{
    const Cell cell = cell_of(number);
#pragma omp parallel num_threads(1)
    run_cell(&cell, &run->shapes, false, &run->outcomes[number]);
}

// Every nth cell, on all processors, each cell on one.
static void run_begin(Run *run, int every)
{
    const int    count = cell_count();
    const double start = omp_get_wtime();
    *run = (Run){.outcomes = calloc((size_t)count, sizeof *run->outcomes)};
    assert_non_null(run->outcomes);
    make_shapes(&run->shapes);
#pragma omp parallel for schedule(dynamic)
    for (int number = 0; number < count; number++)
        if (is_chosen(number, every))
            run_alone(number, run);
    run->seconds = omp_get_wtime() - start;
}

static void run_end(Run *run)
{
    free(run->outcomes);
}

// Whether oracle and report agree. For edges of two sheets the oracle cannot count crossings, and the report counts pairs.
static bool agree(const Cell *cell, const Outcome *outcome)
{
    if (cell->target == CLOTH_ON_CLOTH)
        return (seen(outcome) > 0) == (outcome->reported > 0) && outcome->reported >= outcome->points;
    return seen(outcome) == outcome->reported;
}

// Whether either of the two statements is violated.
static bool is_wrong(const Cell *cell, const Outcome *outcome)
{
    return outcome->ran && (outcome->status.code != STATUS_OK || !agree(cell, outcome) || outcome->silent > 0 ||
                            (cell->bound && seen(outcome) + outcome->inside > 0));
}

// The first cells that are wrong, and the first that failed. Returns how many are wrong.
static int64_t print_wrong(const Run *run)
{
    enum { PRINTED = 20 };
    int64_t wrong = 0, failed = 0;
    char    text[256];
    for (int number = 0; number < cell_count(); number++) {
        const Cell     cell = cell_of(number);
        const Outcome *o = &run->outcomes[number];
        if (is_wrong(&cell, o) && wrong++ < PRINTED)
            printf("%s: %lld points and %lld edges crossed, %lld in the report; %lld times inside, %lld silent\n",
                   describe(&cell, text, sizeof text), (long long)o->points, (long long)o->edges, (long long)o->reported,
                   (long long)o->inside, (long long)o->silent);
        if (o->status.code != STATUS_OK && failed++ < PRINTED)
            printf("%s: failed: %s\n", describe(&cell, text, sizeof text), o->status.text);
    }
    return wrong;
}

static Status write_csv(const char *path, const Run *run)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return status_make(STATUS_IO, "%s cannot be written", path);
    fprintf(file, "cell,target,speed,dt,solver,substeps,k,R,slanted,phase,bound,failed,points,edges,reported,inside,silent,missed,x,y,z\n");
    for (int number = 0; number < cell_count(); number++) {
        const Cell     cell = cell_of(number);
        const Outcome *o = &run->outcomes[number];
        if (o->ran)
            fprintf(file, "%d,%s,%g,%g,%s,%d,%g,%g,%d,%d,%d,%d,%lld,%lld,%lld,%lld,%lld,%lld,%.9g,%.9g,%.9g\n", number,
                    TARGET_NAMES[cell.target], cell.speed, cell.dt, cell.way->solver, cell.way->substeps, cell.way->stiffness,
                    cell.thickness, cell.slanted, cell.phase, cell.bound, o->status.code != STATUS_OK, (long long)o->points,
                    (long long)o->edges, (long long)o->reported, (long long)o->inside, (long long)o->silent, (long long)o->missed,
                    o->end[0], o->end[1], o->end[2]);
    }
    return fclose(file) == 0 ? status_ok() : status_make(STATUS_IO, "%s cannot be written", path);
}

static void print_cell(int number)
{
    static Shapes shapes;
    char          text[256];
    const Cell    cell = cell_of(number);
    Outcome       outcome;
    make_shapes(&shapes);
    puts(describe(&cell, text, sizeof text));
    run_cell(&cell, &shapes, true, &outcome);
    if (outcome.status.code != STATUS_OK)
        puts(outcome.status.text);
}

static int print_run(int every, const char *csv)
{
    Run run;
    run_begin(&run, every);
    const int64_t wrong = print_wrong(&run);
    const Status  status = csv ? write_csv(csv, &run) : status_ok();
    printf("%lld wrong in %.1f s on %d threads\n", (long long)wrong, run.seconds, omp_get_max_threads());
    if (status.code != STATUS_OK)
        fprintf(stderr, "%s\n", status.text);
    run_end(&run);
    return wrong == 0 && status.code == STATUS_OK ? 0 : 1;
}

static int by_hand(int argc, char **argv)
{
    const int number = argc > 2 ? (int)strtol(argv[2], NULL, 10) : -1;
    if (strcmp(argv[1], "--cell") == 0 && number >= 0 && number < cell_count()) {
        print_cell(number);
        return 0;
    }
    if (strcmp(argv[1], "--every") == 0 && number > 0)
        return print_run(number, argc > 3 ? argv[3] : NULL);
    fprintf(stderr, "usage: %s --every N [CSV] | --cell NUMBER\n", argv[0]);
    return 2;
}

// ---- as a test ----

// A sheet of two triangles in the plane y = 0, a particle, and a rod; the expected crossings of known paths.
TEST(test_the_oracle_counts_known_crossings)
{
    static Body   body[2] = {{.first = 4, .points = 1}, {.points = 4, .triangles = 2, .triangle = {{0, 1, 2}, {2, 1, 3}}}};
    const double4 sheet[4] = {{0, 0, 0, 0}, {0, 0, 1, 0}, {1, 0, 0, 0}, {1, 0, 1, 0}};
    static const struct {
        double  at[4][3]; // of the particle, at the ends of steps
        int64_t crossed;
    } KNOWN[] = {{{{.3, 1, .3}, {.3, .2, .3}, {.3, -.1, .3}, {.3, -2, .3}}, 1},    // through, and on
                 {{{.3, 1, .3}, {.7, -1, .6}, {.2, 1, .2}, {.2, 2, .2}}, 1},       // through one triangle, back through the other
                 {{{.3, 1, .3}, {.3, -1, .3}, {.3, 1, .3}, {.3, -1, .3}}, 2},      // and once more
                 {{{.3, 1, .3}, {.9, -1, 1.9}, {.9, -1, .5}, {.9, -2, .5}}, 0},    // around the border
                 {{{.3, 1, .3}, {.3, .001, .3}, {.9, .001, .9}, {.9, 1, .9}}, 0}}; // near
    for (size_t w = 0; w < sizeof KNOWN / sizeof *KNOWN; w++) {
        static Sides sides;
        Crossed      crossed = {0};
        memset(&sides, 0, sizeof sides);
        for (int step = 0; step < 3; step++) {
            double4 from[5], to[5];
            memcpy(from, sheet, sizeof sheet);
            memcpy(to, sheet, sizeof sheet);
            const double *a = KNOWN[w].at[step], *b = KNOWN[w].at[step + 1];
            from[4] = (double4){a[0], a[1], a[2], 0};
            to[4] = (double4){b[0], b[1], b[2], 0};
            oracle_follow(body, &sides, from, to);
            oracle_count(body, &sides, to, &crossed);
        }
        assert_int_equal(crossed.points, KNOWN[w].crossed);
        assert_int_equal(crossed.edges, 0);
    }
}

TEST(test_the_oracle_sees_rods)
{
    static Body   body[2] = {{.points = 3, .edges = 2, .edge = {{0, 1}, {1, 2}}}, {.first = 3, .points = 2, .edges = 1, .edge = {{3, 4}}}};
    static Sides  sides;
    Crossed       crossed = {0};
    double4       from[5] = {{-1, 0, 0, 0}, {0, 0.01, 0, 0}, {1, 0, 0, 0}, {0.1, 0.5, -1, 0}, {0.1, 0.5, 1, 0}}, to[5];
    const double4 move[4] = {{-.3, -.7, 0, 0}, {0, -1, 0, 0}, {.5, 1, 0, 0}, {0, 1, 0, 0}}; // through, away, half back, back
    for (int step = 0; step < 4; step++) {
        memcpy(to, from, sizeof to);
        for (int i = 3; i < 5; i++)
            double4_add_to(&to[i], 1, move[step]);
        oracle_follow(body, &sides, from, to);
        oracle_count(body, &sides, to, &crossed);
        memcpy(from, to, sizeof from);
        assert_int_equal(sides.rods[0] != 0, step < 3);
    }
    assert_int_equal(crossed.edges, 1);
    assert_int_equal(crossed.points, 0);
}

// Whether a particle that was at these places in turn, a step each, has crossed, and in which step first; −1: in none.
static int crosses_in(const Solid *solid, const double4 *at, int count)
{
    SolidSide side = {0};
    int       step = -1;
    for (int k = 1; k < count; k++) {
        solid_follow(solid, &side, at[k - 1], at[k]);
        if (solid_count(&side) && step < 0)
            step = k;
    }
    return step;
}

TEST(test_the_oracle_sees_solids)
{
    static Shapes shapes;
    static Solid  solid;
    Collider      collider;
    const double4 above = {0.01, 0.3, 0.02, 0}, below = {0.01, -0.4, 0.02, 0}, aside = {-90, 0.3, 0.02, 0}, under = {-90, -30, 0.02, 0};
    make_shapes(&shapes);
    for (int target = PLANE; target <= MESH; target++) {
        const bool plane = target == PLANE;
        double4    middle = {0.01, target == THIN_BOX ? -0.0005 : target == THICK_BOX ? -0.1 : plane ? -1 : 0, 0.02, 0};
        solid_target(&shapes, target, &collider, &solid);
        if (target == MESH)
            middle = double4_scale(0.01, slab_axis(0));
        assert_true(solid_is_inside(&solid, middle));
        assert_false(solid_is_inside(&solid, above));
        assert_int_equal(crosses_in(&solid, (double4[]){above, below, under}, 3), plane ? -1 : 1);
        assert_int_equal(crosses_in(&solid, (double4[]){above, middle, middle, below}, 4), plane ? -1 : 3);
        assert_int_equal(crosses_in(&solid, (double4[]){above, middle, above, below}, 4), plane ? -1 : 3);
        assert_int_equal(crosses_in(&solid, (double4[]){above, aside, above}, 3), -1);
        assert_int_equal(crosses_in(&solid, (double4[]){above, middle, above, aside}, 4), -1);
        assert_int_equal(crosses_in(&solid, (double4[]){above, aside, under, below}, 4), -1); // around
    }
}

// Every value of every axis occurs among the cells of a run.
static void check_axes(const Run *run)
{
    for (int axis = 0; axis < AXES; axis++)
        for (int value = 0; value < AXIS_COUNT[axis]; value++) {
            bool occurs = false;
            for (int number = 0; number < cell_count(); number++)
                occurs |= run->outcomes[number].ran && cell_of(number).at[axis] == value;
            assert_true(occurs);
        }
}

TEST(test_crossings_are_reported_and_the_bound_prevents_them)
{
    const int every = GNU_SANITIZED ? 401 : 163; // no divisor of the axes
    Run       run;
    run_begin(&run, every);
    check_axes(&run);
    const int64_t wrong = print_wrong(&run);
    int64_t       crossed[2] = {0};
    for (int number = 0; number < cell_count(); number++)
        crossed[cell_of(number).bound] += seen(&run.outcomes[number]) > 0;
    assert_true(crossed[0] > 0); // or the matrix is too easy
    assert_int_equal(crossed[1], 0);
    assert_int_equal(wrong, 0);
    run_end(&run);
}

int main(int argc, char **argv)
{
    return argc > 1 ? by_hand(argc, argv) : tests_run();
}
