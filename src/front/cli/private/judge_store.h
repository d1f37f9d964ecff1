// weft judge -o FILE.db: the trajectory as a case of a database (run/recorded.h).
#ifndef WEFT_CLI_JUDGE_STORE_H
#define WEFT_CLI_JUDGE_STORE_H

#include "cli/private/judge_print.h"

bool judge_is_store(const char *output); // true if its name ends in .db

// Checks, after reading the frames and before measuring, that the database accepts this scene and that the name is free.
// name: NULL: the name of the frames.
Status judge_check_store(const Judged *judged, const char *database, const char *name) GNU_MUST_CHECK;

// Stores the results, and prints the database and the experiment to standard output.
Status judge_store(const Judged *judged, const char *database, const char *name) GNU_MUST_CHECK;

#endif
