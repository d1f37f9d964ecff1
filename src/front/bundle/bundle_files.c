#include "bundle/private/bundle_files.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

enum { FILES_MAX = 100000, DEPTH_MAX = 16, SUMS_BYTES_MAX = 64 << 20, HEX = SHA256_TEXT - 1 };

// ---- paths ----

bool bundle_path_stays(const char *path)
{
    for (const char *at = path;; at++) {
        const size_t length = strcspn(at, "/");
        if (length == 0 || (length == 1 && *at == '.') || (length == 2 && at[0] == '.' && at[1] == '.'))
            return false;
        at += length;
        if (!*at)
            return text_need_printable("path", path).code == STATUS_OK;
    }
}

Status bundle_path(const char *folder, const char *name, char out[BUNDLE_PATH_MAX])
{
    if (snprintf(out, BUNDLE_PATH_MAX, "%s/%s", folder, name) >= BUNDLE_PATH_MAX)
        return status_make(STATUS_IO, "%.60s…: a path of the bundle is longer than %d bytes; choose a shorter folder", folder,
                           BUNDLE_PATH_MAX - 1);
    return status_ok();
}

// ---- lists ----

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const BundleFile *)a)->path, ((const BundleFile *)b)->path);
}

static void sort(BundleFiles *files)
{
    if (files->count)
        qsort(files->files, (size_t)files->count, sizeof *files->files, compare_files);
}

static Status add(BundleFiles *files, const char *path, const char *sum)
{
    if (files->count == FILES_MAX)
        return status_make(STATUS_INPUT, "a bundle has at most %d files", FILES_MAX);
    if (files->count == files->room) {
        const int   room = files->room ? 2 * files->room : 64;
        BundleFile *grown = realloc(files->files, (size_t)room * sizeof *grown);
        if (!grown)
            return status_make(STATUS_MEMORY, "out of memory for the files of a bundle");
        files->files = grown;
        files->room = room;
    }
    BundleFile *file = &files->files[files->count];
    snprintf(file->sum, sizeof file->sum, "%s", sum);
    file->path = strdup(path);
    files->count += file->path != NULL;
    return file->path ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the files of a bundle");
}

void bundle_files_destroy(BundleFiles *files)
{
    for (int i = 0; i < files->count; i++)
        free(files->files[i].path);
    free(files->files);
    *files = (BundleFiles){0};
}

// ---- what is there ----

static Status find_in(const char *folder, const char *below, int depth, BundleFiles *out);

static Status find_one(const char *folder, const char *path, int depth, BundleFiles *out)
{
    char        whole[BUNDLE_PATH_MAX];
    struct stat there;
    if (!bundle_path_stays(path))
        return status_make(STATUS_INPUT, "%.200s: has a file whose name is not printable", folder);
    TRY(bundle_path(folder, path, whole));
    if (lstat(whole, &there) != 0)
        return status_make(STATUS_IO, "%s: cannot be read: %s", whole, strerror(errno));
    if (S_ISDIR(there.st_mode))
        return depth < DEPTH_MAX ? find_in(folder, path, depth + 1, out)
                                 : status_make(STATUS_INPUT, "%s: folders of a bundle are at most %d deep", whole, DEPTH_MAX);
    if (!S_ISREG(there.st_mode))
        return status_make(STATUS_INPUT, "%s: %s; a bundle has files and folders only, so remove it", whole,
                           S_ISLNK(there.st_mode) ? "a link" : "no file");
    return strcmp(path, BUNDLE_SUMS) == 0 ? status_ok() : add(out, path, "");
}

static Status find_in(const char *folder, const char *below, int depth, BundleFiles *out)
{
    char   whole[BUNDLE_PATH_MAX], path[BUNDLE_PATH_MAX];
    Status status = bundle_path(folder, below, whole);
    TRY(status);
    DIR *stream = opendir(*below ? whole : folder);
    if (!stream)
        return status_make(STATUS_IO, "%s: cannot be read: %s", *below ? whole : folder, strerror(errno));
    for (const struct dirent *entry = readdir(stream); entry && status.code == STATUS_OK; entry = readdir(stream)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (*below)
            status = bundle_path(below, entry->d_name, path);
        else
            snprintf(path, sizeof path, "%s", entry->d_name);
        if (status.code == STATUS_OK)
            status = find_one(folder, path, depth, out);
    }
    closedir(stream);
    return status;
}

Status bundle_files_find(const char *folder, BundleFiles *out)
{
    *out = (BundleFiles){0};
    const Status status = find_in(folder, "", 0, out);
    if (status.code != STATUS_OK)
        bundle_files_destroy(out);
    else
        sort(out);
    return status;
}

// ---- sums ----

// "SUM  PATH"
static Status read_line(const char *path, int number, char *line, BundleFiles *out)
{
    char sum[SHA256_TEXT];
    if (strlen(line) < HEX + 3 || strspn(line, "0123456789abcdef") != HEX || strncmp(line + HEX, "  ", 2) != 0)
        return status_make(STATUS_INPUT, "%s:%d: is not `SUM  PATH`, as sha256sum writes it", path, number);
    if (!bundle_path_stays(line + HEX + 2))
        return status_make(STATUS_INPUT, "%s:%d: a path that is not below the bundle, or not printable", path, number);
    snprintf(sum, sizeof sum, "%.*s", HEX, line);
    return add(out, line + HEX + 2, sum);
}

static Status read_lines(const char *path, char *text, size_t size, BundleFiles *out)
{
    int number = 0;
    if (memchr(text, '\0', size))
        return status_make(STATUS_INPUT, "%s: contains a zero byte, so it is not a text file", path);
    for (char *line = text, *end = text; *line; line = end + 1) {
        end = strchr(line, '\n');
        if (!end)
            return status_make(STATUS_INPUT, "%s: its last line has no end: the file is cut", path);
        *end = '\0';
        TRY(read_line(path, ++number, line, out));
    }
    sort(out);
    for (int i = 1; i < out->count; i++)
        if (strcmp(out->files[i - 1].path, out->files[i].path) == 0)
            return status_make(STATUS_INPUT, "%s: has %s twice", path, out->files[i].path);
    return out->count ? status_ok() : status_make(STATUS_INPUT, "%s: is empty", path);
}

Status bundle_sums_read(const char *path, BundleFiles *out)
{
    char  *text = NULL;
    size_t size = 0;
    *out = (BundleFiles){0};
    TRY(file_read(path, SUMS_BYTES_MAX, &text, &size));
    const Status status = read_lines(path, text, size, out);
    free(text);
    if (status.code != STATUS_OK)
        bundle_files_destroy(out);
    return status;
}

static Status sum_of(const char *folder, BundleFile *file)
{
    char path[BUNDLE_PATH_MAX];
    TRY(bundle_path(folder, file->path, path));
    return sha256_file(path, file->sum);
}

static Status put_sums(const char *folder, BundleFiles *files, FILE *out)
{
    for (int i = 0; i < files->count; i++) {
        TRY(sum_of(folder, &files->files[i]));
        fprintf(out, "%s  %s\n", files->files[i].sum, files->files[i].path);
    }
    return status_ok();
}

Status bundle_sums_write(const char *folder)
{
    BundleFiles files;
    FileDraft   draft = {0};
    char        path[BUNDLE_PATH_MAX];
    TRY(bundle_path(folder, BUNDLE_SUMS, path));
    TRY(bundle_files_find(folder, &files));
    Status status = file_begin(path, &draft);
    if (status.code == STATUS_OK)
        status = put_sums(folder, &files, draft.stream);
    if (status.code == STATUS_OK)
        status = file_commit(&draft);
    file_discard(&draft);
    bundle_files_destroy(&files);
    return status;
}

// Both lists are sorted, as in a merge.
static Status compare(const char *folder, const BundleFiles *wanted, BundleFiles *there, FILE *said, int *wrong)
{
    int w = 0, t = 0;
    while (w < wanted->count || t < there->count) {
        const int order = w == wanted->count ? 1 : t == there->count ? -1 : compare_files(&wanted->files[w], &there->files[t]);
        bool      differs = order != 0;
        if (order == 0) {
            TRY(sum_of(folder, &there->files[t]));
            differs = strcmp(wanted->files[w].sum, there->files[t].sum) != 0;
        }
        if (differs)
            fprintf(said, "%s: %s\n",
                    order > 0   ? "one too many"
                    : order < 0 ? "missing"
                                : "differs",
                    order > 0 ? there->files[t].path : wanted->files[w].path);
        *wrong += differs;
        w += order <= 0;
        t += order >= 0;
    }
    return status_ok();
}

Status bundle_sums_check(const char *folder, FILE *said, int *count)
{
    BundleFiles wanted, there = {0};
    char        path[BUNDLE_PATH_MAX];
    int         wrong = 0;
    TRY(bundle_path(folder, BUNDLE_SUMS, path));
    if (access(path, F_OK) != 0)
        return status_make(STATUS_IO, "%s: %s; give a folder that `weft bundle` made", path, strerror(errno));
    TRY(bundle_sums_read(path, &wanted));
    Status status = bundle_files_find(folder, &there);
    if (status.code == STATUS_OK)
        status = compare(folder, &wanted, &there, said, &wrong);
    *count = wanted.count;
    bundle_files_destroy(&there);
    bundle_files_destroy(&wanted);
    if (status.code == STATUS_OK && wrong)
        return status_make(STATUS_INPUT, "%s: %d file%s not as " BUNDLE_SUMS " says (above); get the bundle again", folder, wrong,
                           wrong == 1 ? " is" : "s are");
    return status;
}

// ---- copies ----

static Status copy_stream(FILE *from, const char *path, FILE *to)
{
    char   piece[1 << 14];
    size_t got = 0;
    while ((got = fread(piece, 1, sizeof piece, from)) > 0 && fwrite(piece, 1, got, to) == got)
        ;
    return ferror(from) ? status_make(STATUS_IO, "%s: cannot be read: %s", path, strerror(errno)) : status_ok();
}

static Status need_same(const char *from, const char *to, const char *name)
{
    char ours[SHA256_TEXT], theirs[SHA256_TEXT];
    TRY(sha256_file(from, ours));
    TRY(sha256_file(to, theirs));
    return strcmp(ours, theirs) == 0
               ? status_ok()
               : status_make(STATUS_INPUT, "%s: another file would be %s of the bundle already; give it another name", from, name);
}

Status bundle_copy(const char *from, const char *folder, const char *name)
{
    char      to[BUNDLE_PATH_MAX];
    FILE     *stream = NULL;
    FileDraft draft = {0};
    TRY(bundle_path(folder, name, to));
    if (access(to, F_OK) == 0)
        return need_same(from, to, name);
    char *slash = strrchr(to, '/');
    *slash = '\0';
    TRY(file_make_folders(to));
    *slash = '/';
    TRY(file_open(from, &stream));
    Status status = file_begin(to, &draft);
    if (status.code == STATUS_OK)
        status = copy_stream(stream, from, draft.stream);
    if (status.code == STATUS_OK)
        status = file_commit(&draft);
    file_discard(&draft);
    fclose(stream);
    return status;
}

static int remove_one(const char *path, const struct stat *there, int kind, struct FTW *at)
{
    (void)there, (void)kind, (void)at;
    (void)remove(path);
    return 0;
}

void bundle_remove(const char *folder)
{
    (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
