// An observer of a step of a rig that keeps the metrics of its iterates.
#ifndef WEFT_TESTS_METRICS_LOG_H
#define WEFT_TESTS_METRICS_LOG_H

#include "measure/convergence.h"
#include "rig.h"

enum { LOGGED_MAX = 10001 };
typedef struct MetricsLog {
    Convergence convergence; // its base observes
    int         count;
    double      phi[LOGGED_MAX], worst; // worst: the largest rise of Φ in an iteration, against its size
    Metrics     first, last;            // first: of the last iterate that began a substep
} MetricsLog;

static inline void metrics_log_add(void *user, const Iterate *iterate, const Metrics *m)
{
    MetricsLog *log = user;
    assert_true(log->count < LOGGED_MAX);
    if (iterate->iteration >= 0)
        log->worst = fmax(log->worst, (m->objective - log->last.objective) / (log->last.objective + 1e-9));
    else
        log->first = *m;
    log->phi[log->count++] = m->objective;
    log->last = *m;
}

static inline void metrics_log(MetricsLog *log, Rig *rig)
{
    *log = (MetricsLog){0};
    assert_ok(convergence_init(&log->convergence, &rig->model, &rig->arena, metrics_log_add, log));
}

#endif
