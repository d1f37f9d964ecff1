// Topology: hwloc's topology of this machine, loaded for one call and destroyed after it.
#ifndef WEFT_MACHINE_TOPOLOGY_H
#define WEFT_MACHINE_TOPOLOGY_H

#include <hwloc.h>

#include "base/status.h"

typedef struct Topology {
    hwloc_topology_t machine;
    hwloc_bitmap_t   allowed; // PUs (operating system's numbers) that this process may run on
} Topology;

// STATUS_ENVIRONMENT if hwloc cannot read this machine; call topology_close also then.
Status topology_open(Topology *out) GNU_MUST_CHECK;
void   topology_close(Topology *topology);

// The seat-th PU in the order in which threads are placed: the first allowed PU of every core, core by core, then the second hardware
// threads in the same order, and so on. NULL after the last. Any prefix of the seats keeps its order if only its PUs are allowed, so seats
// can be recomputed after the process has bound itself.
hwloc_obj_t topology_seat(const Topology *topology, int seat);

// Logical number of the core of a PU, or of the PU itself if the system reports no cores.
int topology_core(hwloc_obj_t pu);

#endif
