#include "assembly/contact_couplings.h"

#include "assembly/pattern.h"
#include "contact/contact_row.h"

// Pairs of free particles of one contact.
static int list_pairs(const Model *model, const ContactRow *row, int32_t pairs[6][2])
{
    int count = 0;
    for (int a = 0; a < row->vertices && !contact_row_is_disabled(row); a++)
        for (int b = 0; b < a; b++) {
            const int32_t p = row->vertex[a], q = row->vertex[b];
            if (!(model->inverse_mass[p] > 0) || !(model->inverse_mass[q] > 0))
                continue;
            pairs[count][0] = p > q ? p : q;
            pairs[count++][1] = p > q ? q : p;
        }
    return count;
}

int64_t contact_couplings(const Contacts *contacts, int32_t (*pairs)[2])
{
    int64_t count = 0;
    for (int c = CONTACT_SEGMENT; contacts && c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < contacts->sets[c].set.count; i++) {
            const ContactRow row = contact_row(&contacts->sets[c], (ContactClass)c, i);
            int32_t          own[6][2];
            const int        found = list_pairs(contacts->model, &row, own);
            for (int k = 0; pairs && k < found; k++) {
                pairs[count + k][0] = own[k][0];
                pairs[count + k][1] = own[k][1];
            }
            count += found;
        }
    return count;
}

bool contact_couplings_are_in(const Contacts *contacts, const Csc *pattern)
{
    for (int c = CONTACT_SEGMENT; c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < contacts->sets[c].set.count; i++) {
            const ContactRow row = contact_row(&contacts->sets[c], (ContactClass)c, i);
            int32_t          own[6][2];
            const int        found = list_pairs(contacts->model, &row, own);
            for (int k = 0; k < found; k++)
                if (!pattern_has(pattern, own[k][0], own[k][1]))
                    return false;
        }
    return true;
}
