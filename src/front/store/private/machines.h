// Machines: a store whose repetitions were measured on several machines, seen as if each case were one for each machine. So no statistic
// of any view is of two of them, and a case says as a setting, `machine`, where it was measured.
//
// A machine is an environment without what can change on it: the fields of the hardware (machine/environment_list.h). Equal nodes of a
// cluster are one machine.
#ifndef WEFT_STORE_MACHINES_H
#define WEFT_STORE_MACHINES_H

#include <jansson.h>
#include <sqlite3.h>
#include <stddef.h>

#include "base/status.h"

// Of a reader, before its views are made. With two machines or more, tables of this connection take the place of those of the file: cases,
// parameter, plan, variation, repetition, and all that is of a case under a build. What has no repetition belongs to the machine that alone
// used its build, or to none. Ids of cases are others than in the file.
Status machines_split(sqlite3 *db) GNU_MUST_CHECK;

// The machines of its repetitions.
Status machines_count(sqlite3 *db, int *count) GNU_MUST_CHECK;

// Fills temp.elsewhere, which every connection has, with the environments that are not of the machine of this row `environment`: some
// field that both know differs.
Status machines_elsewhere(sqlite3 *db, const json_t *environment) GNU_MUST_CHECK;

// The name of a processor without what all of them have: "Xeon Platinum 8481C" of "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz".
void machines_short_name(const char *cpu, char *out, size_t size);

#endif
