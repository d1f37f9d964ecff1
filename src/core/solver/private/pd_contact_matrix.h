// The matrix part of PdContact: B, and its factor. Used by pd_contact.c only, except pd_contact_change.
#ifndef WEFT_SOLVER_PD_CONTACT_MATRIX_H
#define WEFT_SOLVER_PD_CONTACT_MATRIX_H

#include "solver/private/pd_contact.h"

Status pd_contact_matrix_init(PdContact *contact, const SolverSetup *setup, StencilMatrix *system) GNU_MUST_CHECK;

#endif
