#include "step/contact_velocity.h"

#include "contact/contact_row.h"
#include "step/private/contact_islands.h"
#include "step/private/contact_run.h"
#include "step/team.h"

Status contact_velocity_init(ContactVelocity *pass, const SolverSetup *setup, const Motion *motion, bool soft)
{
    *pass = (ContactVelocity){
        .contacts = setup->contacts, .motion = motion, .friction = setup->contacts && !setup->contacts->rubs, .soft = soft};
    for (int c = 0; setup->contacts && c < CONTACT_CLASSES; c++) {
        const int32_t room = setup->contacts->sets[c].room;
        TRY(ARENA_NEW(setup->arena, room, &pass->work[c]));
        TRY(ARENA_NEW(setup->arena, room, &pass->energy[c]));
        TRY(ARENA_NEW(setup->arena, room, &pass->normal_impulse[c]));
    }
    return setup->contacts ? contact_islands_create(setup->contacts, setup->arena, &pass->islands) : status_ok();
}

// A contact that pushes, λ > 0, or whose spring was loaded at the start of the substep, and its velocities.
typedef struct Touch {
    const ContactSet *contact;
    int32_t           i;
    ContactRow        row;
    real              inverse_mass;   // W
    real              normal_impulse; // kg m/s, total normal impulse so far
    real4             velocity;       // Σ w v, relative to the collider
    real              start, end; // m²/s²: W k C² of a contact that has a spring, where C < 0, at the start and the end of the substep
    real              taken;      // J, energy taken along n by the solve that may be returned
} Touch;

// 2|a|h, maximum over the particles of a contact: below this speed a body counts as resting.
static real least_fast(const Motion *motion, const ContactRow *row, const real4 *position)
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

static real speed_along(const Touch *touch)
{
    return real4_dot(touch->row.normal, touch->velocity);
}

// True if the energy of a contact's spring is tracked: the bodies part with a fraction of it.
static bool is_spring(const ContactVelocity *pass, const ContactSet *contact, int32_t i)
{
    return pass->soft && contact->set.compliance[i] > 0 && contact->restitution[i] > 0;
}

// If the bound stopped the bodies before the spring did, the spring is less deep than in the solve.
static void load_spring(const ContactVelocity *pass, const State *state, Touch *touch)
{
    const ContactSet *contact = touch->contact;
    const real        alpha = contact->set.compliance[touch->i], h = pass->motion->h, force = contact->lambda[touch->i] / (h * h);
    // The collider's surface was h·wall behind at the start.
    const real gap = real4_dot(touch->row.normal, contact_row_sum(&touch->row, pass->motion->previous)) - touch->row.offset +
                     h * real4_dot(touch->row.normal, contact->wall[touch->i]);
    touch->start = gap < 0 ? touch->inverse_mass * gap * gap / alpha : 0;
    touch->end = touch->inverse_mass * alpha * force * force;
    if (contacts_bound_stopped(pass->contacts)) {
        const real left = real4_dot(touch->row.normal, contact_row_sum(&touch->row, state->position)) - touch->row.offset;
        const real min = left < 0 ? touch->inverse_mass * left * left / alpha : 0;
        touch->end = min < touch->end ? min : touch->end;
    }
}

// True if bodies leave fast from a spring that was loaded at the start, which may have ended the contact.
static bool is_freed(const ContactVelocity *pass, const Touch *touch, const State *state)
{
    return touch->start > 0 && touch->contact->approach[touch->i] > least_fast(pass->motion, &touch->row, state->position);
}

// Returns false if the contact needs no update.
static bool touch_make(const ContactVelocity *pass, ContactClass which, int32_t i, const State *state, Touch *out)
{
    const ContactSet *contact = &pass->contacts->sets[which];
    const bool        pushes = contact->lambda[i] > 0, spring = is_spring(pass, contact, i);
    if (!pushes && !(spring && contact->approach[i] > 0))
        return false;
    *out = (Touch){.contact = contact, .i = i, .row = contact_row(contact, which, i), .normal_impulse = pass->normal_impulse[which][i]};
    out->inverse_mass = contact_row_inverse_mass(&out->row, state->position);
    const real4 v = contact_row_sum(&out->row, state->velocity), wall = contact->wall[i];
    out->velocity = (real4){v.x - wall.x, v.y - wall.y, v.z - wall.z, 0};
    if (spring)
        load_spring(pass, state, out);
    return !contact_row_is_disabled(&out->row) && out->inverse_mass > 0 && (pushes || is_freed(pass, out, state));
}

// v_j += w_j/m_j impulse; impulse: kg m/s.
static void apply_impulse(const Touch *touch, State *state, real4 impulse)
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

static real root_of_positive(real value)
{
    return value > 0 ? real_sqrt(value) : 0;
}

// v_n' of a contact with a fast approach; v_n: its current normal speed.
static real speed_thrown(const Touch *touch, real speed)
{
    const real approach = touch->contact->approach[touch->i], e = (real)touch->contact->restitution[touch->i];
    const real target = e * root_of_positive(approach * approach + touch->start - touch->end);
    const real max = root_of_positive(speed * speed + 2 * touch->inverse_mass * touch->taken);
    return target < speed || target < max ? target : speed < max ? max : speed;
}

// v_n' of any other contact: without the velocity gained from a penetration.
static real speed_settled(const Touch *touch, real speed)
{
    const real approach = touch->contact->approach[touch->i], e = (real)touch->contact->restitution[touch->i];
    const real leaving = approach > 0 ? approach : 0, given = touch->start - touch->end;
    const real max = root_of_positive(leaving * leaving + (given > 0 ? e * e * given : 0));
    return speed < max ? speed : max;
}

// v_n' of a contact that leaves its spring: adds the spring energy lost by implicit Euler, all of it if the contact has ended.
static real speed_freed(const Touch *touch, real speed)
{
    const real approach = touch->contact->approach[touch->i], e = (real)touch->contact->restitution[touch->i];
    const real target = root_of_positive(approach * approach + e * e * (touch->start - touch->end));
    const real max = root_of_positive(speed * speed + 2 * e * e * touch->inverse_mass * touch->taken);
    const real min = target < max ? target : max;
    return speed < min ? min : speed;
}

static bool came_fast(const ContactVelocity *pass, const Touch *touch, const State *state)
{
    return -touch->contact->approach[touch->i] > least_fast(pass->motion, &touch->row, state->position);
}

// Returns the impulse.
static real change_speed(Touch *touch, State *state, real change)
{
    const real  impulse = change / touch->inverse_mass;
    const real4 n = touch->row.normal;
    apply_impulse(touch, state, (real4){impulse * n.x, impulse * n.y, impulse * n.z, 0});
    touch->velocity = (real4){touch->velocity.x + change * n.x, touch->velocity.y + change * n.y, touch->velocity.z + change * n.z, 0};
    touch->normal_impulse += impulse;
    return impulse;
}

// ---- friction ----

// Energy, J, that a tangential impulse takes from the bodies while their velocity at the contact changes from v to v + W impulse, without
// its work on the collider.
static double work_of(const Touch *touch, real4 impulse, double share)
{
    const real4  v = touch->velocity, wall = touch->contact->wall[touch->i];
    const double half = share * (double)touch->inverse_mass;
    return -((double)impulse.x * ((double)v.x + (double)wall.x + half * (double)impulse.x) +
             (double)impulse.y * ((double)v.y + (double)wall.y + half * (double)impulse.y) +
             (double)impulse.z * ((double)v.z + (double)wall.z + half * (double)impulse.z));
}

static double rub(Touch *touch, State *state, real4 *given)
{
    const real4 along = contact_row_tangential(&touch->row, touch->velocity);
    const real  slip = real_sqrt(real4_dot(along, along));
    const real  friction_max = (real)touch->contact->friction[touch->i] * touch->inverse_mass * touch->normal_impulse;
    if (!(slip > 0) || !(friction_max > 0))
        return 0;
    const real   scale = -(slip < friction_max ? 1 : friction_max / slip) / touch->inverse_mass;
    const real4  impulse = {scale * along.x, scale * along.y, scale * along.z, 0};
    const double work = work_of(touch, impulse, 0.5);
    apply_impulse(touch, state, impulse);
    *given = impulse;
    return work;
}

// Friction inside the solve: a force tangential/h² over the displacement h v of the substep.
static double work_inside(const ContactVelocity *pass, const Touch *touch)
{
    const real4 tangential = touch->contact->tangential[touch->i];
    const real  rate = 1 / pass->motion->h;
    return work_of(touch, (real4){rate * tangential.x, rate * tangential.y, rate * tangential.z, 0}, 0);
}

// ---- the runs ----

typedef struct Run {
    const ContactVelocity *pass;
    State                 *state;
} Run;

static void begin_pushes(const ContactVelocity *pass)
{
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        TEAM_EACH (i, pass->contacts->sets[which].set.count)
            pass->normal_impulse[which][i] = pass->contacts->sets[which].lambda[i] / pass->motion->h;
    }
}

// First pass: contacts with s ≤ 2|a|h.
static void settle_range(const void *user, ContactClass which, int32_t from, int32_t to, bool disjoint)
{
    const Run *run = user;
    (void)disjoint;
    for (int32_t i = from; i < to; i++) {
        Touch touch;
        if (!(run->pass->contacts->sets[which].lambda[i] > 0) || !touch_make(run->pass, which, i, run->state, &touch) ||
            came_fast(run->pass, &touch, run->state))
            continue;
        const real speed = speed_along(&touch);
        run->pass->normal_impulse[which][i] += change_speed(&touch, run->state, speed_settled(&touch, speed) - speed);
    }
}

// Energy that a contact has taken from the bodies: the energy given by its spring, and its impulse times the mean of the normal speeds
// before and after. Summed over all contacts the latter is the kinetic energy taken, however many share a particle. Other forces did their
// work in the substep at the final speed, not at the mean: if they press on the contact it took correspondingly less. `beyond`: energy
// taken by the bound, if the impulse is less than needed to stop the bodies.
static ContactEnergy energy_of(const Touch *touch)
{
    const double half = 0.5 / (double)touch->inverse_mass, start = half * (double)touch->start, end = half * (double)touch->end;
    const double before = (double)touch->contact->approach[touch->i], after = (double)speed_along(touch), impulse = touch->normal_impulse;
    const double change = after - before, pressed = impulse - 2 * half * change;
    return (ContactEnergy){.taken = start - end - 0.5 * (impulse * (before + after) + fmax(change * pressed, 0)),
                           .beyond = pressed < 0 ? fmax(0, 0.5 * pressed * (before + after)) : 0,
                           .start = start,
                           .end = end};
}

static void count_energy(const ContactVelocity *pass, const State *state)
{
    const bool stopped = contacts_bound_stopped(pass->contacts);
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        TEAM_EACH (i, pass->contacts->sets[which].set.count) {
            Touch      touch;
            const bool any = touch_make(pass, (ContactClass)which, i, state, &touch);
            pass->energy[which][i] = any ? energy_of(&touch) : (ContactEnergy){0};
            pass->energy[which][i].beyond *= stopped;
        }
    }
}

// Energy, J, taken by friction in contact i.
static double throw_and_rub(const Run *run, ContactClass which, int32_t i)
{
    const ContactVelocity *pass = run->pass;
    State                 *state = run->state;
    Touch                  touch;
    if (!touch_make(pass, which, i, state, &touch))
        return 0;
    const double taken = pass->energy[which][i].taken + pass->energy[which][i].beyond,
                 inside = pass->friction ? 0 : work_inside(pass, &touch);
    const real speed = speed_along(&touch);
    touch.taken = taken > 0 ? (real)(contact_islands_part(pass->islands, &touch.row) * taken) : 0;
    if (came_fast(pass, &touch, state))
        (void)change_speed(&touch, state, speed_thrown(&touch, speed) - speed);
    else if (speed > 0 && is_freed(pass, &touch, state))
        (void)change_speed(&touch, state, speed_freed(&touch, speed) - speed);
    real4        rubbed = {0};
    const double work = pass->friction ? rub(&touch, state, &rubbed) : inside;
    const real   h = pass->motion->h, more = touch.normal_impulse - touch.contact->lambda[i] / h;
    const real4  n = touch.row.normal;
    real4       *tangential = &touch.contact->tangential[i]; // read only by measure/loads.h before the next substep
    *tangential = (real4){tangential->x + h * (rubbed.x + more * n.x), tangential->y + h * (rubbed.y + more * n.y),
                          tangential->z + h * (rubbed.z + more * n.z), 0};
    return work;
}

static void throw_range(const void *user, ContactClass which, int32_t from, int32_t to, bool disjoint)
{
    const Run *run = user;
    (void)disjoint;
    for (int32_t i = from; i < to; i++)
        run->pass->work[which][i] = throw_and_rub(run, which, i);
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
    const Run run = {.pass = pass, .state = state};
#pragma omp barrier
    team_phase(context, PHASE_CONTACT_VELOCITY);
    begin_pushes(pass);
#pragma omp barrier
    contact_run(pass->contacts, settle_range, &run);
    count_energy(pass, state);
#pragma omp barrier
#pragma omp single
    contact_islands_sum(pass->islands, pass->energy, state);
    contact_run(pass->contacts, throw_range, &run);
    if (context && context->contact && omp_get_thread_num() == 0)
        context->contact->friction_work += work_in_all(pass);
}
