#include "worker/private/counting.h"

Status counting_open(int threads, Counting *out)
{
    *out = (Counting){0};
    return counters_open(&COUNTER_SYSTEM, threads, &out->counters);
}

void counting_close(Counting *counting)
{
    counters_close(&counting->counters);
}

static void add(CountedPart *part, const CounterSums *sums, int64_t wall_ns)
{
    for (int c = 0; c < COUNTER_COUNT; c++)
        part->sums.value[c] += sums->value[c];
    for (int group = 0; group < GROUP_COUNT; group++) {
        part->sums.enabled_ns[group] += sums->enabled_ns[group];
        part->sums.running_ns[group] += sums->running_ns[group];
    }
    part->wall_ns += wall_ns;
    part->entered = true;
}

// Counts since the last lap belong to the phase that ends, and to the step.
static void lap(void *user, Phase ended)
{
    Counting     *counting = user;
    CounterSums   sums = {0};
    const int64_t wall_ns = clock_ns() - counting->since_ns;
    counters_lap(&counting->counters, &sums);
    if (counting->summing) {
        add(&counting->step, &sums, wall_ns);
        if (ended != PHASE_NONE)
            add(&counting->phases[ended], &sums, wall_ns);
    }
    counting->since_ns = clock_ns();
}

void counting_step_begin(Counting *counting, bool warmup, PhaseClock *clock)
{
    phase_clock_start(clock);
    clock->boundary = lap;
    clock->user = counting;
    counting->summing = false;
    lap(counting, PHASE_NONE); // counts between steps belong to no phase
    counting->summing = !warmup;
    counting->steps += !warmup;
}

void counting_step_end(Counting *counting)
{
    lap(counting, PHASE_NONE);
}
