#include "measure/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Residuals below are round-off of positions of some metres.
static const double LEAST_RESIDUAL = sizeof(real) == sizeof(float) ? 1e-4 : 1e-9;
static const double MOST_LEFT = 0.5, MOST_OBJECTIVE = 1.1, MOST_DEPTH = 1.01; // of the thickness
enum { MOST_SLOW = 3 };                                                       // one in these many steps
static const double MOST_RISE = 0.1, MOST_DRIFT = 0.02, MOST_TURN = 0.1, MOST_SUPPORT = 0.03, MOST_BENDING = 0.02,
                    MOST_FORCES = 0.1; // finding_list.h

Status findings_init(Findings *f, const char *solver, const Model *model, int64_t steps, int32_t substeps, Arena *arena)
{
    const double thickness = model->surface ? model->surface->rules.thickness : 0;
    *f = (Findings){.solver = solver, .thickness = thickness, .highest = {.objective_ratio = MOST_OBJECTIVE}};
    f->depth = MOST_DEPTH * thickness;
    TRY(balance_history_init(model, steps, substeps, arena, &f->balance));
    return ARENA_NEW(arena, steps, &f->shares);
}

// Not where a criterion was met that leaves a residual out, which has none at the start.
static bool is_of_fixed_iterations(const StepOutcome *outcome)
{
    return strcmp(outcome->ended, STEP_END_NAMES[STEP_DONE]) == 0 && outcome->residual_begin > 0;
}

// Whether the residual is relative to the external forces: that scale does not depend on the start of the step.
static bool is_of_forces(const StepOutcome *outcome)
{
    return outcome->residual && strcmp(outcome->residual, "gradient") == 0 && isfinite(outcome->unbalanced);
}

void findings_step(Findings *f, const StepOutcome *outcome)
{
    f->steps++;
    if (is_of_fixed_iterations(outcome) && (is_of_forces(outcome) || outcome->residual_begin > LEAST_RESIDUAL)) {
        const double share = is_of_forces(outcome) ? outcome->unbalanced : outcome->residual_end / outcome->residual_begin;
        f->shares[f->share_count++] = share;
        f->kept += share > MOST_LEFT;
        if (is_of_forces(outcome))
            snprintf(f->residual, sizeof f->residual, "external forces unbalanced");
        else
            snprintf(f->residual, sizeof f->residual, "initial residual (%s)", outcome->residual);
    }
    f->above += outcome->objective_ratio > MOST_OBJECTIVE; // false for NaN
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

// ---- one function for each kind: whether it was found, and its line ----

// contact_bound, not the solve, limited the motion of particles.
static bool find_contact_bound(Findings *f, char *line, size_t size)
{
    snprintf(line, size,
             "contact_bound: in %lld of %lld steps (first: step %lld) the bound, not the solve, limited the motion; it removed %.3g kg m/s "
             "of momentum. Use more substeps, a smaller dt or a larger contact thickness",
             (long long)f->stopped, (long long)f->contact_steps, (long long)f->stopped_step, f->cut_momentum);
    return f->stopped > 0;
}

static bool find_bound_open(Findings *f, char *line, size_t size)
{
    snprintf(line, size,
             "contact_bound: in a step, %lld pairs had no bound: a script moves one through the other within the step, or they already "
             "touch. Crossings of these pairs are not prevented. Slow the script down, or use a smaller dt or more substeps",
             (long long)f->open);
    return f->open > 0;
}

static bool find_crossings(Findings *f, char *line, size_t size)
{
    snprintf(line, size,
             "crossings: %lld in step %lld, the first: %s; %lld in all steps. Use more substeps, a smaller dt, a stiffer contact or "
             "contact_bound",
             (long long)f->crossed, (long long)f->crossed_step, f->crossing, (long long)f->crossings);
    return f->crossings > 0;
}

static bool find_penetration(Findings *f, char *line, size_t size)
{
    snprintf(line, size,
             "penetration: bodies overlapped, deepest in step %lld: %.3g m, above the contact thickness of %.3g m. Use more substeps, "
             "a smaller dt, or a stiffer or thicker contact",
             (long long)f->deepest_step, f->depth, f->thickness);
    return f->depth > MOST_DEPTH * f->thickness;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool find_iterations(Findings *f, char *line, size_t size)
{
    const double forces = balance_history_forces(&f->balance);
    if (MOST_SLOW * f->kept <= f->steps && forces > MOST_FORCES) { // false for NaN
        snprintf(
            line, size,
            "iterations: %s rests out of balance: the forces on particles are off by %.2g times their weights and loads, so the shape may "
            "be wrong. Use more iterations or substeps",
            f->solver, forces);
        return true;
    }
    if (MOST_SLOW * f->kept <= f->steps)
        return false;
    qsort(f->shares, (size_t)f->share_count, sizeof *f->shares, compare);
    const double median = 0.5 * (f->shares[(f->share_count - 1) / 2] + f->shares[f->share_count / 2]);
    snprintf(
        line, size,
        "iterations: in %lld of %lld steps %s left more than half of the %s (median %.2g): the steps are not converged, or constraints "
        "contradict each other. Use more iterations or substeps",
        (long long)f->kept, (long long)f->steps, f->solver, f->residual, median);
    return true;
}

// A minimiser never ends above the objective of no motion, and one such step is enough to throw bodies apart.
static bool find_objective(Findings *f, char *line, size_t size)
{
    if (f->above == 0)
        return false;
    snprintf(line, size,
             "objective: in %lld of %lld steps constraints and contacts ended with more energy than went into the step (step %lld: %.3g "
             "times). The solve created the excess, which then accelerates the bodies. %s",
             (long long)f->above, (long long)f->steps, (long long)f->highest.step, f->highest.objective_ratio,
             is_of_fixed_iterations(&f->highest) ? "Use more iterations or a smaller dt"
                                                 : "It converged to a solution other than the minimiser: use a smaller dt");
    return true;
}

static bool find_energy(Findings *f, char *line, size_t size)
{
    const BalanceHistory *b = &f->balance;
    snprintf(
        line, size,
        "energy: the total energy rose by %.3g J up to step %lld, %.0f %% of the %.3g J available, though no external force does work. "
        "Use more iterations, a smaller dt or another start",
        b->rise, (long long)b->rise_step, 100 * b->rise / b->rise_of, b->rise_of);
    return b->rise > MOST_RISE * b->rise_of;
}

// "the scene", "body 2", or where a body has several pieces, the one.
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
    if (drift.value > MOST_DRIFT)
        snprintf(line, size,
                 "momentum: the centre of mass of %s drifted by %.3g m without a force, %.0f %% of its radius: unconverged steps of %s "
                 "do not conserve momentum. Use more iterations, or newton, pd or xpbd, which do",
                 piece_text(b, drift.piece, text), b->piece[drift.piece].drift, 100 * drift.value, f->solver);
    else if (turn.value > MOST_TURN)
        snprintf(line, size,
                 "momentum: %s turned by %.3g rad without a torque: unconverged steps of %s do not conserve angular momentum. Use more "
                 "iterations, or newton",
                 piece_text(b, turn.piece, text), turn.value, f->solver);
    return drift.value > MOST_DRIFT || turn.value > MOST_TURN;
}

static bool find_creep(Findings *f, char *line, size_t size)
{
    const Creep *creep = &f->balance.crept;
    snprintf(line, size,
             "creep: particle %d moved by %.3g m along its contact in %lld steps, though friction stayed below its limit: friction on "
             "velocities acts only after the step. Set `friction_on: position` in the scene, or use a smaller dt",
             creep->particle, creep->path, (long long)creep->steps);
    return creep->path > f->thickness;
}

static bool find_support(Findings *f, char *line, size_t size)
{
    const PieceWorst force = balance_history_support(&f->balance), moment = balance_history_bending(&f->balance);
    const bool       bends = !(force.value > MOST_SUPPORT);
    const PieceWorst worst = bends ? moment : force;
    char             text[64];
    if (worst.piece >= 0)
        snprintf(
            line, size,
            "support: in the last %lld steps in which %s was supported, the mean %s on it was off by %.2g times %sits weight and loads "
            "(rounding excluded): it is not at rest, or in a wrong shape. Use more iterations, or another start",
            (long long)f->balance.piece[worst.piece].held, piece_text(&f->balance, worst.piece, text), bends ? "moment" : "force",
            worst.value, bends ? "that of " : "");
    return worst.value > (bends ? MOST_BENDING : MOST_SUPPORT);
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
