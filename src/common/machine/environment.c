// Environment: gathered from hwloc (hardware), /proc and /sys (configuration), the loaded libraries (not those compiled against) and the
// build facts. A fact that cannot be determined is null, never a guess.
#include "machine/environment.h"

#include <cblas.h>
#include <cholmod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/text.h"
#include "build_facts.h"
#include "machine/private/environment_parts.h"
#include "machine/private/topology.h"

bool environment_first_line(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    const bool read = fgets(out, (int)size, file) != NULL;
    fclose(file);
    if (read)
        out[strcspn(out, "\n")] = '\0';
    return read;
}

bool environment_value_of_line(const char *path, const char *key, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    char  *line = NULL;
    size_t room = 0;
    bool   found = false;
    while (!found && getline(&line, &room, file) > 0) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        const char *value = line + strlen(key);
        value += strspn(value, " \t:");
        snprintf(out, size, "%.*s", (int)strcspn(value, "\n"), value);
        found = true;
    }
    free(line);
    fclose(file);
    return found;
}

static json_t *text_or_null(bool known, const char *text)
{
    return known ? json_string(text) : json_null();
}

// ---- the machine ----

static json_t *describe_cpu(const Topology *topology)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(topology->machine, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
    char        line[256];
    if (model)
        return json_string(model);
    return text_or_null(environment_value_of_line("/proc/cpuinfo", "model name", line, sizeof line), line);
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
    json_object_set_new(out, "hwloc", text_or_null(hwloc != NULL, hwloc));
}

// ---- its configuration ----

// "max 100000" or "150000 100000": CPU time per period, in cores, that the cgroup may use before it is throttled.
static json_t *describe_quota(void)
{
    char line[128];
    if (!environment_first_line("/sys/fs/cgroup/cpu.max", line, sizeof line))
        return json_null();
    char  *rest = NULL;
    double quota = 0, period = 0;
    strtok_r(line, " ", &rest);
    if (!text_to_double(line, &quota) || !rest || !text_to_double(rest, &period) || period <= 0)
        return json_null();
    return json_real(quota / period);
}

// Intel's driver has a no_turbo file, the others a boost file.
static json_t *describe_boost(void)
{
    char line[16];
    if (environment_first_line("/sys/devices/system/cpu/intel_pstate/no_turbo", line, sizeof line))
        return json_boolean(line[0] == '0');
    if (environment_first_line("/sys/devices/system/cpu/cpufreq/boost", line, sizeof line))
        return json_boolean(line[0] == '1');
    return json_null();
}

// "always [madvise] never": the word in brackets is in force.
static json_t *describe_huge_pages(void)
{
    char line[128];
    if (!environment_first_line("/sys/kernel/mm/transparent_hugepage/enabled", line, sizeof line))
        return json_null();
    char *begin = strchr(line, '['), *end = strchr(line, ']');
    if (!begin || !end || end < begin)
        return json_null();
    *end = '\0';
    return json_string(begin + 1);
}

typedef enum Has { HAS_NOT, HAS, HAS_UNKNOWN } Has;

// Whether the processor has a flag, in Linux's spelling; unknown on processors that have no flags.
static Has cpu_has(const char *wanted)
{
    char flags[8192];
    if (!environment_value_of_line("/proc/cpuinfo", "flags", flags, sizeof flags))
        return HAS_UNKNOWN;
    char *rest = NULL;
    for (char *flag = strtok_r(flags, " ", &rest); flag; flag = strtok_r(NULL, " ", &rest))
        if (strcmp(flag, wanted) == 0)
            return HAS;
    return HAS_NOT;
}

// Variables that change how OpenMP and OpenBLAS run threads, except the spin, which is a setting of the case.
static json_t *describe_variables(void)
{
    static const char *const PREFIXES[] = {"OMP_", "GOMP_", "KMP_", "OPENBLAS_"};
    json_t                  *variables = json_object();
    for (char **entry = environ; *entry; entry++) {
        const char *equals = strchr(*entry, '=');
        for (size_t i = 0; equals && i < sizeof PREFIXES / sizeof *PREFIXES; i++) {
            if (strncmp(*entry, PREFIXES[i], strlen(PREFIXES[i])) != 0 || strncmp(*entry, "GOMP_SPINCOUNT=", 15) == 0)
                continue;
            char name[128];
            snprintf(name, sizeof name, "%.*s", (int)(equals - *entry), *entry);
            json_object_set_new(variables, name, json_string(equals + 1));
        }
    }
    return variables;
}

static void add_system(json_t *out)
{
    char           text[256];
    struct utsname names = {0};
    const bool     named = uname(&names) == 0;
    snprintf(text, sizeof text, "%.60s %.120s", names.sysname, names.release);
    json_object_set_new(out, "kernel", text_or_null(named, text));
    json_object_set_new(out, "architecture", text_or_null(named, names.machine));
    const bool governed = environment_first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", text, sizeof text);
    json_object_set_new(out, "governor", text_or_null(governed, text));
    json_object_set_new(out, "boost", describe_boost());
    json_object_set_new(out, "cpu_quota", describe_quota());
    json_object_set_new(out, "huge_pages", describe_huge_pages());
    const Has guest = cpu_has("hypervisor");
    json_object_set_new(out, "hypervisor", guest == HAS_UNKNOWN ? json_null() : json_boolean(guest == HAS));
    json_object_set_new(out, "variables", describe_variables());
    environment_add_kernel(out);
}

// ---- the build and its libraries ----

static void add_build(json_t *out, const char *isa, const char *precision)
{
    json_object_set_new(out, "version", json_string(BUILD_VERSION));
    json_object_set_new(out, "commit", json_string(BUILD_COMMIT));
    json_object_set_new(out, "dirty", BUILD_DIRTY < 0 ? json_null() : json_boolean(BUILD_DIRTY));
    json_object_set_new(out, "compiler", json_string(BUILD_COMPILER));
    json_object_set_new(out, "flags", json_string(BUILD_FLAGS));
    json_object_set_new(out, "build_type", json_string(BUILD_TYPE));
    json_object_set_new(out, "isa", json_string(isa));
    json_object_set_new(out, "precision", json_string(precision));
    json_object_set_new(out, "openmp_runtime", json_string(GNU_OPENMP_RUNTIME));
    json_object_set_new(out, "openmp", json_sprintf("%d", _OPENMP));
}

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
    json_object_set_new(out, "libraries", environment_libraries());
}

const char *environment_blas_core(void)
{
    if (strcmp(openblas_get_corename(), "Prescott") != 0) // its fallback
        return NULL;
    if (cpu_has("avx512f") == HAS && cpu_has("avx512bw") == HAS && cpu_has("avx512dq") == HAS && cpu_has("avx512vl") == HAS)
        return "SkylakeX";
    return cpu_has("avx2") == HAS && cpu_has("fma") == HAS ? "Haswell" : NULL;
}

// ---- the current load and placement ----

// Computes the seats again; they are those of environment_place: see topology_seat.
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

static const EnvironmentField FIELDS[] = {
#define ENVIRONMENT(field, label, kind, table) {#field, label, table, ENVIRONMENT_##kind},
#include "machine/environment_list.h"
#undef ENVIRONMENT
    {0}};

const EnvironmentField *environment_fields(void)
{
    return FIELDS;
}

// What cannot be determined is null.
static void complete(json_t *out)
{
    for (const EnvironmentField *field = FIELDS; field->name; field++)
        if (!json_object_get(out, field->name))
            json_object_set_new(out, field->name, json_null());
}

json_t *environment_describe(const char *isa, const char *precision, int threads)
{
    json_t *out = json_pack("{s:s}", "row", "environment");
    if (!out)
        return NULL;
    Topology     topology;
    const Status opened = topology_open(&topology);
    const bool   known = opened.code == STATUS_OK;
    if (known)
        add_machine(out, &topology);
    add_system(out);
    add_build(out, isa, precision);
    add_libraries(out);
    double load[3] = {0};
    json_object_set_new(out, "load", getloadavg(load, 3) == 3 ? json_pack("[f, f, f]", load[0], load[1], load[2]) : json_null());
    if (known) {
        json_object_set_new(out, "placement", describe_placement(&topology, threads));
        topology_close(&topology);
    }
    complete(out);
    return out;
}

double environment_load(void)
{
    double load = 0;
    return getloadavg(&load, 1) == 1 ? load : 0;
}

int64_t environment_involuntary_switches(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_nivcsw : -1;
}

// VmHWM and not ru_maxrss, which survives exec: a worker would report the peak of its parent.
int64_t environment_peak_bytes(void)
{
    char    text[64];
    int64_t kibibytes = 0;
    if (!environment_value_of_line("/proc/self/status", "VmHWM", text, sizeof text))
        return 0;
    text[strcspn(text, " ")] = '\0';
    return text_to_int(text, &kibibytes) ? kibibytes * 1024 : 0;
}
