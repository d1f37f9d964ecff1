// `team: fit`: measures the team size with the fastest steps. The cost of a barrier relative to the work between two barriers depends on
// the machine, the method, its settings and the scene; timing a few steps covers all of them.
//
// It times the first steps of the case with all threads, 1/2, 1/4 … of them and 1, in a separate process. A team that was smaller once
// does not get its cores back (machine/placement.c), and the case must find memory in its usual state. Cheap steps take less time than a
// core may be slow for, so they are measured in several rounds, each in its own process.
#include "worker/private/fit.h"

#include <errno.h>
#include <fcntl.h>
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

enum { STEPS_MIN = 3, STEPS_MAX = 500, ROUNDS = 5, TEAMS = 16 };

static const int64_t BUDGET_NS = 200000000; // of one team after the minimum of steps, and of all rounds before the last

// A larger team must be faster by this factor: it takes cores from others, and a tie is noise.
static const double WORTH = 0.95;

// The result of a round: ns of a step on all threads, half of them, …
typedef struct Round {
    Status status;
    double ns[TEAMS];
} Round;

// ns of a step, the median: the minimum would miss the cost of barriers when a thread is late.
static Status time_steps(int64_t steps, Setup *setup, double *out)
{
    double        ns[STEPS_MAX] = {0};
    int           count = 0;
    const int64_t begun = clock_ns();
    while (count < STEPS_MAX && count < steps && (count < STEPS_MIN || clock_ns() - begun < BUDGET_NS)) {
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
    GNU_CLEANUP(setup_destroy) Setup setup = {0};
    Case                             c = job->c;
    c.params.values[param_index(&c.params, "threads")] = team;
    omp_set_num_threads(team);
    TRY(environment_place(team));
    TRY(setup_create(&c, &job->state_in, false, choice, &setup));
    return time_steps(param_int(&c.params, "steps"), &setup, ns);
}

// Lists the team sizes to measure, the largest first; returns their number.
static int list_teams(int threads, int sizes[TEAMS])
{
    int count = 0;
    for (; count < TEAMS && threads >= 1; threads /= 2)
        sizes[count++] = threads;
    return count;
}

static Status measure(const Job *job, Round *round)
{
    LinsysChoice choice = job->choice;
    int          sizes[TEAMS];
    const int    count = list_teams((int)param_int(&job->c.params, "threads"), sizes);
    for (int i = 0; i < count; i++)
        TRY(time_team(job, &choice, sizes[i], &round->ns[i]));
    return status_ok();
}

static _Noreturn void measure_and_tell(const Job *job, int to)
{
    Round round = {.status = status_ok()};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    round.status = measure(job, &round);
    _exit(write(to, &round, sizeof round) == (ssize_t)sizeof round ? 0 : 1);
}

static Status failed(const char *what)
{
    return status_make(STATUS_ENVIRONMENT, "`team: fit`: the process that measures team sizes cannot %s: %s", what, strerror(errno));
}

static Status ask_process(const Job *job, Round *round)
{
    int ends[2], how = 0;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return failed("be connected by a pipe");
    const pid_t process = fork();
    if (process == 0)
        measure_and_tell(job, ends[1]);
    close(ends[1]);
    pid_t ended = process;
    while (process > 0 && (ended = waitpid(process, &how, 0)) < 0 && errno == EINTR)
        ;
    const ssize_t got = ended < 0 ? -1 : read(ends[0], round, sizeof *round); // after its end: its children may keep the pipe open
    close(ends[0]);
    if (process < 0)
        return failed("be started");
    return got == (ssize_t)sizeof *round
               ? round->status
               : status_make(STATUS_ENVIRONMENT, "`team: fit`: the process that measures team sizes ended early%s",
                             WIFSIGNALED(how) ? ", by a signal" : "");
}

static int smallest_that_is_fast(int count, const int *sizes, double ns[][ROUNDS], int rounds)
{
    double best = INFINITY;
    int    team = sizes[0];
    for (int i = 0; i < count; i++) {
        const double own = statistics_median(ns[i], rounds);
        if (own * WORTH <= best)
            team = sizes[i];
        best = fmin(own, best);
    }
    return team;
}

static Status find_team(const Job *job, int *team)
{
    const int64_t begun = clock_ns();
    int           sizes[TEAMS] = {0}, rounds = 0;
    double        ns[TEAMS][ROUNDS] = {0};
    const int     count = list_teams((int)param_int(&job->c.params, "threads"), sizes);
    while (rounds < ROUNDS && (rounds == 0 || clock_ns() - begun < BUDGET_NS)) {
        Round round = {.status = status_ok()};
        TRY(ask_process(job, &round));
        for (int i = 0; i < count; i++)
            ns[i][rounds] = round.ns[i];
        rounds++;
    }
    *team = smallest_that_is_fast(count, sizes, ns, rounds);
    return status_ok();
}

Status fit_team(const Job *job, int *team)
{
    const int threads = (int)param_int(&job->c.params, "threads");
    *team = threads;
    if (param_choice(&job->c.params, "team") != TEAM_FIT || threads == 1)
        return status_ok();
    if (job->team)
        *team = job->team;
    else
        TRY(find_team(job, team));
    if (*team < 1 || *team > threads)
        return status_make(STATUS_PROTOCOL, "the recorded team has %d threads, the case only %d; run the case again", *team, threads);
    return status_ok();
}
