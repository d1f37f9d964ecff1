#include "step/active_contacts.h"

#include "contact/contact_row.h"

Status active_contacts_init(const Contacts *contacts, Arena *arena, ActiveContacts *out)
{
    *out = (ActiveContacts){.contacts = contacts};
    for (int which = 0; contacts && which < CONTACT_CLASSES; which++) {
        TRY(ARENA_NEW(arena, contacts->sets[which].room, &out->were[which]));
        TRY(team_sums_init(contacts->sets[which].room, 1, arena, &out->changes[which]));
    }
    return status_ok();
}

static bool is_active(const ContactSet *set, ContactClass which, int32_t i, const real4 *x)
{
    const ContactRow row = contact_row(set, which, i);
    return real4_dot(row.normal, contact_row_sum(&row, x)) < row.offset;
}

static TeamSums changes_of(const ActiveContacts *a, int which)
{
    return team_sums_first(&a->changes[which], a->contacts->sets[which].set.count);
}

bool active_contacts_changed(const ActiveContacts *a, bool first, const real4 *x)
{
    double changed = 0;
    for (int which = 0; a->contacts && which < CONTACT_CLASSES; which++) {
        const TeamSums sums = changes_of(a, which);
        int32_t        chunk, end, from, to;
        for (team_sums_share(&sums, &chunk, &end); chunk < end; chunk++) {
            double *count = team_sums_begin(&sums, chunk, &from, &to);
            for (int32_t i = from; i < to; i++) {
                const uint8_t is = is_active(&a->contacts->sets[which], (ContactClass)which, i, x);
                *count += first || is != a->were[which][i];
                a->were[which][i] = is;
            }
        }
    }
    if (!a->contacts)
        return false;
#pragma omp barrier
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const TeamSums sums = changes_of(a, which);
        team_sums_add(&sums, &changed);
    }
    return changed > 0;
}
