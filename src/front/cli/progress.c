#include "cli/private/progress.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

enum { BAR = 20, TICK_MS = 500, LINE_ROOM = 400, COLUMNS_LEAST = 20, COLUMNS_MOST = 80 };

static void format_time(double seconds, char *out, size_t size)
{
    const long whole = (long)(seconds + 0.5);
    if (whole >= 3600)
        snprintf(out, size, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    else
        snprintf(out, size, "%ld:%02ld", whole / 60, whole % 60);
}

// Cuts at the beginning of a UTF-8 character.
static void cut(char *text, size_t bytes)
{
    while (bytes > 0 && ((unsigned char)text[bytes] & 0xc0) == 0x80)
        bytes--;
    text[bytes] = '\0';
}

void progress_line(const RunState *state, int64_t now_ns, int columns, char *out, size_t size)
{
    char      bar[BAR + 1], elapsed[32], left[32] = "", failed[32] = "", round[32] = "";
    const int filled = state->processes > 0 ? (int)((int64_t)BAR * state->processes_ended / state->processes) : 0;
    memset(bar, '-', BAR);
    memset(bar, '#', (size_t)filled);
    bar[BAR] = '\0';
    format_time((double)(now_ns - state->started_ns) * 1e-9, elapsed, sizeof elapsed);
    if (state->remaining_s >= 0) {
        format_time(state->remaining_s, left, sizeof left);
        strcat(left, " left  ");
    }
    if (state->failed > 0)
        snprintf(failed, sizeof failed, "%d failed  ", state->failed);
    if (state->round > 0)
        snprintf(round, sizeof round, "round %d  ", state->round);
    snprintf(out, size, "[%s] %d/%d  %s%s%s  %s%s%s%s%s", bar, state->processes_ended, state->processes, round, failed, elapsed, left,
             *state->reference ? "reference for " : "", state->reference, *state->reference ? ": " : "", state->label);
    if (columns > 0 && (size_t)columns < size && strlen(out) > (size_t)columns)
        cut(out, (size_t)columns);
}

static void draw(const Progress *progress, const RunState *state)
{
    char line[LINE_ROOM];
    progress_line(state, clock_ns(), progress->columns - 1, line, sizeof line); // the last column would wrap
    fprintf(progress->stream, "\r%s\x1b[K", line);
    fflush(progress->stream);
}

static void begin(void *user, const RunState *state)
{
    const Progress *progress = (const Progress *)user;
    if (progress->terminal)
        draw(progress, state);
}

static void tick(void *user, const RunState *state)
{
    begin(user, state);
}

static void end(void *user, const RunState *state, CaseStatus status, const char *message)
{
    const Progress *progress = (const Progress *)user;
    const char     *colon = *message ? ": " : "";
    if (progress->terminal && status == CASE_DONE) {
        draw(progress, state);
        return;
    }
    if (progress->terminal)
        fprintf(progress->stream, "\r\x1b[K");
    fprintf(progress->stream, "[%d/%d] %s %s%s%s%s%s%s\n", state->finished, state->total, case_status_name(status),
            *state->reference ? "reference for " : "", state->reference, *state->reference ? ": " : "", state->label, colon, message);
    fflush(progress->stream);
}

// Each text once.
static void said(void *user, const RunState *state, const char *text)
{
    Progress *progress = (Progress *)user;
    char      hash[HASH_TEXT];
    int       known = 0;
    (void)state;
    hash_bytes(text, strlen(text), hash);
    progress->condition_count++;
    while (known < progress->said_count && strcmp(progress->said[known], hash) != 0)
        known++;
    if (known < progress->said_count || known == PROGRESS_SAID_MAX)
        return;
    memcpy(progress->said[progress->said_count++], hash, sizeof hash);
    fprintf(progress->stream, "%sweft: %s\n", progress->terminal ? "\r\x1b[K" : "", text);
    fflush(progress->stream);
}

// The first of each kind, and every one of a reference.
static void found(void *user, const RunState *state, const char *kind, const char *text)
{
    Progress *progress = (Progress *)user;
    int       k = 0;
    while (k < progress->found_kinds && strcmp(progress->found[k].kind, kind) != 0)
        k++;
    if (k == PROGRESS_FOUND_MAX)
        return;
    if (k == progress->found_kinds)
        snprintf(progress->found[progress->found_kinds++].kind, sizeof progress->found->kind, "%s", kind);
    if (progress->found[k].count == 0 || *state->reference)
        fprintf(progress->stream, "%sweft: %s: %s\n", progress->terminal ? "\r\x1b[K" : "", state->label, text);
    progress->found[k].count += !*state->reference;
    fflush(progress->stream);
}

static void print_found(const Progress *progress, const char *name)
{
    int count = 0;
    for (int k = 0; k < progress->found_kinds; k++)
        if (progress->found[k].count)
            fprintf(progress->stream, "%s%s %d", count++ ? ", " : "found wrong after the last step, times: ", progress->found[k].kind,
                    progress->found[k].count);
    if (count)
        fprintf(progress->stream, "; `weft status %s` says where\n", name);
}

// What the times are worth: one line for the whole run.
static void print_disturbed(FILE *stream, const RunState *state)
{
    if (state->disturbed_processes)
        fprintf(stream,
                "%d of %d timed processes were disturbed by other load; --again disturbed measures as many more, --wait-quiet S waits\n",
                state->disturbed_processes, state->timed_processes);
    if (state->unquiet)
        fprintf(stream, "%d process%s started though the machine did not become quiet\n", state->unquiet,
                state->unquiet == 1 ? " was" : "es were");
    if (state->wide)
        fprintf(stream, "%d case%s an interval wider than --ci\n", state->wide, state->wide == 1 ? " has" : "s have");
}

Progress progress_init(FILE *stream)
{
    Progress       progress = {.stream = stream, .terminal = isatty(fileno(stream)), .columns = COLUMNS_MOST};
    struct winsize window = {0};
    if (progress.terminal && ioctl(fileno(stream), TIOCGWINSZ, &window) == 0 && window.ws_col >= COLUMNS_LEAST &&
        window.ws_col < COLUMNS_MOST)
        progress.columns = window.ws_col;
    return progress;
}

RunWatcher progress_watcher(Progress *progress)
{
    return (RunWatcher){.begin = begin,
                        .end = end,
                        .said = said,
                        .found = found,
                        .tick = progress->terminal ? tick : NULL,
                        .tick_ms = progress->terminal ? TICK_MS : -1,
                        .user = progress};
}

void progress_end(const Progress *progress, const RunState *state, const char *database)
{
    char elapsed[32], name[LINE_ROOM], twins[48] = "";
    format_time((double)(clock_ns() - state->started_ns) * 1e-9, elapsed, sizeof elapsed);
    snprintf(name, sizeof name, "%s", database);
    text_make_printable(name);
    if (progress->terminal)
        fprintf(progress->stream, "\r\x1b[K");
    if (progress->condition_count)
        fprintf(progress->stream, "%d times a condition known beforehand did not hold; `weft export %s --table condition` lists them\n",
                progress->condition_count, name);
    print_found(progress, name);
    print_disturbed(progress->stream, state);
    if (state->outdated)
        fprintf(
            progress->stream,
            "%d cases of an earlier version of their scene or of a default are kept in the store, but are no part of this experiment now\n",
            state->outdated);
    if (state->twins)
        snprintf(twins, sizeof twins, " %d the same in another block,", state->twins);
    fprintf(progress->stream, "%d of %d cases: %d measured, %d already there,%s %d diverged, %d refused, %d failed; %s; %s\n",
            state->finished, state->total, state->done, state->already, twins, state->diverged, state->refused, state->failed, elapsed,
            name);
}
