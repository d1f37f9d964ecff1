#include "run/private/look_ahead.h"

#include <math.h>

#include "run/private/sampling.h"

// Replaces the task's part of the sums by its remaining work without `share`.
static void count_task(Runner *r, int index, const int share[PASS_COUNT])
{
    Task          *task = &r->tasks[index];
    ForecastGround ground = FORECAST_SAME;
    int            left[PASS_COUNT] = {0};
    for (int pass = 0; pass < PASS_COUNT && task->todo; pass++)
        left[pass] = task->goal[pass] - task->done[pass] - share[pass];
    const double   seconds = forecast_repetitions(&r->forecast, index, left, &ground);
    const TaskLeft now = {.processes = task->todo ? sampling_processes_left(runner_planned(r, index), task) : 0,
                          .guessed = ground != FORECAST_SAME,
                          .seconds = seconds};
    r->left.processes += now.processes - task->left.processes;
    r->left.guessed += now.guessed - task->left.guessed;
    r->left.seconds += now.seconds - task->left.seconds;
    task->left = now;
}

static void say(Runner *r)
{
    RunState *state = r->state;
    state->processes = state->processes_ended + r->left.processes;
    state->after_s = fmax(0, r->left.seconds);                           // rounding errors of differences may be negative
    state->after_whole = r->left.guessed == 0 && !(r->settings->ci > 0); // `ci` may add processes later
}

static const int NONE[PASS_COUNT] = {0};

void look_at_all(Runner *r)
{
    for (int i = 0; i < r->task_count; i++)
        r->tasks[i].left = (TaskLeft){0};
    r->left = (TaskLeft){0};
    for (int i = 0; i < r->task_count; i++)
        count_task(r, i, NONE);
    say(r);
}

// Expected time of the remaining repetitions of a process; 0: unknown.
static double process_left(Runner *r, int index, const int done[PASS_COUNT])
{
    const Task    *task = &r->tasks[index];
    ForecastGround ground = FORECAST_UNKNOWN;
    int            left[PASS_COUNT];
    sampling_share(runner_planned(r, index), task, left);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        left[pass] -= done[pass] - task->done[pass];
    const double seconds = forecast_repetitions(&r->forecast, index, left, &ground);
    return ground == FORECAST_UNKNOWN ? 0 : seconds;
}

void look_again(Runner *r, const int done[PASS_COUNT], int64_t now_ns)
{
    int share[PASS_COUNT];
    if (forecast_is_stale(&r->forecast))
        look_at_all(r);
    const double left = process_left(r, r->task, done);
    sampling_share(runner_planned(r, r->task), &r->tasks[r->task], share);
    r->state->process_s = left > 0 ? (double)(now_ns - r->state->process_ns) * 1e-9 + left : 0;
    count_task(r, r->task, share);
    say(r);
}

void look_ahead(Runner *r, int index, int64_t now_ns)
{
    RunState *state = r->state;
    Task     *task = &r->tasks[index];
    r->task = index;
    state->process_ns = now_ns;
    state->case_process = ++task->started;
    state->case_processes = task->started - 1 + sampling_processes_left(runner_planned(r, index), task);
    state->pass = "";
    state->step = 0;
    state->steps = param_int(&runner_planned(r, index)->setup.params, "steps");
    look_again(r, task->done, now_ns);
}

void look_back(Runner *r, int index)
{
    r->task = -1;
    count_task(r, index, NONE);
    say(r);
}

double run_remaining(const RunState *state, int64_t now_ns, bool *whole)
{
    const double left = state->process_ns ? state->process_s - (double)(now_ns - state->process_ns) * 1e-9 : 0;
    *whole = state->after_whole && left > 0 && !*state->reference;
    return state->after_s + (left > 0 ? left : 0);
}
