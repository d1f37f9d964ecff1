#include "solver/private/augmented_contact.h"

#include "contact/contact_friction.h"

Status augmented_contact_init(Augmented *s, const SolverSetup *setup)
{
    for (int which = 0; setup->contacts && which < CONTACT_CLASSES; which++) {
        TRY(ARENA_NEW(setup->arena, setup->contacts->sets[which].room, &s->contact[which]));
        TRY(ARENA_NEW(setup->arena, setup->contacts->sets[which].room, &s->rows.contact[which]));
    }
    return status_ok();
}

static double value_of(const ContactRow *row, const double4 *x)
{
    double value = -(double)row->offset;
    for (int j = 0; j < row->vertices; j++)
        value += (double)row->weight[j] * double4_dot(double4_from(row->normal), x[row->vertex[j]]);
    return value;
}

// At x_n, against the collider's pose at that time: its surface moves by h · wall along n in the step.
static double value_before(const Augmented *s, const ContactSet *contact, const ContactRow *row, int32_t i)
{
    const double4 n = double4_from(row->normal);
    double        value = s->h * double4_dot(n, double4_from(contact->wall[i])) - (double)row->offset;
    for (int j = 0; j < row->vertices; j++)
        value += (double)row->weight[j] * double4_dot(n, double4_from(s->motion.previous[row->vertex[j]]));
    return value;
}

static double mobility_of(const Augmented *s, const ContactRow *row)
{
    double sum = 0;
    for (int j = 0; j < row->vertices; j++)
        sum += s->motion.model->inverse_mass[row->vertex[j]] * (double)row->weight[j] * (double)row->weight[j];
    return sum;
}

static AugmentedTerm term_of(const Augmented *s, const ContactSet *contact, int which, int32_t i, double value)
{
    return (AugmentedTerm){.stiffness = constraint_stiffness(&contact->set, i),
                           .value = value,
                           .sense = SENSE_GREATER_EQUAL,
                           .row = &s->contact[which][i],
                           .sweep = &s->rows.contact[which][i]};
}

// A disabled contact, or one of pins alone, has neither H nor a slope, and no effect.
static void begin(const Augmented *s, const ContactSet *contact, int which, int32_t i)
{
    const ContactRow    row = contact_row(contact, (ContactClass)which, i);
    const AugmentedTerm term = term_of(s, contact, which, i, 0);
    const double        mobility = contact_row_is_disabled(&row) ? 0 : mobility_of(s, &row);
    *term.row = (AugmentedRow){0};
    *term.sweep = (VertexRow){0};
    if (!(mobility > 0))
        return;
    if (!isinf(term.stiffness)) {
        term.sweep->slope = term.stiffness;
        return;
    }
    term.row->before = s->stabilised ? value_before(s, contact, &row, i) : 0;
    term.row->scale = 1 / (s->h * s->h * mobility);
    term.row->size = s->motion.model->surface->rules.thickness;
    s->start(s, &term);
}

// The friction of the sweep; the next one uses the current normal force.
static void rub(const Augmented *s, ContactSet *contact, const ContactRow *row, int which, int32_t i)
{
    const Contacts *contacts = s->sweeps.contacts.contacts;
    if (!contacts->rubs)
        return;
    const ContactRub now = contact_rub(contact, i, row, contact_row_point(row, s->sweeps.x));
    const double4    pull = double4_scale(-now.weight, now.way);
    contact->tangential[i] = (real4){(real)pull.x, (real)pull.y, (real)pull.z, 0};
    contact_friction_follow(contacts, (ContactClass)which, i, (double)contact->lambda[i]);
}

static void update(const Augmented *s, ContactSet *contact, int which, int32_t i)
{
    if (!(s->rows.contact[which][i].slope > 0))
        return;
    const ContactRow    row = contact_row(contact, (ContactClass)which, i);
    const AugmentedTerm term = term_of(s, contact, which, i, value_of(&row, s->sweeps.x));
    if (isinf(term.stiffness))
        s->update(s, &term);
    else
        term.row->force = vertex_row_force(term.sweep, term.sense, term.value, NULL);
    contact->lambda[i] = (real)(-s->h * s->h * term.row->force);
    rub(s, contact, &row, which, i);
}

void augmented_contact_begin(const Augmented *s)
{
    const Contacts *contacts = s->sweeps.contacts.contacts;
    for (int which = 0; contacts && which < CONTACT_CLASSES; which++) {
        TEAM_EACH (i, contacts->sets[which].set.count)
            begin(s, &contacts->sets[which], which, i);
    }
}

void augmented_contact_update(const Augmented *s)
{
    Contacts *contacts = s->sweeps.contacts.contacts;
    for (int which = 0; contacts && which < CONTACT_CLASSES; which++) {
        TEAM_EACH (i, contacts->sets[which].set.count)
            update(s, &contacts->sets[which], which, i);
    }
}
