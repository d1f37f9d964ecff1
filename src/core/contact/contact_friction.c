#include "contact/contact_friction.h"

#include "base/team_range.h"

// ε without `slip`, as a fraction of the displacement that friction can cause.
static const double SMOOTHED = 0.01;

ContactRub contact_rub(const ContactSet *contact, int32_t i, const ContactRow *row, double4 point)
{
    const double friction_max = contact->friction_max[i], slip = contact->slip[i];
    ContactRub   rub = {0};
    if (!(friction_max > 0) || contact_row_is_disabled(row))
        return rub;
    const double4 n = double4_from(row->normal), moved = double4_sub(point, contact->anchor[i]);
    rub.way = double4_along(moved, -double4_dot(n, moved), n);
    const double size = double4_norm(rub.way), s = size / slip;
    if (s < 1) {
        rub.energy = friction_max * slip * s * s * (1 - s / 3);
        rub.weight = friction_max * (2 - s) / slip;
        rub.stiffness = 2 * friction_max * (1 - s) / slip;
    } else {
        rub.energy = friction_max * (size - slip / 3);
        rub.weight = friction_max / size;
    }
    return rub;
}

void contact_rub_block(const ContactRub *rub, const ContactRow *row, double block[9])
{
    const double size2 = double4_dot(rub->way, rub->way), along = size2 > 0 ? (rub->stiffness - rub->weight) / size2 : 0;
    const double n[3] = {(double)row->normal.x, (double)row->normal.y, (double)row->normal.z};
    const double u[3] = {rub->way.x, rub->way.y, rub->way.z};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            block[3 * r + c] = rub->weight * ((r == c) - n[r] * n[c]) + along * u[r] * u[c];
}

// Along q; below ε s = |z|/ε is the smaller root of 2s − s² = weight (|q| − ε s)/λ_max.
double4 contact_rub_nearest(const ContactSet *contact, int32_t i, double weight, double4 q)
{
    const double friction_max = contact->friction_max[i], slip = contact->slip[i], size = double4_norm(q);
    if (!(friction_max > 0) || !(size > 0))
        return q;
    if (size >= slip + friction_max / weight)
        return double4_scale(1 - friction_max / (weight * size), q);
    const double b = 2 * friction_max + weight * slip;
    return double4_scale(2 * weight * slip / (b + sqrt(b * b - 4 * friction_max * weight * size)), q);
}

double contact_friction_add(const ContactSet *contact, ContactClass which, int32_t begin, int32_t end, const double4 *x, double scale,
                            double4 *slot)
{
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        if (!(contact->friction_max[i] > 0)) {
            slot = slot ? slot + contact->set.ops->vertices : NULL;
            continue;
        }
        const ContactRow row = contact_row(contact, which, i);
        const ContactRub rub = contact_rub(contact, i, &row, contact_row_point(&row, x));
        sum += scale * rub.energy;
        for (int j = 0; slot && j < row.vertices; j++)
            double4_add_to(slot++, scale * rub.weight * (double)row.weight[j], rub.way);
    }
    return sum;
}

void contact_friction_follow(const Contacts *contacts, ContactClass which, int32_t i, double lambda)
{
    const ContactSet *contact = &contacts->sets[which];
    const ContactRow  row = contact_row(contact, which, i);
    const double      slip = contacts->model->surface->rules.slip;
    double            mobility = 0;
    for (int j = 0; j < row.vertices; j++)
        mobility += (double)row.weight[j] * (double)row.weight[j] * contacts->model->inverse_mass[row.vertex[j]];
    contact->friction_max[i] = mobility > 0 && lambda > 0 ? (double)contact->friction[i] * lambda : 0;
    contact->slip[i] = slip > 0 ? slip * contacts->h : SMOOTHED * contact->friction_max[i] * mobility;
}

// The normal force at x_n is that of the contact at the end of the previous substep.
void contact_friction_begin(const Contacts *contacts, ContactClass which, int32_t i, const real4 *from)
{
    const ContactSet *contact = &contacts->sets[which];
    const ContactRow  row = contact_row(contact, which, i);
    const double      k = constraint_stiffness(&contact->set, i);
    double4           at = double4_scale(contacts->h, double4_from(contact->wall[i]));
    for (int j = 0; j < row.vertices; j++)
        double4_add_to(&at, (double)row.weight[j], double4_from(from[row.vertex[j]]));
    const double value = double4_dot(double4_from(row.normal), at) - (double)row.offset;
    contact->anchor[i] = at;
    contact_friction_follow(contacts, which, i, isinf(k) ? 0 : -contacts->h * contacts->h * k * value);
}

void contact_friction_stop(const Contacts *contacts, ContactClass which, int32_t i, double4 *x)
{
    const ContactSet *contact = &contacts->sets[which];
    const double     *w = contacts->model->inverse_mass;
    const ContactRow  row = contact_row(contact, which, i);
    const ContactRub  rub = contact_rub(contact, i, &row, contact_row_point(&row, x));
    double            mobility = 0;
    if (!(rub.weight > 0))
        return;
    for (int j = 0; j < row.vertices; j++)
        mobility += (double)row.weight[j] * (double)row.weight[j] * w[row.vertex[j]];
    const double4 back = double4_sub(contact_rub_nearest(contact, i, 1 / mobility, rub.way), rub.way);
    for (int j = 0; j < row.vertices; j++)
        double4_add_to(&x[row.vertex[j]], (double)row.weight[j] * w[row.vertex[j]] / mobility, back);
}

void contacts_friction_start(const Contacts *contacts, double4 *x)
{
    for (int which = 0; contacts->rubs && which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < contacts->sets[which].set.count; i++)
            contact_friction_stop(contacts, (ContactClass)which, i, x);
}

void contacts_friction_follow(const Contacts *contacts)
{
    for (int which = 0; contacts->rubs && which < CONTACT_CLASSES; which++) {
        TEAM_EACH (i, contacts->sets[which].set.count)
            contact_friction_follow(contacts, (ContactClass)which, i, (double)contacts->sets[which].lambda[i]);
    }
}

void contacts_friction_finish(const Contacts *contacts, const double4 *x)
{
    for (int which = 0; contacts->rubs && which < CONTACT_CLASSES; which++) {
        const ContactSet *contact = &contacts->sets[which];
        TEAM_EACH (i, contact->set.count) {
            const ContactRow row = contact_row(contact, (ContactClass)which, i);
            const ContactRub rub = contact_rub(contact, i, &row, contact_row_point(&row, x));
            const double4    pull = double4_scale(-rub.weight, rub.way);
            contact->tangential[i] = (real4){(real)pull.x, (real)pull.y, (real)pull.z, 0};
        }
    }
}
