#include "plugin/private/conform_watch.h"

#include <math.h>
#include <stdio.h>

static void need(ConformWatch *w, bool holds, ConformCheck check, const char *what)
{
    if (holds || w->fault[0])
        return;
    w->check = check;
    snprintf(w->fault, sizeof w->fault, "substep %d, iteration %d: %s", w->substep, w->iteration, what);
}

static void measure(ConformWatch *w, double *phi, double *rms)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < CONFORM_PARTICLES; i++)
        if (w->model->inverse_mass[i] > 0) {
            const double4 d = double4_sub(w->x[i], w->y[i]);
            sum += 0.5 * w->model->mass[i] * double4_dot(d, d);
        }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < w->model->sets[kind].count && !w->model->sets[kind].ops->balanced; i++) {
            double value[CONSTRAINT_COMPONENTS_MAX];
            constraint_evaluate(&w->model->sets[kind], i, i + 1, w->x, value, NULL);
            need(w, value[0] >= 0 || !w->model->sets[kind].ops->nonnegative, CONFORM_ITERATES, "the value of a constraint is negative");
            squares += pow(constraint_magnitude(&w->model->sets[kind], value), 2);
        }
    *phi = sum + w->h * w->h * model_energy(w->model, w->x, NULL);
    *rms = sqrt(squares / w->model->constraint_count);
}

// Checks and sums up the substep that ends.
static void close_substep(ConformWatch *w)
{
    if (w->substep < 0)
        return;
    need(w, w->iteration >= -1, CONFORM_ITERATES, "no iterate was reported, not even number -1");
    need(w, w->iteration >= 0 || w->iterations < 0, CONFORM_ITERATES, "no iterate after number -1 was reported");
    need(w, w->iterations < 0 || w->iteration == w->iterations - 1, CONFORM_COUNTS,
         "this is the last iterate, which does not agree with the setting `iterations`");
    w->rounds++;
    w->worse += !(w->phi[1] < w->phi[0]);
    w->rms_sum[0] += w->rms[0];
    w->rms_sum[1] += w->rms[1];
}

static void begin(Observer *observer, const Start *start)
{
    ConformWatch *w = (ConformWatch *)observer;
    close_substep(w);
    need(w, start->substep == w->substep + 1 && start->substep < w->substeps, CONFORM_COUNTS, "substeps are not numbered 0, 1, ...");
    need(w, fabs(start->h * w->substeps - w->dt) < 1e-15, CONFORM_COUNTS, "h is not the time step divided by the number of substeps");
    w->substep = start->substep;
    w->iteration = -2;
    w->h = start->h;
    for (int i = 0; i < CONFORM_PARTICLES; i++) {
        const double4 x = double4_from(start->position[i]), v = double4_from(start->velocity[i]), f = model_force(w->model, i);
        const double  h = w->h, mass = w->model->inverse_mass[i], *g = w->model->gravity;
        need(w, x.w == (double)(real)mass, CONFORM_STEP, "the solver changed an inverse mass");
        w->y[i] = x;
        if (start->prediction)
            w->y[i] = double4_from(start->prediction[i]);
        else if (mass > 0)
            w->y[i] = (double4){x.x + h * (v.x + h * (g[0] + mass * f.x)), x.y + h * (v.y + h * (g[1] + mass * f.y)),
                                x.z + h * (v.z + h * (g[2] + mass * f.z)), 0};
    }
}

static void look_at_multipliers(ConformWatch *w, const Iterate *iterate)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < w->model->sets[kind].count && iterate_has_multipliers(iterate); i++)
            for (int c = 0; c < w->model->sets[kind].ops->components; c++)
                need(w, isfinite(iterate_multiplier(iterate, &w->model->sets[kind], kind, i, c)), CONFORM_FINITE,
                     "a multiplier is not finite");
}

static void look(Observer *observer, const Iterate *iterate)
{
    ConformWatch *w = (ConformWatch *)observer;
    w->iteration++;
    need(w, iterate->substep == w->substep, CONFORM_ITERATES, "an iterate of another substep was reported");
    need(w, iterate->iteration == w->iteration, CONFORM_ITERATES, "the number of an iterate is wrong; number them -1, 0, 1, ...");
    need(w, (iterate->exact == NULL) != (iterate->position == NULL) && !(iterate->lambda && iterate->exact_lambda), CONFORM_ITERATES,
         "an iterate has no positions, or two arrays of them");
    for (int i = 0; i < CONFORM_PARTICLES && (iterate->exact || iterate->position); i++)
        w->x[i] = iterate->exact ? iterate->exact[i] : double4_from(iterate->position[i]);
    look_at_multipliers(w, iterate);
    measure(w, &w->phi[1], &w->rms[1]);
    if (iterate->iteration < 0) {
        w->phi[0] = w->phi[1];
        w->rms[0] = w->rms[1];
    } else {
        w->iterates++;
    }
}

void conform_watch_init(const Model *model, double dt, int32_t substeps, ConformWatch *out)
{
    *out = (ConformWatch){.base = {.begin = begin, .iterate = look}, .model = model, .dt = dt, .substeps = substeps};
}

void conform_watch_begin(ConformWatch *watch)
{
    watch->substep = -1;
    watch->iterates = 0;
    watch->iterations = -1;
}

void conform_watch_end(ConformWatch *watch, int32_t iterations)
{
    watch->iterations = iterations;
    close_substep(watch);
    need(watch, watch->substep == watch->substeps - 1, CONFORM_COUNTS,
         "this is the last substep, which does not agree with the setting `substeps`");
}
