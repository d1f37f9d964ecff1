// A solver that is a program in another language: compile program.c with a file that defines the three things below (../python/jacobi.c).
#ifndef PROGRAM_H
#define PROGRAM_H

#include "weft_solver.h"

extern const WeftSolver  program_solver;    // its row: PROGRAM_SLOTS, and its name, settings, …
extern const char *const program_command[]; // the program and its arguments, ended by NULL; started in the folder of the library
extern const char *const program_kinds[];   // of constraints that it takes (weft list constraints), ended by NULL

int32_t program_create(const WeftSetup *setup, void **solver, WeftFailure *failure);
int32_t program_step(void *solver, WeftStep *step, WeftFailure *failure);
void    program_destroy(void *solver);

#define PROGRAM_SLOTS \
    .abi = WEFT_SOLVER_ABI, .size = sizeof(WeftSolver), .create = program_create, .step = program_step, .destroy = program_destroy

#endif
