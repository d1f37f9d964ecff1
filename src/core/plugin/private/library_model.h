// LibraryModel: a Model as weft_solver.h shows it, and what the functions of WeftHost find behind it.
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
    WeftSetup     view;  // first
    Arena        *arena; // NULL: create has returned
    const Plugin *plugin;
    PhaseClock   *phases; // of the set-up; NULL: off
} LibrarySetup;

// Everything in the arena. h: s, of a substep.
Status library_model_init(const SolverSetup *setup, double h, LibraryModel *out) GNU_MUST_CHECK;

// What solver_refuse does, for the needs of a table, and for its precision.
Status library_refuse(const SolverSetup *setup, const Plugin *plugin) GNU_MUST_CHECK;

extern const WeftHost LIBRARY_HOST;

// Of a running step, called by LIBRARY_HOST.
void library_phase(WeftStep *step, int32_t phase);
void library_count(WeftStep *step, int32_t count, int64_t n);
void library_iterate(WeftStep *step, const WeftIterate *iterate);

// Of a running step of a program, whose times are its own. `called`: clock when its call began.
void library_iterate_at(WeftStep *step, const WeftIterate *iterate, int64_t called, int64_t own_ns);
// When the call has ended: of its time so far only own_ns is the solver's, phase_ns of it in phases and the rest in PHASE_SOLVE.
void library_charge(WeftStep *step, int64_t called, int64_t own_ns, const int64_t phase_ns[WEFT_PHASES]);

#endif
