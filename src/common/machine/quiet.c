#include "machine/quiet.h"

#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "machine/private/kernel_files.h"

enum { PAUSE_MS = 400 };

// The first line of /proc/stat (proc(5)): user nice system idle iowait irq softirq steal; guests are counted in user and nice.
bool core_times_read(const char *root, CoreTimes *out)
{
    enum { IDLE = 3, IOWAIT = 4, STEAL = 7, FIELDS = 8 };
    int64_t t[FIELDS] = {0};
    char    path[1024], line[512], *rest = NULL;
    int     count = 0;
    snprintf(path, sizeof path, "%s/proc/stat", root);
    if (!kernel_file_line("", path, line, sizeof line) || strncmp(line, "cpu ", 4) != 0)
        return false;
    for (char *word = strtok_r(line + 4, " ", &rest); word && count < FIELDS; word = strtok_r(NULL, " ", &rest))
        if (!text_to_int(word, &t[count++]))
            return false;
    *out = (CoreTimes){.idle = (uint64_t)(t[IDLE] + t[IOWAIT]), .stolen = (uint64_t)t[STEAL]};
    for (int i = 0; i < FIELDS; i++)
        out->all += (uint64_t)t[i];
    return count > IDLE;
}

bool quiet_pause(int ms, int descriptor)
{
    struct pollfd wait = {.fd = descriptor, .events = POLLIN};
    return poll(&wait, 1, ms) > 0;
}

double quiet_busy(const char *root, int pause_ms, int descriptor)
{
    CoreTimes  before, after;
    const bool known = core_times_read(root, &before);
    quiet_pause(pause_ms, descriptor);
    if (!known || !core_times_read(root, &after) || after.all <= before.all)
        return NAN;
    return 1 - (double)(after.idle - before.idle) / (double)(after.all - before.all);
}

bool quiet_wait(const char *root, double limit_s, int descriptor)
{
    const int64_t end = clock_ns() + (int64_t)(limit_s * 1e9);
    for (;;) {
        if (!(quiet_busy(root, PAUSE_MS, descriptor) > QUIET_BUSY_MOST))
            return true;
        if (clock_ns() >= end || quiet_pause(0, descriptor))
            return false;
    }
}
