// weft conform: checks that the solvers of a plugin meet the rules of the interface (core/plugin/conform.h).
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "case/row.h"
#include "cli/private/command.h"
#include "plugin/conform.h"
#include "run/plugins.h"

enum { CHECKS_MAX = 32, SHOWN_LIMIT = 3, WHERE_MAX = 300 };

typedef struct OptionValues {
    const char *solver;
    double      timeout_s;
} OptionValues;

static const Flag FLAGS[] = {
    {"solver", 0, "NAME", "check only this solver of the plugin (all)", FLAG_TEXT, .offset = offsetof(OptionValues, solver)},
    {"timeout", 0, "SECONDS", "time limit for the tests of one precision (600)", FLAG_REAL, .offset = offsetof(OptionValues, timeout_s),
     .min = 1, .max = 1e6},
    {0}};

// Of one solver in one precision.
typedef struct Tally {
    const char *precision;
    char        solver[64], where[WHERE_MAX]; // where: the run in progress, or ""
    int         passed, refused, failed[CHECKS_MAX], remarks;
    int         deepest; // the last check, in order, that a failed run reached
    int         faults;  // of all solvers
} Tally;

static int checks_count(void)
{
    int count = 0;
    while (conform_check_name(count) && count < CHECKS_MAX)
        count++;
    return count;
}

static int check_of_output(void)
{
    return checks_count() - 1; // this check, made from outside, is the last
}

// Faults are printed as they occur.
static void end_solver(Tally *t)
{
    int failed = 0;
    for (int check = 0; check < checks_count(); check++)
        failed += t->failed[check];
    if (t->passed + failed == 0)
        return; // the solver refuses this precision, or there is no solver
    for (int check = 0; check < checks_count(); check++) {
        const bool  seen = t->passed > 0 || t->deepest > check;
        const char *word = t->failed[check] ? "FAILED" : seen ? "passed" : "-";
        printf("  %-7s %s%s\n", word, conform_check_name(check), *word == '-' ? " (no run reached this check)" : "");
    }
    t->faults += failed;
    printf("  %d runs passed, %d refused, %d with a remark\n", t->passed, t->refused, t->remarks);
}

static void begin_solver(Tally *t, const char *solver)
{
    end_solver(t);
    *t = (Tally){.precision = t->precision, .faults = t->faults, .deepest = -1};
    snprintf(t->solver, sizeof t->solver, "%s", solver);
    printf("%s, %s\n", solver, t->precision);
}

static void add_fault(Tally *t, int check, const char *where, const char *message)
{
    if (t->failed[check]++ < SHOWN_LIMIT)
        printf("    %s: %s%s%s\n", conform_check_name(check), where, *where ? ": " : "", message);
    if (check > t->deepest && check != check_of_output())
        t->deepest = check;
}

static Status take_check(Tally *t, json_t *row)
{
    const char *solver = json_string_value(json_object_get(row, "solver")), *end = json_string_value(json_object_get(row, "end"));
    const char *settings = json_string_value(json_object_get(row, "settings"));
    const char *message = json_string_value(json_object_get(row, "message"));
    const int   check = (int)json_integer_value(json_object_get(row, "failed"));
    const bool  failed = strcmp(end, "failed") == 0, passed = strcmp(end, "passed") == 0, refused = strcmp(end, "refused") == 0;
    char        where[WHERE_MAX];
    if (check >= checks_count() || (failed && check < 0))
        return status_make(STATUS_PROTOCOL, "a row `check` names an unknown check; weft and its worker are not of one build");
    if (strncmp(t->solver, solver, sizeof t->solver - 1) != 0)
        begin_solver(t, solver);
    snprintf(where, sizeof where, "%.90s%s%.190s", json_string_value(json_object_get(row, "scene")), *settings ? " with " : "", settings);
    snprintf(t->where, sizeof t->where, "%s", strcmp(end, "begun") == 0 ? where : "");
    t->passed += passed;
    t->refused += refused;
    if (failed)
        add_fault(t, check, where, message);
    if ((refused && strcmp(where, "all") == 0) || (passed && check >= 0 && !t->remarks++))
        printf("    remark: %s: %s\n", where, message);
    return status_ok();
}

static Status take_row(void *user, json_t *row)
{
    Tally *t = (Tally *)user;
    if (!row)
        add_fault(t, check_of_output(), t->where, "a line that is not a row of the worker; the solver must not write to standard output");
    if (row_kind(row) != ROW_CHECK)
        return status_ok();
    return take_check(t, row);
}

// A crash, a hang, or a file that is not a plugin.
static Status take_end(const char *path, Tally *t, const SpawnResult *result)
{
    if (result->end == WORKER_INTERRUPTED)
        return status_make(STATUS_INTERRUPTED, "stopped by a signal");
    if (result->end != WORKER_DONE && !*t->where)
        return status_make(result->end == WORKER_FAILED && result->code != STATUS_OK ? result->code : STATUS_INPUT, "%s%s%s",
                           result->end == WORKER_FAILED ? "" : path, result->end == WORKER_FAILED ? "" : ": its worker ", result->message);
    if (result->end != WORKER_DONE)
        add_fault(t, 1, t->where, result->message); // the check "it steps"
    return status_ok();
}

static Status try(const char *path, const OptionValues *values, Precision precision, int *faults)
{
    Tally       tally = {.precision = precision_names()[precision], .deepest = -1};
    SpawnResult result;
    TRY(plugins_conform(path, values->solver, precision, values->timeout_s, take_row, &tally, &result));
    TRY(take_end(path, &tally, &result));
    end_solver(&tally);
    *faults += tally.faults;
    return status_ok();
}

static Status run(Options *options)
{
    OptionValues values = {.timeout_s = 600};
    int          faults = 0;
    TRY(options_read(options, &values, 1, 1));
    const char *path = options_argument(options, 0);
    TRY(text_need_printable("conform", path));
    for (int precision = 0; precision_names()[precision]; precision++)
        TRY(try(path, &values, (Precision)precision, &faults));
    return faults == 0 ? status_ok() : status_make(STATUS_INPUT, "%s: %d fault%s", path, faults, faults == 1 ? "" : "s");
}

const Command command_conform = {.name = "conform",
                                 .arguments = "PLUGIN [--solver NAME] [--timeout SECONDS]",
                                 .summary = "check that the solvers of a plugin meet the rules of the interface",
                                 .flags = FLAGS,
                                 .details = "Steps small scenes with every kind of constraint that a solver supports, alone\n"
                                            "and together, in each precision. Tests the defaults, every choice, and the\n"
                                            "smallest and largest value of each number. Every test runs in its own process\n"
                                            "(docs/your_solver.md).\n",
                                 .run = run};
