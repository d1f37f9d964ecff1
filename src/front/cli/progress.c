#include "cli/private/progress.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "cli/private/system_root.h"
#include "cli/private/terminal.h"

enum { BAR = 10, TICK_MS = 500, LINE_ROOM = 400, LABEL_MIN = 12 };

void progress_time(double seconds, char *out, size_t size)
{
    const long whole = (long)(seconds + 0.5);
    if (whole >= 3600)
        snprintf(out, size, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    else
        snprintf(out, size, "%ld:%02ld", whole / 60, whole % 60);
}

// "2:10 left", "~2:10 left", or "" if unknown. done: the elapsed share of the time, or of the processes.
static void put_left(const RunState *state, int64_t now_ns, double *done, char *out, size_t size)
{
    bool         whole = false;
    char         time[32];
    const double left = run_remaining(state, now_ns, &whole), elapsed = (double)(now_ns - state->started_ns) * 1e-9;
    *done = whole ? elapsed / (elapsed + left) : state->processes > 0 ? (double)state->processes_ended / state->processes : 0;
    *out = '\0';
    if (!whole && left < 1)
        return;
    progress_time(left, time, sizeof time);
    snprintf(out, size, "%s%s left  ", whole ? "" : "~", time);
}

static void put_head(const RunState *state, int64_t now_ns, char *out, size_t size)
{
    char   bar[BAR + 1], elapsed[32], left[48], failed[32] = "";
    double done = 0;
    put_left(state, now_ns, &done, left, sizeof left);
    memset(bar, '-', BAR);
    memset(bar, '#', (size_t)(BAR * done));
    bar[BAR] = '\0';
    progress_time((double)(now_ns - state->started_ns) * 1e-9, elapsed, sizeof elapsed);
    if (state->failed > 0)
        snprintf(failed, sizeof failed, "%d failed  ", state->failed);
    snprintf(out, size, "[%s] %d/%d  %s  %s%s", bar, state->processes_ended, state->processes, elapsed, left, failed);
}

// The progress within a case: process, pass, and step; if the pass does not send its step, the time of the process.
static void put_inside(const RunState *state, int64_t now_ns, char *out, size_t size)
{
    char         elapsed[32], expected[32];
    const double seconds = (double)(now_ns - state->process_ns) * 1e-9;
    *out = '\0';
    if (*state->reference && state->references > 1)
        snprintf(out, size, "  %d/%d", state->references_ended + 1, state->references);
    else if (!*state->reference && state->planned >= 0 && state->case_processes > 0) {
        snprintf(out, size, "  %d/%d%s%s", state->case_process, state->case_processes, *state->pass ? " " : "", state->pass);
        if (state->step > 0)
            snprintf(out + strlen(out), size - strlen(out), " %lld/%lld", (long long)state->step, (long long)state->steps);
        else if (seconds >= 2) {
            progress_time(seconds, elapsed, sizeof elapsed);
            progress_time(state->process_s, expected, sizeof expected);
            snprintf(out + strlen(out), size - strlen(out), " %s%s%s", elapsed, state->process_s > 0 ? "/" : "",
                     state->process_s > 0 ? expected : "");
        }
    }
}

// The label of the case, or of its reference, in so many characters.
static void put_label(const RunState *state, const LabelSet *labels, int characters, char *out, size_t size)
{
    char label[LINE_ROOM];
    *out = '\0';
    if (*state->reference)
        snprintf(out, size, "reference for %s: ", state->reference);
    const int room = characters - (int)strlen(out);
    if (state->planned >= 0)
        label_set_text(labels, state->planned, room > 0 ? room : 0, label, sizeof label);
    else
        text_cut(state->label, room > 0 ? room : 0, label, sizeof label);
    snprintf(out + strlen(out), size - strlen(out), "%s", label);
}

void progress_line(const RunState *state, const LabelSet *labels, int64_t now_ns, int columns, char *out, size_t size)
{
    char head[LINE_ROOM / 2], inside[80] = "", label[LINE_ROOM], whole[2 * LINE_ROOM];
    put_head(state, now_ns, head, sizeof head);
    put_inside(state, now_ns, inside, sizeof inside);
    int room = columns - (int)strlen(head) - (int)strlen(inside);
    if (room < LABEL_MIN) {
        room += (int)strlen(inside);
        *inside = '\0';
    }
    put_label(state, labels, room, label, sizeof label);
    snprintf(whole, sizeof whole, "%s%s%s", head, label, inside);
    text_cut(whole, columns, out, size);
}

static void draw(const Progress *progress, const RunState *state)
{
    char line[LINE_ROOM];
    progress_line(state, &progress->labels, clock_ns(), progress->columns - 1, line, sizeof line); // the last column would wrap
    fflush(progress->stream);
    text_make_printable(line);
    dprintf(STDERR_FILENO, "\r%s\x1b[K", line); // past printable.h, which would replace the escape sequence
}

void progress_clear(const Progress *progress)
{
    fflush(progress->stream);
    if (progress->terminal)
        dprintf(STDERR_FILENO, "\r\x1b[K");
}

// A message in place of the progress line: wrapped on a terminal, else on one line.
static void say(const Progress *progress, const char *format, ...) GNU_PRINTF(2, 3);
static void say(const Progress *progress, const char *format, ...)
{
    char    text[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    progress_clear(progress);
    if (progress->terminal)
        text_put_wrapped(text, 0, 2, progress->columns, progress->stream);
    else
        fprintf(progress->stream, "%s\n", text);
    fflush(progress->stream);
}

void progress_say(const Progress *progress, const char *text)
{
    say(progress, "%s", text);
}

// The settings that all cases share, before the first case.
static void say_shared(Progress *progress)
{
    if (!progress->shared_printed && *progress->labels.shared)
        say(progress, "all cases: %s", progress->labels.shared);
    progress->shared_printed = true;
}

static void begin(void *user, const RunState *state)
{
    Progress *progress = (Progress *)user;
    say_shared(progress);
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
    char label[LINE_ROOM];
    put_label(state, &progress->labels, LINE_ROOM, label, sizeof label);
    say(progress, "[%d/%d] %s %s%s%s", state->finished, state->total, case_status_name(status), label, colon, message);
}

// Prints each text once.
static void condition(void *user, const RunState *state, const char *text)
{
    Progress *progress = (Progress *)user;
    (void)state;
    progress->condition_count++;
    if (json_object_get(progress->printed, text) || json_object_size(progress->printed) == PROGRESS_PRINTED_MAX)
        return;
    json_object_set_new(progress->printed, text, json_true());
    say(progress, "weft: %s", text);
}

// Prints the first finding of each kind, and every finding of a reference.
static void found(void *user, const RunState *state, const char *kind, const char *text)
{
    Progress        *progress = (Progress *)user;
    const json_int_t count = json_integer_value(json_object_get(progress->found, kind));
    if (count == 0 || *state->reference)
        say(progress, "weft: %s: %s", state->label, text);
    if (!*state->reference)
        json_object_set_new(progress->found, kind, json_integer(count + 1));
}

static void print_found(const Progress *progress, const char *name)
{
    char        text[LINE_ROOM] = "";
    size_t      used = 0;
    const char *kind = NULL;
    json_t     *count = NULL;
    json_object_foreach(progress->found, kind, count)
    {
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %d×", used ? ", " : "", kind, (int)json_integer_value(count));
    }
    if (used)
        say(progress, "findings in final states: %s; `weft status %s` lists the cases", text, name);
}

// The quality of the times: one line for the whole run.
static void print_disturbed(const Progress *progress, const RunState *state)
{
    if (state->disturbed_processes)
        say(progress,
            "%d of %d timed processes were disturbed by other programs; repeat them with --again disturbed, or wait with --wait-quiet S",
            state->disturbed_processes, state->timed_processes);
    if (state->noisy_starts)
        say(progress, "%d process%s started on a busy machine, because --wait-quiet ran out; stop other programs or wait longer",
            state->noisy_starts, state->noisy_starts == 1 ? "" : "es");
    if (state->wide)
        say(progress, "%d case%s an interval wider than --ci; run again with a larger --budget or --ci", state->wide,
            state->wide == 1 ? " has" : "s have");
}

Status progress_create(FILE *stream, const Experiment *experiment, Progress *out)
{
    const int columns = terminal_columns(stream);
    *out = (Progress){.stream = stream, .terminal = columns > 0, .columns = columns, .printed = json_object(), .found = json_object()};
    const Status status = experiment_labels(experiment, &out->labels);
    if (status.code != STATUS_OK)
        progress_destroy(out);
    return status;
}

void progress_destroy(Progress *progress)
{
    label_set_destroy(&progress->labels);
    json_decref(progress->printed);
    json_decref(progress->found);
}

RunWatcher progress_watcher(Progress *progress)
{
    return (RunWatcher){.begin = begin,
                        .end = end,
                        .condition = condition,
                        .found = found,
                        .tick = progress->terminal ? tick : NULL,
                        .tick_ms = progress->terminal ? TICK_MS : -1,
                        .user = progress};
}

// "6 in the database (1 unconverged, 2 diverged)": statuses other than `done` are counted separately.
static void describe_already(const RunState *state, char *out, size_t size)
{
    int count = 0, used = 0;
    for (int status = 0; status < CASE_STATUS_COUNT; status++)
        count += state->already[status];
    used = snprintf(out, size, "%d in the database", count);
    const char *before = " (";
    for (int status = 0; status < CASE_STATUS_COUNT && used < (int)size; status++)
        if (state->already[status] && status != CASE_DONE) {
            used +=
                snprintf(out + used, size - (size_t)used, "%s%d %s", before, state->already[status], case_status_name((CaseStatus)status));
            before = ", ";
        }
    if (*before == ',' && used < (int)size)
        snprintf(out + used, size - (size_t)used, ")");
}

void progress_end(const Progress *progress, const RunState *state, const char *database)
{
    char elapsed[32], name[LINE_ROOM], twins[48] = "", unconverged[48] = "", already[160];
    progress_time((double)(clock_ns() - state->started_ns) * 1e-9, elapsed, sizeof elapsed);
    snprintf(name, sizeof name, "%s", database);
    if (progress->condition_count)
        say(progress, "%d violated condition%s; `weft export %s --table condition` lists them", progress->condition_count,
            progress->condition_count == 1 ? "" : "s", name);
    print_found(progress, name);
    print_disturbed(progress, state);
    if (state->outdated)
        say(progress,
            "%d cases in the database belong to an earlier version of a scene or default; they are kept, and this experiment ignores them",
            state->outdated);
    if (*state->unknown_machine)
        say(progress, "%s", state->unknown_machine);
    if (state->elsewhere)
        say(progress, "%d cases were also measured on another machine; this run measures them here, and a report shows both machines",
            state->elsewhere);
    if (state->unconverged)
        snprintf(unconverged, sizeof unconverged, " (%d unconverged)", state->unconverged);
    if (state->twins)
        snprintf(twins, sizeof twins, " %d repeated in another block,", state->twins);
    describe_already(state, already, sizeof already);
    say(progress, "%d of %d cases: %d measured%s, %s,%s %d diverged, %d refused, %d failed; %s; %s", state->finished, state->total,
        state->done, unconverged, already, twins, state->diverged, state->refused, state->failed, elapsed, name);
}

Status progress_run(RunSettings *settings, RunState *state)
{
    Progress progress;
    TRY(progress_create(stderr, settings->experiment, &progress));
    settings->watcher = progress_watcher(&progress);
    settings->system = system_root();
    settings->seed = settings->seed ? settings->seed : (int64_t)time(NULL) % INT_MAX + 1;
    const Status status = run_experiment(settings, state);
    if (status.code == STATUS_OK || status.code == STATUS_INCOMPLETE || status.code == STATUS_INTERRUPTED ||
        (status.code == STATUS_UNFIT && state->processes_ended > 0))
        progress_end(&progress, state, settings->database);
    progress_destroy(&progress);
    return status;
}
