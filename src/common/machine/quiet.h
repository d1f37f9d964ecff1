// Whether the machine is quiet: whether other processes, or the hypervisor for other machines, use its cores.
#ifndef WEFT_MACHINE_QUIET_H
#define WEFT_MACHINE_QUIET_H

#include <stdbool.h>

#define QUIET_BUSY_MOST 0.05 // of the time of all cores: a machine that is less busy is quiet

// Share of the time of all cores, between 0 and 1, that was not idle during a pause of `pause_ms` in which this process does nothing;
// stolen time counts as busy. Ends the pause early when `descriptor` becomes readable (−1: none). NAN where the system does not tell.
double quiet_busy(int pause_ms, int descriptor);

// Waits until the machine is quiet, for `limit_s` at most, or until `descriptor` becomes readable. Returns whether it is; true where the
// system does not tell, after one pause.
bool quiet_wait(double limit_s, int descriptor);

#endif
