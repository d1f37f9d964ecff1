#include "step/vertex_contacts.h"

#include <string.h>

#include "contact/contact_friction.h"
#include "step/team.h"

Status vertex_contacts_init(VertexContacts *c, const SolverSetup *setup, const Incidence *incidence, const VertexColours *colours, double h)
{
    const Model *model = setup->model;
    *c = (VertexContacts){.contacts = setup->contacts, .model = model, .incidence = incidence};
    if (!c->contacts)
        return status_ok();
    c->factor = h * h * model->surface->rules.stiffness;
    int32_t **const lists[] = {&c->colour, &c->waiting, &c->late, &c->seen};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        TRY(ARENA_NEW(setup->arena, model->particle_count, lists[i]));
    TRY(ARENA_NEW(setup->arena, model->particle_count + 1, &c->start));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &c->touching));
    for (int32_t k = 0; k < colours->count; k++)
        for (int32_t at = colours->start[k]; at < colours->start[k + 1]; at++)
            c->colour[colours->vertex[at]] = k;
    return status_ok();
}

// ---- waiting particles ----

enum { UNCOLOURED = -1 }; // late colour of a waiting particle

static void wait(VertexContacts *c, int32_t particle, int32_t *count)
{
    c->colour[particle] = -1 - c->colour[particle]; // undone in the next substep
    c->late[particle] = UNCOLOURED;
    c->waiting[(*count)++] = particle;
}

static void part(VertexContacts *c, const ContactRow *row, int32_t *count)
{
    for (int j = 1; j < row->vertices; j++)
        for (int l = 0; l < j; l++) {
            const int32_t a = row->vertex[l], b = row->vertex[j];
            if (c->model->inverse_mass[a] > 0 && c->model->inverse_mass[b] > 0 && c->colour[b] >= 0 && c->colour[b] == c->colour[a])
                wait(c, b, count);
        }
}

static void see(const VertexContacts *c, const int32_t *vertex, int v, int32_t order)
{
    for (int j = 0; j < v; j++)
        if (c->colour[vertex[j]] < 0 && c->late[vertex[j]] != UNCOLOURED)
            c->seen[c->late[vertex[j]]] = order;
}

// The class and the contact of a slot.
static const int32_t *contact_at(const Contacts *contacts, int32_t slot, ContactClass *which, int32_t *i)
{
    int of = 0;
    while (slot >= contacts->offset[of + 1])
        of++;
    const ConstraintSet *set = &contacts->sets[of].set;
    *which = (ContactClass)of;
    *i = (slot - contacts->offset[of]) / set->ops->vertices;
    return set->vertices + set->ops->vertices * *i;
}

// order: of the waiting particles. Each takes the colours of earlier ones into account.
static void colour_late(VertexContacts *c, int32_t order)
{
    const int32_t    particle = c->waiting[order];
    const Incidence *in = c->incidence;
    int32_t          lowest = 0;
    for (int32_t k = in->start[particle], kind = 0; k < in->start[particle + 1]; k++) {
        while (in->slot[k] >= in->offset[kind + 1])
            kind++;
        const ConstraintSet *set = &c->model->sets[kind];
        const int            v = set->ops->vertices;
        see(c, set->vertices + (in->slot[k] - in->offset[kind]) / v * v, v, order);
    }
    for (int32_t k = c->contacts->start[particle]; k < c->contacts->start[particle + 1]; k++) {
        ContactClass   which;
        int32_t        i;
        const int32_t *vertex = contact_at(c->contacts, c->contacts->slot[k], &which, &i);
        see(c, vertex, c->contacts->sets[which].set.ops->vertices, order);
    }
    while (c->seen[lowest] == order)
        lowest++;
    c->late[particle] = lowest;
    if (lowest >= c->late_count)
        c->late_count = lowest + 1;
}

// Sorts the waiting particles by late colour, using `seen`.
static void sort_late(VertexContacts *c, int32_t count)
{
    memset(c->start, 0, ((size_t)c->late_count + 1) * sizeof *c->start);
    for (int32_t k = 0; k < count; k++)
        c->start[c->late[c->waiting[k]] + 1]++;
    for (int32_t k = 0; k < c->late_count; k++)
        c->start[k + 1] += c->start[k];
    memcpy(c->seen, c->waiting, (size_t)count * sizeof *c->seen);
    for (int32_t k = 0; k < count; k++)
        c->waiting[c->start[c->late[c->seen[k]]]++] = c->seen[k];
    for (int32_t k = c->late_count; k > 0; k--)
        c->start[k] = c->start[k - 1];
    c->start[0] = 0;
}

static void find_waiting(VertexContacts *c)
{
    int32_t count = 0;
    for (int32_t k = 0; k < c->start[c->late_count]; k++)
        c->colour[c->waiting[k]] = -1 - c->colour[c->waiting[k]];
    c->late_count = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        for (int32_t i = 0; i < c->contacts->sets[which].set.count; i++) {
            const ContactRow row = contact_row(&c->contacts->sets[which], (ContactClass)which, i);
            if (!contact_row_is_disabled(&row))
                part(c, &row, &count);
        }
    }
    memset(c->seen, -1, (size_t)count * sizeof *c->seen);
    for (int32_t order = 0; order < count; order++)
        colour_late(c, order);
    sort_late(c, count);
}

void vertex_contacts_wait(VertexContacts *c)
{
#pragma omp single
    find_waiting(c);
}

// ---- moves ----

static double weight_of(const ContactRow *row, int32_t particle)
{
    double weight = 0;
    for (int j = 0; j < row->vertices; j++)
        weight += row->vertex[j] == particle ? (double)row->weight[j] : 0;
    return weight;
}

// C after a move of the particle by −move, and ∇C at the particle.
static double look_at(const VertexContacts *c, ContactClass which, int32_t i, const ContactRow *row, int32_t particle, const double4 *x,
                      double4 move, double4 *gradient, double *factor)
{
    if (contact_row_is_disabled(row)) {
        *gradient = (double4){0};
        *factor = 0;
        return 1;
    }
    const VertexRow *own = c->rows ? &c->rows->contact[which][i] : NULL;
    const double4    n = double4_from(row->normal);
    double           value = -(double)row->offset;
    *factor = own ? c->rows->h * c->rows->h * own->slope : c->factor;
    if (own && !(own->slope > 0))
        return 1;
    value += own ? own->offset / own->slope : 0;
    for (int j = 0; j < row->vertices; j++)
        value += (double)row->weight[j] * double4_dot(n, x[row->vertex[j]]);
    *gradient = double4_scale(weight_of(row, particle), n);
    return value - double4_dot(*gradient, move);
}

// Adds friction inside the solve after a move of the particle by −move; returns its h² D.
static double add_friction(const ContactSet *contact, int32_t i, const ContactRow *row, int32_t particle, const double4 *x, double4 move,
                           VertexBlock *at)
{
    const double     w = weight_of(row, particle);
    const ContactRub rub = contact_rub(contact, i, row, double4_along(contact_row_point(row, x), -w, move));
    double           block[9];
    if (!(rub.weight > 0))
        return 0;
    contact_rub_block(&rub, row, block);
    double4_add_to(&at->gradient, w * rub.weight, rub.way);
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            at->k[r][k] += w * w * block[3 * r + k];
    return rub.energy;
}

static double4 times(const VertexBlock *block, double4 a)
{
    const double(*k)[3] = block->k;
    return (double4){k[0][0] * a.x + k[0][1] * a.y + k[0][2] * a.z, k[1][0] * a.x + k[1][1] * a.y + k[1][2] * a.z,
                     k[2][0] * a.x + k[2][1] * a.y + k[2][2] * a.z, 0};
}

// Value and, into *at, gradient and block of the quadratic model and the contacts, after a move of the particle by −move. Returns the
// number of active contacts there.
static int model_at(const VertexContacts *c, int32_t particle, const double4 *x, const VertexBlock *block, double4 move, VertexBlock *at,
                    double *value)
{
    const double4 bent = times(block, move);
    int           active = 0;
    *value = 0.5 * double4_dot(bent, move) - double4_dot(block->gradient, move);
    *at = *block;
    double4_add_to(&at->gradient, -1, bent);
    for (int32_t k = c->contacts->start[particle]; k < c->contacts->start[particle + 1]; k++) {
        double4      gradient = {0, 0, 0, 0};
        double       factor;
        ContactClass which;
        int32_t      i;
        contact_at(c->contacts, c->contacts->slot[k], &which, &i);
        const ContactRow row = contact_row(&c->contacts->sets[which], which, i);
        const double     distance = look_at(c, which, i, &row, particle, x, move, &gradient, &factor);
        if (c->contacts->rubs && c->contacts->sets[which].friction_max[i] > 0)
            *value += add_friction(&c->contacts->sets[which], i, &row, particle, x, move, at);
        if (distance < 0) {
            vertex_block_add_row(at, factor, distance, gradient);
            *value += 0.5 * factor * distance * distance;
            active++;
        }
    }
    return active;
}

// The block, raised if the exact rule leaves it indefinite: otherwise the model would have no minimum.
static VertexBlock raised(const VertexBlock *block, double min)
{
    VertexBlock out = *block;
    vertex_block_raise(&out, min);
    return out;
}

// Newton's method on a convex, piecewise quadratic function. A full step with stiff contacts may end far on the other side of others, with
// more energy than before: it is halved until the energy decreases.
double4 vertex_contacts_move(const VertexContacts *c, int32_t particle, const double4 *x, const VertexBlock *block, double min)
{
    enum { ROUNDS = 12, HALVINGS = 40 };
    static const double SETTLED = 1e-8; // tolerance for friction, which is not quadratic and never exactly at its minimum
    const VertexBlock   model = raised(block, min);
    VertexBlock         at, next;
    double              value, lower, first = 0;
    double4             move = {0};
    int                 active = model_at(c, particle, x, &model, move, &at, &value);
    for (int round = 0; round < ROUNDS; round++) {
        const double4 step = vertex_block_solve(&at, min);
        const double  gain = double4_dot(at.gradient, step);
        if (!(gain > first * (c->contacts->rubs ? SETTLED : 0)))
            break; // no force
        first = fmax(first, gain);
        double4 to = double4_along(move, 1, step);
        int     halved = 0, found = model_at(c, particle, x, &model, to, &next, &lower);
        for (; !(lower < value) && halved < HALVINGS; halved++) {
            to = double4_along(move, ldexp(0.5, -halved), step);
            found = model_at(c, particle, x, &model, to, &next, &lower);
        }
        if (!(lower < value))
            break; // minimum up to round-off
        const bool same =
            halved == 0 && found == active && fabs(double4_dot(next.gradient, step)) <= 1e-12 * fabs(double4_dot(at.gradient, step));
        move = to, value = lower, active = found, at = next;
        if (same || c->contacts->start[particle] == c->contacts->start[particle + 1])
            break;
    }
    c->touching[particle] = active > 0;
    return move;
}
