// The environment variables of a worker process.
#include "run/private/worker_environment.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Variables that would give the worker another number of threads, another spin, or bind them before it does so itself.
static bool is_dropped(const char *entry)
{
    static const char *const DROPPED[] = {
        "OMP_NUM_THREADS=",        "OMP_THREAD_LIMIT=", "OMP_DYNAMIC=",         "OMP_PROC_BIND=",      "OMP_PLACES=",
        "OPENBLAS_NUM_THREADS=",   "GOTO_NUM_THREADS=", "GOMP_CPU_AFFINITY=",   "GOMP_SPINCOUNT=",     "MKL_NUM_THREADS=",
        "MKL_DOMAIN_NUM_THREADS=", "MKL_DYNAMIC=",      "MKL_INTERFACE_LAYER=", "MKL_THREADING_LAYER="};
    for (size_t i = 0; i < sizeof DROPPED / sizeof *DROPPED; i++)
        if (strncmp(entry, DROPPED[i], strlen(DROPPED[i])) == 0)
            return true;
    return false;
}

Status variables_init(int threads, int64_t spin, Variables *out)
{
    size_t count = 0, used = 0;
    while (environ[count])
        count++;
    out->entries = (char **)calloc(count + VARIABLES_ADDED + 1, sizeof *out->entries);
    if (!out->entries)
        return status_make(STATUS_MEMORY, "out of memory for the environment of a worker");
    for (size_t i = 0; i < count; i++)
        if (!is_dropped(environ[i]))
            out->entries[used++] = environ[i];
    snprintf(out->added[0], sizeof out->added[0], "OMP_NUM_THREADS=%d", threads);
    // Libraries cannot start teams of their own.
    snprintf(out->added[1], sizeof out->added[1], "OMP_THREAD_LIMIT=%d", threads);
    snprintf(out->added[2], sizeof out->added[2], "OMP_DYNAMIC=false");
    snprintf(out->added[3], sizeof out->added[3], "GOMP_SPINCOUNT=%lld", (long long)spin);
    for (int i = 0; i < VARIABLES_ADDED; i++)
        out->entries[used++] = out->added[i];
    return status_ok();
}

void variables_destroy(Variables *variables)
{
    free(variables->entries);
    variables->entries = NULL;
}
