// weft judge -o FILE.db: the trajectory as a case of a database (run/recorded.h).
#ifndef WEFT_CLI_JUDGE_STORE_H
#define WEFT_CLI_JUDGE_STORE_H

#include "cli/private/judge_print.h"

bool judge_is_store(const char *output); // by the end of its name, .db

// Before anything is measured: the name is one, and the database is one that can take cases of this scene. name: NULL: that of the frames.
Status judge_check_store(const char *database, const char *name, const char *frames, const Case *c) GNU_MUST_CHECK;

// Once the frames are read, before they are measured: no other trajectory has the name.
Status judge_check_name(const Judged *judged, const char *database, const char *name) GNU_MUST_CHECK;

// Stores what was judged, and says on standard output where.
Status judge_store(const Judged *judged, const char *database, const char *name) GNU_MUST_CHECK;

#endif
