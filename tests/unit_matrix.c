// `weft matrix`: its files are read back, solved with CHOLMOD and compared with the solver's own step.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linsys/linsys.h"
#include "scene_rig.h"

extern char **environ;

enum { N = 6, PARTICLES = N * N };

// Runs weft with arguments split at spaces; returns the exit status.
static int weft(const char *arguments)
{
    char  text[512], *argv[40] = {WEFT_BUILD_DIR "/weft"};
    int   count = 1, status = -1;
    pid_t pid;
    snprintf(text, sizeof text, "%s", arguments);
    for (char *save = NULL, *word = strtok_r(text, " ", &save); word && count < 39; word = strtok_r(NULL, " ", &save))
        argv[count++] = word;
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0); // 1: O_WRONLY
    posix_spawn_file_actions_addopen(&quiet, 2, in_folder("err"), 0101, 0600);
    assert_int_equal(posix_spawn(&pid, argv[0], &quiet, NULL, argv, environ), 0);
    posix_spawn_file_actions_destroy(&quiet);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// ---- an independent reader ----

typedef struct File {
    char    banner[128];
    int     comments, rows, columns, entries; // entries: in coordinate format
    Csc     matrix;                           // in coordinate format
    double *values;                           // in array format
} File;

static FILE *open_body(const char *name, File *f, char size[128])
{
    char  line[512];
    FILE *file = fopen(in_folder(name), "r");
    if (!file)
        fail_msg("%s was not written", name);
    assert_non_null(fgets(f->banner, sizeof f->banner, file));
    while (fgets(line, sizeof line, file) && line[0] == '%')
        f->comments++;
    snprintf(size, 128, "%.100s", line);
    return file;
}

static void read_sparse(const char *name, File *f)
{
    char size[128];
    *f = (File){.rows = 0};
    FILE *file = open_body(name, f, size);
    assert_string_equal(f->banner, "%%MatrixMarket matrix coordinate real symmetric\n");
    assert_int_equal(sscanf(size, "%d %d %d", &f->rows, &f->columns, &f->entries), 3);
    assert_int_equal(f->rows, f->columns);
    f->matrix.n = f->rows;
    f->matrix.column_start = calloc((size_t)f->rows + 1, sizeof(int32_t));
    f->matrix.row = calloc((size_t)f->entries, sizeof(int32_t));
    f->matrix.value = calloc((size_t)f->entries, sizeof(double));
    int last = 1;
    for (int k = 0; k < f->entries; k++) {
        int row = 0, column = 0;
        assert_int_equal(fscanf(file, "%d %d %lf", &row, &column, &f->matrix.value[k]), 3);
        assert_true(row >= column && column >= last && row <= f->rows); // the lower triangle by column, numbered from 1
        last = column;
        f->matrix.row[k] = row - 1;
        f->matrix.column_start[column] = k + 1;
    }
    char rest[8];
    assert_int_equal(fscanf(file, "%7s", rest), EOF);
    fclose(file);
}

static void read_dense(const char *name, int columns, File *f)
{
    char size[128];
    *f = (File){.rows = 0};
    FILE *file = open_body(name, f, size);
    assert_string_equal(f->banner, "%%MatrixMarket matrix array real general\n");
    assert_int_equal(sscanf(size, "%d %d", &f->rows, &f->columns), 2);
    assert_int_equal(f->columns, columns);
    f->values = calloc((size_t)f->rows * (size_t)columns, sizeof(double));
    for (int k = 0; k < f->rows * columns; k++)
        assert_int_equal(fscanf(file, "%lf", &f->values[k]), 1);
    fclose(file);
}

static void free_file(File *f)
{
    free(f->matrix.column_start);
    free(f->matrix.row);
    free(f->matrix.value);
    free(f->values);
}

static double norm(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}

// NAME.mtx with NAME_rhs.mtx: weft's own solution solves this system. If the matrix is definite, CHOLMOD gets the same solution.
static void check_system(const char *name, int order, int columns, bool definite)
{
    File matrix, rhs, solution;
    char file[64];
    snprintf(file, sizeof file, "%s.mtx", name);
    read_sparse(file, &matrix);
    snprintf(file, sizeof file, "%s_rhs.mtx", name);
    read_dense(file, columns, &rhs);
    snprintf(file, sizeof file, "%s_solution.mtx", name);
    read_dense(file, columns, &solution);
    assert_int_equal(matrix.rows, order);
    assert_int_equal(rhs.rows, order);
    assert_true(matrix.comments >= 3 && norm(rhs.values, order) > 0);
    double          *product = calloc((size_t)order, sizeof *product), *found = calloc((size_t)order, sizeof *found);
    Linsys          *linsys = NULL;
    ParamSet         params = {0};
    Arena            arena = arena_init(0);
    const LinsysOps *ops = linsys_find("cholmod_simplicial");
    param_set_add(&params, ops->params);
    const LinsysSetup setup = {.matrix = &matrix.matrix, .threads = 1, .params = &params, .arena = &arena, .scalar = true};
    if (definite) {
        assert_int_equal(ops->create(&setup, &linsys).code, STATUS_OK);
        assert_int_equal(ops->refactor(linsys, &matrix.matrix).code, STATUS_OK);
    }
    for (int c = 0; c < columns; c++) {
        const double *b = rhs.values + c * order, *x = solution.values + c * order;
        csc_multiply(&matrix.matrix, x, product);
        for (int i = 0; i < order; i++)
            product[i] -= b[i];
        assert_true(norm(product, order) <= 1e-10 * (norm(b, order) + 1e-3 * norm(rhs.values, order * columns)));
        if (!definite)
            continue;
        ops->solve_scalar(linsys, b, found);
        for (int i = 0; i < order; i++)
            found[i] -= x[i];
        assert_true(norm(found, order) <= 1e-9 * norm(solution.values, order * columns));
    }
    if (linsys)
        ops->destroy(linsys);
    arena_destroy(&arena);
    free(product);
    free(found);
    free_file(&matrix);
    free_file(&rhs);
    free_file(&solution);
}

// Runs the command on a small cloth whose particles keep their order, then one step of the solver with one iteration.
static void run_both(const char *solver, const char *settings)
{
    char command[400];
    snprintf(command, sizeof command, "matrix cloth --solver %s --set scene.n=%d --set order=none %s -o %s", solver, N, settings, folder);
    assert_int_equal(weft(command), 0);
    snprintf(command, sizeof command,
             "sim cloth --solver %s --set scene.n=%d --set order=none --set iterations=1 %s --steps 1 --state-out %s", solver, N, settings,
             in_folder("after.csv"));
    assert_int_equal(weft(command), 0);
}

// Positions after the step, x y z of each particle.
static void read_after(double x[PARTICLES][3])
{
    char  line[512];
    FILE *file = fopen(in_folder("after.csv"), "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    for (int i = 0; i < PARTICLES; i++) {
        int index = 0;
        assert_non_null(fgets(line, sizeof line, file));
        assert_int_equal(sscanf(line, "%d,%lf,%lf,%lf", &index, &x[i][0], &x[i][1], &x[i][2]), 4);
    }
    fclose(file);
}

TEST_WITH(test_pd, set_up, tear_down)
{
    double x[PARTICLES][3];
    File   solution, wide;
    run_both("pd", "");
    check_system("pd", PARTICLES, 3, true);
    check_system("pd_3n", 3 * PARTICLES, 1, true);
    read_after(x);
    read_dense("pd_solution.mtx", 3, &solution);
    read_dense("pd_3n_solution.mtx", 1, &wide);
    for (int i = 0; i < PARTICLES; i++)
        for (int k = 0; k < 3; k++) {
            assert_true(fabs(solution.values[k * PARTICLES + i] - x[i][k]) <= 1e-14); // one iteration ends at the solution
            assert_true(fabs(wide.values[3 * i + k] - x[i][k]) <= 1e-14);
        }
    free_file(&solution);
    free_file(&wide);
}

// The solution is the displacement from y = x_0 + h² g, starting at rest.
static void check_moved(const char *name)
{
    double x[PARTICLES][3], before[PARTICLES][3], moved = 0;
    char   file[64], command[400];
    File   solution;
    snprintf(file, sizeof file, "%s_solution.mtx", name);
    read_dense(file, 1, &solution);
    read_after(x);
    snprintf(command, sizeof command, "sim cloth --solver pbd --set scene.n=%d --set order=none --dt 1e-9 --steps 1 --state-out %s", N,
             in_folder("after.csv"));
    assert_int_equal(weft(command), 0);
    read_after(before); // the start positions, except for 1e-17 m
    for (int i = 0; i < PARTICLES; i++)
        for (int k = 0; k < 3; k++) {
            const bool   pin = i == PARTICLES - 1 || i == PARTICLES - N;
            const double y = before[i][k] - (pin || k != 1 ? 0 : 9.81 / 3600);
            assert_true(fabs(x[i][k] - y - solution.values[3 * i + k]) <= 1e-12);
            moved = fmax(moved, fabs(solution.values[3 * i + k]));
        }
    assert_true(moved > 1e-6);
    free_file(&solution);
}

TEST_WITH(test_newton, set_up, tear_down)
{
    run_both("newton", "");
    check_system("newton", 3 * PARTICLES, 1, true);
    check_moved("newton");
}

TEST_WITH(test_constraints, set_up, tear_down)
{
    enum { SPRINGS = 2 * N * (N - 1) + 2 * (N - 1) * (N - 1) };
    run_both("xpbd_direct", "");
    check_system("xpbd_direct", SPRINGS, 1, true);
    run_both("xpbd_direct", "--set method=kkt");
    check_system("kkt", 3 * PARTICLES, 1, true);
    check_system("kkt_whole", 3 * PARTICLES + SPRINGS, 1, false);
    check_moved("kkt");
}

// A system whose Hessian is a matrix plus rank-one terms: both are written, and the solution solves their sum.
TEST_WITH(test_directions, set_up, tear_down)
{
    char command[400], size[128];
    File matrix, rhs, solution, factors, directions = {.rows = 0};
    snprintf(command, sizeof command, "matrix blob --solver newton --steps 4 -o %s", folder);
    assert_int_equal(weft(command), 0);
    read_sparse("newton.mtx", &matrix);
    read_dense("newton_rhs.mtx", 1, &rhs);
    read_dense("newton_solution.mtx", 1, &solution);
    read_dense("newton_factors.mtx", 1, &factors);
    double *product = calloc((size_t)matrix.rows, sizeof *product), *direction = calloc((size_t)matrix.rows, sizeof *direction), along = 0;
    csc_multiply(&matrix.matrix, solution.values, product);
    FILE *file = open_body("newton_directions.mtx", &directions, size);
    assert_int_equal(sscanf(size, "%d %d %d", &directions.rows, &directions.columns, &directions.entries), 3);
    assert_int_equal(directions.rows, matrix.rows);
    assert_int_equal(directions.columns, 1);
    for (int k = 0; k < directions.entries; k++) {
        int    row = 0, column = 0;
        double value = 0;
        assert_int_equal(fscanf(file, "%d %d %lf", &row, &column, &value), 3);
        direction[row - 1] = value;
        along += value * solution.values[row - 1];
    }
    fclose(file);
    const double without = norm(product, matrix.rows);
    for (int i = 0; i < matrix.rows; i++)
        product[i] += factors.values[0] * along * direction[i] - rhs.values[i];
    assert_true(norm(product, matrix.rows) <= 1e-9 * fmax(without, norm(rhs.values, matrix.rows)));
    assert_true(fabs(factors.values[0] * along) > 0);
    free(product);
    free(direction);
    free_file(&matrix);
    free_file(&rhs);
    free_file(&solution);
    free_file(&factors);
}

TEST_WITH(test_refused, set_up, tear_down)
{
    char command[400];
    snprintf(command, sizeof command, "matrix cloth --solver xpbd -o %s", folder);
    assert_int_not_equal(weft(command), 0); // has no linear system
    assert_int_not_equal(weft("matrix cloth --solver pd"), 0);
    assert_int_not_equal(weft("matrix cloth --solver pd -o /nonexistent/folder"), 0);
}
