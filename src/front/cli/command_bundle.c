// weft bundle: a database with all that others need to judge it, and the check of it on another machine.
#include <limits.h>
#include <stdio.h>
#include <time.h>

#include "bundle/bundle.h"
#include "cli/private/command.h"
#include "cli/private/measure.h"
#include "cli/private/system_root.h"

typedef struct Wanted {
    const char *folder, *source;
    bool        check, full;
    double      timeout_s;
} Wanted;

static const Flag FLAGS[] = {{"output", 'o', "DIR", "the folder of the bundle, or of the check; it must not be there", FLAG_PATH,
                              .offset = offsetof(Wanted, folder)},
                             {"source", 0, "DIR|none",
                              "the git tree of weft's source, or none in the bundle; that which weft was built from when not given",
                              FLAG_PATH, .offset = offsetof(Wanted, source)},
                             {"check", 'c', NULL, "check the files of a bundle, measure again, and judge its claims", FLAG_SWITCH,
                              .offset = offsetof(Wanted, check)},
                             {"full", 0, NULL, "with --check: as it was measured, with variations, instead of the short form", FLAG_SWITCH,
                              .offset = offsetof(Wanted, full)},
                             {"timeout", 't', "S", "with --check: time limit of a case in seconds (600)", FLAG_REAL,
                              .offset = offsetof(Wanted, timeout_s), .min = 0.001, .max = 1e7},
                             {0}};

static Status make(const Wanted *wanted, const char *database)
{
    BundleMade made;
    TRY(bundle_write(&(BundleSettings){.database = database, .folder = wanted->folder, .source = wanted->source}, stderr, &made));
    printf("%s: %d files, %.1f MB, %d experiment%s, %d claim%s\n", wanted->folder, made.files, (double)made.bytes / 1e6, made.experiments,
           made.experiments == 1 ? "" : "s", made.claims, made.claims == 1 ? "" : "s");
    return status_ok();
}

static Status measure(void *user, const Experiment *experiment, const char *path, const char *options, const char *database)
{
    const Wanted *wanted = (const Wanted *)user;
    return measure_cases(&(RunSettings){.experiment = experiment,
                                        .path = path,
                                        .database = database,
                                        .timeout_s = wanted->timeout_s,
                                        .seed = (int64_t)time(NULL) % INT_MAX + 1,
                                        .system = system_root(),
                                        .options = options});
}

// No claim of the bundle is told: that is no success.
static Status conclude(const BundleVerdict *v)
{
    const int all = v->held + v->denied + v->open;
    printf("\n%d claim%s yes in the bundle: %d hold, %d do not, %d cannot be told here; %d others; %.1f minutes\n", all,
           all == 1 ? " is" : "s are", v->held, v->denied, v->open, v->others, v->minutes);
    if (v->denied)
        return status_make(STATUS_REGRESSION, "%d claim%s of the bundle %s not hold here", v->denied, v->denied == 1 ? "" : "s",
                           v->denied == 1 ? "does" : "do");
    if (v->measured.code != STATUS_OK)
        return v->measured;
    if (v->held == 0)
        return status_make(STATUS_INCOMPLETE, "no claim of the bundle can be told here");
    return status_ok();
}

static Status check(Wanted *wanted, const char *folder)
{
    BundleVerdict verdict;
    TRY(bundle_check(&(BundleCheck){.folder = folder, .out = wanted->folder, .full = wanted->full, .measure = measure, .user = wanted},
                     stdout, &verdict));
    return conclude(&verdict);
}

static Status run(Options *options)
{
    Wanted wanted = {.timeout_s = 600};
    TRY(options_read(options, &wanted, 1, 1));
    if (!wanted.folder)
        return status_make(STATUS_USAGE, "bundle: -o is missing; usage: weft bundle %s", options->command->arguments);
    if (wanted.check && wanted.source)
        return status_make(STATUS_USAGE, "bundle: --source is of a bundle that is made; leave it out with --check");
    if (wanted.full && !wanted.check)
        return status_make(STATUS_USAGE, "bundle: --full goes with --check");
    return wanted.check ? check(&wanted, options_argument(options, 0)) : make(&wanted, options_argument(options, 0));
}

const Command command_bundle = {
    .name = "bundle",
    .arguments = "DB -o DIR [--source DIR|none] | --check DIR -o DIR [--full] [--timeout S]",
    .summary = "make a folder of a database that others can check, or check such a folder",
    .flags = FLAGS,
    .details =
        "The folder has the database, its experiments, scenes, meshes and builds, the source of weft, what it claims and the commands "
        "that\n"
        "measure it, with SHA-256 sums; two bundles of one database are equal. --check compares the sums, measures in the short form (no\n"
        "variations, at most three timed processes of a case) and says which claims hold here: exit code 0 where all that are yes in the\n"
        "bundle hold or cannot be told, 13 where one does not hold, 8 where cases failed or nothing can be told, 3 where a file is not as\n"
        "it was. See docs/artifact.md.\n",
    .run = run};
