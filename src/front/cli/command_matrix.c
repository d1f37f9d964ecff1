// weft matrix: the linear systems of one step as MatrixMarket files, for other sparse solvers.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/private/case_flags.h"
#include "cli/private/matrix_set.h"
#include "cli/private/single.h"

enum { TIMEOUT_S = 86400 };

typedef struct Wanted {
    CaseFlags   flags;
    const char *state, *folder, *list;
} Wanted;

static const Flag FLAGS[] = {
    CASE_FLAGS(Wanted, flags, "", ""),
    {"output", 'o', "DIR", "write the files there", FLAG_PATH, .offset = offsetof(Wanted, folder)},
    {"state", 0, "FILE", "start from this state (a file of weft sim --state-out)", FLAG_PATH, .offset = offsetof(Wanted, state)},
    {"list", 0, "FILE", "instead of one scene's: all systems that this file lists, for benchmarks (datasets/systems.yaml)", FLAG_PATH,
     .offset = offsetof(Wanted, list)},
    {0}};

static Status make_case(Wanted *w, Case *c)
{
    TRY(case_flags_make(&w->flags, c));
    if (!c->params.said[param_index(&c->params, "steps")])
        TRY(case_set(c, "steps", "1"));
    if (!c->solver->uses_linsys) {
        char others[200] = "";
        for (int i = 0; solver_at(i); i++)
            if (solver_at(i)->uses_linsys)
                snprintf(others + strlen(others), sizeof others - strlen(others), "%s%s", *others ? ", " : "", solver_at(i)->name);
        return status_make(STATUS_UNSUPPORTED, "matrix: solver `%s` solves no linear system; these do: %s", c->solver->name, others);
    }
    if (!w->folder)
        return status_make(STATUS_USAGE, "matrix: -o is missing, the folder for the files");
    TRY(case_resolve(c));
    if (c->precision != PRECISION_F64)
        return status_make(STATUS_INPUT, "matrix: the systems are written in f64; leave --precision out");
    return file_make_folder(w->folder);
}

static void print_systems(const json_t *rows)
{
    size_t        index = 0;
    const json_t *row = NULL;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) == ROW_SYSTEM)
            printf("%s  %lld unknowns, %lld entries of the lower triangle\n", json_string_value(json_object_get(row, "path")),
                   (long long)json_integer_value(json_object_get(row, "order")),
                   (long long)json_integer_value(json_object_get(row, "entries")));
    }
}

static Status run_list(const Wanted *w)
{
    const CaseFlags *f = &w->flags;
    if (f->scene || f->solver || f->linsys || f->steps || f->dt || f->precision || f->sets.count || w->state)
        return status_make(STATUS_USAGE,
                           "matrix: --list says what each system is made of; of the other flags it takes -o and --threads only");
    if (!w->folder)
        return status_make(STATUS_USAGE, "matrix: -o is missing, the folder for the files");
    const Status status = matrix_set_write(w->list, w->folder, f->threads);
    return status.code == STATUS_OK ? status : status_prefix(status, "matrix");
}

static Status run(Options *options)
{
    Wanted w = {.flags.command = "matrix"};
    Case   c;
    TRY(options_read(options, &w, 0, 1));
    w.flags.scene = options_argument(options, 0);
    if (w.list)
        return run_list(&w);
    if (!w.flags.scene)
        return status_make(STATUS_USAGE, "matrix: the scene is missing; `weft list scenes` lists them");
    TRY(make_case(&w, &c));
    json_t *rows = json_array();
    if (!rows)
        return status_make(STATUS_MEMORY, "out of memory for the rows of the worker");
    const WorkerJob job = {.setup = &c, .systems = w.folder, .state_in = w.state};
    const Status    status = single_run(&job, TIMEOUT_S, rows);
    print_systems(rows);
    json_decref(rows);
    return status.code == STATUS_OK ? status : status_prefix(status, "matrix");
}

const Command command_matrix = {
    .name = "matrix",
    .arguments = "SCENE --solver NAME -o DIR [--steps N] [--set KEY=V]... | --list FILE -o DIR",
    .summary = "write the linear systems of one solver step as MatrixMarket files",
    .flags = FLAGS,
    .details =
        "Of the last of --steps (1): takes those before it. Without a flag: steps of 1/60 s, 1 thread, f64.\n"
        "For the first solve of the step: NAME.mtx (lower triangle), NAME_rhs.mtx, and NAME_solution.mtx as weft computed it.\n"
        "pd: the n × n matrix with three right-hand sides, and the same system over 3n unknowns as pd_3n. xpbd_direct: the system of the\n"
        "constraints; with --set method=kkt that of the positions and, as kkt_whole, the indefinite system of positions and multipliers.\n"
        "newton: the Hessian; rank-one terms of groups are in newton_directions and newton_factors; before regularisation, if the step "
        "meets\n"
        "one that is not positive definite, newton_indefinite, without a solution. A pinned particle is a row of the identity. Comments in "
        "each\n"
        "file describe its contents.\n"
        "--list: of each system in FILE, compressed: matrix, right-hand sides, a reference solution, coordinates of the rows; the times "
        "of\n"
        "weft's own direct systems on one thread and on --threads, an index and a README. DIR must be new or empty.\n",
    .run = run};
