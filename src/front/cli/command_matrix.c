// weft matrix: the linear systems of one step as MatrixMarket files, for other sparse solvers.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/private/case_flags.h"
#include "cli/private/single.h"

enum { TIMEOUT_S = 86400 };

typedef struct OptionValues {
    CaseFlags   flags;
    const char *state, *folder, *reference, *system;
} OptionValues;

static const Flag FLAGS[] = {
    CASE_FLAGS(OptionValues, flags, "", ""),
    {"output", 'o', "DIR", "write the files to this folder", FLAG_PATH, .offset = offsetof(OptionValues, folder)},
    {"state", 0, "FILE", "start from this state (a file of weft sim --state-out)", FLAG_PATH, .offset = offsetof(OptionValues, state)},
    {"reference", 0, "NAME", "write one system, as files of this name, with a reference solution and the coordinates of its rows",
     FLAG_TEXT, .offset = offsetof(OptionValues, reference)},
    {"system", 0, "NAME", "with --reference: the name of the system (the first that the step solves)", FLAG_TEXT,
     .offset = offsetof(OptionValues, system)},
    {0}};

static Status make_case(OptionValues *w, Case *c)
{
    TRY(case_flags_make(&w->flags, c));
    if (!c->params.is_set[param_index(&c->params, "steps")])
        TRY(case_set(c, "steps", "1"));
    if (!c->solver->uses_linsys) {
        char others[200] = "";
        for (int i = 0; solver_at(i); i++)
            if (solver_at(i)->uses_linsys)
                snprintf(others + strlen(others), sizeof others - strlen(others), "%s%s", *others ? ", " : "", solver_at(i)->name);
        return status_make(STATUS_UNSUPPORTED, "matrix: solver `%s` solves no linear system; use one of %s", c->solver->name, others);
    }
    if (!w->folder)
        return status_make(STATUS_USAGE, "matrix: -o DIR is missing; give a folder for the files");
    TRY(case_resolve(c));
    if (c->precision != PRECISION_F64)
        return status_make(STATUS_INPUT, "matrix: systems are always written in f64; leave --precision out");
    const FileOutput output = {w->folder, "*.mtx"};
    TRY(file_keep(output, w->state));
    TRY(case_keep_files(c, output));
    return file_make_folder(w->folder);
}

// Numbers of a reference solution.
static void print_number(const json_t *row, const char *name)
{
    const json_t *value = json_object_get(row, name);
    if (json_is_number(value))
        printf(", %s %.3g", name, json_number_value(value));
}

static void print_systems(const json_t *rows)
{
    size_t        index = 0;
    const json_t *row = NULL;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) != ROW_SYSTEM)
            continue;
        printf("%s  %lld unknowns, %lld entries of the lower triangle", json_string_value(json_object_get(row, "path")),
               (long long)json_integer_value(json_object_get(row, "order")),
               (long long)json_integer_value(json_object_get(row, "entries")));
        print_number(row, "condition");
        print_number(row, "pivot");
        print_number(row, "negative");
        print_number(row, "residual");
        putchar('\n');
    }
}

static Status run(Options *options)
{
    OptionValues w = {.flags.command = "matrix"};
    Case         c;
    TRY(options_read(options, &w, 1, 1));
    w.flags.scene = options_argument(options, 0);
    if (w.system && !w.reference)
        return status_make(STATUS_USAGE, "matrix: --system needs --reference; without --reference all systems are written");
    if (w.reference && !text_is_file_name(w.reference))
        return status_make(STATUS_USAGE, "matrix: --reference `%.60s` is not a valid file name", w.reference);
    TRY(make_case(&w, &c));
    json_auto_t *rows = json_array();
    if (!rows)
        return status_make(STATUS_MEMORY, "out of memory for the rows of the worker");
    WorkerJob job = {.setup = &c, .systems = w.folder, .benchmark = w.reference, .system = w.system};
    TRY(job_start_from(w.state, &job));
    const Status status = single_run(&job, TIMEOUT_S, rows);
    print_systems(rows);
    return status.code == STATUS_OK ? status : status_prefix(status, "matrix");
}

const Command command_matrix = {.name = "matrix",
                                .arguments = "SCENE --solver NAME -o DIR [--steps N] [--set KEY=V]...\n"
                                             "       [--reference NAME [--system NAME]]",
                                .summary = "write the linear systems of one solver step as MatrixMarket files",
                                .flags = FLAGS,
                                .details = "Writes the first linear solve of the last of --steps (1). Defaults: steps of\n"
                                           "1/60 s, 1 thread, f64. Files:\n"
                                           "  NAME.mtx           the matrix, lower triangle\n"
                                           "  NAME_rhs.mtx       the right-hand side\n"
                                           "  NAME_solution.mtx  the solution that weft computed\n"
                                           "Systems by solver:\n"
                                           "  pd           the n × n matrix with three right-hand sides; pd_3n is the same\n"
                                           "               system over 3n unknowns\n"
                                           "  xpbd_direct  the system of the constraints; with --set method=kkt the system\n"
                                           "               of the positions, and the indefinite kkt_whole of positions and\n"
                                           "               multipliers\n"
                                           "  newton       the Hessian; rank-one terms of groups are in newton_directions\n"
                                           "               and newton_factors. If a Hessian of the step is not positive\n"
                                           "               definite, newton_indefinite is that matrix before\n"
                                           "               regularisation, without a solution\n"
                                           "A pinned particle is a row of the identity. Comments in each file describe its\n"
                                           "contents.\n"
                                           "--reference writes one system: NAME.mtx, NAME_rhs.mtx, NAME_coordinates.mtx\n"
                                           "(x, y, z of each row) and NAME_solution.mtx, factorised in double precision and\n"
                                           "refined with residuals in long double. It prints an estimate of the condition\n"
                                           "number, the smallest pivot, the number of negative eigenvalues and the residual.\n"
                                           "bench/systems.sh makes a set of such systems.\n",
                                .run = run};
