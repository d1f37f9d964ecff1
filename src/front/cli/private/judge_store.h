// weft judge -o FILE.db: the trajectory as a case of a database (run/recorded.h).
#ifndef WEFT_CLI_JUDGE_STORE_H
#define WEFT_CLI_JUDGE_STORE_H

#include "cli/private/judge_print.h"

bool judge_is_store(const char *output); // by the end of its name, .db

// Once the frames are read, before they are measured: the database can take cases of this scene, and no other trajectory has the name.
// name: NULL: that of the frames.
Status judge_check_store(const Judged *judged, const char *database, const char *name) GNU_MUST_CHECK;

// Stores what was judged, and says on standard output where.
Status judge_store(const Judged *judged, const char *database, const char *name) GNU_MUST_CHECK;

#endif
