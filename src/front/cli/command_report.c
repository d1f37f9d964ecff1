// weft report: tables, figures and a page from a database.
#include <string.h>

#include "cli/private/command.h"
#include "cli/private/database.h"
#include "cli/private/single.h"
#include "experiment/experiment.h"
#include "report/claims.h"
#include "report/report.h"

enum { DATABASES_MAX = 64 };

typedef struct Wanted {
    const char *folder;
    bool        claims, stills;
    OptionTexts sets;
} Wanted;

static const Flag FLAGS[] = {
    {"output", 'o', "DIR", "the folder of the report; created if missing", FLAG_PATH, .offset = offsetof(Wanted, folder)},
    {"set", 's', "KEY=V,V", "with FILE: what it was run with", FLAG_TEXTS, .offset = offsetof(Wanted, sets)},
    {"stills", 0, NULL, "pictures of each scene at the start and the end, for which a case of it is run again", FLAG_SWITCH,
     .offset = offsetof(Wanted, stills)},
    {"claims", 'c', NULL, "print the claims of the databases as Markdown instead", FLAG_SWITCH, .offset = offsetof(Wanted, claims)},
    {0}};

static Status print_claims(const Options *options)
{
    for (int i = 0; options_argument(options, i); i++) {
        Store *store = NULL;
        TRY(database_open(options_argument(options, i), &store));
        if (i == 0)
            report_claims_begin(stdout);
        const Status status = report_claims(store, stdout);
        store_close(store);
        TRY(status);
    }
    return status_ok();
}

static Status run_frames(const Case *setup, const char *folder)
{
    static const double TIMEOUT_S = 60;
    const WorkerJob     job = {
            .setup = setup, .passes = {[PASS_TIMED] = 1}, .frames = folder, .frame_stride = (int)param_int(&setup->params, "steps")};
    json_t      *rows = json_array();
    const Status status = rows ? single_run(&job, TIMEOUT_S, rows) : status_make(STATUS_MEMORY, "out of memory for rows");
    json_decref(rows);
    return status;
}

static Status write_by_file(Store *store, const Wanted *wanted, const char *path, ReportPage *page)
{
    const ExperimentSettings settings = {
        .path = path, .sets = wanted->sets.texts, .set_count = wanted->sets.count, .vary = true, .any_machine = true};
    Experiment experiment;
    TRY(experiment_read(&settings, &experiment));
    const Status status =
        report_write(store, &(ReportFile){&experiment, path}, wanted->folder, wanted->stills ? run_frames : NULL, stdout, page);
    experiment_destroy(&experiment);
    return status;
}

static void say_size(const Wanted *wanted, const ReportPage *page)
{
    if (page->left)
        fprintf(stderr, "weft: %s/index.html: %d figures and tables are only in their files beside it, to keep it below 5 MB\n",
                wanted->folder, page->left);
    else if (page->bytes > 5000000)
        fprintf(stderr, "weft: %s/index.html: %.1f MB, more than a browser likes\n", wanted->folder, (double)page->bytes / 1e6);
}

static Status run(Options *options)
{
    Wanted wanted = {0};
    TRY(options_read(options, &wanted, 1, DATABASES_MAX));
    const char *file = options_argument(options, 1);
    if (wanted.claims && !wanted.folder && wanted.sets.count == 0)
        return print_claims(options);
    if (!wanted.folder || wanted.claims || options_argument(options, 2) || (wanted.sets.count && !file))
        return status_make(STATUS_USAGE, "report: give one database and -o DIR, or --claims; usage: weft report %s",
                           options->command->arguments);
    const char *ending = file ? strrchr(file, '.') : NULL;
    if (file && (!ending || (strcmp(ending, ".yaml") != 0 && strcmp(ending, ".yml") != 0)))
        return status_make(STATUS_USAGE, "report: `%.100s` is no .yaml file; a page is made of one database, by the file of its experiment",
                           file);
    Store *store = NULL;
    TRY(database_open(options_argument(options, 0), &store));
    ReportPage   page = {0};
    const Status status = file ? write_by_file(store, &wanted, file, &page)
                               : report_write(store, NULL, wanted.folder, wanted.stills ? run_frames : NULL, stdout, &page);
    store_close(store);
    say_size(&wanted, &page);
    return status;
}

const Command command_report = {
    .name = "report",
    .arguments = "DB [FILE.yaml [--set KEY=V,V]...] -o DIR [--stills] | DB... --claims",
    .summary = "write tables, figures and an HTML page from a database",
    .flags = FLAGS,
    .details = "FILE.yaml: figures, tables and verdicts as this file says now, of the cases that the database has of it. Without\n"
               "it: as the newest text of each experiment says that was measured.\n",
    .run = run};
