// Environment: configuration from /proc and /sys, and facts of the build; hardware and libraries are in environment_describe.c. A fact that
// cannot be determined is null, never a guess.
#include "machine/environment.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/text.h"
#include "build_facts.h"
#include "machine/private/environment_parts.h"
#include "machine/private/kernel_files.h"

json_t *environment_text(bool known, const char *text)
{
    return known ? json_string(text) : json_null();
}

// ---- configuration ----

// Intel's driver has a no_turbo file, the others a boost file.
bool environment_boost(const char *root, bool *on)
{
    char       line[16];
    const bool intel = kernel_file_line(root, "/sys/devices/system/cpu/intel_pstate/no_turbo", line, sizeof line);
    if (!intel && !kernel_file_line(root, "/sys/devices/system/cpu/cpufreq/boost", line, sizeof line))
        return false;
    *on = line[0] == (intel ? '0' : '1');
    return true;
}

// "always [madvise] never": the word in brackets is active.
bool environment_huge_pages(const char *root, char *out, size_t size)
{
    char line[128];
    if (!kernel_file_line(root, "/sys/kernel/mm/transparent_hugepage/enabled", line, sizeof line))
        return false;
    const char *begin = strchr(line, '['), *end = begin ? strchr(begin, ']') : NULL;
    if (end)
        snprintf(out, size, "%.*s", (int)(end - begin - 1), begin + 1);
    return end;
}

// Unknown for processors without flags.
bool environment_guest(const char *root, bool *guest)
{
    char flags[8192];
    if (!kernel_file_value(root, "/proc/cpuinfo", "flags", flags, sizeof flags))
        return false;
    char *rest = NULL;
    *guest = false;
    for (char *flag = strtok_r(flags, " ", &rest); flag; flag = strtok_r(NULL, " ", &rest))
        *guest = *guest || strcmp(flag, "hypervisor") == 0;
    return true;
}

// Variables that affect the threads of OpenMP, OpenBLAS and MKL, except the spin, which is a setting of the case.
static json_t *describe_variables(void)
{
    static const char *const PREFIXES[] = {"OMP_", "GOMP_", "KMP_", "OPENBLAS_", "MKL_"};
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

void environment_add_system(json_t *out)
{
    char           text[256];
    bool           set = false;
    const double   quota = environment_quota("").cores;
    struct utsname names = {0};
    const bool     named = uname(&names) == 0;
    snprintf(text, sizeof text, "%.60s %.120s", names.sysname, names.release);
    json_object_set_new(out, "kernel", environment_text(named, text));
    json_object_set_new(out, "architecture", environment_text(named, names.machine));
    const bool governed = kernel_file_line("", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", text, sizeof text);
    json_object_set_new(out, "governor", environment_text(governed, text));
    bool known = environment_boost("", &set);
    json_object_set_new(out, "boost", known ? json_boolean(set) : json_null());
    json_object_set_new(out, "cpu_quota", isnan(quota) ? json_null() : json_real(quota));
    known = environment_huge_pages("", text, sizeof text);
    json_object_set_new(out, "huge_pages", environment_text(known, text));
    known = environment_guest("", &set);
    json_object_set_new(out, "hypervisor", known ? json_boolean(set) : json_null());
    json_object_set_new(out, "variables", describe_variables());
    environment_add_kernel(out);
}

const char *environment_unset(const char *const *names, char out[ENVIRONMENT_ADVICE])
{
    const char *before = "unset ";
    *out = '\0';
    for (int used = 0; *names; names++)
        if (getenv(*names)) {
            used += snprintf(out + used, (size_t)(ENVIRONMENT_ADVICE - used), "%s%s", before, *names);
            before = " and ";
        }
    return *out ? strcat(out, ", ") : out;
}

// OMP_PROC_BIND=false disables the other variables.
const char *environment_unset_binders(char out[ENVIRONMENT_ADVICE])
{
    static const char *const NAMES[] = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", NULL};
    const char              *bind = getenv(NAMES[0]);
    *out = '\0';
    return bind && strcasecmp(bind, "false") == 0 ? out : environment_unset(NAMES, out);
}

// ---- the build ----

void environment_add_build(json_t *out, const char *isa, const char *precision)
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

static const EnvironmentField FIELDS[] = {
#define ENVIRONMENT(field, label, kind, table, hardware) {#field, label, table, ENVIRONMENT_##kind, hardware},
#include "machine/environment_list.h"
#undef ENVIRONMENT
    {0}};

const EnvironmentField *environment_fields(void)
{
    return FIELDS;
}

void environment_complete(json_t *out)
{
    for (const EnvironmentField *field = FIELDS; field->name; field++)
        if (!json_object_get(out, field->name))
            json_object_set_new(out, field->name, json_null());
}

json_t *environment_build(const char *isa, const char *precision)
{
    json_t *out = json_pack("{s:s}", "row", "environment");
    if (!out)
        return NULL;
    environment_add_build(out, isa, precision);
    environment_complete(out);
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

// -1: unknown
static int64_t size_of_process(const char *key)
{
    char    text[64];
    int64_t kibibytes = 0;
    if (!kernel_file_value("", "/proc/self/status", key, text, sizeof text))
        return -1;
    text[strcspn(text, " ")] = '\0';
    return text_to_int(text, &kibibytes) ? kibibytes * 1024 : -1;
}

// VmHWM and not ru_maxrss, which survives exec: a worker would report the peak of its parent.
int64_t environment_peak_bytes(void)
{
    const int64_t bytes = size_of_process("VmHWM");
    return bytes < 0 ? 0 : bytes;
}

int64_t environment_data_bytes(void)
{
    return size_of_process("VmData");
}

// The kernel counts a killed process in its group, whether the group or the whole machine was out of memory.
int64_t environment_oom_kills(const char *root)
{
    char    text[64], group[1024], path[1100] = "";
    int64_t count = 0;
    if (kernel_file_value(root, "/proc/self/cgroup", "0::", group, sizeof group))
        snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.events", strcmp(group, "/") == 0 ? "" : group);
    const bool found = (*path && kernel_file_value(root, path, "oom_kill", text, sizeof text)) ||
                       kernel_file_value(root, "/proc/vmstat", "oom_kill", text, sizeof text);
    return found && text_to_int(text, &count) ? count : 0;
}

// Calls the kernel and not hwloc, so that the command line does not need that library. The set is large enough for any kernel, so nothing
// is allocated.
int environment_pus(void)
{
    cpu_set_t set[64]; // 65,536 processing units
    return sched_getaffinity(0, sizeof set, set) == 0 ? CPU_COUNT_S(sizeof set, set) : 1;
}
