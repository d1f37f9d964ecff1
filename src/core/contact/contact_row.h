// A contact of any class as one linear inequality, C = n·Σ w_j x_j − R, read from the columns of its class.
#ifndef WEFT_CONTACT_CONTACT_ROW_H
#define WEFT_CONTACT_CONTACT_ROW_H

#include "contact/contacts.h"

typedef struct ContactRow {
    int            vertices;
    const int32_t *vertex; // [vertices]
    real4          normal; // zero: a disabled contact
    real           weight[CONTACT_VERTICES_MAX];
    real           offset; // C = n·Σ w x − offset
} ContactRow;

static inline ContactRow contact_row(const ContactSet *contact, ContactClass which, int32_t i)
{
    const ConstraintSet *set = &contact->set;
    const size_t         n = (size_t)set->count;
    const real          *rest = set->rest + i;
    ContactRow           row = {.vertices = set->ops->vertices, .normal = {rest[0], rest[n], rest[2 * n], 0}, .weight = {1}};
    row.vertex = set->vertices + (size_t)i * (size_t)row.vertices;
    row.offset = rest[(size_t)(set->ops->params - 1) * n];
    if (which == CONTACT_POINT)
        row.offset += rest[0] * rest[3 * n] + rest[n] * rest[4 * n] + rest[2 * n] * rest[5 * n];
    if (which == CONTACT_SEGMENT) {
        row.weight[1] = rest[3 * n] - 1;
        row.weight[2] = -rest[3 * n];
    } else if (which == CONTACT_PAIR) {
        for (int j = 0; j < 4; j++)
            row.weight[j] = rest[(3 + (size_t)j) * n];
    }
    return row;
}

static inline bool contact_row_is_disabled(const ContactRow *row)
{
    return !(row->normal.x != 0 || row->normal.y != 0 || row->normal.z != 0);
}

// Σ w_j a_j
static inline real4 contact_row_sum(const ContactRow *row, const real4 *a)
{
    real4 sum = {0};
    for (int j = 0; j < row->vertices; j++) {
        const real4 part = a[row->vertex[j]];
        sum.x += row->weight[j] * part.x;
        sum.y += row->weight[j] * part.y;
        sum.z += row->weight[j] * part.z;
    }
    return sum;
}

// The same for positions in double precision.
static inline double4 contact_row_point(const ContactRow *row, const double4 *x)
{
    double4 sum = {0};
    for (int j = 0; j < row->vertices; j++)
        double4_add_to(&sum, (double)row->weight[j], x[row->vertex[j]]);
    return sum;
}

// a − n (n·a).
static inline real4 contact_row_tangential(const ContactRow *row, real4 a)
{
    const real along = real4_dot(row->normal, a);
    return (real4){a.x - along * row->normal.x, a.y - along * row->normal.y, a.z - along * row->normal.z, 0};
}

// Σ w_j² / m_j, 1/kg: change of C per λ. position: its w is the inverse mass.
static inline real contact_row_inverse_mass(const ContactRow *row, const real4 *position)
{
    real sum = 0;
    for (int j = 0; j < row->vertices; j++)
        sum += row->weight[j] * row->weight[j] * position[row->vertex[j]].w;
    return sum;
}

// For a solver with penalty contacts: sets λ of every contact at the end of a substep to −h² k C where the contact is active. factor: h² k.
// By all threads of a team, with x complete; ends with a barrier.
void contact_rows_force(Contacts *contacts, double factor, const real4 *x);

#endif
