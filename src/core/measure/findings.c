#include "measure/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Smaller residuals are round-off of positions of some metres.
static const double RESIDUAL_MIN = sizeof(real) == sizeof(float) ? 1e-4 : 1e-9;
static const double LEFT_MAX = 0.5, OBJECTIVE_MAX = 1.1, DEPTH_MAX = 1.01; // of the thickness
enum { SLOW_ONE_IN = 3 };                                                  // finding if more than one step in this many
static const double RISE_MAX = 0.1, DRIFT_MAX = 0.02, TURN_MAX = 0.1, SUPPORT_MAX = 0.03, BENDING_MAX = 0.02,
                    FORCES_MAX = 0.1; // finding_list.h

Status findings_init(Findings *f, const char *solver, const Model *model, int64_t steps, int32_t substeps, Arena *arena)
{
    const double thickness = model->surface ? model->surface->rules.thickness : 0;
    *f = (Findings){.solver = solver, .thickness = thickness, .highest = {.objective_ratio = OBJECTIVE_MAX}};
    f->depth = DEPTH_MAX * thickness;
    TRY(balance_history_init(model, steps, substeps, arena, &f->balance));
    return ARENA_NEW(arena, steps, &f->shares);
}

// False where a criterion was met that reports no residual at the start.
static bool is_of_fixed_iterations(const StepOutcome *outcome)
{
    return strcmp(outcome->ended, STEP_END_NAMES[STEP_DONE]) == 0 && outcome->residual_begin > 0;
}

// Whether the residual can be given relative to the external forces, a scale that does not depend on the start of the step.
static bool is_of_forces(const StepOutcome *outcome)
{
    return outcome->residual && strcmp(outcome->residual, "gradient") == 0 && isfinite(outcome->unbalanced);
}

void findings_step(Findings *f, const StepOutcome *outcome)
{
    f->steps++;
    if (is_of_fixed_iterations(outcome) && (is_of_forces(outcome) || outcome->residual_begin > RESIDUAL_MIN)) {
        const double share = is_of_forces(outcome) ? outcome->unbalanced : outcome->residual_end / outcome->residual_begin;
        f->shares[f->share_count++] = share;
        f->kept += share > LEFT_MAX;
        if (is_of_forces(outcome))
            snprintf(f->residual, sizeof f->residual, "residual ended above 50 %% of the external forces");
        else
            snprintf(f->residual, sizeof f->residual, "residual `%.40s` ended above 50 %% of its initial value", outcome->residual);
    }
    f->above += outcome->objective_ratio > OBJECTIVE_MAX; // false for NaN
    if (outcome->objective_ratio > f->highest.objective_ratio)
        f->highest = *outcome;
}

void findings_balance(Findings *f, const Balance *balance, double h)
{
    balance_history_step(&f->balance, balance, h);
}

void findings_contact(Findings *f, int64_t step, const ContactReport *report)
{
    f->contact_steps++;
    if (report->crossings > 0 && f->crossings == 0) {
        f->crossed = report->crossings;
        f->crossed_step = step;
        snprintf(f->crossing, sizeof f->crossing, "%s", report->crossing);
    }
    f->crossings += report->crossings;
    if (report->penetration_max > f->depth) {
        f->depth = report->penetration_max;
        f->deepest_step = step;
    }
    if (report->stopped > 0 && f->stopped++ == 0)
        f->stopped_step = step;
    if (report->cut > 0)
        f->cut_momentum += report->cut_momentum;
    f->open = report->bound_open > f->open ? report->bound_open : f->open;
}

// ---- one function for each kind: true if found; `line` gets its message ----

// The bound, not the solve, limited the displacement of particles.
static bool find_contact_bound(Findings *f, char *line, size_t size)
{
    snprintf(line, size,
             "contact_bound: in %lld of %lld steps (first: step %lld) the bound on displacements cut the motion of particles and removed "
             "%.3g kg m/s; use more substeps, a smaller dt or a thicker contact",
             (long long)f->stopped, (long long)f->contact_steps, (long long)f->stopped_step, f->cut_momentum);
    return f->stopped > 0;
}

static bool find_bound_open(Findings *f, char *line, size_t size)
{
    snprintf(line, size,
             "contact_bound: %lld pairs had no bound in one step: they touch, or a script moves one through the other within the step. "
             "Such pairs may cross; slow the script down, or use a smaller dt or more substeps",
             (long long)f->open);
    return f->open > 0;
}

static bool find_crossings(Findings *f, char *line, size_t size)
{
    snprintf(line, size,
             "crossings: surfaces passed through each other %lld times in step %lld (first: %s), %lld times in all; use more substeps, a "
             "smaller dt, a stiffer contact or `contact_bound: displacement`",
             (long long)f->crossed, (long long)f->crossed_step, f->crossing, (long long)f->crossings);
    return f->crossings > 0;
}

static bool find_penetration(Findings *f, char *line, size_t size)
{
    snprintf(line, size,
             "penetration: bodies overlap, deepest in step %lld: %.3g m at a contact thickness of %.3g m; use more substeps, "
             "a smaller dt, a stiffer or thicker contact",
             (long long)f->deepest_step, f->depth, f->thickness);
    return f->depth > DEPTH_MAX * f->thickness;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool find_iterations(Findings *f, char *line, size_t size)
{
    const double forces = balance_history_forces(&f->balance);
    if (SLOW_ONE_IN * f->kept <= f->steps && forces > FORCES_MAX) { // false for NaN
        snprintf(
            line, size,
            "iterations: at rest, the force error of %s on the particles is %.2g times their weights and loads, so the shape may be wrong; "
            "use more iterations or substeps",
            f->solver, forces);
        return true;
    }
    if (SLOW_ONE_IN * f->kept <= f->steps)
        return false;
    qsort(f->shares, (size_t)f->share_count, sizeof *f->shares, compare);
    const double median = 0.5 * (f->shares[(f->share_count - 1) / 2] + f->shares[f->share_count / 2]);
    snprintf(line, size,
             "iterations: %s did not converge: in %lld of %lld steps the %s (median %.*f %%): too few iterations, or constraints that "
             "contradict each other; use more iterations or substeps",
             f->solver, (long long)f->kept, (long long)f->steps, f->residual, 100 * median < 10 ? 2 : 0, 100 * median);
    return true;
}

// A minimiser never has a larger objective than the positions at the start of the step; one such step is enough to throw bodies apart.
static bool find_objective(Findings *f, char *line, size_t size)
{
    if (f->above == 0)
        return false;
    snprintf(
        line, size,
        "objective: in %lld of %lld steps constraints and contacts ended with more energy than entered the step (step %lld: %.3g times), "
        "and the excess moves the bodies afterwards; %s",
        (long long)f->above, (long long)f->steps, (long long)f->highest.step, f->highest.objective_ratio,
        is_of_fixed_iterations(&f->highest) ? "use more iterations or a smaller dt"
                                            : "the solve did not reach the minimum of the step's objective: use a smaller dt");
    return true;
}

static bool find_energy(Findings *f, char *line, size_t size)
{
    const BalanceHistory *b = &f->balance;
    snprintf(
        line, size,
        "energy: the total energy rose by %.3g J up to step %lld, which is %.0f %% of the %.3g J available, and no external force does "
        "work on the scene; use more iterations, a smaller dt, or another `start` (pd, vbd, avbd, calm)",
        b->rise, (long long)b->rise_step, 100 * b->rise / b->rise_of, b->rise_of);
    return b->rise > RISE_MAX * b->rise_of;
}

// "the scene", "body 2", or one piece of a body that has several.
static const char *piece_text(const BalanceHistory *b, int32_t piece, char text[64])
{
    const PieceHistory *of = &b->piece[piece];
    int32_t             pieces = 0; // of its body
    for (int32_t k = 0; k < b->piece_count; k++)
        pieces += b->piece[k].body == of->body;
    if (piece == b->piece_count || b->piece_count == 1)
        snprintf(text, 64, "the scene");
    else if (pieces == 1)
        snprintf(text, 64, "body %d", of->body);
    else
        snprintf(text, 64, "the piece of body %d with particle %d", of->body, of->particle);
    return text;
}

static bool find_momentum(Findings *f, char *line, size_t size)
{
    const BalanceHistory *b = &f->balance;
    char                  text[64];
    const PieceWorst      drift = balance_history_drift(b), turn = balance_history_turn(b);
    if (drift.value > DRIFT_MAX)
        snprintf(line, size,
                 "momentum: the centre of mass of %s drifted by %.3g m without a force (%.0f %% of its radius of gyration), because "
                 "unconverged steps of %s do not conserve momentum; use more iterations, or newton, pd or xpbd, which conserve it",
                 piece_text(b, drift.piece, text), b->piece[drift.piece].drift, 100 * drift.value, f->solver);
    else if (turn.value > TURN_MAX)
        snprintf(line, size,
                 "momentum: %s turned by %.3g rad without a torque, because unconverged steps of %s do not conserve angular momentum; "
                 "use more iterations, or newton",
                 piece_text(b, turn.piece, text), turn.value, f->solver);
    return drift.value > DRIFT_MAX || turn.value > TURN_MAX;
}

static bool find_creep(Findings *f, char *line, size_t size)
{
    const Creep *creep = &f->balance.crept;
    snprintf(line, size,
             "creep: particle %d slid by %.3g m along its contact in %lld steps, although friction stayed below its limit: friction on "
             "velocities acts only after a step; set `friction_on: position` in the scene, or use a smaller dt",
             creep->particle, creep->path, (long long)creep->steps);
    return creep->path > f->thickness;
}

// A scene at rest has a wrong shape; of one that moves, also the accelerations may be wrong.
static bool find_support(Findings *f, char *line, size_t size)
{
    const PieceWorst force = balance_history_support(&f->balance), moment = balance_history_bending(&f->balance);
    const bool       bends = !(force.value > SUPPORT_MAX);
    const PieceWorst worst = bends ? moment : force;
    char             text[64];
    if (worst.piece >= 0)
        snprintf(line, size,
                 "support: over the last %lld steps with %s supported, the mean %s error on it was %.2g times %sits weight and loads "
                 "(without rounding), so %s wrong; use more iterations, or another `start` (pd, vbd, avbd, calm)",
                 (long long)f->balance.piece[worst.piece].supported, piece_text(&f->balance, worst.piece, text), bends ? "moment" : "force",
                 worst.value, bends ? "that of " : "", f->balance.rests ? "its shape at rest is" : "its motion or its shape is");
    return worst.value > (bends ? BENDING_MAX : SUPPORT_MAX);
}

typedef struct Kind {
    const char *name;
    FindingKind hides;
    bool (*find)(Findings *f, char *line, size_t size);
} Kind;

static const Kind KINDS[FINDINGS] = {
#define FINDING(name, hides, voids, source) {#name, hides, find_##name},
#include "measure/finding_list.h"
};

bool findings_get(Findings *f, FindingKind kind, Finding *out)
{
    *out = (Finding){.kind = KINDS[kind].name, .text = out->line};
    for (int k = 0; k < FINDINGS; k++)
        if (KINDS[k].hides == kind && KINDS[k].find(f, out->line, sizeof out->line))
            return false;
    return KINDS[kind].find(f, out->line, sizeof out->line);
}
