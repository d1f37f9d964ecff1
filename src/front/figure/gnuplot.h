// Running gnuplot on a script, without a shell.
#ifndef WEFT_FIGURE_GNUPLOT_H
#define WEFT_FIGURE_GNUPLOT_H

#include "base/status.h"

typedef struct Gnuplot {
    double limit_s; // of a script
    bool   hung;    // one did not end within it: each other has a tenth of it
} Gnuplot;

// The limit is WEFT_GNUPLOT_S, or a minute. STATUS_USAGE: that is not a number of seconds.
Status gnuplot_init(Gnuplot *out) GNU_MUST_CHECK;

// Runs `gnuplot ./SCRIPT` inside `folder` and waits for its end. STATUS_ENVIRONMENT: it is not installed, cannot be started, failed (with
// the first line that it wrote), was killed by a signal, or did not end within the limit. Then its process group is killed.
Status gnuplot_run(Gnuplot *gnuplot, const char *folder, const char *script) GNU_MUST_CHECK;

#endif
