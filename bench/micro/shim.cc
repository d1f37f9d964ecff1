// Google Benchmark behind a C interface; the only C++ of weft.
#include "shim.h"

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <vector>

#include "table.h"

struct MicroState {
    benchmark::State    &state;
    MicroTraffic         traffic;
    unsigned char       *output;
    const unsigned char *start; // what an iteration moves; nullptr: it only writes
    size_t               bytes;
    void (*show)(void *user); // NULL: iterations write the output themselves
    void                      *user;
    std::vector<unsigned char> before; // the output after the last timed iteration
    bool                       checking, failed;
};

extern "C" void micro_register(const char *name, MicroRun run, MicroJob job)
{
    const std::string full = std::string(name) + "/threads:" + std::to_string(job.threads);
    benchmark::RegisterBenchmark(full.c_str(),
                                 [run, job](benchmark::State &state) {
                                     MicroState micro{state, {}, nullptr, nullptr, 0, nullptr, nullptr, {}, false, false};
                                     micro_run_placed(&micro, run, &job);
                                 })
        ->UseRealTime()
        ->Unit(benchmark::kMicrosecond);
}

// ---- does an iteration do its work? ----

extern "C" void micro_output(MicroState *state, void *memory, size_t bytes)
{
    micro_output_by(state, nullptr, nullptr, memory, bytes);
}

extern "C" void micro_output_by(MicroState *state, void (*show)(void *user), void *user, void *memory, size_t bytes)
{
    state->output = static_cast<unsigned char *>(memory);
    state->bytes = bytes;
    state->show = show;
    state->user = user;
}

extern "C" void micro_start(MicroState *state, const void *start)
{
    state->start = static_cast<const unsigned char *>(start);
}

static const unsigned char UNTOUCHED = 0xff;

static void begin_check(MicroState *state)
{
    if (state->show)
        state->show(state->user);
    state->before.assign(state->output, state->output + state->bytes);
    std::memset(state->output, UNTOUCHED, state->bytes);
    state->checking = true;
}

static void end_check(MicroState *state)
{
    size_t touched = 0, changed = 0;
    if (state->show)
        state->show(state->user);
    for (size_t i = 0; i < state->bytes; i++) {
        const bool written = state->output[i] != UNTOUCHED;
        touched += written;
        changed += written && state->output[i] != state->before[i];
    }
    if (2 * touched < state->bytes || (state->start && std::memcmp(state->output, state->start, state->bytes) == 0))
        micro_fail(state, "an iteration leaves most of its output as it was: it does less than its work");
    else if (state->show ? changed == 0 : changed > 0)
        micro_fail(state, state->show ? "an iteration of another input has the result of the one before: it does less than its work"
                                      : "an iteration has another result than the one before: its work depends on earlier ones");
}

extern "C" bool micro_next(MicroState *state)
{
    if (!state->checking && state->state.KeepRunning())
        return true;
    if (state->failed)
        return false;
    if (state->checking) {
        end_check(state);
        return false;
    }
    if (state->bytes > 0)
        begin_check(state);
    else
        micro_fail(state, "it names no output, so that nothing shows whether it does its work");
    return state->checking;
}

extern "C" void micro_pause(MicroState *state)
{
    if (!state->checking)
        state->state.PauseTiming();
}

extern "C" void micro_resume(MicroState *state)
{
    if (!state->checking)
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
    const double min_time = traffic.bytes > 0 ? micro_min_time(threads, &traffic) : 0;
    if (min_time > 0)
        state->state.counters["of_bandwidth"] = benchmark::Counter(min_time, benchmark::Counter::kIsIterationInvariantRate);
}

extern "C" void micro_fail(MicroState *state, const char *message)
{
    state->failed = true;
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
