// Google Benchmark behind a C interface; the only C++ of weft.
#include "shim.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>

#include "table.h"

struct MicroState {
    benchmark::State &state;
    MicroTraffic      traffic;
};

extern "C" void micro_register(const char *name, MicroRun run, MicroJob job)
{
    const std::string full = std::string(name) + "/threads:" + std::to_string(job.threads);
    benchmark::RegisterBenchmark(full.c_str(),
                                 [run, job](benchmark::State &state) {
                                     MicroState micro{state, {}};
                                     micro_run_placed(&micro, run, &job);
                                 })
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
}

extern "C" bool micro_next(MicroState *state)
{
    return state->state.KeepRunning();
}

extern "C" void micro_pause(MicroState *state)
{
    state->state.PauseTiming();
}

extern "C" void micro_resume(MicroState *state)
{
    state->state.ResumeTiming();
}

extern "C" void micro_items(MicroState *state, double items_per_iteration)
{
    state->state.counters["items_per_second"] = benchmark::Counter(items_per_iteration, benchmark::Counter::kIsIterationInvariantRate);
}

extern "C" void micro_bytes(MicroState *state, double bytes_per_iteration)
{
    state->traffic.bytes = bytes_per_iteration;
    state->state.counters["bytes_per_second"] =
        benchmark::Counter(bytes_per_iteration, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1024);
}

extern "C" void micro_working_set(MicroState *state, double bytes)
{
    state->traffic.working_set = bytes;
}

extern "C" void micro_updates(MicroState *state, double bytes_per_iteration, double set)
{
    state->traffic.updated = bytes_per_iteration;
    state->traffic.updated_set = set;
}

// Measuring the machine is slow: each working set is measured once per number of threads.
extern "C" void micro_compare(MicroState *state, int threads)
{
    MicroTraffic traffic = state->traffic;
    if (!(traffic.working_set > 0))
        traffic.working_set = traffic.bytes;
    const double least = traffic.bytes > 0 ? micro_least_time(threads, &traffic) : 0;
    if (least > 0)
        state->state.counters["of_bandwidth"] = benchmark::Counter(least, benchmark::Counter::kIsIterationInvariantRate);
}

extern "C" void micro_fail(MicroState *state, const char *message)
{
    state->state.SkipWithError(message);
}

extern "C" void micro_use(const void *pointer)
{
    benchmark::DoNotOptimize(pointer);
    benchmark::ClobberMemory();
}

// Removes `--table` from the arguments.
static bool take_table(int *count, char **arguments)
{
    bool taken = false;
    int  kept = 0;
    for (int i = 0; i < *count; i++) {
        const bool is_table = i > 0 && std::strcmp(arguments[i], "--table") == 0;
        taken = taken || is_table;
        if (!is_table)
            arguments[kept++] = arguments[i];
    }
    arguments[kept] = nullptr;
    *count = kept;
    return taken;
}

int main(int count, char **arguments)
{
    const bool    table = take_table(&count, arguments);
    TableReporter reporter;
    benchmark::Initialize(&count, arguments);
    if (benchmark::ReportUnrecognizedArguments(count, arguments))
        return 2;
    micro_describe([](const char *key, const char *value) { benchmark::AddCustomContext(key, value); });
    micro_register_all();
    if (table)
        benchmark::RunSpecifiedBenchmarks(&reporter);
    else
        benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
