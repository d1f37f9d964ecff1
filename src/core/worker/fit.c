// A team that fits the work, measured: what a barrier takes against the work between two of them depends on the machine, the method, its
// settings and the scene, and a few steps know them all. A model knows the tasks of four methods only (front/run/replay.h).
//
// The steps are those with which the case begins, on threads, 1/2, 1/4 … of them and 1. In a process of its own: a team that was smaller
// once does not get its cores back (machine/placement.c), and the case must find memory as it would without.
#include "worker/private/fit.h"

#include <errno.h>
#include <math.h>
#include <omp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/statistics.h"
#include "machine/environment.h"
#include "worker/private/setup.h"

enum { STEPS_LEAST = 3, STEPS_MOST = 500 };

static const int64_t BUDGET_NS = 200000000; // of one team, past the least steps

// A larger team must be faster by this: it takes cores from others, and a tie is noise.
static const double WORTH = 0.95;

typedef struct Fit {
    Status status;
    int    team;
} Fit;

// ns of a step, the median: the least would forget what barriers take when a thread is late.
static Status time_steps(int64_t steps, Setup *setup, double *out)
{
    double        ns[STEPS_MOST] = {0};
    int           count = 0;
    const int64_t begun = clock_ns();
    while (count < STEPS_MOST && count < steps && (count < STEPS_LEAST || clock_ns() - begun < BUDGET_NS)) {
        StepContext   context = {0};
        const int64_t start = clock_ns();
        TRY(setup_release(setup, NULL));
        TRY(setup_step(setup, &context));
        ns[count++] = (double)(clock_ns() - start);
        setup->state.step++;
    }
    *out = statistics_median(ns, count);
    return status_ok();
}

static Status time_team(const Job *job, LinsysChoice *choice, int team, double *ns)
{
    Case  c = job->c;
    Setup setup = {0};
    c.params.values[param_index(&c.params, "threads")] = team;
    omp_set_num_threads(team);
    TRY(environment_place(team));
    Status status = setup_create(&c, job->state_in, false, choice, &setup);
    if (status.code == STATUS_OK)
        status = time_steps(param_int(&c.params, "steps"), &setup, ns);
    setup_destroy(&setup);
    return status;
}

static Status measure(const Job *job, int *team)
{
    LinsysChoice choice = job->choice;
    double       best = INFINITY;
    for (int size = (int)param_int(&job->c.params, "threads"); size >= 1; size /= 2) {
        double ns;
        TRY(time_team(job, &choice, size, &ns));
        if (ns * WORTH <= best)
            *team = size;
        best = fmin(ns, best);
    }
    return status_ok();
}

static _Noreturn void measure_and_tell(const Job *job, int to)
{
    Fit fit = {.status = status_ok()};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    fit.status = measure(job, &fit.team);
    _exit(write(to, &fit, sizeof fit) == (ssize_t)sizeof fit ? 0 : 1);
}

static Status failed(const char *what)
{
    return status_make(STATUS_ENVIRONMENT, "`team: fit`: the process that measures teams cannot %s: %s", what, strerror(errno));
}

static Status ask_process(const Job *job, Fit *fit)
{
    int ends[2], how = 0;
    if (pipe(ends) != 0)
        return failed("be spoken to");
    const pid_t process = fork();
    if (process == 0)
        measure_and_tell(job, ends[1]);
    close(ends[1]);
    const ssize_t got = process < 0 ? -1 : read(ends[0], fit, sizeof *fit);
    close(ends[0]);
    if (process < 0)
        return failed("be started");
    pid_t ended;
    do {
        ended = waitpid(process, &how, 0);
    } while (ended < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *fit ? fit->status
                                       : status_make(STATUS_ENVIRONMENT, "`team: fit`: the process that measures teams ended early%s",
                                                     WIFSIGNALED(how) ? ", by a signal" : "");
}

Status fit_team(const Job *job, int *team)
{
    Fit fit = {.status = status_ok(), .team = job->team};
    *team = (int)param_int(&job->c.params, "threads");
    if (param_choice(&job->c.params, "team") != TEAM_FIT || *team == 1)
        return status_ok();
    if (!fit.team)
        TRY(ask_process(job, &fit));
    if (fit.team < 1 || fit.team > *team)
        return status_make(STATUS_PROTOCOL, "a team of %d threads was recorded, of a case with %d", fit.team, *team);
    *team = fit.team;
    return status_ok();
}
