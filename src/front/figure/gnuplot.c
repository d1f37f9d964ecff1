#include "figure/gnuplot.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "run/program.h"

enum { TEXT_MAX = 300, PATH_SIZE = 4096 };
#define LIMIT_S 60.0
#define SHORTER 10 // times the limit is, after one did not end within it

Status gnuplot_init(Gnuplot *out)
{
    const char *text = getenv("WEFT_GNUPLOT_S");
    *out = (Gnuplot){.limit_s = LIMIT_S};
    if (text && !(text_to_double(text, &out->limit_s) && out->limit_s > 0 && out->limit_s <= 1e6))
        return status_make(STATUS_USAGE, "WEFT_GNUPLOT_S: `%.40s` is not a number of seconds above 0, at most 1e6", text);
    return status_ok();
}

static Status explain(const ProgramEnd *end, double limit_s, const char *folder, const char *script)
{
    char text[TEXT_MAX];
    program_line(end, text, sizeof text);
    const char *says = *text ? ": " : "", *name = NULL;
    switch (end->fate) {
    case PROGRAM_LATE:
        return status_make(STATUS_ENVIRONMENT, "%s/%s: gnuplot did not end within %.3g s and was killed (WEFT_GNUPLOT_S)%s%s", folder,
                           script, limit_s, says, text);
    case PROGRAM_SIGNALLED:
        name = sigabbrev_np(end->code);
        return status_make(STATUS_ENVIRONMENT, "%s/%s: gnuplot was killed (SIG%s)%s%s", folder, script, name ? name : "?", says, text);
    case PROGRAM_NOT_STARTED:
        return status_make(STATUS_ENVIRONMENT,
                           "gnuplot cannot be started%s%s; install it (Debian: gnuplot-nox), or raise `ulimit -n` and `ulimit -u`, then "
                           "run `gnuplot %s` in %s",
                           says, text, script, folder);
    case PROGRAM_ENDED:
        break;
    }
    if (end->code == 0)
        return status_ok();
    return status_make(STATUS_ENVIRONMENT, "%s/%s: gnuplot failed: %s", folder, script, *text ? text : "it gave no reason");
}

Status gnuplot_run(Gnuplot *gnuplot, const char *folder, const char *script)
{
    const double limit_s = gnuplot->hung ? gnuplot->limit_s / SHORTER : gnuplot->limit_s;
    char         path[PATH_SIZE]; // from here, so that no name is an option
    ProgramEnd   end;
    snprintf(path, sizeof path, "./%s", script);
    char *const arguments[] = {(char[]){"gnuplot"}, path, NULL};
    TRY(program_run(folder, arguments, limit_s, &end));
    gnuplot->hung = gnuplot->hung || end.fate == PROGRAM_LATE;
    return explain(&end, limit_s, folder, script);
}
