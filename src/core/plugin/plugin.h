// Plugins: solvers outside weft, in a shared library (src/weft_solver.h), or a direct solver for the linear system `external`
// (weft_direct.h). A worker loads them and describes them to weft in rows `plugin`. Both then have them in the table of solvers.
#ifndef WEFT_PLUGIN_PLUGIN_H
#define WEFT_PLUGIN_PLUGIN_H

#include <jansson.h>

#include "case/case.h"

// Loads the solvers of a file into the table of solvers, or its direct solver behind `external`. Call it once for each file, before any of
// its solvers is looked up. Runs code of the file. hash: the expected hash of the file; NULL: any. STATUS_INPUT: not a plugin, or another
// hash. STATUS_IO: not readable.
Status plugin_load(const char *path, const char *hash) GNU_MUST_CHECK;

// Writes a row `plugin` for each plugin solver in the table, after trying it on every kind of constraint, and for the library behind
// `external`. write: takes the row, which is NULL when out of memory.
Status plugin_write_rows(Status (*write)(json_t *row)) GNU_MUST_CHECK;

// Adds the solver or library of such a row to the table; it can be looked up, but not run. STATUS_INPUT names the file and the fault;
// STATUS_PROTOCOL: an invalid row.
Status plugin_from_row(const json_t *row) GNU_MUST_CHECK;

// Name, version, file and hash of the plugin of a case, for the record; "" if the case needs none.
void plugin_describe(const Case *c, char *out, size_t size);

#endif
