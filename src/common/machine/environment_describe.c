// The environment of a measuring process: the facts of environment.c, the hardware (hwloc), and the loaded (not compile-time) versions of
// the numerical libraries. Linked only into programs that have these libraries: the workers, weft-micro and tests.
#include <cblas.h>
#include <cholmod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/environment.h"
#include "machine/private/environment_parts.h"
#include "machine/private/kernel_files.h"
#include "machine/private/topology.h"
#include "machine/processor.h"

// ---- the machine ----

static json_t *describe_cpu(const Topology *topology)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(topology->machine, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
    char        line[256];
    if (model)
        return json_string(model);
    return environment_text(kernel_file_value("", "/proc/cpuinfo", "model name", line, sizeof line), line);
}

static const char *cache_type(hwloc_obj_cache_type_t type)
{
    return type == HWLOC_OBJ_CACHE_DATA ? "data" : type == HWLOC_OBJ_CACHE_INSTRUCTION ? "instruction" : "unified";
}

// One entry per kind of cache, described by the first of its kind.
static json_t *describe_caches(const Topology *topology)
{
    json_t *caches = json_array();
    for (int depth = hwloc_topology_get_depth(topology->machine) - 1; depth >= 0; depth--) {
        const hwloc_obj_t cache = hwloc_get_obj_by_depth(topology->machine, depth, 0);
        if (!cache || !hwloc_obj_type_is_cache(cache->type))
            continue;
        json_array_append_new(caches, json_pack("{s:i, s:s, s:I, s:i}", "level", (int)cache->attr->cache.depth, "type",
                                                cache_type(cache->attr->cache.type), "bytes", (json_int_t)cache->attr->cache.size, "count",
                                                (int)hwloc_get_nbobjs_by_depth(topology->machine, depth)));
    }
    return caches;
}

static int count_of(const Topology *topology, hwloc_obj_type_t type)
{
    const int count = hwloc_get_nbobjs_by_type(topology->machine, type);
    return count > 0 ? count : 0;
}

static void add_machine(json_t *out, const Topology *topology)
{
    json_object_set_new(out, "cpu", describe_cpu(topology));
    json_object_set_new(out, "cores", json_integer(count_of(topology, HWLOC_OBJ_CORE)));
    json_object_set_new(out, "pus", json_integer(count_of(topology, HWLOC_OBJ_PU)));
    json_object_set_new(out, "allowed_pus", json_integer(hwloc_bitmap_weight(topology->allowed)));
    json_object_set_new(out, "packages", json_integer(count_of(topology, HWLOC_OBJ_PACKAGE)));
    json_object_set_new(out, "numa_nodes", json_integer(count_of(topology, HWLOC_OBJ_NUMANODE)));
    // Not hwloc's sum over NUMA nodes, which omits hot-plugged memory.
    json_object_set_new(out, "memory_bytes", json_integer((json_int_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE)));
    json_object_set_new(out, "caches", describe_caches(topology));
    const char *hwloc = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology->machine), "hwlocVersion");
    json_object_set_new(out, "hwloc", environment_text(hwloc != NULL, hwloc));
}

// ---- the libraries ----

static void add_libraries(json_t *out)
{
    int cholmod[3] = {0}, suitesparse[3] = {0};
    cholmod_version(cholmod);
    SuiteSparse_version(suitesparse);
    json_object_set_new(out, "blas", json_string(openblas_get_config()));
    json_object_set_new(out, "blas_core", json_string(openblas_get_corename()));
    json_object_set_new(out, "cholmod", json_sprintf("%d.%d.%d", cholmod[0], cholmod[1], cholmod[2]));
    json_object_set_new(out, "suitesparse", json_sprintf("%d.%d.%d", suitesparse[0], suitesparse[1], suitesparse[2]));
    json_object_set_new(out, "jansson", json_string(jansson_version_str()));
    char glibc[64] = ""; // "glibc 2.36"
    confstr(_CS_GNU_LIBC_VERSION, glibc, sizeof glibc);
    const char *version = strchr(glibc, ' ');
    json_object_set_new(out, "glibc", version ? json_string(version + 1) : json_null());
    json_t *ids = NULL, *paths = NULL;
    environment_libraries(&ids, &paths);
    json_object_set_new(out, "libraries", ids);
    json_object_set_new(out, "library_paths", paths);
}

const char *environment_blas_core(void)
{
    if (strcmp(openblas_get_corename(), "Prescott") != 0) // the fallback of OpenBLAS
        return NULL;
    return processor_runs_level(4) ? "SkylakeX" : processor_runs_level(3) ? "Haswell" : NULL;
}

// Recomputes the seats, which are the same as in environment_place: see topology_seat.
static json_t *describe_placement(const Topology *topology, int threads)
{
    json_t *placement = json_array();
    for (int t = 0; t < threads; t++) {
        const hwloc_obj_t pu = topology_seat(topology, t);
        if (pu)
            json_array_append_new(placement, json_pack("{s:i, s:i, s:i}", "thread", t, "pu", (int)pu->os_index, "core", topology_core(pu)));
    }
    return placement;
}

json_t *environment_describe(const char *isa, const char *precision, int threads)
{
    json_t *out = json_pack("{s:s}", "row", "environment");
    if (!out)
        return NULL;
    GNU_CLEANUP(topology_close) Topology topology = {0};
    const Status                         opened = topology_open(&topology);
    const bool                           known = opened.code == STATUS_OK;
    if (known)
        add_machine(out, &topology);
    environment_add_system(out);
    environment_add_build(out, isa, precision);
    add_libraries(out);
    double load[3] = {0};
    json_object_set_new(out, "load", getloadavg(load, 3) == 3 ? json_pack("[f, f, f]", load[0], load[1], load[2]) : json_null());
    if (known)
        json_object_set_new(out, "placement", describe_placement(&topology, threads));
    environment_complete(out);
    return out;
}
