// Documents: Markdown files whose numbers are made from stores.
//
// A number stands between two HTML comments, of which a rendered page shows nothing:
//
//   <!-- weft NAME {YAML flow mapping} -->0.52<!-- /weft -->
//
// NAME is an experiment, of which the store is STORES/NAME.db; of several texts of that name in it the newest counts. What the mapping may
// say: private/quote.h. A table has its markers on lines of their own. All else in a file stays as it is, line ends included.
#ifndef WEFT_REPORT_DOCUMENT_H
#define WEFT_REPORT_DOCUMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

// Renews what stands between the markers of each file, or with `check` writes nothing and prints each difference to `out`. A file in which
// nothing changes is not touched; one with a mistake stays as it is. STATUS_INPUT with file:line: a mistake in a marker, or `check` found
// differences; STATUS_IO: a store or file that cannot be read or written.
Status documents_renew(const char *stores, const char *const *paths, int count, bool check, FILE *out) GNU_MUST_CHECK;

#endif
