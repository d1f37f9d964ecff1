#include "machine/disturbance.h"

#include <math.h>
#include <stddef.h>

#include "base/clock.h"
#include "base/gnu.h"
#include "machine/environment.h"

enum { CHAIN = 8192, CHAINS = 3, COST_SHARE = 100 };
#define TICK_NS INT64_C(10000000)

// ---- the clock of the processor ----

// Dependent additions of two registers: processors can fold additions of a constant.
static int64_t chain_ns(void)
{
    uint64_t      sum = 0, one = 1;
    const int64_t start = clock_ns();
    for (int i = 0; i < CHAIN; i += 8)
        for (int k = 0; k < 8; k++) {
            GNU_OPAQUE_NUMBER(one);
            sum += one;
            GNU_OPAQUE_NUMBER(sum);
        }
    return clock_ns() - start;
}

// Cycles per nanosecond of the calling core. Assumes that an addition takes one cycle, which holds on current processors.
static double read_ghz(void)
{
    int64_t best = INT64_MAX;
    for (int i = 0; i < CHAINS; i++) { // an interrupt disturbs only one chain
        const int64_t ns = chain_ns();
        best = ns < best ? ns : best;
    }
    return best > 0 ? (double)CHAIN / (double)best : (double)NAN;
}

// ---- sampling ----

static void sample_switches(Disturbance *d)
{
    const int64_t now = environment_involuntary_switches();
    const bool    known = now >= 0 && d->switches_before >= 0;
    d->signs[d->done - 1].switches = known ? now - d->switches_before : -1;
    d->switches_before = now;
}

static void sample_waiting(Disturbance *d, int64_t now_ns)
{
    const int64_t waiting = waiting_ns(d->waiting), time_ns = now_ns - d->of_waiting.begin_ns;
    const bool    known = waiting >= 0 && d->waiting_before_ns >= 0 && time_ns > 0;
    for (int64_t step = d->of_waiting.from; step < d->done; step++)
        d->signs[step].waited_share = known ? (double)(waiting - d->waiting_before_ns) / (double)time_ns : (double)NAN;
    d->waiting_before_ns = waiting;
}

static void sample_stolen(Disturbance *d, int64_t now_ns)
{
    const double stolen = stolen_ms(d->stolen);
    (void)now_ns;
    for (int64_t step = d->of_stolen.from; step < d->done; step++)
        d->signs[step].stolen_ms = stolen - d->stolen_before_ms; // NaN if either value is NaN
    d->stolen_before_ms = stolen;
}

static void sample_ghz(Disturbance *d, int64_t now_ns)
{
    const double ghz = read_ghz();
    (void)now_ns;
    for (int64_t step = d->of_ghz.from; step < d->done; step++)
        d->signs[step].ghz = ghz;
}

typedef void Sampler(Disturbance *d, int64_t now_ns);

// Ends an interval and begins the next one.
static void end_interval(Disturbance *d, Interval *interval, Sampler *sample)
{
    const int64_t now = clock_ns();
    sample(d, now);
    interval->from = d->done;
    interval->begin_ns = clock_ns();
    interval->cost_ns = interval->begin_ns - now;
}

static bool is_long(const Interval *interval, int64_t least_ns)
{
    const int64_t worth = COST_SHARE * interval->cost_ns;
    return clock_ns() - interval->begin_ns >= (worth > least_ns ? worth : least_ns);
}

// ---- steps ----

Status disturbance_init(const WaitingClock *waiting, const StolenClock *stolen, int64_t steps, Arena *arena, Disturbance *out)
{
    *out = (Disturbance){.waiting = waiting, .stolen = stolen};
    return ARENA_NEW(arena, (size_t)steps, &out->signs);
}

// No step has ended yet: these samples measure their own cost and the initial counts.
void disturbance_begin(Disturbance *d)
{
    d->done = 0;
    end_interval(d, &d->of_ghz, sample_ghz);
    end_interval(d, &d->of_stolen, sample_stolen);
    end_interval(d, &d->of_waiting, sample_waiting);
    d->switches_before = environment_involuntary_switches();
}

void disturbance_step(Disturbance *d)
{
    d->done++;
    sample_switches(d);
    if (is_long(&d->of_ghz, 0))
        end_interval(d, &d->of_ghz, sample_ghz);
    if (is_long(&d->of_waiting, 0))
        end_interval(d, &d->of_waiting, sample_waiting);
    if (is_long(&d->of_stolen, TICK_NS))
        end_interval(d, &d->of_stolen, sample_stolen);
}

void disturbance_end(Disturbance *d)
{
    end_interval(d, &d->of_ghz, sample_ghz);
    end_interval(d, &d->of_waiting, sample_waiting);
    end_interval(d, &d->of_stolen, sample_stolen);
}
