// The allowed PUs are those to which taskset or a batch system has bound the process, within the cgroup. The query is for the whole
// process: hwloc joins the sets of all threads, so binding the calling thread does not shrink the result.
#include "machine/private/topology.h"
#include "machine/environment.h"

#include <errno.h>
#include <string.h>

static Status refused(const char *what)
{
    return status_make(STATUS_ENVIRONMENT, "hwloc cannot %s: %s; threads cannot be placed on this machine", what, strerror(errno));
}

static Status another_machine(void)
{
    static const char *const NAMES[] = {
        "HWLOC_SYNTHETIC", "HWLOC_XMLFILE", "HWLOC_FSROOT", "HWLOC_CPUID_PATH", "HWLOC_THISSYSTEM", "HWLOC_COMPONENTS", NULL};
    char unset[ENVIRONMENT_ADVICE];
    return status_make(STATUS_ENVIRONMENT, "hwloc describes another machine, where no thread can be bound; %sthen run again",
                       environment_unset(NAMES, unset));
}

Status topology_open(Topology *out)
{
    *out = (Topology){0};
    if (hwloc_topology_init(&out->machine) != 0)
        return refused("start");
    // sysfs is sufficient; the x86 component would run CPUID on every core, which moves threads after their placement.
    hwloc_topology_set_components(out->machine, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
    if (hwloc_topology_load(out->machine) != 0)
        return refused("read the topology");
    if (!hwloc_topology_is_thissystem(out->machine))
        return another_machine();
    out->allowed = hwloc_bitmap_alloc();
    if (!out->allowed)
        return status_make(STATUS_MEMORY, "out of memory while reading the topology");
    if (hwloc_get_cpubind(out->machine, out->allowed, HWLOC_CPUBIND_PROCESS) != 0)
        return refused("read the CPU binding of this process");
    hwloc_bitmap_and(out->allowed, out->allowed, hwloc_topology_get_allowed_cpuset(out->machine));
    return status_ok();
}

void topology_close(Topology *topology)
{
    hwloc_bitmap_free(topology->allowed);
    if (topology->machine)
        hwloc_topology_destroy(topology->machine);
    *topology = (Topology){0};
}

static hwloc_obj_t core_of(hwloc_obj_t pu)
{
    for (hwloc_obj_t above = pu->parent; above; above = above->parent)
        if (above->type == HWLOC_OBJ_CORE)
            return above;
    return pu;
}

int topology_core(hwloc_obj_t pu)
{
    return (int)core_of(pu)->logical_index;
}

// Number of allowed PUs of the same core before this PU.
static int rank_in_core(const Topology *topology, hwloc_obj_t pu)
{
    int rank = 0;
    for (hwloc_obj_t before = pu->prev_cousin; before && core_of(before) == core_of(pu); before = before->prev_cousin)
        rank += hwloc_bitmap_isset(topology->allowed, before->os_index) ? 1 : 0;
    return rank;
}

hwloc_obj_t topology_seat(const Topology *topology, int seat)
{
    const int pus = hwloc_get_nbobjs_by_type(topology->machine, HWLOC_OBJ_PU);
    int       passed = 0;
    for (int rank = 0; passed < hwloc_bitmap_weight(topology->allowed); rank++) {
        const int before = passed;
        for (int i = 0; i < pus; i++) {
            hwloc_obj_t pu = hwloc_get_obj_by_type(topology->machine, HWLOC_OBJ_PU, (unsigned)i);
            if (!hwloc_bitmap_isset(topology->allowed, pu->os_index) || rank_in_core(topology, pu) != rank)
                continue;
            if (passed++ == seat)
                return pu;
        }
        if (passed == before)
            break; // an allowed PU that is not in the topology
    }
    return NULL;
}
