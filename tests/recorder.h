// Observers of a step of a rig: one that records its iterates, and functions that ignore them.
#ifndef WEFT_TESTS_RECORDER_H
#define WEFT_TESTS_RECORDER_H

#include "rig.h"

static inline void ignore_start(Observer *observer, const Start *start)
{
    assert_true(start->h > 0);
}

static inline void ignore_iterate(Observer *observer, const Iterate *iterate) {}

// x_n, v_n, the prediction y and every iterate of a step, exact where the solver works in double. With multipliers, also those of the
// distance constraints, in the order of their set. Particles are numbered as in the model or as in the scene. It outlives the rig.
enum { RECORDED_MAX = 3001, RECORDED_VALUES_MAX = 140000 };
typedef enum Numbering { OF_MODEL, OF_SCENE } Numbering;
typedef struct Recorder {
    Observer     base;
    const Model *model;
    double       h; // s, of the substep
    Numbering    numbering;
    bool         has_prediction, is_exact; // of all iterates
    int          count, particles, rows, used, used_lambda;
    double4     *start, *velocity, *y, *x[RECORDED_MAX];
    double      *lambda[RECORDED_MAX]; // NULL: none
    double4      values[RECORDED_VALUES_MAX];
    double       lambda_values[RECORDED_VALUES_MAX];
} Recorder;

// The next n values: those of `exact`, otherwise of `rounded`.
static inline double4 *recorder_take(Recorder *r, const double4 *exact, const real4 *rounded)
{
    double4 *out = r->values + r->used;
    assert_true(r->used + r->particles <= RECORDED_VALUES_MAX);
    r->used += r->particles;
    for (int i = 0; i < r->particles; i++)
        out[r->numbering == OF_SCENE ? r->model->user_of[i] : i] = exact ? exact[i] : double4_from(rounded[i]);
    return out;
}

static inline void recorder_begin(Observer *observer, const Start *start)
{
    Recorder *r = (Recorder *)observer;
    assert_near(start->h, r->h, 1e-15);
    assert_int_equal(start->substep, 0);
    r->start = recorder_take(r, NULL, start->position);
    r->velocity = recorder_take(r, NULL, start->velocity);
    r->has_prediction = start->prediction != NULL;
    r->y = recorder_take(r, NULL, r->has_prediction ? start->prediction : start->position);
    for (int i = 0; i < r->particles && !r->has_prediction; i++) {
        const int32_t p = r->numbering == OF_SCENE ? r->model->model_of[i] : i;
        if (r->model->inverse_mass[p] > 0) {
            double4_add_to(&r->y[i], start->h, r->velocity[i]);
            double4_add_to(&r->y[i], start->h * start->h, double4_of(r->model->gravity));
        }
    }
}

static inline void recorder_iterate(Observer *observer, const Iterate *iterate)
{
    Recorder *r = (Recorder *)observer;
    assert_int_equal(iterate->iteration, r->count - 1);
    assert_true(r->count < RECORDED_MAX);
    r->is_exact = r->is_exact && iterate->exact;
    r->x[r->count] = recorder_take(r, iterate->exact, iterate->position);
    r->lambda[r->count] = NULL;
    if (iterate_has_multipliers(iterate)) {
        double *lambda = r->lambda[r->count] = r->lambda_values + r->used_lambda;
        assert_true(r->used_lambda + r->rows <= RECORDED_VALUES_MAX);
        r->used_lambda += r->rows;
        for (int32_t j = 0; j < r->rows; j++)
            lambda[j] = iterate_multiplier(iterate, &r->model->sets[CONSTRAINT_distance], CONSTRAINT_distance, j, 0);
    }
    r->count++;
}

// A step with the recorder.
static inline StepContext rig_record(Rig *rig, Recorder *r, Numbering numbering)
{
    StepContext context = {.observer = &r->base, .end = STEP_UNCONVERGED};
    r->base = (Observer){.begin = recorder_begin, .iterate = recorder_iterate};
    r->model = &rig->model;
    r->h = rig->h;
    r->numbering = numbering;
    r->is_exact = true;
    r->particles = rig->model.particle_count;
    r->rows = rig->model.sets[CONSTRAINT_distance].count;
    r->count = r->used = r->used_lambda = 0;
    rig_steps(rig, 1, &context);
    return context;
}

#endif
