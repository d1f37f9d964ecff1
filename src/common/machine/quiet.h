// Whether the machine is quiet: whether other processes, or the hypervisor for other machines, use its cores.
#ifndef WEFT_MACHINE_QUIET_H
#define WEFT_MACHINE_QUIET_H

#include <stdbool.h>
#include <stdint.h>

#define QUIET_BUSY_MOST 0.05 // of the time of all cores: a machine that is less busy is quiet

// Ticks since the machine was started, of all cores; stolen: of those that are not idle, by the hypervisor.
typedef struct CoreTimes {
    uint64_t all, idle, stolen;
} CoreTimes;

// root: "" for this machine, or a folder with its proc/. False where the system does not tell.
bool core_times_read(const char *root, CoreTimes *out);

// Ends early when `descriptor` becomes readable (−1: none), and returns whether it did.
bool quiet_pause(int ms, int descriptor);

// Share of the time of all cores, between 0 and 1, that was not idle during a pause of `pause_ms` in which this process does nothing;
// stolen time counts as busy. Ends the pause early when `descriptor` becomes readable (−1: none). NAN where the system does not tell.
double quiet_busy(const char *root, int pause_ms, int descriptor);

// Waits until the machine is quiet, for `limit_s` at most, or until `descriptor` becomes readable. Returns whether it is; true where the
// system does not tell, after one pause.
bool quiet_wait(const char *root, double limit_s, int descriptor);

#endif
