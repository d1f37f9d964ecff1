#include "micro.h"

#include <stdio.h>
#include <stdlib.h>

#include "measure/environment.h"

void micro_register_threads(const char *name, MicroRun run, const void *table, int64_t size)
{
    const int pus = environment_pus();
    for (int threads = 1; threads < pus; threads *= 2)
        micro_register(name, run, (MicroJob){.table = table, .size = size, .threads = threads});
    micro_register(name, run, (MicroJob){.table = table, .size = size, .threads = pus});
}

bool micro_place(MicroState *state, const MicroJob *job)
{
    return micro_ok(state, environment_place(job->threads));
}

bool micro_ok(MicroState *state, Status status)
{
    if (status.code != STATUS_OK)
        micro_fail(state, status.text);
    return status.code == STATUS_OK;
}

void micro_register_all(void)
{
#define MICRO(name) micro_##name();
#include "micro_list.h"
#undef MICRO
}

void micro_describe(void (*add)(const char *key, const char *value))
{
    static const char *const KEYS[] = {"precision", "cpu", "compiler", "flags", "isa", "commit", "blas", "governor"};
    json_t                  *environment = environment_describe(0);
    for (size_t i = 0; environment && i < sizeof KEYS / sizeof *KEYS; i++) {
        const char *value = json_string_value(json_object_get(environment, KEYS[i]));
        add(KEYS[i], value ? value : "unknown");
    }
    json_decref(environment);
}
