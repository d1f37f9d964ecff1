// Quotas of processor time: cgroups of version 2 (cpu.max) and 1 (cpu.cfs_quota_us), each with those above it, since the tightest holds.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "machine/private/environment_parts.h"

enum { PATH_SIZE = 2048 };

typedef struct Quota {
    double  cores; // NAN: without limit
    int64_t stops; // −1: unknown
} Quota;

// "max 100000" or "150000 100000": time per period in microseconds.
static bool read_max(const char *folder, double *cores)
{
    char   path[PATH_SIZE], line[128], *rest = NULL;
    double quota = 0, period = 0;
    snprintf(path, sizeof path, "%.2000s/cpu.max", folder);
    if (!environment_first_line(path, line, sizeof line))
        return false;
    strtok_r(line, " ", &rest);
    if (!text_to_double(line, &quota) || !rest || !text_to_double(rest, &period) || !(quota > 0 && period > 0))
        return false;
    *cores = quota / period;
    return true;
}

static bool read_cfs(const char *folder, double *cores)
{
    char   path[PATH_SIZE], line[128];
    double quota = 0, period = 0;
    snprintf(path, sizeof path, "%.2000s/cpu.cfs_quota_us", folder);
    if (!environment_first_line(path, line, sizeof line) || !text_to_double(line, &quota) || quota <= 0)
        return false;
    snprintf(path, sizeof path, "%.2000s/cpu.cfs_period_us", folder);
    if (!environment_first_line(path, line, sizeof line) || !text_to_double(line, &period) || period <= 0)
        return false;
    *cores = quota / period;
    return true;
}

static void add_folder(const char *folder, Quota *out)
{
    char    path[PATH_SIZE], text[64];
    double  cores = 0;
    int64_t stops = 0;
    if (read_max(folder, &cores) || read_cfs(folder, &cores))
        out->cores = fmin(out->cores, cores); // NAN gives way
    snprintf(path, sizeof path, "%.2000s/cpu.stat", folder);
    if (environment_value_of_line(path, "nr_throttled", text, sizeof text) && text_to_int(text, &stops))
        out->stops = (out->stops < 0 ? 0 : out->stops) + stops;
}

// The folder of a cgroup below `top`, and those above it. path: as in /proc/self/cgroup, "/" in a container.
static void add_path(const char *root, const char *top, const char *path, Quota *out)
{
    char         folder[PATH_SIZE];
    const size_t least = (size_t)snprintf(folder, sizeof folder, "%.500s%s", root, top);
    snprintf(folder + least, sizeof folder - least, "%s", strcmp(path, "/") == 0 ? "" : path);
    for (;;) {
        add_folder(folder, out);
        char *end = strrchr(folder + least, '/');
        if (!end)
            return;
        *end = '\0';
    }
}

// Lines of /proc/self/cgroup: "0::/user.slice/…", and of version 1 "4:cpu,cpuacct:/…".
static Quota read_quota(const char *root)
{
    Quota out = {NAN, -1};
    char  path[PATH_SIZE], line[PATH_SIZE / 2];
    snprintf(path, sizeof path, "%.500s/proc/self/cgroup", root);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        if (strcmp(controllers + 1, "") == 0)
            add_path(root, "/sys/fs/cgroup", group, &out);
        else if (strcmp(controllers + 1, "cpu") == 0 || strncmp(controllers + 1, "cpu,", 4) == 0 || strstr(controllers + 1, ",cpu,"))
            add_path(root, "/sys/fs/cgroup/cpu", group, &out);
    }
    if (file)
        fclose(file);
    return out;
}

double environment_quota(const char *root)
{
    return read_quota(root).cores;
}

int64_t environment_quota_stops(const char *root)
{
    return read_quota(root).stops;
}
