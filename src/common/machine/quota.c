// Quotas of processor time: cgroups of version 2 (cpu.max) and 1 (cpu.cfs_quota_us), each with its parents, since the tightest quota
// applies.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "machine/private/environment_parts.h"
#include "machine/private/kernel_files.h"

enum { PATH_SIZE = 2048 };

// "max 100000" or "150000 100000": time per period in microseconds.
static bool read_max(const char *folder, double *cores)
{
    char   line[128], *rest = NULL;
    double quota = 0, period = 0;
    if (!kernel_file_line(folder, "/cpu.max", line, sizeof line))
        return false;
    strtok_r(line, " ", &rest);
    if (!text_to_double(line, &quota) || !rest || !text_to_double(rest, &period) || !(quota > 0 && period > 0))
        return false;
    *cores = quota / period;
    return true;
}

static bool read_cfs(const char *folder, double *cores)
{
    char   line[128];
    double quota = 0, period = 0;
    if (!kernel_file_line(folder, "/cpu.cfs_quota_us", line, sizeof line) || !text_to_double(line, &quota) || quota <= 0)
        return false;
    if (!kernel_file_line(folder, "/cpu.cfs_period_us", line, sizeof line) || !text_to_double(line, &period) || period <= 0)
        return false;
    *cores = quota / period;
    return true;
}

static void add_folder(const char *folder, Quota *out)
{
    char    text[64];
    double  cores = 0;
    int64_t stops = 0;
    if (read_max(folder, &cores) || read_cfs(folder, &cores))
        out->cores = fmin(out->cores, cores); // fmin ignores NAN
    if (kernel_file_value(folder, "/cpu.stat", "nr_throttled", text, sizeof text) && text_to_int(text, &stops))
        out->stops = (out->stops < 0 ? 0 : out->stops) + stops;
}

// Reads the folder of a cgroup below `top`, and its parents. path: as in /proc/self/cgroup, "/" in a container.
static void add_path(const char *root, const char *top, const char *path, Quota *out)
{
    char         folder[PATH_SIZE];
    const size_t min = (size_t)snprintf(folder, sizeof folder, "%.500s%s", root, top);
    snprintf(folder + min, sizeof folder - min, "%s", strcmp(path, "/") == 0 ? "" : path);
    for (;;) {
        add_folder(folder, out);
        char *end = strrchr(folder + min, '/');
        if (!end)
            return;
        *end = '\0';
    }
}

// Lines of /proc/self/cgroup: "0::/user.slice/…", and of version 1 "4:cpu,cpuacct:/…".
Quota environment_quota(const char *root)
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
