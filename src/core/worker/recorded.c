#include "worker/private/recorded.h"

#include "step/exact_motion.h"
#include "step/team.h"

typedef struct Recorded {
    Solver      base;
    ExactMotion motion;
    Contacts   *contacts;   // NULL: none
    real4      *prediction; // [particles] y, for contacts
    int         threads;
    const double (*position)[3], (*velocity)[3]; // at the end of the next step
} Recorded;

static Status create(const SolverSetup *setup, Solver **out)
{
    Recorded *s = NULL;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &SOLVER_RECORDED;
    s->contacts = setup->contacts;
    s->threads = setup->threads;
    TRY(exact_motion_init(&s->motion, setup->model, setup->dt, 1, setup->arena));
    TRY(ARENA_NEW(setup->arena, setup->model->particle_count, &s->prediction));
    *out = &s->base;
    return status_ok();
}

void recorded_show(Solver *solver, const double (*position)[3], const double (*velocity)[3])
{
    Recorded *s = (Recorded *)solver;
    s->position = position;
    s->velocity = velocity;
}

static Status find_contacts(const Recorded *s, const State *state, const Start *start)
{
    if (!s->contacts)
        return status_ok();
    for (int32_t i = 0; i < state->particle_count; i++) {
        const double4 y = s->motion.y[i];
        s->prediction[i] = (real4){(real)y.x, (real)y.y, (real)y.z, state->position[i].w};
    }
#pragma omp parallel num_threads(s->threads)
    {
        contacts_detect(s->contacts, state, NULL);
        if (contacts_failed(s->contacts).code == STATUS_OK)
            contacts_linearise(s->contacts, state->position, s->prediction, state->velocity, start->h, start->end, NULL);
    }
    return contacts_failed(s->contacts);
}

static Status step(Solver *base, State *state, StepContext *context)
{
    Recorded    *s = (Recorded *)base;
    const Model *model = s->motion.model;
    ASSERT(s->position);
    exact_motion_predict(&s->motion, state, 0);
    Start start = exact_motion_start(&s->motion, state, 0);
    TRY(find_contacts(s, state, &start));
    start.contacts = s->contacts;
    team_begin(context, &start);
    for (int32_t i = 0; i < model->particle_count; i++)
        s->motion.x[i] = double4_of(s->position[model->user_of[i]]);
    team_iterate(context, &(Iterate){.exact = s->motion.x});
    state_set(model, state, s->position, s->velocity);
    s->position = s->velocity = NULL;
    return status_ok();
}

const SolverOps SOLVER_RECORDED = {.name = "recorded",
                                   .summary = "replays the trajectory of another program",
                                   .takes = TAKES_HARD | TAKES_DAMPED | TAKES_BREAKABLE | TAKES_INEQUALITIES | TAKES_CONTACT |
                                            TAKES_HARD_CONTACT,
                                   .aim = AIM_OBJECTIVE,
                                   .schedule = solver_schedule_memory,
                                   .create = create,
                                   .step = step,
                                   .destroy = solver_destroy_nothing};
