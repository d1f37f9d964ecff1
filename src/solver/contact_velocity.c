#include "solver/contact_velocity.h"

#include "solver/contact_row.h"
#include "solver/contact_run.h"
#include "solver/team.h"

Status contact_velocity_init(ContactVelocity *pass, const SolverSetup *setup, const Motion *motion, bool friction, bool soft)
{
    *pass = (ContactVelocity){.contacts = setup->contacts, .motion = motion, .friction = friction, .soft = soft};
    for (int c = 0; setup->contacts && c < CONTACT_CLASSES; c++)
        TRY(ARENA_NEW(setup->arena, setup->contacts->sets[c].room, &pass->work[c]));
    return status_ok();
}

// A contact that was pushed, and its velocities.
typedef struct Touch {
    const ContactSet *contact;
    int32_t           i;
    ContactRow        row;
    real              inverse_mass; // W
    real              push;         // kg m/s, the whole normal impulse so far
    real4             velocity;     // Σ w v, the collider's taken off
} Touch;

// v_j += w_j/m_j impulse; impulse: kg m/s.
static void kick(const Touch *touch, State *state, real4 impulse)
{
    const ContactRow *row = &touch->row;
    for (int j = 0; j < row->vertices; j++) {
        const int32_t at = row->vertex[j];
        const real    scale = row->weight[j] * state->position[at].w;
        real4        *v = &state->velocity[at];
        *v = (real4){v->x + scale * impulse.x, v->y + scale * impulse.y, v->z + scale * impulse.z, v->w};
    }
}

// ---- restitution ----

// 2|a|h of the particle of a contact that is accelerated the most: below it a body counts as resting.
static real least_closing(const Motion *motion, const ContactRow *row, const real4 *position)
{
    real most2 = 0;
    for (int j = 0; j < row->vertices; j++) {
        const int32_t at = row->vertex[j];
        const real4   a = motion_acceleration(motion, at, position[at].w);
        const real    a2 = real4_dot(a, a);
        most2 = a2 > most2 ? a2 : most2;
    }
    return 2 * motion->h * real_sqrt(most2);
}

// W k C² of a soft contact where the substep ends and where it starts, m²/s².
typedef struct Held {
    real end, start;
} Held;

static Held held_by(const ContactVelocity *pass, const Touch *touch)
{
    const ContactSet *contact = touch->contact;
    const real        alpha = contact->set.compliance[touch->i], h = pass->motion->h;
    if (!pass->soft || !(alpha > 0))
        return (Held){0};
    const real force = contact->lambda[touch->i] / (h * h);
    // The collider's surface was h·wall behind at the start.
    const real gap = real4_dot(touch->row.normal, contact_row_sum(&touch->row, pass->motion->previous)) - touch->row.offset +
                     h * real4_dot(touch->row.normal, contact->wall[touch->i]);
    return (Held){.end = touch->inverse_mass * alpha * force * force, .start = gap < 0 ? touch->inverse_mass * gap * gap / alpha : 0};
}

static real root_of_positive(real value)
{
    return value > 0 ? real_sqrt(value) : 0;
}

// v_n' of a contact whose normal speed is v_n now.
static real speed_after(const ContactVelocity *pass, const Touch *touch, const real4 *position, real speed)
{
    const real approach = touch->contact->approach[touch->i], e = (real)touch->contact->restitution[touch->i];
    const Held held = held_by(pass, touch);
    if (-approach > least_closing(pass->motion, &touch->row, position))
        return e * root_of_positive(approach * approach - held.end);
    const real leaving = approach > 0 ? approach : 0, given = held.start > held.end ? held.start - held.end : 0;
    const real most = root_of_positive(leaving * leaving + e * e * given);
    return speed < most ? speed : most;
}

static void restore(const ContactVelocity *pass, Touch *touch, State *state)
{
    const real  speed = real4_dot(touch->row.normal, touch->velocity);
    const real  change = speed_after(pass, touch, state->position, speed) - speed, impulse = change / touch->inverse_mass;
    const real4 n = touch->row.normal;
    kick(touch, state, (real4){impulse * n.x, impulse * n.y, impulse * n.z, 0});
    touch->velocity = (real4){touch->velocity.x + change * n.x, touch->velocity.y + change * n.y, touch->velocity.z + change * n.z, 0};
    touch->push += impulse;
}

// ---- friction ----

// J that an impulse along the surface takes from the bodies while their velocity at the contact goes from v to v + W impulse. What it does
// to the collider is not theirs.
static double work_of(const Touch *touch, real4 impulse, double share)
{
    const real4  v = touch->velocity, wall = touch->contact->wall[touch->i];
    const double half = share * (double)touch->inverse_mass;
    return -((double)impulse.x * ((double)v.x + (double)wall.x + half * (double)impulse.x) +
             (double)impulse.y * ((double)v.y + (double)wall.y + half * (double)impulse.y) +
             (double)impulse.z * ((double)v.z + (double)wall.z + half * (double)impulse.z));
}

static double rub(Touch *touch, State *state)
{
    const real4 along = contact_row_tangential(&touch->row, touch->velocity);
    const real  slip = real_sqrt(real4_dot(along, along));
    const real  most = (real)touch->contact->friction[touch->i] * touch->inverse_mass * touch->push;
    if (!(slip > 0) || !(most > 0))
        return 0;
    const real   scale = -(slip < most ? 1 : most / slip) / touch->inverse_mass;
    const real4  impulse = {scale * along.x, scale * along.y, scale * along.z, 0};
    const double work = work_of(touch, impulse, 0.5);
    kick(touch, state, impulse);
    return work;
}

// Of friction that the solve has done: a force slide/h² over the way of the substep, h v.
static double work_inside(const ContactVelocity *pass, const Touch *touch)
{
    const real4 slide = touch->contact->slide[touch->i];
    const real  rate = 1 / pass->motion->h;
    return work_of(touch, (real4){rate * slide.x, rate * slide.y, rate * slide.z, 0}, 0);
}

// ---- the run ----

// J that friction took in contact i.
static double touch_one(const ContactVelocity *pass, ContactClass which, int32_t i, State *state)
{
    const ContactSet *contact = &pass->contacts->sets[which];
    if (!(contact->lambda[i] > 0))
        return 0;
    Touch touch = {.contact = contact, .i = i, .row = contact_row(contact, which, i)};
    touch.inverse_mass = contact_row_inverse_mass(&touch.row, state->position);
    if (contact_row_is_idle(&touch.row) || !(touch.inverse_mass > 0))
        return 0;
    const real4 v = contact_row_sum(&touch.row, state->velocity), wall = contact->wall[i];
    touch.velocity = (real4){v.x - wall.x, v.y - wall.y, v.z - wall.z, 0};
    touch.push = contact->lambda[i] / pass->motion->h;
    const double inside = pass->friction ? 0 : work_inside(pass, &touch);
    restore(pass, &touch, state);
    return pass->friction ? rub(&touch, state) : inside;
}

typedef struct Run {
    const ContactVelocity *pass;
    State                 *state;
} Run;

static void touch_range(const void *user, ContactClass which, int32_t from, int32_t to, bool disjoint)
{
    const Run *run = user;
    (void)disjoint;
    for (int32_t i = from; i < to; i++)
        run->pass->work[which][i] = touch_one(run->pass, which, i, run->state);
}

// In the order of the contacts, so that the bits do not depend on the threads.
static double work_in_all(const ContactVelocity *pass)
{
    double sum = 0;
    for (int c = 0; c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < pass->contacts->sets[c].set.count; i++)
            sum += pass->work[c][i];
    return sum;
}

void contact_velocity_apply(const ContactVelocity *pass, State *state, const StepContext *context)
{
    if (!pass->contacts)
        return;
#pragma omp barrier
    team_phase(context, PHASE_CONTACT_VELOCITY);
    contact_run(pass->contacts, touch_range, &(Run){pass, state});
    if (context && context->contact && omp_get_thread_num() == 0)
        context->contact->friction_work += work_in_all(pass);
}
