// Writes the linear systems of the last step of a case as MatrixMarket files for other sparse solvers, or one of them for a benchmark, with
// a reference solution and the coordinates of its rows.
#include <stdio.h>
#include <string.h>

#include "assembly/constraint_rows.h"
#include "measure/matrix_market.h"
#include "worker/private/passes.h"

// Writes the first system of each name.
typedef struct Writer {
    Observer     base;
    const Case  *c;
    const Model *model;
    const Job   *job;
    const real4 *position; // [particles] at the start of the step
    int64_t      step;
    int          count;
    const char  *written[8]; // names of systems, from the solvers
    Status       status;
} Writer;

// ---- writing ----

static Status path_of(const Writer *w, const char *name, const char *part, char path[4096])
{
    if (snprintf(path, 4096, "%s/%s%s.mtx", w->job->systems, name, part) >= 4096)
        return status_make(STATUS_IO, "%.200s…: the path is too long; use a shorter folder", w->job->systems);
    return status_ok();
}

static void comment_on(const Writer *w, const char *part, const char *description, char out[2048])
{
    char solver[64] = "", dt[64] = "", label[256];
    case_get(w->c, "solver", solver, sizeof solver);
    case_get(w->c, "dt", dt, sizeof dt);
    case_label(w->c, label, sizeof label);
    snprintf(out, 2048, "weft: %s of %s, step %lld of %s s (%s)\n%s\nscene contents %s", part, solver, (long long)w->step, dt, label,
             description, w->c->scene_info.hash);
}

static Status write_dense(const Writer *w, const char *name, const char *part, const char *description, int32_t rows, int32_t columns,
                          const double *values)
{
    char path[4096], comment[2048], suffix[32];
    snprintf(suffix, sizeof suffix, "_%s", part);
    TRY(path_of(w, name, suffix, path));
    comment_on(w, part, description, comment);
    return matrix_market_dense(path, comment, rows, columns, values);
}

static Status write_matrix(const Writer *w, const char *name, const LinearSystem *s, const char *description, const Csc *matrix,
                           const SolutionFacts *facts)
{
    char path[4096], comment[2048];
    TRY(path_of(w, name, "", path));
    comment_on(w, s->definite ? "matrix, positive definite," : "matrix, indefinite,", description, comment);
    TRY(matrix_market_symmetric(path, comment, matrix));
    return rows_write(rows_system(path, matrix, s->rhs_of_three && matrix == s->matrix ? 3 : 1, s->definite, facts));
}

// Writes the same system over 3n unknowns: x, y and z of each particle in turn.
static Status write_threefold(const Writer *w, const LinearSystem *s, const double *const sides[2], Arena *arena)
{
    Csc           matrix;
    char          name[64], description[1024];
    const int32_t n = s->matrix->n;
    double       *values;
    snprintf(name, sizeof name, "%s_3n", s->name);
    snprintf(description, sizeof description, "%s\nthe same system over 3n unknowns: x, y, z of each particle in turn", s->description);
    TRY(ARENA_NEW(arena, 3 * (size_t)n, &values));
    TRY(matrix_market_threefold(s->matrix, arena, &matrix));
    TRY(write_matrix(w, name, s, description, &matrix, NULL));
    for (int part = 0; part < 2; part++) {
        for (int32_t i = 0; i < 3 * n; i++)
            values[i] = sides[part][(size_t)(i % 3) * (size_t)n + (size_t)(i / 3)];
        TRY(write_dense(w, name, part ? "solution" : "rhs", description, 3 * n, 1, values));
    }
    return status_ok();
}

static void spread(const real4 *from, int32_t n, double *columns)
{
    for (int32_t i = 0; i < n; i++) {
        columns[i] = (double)from[i].x;
        columns[(size_t)n + (size_t)i] = (double)from[i].y;
        columns[2 * (size_t)n + (size_t)i] = (double)from[i].z;
    }
}

static Status write_three(const Writer *w, const LinearSystem *s)
{
    GNU_CLEANUP(arena_destroy) Arena arena = arena_init(0);
    const int32_t                    n = s->matrix->n;
    double                          *rhs, *solution;
    TRY(ARENA_NEW(&arena, 3 * (size_t)n, &rhs));
    TRY(ARENA_NEW(&arena, 3 * (size_t)n, &solution));
    spread(s->rhs_of_three, n, rhs);
    spread(s->solution_of_three, n, solution);
    TRY(write_dense(w, s->name, "rhs", s->description, n, 3, rhs));
    TRY(write_dense(w, s->name, "solution", s->description, n, 3, solution));
    return write_threefold(w, s, (const double *const[]){rhs, solution}, &arena);
}

static Status write_directions(const Writer *w, const LinearSystem *s)
{
    GNU_CLEANUP(arena_destroy) Arena arena = arena_init(0);
    char                             path[4096], comment[2048], description[1024];
    double                          *factors;
    TRY(ARENA_NEW(&arena, s->direction_count, &factors));
    for (int32_t r = 0; r < s->direction_count; r++)
        factors[r] = s->direction[r].factor;
    snprintf(description, sizeof description,
             "%s\nThe system's matrix A is this matrix plus Σ f d dᵀ: a column for each direction d, and its factor f", s->description);
    comment_on(w, "directions", description, comment);
    TRY(path_of(w, s->name, "_directions", path));
    TRY(matrix_market_directions(path, comment, w->model, s->direction, s->direction_count));
    return write_dense(w, s->name, "factors", description, s->direction_count, 1, factors);
}

static Status write_system(const Writer *w, const LinearSystem *s)
{
    TRY(write_matrix(w, s->name, s, s->description, s->matrix, NULL));
    if (s->direction_count > 0)
        TRY(write_directions(w, s));
    if (s->rhs_of_three)
        return write_three(w, s);
    TRY(write_dense(w, s->name, "rhs", s->description, s->matrix->n, 1, s->rhs));
    return s->solution ? write_dense(w, s->name, "solution", s->description, s->matrix->n, 1, s->solution) : status_ok();
}

// ---- one system for a benchmark ----

typedef struct Benchmark {
    int     columns;
    double *rhs, *solution, *coordinates; // [columns][n], [columns][n], [3][n]
    real4  *block;                        // [n] the coordinates
} Benchmark;

// The position of an unknown: its particle, or for an unknown of a constraint the mean of its particles.
static real4 place_of(const Writer *w, const LinearSystem *s, int32_t unknown)
{
    const int32_t of_particles = s->matrix->n - (s->rows ? s->rows->count : 0);
    if (unknown < of_particles)
        return w->position[unknown / (of_particles / w->model->particle_count)];
    const int32_t row = unknown - of_particles, begin = s->rows->slot[row], end = s->rows->slot[row + 1];
    real4         sum = {0, 0, 0, 0};
    for (int32_t slot = begin; slot < end; slot++) {
        const real4 x = w->position[s->rows->particle[slot]];
        sum = (real4){sum.x + x.x, sum.y + x.y, sum.z + x.z, 0};
    }
    const real count = (real)(end - begin);
    return (real4){sum.x / count, sum.y / count, sum.z / count, 0};
}

static Status gather(const Writer *w, const LinearSystem *s, Arena *arena, Benchmark *out)
{
    const int32_t n = s->matrix->n;
    out->columns = s->rhs_of_three ? 3 : 1;
    TRY(ARENA_NEW(arena, out->columns * (int64_t)n, &out->rhs));
    TRY(ARENA_NEW(arena, out->columns * (int64_t)n, &out->solution));
    TRY(ARENA_NEW(arena, 3 * (int64_t)n, &out->coordinates));
    TRY(ARENA_NEW(arena, n, &out->block));
    if (s->rhs_of_three)
        spread(s->rhs_of_three, n, out->rhs);
    else
        memcpy(out->rhs, s->rhs, (size_t)n * sizeof *out->rhs);
    for (int32_t i = 0; i < n; i++)
        out->block[i] = place_of(w, s, i);
    spread(out->block, n, out->coordinates);
    return status_ok();
}

static Status write_benchmark(const Writer *w, const LinearSystem *s)
{
    GNU_CLEANUP(arena_destroy) Arena arena = arena_init(0);
    const char                      *name = w->job->benchmark;
    const int32_t                    n = s->matrix->n;
    Benchmark                        b;
    SolutionFacts                    facts;
    if (s->direction_count > 0)
        return status_make(STATUS_UNSUPPORTED, "%s: the file cannot contain the system's %d rank-one terms; take a scene without groups",
                           name, s->direction_count);
    TRY(gather(w, s, &arena, &b));
    TRY(reference_solution(s->matrix, s->definite, b.columns, b.rhs, b.solution, &facts));
    TRY(write_matrix(w, name, s, s->description, s->matrix, &facts));
    TRY(write_dense(w, name, "rhs", s->description, n, b.columns, b.rhs));
    TRY(write_dense(w, name, "solution", s->description, n, b.columns, b.solution));
    return write_dense(w, name, "coordinates", "x, y, z of each row at the start of the step, m", n, 3, b.coordinates);
}

// ---- observing one step ----

static void begin(Observer *base, const Start *start)
{
    (void)base;
    (void)start;
}

static void iterate(Observer *base, const Iterate *it)
{
    (void)base;
    (void)it;
}

static void write_solved(Observer *base, const LinearSystem *s)
{
    Writer *w = (Writer *)base;
    if (w->job->benchmark && (w->count > 0 || (w->job->system && strcmp(w->job->system, s->name) != 0)))
        return;
    for (int i = 0; i < w->count; i++)
        if (strcmp(w->written[i], s->name) == 0)
            return;
    if (w->status.code != STATUS_OK || w->count == sizeof w->written / sizeof *w->written)
        return;
    w->written[w->count++] = s->name;
    w->status = w->job->benchmark ? write_benchmark(w, s) : write_system(w, s);
}

static Status take_steps(Setup *setup, int64_t steps)
{
    for (int64_t i = 0; i < steps; i++) {
        TRY(setup_release(setup, NULL));
        TRY(setup_step(setup, NULL));
        setup->state.step++;
    }
    return setup_release(setup, NULL);
}

Status passes_systems(const Job *job)
{
    GNU_CLEANUP(setup_destroy) Setup setup = {0};
    real4                           *position;
    TRY(setup_create(&job->c, &job->state_in, false, NULL, &setup));
    TRY(rows_origin(&setup));
    TRY(take_steps(&setup, param_int(&job->c.params, "steps") - 1)); // the last one is observed
    const size_t particles = (size_t)setup.model.particle_count;
    TRY(ARENA_NEW(&setup.arena, particles, &position));
    memcpy(position, setup.state.position, particles * sizeof *position);
    Writer      writer = {.base = {.begin = begin, .iterate = iterate, .solved = write_solved},
                          .c = &job->c,
                          .model = &setup.model,
                          .job = job,
                          .position = position,
                          .step = setup.state.step,
                          .status = status_ok()};
    StepContext context = {.observer = &writer.base};
    TRY(setup_step(&setup, &context));
    TRY(writer.status);
    if (writer.count == 0 && job->system)
        return status_make(STATUS_INPUT, "the step has no linear system `%.60s`; use other --steps, or another system", job->system);
    if (writer.count == 0)
        return status_make(STATUS_INPUT, "the step solved no linear system, because it starts converged; use other --steps or --dt");
    return status_ok();
}
