// Contacts of a method that goes particle by particle: ½ k min(C, 0)² each, or rows with their own force, and friction inside the solve.
// Computes their terms in the block of a particle, and the particles that must wait. Two particles of one contact may have the same vertex
// colour, since contacts change from substep to substep. Then the second one waits until all colours have moved, and moves in an extra late
// colour with other waiting particles.
#ifndef WEFT_STEP_VERTEX_CONTACTS_H
#define WEFT_STEP_VERTEX_CONTACTS_H

#include "step/step.h"
#include "step/vertex_block.h"
#include "step/vertex_colours.h"
#include "step/vertex_rows.h"

typedef struct VertexContacts {
    Contacts         *contacts; // NULL: no contact; then only vertex_contacts_init may be called
    const Model      *model;
    const Incidence  *incidence;
    double            factor;  // h² k
    const VertexRows *rows;    // with force min(slope C + offset, 0); NULL: none, all contacts use k
    int32_t          *colour;  // [particles] colour of the particle; negative: it waits
    int32_t          *waiting; // [particles] waiting particles, by late colour
    int32_t          *start;   // [late_count + 1] into waiting
    int32_t           late_count;
    int32_t          *late;     // [particles] late colour of a waiting particle
    int32_t          *seen;     // [particles]
    uint8_t          *touching; // [particles] true if a contact took part in its last move
} VertexContacts;

// h: s, of the substep. The pointers are kept.
Status vertex_contacts_init(VertexContacts *contacts, const SolverSetup *setup, const Incidence *incidence, const VertexColours *colours,
                            double h) GNU_MUST_CHECK;

// By all threads of a team, after contacts_linearise: determines the waiting particles. Ends with a barrier.
void vertex_contacts_wait(VertexContacts *contacts);

static inline bool vertex_contacts_waits(const VertexContacts *contacts, int32_t particle)
{
    return contacts->contacts && contacts->colour[particle] < 0;
}

// The move of a particle from x, −Δx, to the minimum of the quadratic model given by the block of its constraints and by its contacts.
// least: as in vertex_block_solve.
double4 vertex_contacts_move(const VertexContacts *contacts, int32_t particle, const double4 *x, const VertexBlock *block, double min);

#endif
