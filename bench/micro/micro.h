// Shared by the kernels: thread counts, and a cloth and a beam made without a scene file.
#ifndef WEFT_MICRO_MICRO_H
#define WEFT_MICRO_MICRO_H

#include "colour/schedule.h"
#include "constraint/material.h"
#include "shim.h"

#define MICRO(name) void micro_##name(void);
#include "micro_list.h"
#undef MICRO

// Registers `name` for 1, 2, 4, … threads and for every processing unit this process may run on.
void micro_register_threads(const char *name, MicroRun run, const void *table, int64_t size);

// Fails the benchmark when status is a failure; true when it is not.
bool micro_ok(MicroState *state, Status status);

// A square of n × n particles of 1 g, 1 cm apart, pinned at two corners, with structural and shear springs of 100 N/m; positions are
// disturbed by a tenth of the spacing, so that every spring has work to do. Freed by cloth_destroy.
typedef struct Cloth {
    Arena    arena;
    Model    model;
    State    state;
    Schedule schedule;
} Cloth;

Status cloth_create(int n, ScheduleKind kind, Cloth *out) GNU_MUST_CHECK; // *out is empty on failure
void   cloth_destroy(Cloth *cloth);

// The model of a builder in out's arena, its state disturbed like the cloth's, and the schedule.
Status cloth_finish(ModelBuilder *builder, ScheduleKind schedule, Cloth *out) GNU_MUST_CHECK;

// A beam of 4n × n × n particles of 1 g, 1 cm apart, pinned at one end, with five tetrahedra of `kind` in each cell, of a soft material;
// positions are disturbed by a tenth of the spacing. n = 16 has 70,875. Freed by cloth_destroy.
Status beam_create(int n, int kind, ScheduleKind schedule, Cloth *out) GNU_MUST_CHECK; // *out is empty on failure

// A benchmark on a cloth of job->size × job->size particles in memory order.
void cloth_run(MicroState *state, const MicroJob *job, void (*measure)(MicroState *, const MicroJob *, Cloth *));

#endif
