#include "cli/private/submit_wanted.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/private/submit_files.h"

// What goes into a line of a script as it is.
static Status check_word(const char *flag, const char *text, const char *more)
{
    for (const char *c = text; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || strchr(more, *c)))
            return status_make(STATUS_USAGE, "submit: --%s `%.80s`: letters, digits and %s only", flag, text, more);
    if (!*text || *text == '-' || strlen(text) > 200)
        return status_make(STATUS_USAGE, "submit: --%s `%.80s`: no name", flag, text);
    return status_ok();
}

// The forms of sbatch, in seconds: M, M:S, H:M:S, D-H, D-H:M, D-H:M:S; negative for what is none.
static long read_time(const char *text)
{
    static const int WITHOUT_DAYS[3][3] = {{60}, {60, 1}, {3600, 60, 1}}, WITH_DAYS[3] = {3600, 60, 1};
    const char      *dash = strchr(text, '-'), *at = dash ? dash + 1 : text;
    long             number[3] = {0}, days = 0, seconds = 0;
    int              count = 0;
    char            *end = NULL;
    if (strspn(text, "0123456789:-") != strlen(text) || strlen(text) > 20)
        return -1;
    if (dash) {
        days = strtol(text, &end, 10);
        if (end == text || end != dash)
            return -1;
    }
    for (; count < 3; at = end + 1) {
        if (*at < '0' || *at > '9')
            return -1;
        number[count++] = strtol(at, &end, 10);
        if (*end != ':')
            break;
    }
    if (*end || days > 10000)
        return -1;
    for (int i = 0; i < count; i++) {
        if (number[i] > 100000000)
            return -1;
        seconds += number[i] * (dash ? WITH_DAYS[i] : WITHOUT_DAYS[count - 1][i]);
    }
    return seconds + days * 86400;
}

static Status check_time(const char *text)
{
    enum { LEAST_S = 300 };
    const long seconds = read_time(text);
    if (seconds < 0)
        return status_make(
            STATUS_USAGE,
            "submit: --time `%.80s` is none of MINUTES, MINUTES:SECONDS, HOURS:MINUTES:SECONDS, DAYS-HOURS, DAYS-HOURS:MINUTES, "
            "DAYS-HOURS:MINUTES:SECONDS",
            text);
    if (seconds < LEAST_S)
        return status_make(STATUS_USAGE, "submit: --time `%s`: at least 5 minutes, as weft is told to stop two minutes before the end",
                           text);
    return status_ok();
}

// No flag is without effect.
static Status check_engine(const SubmitWanted *wanted)
{
    const char *needs_slurm = wanted->nodes           ? "nodes"
                              : wanted->time          ? "time"
                              : wanted->partition     ? "partition"
                              : wanted->template_file ? "template"
                                                      : NULL;
    if (text_find(wanted->engine, submit_engines) < 0)
        return status_make(STATUS_USAGE, "submit: --engine takes slurm, parallel or local, not `%.60s`", wanted->engine);
    if (needs_slurm && strcmp(wanted->engine, "slurm") != 0)
        return status_make(STATUS_USAGE, "submit: --%s is of --engine slurm, not of %s", needs_slurm, wanted->engine);
    const bool over_ssh = strcmp(wanted->engine, "parallel") == 0;
    if (wanted->hosts.count && !over_ssh)
        return status_make(STATUS_USAGE, "submit: --host is of --engine parallel, not of %s", wanted->engine);
    if (!wanted->hosts.count && over_ssh)
        return status_make(STATUS_USAGE, "submit: --engine parallel needs machines: --host NAME, or --host : for this one");
    return status_ok();
}

Status submit_check(const SubmitWanted *wanted)
{
    if (!wanted->folder)
        return status_make(STATUS_USAGE, "submit: the folder is missing: -o DIR, on a file system that all machines of it see");
    TRY(check_engine(wanted));
    if (wanted->time)
        TRY(check_time(wanted->time));
    if (wanted->partition)
        TRY(check_word("partition", wanted->partition, "_-.,"));
    for (int i = 0; i < wanted->hosts.count; i++)
        TRY(check_word("host", wanted->hosts.texts[i], "_-.:@/[]"));
    return status_ok();
}
