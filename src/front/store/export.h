// Export: a table or view of a store as text for other programs.
#ifndef WEFT_STORE_EXPORT_H
#define WEFT_STORE_EXPORT_H

#include <stdio.h>

#include "store/store.h"

typedef enum ExportFormat { EXPORT_CSV, EXPORT_JSON, EXPORT_JSONL } ExportFormat;
extern const char *const EXPORT_FORMATS[]; // their names, ended by NULL

// CSV: RFC 4180 with a header line, CRLF line ends; SQL null is an empty field. JSON: an array of objects, one per row and line; JSON
// Lines: the objects alone; infinity is the text "inf" or "-inf". Reals have 17 significant digits at most, and read back as the same
// number. table: a table or view of schema.sql; NULL: case_summary, one row per case and build with its medians; `dictionary`: meaning and
// unit of every table, view and column. STATUS_INPUT for an unknown table, naming the nearest; STATUS_IO if `out` cannot be written.
Status store_export(Store *store, const char *table, ExportFormat format, FILE *out) GNU_MUST_CHECK;

#endif
