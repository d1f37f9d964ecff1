// Solvers that are programs of their own (docs/protocol.md): their times are by their own clocks, which figures and tables say, with a mark
// at each. What a store says of the builds tells which they are.
#ifndef WEFT_REPORT_PROGRAMS_H
#define WEFT_REPORT_PROGRAMS_H

#include "experiment/figure_spec.h"
#include "report/private/dataset.h"

// Their names, by the text of a build's plugin (plugin_describe), once temp.chosen is made. Takes a row into the dataset.
#define PROGRAMS_SQL \
    "SELECT DISTINCT rtrim(f.solver) FROM temp.chosen AS c JOIN temp.of_plugin AS f ON f.id = c.build_id " \
    "WHERE instr(f.text, ', program ') > 0 ORDER BY 1"
Status programs_read_name(Dataset *dataset, sqlite3_stmt *query) GNU_MUST_CHECK;

void programs_mark(const Dataset *dataset, FigureSpecs *specs);

// What the mark means; "" without programs.
const char *programs_note(const Dataset *dataset);

#endif
