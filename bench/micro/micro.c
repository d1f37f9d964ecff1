#include "micro.h"

#include <sched.h>

#include "measure/environment.h"

void micro_register_threads(const char *name, MicroRun run, const void *table, int64_t size)
{
    const int pus = environment_pus();
    for (int threads = 1; threads < pus; threads *= 2)
        micro_register(name, run, (MicroJob){.table = table, .size = size, .threads = threads});
    micro_register(name, run, (MicroJob){.table = table, .size = size, .threads = pus});
}

// A benchmark with more threads may follow, and a new thread starts where its creator is bound: hence the way back.
void micro_run_placed(MicroState *state, MicroRun run, const MicroJob *job)
{
    cpu_set_t before;
    if (sched_getaffinity(0, sizeof before, &before) != 0) {
        micro_fail(state, "the system does not tell where this process may run");
        return;
    }
    if (micro_ok(state, environment_place(job->threads)))
        run(state, job);
    if (sched_setaffinity(0, sizeof before, &before) != 0)
        micro_fail(state, "the calling thread could not be freed from its core");
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
