#include "machine/quiet.h"

#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>

#include "base/clock.h"

enum { PAUSE_MS = 400 };

// The first line of /proc/stat (proc(5)): user nice system idle iowait irq softirq steal; guests are counted in user and nice.
bool core_times_read(const char *root, CoreTimes *out)
{
    uint64_t t[8] = {0};
    char     path[1024];
    snprintf(path, sizeof path, "%s/proc/stat", root);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    const int count = fscanf(file, "cpu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
                             &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]);
    fclose(file);
    *out = (CoreTimes){.idle = t[3] + t[4], .stolen = t[7]};
    for (int i = 0; i < 8; i++)
        out->all += t[i];
    return count >= 4;
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
