// The source of this weft, as `git archive` gives it: the same bytes for the same commit.
#ifndef WEFT_BUNDLE_BUNDLE_SOURCE_H
#define WEFT_BUNDLE_BUNDLE_SOURCE_H

#include <stddef.h>

#include "base/status.h"

// Writes source/weft-COMMIT.tar into the folder, results of record left out. tree: a git tree; NULL: the one that this weft was built from;
// "none": writes nothing. out: the archive below the folder, or "". STATUS_INPUT: weft was built from what is no commit;
// STATUS_ENVIRONMENT: there is no such tree, no git, or git failed.
Status bundle_source(const char *tree, const char *folder, char *out, size_t size) GNU_MUST_CHECK;

#endif
