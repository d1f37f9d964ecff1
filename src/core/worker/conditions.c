#include "worker/private/conditions.h"

#include <stdio.h>

#include "machine/environment.h"

Status conditions_open(int threads, Conditions *out)
{
    *out = (Conditions){.threads = threads, .placed = true};
    TRY(waiting_open("/proc/self/task", threads, &out->waiting));
    TRY(stolen_open("/proc/stat", threads, &out->stolen));
    out->switches_before = environment_involuntary_switches();
    out->stolen_before_ms = stolen_ms(&out->stolen);
    return status_ok();
}

void conditions_close(Conditions *conditions)
{
    stolen_close(&conditions->stolen);
    waiting_close(&conditions->waiting);
}

void conditions_check(Conditions *conditions, const char *when)
{
    const Status status = environment_verify(conditions->threads);
    if (status.code == STATUS_OK || !conditions->placed)
        return;
    conditions->placed = false;
    snprintf(conditions->misplaced, sizeof conditions->misplaced, "%s: %.200s", when, status.text);
}

int64_t conditions_switches(const Conditions *conditions)
{
    const int64_t now = environment_involuntary_switches();
    return now < 0 || conditions->switches_before < 0 ? -1 : now - conditions->switches_before;
}

double conditions_stolen_ms(const Conditions *conditions)
{
    return stolen_ms(&conditions->stolen) - conditions->stolen_before_ms;
}
