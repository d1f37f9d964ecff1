// weft report: tables, figures and a page from a database.
#include <string.h>

#include "base/file.h"
#include "cli/private/command.h"
#include "cli/private/database.h"
#include "experiment/experiment.h"
#include "judge/claims.h"
#include "judge/normalise.h"
#include "page/report.h"

enum { ARGUMENTS_MAX = 128 };

typedef struct OptionValues {
    const char *folder;
    int         normalise; // −1: not given
    bool        claims;
    OptionTexts sets;
} OptionValues;

static const char *const NORMALISE[] = {"rates", NULL};

static const Flag FLAGS[] = {
    {"output", 'o', "DIR", "folder of the report; created if missing", FLAG_PATH, .offset = offsetof(OptionValues, folder)},
    {"set", 's', "KEY=V,V", "with FILE: the --set of the run", FLAG_TEXTS, .offset = offsetof(OptionValues, sets)},
    {"normalise", 0, "WHAT", "`rates`: multiply times in figures and tables by the measured read bandwidth of their machine", FLAG_CHOICE,
     .offset = offsetof(OptionValues, normalise), .choices = NORMALISE},
    {"claims", 'c', NULL, "print the claims of the databases as Markdown", FLAG_SWITCH, .offset = offsetof(OptionValues, claims)},
    {0}};

static bool is_experiment(const char *path)
{
    const char *ending = path ? strrchr(path, '.') : NULL;
    return ending && (strcmp(ending, ".yaml") == 0 || strcmp(ending, ".yml") == 0);
}

static Status read_experiment(const OptionValues *values, const char *path, Experiment *out)
{
    const ExperimentSettings settings = {
        .path = path, .sets = values->sets.texts, .set_count = values->sets.count, .vary = true, .any_machine = true};
    return experiment_read(&settings, out);
}

// file: NULL, or the present experiment file.
static Status add_claims(const OptionValues *values, const char *database, const char *file, ClaimsDocument *claims)
{
    STORE                                     *store = NULL;
    GNU_CLEANUP(experiment_destroy) Experiment experiment = {0};
    TRY(database_open(database, STORE_MACHINES, &store));
    if (file)
        TRY(read_experiment(values, file, &experiment));
    return claims_add(claims, store, file ? &(DraftFile){&experiment, file} : NULL);
}

static Status print_claims(const Options *options, const OptionValues *values)
{
    ClaimsDocument *claims = NULL;
    TRY(claims_create(&claims));
    Status status = status_ok();
    for (int i = 0; status.code == STATUS_OK && options_argument(options, i); i++) {
        const char *next = options_argument(options, i + 1);
        status = add_claims(values, options_argument(options, i), is_experiment(next) ? next : NULL, claims);
        i += is_experiment(next);
    }
    if (status.code == STATUS_OK)
        status = claims_write(claims, stdout);
    claims_destroy(claims);
    return status;
}

static Status write_by_file(Store *store, const OptionValues *values, const char *path, ReportPage *page)
{
    GNU_CLEANUP(experiment_destroy) Experiment experiment = {0};
    TRY(read_experiment(values, path, &experiment));
    return report_write(store, &(DraftFile){&experiment, path}, values->folder, stdout, page);
}

static Status normalise(Store *store)
{
    int64_t without = 0;
    TRY(normalise_store(store, &without));
    if (without > 0)
        fprintf(stderr,
                "weft: %lld cases are missing from figures and tables of times: no bandwidth was measured for "
                "their machine and threads; add `rates: true` to the experiment and run it again\n",
                (long long)without);
    return status_ok();
}

static Status write_report(Store *store, const OptionValues *values, const char *file, ReportPage *page)
{
    if (values->normalise >= 0)
        TRY(normalise(store));
    return file ? write_by_file(store, values, file, page) : report_write(store, NULL, values->folder, stdout, page);
}

static void say_size(const OptionValues *values, const ReportPage *page)
{
    if (page->left)
        fprintf(stderr,
                "weft: %s/index.html: %d figures and tables are not embedded, to keep the page below 5 MB; open their files in the same "
                "folder\n",
                values->folder, page->left);
    else if (page->bytes > 5000000)
        fprintf(stderr, "weft: %s/index.html: %.1f MB may be slow in a browser; its figures are also separate files in the folder\n",
                values->folder, (double)page->bytes / 1e6);
}

static Status run(Options *options)
{
    OptionValues values = {.normalise = -1};
    TRY(options_read(options, &values, 1, ARGUMENTS_MAX));
    const char *file = options_argument(options, 1);
    if (values.claims && !values.folder && values.sets.count == 0)
        return print_claims(options, &values);
    if (!values.folder || values.claims || options_argument(options, 2) || (values.sets.count && !file))
        return status_make(STATUS_USAGE, "report: give one database and -o DIR, or --claims; usage: weft report %s",
                           options->command->arguments);
    if (file && !is_experiment(file))
        return status_make(STATUS_USAGE,
                           "report: `%.100s` is not a .yaml file; a page takes one database and optionally the file of its experiment",
                           file);
    const FileOutput output = {values.folder, "*.@(html|csv|md|tex|svg|pdf|gp|dat|json|txt)"};
    TRY(file_keep(output, options_argument(options, 0)));
    TRY(file_keep(output, file));
    STORE *store = NULL;
    TRY(database_open(options_argument(options, 0), STORE_MACHINES, &store));
    ReportPage   page = {0};
    const Status status = write_report(store, &values, file, &page);
    say_size(&values, &page);
    return status;
}

const Command command_report = {.name = "report",
                                .arguments = "DB [FILE.yaml [--set KEY=V,V]...] -o DIR [--normalise rates]\n"
                                             "       weft report DB [FILE.yaml]... --claims",
                                .summary = "write tables, figures and an HTML page from a database",
                                .flags = FLAGS,
                                .details = "FILE.yaml replaces the figures, tables and verdicts of the experiment in the\n"
                                           "database; its cases must be in the database. Without FILE.yaml, the newest\n"
                                           "measured text of each experiment is used.\n",
                                .run = run};
