// Finding the library of a system that loads one.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "linsys/private/outside_system.h"

// RTLD_NODELETE: a library whose threads or thread-local data are still there must not be unmapped, and so no handle has to be kept.
static void *load(const char *path)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

Status outside_library_open(const OutsideLibrary *library, void **handle)
{
    const char *given = getenv(library->variable), *error = NULL;
    char        path[1024], said[200] = "";
    const bool  is_given = given && *given;
    *handle = !library->files[0] && is_given ? load(given) : NULL;
    for (int i = 0; !*handle && library->files[i]; i++) {
        const int length = is_given ? snprintf(path, sizeof path, "%s/%s", given, library->files[i])
                                    : snprintf(path, sizeof path, "%s", library->files[i]);
        if (length > 0 && (size_t)length < sizeof path)
            *handle = load(path);
    }
    if (*handle)
        return status_ok();
    if (is_given || library->files[0])
        error = dlerror();
    snprintf(said, sizeof said, "%s%.180s", error ? ": " : "", error ? error : "");
    return status_make(STATUS_UNSUPPORTED, "%s: its library is not there%s; %s", library->system, said, library->remedy);
}
