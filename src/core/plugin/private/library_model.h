// LibraryModel: a Model in the form of weft_solver.h, with the data that the functions of WeftHost need.
#ifndef WEFT_PLUGIN_LIBRARY_MODEL_H
#define WEFT_PLUGIN_LIBRARY_MODEL_H

#include "plugin/private/plugin_table.h"

typedef struct LibraryModel {
    WeftModel    view; // first
    const Model *model;
    int          kind[CONSTRAINT_KINDS];  // of each set of the view
    real        *gamma[CONSTRAINT_KINDS]; // [count] αβ/h of a set of the view; NULL: none is damped
} LibraryModel;

typedef struct LibrarySetup {
    WeftSetup view;  // first
    Arena    *arena; // NULL after create has returned
} LibrarySetup;

// All memory from the arena. h: s, of a substep.
Status library_model_init(const SolverSetup *setup, double h, LibraryModel *out) GNU_MUST_CHECK;

// Like solver_refuse, for the `needs` of a table and its precisions.
Status library_refuse(const SolverSetup *setup, const Plugin *plugin) GNU_MUST_CHECK;

extern const WeftHost LIBRARY_HOST;

// Functions of a running step, called by LIBRARY_HOST.
void library_phase(WeftStep *step, int32_t phase);
void library_count(WeftStep *step, int32_t count, int64_t n);
void library_iterate(WeftStep *step, const WeftIterate *iterate);

#endif
