#include "cli/private/matrix_set.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/yaml.h"
#include "cli/private/case_flags.h"
#include "cli/private/single.h"
#include "run/signals.h"

enum { ENTRIES_MAX = 200, SETS_MAX = 16, TIMEOUT_S = 86400 };
static const size_t FILE_MOST = (size_t)1 << 30;

static const char *const PARTS[] = {"", "_rhs", "_solution", "_coordinates"};
enum { PARTS_COUNT = sizeof PARTS / sizeof *PARTS };

typedef struct Entry {
    const char *name, *what, *scene, *solver, *system, *steps;
    int         set_count;
    char        sets[SETS_MAX][160]; // KEY=VALUE
} Entry;

typedef struct Set {
    YamlFile *file; // of which the texts are
    Entry    *entries;
    int       count;
    char      temporary[PATH_MAX];
    FileDraft index, times, readme, sums;
} Set;

// ---- the list ----

static Status read_sets(const YamlNode *node, Entry *out)
{
    if (!node)
        return status_ok();
    if (node->type != YAML_MAP || node->count > SETS_MAX)
        return yaml_error(node, "write at most %d settings, {KEY: VALUE, …}", SETS_MAX);
    for (int i = 0; i < node->count; i++) {
        const YamlNode *child = node->children[i];
        const char     *value = NULL;
        TRY(yaml_line(child, 80, &value));
        if (snprintf(out->sets[i], sizeof out->sets[i], "%s=%s", child->key, value) >= (int)sizeof out->sets[i])
            return yaml_error(child, "the name of the setting is too long");
    }
    out->set_count = node->count;
    return status_ok();
}

static Status read_entry(const YamlNode *node, Entry *out)
{
    static const char *const KEYS[] = {"name", "what", "scene", "solver", "system", "steps", "set", NULL};
    const YamlNode          *name = NULL, *what = NULL, *scene = NULL, *solver = NULL;
    *out = (Entry){0};
    TRY(yaml_check_keys(node, KEYS));
    TRY(yaml_need(node, "name", &name));
    TRY(yaml_need(node, "what", &what));
    TRY(yaml_need(node, "scene", &scene));
    TRY(yaml_need(node, "solver", &solver));
    TRY(yaml_file_name(name, &out->name));
    TRY(yaml_line(what, 120, &out->what));
    TRY(yaml_line(scene, 160, &out->scene));
    TRY(yaml_line(solver, 60, &out->solver));
    TRY(yaml_line(yaml_get(node, "system"), 60, &out->system));
    TRY(yaml_line(yaml_get(node, "steps"), 20, &out->steps));
    return read_sets(yaml_get(node, "set"), out);
}

static Status make_case(const Entry *e, const char *threads, CaseFlags *flags, Case *c)
{
    *flags =
        (CaseFlags){.command = "matrix", .scene = e->scene, .solver = e->solver, .steps = e->steps ? e->steps : "1", .threads = threads};
    for (int i = 0; i < e->set_count; i++)
        flags->sets.texts[flags->sets.count++] = e->sets[i];
    TRY(case_flags_make(flags, c));
    if (!c->solver->uses_linsys)
        return status_make(STATUS_UNSUPPORTED, "solver `%s` solves no linear system", c->solver->name);
    TRY(case_resolve(c));
    return c->precision == PRECISION_F64 ? status_ok() : status_make(STATUS_INPUT, "the systems are written in f64");
}

// The same for a message: of the entry at fault.
static Status check_entry(const YamlNode *node, const Set *set, int at, const char *threads)
{
    CaseFlags flags;
    Case      c;
    for (int i = 0; i < at; i++)
        if (strcmp(set->entries[i].name, set->entries[at].name) == 0)
            return yaml_error(node, "two systems have the name `%s`", set->entries[at].name);
    const Status status = make_case(&set->entries[at], threads, &flags, &c);
    return status.code == STATUS_OK ? status : status_prefix(status, "%s:%d", yaml_path(set->file), node->line);
}

static Status read_list(const char *path, const char *threads, Set *set)
{
    static const char *const KEYS[] = {"systems", NULL};
    const YamlNode          *systems = NULL;
    TRY(yaml_read(path, &set->file));
    TRY(yaml_check_keys(yaml_root(set->file), KEYS));
    TRY(yaml_need(yaml_root(set->file), "systems", &systems));
    TRY(yaml_list(systems));
    if (systems->count < 1 || systems->count > ENTRIES_MAX)
        return yaml_error(systems, "list 1 to %d systems", ENTRIES_MAX);
    set->entries = calloc((size_t)systems->count, sizeof *set->entries);
    if (!set->entries)
        return status_make(STATUS_MEMORY, "out of memory for %d systems", systems->count);
    set->count = systems->count;
    for (int i = 0; i < set->count; i++) {
        TRY(read_entry(systems->children[i], &set->entries[i]));
        TRY(check_entry(systems->children[i], set, i, threads));
    }
    return status_ok();
}

// ---- compressed files ----

static Status deflate_all(const char *bytes, size_t size, unsigned char **out, size_t *out_size)
{
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) // + 16: gzip, without a time
        return status_make(STATUS_MEMORY, "out of memory for compression");
    const size_t most = deflateBound(&stream, size);
    *out = malloc(most);
    stream.next_in = (Bytef *)(uintptr_t)bytes; // zlib does not write there
    stream.avail_in = (uInt)size;
    stream.next_out = *out;
    stream.avail_out = (uInt)most;
    const bool whole = *out && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *out_size = stream.total_out;
    deflateEnd(&stream);
    return whole ? status_ok() : status_make(STATUS_MEMORY, "out of memory for compression");
}

static Status write_compressed(const char *path, const unsigned char *bytes, size_t size)
{
    FileDraft draft;
    TRY(file_begin(path, &draft));
    fwrite(bytes, 1, size, draft.stream);
    return file_commit(&draft);
}

// Replaces NAME.mtx by NAME.mtx.gz, adds it to the sums, and its size to *total.
static Status pack_file(Set *set, const char *name, const char *part, char sum[SHA256_TEXT], size_t *total)
{
    char           path[PATH_MAX + 128], packed[PATH_MAX + 132];
    char          *bytes = NULL;
    unsigned char *out = NULL;
    size_t         size = 0, out_size = 0;
    snprintf(path, sizeof path, "%s/%s%s.mtx", set->temporary, name, part);
    snprintf(packed, sizeof packed, "%s.gz", path);
    TRY(file_read(path, FILE_MOST, &bytes, &size));
    Status status = deflate_all(bytes, size, &out, &out_size);
    free(bytes);
    if (status.code == STATUS_OK)
        status = write_compressed(packed, out, out_size);
    if (status.code == STATUS_OK) {
        sha256_bytes(out, out_size, sum);
        fprintf(set->sums.stream, "%s  %s%s.mtx.gz\n", sum, name, part);
        *total += out_size;
        unlink(path);
    }
    free(out);
    return status;
}

// ---- index, times, README ----

static void put_number(const json_t *value, const char *format, FILE *out)
{
    if (json_is_number(value))
        fprintf(out, format, json_number_value(value));
}

static void put_command(const Entry *e, FILE *out)
{
    fprintf(out, "weft matrix %s --solver %s --steps %s", e->scene, e->solver, e->steps ? e->steps : "1");
    for (int i = 0; i < e->set_count; i++)
        fprintf(out, " --set %s", e->sets[i]);
    fputs(" -o DIR", out);
}

static void put_field(const char *text, FILE *out)
{
    text_csv(text ? text : "", out);
    fputc(',', out);
}

static void add_to_index(const Set *set, const Entry *e, const json_t *row, size_t bytes, const char *sum)
{
    static const char *const NUMBERS[] = {"order", "entries", "columns", "negative", "condition", "pivot", "residual"};
    FILE                    *out = set->index.stream;
    put_field(e->name, out);
    fprintf(out, "%s,", json_is_true(json_object_get(row, "definite")) ? "yes" : "no");
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        put_number(json_object_get(row, NUMBERS[i]), i < 4 ? "%.0f" : "%.3g", out);
        fputc(',', out);
    }
    put_field(e->scene, out);
    put_field(e->solver, out);
    put_field(e->what, out);
    put_command(e, out);
    fprintf(out, ",%zu,%s\n", bytes, sum);
}

static void add_to_readme(const Set *set, const Entry *e, const json_t *row)
{
    FILE *out = set->readme.stream;
    fprintf(out, "| %s | %s | %lld | %lld | ", e->name, e->what, (long long)json_integer_value(json_object_get(row, "order")),
            (long long)json_integer_value(json_object_get(row, "entries")));
    put_number(json_object_get(row, "condition"), "%.3g", out);
    fputs(" | ", out);
    put_number(json_object_get(row, "residual"), "%.3g", out);
    fprintf(out, " | %s |\n", json_is_true(json_object_get(row, "definite")) ? "" : "indefinite");
}

static void add_times(const Set *set, const Entry *e, const json_t *rows)
{
    static const char *const NS[] = {"analyse_ns", "factor_ns", "solve_ns"};
    static const char *const MACHINE[] = {"cpu", "isa", "version", "commit", "compiler", "cholmod", "blas"};
    const json_t            *machine = single_row(rows, ROW_ENVIRONMENT), *row = NULL;
    FILE                    *out = set->times.stream;
    size_t                   index = 0;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) != ROW_SYSTEM_TIME)
            continue;
        put_field(e->name, out);
        put_field(json_string_value(json_object_get(row, "linsys")), out);
        put_field(json_string_value(json_object_get(row, "ordering")), out);
        fprintf(out, "%lld,%lld,%lld,", (long long)json_integer_value(json_object_get(row, "threads")),
                (long long)json_integer_value(json_object_get(row, "repeats")),
                (long long)json_integer_value(json_object_get(row, "factor_entries")));
        for (size_t i = 0; i < sizeof NS / sizeof *NS; i++)
            fprintf(out, "%.6g,", 1e-6 * json_number_value(json_object_get(row, NS[i])));
        for (size_t i = 0; i < sizeof MACHINE / sizeof *MACHINE; i++)
            put_field(json_string_value(json_object_get(machine, MACHINE[i])), out);
        fprintf(out, "%lld\n", (long long)json_integer_value(json_object_get(machine, "cores")));
    }
}

static Status begin_file(const Set *set, const char *name, FileDraft *draft)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", set->temporary, name);
    return file_begin(path, draft);
}

static Status begin_files(Set *set)
{
    TRY(begin_file(set, "index.csv", &set->index));
    TRY(begin_file(set, "times.csv", &set->times));
    TRY(begin_file(set, "README.md", &set->readme));
    TRY(begin_file(set, "SHA256SUMS", &set->sums));
    fputs("name,definite,rows,entries,columns,negative_eigenvalues,condition,smallest_pivot,residual,scene,solver,what,command,bytes,"
          "sha256\n",
          set->index.stream);
    fputs("name,linsys,ordering,threads,repeats,factor_entries,analyse_ms,factor_ms,solve_ms,cpu,isa,weft,commit,compiler,cholmod,blas,"
          "cores\n",
          set->times.stream);
    fputs("# Linear systems of deformable bodies\n\n"
          "Symmetric systems A X = B of one step each of the solvers of weft, made by `weft matrix --list`. Of each there are\n\n"
          "| file | holds |\n|---|---|\n"
          "| NAME.mtx.gz | A: MatrixMarket, the lower triangle; explicit zeros belong to the pattern, a pinned particle is a row of the "
          "identity |\n"
          "| NAME_rhs.mtx.gz | B: three columns for x, y and z, or one |\n"
          "| NAME_solution.mtx.gz | X: factorised in double, refined by residuals in long double until they fall no further |\n"
          "| NAME_coordinates.mtx.gz | x, y, z in metres of each row, for orderings by places; of a row of a constraint, the middle of its "
          "particles |\n\n"
          "Numbers have 17 significant digits, which read back as the same doubles; files are compressed by gzip, which scipy.io.mmread "
          "reads as they "
          "are. Comments in each say what its unknowns are. `sha256sum -c SHA256SUMS` checks them. The same build of weft on the same type "
          "of machine "
          "makes the same bits, but for times.csv.\n\n"
          "index.csv: a line for each system, with the command that makes it again with weft's own solution, and bytes and SHA-256 of "
          "NAME.mtx.gz. "
          "condition: a lower bound of ‖A‖₁‖A⁻¹‖₁ (Higham 1988), rarely less than a third of it. smallest_pivot: of a Cholesky "
          "factorisation, relative to the "
          "diagonal; none where A is indefinite. residual: the largest ‖b − A x‖₂/‖b‖₂ of NAME_solution.\n\n"
          "times.csv: what the direct systems of weft take for A on the machine that it names: medians of so many repeats, with five "
          "solves of all "
          "columns in each.\n\n"
          "| name | of | rows | entries | condition | residual | |\n|---|---|---|---|---|---|---|\n",
          set->readme.stream);
    return status_ok();
}

static Status commit_files(Set *set)
{
    TRY(file_commit(&set->index));
    TRY(file_commit(&set->times));
    TRY(file_commit(&set->readme));
    return file_commit(&set->sums);
}

// ---- all of it ----

static Status add_system(Set *set, const Entry *e, const json_t *rows)
{
    const json_t *row = single_row(rows, ROW_SYSTEM);
    char          sums[PARTS_COUNT][SHA256_TEXT];
    size_t        matrix = 0, total = 0;
    if (!row)
        return status_make(STATUS_PROTOCOL, "the worker wrote no system");
    for (int i = 0; i < PARTS_COUNT; i++) {
        TRY(pack_file(set, e->name, PARTS[i], sums[i], &total));
        matrix = i == 0 ? total : matrix;
    }
    add_to_index(set, e, row, matrix, sums[0]);
    add_to_readme(set, e, row);
    add_times(set, e, rows);
    printf("%-28s  %7lld rows, %8lld entries, condition %.1e, %5.2f MB\n", e->name,
           (long long)json_integer_value(json_object_get(row, "order")), (long long)json_integer_value(json_object_get(row, "entries")),
           json_number_value(json_object_get(row, "condition")), 1e-6 * (double)total);
    fflush(stdout);
    return status_ok();
}

static Status make_system(Set *set, const Entry *e, const char *threads)
{
    CaseFlags flags;
    Case      c;
    TRY(make_case(e, threads, &flags, &c));
    json_t *rows = json_array();
    if (!rows)
        return status_make(STATUS_MEMORY, "out of memory for the rows of the worker");
    const WorkerJob job = {.setup = &c, .systems = set->temporary, .benchmark = e->name, .system = e->system};
    Status          status = single_run(&job, TIMEOUT_S, rows);
    if (status.code == STATUS_OK)
        status = add_system(set, e, rows);
    json_decref(rows);
    return status.code == STATUS_OK ? status : status_prefix(status, "%s", e->name);
}

static Status make_all(Set *set, const char *threads, const Signals *signals)
{
    TRY(begin_files(set));
    for (int i = 0; i < set->count; i++) {
        TRY(make_system(set, &set->entries[i], threads));
        if (signals_pending(signals))
            return status_make(STATUS_INTERRUPTED, "stopped by a signal");
    }
    return commit_files(set);
}

static bool is_empty_folder(const char *path)
{
    DIR *folder = opendir(path);
    int  count = 0;
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count == 2; // itself and the one above
}

// The new folder, and its name: without slashes at the end. Refused where rename would fail after all the work.
static Status open_folder(const char *folder, char name[PATH_MAX], Set *set)
{
    struct stat there;
    size_t      length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (snprintf(name, PATH_MAX, "%.*s", (int)length, folder) >= PATH_MAX - 8)
        return status_make(STATUS_IO, "%.200s…: the path is too long", folder);
    if (lstat(name, &there) == 0 && !(S_ISDIR(there.st_mode) && is_empty_folder(name)))
        return status_make(STATUS_IO, "%s: is there and not an empty folder; give a new one", name);
    snprintf(set->temporary, sizeof set->temporary, "%.*s.XXXXXX", PATH_MAX - 8, name);
    if (!mkdtemp(set->temporary)) {
        const Status status = status_make(STATUS_IO, "%s: cannot be created: %s", name, strerror(errno));
        *set->temporary = '\0';
        return status;
    }
    const mode_t mask = umask(0);
    umask(mask);
    (void)!chmod(set->temporary, 0777 & ~mask);
    return status_ok();
}

static Status make_folder(Set *set, const char *folder, const char *threads, const Signals *signals)
{
    char name[PATH_MAX];
    TRY(open_folder(folder, name, set));
    TRY(make_all(set, threads, signals));
    if (rename(set->temporary, name) != 0)
        return status_make(STATUS_IO, "%s: cannot be created: %s", name, strerror(errno));
    *set->temporary = '\0';
    return status_ok();
}

static void end(Set *set)
{
    file_discard(&set->index);
    file_discard(&set->times);
    file_discard(&set->readme);
    file_discard(&set->sums);
    file_remove_folder(set->temporary);
    yaml_destroy(set->file);
    free(set->entries);
}

Status matrix_set_write(const char *list, const char *folder, const char *threads)
{
    Set     set = {0};
    Signals signals;
    Status  status = read_list(list, threads, &set);
    if (status.code == STATUS_OK)
        status = signals_open(&signals);
    if (status.code == STATUS_OK) {
        status = make_folder(&set, folder, threads, &signals);
        signals_close(&signals);
    }
    end(&set);
    return status;
}
