// Checking a bundle: its files, then its claims by a measurement of one's own.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/text.h"
#include "bundle/bundle.h"
#include "bundle/private/bundle_files.h"
#include "bundle/private/bundle_plan.h"
#include "bundle/private/bundle_scenes.h"
#include "bundle/private/bundle_texts.h"
#include "report/claim_list.h"
#include "report/markdown.h"

typedef enum Standing { HOLDS, DENIED, OPEN, OTHER, STANDINGS } Standing;

typedef struct Checking {
    const BundleCheck *check;
    BundleForm         form;
    char               folder[PATH_MAX], out[PATH_MAX]; // absolute
    char               database[BUNDLE_PATH_MAX];       // that is measured here
    FILE              *said;
    Store             *store; // of the bundle
    BundlePlan         plan;
    json_t            *claims, *here;
    BundleVerdict     *verdict;
} Checking;

// ---- the folders ----

static Status read_bundle(Checking *c)
{
    char path[BUNDLE_PATH_MAX];
    TRY(bundle_path(c->folder, "store.db", path));
    TRY(store_open(path, STORE_SEALED, &c->store));
    TRY(bundle_plan_read(c->store, &c->plan));
    return claim_list(c->store, false, &c->claims);
}

// The check in the bundle would be files too many there.
static Status make_out(Checking *c)
{
    const char  *out = c->check->out;
    const size_t length = strlen(c->folder);
    TRY(file_make_folders(out));
    if (!realpath(out, c->out))
        return status_make(STATUS_IO, "%.300s: cannot be read: %s", out, strerror(errno));
    if (strncmp(c->out, c->folder, length) == 0 && c->out[length] == '/') {
        (void)rmdir(c->out);
        return status_make(STATUS_USAGE, "%.300s: lies in the bundle, which a check leaves as it is; give a folder beside it", out);
    }
    return bundle_path(c->out, "check.db", c->database);
}

// Nothing is left where there is nothing to measure.
static Status find_folders(Checking *c)
{
    char        datasets[BUNDLE_PATH_MAX];
    const char *folder = c->check->folder;
    struct stat there;
    if (lstat(c->check->out, &there) == 0)
        return status_make(STATUS_USAGE, "%.300s: is there already; a check is made in a new folder", c->check->out);
    if (!realpath(folder, c->folder))
        return status_make(STATUS_IO, "%.300s: cannot be read: %s", folder, strerror(errno));
    int count = 0;
    TRY(bundle_sums_check(c->folder, c->said, &count));
    fprintf(c->said, "%d files are as " BUNDLE_SUMS " says\n", count);
    TRY(read_bundle(c));
    TRY(make_out(c));
    // Scenes are those of the bundle: by name in its datasets, by path in its folder. Workers inherit both.
    TRY(bundle_path(c->folder, "datasets", datasets));
    if (setenv("WEFT_DATASETS", datasets, 1) != 0)
        return status_make(STATUS_MEMORY, "out of memory for the check of a bundle");
    if (chdir(c->folder) != 0)
        return status_make(STATUS_IO, "%s: cannot be entered: %s", c->folder, strerror(errno));
    return status_ok();
}

// ---- measuring ----

static Status measure(Checking *c, const char *path, const BundleRun *run)
{
    char       options[BUNDLE_OPTIONS_MAX];
    Experiment e;
    TRY(bundle_plan_options(run, c->form, options));
    TRY(bundle_plan_experiment(c->store, run, c->form, path, &e));
    const Status status = c->check->measure(c->check->user, &e, path, *options ? options + 1 : "", c->database);
    experiment_destroy(&e);
    if (status.code != STATUS_INCOMPLETE)
        return status;
    if (c->verdict->measured.code == STATUS_OK)
        c->verdict->measured = status;
    return status_ok();
}

static Status measure_run(Checking *c, BundleRun *run)
{
    char       path[TEXT_FILE_NAME_MAX + 32];
    Experiment full;
    snprintf(path, sizeof path, "experiments/%s.yaml", run->name);
    TRY(bundle_plan_experiment(c->store, run, BUNDLE_FULL, path, &full));
    Status status = bundle_scenes(&full, NULL);
    if (status.code == STATUS_OK)
        status = bundle_plan_forecast(c->store, run, path, &full);
    experiment_destroy(&full);
    TRY(status);
    char minutes[80];
    bundle_minutes(run, c->form, minutes, sizeof minutes);
    fprintf(c->said, "%s: %d case%s, by the bundle %s\n", run->name, run->cases[c->form], run->cases[c->form] == 1 ? "" : "s", minutes);
    fflush(c->said);
    return measure(c, path, run);
}

static Status measure_all(Checking *c)
{
    const int64_t begun_ns = clock_ns();
    for (int i = 0; i < c->plan.count; i++)
        if (!c->plan.runs[i].recorded)
            TRY(measure_run(c, &c->plan.runs[i]));
    c->verdict->minutes = (double)(clock_ns() - begun_ns) / 60e9;
    return status_ok();
}

// ---- judging ----

static const json_t *find_here(const Checking *c, const json_t *claim)
{
    size_t        i = 0;
    const json_t *here = NULL;
    json_array_foreach(c->here, i, here)
    {
        if (strcmp(claim_text(here, "experiment"), claim_text(claim, "experiment")) == 0 &&
            strcmp(claim_text(here, "claim"), claim_text(claim, "claim")) == 0)
            return here;
    }
    return NULL;
}

static const char *answer_of(const json_t *here)
{
    return here ? claim_text(here, "answer") : "not run again";
}

static Standing standing_of(const json_t *claim, const json_t *here)
{
    if (strcmp(claim_text(claim, "answer"), "yes") != 0)
        return OTHER;
    if (strcmp(answer_of(here), "yes") == 0)
        return HOLDS;
    return strcmp(answer_of(here), "no") == 0 ? DENIED : OPEN;
}

static const char *standing_name(Standing standing)
{
    static const char *const NAMES[STANDINGS] = {"holds", "does not hold", "cannot be told", "not claimed"};
    return NAMES[standing];
}

static void count(Checking *c, Standing standing)
{
    int *const counts[STANDINGS] = {&c->verdict->held, &c->verdict->denied, &c->verdict->open, &c->verdict->others};
    ++*counts[standing];
}

// On the terminal a claim has its line, and where it does not hold or cannot be told the reason below.
static void say_claim(Checking *c, const json_t *claim, const json_t *here, Standing standing)
{
    const int column = fprintf(c->said, "%-16s", standing_name(standing));
    text_put_wrapped(claim_text(claim, "claim"), column, column, 80, c->said);
    if (standing == HOLDS)
        return;
    const char *there_value = claim_text(claim, "value"), *here_value = here ? claim_text(here, "value") : "";
    fprintf(c->said, "%16sbundle: %s%s%s; here: %s%s%s (%s)\n", "", claim_text(claim, "answer"), *there_value ? ", " : "", there_value,
            answer_of(here), *here_value ? ", " : "", here_value, claim_text(claim, "bound"));
    if (here && *claim_text(here, "note")) {
        fprintf(c->said, "%16s", "");
        text_put_wrapped(claim_text(here, "note"), 16, 16, 80, c->said);
    }
}

static void put_row(const json_t *claim, const json_t *here, Standing standing, FILE *out)
{
    const char *const cells[] = {standing_name(standing),
                                 claim_text(claim, "experiment"),
                                 claim_text(claim, "claim"),
                                 claim_text(claim, "bound"),
                                 claim_text(claim, "answer"),
                                 claim_text(claim, "value"),
                                 answer_of(here),
                                 here ? claim_text(here, "value") : "",
                                 here ? claim_text(here, "note") : ""};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        fputs("| ", out);
        markdown_text(*cells[i] ? cells[i] : "–", out);
        putc(' ', out);
    }
    fputs("|\n", out);
}

static void put_table(Checking *c, FILE *out)
{
    size_t        i = 0;
    const json_t *claim = NULL;
    fputs("\n| | experiment | claim | claimed | bundle | value there | here | value here | note |\n|---|---|---|---|---|---|---|---|---|\n",
          out);
    json_array_foreach(c->claims, i, claim)
    {
        const json_t  *here = find_here(c, claim);
        const Standing standing = standing_of(claim, here);
        count(c, standing);
        say_claim(c, claim, here, standing);
        put_row(claim, here, standing, out);
    }
}

static Status put_head(const Checking *c, FILE *out)
{
    char path[BUNDLE_PATH_MAX], sum[SHA256_TEXT];
    TRY(bundle_path(c->folder, BUNDLE_SUMS, path));
    TRY(sha256_file(path, sum));
    fprintf(out,
            "# Check of a bundle\n\nThe bundle whose " BUNDLE_SUMS
            " has the SHA-256 `%s`, all files of it as they should be, measured again\n"
            "in the %s form in %.1f minutes. `check.db` has every sample and the environment; `weft report check.db -o report` shows it.\n",
            sum, bundle_form_name(c->form), c->verdict->minutes);
    if (c->verdict->measured.code != STATUS_OK) {
        fputs("\nSome cases failed: ", out);
        markdown_text(c->verdict->measured.text, out);
        fputs("\n", out);
    }
    return status_ok();
}

static Status write_check(Checking *c)
{
    char      path[BUNDLE_PATH_MAX];
    FileDraft draft = {0};
    TRY(bundle_path(c->out, "CHECK.md", path));
    TRY(file_begin(path, &draft));
    const Status status = put_head(c, draft.stream);
    if (status.code != STATUS_OK) {
        file_discard(&draft);
        return status;
    }
    put_table(c, draft.stream);
    const BundleVerdict *v = c->verdict;
    fprintf(draft.stream, "\nOf %d claims that are yes in the bundle %d hold, %d do not, %d cannot be told here; %d others.\n",
            v->held + v->denied + v->open, v->held, v->denied, v->open, v->others);
    return file_commit(&draft);
}

static Status judge(Checking *c)
{
    Store *measured = NULL;
    if (access(c->database, F_OK) == 0) {
        TRY(store_open(c->database, STORE_MACHINES, &measured));
        const Status status = claim_list(measured, false, &c->here);
        store_close(measured);
        TRY(status);
    }
    return write_check(c);
}

// ---- all of it ----

static Status check_all(Checking *c)
{
    TRY(find_folders(c));
    TRY(measure_all(c));
    return judge(c);
}

Status bundle_check(const BundleCheck *check, FILE *said, BundleVerdict *verdict)
{
    *verdict = (BundleVerdict){.measured = status_ok()};
    Checking     c = {.check = check, .form = check->full ? BUNDLE_FULL : BUNDLE_SHORT, .said = said, .verdict = verdict};
    const Status status = check_all(&c);
    json_decref(c.here);
    json_decref(c.claims);
    bundle_plan_destroy(&c.plan);
    store_close(c.store);
    return status;
}
