#include "contact/contact_row.h"

#include "base/team_range.h"

void contact_rows_force(Contacts *contacts, double factor, const real4 *x)
{
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        ContactSet *set = &contacts->sets[which];
        TEAM_EACH (i, set->set.count) {
            const ContactRow row = contact_row(set, (ContactClass)which, i);
            const double     value = double4_dot(double4_from(row.normal), double4_from(contact_row_sum(&row, x))) - (double)row.offset;
            set->lambda[i] = value < 0 ? (real)(-factor * value) : 0;
        }
    }
#pragma omp barrier
}
