// Machines: presents a store with repetitions of several machines as if each machine had its own copy of each case. So no statistic of any
// view mixes machines, and the setting `machine` of a case names the machine of its measurements.
//
// A machine is identified by the hardware fields of its environment (machine/environment_list.h). Equal nodes of a cluster are one machine.
#ifndef WEFT_STORE_MACHINES_H
#define WEFT_STORE_MACHINES_H

#include <jansson.h>
#include <sqlite3.h>
#include <stddef.h>

#include "base/status.h"

// For a reader, before its views are made. With two or more machines, temporary tables replace those of the file: cases, parameter, plan,
// variation, repetition, and all facts of a case under a build. A case without repetitions belongs to the only machine that used its build,
// or to none. Ids of cases differ from the file.
Status machines_split(sqlite3 *db) GNU_MUST_CHECK;

// Number of machines among its repetitions.
Status machines_count(sqlite3 *db, int *count) GNU_MUST_CHECK;

// Fills temp.elsewhere, which every connection has, with the environments of other machines than that of this row `environment`: a field
// that is known in both differs.
Status machines_elsewhere(sqlite3 *db, const json_t *environment) GNU_MUST_CHECK;

// Short name of a processor: "Xeon Platinum 8481C" for "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz".
void machines_short_name(const char *cpu, char *out, size_t size);

#endif
