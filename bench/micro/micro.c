#include "micro.h"

#include <sched.h>

#include "machine/environment.h"
#include "measure/rates.h"

void micro_register_threads(const char *name, MicroRun run, const void *table, int64_t size)
{
    const int pus = environment_pus();
    for (int threads = 1; threads < pus; threads *= 2)
        micro_register(name, run, (MicroJob){.table = table, .size = size, .threads = threads});
    micro_register(name, run, (MicroJob){.table = table, .size = size, .threads = pus});
}

// A benchmark with more threads may follow, and a new thread inherits the binding of its creator, so the binding is undone.
void micro_run_placed(MicroState *state, MicroRun run, const MicroJob *job)
{
    cpu_set_t before;
    if (sched_getaffinity(0, sizeof before, &before) != 0) {
        micro_fail(state, "the system does not tell where this process may run");
        return;
    }
    if (micro_ok(state, environment_place(job->threads))) {
        run(state, job);
        micro_compare(state, job->threads);
    }
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
    json_t                  *environment = environment_describe(WEFT_ISA, REAL_NAME, 0);
    for (size_t i = 0; environment && i < sizeof KEYS / sizeof *KEYS; i++) {
        const char *value = json_string_value(json_object_get(environment, KEYS[i]));
        add(KEYS[i], value ? value : "unknown");
    }
    json_decref(environment);
}

// ---- rates of the machine ----

enum { THREADS_KNOWN = 16 };

// The rates measured so far, reused by benchmarks with the same working set.
typedef struct KnownRates {
    int       count, threads[THREADS_KNOWN];
    Bandwidth rates[THREADS_KNOWN][RATES_SETS]; // read: 0: not measured
} KnownRates;

// The index in measure/rates.h of the smallest working set of at least this size and 4 KiB per thread.
static int set_index(int threads, double working_set)
{
    int index = 0;
    while (index + 1 < RATES_SETS && ((double)(RATES_SMALLEST << index) < working_set || RATES_SMALLEST << index < 4096 * threads))
        index++;
    return index;
}

static Bandwidth *find_rate(KnownRates *known, int threads, int set)
{
    int at = 0;
    while (at < known->count && known->threads[at] != threads)
        at++;
    if (at == THREADS_KNOWN)
        return NULL;
    if (at == known->count)
        known->threads[known->count++] = threads;
    return &known->rates[at][set];
}

static Bandwidth bandwidth_at(int threads, double working_set)
{
    static KnownRates known; // one process, one machine: what was measured stays true
    const int         set = set_index(threads, working_set);
    Bandwidth        *rate = find_rate(&known, threads, set), measured = {0};
    if (rate && rate->read > 0)
        return *rate;
    if (rates_bandwidth(threads, RATES_SMALLEST << set, &measured).code != STATUS_OK)
        return (Bandwidth){0};
    if (rate)
        *rate = measured;
    return measured;
}

double micro_min_time(int threads, const MicroTraffic *t)
{
    const Bandwidth whole = bandwidth_at(threads, t->working_set), part = t->updated > 0 ? bandwidth_at(threads, t->updated_set) : whole;
    return whole.read > 0 && part.update > 0 ? (t->bytes - t->updated) / whole.read + t->updated / part.update : 0;
}
