// The shared library of a plugin, and whether its tables are what weft_solver.h says.
#include <dlfcn.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "plugin/private/plugin_table.h"

static Status check_table(const char *path, const WeftSolver *table, int number)
{
    if (table->abi != WEFT_SOLVER_ABI)
        return plugin_error(
            path,
            "its solver number %d is of version %u of weft_solver.h, and this weft takes version %d; build it with this weft's header",
            number, (unsigned)table->abi, WEFT_SOLVER_ABI);
    if (table->size != sizeof *table)
        return plugin_error(path, "its solver number %d says that its table has %u bytes, of %zu; set `size` to sizeof(WeftSolver)", number,
                            (unsigned)table->size, sizeof *table);
    if (!table->create || !table->step)
        return plugin_error(path, "its solver number %d has no %s", number, table->create ? "step" : "create");
    if (table->takes & ~(unsigned)(WEFT_TAKES_HARD | WEFT_TAKES_DAMPED | WEFT_TAKES_INEQUALITIES) || !(table->precisions & 3u) ||
        table->precisions & ~3u || table->needs & ~15u)
        return plugin_error(path, "its solver number %d has a bit that means nothing in takes, precisions or needs, or no precision",
                            number);
    if (table->aim < WEFT_AIM_OBJECTIVE || table->aim > WEFT_AIM_ERRORS || table->order < WEFT_ORDER_MEMORY ||
        table->order > WEFT_ORDER_SCENE || table->momentum < WEFT_MOMENTUM_UNSAID || table->momentum > WEFT_MOMENTUM_KEPT)
        return plugin_error(path, "its solver number %d has an aim, an order or a momentum that is none", number);
    return status_ok();
}

bool library_rounds_well(void)
{
    const volatile double least = DBL_MIN, one = 1, part = DBL_EPSILON / 8;
    return least / 2 > 0 && one + part == one && one - part == one && -one - part == -one;
}

Status library_open(const char *path, const WeftSolver *const **out)
{
    const WeftSolver *const *(*door)(void);
    // A name without a slash would be searched for in folders of the system.
    char there[1100];
    snprintf(there, sizeof there, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *handle = dlopen(there, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return plugin_error(path, "cannot be loaded: %s", dlerror());
    void *symbol = dlsym(handle, "weft_solvers");
    if (!symbol)
        return plugin_error(path,
                            "has no function weft_solvers; see weft_solver.h (in C++ and Rust it needs C linkage, and must be exported)");
    memcpy(&door, &symbol, sizeof door);
    *out = door();
    if (!library_rounds_well())
        return plugin_error(path, "changes how numbers are rounded when it is loaded, as code does that flushes denormal numbers to zero; "
                                  "link it without -ffast-math");
    if (!*out || !**out)
        return plugin_error(path, "weft_solvers returns no solver");
    for (int i = 0; (*out)[i]; i++)
        TRY(check_table(path, (*out)[i], i + 1));
    return status_ok();
}
