// Placement: binds each thread of the team to a core. Each thread binds itself inside a team of the requested size. The OpenMP runtimes
// keep those threads, in order, for every later team of that size, so the binding persists. This file keeps no state: environment_verify
// reads the binding from the kernel.
#include <errno.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/environment.h"
#include "machine/private/claim.h"
#include "machine/private/topology.h"

// The binding of one thread; written by that thread, read after the team has ended.
typedef struct Seat {
    int bound;   // the only PU to which it is bound; −1: several or none
    int last;    // the PU on which it ran last; −1: unknown
    int refused; // errno of a failed binding; 0: success
} Seat;

// 0, or errno.
static int bind_here(const Topology *topology, int thread)
{
    hwloc_obj_t pu = topology_seat(topology, thread);
    errno = 0;
    if (pu && hwloc_set_cpubind(topology->machine, pu->cpuset, HWLOC_CPUBIND_THREAD) == 0)
        return 0;
    return errno ? errno : ENOSYS;
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

// Fills seats[threads]; bind: also binds the threads first. Returns the actual size of the team.
static int ask_team(const Topology *topology, int threads, bool bind, Seat *seats)
{
    int team = 0;
#pragma omp parallel num_threads(threads) default(none) shared(topology, threads, bind, seats, team)
    {
        const int thread = omp_get_thread_num(), refused = bind ? bind_here(topology, thread) : 0;
        seats[thread] = look_here(topology);
        seats[thread].refused = refused;
#pragma omp single
        team = omp_get_num_threads();
    }
    return team;
}

static Status moved(int thread, const char *where)
{
    static const char *const NAMES[] = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY", NULL};
    char                     unset[ENVIRONMENT_ADVICE];
    return status_make(STATUS_ENVIRONMENT,
                       "thread %d %s: something has moved it; %sdo not let plugins or other programs (taskset) move threads", thread, where,
                       environment_unset(NAMES, unset));
}

static Status check_seats(const Seat *seats, int threads)
{
    char text[64];
    for (int t = 0; t < threads; t++) {
        if (seats[t].refused)
            return status_make(
                STATUS_ENVIRONMENT,
                "thread %d could not be bound to a core: %s; allow sched_setaffinity (in a container: by its seccomp profile)", t,
                strerror(seats[t].refused));
        if (seats[t].bound < 0)
            return moved(t, "is no longer bound to one core");
        snprintf(text, sizeof text, "is bound to PU %d but ran on PU %d", seats[t].bound, seats[t].last);
        if (seats[t].last >= 0 && seats[t].last != seats[t].bound)
            return moved(t, text);
        for (int other = 0; other < t; other++) {
            snprintf(text, sizeof text, "is on PU %d with thread %d", seats[t].bound, other);
            if (seats[other].bound == seats[t].bound)
                return moved(t, text);
        }
    }
    return status_ok();
}

static Status wrong_team(int threads, int team)
{
    static const char *const NAMES[] = {"OMP_THREAD_LIMIT", "OMP_DYNAMIC", "OMP_MAX_ACTIVE_LEVELS", NULL};
    char                     unset[ENVIRONMENT_ADVICE];
    environment_unset(NAMES, unset);
    return status_make(STATUS_ENVIRONMENT, "asked for a team of %d threads, OpenMP gave %d; %s%s", threads, team, unset,
                       *unset ? "then run again" : "use fewer threads");
}

// Binds the threads of a team or only reads their binding.
static Status visit_team(const Topology *topology, int threads, bool bind)
{
    Seat *seats = calloc((size_t)threads, sizeof *seats);
    if (!seats)
        return status_make(STATUS_MEMORY, "out of memory while placing %d threads", threads);
    const int    team = ask_team(topology, threads, bind, seats);
    const Status status = team == threads ? check_seats(seats, threads) : wrong_team(threads, team);
    free(seats);
    return status;
}

// Reduces the allowed PUs to the number of threads: the first that no other process of weft uses and, if these are too few, the first of
// the others.
static void take_free_seats(Topology *topology, int threads)
{
    hwloc_bitmap_t taken = hwloc_bitmap_alloc();
    if (!taken)
        return; // the first seats also work
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
                           "%d threads were requested, but this process may run on %d processing unit%s; set `threads` to %d or less",
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
