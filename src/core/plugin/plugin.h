// Plugins: solvers that are not part of weft, in a shared library (src/weft_solver.h), or a direct solver for the linear system external
// (weft_direct.h). A worker loads them; weft is told of them by a
// worker, in rows `plugin`. Both then have them in the table of solvers.
#ifndef WEFT_PLUGIN_PLUGIN_H
#define WEFT_PLUGIN_PLUGIN_H

#include <jansson.h>

#include "case/case.h"

// Loads the solvers of a file into the table of solvers, or its direct solver behind `external`; before any of them is asked for, and once
// for each file. Runs code of the file. hash: that of the file, NULL: any. STATUS_INPUT: not a plugin, or another hash.
// STATUS_IO: not readable.
Status plugin_load(const char *path, const char *hash) GNU_MUST_CHECK;

// Writes a row `plugin` of each solver in the table that is not weft's own: tries it on every kind of constraint; and one of the library
// behind `external`. write: takes the row,
// which is NULL when out of memory.
Status plugin_write_rows(Status (*write)(json_t *row)) GNU_MUST_CHECK;

// Puts the solver or library that such a row describes into the table, to be asked for, not to be run. STATUS_INPUT names the file and what
// is wrong; a row that makes no sense is STATUS_PROTOCOL.
Status plugin_from_row(const json_t *row) GNU_MUST_CHECK;

// Name, version, file and hash of the plugin of a case, for the record; "" when it needs none.
void plugin_describe(const Case *c, char *out, size_t size);

#endif
