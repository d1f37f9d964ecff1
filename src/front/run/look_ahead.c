#include "run/private/look_ahead.h"

#include "run/private/sampling.h"

// What all processes will take, less `share` of the task `index`.
static void sum_up(Runner *r, int index, const int share[PASS_COUNT])
{
    RunState *state = r->state;
    state->after_s = 0;
    state->after_whole = !(r->settings->ci > 0); // which adds processes as it goes
    for (int i = 0; i < r->task_count; i++) {
        ForecastGround ground = FORECAST_SAME;
        int            left[PASS_COUNT] = {0};
        for (int pass = 0; pass < PASS_COUNT && r->tasks[i].todo; pass++)
            left[pass] = r->tasks[i].goal[pass] - r->tasks[i].done[pass] - (i == index ? share[pass] : 0);
        state->after_s += forecast_repetitions(&r->forecast, i, left, &ground);
        state->after_whole = state->after_whole && ground != FORECAST_UNKNOWN;
    }
}

void look_after(Runner *r)
{
    static const int NONE[PASS_COUNT] = {0};
    sum_up(r, -1, NONE);
}

// How long the repetitions that are left of a process will take; 0: not known.
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
    int          share[PASS_COUNT];
    const double left = process_left(r, r->task, done);
    sampling_share(runner_planned(r, r->task), &r->tasks[r->task], share);
    r->state->process_s = left > 0 ? (double)(now_ns - r->state->process_ns) * 1e-9 + left : 0;
    sum_up(r, r->task, share);
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

double run_remaining(const RunState *state, int64_t now_ns, bool *whole)
{
    const double left = state->process_ns ? state->process_s - (double)(now_ns - state->process_ns) * 1e-9 : 0;
    *whole = state->after_whole && left > 0 && !*state->reference;
    return state->after_s + (left > 0 ? left : 0);
}
