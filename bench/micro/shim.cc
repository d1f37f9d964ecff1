// Google Benchmark behind a C interface; the only C++ of weft.
#include "shim.h"

#include <benchmark/benchmark.h>

#include <string>

struct MicroState {
    benchmark::State &state;
};

extern "C" void micro_register(const char *name, MicroRun run, MicroJob job)
{
    const std::string full = std::string(name) + "/threads:" + std::to_string(job.threads);
    benchmark::RegisterBenchmark(full.c_str(),
                                 [run, job](benchmark::State &state) {
                                     MicroState micro{state};
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
    state->state.counters["bytes_per_second"] =
        benchmark::Counter(bytes_per_iteration, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1024);
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

int main(int count, char **arguments)
{
    benchmark::Initialize(&count, arguments);
    if (benchmark::ReportUnrecognizedArguments(count, arguments))
        return 2;
    micro_describe([](const char *key, const char *value) { benchmark::AddCustomContext(key, value); });
    micro_register_all();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
