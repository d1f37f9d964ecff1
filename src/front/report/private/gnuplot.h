// Running gnuplot on a script, without a shell.
#ifndef WEFT_REPORT_GNUPLOT_H
#define WEFT_REPORT_GNUPLOT_H

#include "base/status.h"

// Runs `gnuplot SCRIPT` inside `folder` and waits for it, at most 60 s. STATUS_ENVIRONMENT: gnuplot is not installed, failed (with the
// first line it wrote), or did not end.
Status gnuplot_run(const char *folder, const char *script) GNU_MUST_CHECK;

#endif
