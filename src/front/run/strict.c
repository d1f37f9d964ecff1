#include "run/private/strict.h"

#include <stdio.h>

#include "base/clock.h"
#include "machine/fitness.h"

enum { CHECK_MS = 400, TEXT_SIZE = 400 };

static void check(Runner *r, Fitness *out)
{
    fitness_look(r->settings->system, r->strict.threads, CHECK_MS, r->signals.fd, out);
    r->strict.checked_ns = clock_ns();
}

static Status refuse(const char *when, const char *wrong)
{
    return status_make(STATUS_UNFIT,
                       "--strict: the machine is not fit to measure%s: %s; `weft doctor --strict` prints the effects and the remedies",
                       when, wrong);
}

Status strict_begin(Runner *r)
{
    Fitness fitness;
    char    wrong[TEXT_SIZE];
    if (!r->settings->strict)
        return status_ok();
    r->strict.threads = experiment_threads(r->settings->experiment);
    check(r, &fitness);
    fitness_count(r->settings->system, &r->strict.begun);
    fitness_unfit(&fitness, false, r->strict.advice, sizeof r->strict.advice);
    return fitness_unfit(&fitness, true, wrong, sizeof wrong) ? refuse("", wrong) : status_ok();
}

Status strict_record(Runner *r)
{
    char text[TEXT_SIZE];
    if (!*r->strict.advice)
        return status_ok();
    snprintf(text, sizeof text, "(%.*s)", TEXT_SIZE - 3, r->strict.advice);
    return store_run_note(r->store, r->run, text);
}

Status strict_wait(Runner *r)
{
    const int64_t begun = clock_ns();
    const double  limit_s = r->settings->quiet_s > 0 ? r->settings->quiet_s : STRICT_WAIT_S;
    if (!r->settings->strict || (double)(begun - r->strict.checked_ns) < STRICT_AGE_S * 1e9)
        return status_ok();
    runner_begin(r, -1, "checking the machine", "");
    for (;;) {
        Fitness fitness;
        char    wrong[TEXT_SIZE];
        check(r, &fitness);
        if (signals_pending(&r->signals))
            return runner_interrupted();
        if (!fitness_unfit(&fitness, true, wrong, sizeof wrong))
            return status_ok();
        if ((double)(clock_ns() - begun) > limit_s * 1e9)
            return refuse(" any more (finished repetitions are stored)", wrong);
    }
}

Status strict_end(Runner *r)
{
    FitnessCounts now;
    Fitness       fitness;
    char          wrong[TEXT_SIZE], text[TEXT_SIZE + 40];
    if (!r->settings->strict)
        return status_ok();
    fitness_count(r->settings->system, &now);
    fitness_judge(r->settings->system, r->strict.threads, &r->strict.begun, &now, false, &fitness);
    if (!fitness_unfit(&fitness, true, wrong, sizeof wrong))
        return status_ok();
    snprintf(text, sizeof text, "(not fit during the run: %s)", wrong);
    TRY(store_run_note(r->store, r->run, text));
    return refuse(", or was not during this run (finished repetitions are stored)", wrong);
}
