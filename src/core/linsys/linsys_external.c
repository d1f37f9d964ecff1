// A direct solver of somebody else, in a shared library behind linsys_external.h: MUMPS, faer, a solver of one's own. The variable
// WEFT_LINSYS_LIBRARY names its file. What it is called and its version are recorded with every case (solver_library), and the variable is
// part of the environment that is recorded with the run, so that samples of two libraries are told apart.
#include <dlfcn.h>
#include <string.h>

#include "linsys/private/outside_system.h"

extern const LinsysOps linsys_external;

static const char *const ORDERINGS[] = {"own", "nd", NULL};
enum { ORDERING_OWN, ORDERING_ND };

static const Param PARAMS[] = {
    PARAM_CHOICE_ROW("ordering", ORDERINGS, ORDERING_OWN, "own: that of the library; nd: nested dissection by particle positions, by weft",
                     .role = PARAM_ROLE_ORDERING),
    PARAM_CHOICE_ROW("factor", OUTSIDE_FACTORS, OUTSIDE_F64, OUTSIDE_FACTOR_SUMMARY),
    PARAM_END,
};

static Status open_solver(const WeftDirectSolver **out)
{
    static const char *const    FILES[] = {NULL};
    static const OutsideLibrary LIBRARY = {
        .system = "external",
        .variable = "WEFT_LINSYS_LIBRARY",
        .files = FILES,
        .remedy = "set WEFT_LINSYS_LIBRARY to the file of a shared library that exports weft_direct_solver (linsys_external.h)"};
    void *handle;
    const WeftDirectSolver *(*door)(void);
    TRY(outside_library_open(&LIBRARY, &handle));
    void *symbol = dlsym(handle, "weft_direct_solver");
    memcpy(&door, &symbol, sizeof door);
    *out = door ? door() : NULL;
    if (!*out || (*out)->version != WEFT_DIRECT_VERSION)
        return status_make(STATUS_UNSUPPORTED,
                           "external: the library that WEFT_LINSYS_LIBRARY names %s; build it with the linsys_external.h of this weft",
                           *out ? "has another version of the interface" : "exports no weft_direct_solver");
    if (!(*out)->name || !(*out)->analyse || !(*out)->factor || !(*out)->solve || !(*out)->info || !(*out)->destroy)
        return status_make(STATUS_UNSUPPORTED, "external: the table of the library that WEFT_LINSYS_LIBRARY names has an empty slot; only "
                                               "smallest_pivot may be NULL");
    return status_ok();
}

static Status present(void)
{
    const WeftDirectSolver *solver;
    return open_solver(&solver);
}

static Status create(const LinsysSetup *setup, Linsys **out)
{
    OutsideKind kind = {.ops = &linsys_external, .dissect = param_choice(setup->params, "ordering") == ORDERING_ND};
    *out = NULL;
    TRY(open_solver(&kind.solver));
    return outside_system_create(setup, &kind, out);
}

const LinsysOps linsys_external = {
    .name = "external",
    .summary = "a direct solver in a shared library, whose file WEFT_LINSYS_LIBRARY names; x, y and z share one n×n factor",
    .params = PARAMS,
    .lanes = 1,
    .foreign = true,
    .present = present,
    .create = create,
    .refactor = outside_system_refactor,
    .solve = outside_system_solve,
    .solve_scalar = outside_system_solve_scalar,
    .smallest_pivot = outside_system_smallest_pivot,
    .failed = outside_system_failed,
    .info = outside_system_info,
    .destroy = outside_system_destroy,
};
