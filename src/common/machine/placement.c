// Placement: which thread of the team runs on which core. Each thread binds itself inside a team of the wanted size; the OpenMP
// runtimes keep those threads, in their order, for every later team of that size, so what is bound here stays bound.
// No state is kept here: environment_verify reads the binding from the kernel.
#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>

#include "machine/environment.h"
#include "machine/private/claim.h"
#include "machine/private/topology.h"

// The binding of one thread; written by that thread, read after the team has ended.
typedef struct Seat {
    int  bound;        // the only PU it is bound to, −1: several or none
    int  last;         // the PU it ran on last, −1: unknown
    bool bind_refused; // the system refused to bind it
} Seat;

static bool bind_here(const Topology *topology, int thread)
{
    hwloc_obj_t pu = topology_seat(topology, thread);
    return pu && hwloc_set_cpubind(topology->machine, pu->cpuset, HWLOC_CPUBIND_THREAD) == 0;
}

static Seat look_here(const Topology *topology)
{
    Seat           seat = {.bound = -1, .last = -1};
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (set && hwloc_get_cpubind(topology->machine, set, HWLOC_CPUBIND_THREAD) == 0 && hwloc_bitmap_weight(set) == 1)
        seat.bound = hwloc_bitmap_first(set);
    if (set && hwloc_get_last_cpu_location(topology->machine, set, HWLOC_CPUBIND_THREAD) == 0)
        seat.last = hwloc_bitmap_first(set);
    hwloc_bitmap_free(set);
    return seat;
}

// Fills seats[threads]; bind: binds the threads first. Returns the actual size of the team.
static int ask_team(const Topology *topology, int threads, bool bind, Seat *seats)
{
    int team = 0;
#pragma omp parallel num_threads(threads) default(none) shared(topology, threads, bind, seats, team)
    {
        const int  thread = omp_get_thread_num();
        const bool refused = bind && !bind_here(topology, thread);
        seats[thread] = look_here(topology);
        seats[thread].bind_refused = refused;
#pragma omp single
        team = omp_get_num_threads();
    }
    return team;
}

static Status check_seats(const Seat *seats, int threads)
{
    for (int t = 0; t < threads; t++) {
        if (seats[t].bind_refused)
            return status_make(STATUS_ENVIRONMENT, "thread %d could not be bound to a core: the system refused; run on fewer threads", t);
        if (seats[t].bound < 0)
            return status_make(STATUS_ENVIRONMENT,
                               "thread %d is no longer bound to one core: a library has moved it; "
                               "unset OMP_PROC_BIND, OMP_PLACES and GOMP_CPU_AFFINITY",
                               t);
        if (seats[t].last >= 0 && seats[t].last != seats[t].bound)
            return status_make(STATUS_ENVIRONMENT, "thread %d is bound to PU %d but ran on PU %d", t, seats[t].bound, seats[t].last);
        for (int other = 0; other < t; other++)
            if (seats[other].bound == seats[t].bound)
                return status_make(STATUS_ENVIRONMENT, "threads %d and %d share PU %d: a library has moved one; unset OMP_PROC_BIND", other,
                                   t, seats[t].bound);
    }
    return status_ok();
}

// Binds the threads of a team or only reads their binding.
static Status visit_team(const Topology *topology, int threads, bool bind)
{
    Seat *seats = calloc((size_t)threads, sizeof *seats);
    if (!seats)
        return status_make(STATUS_MEMORY, "out of memory while placing %d threads", threads);
    const int    team = ask_team(topology, threads, bind, seats);
    const Status status =
        team == threads
            ? check_seats(seats, threads)
            : status_make(STATUS_ENVIRONMENT, "asked for a team of %d threads, OpenMP gave %d; unset OMP_THREAD_LIMIT and OMP_DYNAMIC",
                          threads, team);
    free(seats);
    return status;
}

// Leaves as many PUs as there are threads: the first that no other process of weft uses, and, where these are too few, the first of the
// others.
static void take_free_seats(Topology *topology, int threads)
{
    hwloc_bitmap_t taken = hwloc_bitmap_alloc();
    if (!taken)
        return; // the first seats are good ones, too
    int         count = 0;
    hwloc_obj_t pu;
    for (int seat = 0; count < threads && (pu = topology_seat(topology, seat)); seat++)
        if (claim_pu(pu->os_index)) {
            hwloc_bitmap_set(taken, pu->os_index);
            count++;
        }
    for (int seat = 0; count < threads && (pu = topology_seat(topology, seat)); seat++)
        if (!hwloc_bitmap_isset(taken, pu->os_index)) {
            hwloc_bitmap_set(taken, pu->os_index);
            count++;
        }
    hwloc_bitmap_free(topology->allowed);
    topology->allowed = taken;
}

Status environment_place(int threads)
{
    ASSERT(threads >= 1 && !omp_in_parallel());
    omp_set_dynamic(0);
    GNU_CLEANUP(topology_close) Topology topology = {0};
    TRY(topology_open(&topology));
    const int pus = hwloc_bitmap_weight(topology.allowed);
    if (threads > pus)
        return status_make(STATUS_ENVIRONMENT,
                           "%d threads were asked for, but this process may run on %d processing unit%s; set `threads` to %d or less",
                           threads, pus, pus == 1 ? "" : "s", pus);
    take_free_seats(&topology, threads);
    return visit_team(&topology, threads, true);
}

Status environment_verify(int threads)
{
    ASSERT(threads >= 1 && !omp_in_parallel());
    GNU_CLEANUP(topology_close) Topology topology = {0};
    TRY(topology_open(&topology));
    return visit_team(&topology, threads, false);
}
