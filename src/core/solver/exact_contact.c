#include "solver/private/exact_contact.h"

#include <string.h>

#include "assembly/contact_couplings.h"
#include "contact/contact_friction.h"
#include "step/team.h"

Status exact_contact_init(ExactContact *contact, const SolverSetup *setup)
{
    *contact = (ExactContact){.contacts = setup->contacts, .threads = setup->threads};
    if (!contact->contacts)
        return status_ok();
    TRY(motion_init(&contact->motion, setup, 1));
    TRY(ARENA_NEW(setup->arena, setup->model->particle_count, &contact->prediction));
    for (int c = 0; contact->contacts->rubs && c < CONTACT_CLASSES; c++) {
        TRY(ARENA_NEW(setup->arena, contact->contacts->sets[c].room, &contact->used[c]));
        TRY(ARENA_NEW(setup->arena, contact->contacts->sets[c].room, &contact->found[c]));
        TRY(ARENA_NEW(setup->arena, contact->contacts->sets[c].room, &contact->residual[c]));
    }
    return contact_velocity_init(&contact->velocity, setup, &contact->motion, true);
}

// ---- the start of a step ----

static void copy_motion(ExactContact *contact, const State *state, const ExactMotion *motion)
{
    TEAM_EACH (i, state->particle_count) {
        const double4 y = motion->y[i];
        contact->motion.previous[i] = state->position[i];
        contact->prediction[i] = (real4){(real)y.x, (real)y.y, (real)y.z, state->position[i].w};
    }
}

Status exact_contact_detect(ExactContact *contact, const State *state, const ExactMotion *motion, const StepContext *context)
{
    PhaseClock *phases = context ? context->phases : NULL;
    const Start start = exact_motion_start(motion, state, 0);
#pragma omp parallel num_threads(contact->threads)
    {
        motion_update_loads(&contact->motion, state);
        copy_motion(contact, state, motion);
        contacts_detect(contact->contacts, state, phases);
        if (contacts_failed(contact->contacts).code == STATUS_OK)
            contacts_linearise(contact->contacts, contact->motion.previous, contact->prediction, state->velocity, start.h, start.end,
                               phases);
        if (contacts_failed(contact->contacts).code == STATUS_OK && contacts_have_bound(contact->contacts))
            contacts_cut(contact->contacts, motion->x);
    }
    return contacts_failed(contact->contacts);
}

// ---- the bound ----

int64_t exact_contact_cut(const ExactContact *contact, const double4 *x, const double *direction, double4 *out)
{
    int64_t cut = 0;
#pragma omp parallel num_threads(contact->threads) reduction(max : cut)
    {
        TEAM_EACH (i, contact->contacts->model->particle_count) {
            out[i] = x[i];
            double4_add_to(&out[i], 1, double4_of(&direction[3 * (size_t)i]));
        }
#pragma omp barrier
        cut = contacts_cut(contact->contacts, out);
    }
    return cut;
}

bool exact_contact_widen(const ExactContact *contact, double4 *x, const StepContext *context)
{
    bool done = false;
#pragma omp parallel num_threads(contact->threads) reduction(|| : done)
    done = contacts_bound_again(contact->contacts, x, context ? context->phases : NULL);
    team_phase(context, PHASE_RHS);
    return done;
}

// ---- the Hessian ----

static void outer(double4 a, double4 b, double block[9])
{
    const double p[3] = {a.x, a.y, a.z}, q[3] = {b.x, b.y, b.z};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            block[3 * r + c] = p[r] * q[c];
}

static void assemble_friction(const ContactSet *contact, ContactClass which, int32_t i, const double4 *x, Hessian *hessian)
{
    double           block[9];
    const ContactRow row = contact_row(contact, which, i);
    const ContactRub rub = contact_rub(contact, i, &row, contact_row_point(&row, x));
    if (!(rub.weight > 0))
        return;
    contact_rub_block(&rub, &row, block);
    for (int a = 0; a < row.vertices; a++)
        for (int b = 0; b <= a; b++)
            hessian_add_block(hessian, row.vertex[a], row.vertex[b], block, (double)row.weight[a] * (double)row.weight[b]);
}

void exact_contact_assemble(const ExactContact *contact, const double4 *x, double h2, Hessian *hessian)
{
    for (int c = 0; c < CONTACT_CLASSES; c++) {
        const ConstraintSet *set = &contact->contacts->sets[c].set;
        const int            v = set->ops->vertices;
        for (int32_t i = 0; i < set->count; i++) {
            double  value, block[9];
            double4 slope[CONTACT_VERTICES_MAX];
            set->ops->energy->evaluate(set, i, i + 1, x, &value, slope);
            if (contact->contacts->rubs && contact->contacts->sets[c].friction_max[i] > 0)
                assemble_friction(&contact->contacts->sets[c], (ContactClass)c, i, x, hessian);
            if (value >= 0)
                continue;
            for (int a = 0; a < v; a++)
                for (int b = 0; b <= a; b++) {
                    outer(slope[a], slope[b], block);
                    hessian_add_block(hessian, set->vertices[i * v + a], set->vertices[i * v + b], block,
                                      h2 * constraint_stiffness(set, i));
                }
        }
    }
}

bool exact_contact_fits(const ExactContact *contact, const Csc *blocks)
{
    return contact_couplings_are_in(contact->contacts, blocks);
}

// ---- the end ----

// λ = −h² k C of active contacts.
static void find_multipliers(const ExactContact *contact, const double4 *x)
{
    const double h2 = contact->contacts->h * contact->contacts->h;
    for (int c = 0; c < CONTACT_CLASSES; c++) {
        ContactSet          *touching = &contact->contacts->sets[c];
        const ConstraintSet *set = &touching->set;
        for (int32_t i = 0; i < set->count; i++) {
            double value;
            set->ops->energy->evaluate(set, i, i + 1, x, &value, NULL);
            touching->lambda[i] = value < 0 ? (real)(-h2 * constraint_stiffness(set, i) * value) : 0;
        }
    }
}

void exact_contact_follow(const ExactContact *contact, const double4 *x)
{
    find_multipliers(contact, x);
    for (int c = 0; c < CONTACT_CLASSES; c++)
        memcpy(contact->used[c], contact->contacts->sets[c].friction_max, (size_t)contact->contacts->sets[c].set.count * sizeof(double));
#pragma omp parallel num_threads(contact->threads)
    contacts_friction_follow(contact->contacts);
}

// θ of the mixed forces: minimises |(1 − θ) r + θ r of the previous round|, r = found − used.
static double find_share(const ExactContact *contact)
{
    double along = 0, size = 0;
    for (int c = 0; c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < contact->contacts->sets[c].set.count; i++) {
            const double r = contact->contacts->sets[c].friction_max[i] - contact->used[c][i], change = r - contact->residual[c][i];
            along += r * change;
            size += change * change;
        }
    return size > 0 ? fmin(fmax(along / size, -20), 0.9) : 0;
}

void exact_contact_mix(const ExactContact *contact, bool first)
{
    const double share = first ? 0 : find_share(contact);
    for (int c = 0; c < CONTACT_CLASSES; c++) {
        const ContactSet *set = &contact->contacts->sets[c];
        for (int32_t i = 0; i < set->set.count; i++) {
            const double found = set->friction_max[i], mixed = found - share * (found - contact->found[c][i]);
            contact->residual[c][i] = found - contact->used[c][i];
            contact->found[c][i] = found;
            if (found > 0)
                contact_friction_follow(contact->contacts, (ContactClass)c, i, fmax(mixed, 0.1 * found) / (double)set->friction[i]);
        }
    }
}

void exact_contact_finish(const ExactContact *contact, const double4 *x, State *state, const StepContext *context)
{
    find_multipliers(contact, x);
#pragma omp parallel num_threads(contact->threads)
    {
        contacts_friction_finish(contact->contacts, x);
#pragma omp barrier
        contact_velocity_apply(&contact->velocity, state, context);
    }
}
