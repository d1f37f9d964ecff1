// Hessian: a sparse 3n × 3n matrix of the masses and of 3×3 blocks, one for each pair of particles that share a constraint or a contact.
// Lower triangle; particle i in rows 3i … 3i+2. Pins are identity rows with explicit zeros, so that only contacts change the pattern.
#ifndef WEFT_ASSEMBLY_HESSIAN_H
#define WEFT_ASSEMBLY_HESSIAN_H

#include "contact/contacts.h"
#include "linsys/linsys.h"

typedef struct Hessian {
    const Model *model;
    Csc          blocks;                  // n × n: the pattern of the blocks
    Csc          matrix;                  // 3n × 3n
    int32_t     *index[CONSTRAINT_KINDS]; // [count][V][V] index in `blocks` of each block with row >= column, −1 for the others
} Hessian;

// contacts: their current couplings are included in the pattern; NULL: none. Initialised to the identity, positive definite for the
// analysis, with the full pattern. STATUS_LIMIT, with the solver's name, if the number of entries exceeds 32-bit indices. Uses `threads`
// threads, outside any team.
Status hessian_init(const Model *model, const Contacts *contacts, const char *solver, int threads, Arena *arena,
                    Hessian *out) GNU_MUST_CHECK;

// The columns of particles from … to − 1: threads that share the particles assemble in parallel, each sum in the order of the constraints.
typedef struct ParticleRange {
    int32_t from, to;
} ParticleRange;

// Sets the columns of these particles to those of M.
void hessian_clear(Hessian *hessian, ParticleRange range);

// Adds factor · block, row-major, to the rows of particle p and the columns of q, and its transpose to those of q and p, if both are free;
// p = q: the block is symmetric. The pattern must contain the block: a coupling of a group or a contact, or p = q.
void hessian_add_block(Hessian *hessian, int32_t p, int32_t q, const double block[9], double factor);

// Whether constraint i of a set has a particle in the range.
bool hessian_touches(const Hessian *hessian, int kind, int32_t i, ParticleRange range);

// Adds factor · block, row-major 3V × 3V, of constraint i of a set, to the rows of free particles and those of their columns in the range.
void hessian_add(Hessian *hessian, int kind, int32_t i, const double *block, double factor, ParticleRange range);

#endif
