// Opens the shared library of a plugin and checks its tables against weft_solver.h and weft_direct.h.
#include <dlfcn.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "plugin/private/plugin_table.h"

static Status check_table(const char *path, const WeftSolver *table, int number)
{
    if (table->abi != WEFT_SOLVER_ABI)
        return plugin_error(
            path, "its solver number %d has version %u of weft_solver.h, but this weft needs version %d; build it with this weft's header",
            number, (unsigned)table->abi, WEFT_SOLVER_ABI);
    if (table->size != sizeof *table)
        return plugin_error(path, "its solver number %d has a `size` of %u bytes in place of %zu; set `size` to sizeof(WeftSolver)", number,
                            (unsigned)table->size, sizeof *table);
    if (!table->create || !table->step)
        return plugin_error(path, "its solver number %d has no function `%s`", number, table->create ? "step" : "create");
    if (table->takes & ~(unsigned)(WEFT_TAKES_HARD | WEFT_TAKES_DAMPED | WEFT_TAKES_INEQUALITIES) || !(table->precisions & 3u) ||
        table->precisions & ~3u || table->needs & ~15u)
        return plugin_error(path, "its solver number %d has an unknown bit in `takes`, `precisions` or `needs`, or no precision", number);
    if (table->aim < WEFT_AIM_OBJECTIVE || table->aim > WEFT_AIM_ERRORS || table->order < WEFT_ORDER_MEMORY ||
        table->order > WEFT_ORDER_SCENE || table->momentum < WEFT_MOMENTUM_UNSAID || table->momentum > WEFT_MOMENTUM_KEPT)
        return plugin_error(path, "its solver number %d has an unknown value of `aim`, `order` or `momentum`; see weft_solver.h", number);
    return status_ok();
}

bool library_rounds_well(void)
{
    const volatile double min = DBL_MIN, one = 1, part = DBL_EPSILON / 8;
    return min / 2 > 0 && one + part == one && one - part == one && -one - part == -one;
}

static Status check_direct(const char *path, const WeftDirectSolver *table)
{
    if (!table)
        return plugin_error(path, "weft_direct_solver returned no solver on this machine");
    if (table->version != WEFT_DIRECT_VERSION)
        return plugin_error(path, "has version %d of weft_direct.h, but this weft needs version %d; build it with this weft's header",
                            (int)table->version, WEFT_DIRECT_VERSION);
    if (!table->analyse || !table->factor || !table->solve || !table->info || !table->destroy)
        return plugin_error(path, "its direct solver lacks a function; only `smallest_pivot` may be NULL");
    return plugin_is_line(table->name, sizeof((Origin *)NULL)->version - 1) && *table->name
               ? status_ok()
               : plugin_error(path, "its direct solver needs a name of one line and at most 63 bytes");
}

static Status check_solvers(const char *path, const WeftSolver *const *tables)
{
    if (!tables || !*tables)
        return plugin_error(path, "weft_solvers returned no solver");
    for (int i = 0; tables[i]; i++)
        TRY(check_table(path, tables[i], i + 1));
    return status_ok();
}

Status library_open(const char *path, Library *out)
{
    const WeftSolver *const *(*solvers)(void) = NULL;
    const WeftDirectSolver *(*direct)(void) = NULL;
    // dlopen searches system folders for a name without a slash. RTLD_NODELETE: threads of a library may outlive its last use.
    char there[1100];
    snprintf(there, sizeof there, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *handle = dlopen(there, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle)
        return plugin_error(path, "cannot be loaded: %s", dlerror());
    void *of_solvers = dlsym(handle, "weft_solvers"), *of_direct = dlsym(handle, "weft_direct_solver");
    if (!of_solvers && !of_direct)
        return plugin_error(path, "has no function weft_solvers or weft_direct_solver; see weft_solver.h and weft_direct.h (in C++ and "
                                  "Rust, export it with C linkage)");
    memcpy(&solvers, &of_solvers, sizeof solvers);
    memcpy(&direct, &of_direct, sizeof direct);
    *out = (Library){.solvers = solvers ? solvers() : NULL, .direct = solvers ? NULL : direct()};
    if (!library_rounds_well())
        return plugin_error(path, "changes the rounding of floating-point numbers when it is loaded (flush to zero of denormal numbers?); "
                                  "link it without -ffast-math");
    return solvers ? check_solvers(path, out->solvers) : check_direct(path, out->direct);
}
