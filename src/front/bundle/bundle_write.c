// Making a bundle.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "bundle/bundle.h"
#include "bundle/private/bundle_files.h"
#include "bundle/private/bundle_scenes.h"
#include "bundle/private/bundle_source.h"
#include "bundle/private/bundle_texts.h"
#include "report/claim_list.h"
#include "store/export.h"
#include "store/plugin_builds.h"
#include "store/sql.h"

typedef struct Writing {
    const BundleSettings *settings;
    char                  folder[BUNDLE_PATH_MAX]; // that becomes the bundle
    FILE                 *said;
    BundlePlan            plan;
    json_t               *claims;
    BundleFacts           facts;
} Writing;

// ---- one file ----

typedef Status(Put)(const Writing *w, const void *what, FILE *out);

static Status write_file(const Writing *w, const char *name, Put *put, const void *what)
{
    char      path[BUNDLE_PATH_MAX];
    FileDraft draft = {0};
    TRY(bundle_path(w->folder, name, path));
    TRY(file_begin(path, &draft));
    const Status status = put(w, what, draft.stream);
    if (status.code == STATUS_OK)
        return file_commit(&draft);
    file_discard(&draft);
    return status;
}

static Status make_folder(const Writing *w, const char *name)
{
    char path[BUNDLE_PATH_MAX];
    TRY(bundle_path(w->folder, name, path));
    return file_make_folder(path);
}

static Status put_text(const Writing *w, const void *what, FILE *out)
{
    (void)w;
    fputs((const char *)what, out);
    return status_ok();
}

static Status put_document(const Writing *w, const void *what, FILE *out)
{
    Status (*const *document)(const BundleFacts *, FILE *) = what;
    return (*document)(&w->facts, out);
}

// ---- experiments, with their scenes ----

static Status write_experiment(Writing *w, BundleRun *run)
{
    char       name[TEXT_FILE_NAME_MAX + 32], path[BUNDLE_PATH_MAX];
    Experiment full;
    snprintf(name, sizeof name, "experiments/%s.yaml", run->name);
    TRY(write_file(w, name, put_text, run->text));
    if (run->recorded) {
        fprintf(w->said, "%s: trajectories of other programs, which are in the store and are not run again\n", run->name);
        return status_ok();
    }
    TRY(bundle_path(w->folder, name, path));
    TRY(bundle_plan_experiment(w->facts.store, run, BUNDLE_FULL, path, &full));
    Status status = bundle_plan_forecast(w->facts.store, run, path, &full);
    if (status.code == STATUS_OK)
        status = bundle_scenes(&full, w->folder);
    experiment_destroy(&full);
    return status;
}

static Status write_experiments(Writing *w)
{
    TRY(make_folder(w, "experiments"));
    for (int i = 0; i < w->plan.count; i++)
        TRY(write_experiment(w, &w->plan.runs[i]));
    return bundle_scene_data(w->folder);
}

// ---- what it was measured with ----

static Status put_table(const Writing *w, const void *what, FILE *out)
{
    return store_export(w->facts.store, (const char *)what, EXPORT_JSON, out);
}

static Status write_diff(const Writing *w, sqlite3_stmt *query)
{
    char        name[64];
    const char *hash = "", *diff = "";
    TRY(sql_text(query, 0, &hash));
    snprintf(name, sizeof name, "build/%.32s.diff", hash);
    if (!text_is_file_name(hash))
        return status_make(STATUS_INPUT, "the store has a build whose hash is none");
    TRY(sql_text(query, 1, &diff));
    return write_file(w, name, put_text, diff);
}

static Status write_builds(const Writing *w)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE;
    TRY(make_folder(w, "build"));
    TRY(write_file(w, "build/build.json", put_table, "build"));
    TRY(write_file(w, "build/environment.json", put_table, "environment"));
    TRY(sql_prepare(store_handle(w->facts.store), "SELECT hash, diff FROM build WHERE coalesce(diff, '') <> '' ORDER BY id", &query));
    Status status = status_ok();
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW)
        status = write_diff(w, query);
    sqlite3_finalize(query);
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        return sql_error(store_handle(w->facts.store), "cannot be read");
    return status;
}

// ---- all of it ----

static Status say_plugins(const Writing *w)
{
    int64_t any = 0;
    TRY(plugin_builds_list(store_handle(w->facts.store)));
    TRY(sql_run(store_handle(w->facts.store), &any, "SELECT EXISTS (SELECT 1 FROM temp.of_plugin)", ""));
    if (any)
        fprintf(w->said, "%s: solvers that are not weft's own are not in the bundle; its README.md names them: put them beside it\n",
                w->settings->database);
    return status_ok();
}

static Status write_documents(Writing *w)
{
    static Status (*const DOCUMENTS[])(const BundleFacts *, FILE *) = {bundle_licences, bundle_claims, bundle_commands, bundle_readme};
    static const char *const NAMES[] = {"LICENCES.md", "CLAIMS.md", "commands.txt", "README.md"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        TRY(write_file(w, NAMES[i], put_document, &DOCUMENTS[i]));
    return status_ok();
}

// While the store is open: its documents come later.
static Status write_from_store(Writing *w)
{
    TRY(bundle_plan_read(w->facts.store, &w->plan));
    TRY(write_experiments(w));
    TRY(claim_list(w->facts.store, true, &w->claims));
    w->facts.claims = w->claims;
    TRY(write_builds(w));
    TRY(bundle_source(w->settings->source, w->folder, w->facts.source, sizeof w->facts.source));
    if (!*w->facts.source)
        fprintf(w->said, "no source of weft is in the bundle; its README.md names the commit\n");
    TRY(say_plugins(w));
    if (json_array_size(w->claims) == 0)
        fprintf(w->said, "%s: claims nothing, so that a check of the bundle has nothing to judge\n", w->settings->database);
    return write_documents(w);
}

// What has not come from the log into the file yet would be lacking. A reader that ends writes it there, unless others still have it open.
static Status need_no_log(const char *database)
{
    char        log[BUNDLE_PATH_MAX];
    struct stat there;
    if (snprintf(log, sizeof log, "%s-wal", database) < (int)sizeof log && stat(log, &there) == 0 && there.st_size > 0)
        return status_make(STATUS_IO, "%s: is still open in another program; wait for its end", database);
    return status_ok();
}

static Status write_all(Writing *w)
{
    TRY(store_open(w->settings->database, STORE_MACHINES, &w->facts.store));
    const Status status = write_from_store(w);
    store_close(w->facts.store);
    w->facts.store = NULL;
    TRY(status);
    TRY(need_no_log(w->settings->database));
    TRY(bundle_copy(w->settings->database, w->folder, "store.db"));
    TRY(need_no_log(w->settings->database));
    return bundle_sums_write(w->folder);
}

static Status count(const Writing *w, BundleMade *made)
{
    BundleFiles files;
    *made = (BundleMade){.experiments = w->plan.count, .claims = (int)json_array_size(w->claims)};
    TRY(bundle_files_find(w->folder, &files));
    made->files = files.count + 1;
    for (int i = 0; i < files.count; i++) {
        char        path[BUNDLE_PATH_MAX];
        struct stat there = {0};
        if (bundle_path(w->folder, files.files[i].path, path).code == STATUS_OK && stat(path, &there) == 0)
            made->bytes += there.st_size;
    }
    bundle_files_destroy(&files);
    return status_ok();
}

static Status begin(Writing *w)
{
    const char *folder = w->settings->folder;
    struct stat there;
    size_t      length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (lstat(folder, &there) == 0)
        return status_make(STATUS_USAGE, "%.300s: is there already; give the name of a new folder, or remove it", folder);
    if (snprintf(w->folder, sizeof w->folder, "%.*s.part", (int)length, folder) >= (int)sizeof w->folder)
        return status_make(STATUS_USAGE, "%.60s…: the name of the folder is too long", folder);
    if (mkdir(w->folder, 0777) == 0)
        return status_ok();
    return status_make(STATUS_IO, "%s: cannot be created: %s%s", w->folder, strerror(errno),
                       errno == EEXIST ? "; it is left from a bundle that did not come to its end, so remove it" : "");
}

Status bundle_write(const BundleSettings *settings, FILE *said, BundleMade *made)
{
    Writing w = {.settings = settings, .said = said};
    w.facts.plan = &w.plan;
    w.facts.folder = w.folder;
    TRY(begin(&w));
    Status status = write_all(&w);
    if (status.code == STATUS_OK)
        status = count(&w, made);
    if (status.code == STATUS_OK && rename(w.folder, settings->folder) != 0)
        status = status_make(STATUS_IO, "%s: cannot be renamed: %s", w.folder, strerror(errno));
    if (status.code != STATUS_OK)
        bundle_remove(w.folder);
    json_decref(w.claims);
    bundle_plan_destroy(&w.plan);
    return status;
}
