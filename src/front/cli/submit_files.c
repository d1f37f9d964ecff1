#include "cli/private/submit_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array_sbatch.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/private/fill.h"
#include "local_sh.h"
#include "merge_sbatch.h"
#include "merge_sh.h"
#include "parallel_sh.h"
#include "shard_sh.h"

const char *const submit_engines[] = {"slurm", "parallel", "local", NULL};

static const struct {
    const char *engine; // NULL: all
    const char *name, *text;
} FILES[] = {{NULL, "shard.sh", SHARD_SH},
             {NULL, "merge.sh", MERGE_SH},
             {"slurm", "array.sbatch", ARRAY_SBATCH},
             {"slurm", "merge.sbatch", MERGE_SBATCH},
             {"parallel", "parallel.sh", PARALLEL_SH},
             {"local", "local.sh", LOCAL_SH}};

enum { FILE_COUNT = sizeof FILES / sizeof *FILES, TEMPLATE_MOST = 1 << 20, NUMBER = 16 };

const char *submit_script(const char *engine)
{
    int k = 0;
    while (!FILES[k].engine || strcmp(FILES[k].engine, engine) != 0)
        k++;
    return FILES[k].name;
}

// ---- values of the marks ----

// A word of bash, whatever is in it.
static void put_word(const char *text, FILE *out)
{
    putc('\'', out);
    for (; *text; text++)
        *text == '\'' ? fputs("'\\''", out) : putc(*text, out);
    putc('\'', out);
}

static void put_words(const char *const *words, FILE *out)
{
    for (int i = 0; words[i]; i++) {
        fputs(i ? " " : "", out);
        put_word(words[i], out);
    }
}

static void put_options(const SubmitSettings *s, FILE *out)
{
    put_words(s->run_options, out);
}

static void put_weft(const SubmitSettings *s, FILE *out)
{
    char          program[SUBMISSION_PATH] = "weft";
    const ssize_t length = s->container ? -1 : readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0)
        program[length] = '\0';
    if (s->container) {
        fputs("apptainer exec --bind \"$dir\" --bind \"$work\" --bind \"$PWD\" ", out);
        put_word(s->container, out);
        putc(' ', out);
    }
    put_word(program, out);
}

// What weft reads, and a task may not inherit.
static void put_environment(const SubmitSettings *s, FILE *out)
{
    static const char *const NAMES[] = {"WEFT_DATASETS", "WEFT_WORKERS", "WEFT_LINSYS_LIBRARY", "WEFT_SAVE_S"};
    const char              *before = "# As it was for weft submit.\n";
    (void)s;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const char *value = getenv(NAMES[i]);
        if (!value || !*value)
            continue;
        fprintf(out, "%sexport %s=", before, NAMES[i]);
        put_word(value, out);
        before = "\n";
    }
}

static void put_from(const SubmitSettings *s, FILE *out)
{
    put_word(s->from, out);
}

static void put_hosts(const SubmitSettings *s, FILE *out)
{
    for (int i = 0; i < s->hosts->count; i++) {
        fputs(i ? " " : "", out);
        put_word(s->hosts->texts[i], out);
    }
}

// By default one that ends when a machine says nothing for a minute, as one does that lost its power.
static void put_ssh(const SubmitSettings *s, FILE *out)
{
    const char *ssh = getenv("PARALLEL_SSH");
    (void)s;
    put_word(ssh && *ssh ? ssh : "ssh -o ConnectTimeout=30 -o ServerAliveInterval=15 -o ServerAliveCountMax=4", out);
}

static void put_more(const SubmitSettings *s, FILE *out)
{
    if (s->time)
        fprintf(out, "#SBATCH --time=%s%s", s->time, s->partition ? "\n" : "");
    if (s->partition)
        fprintf(out, "#SBATCH --partition=%s", s->partition);
}

typedef struct Value {
    const char *mark;
    void (*put)(const SubmitSettings *settings, FILE *out);
} Value;
static const Value VALUES[] = {{"@WEFT@", put_weft},   {"@OPTIONS@", put_options}, {"@ENVIRONMENT@", put_environment},
                               {"@FOLDER@", put_from}, {"@HOSTS@", put_hosts},     {"@SSH@", put_ssh},
                               {"@MORE@", put_more}};

enum { VALUE_COUNT = sizeof VALUES / sizeof *VALUES, SIMPLE = 5 };

typedef struct Marks {
    FillMark list[VALUE_COUNT + SIMPLE + 1];
    char    *texts[VALUE_COUNT]; // to be freed
    char     shards[NUMBER], threads[NUMBER], array[3 * NUMBER];
} Marks;

static void destroy_marks(Marks *marks)
{
    for (int k = 0; k < VALUE_COUNT; k++)
        free(marks->texts[k]);
}

static char *text_of(void (*put)(const SubmitSettings *settings, FILE *out), const SubmitSettings *settings)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *stream = open_memstream(&text, &size);
    if (!stream)
        return NULL;
    put(settings, stream);
    if (fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

static Status make_marks(const SubmitSettings *settings, const Submission *submission, Marks *marks)
{
    *marks = (Marks){0};
    bool whole = true;
    for (int k = 0; k < VALUE_COUNT; k++) {
        marks->texts[k] = text_of(VALUES[k].put, settings);
        marks->list[k] = (FillMark){VALUES[k].mark, marks->texts[k]};
        whole = whole && marks->texts[k];
    }
    snprintf(marks->shards, NUMBER, "%d", submission_shards(submission));
    snprintf(marks->threads, NUMBER, "%d", settings->threads);
    snprintf(marks->array, sizeof marks->array, settings->nodes ? "1-%d%%%d" : "1-%d", submission_shards(submission), settings->nodes);
    const FillMark simple[SIMPLE] = {{"@NAME@", submission->experiment},
                                     {"@DIR@", settings->folder},
                                     {"@SHARDS@", marks->shards},
                                     {"@THREADS@", marks->threads},
                                     {"@ARRAY@", marks->array}};
    memcpy(marks->list + VALUE_COUNT, simple, sizeof simple);
    if (whole)
        return status_ok();
    destroy_marks(marks);
    return status_make(STATUS_MEMORY, "out of memory for the scripts");
}

// ---- files ----

static Status write_file(const char *folder, const char *name, const char *text, const FillMark *marks, bool program)
{
    char      path[SUBMISSION_PATH];
    FileDraft draft;
    TRY(submission_path(folder, name, path));
    TRY(file_begin(path, &draft));
    fill_text(text, marks, draft.stream);
    TRY(file_commit(&draft));
    if (program && chmod(path, 0755) != 0)
        return status_make(STATUS_IO, "%s: cannot be made a program", path);
    return status_ok();
}

// A template of the user's: what it must hold, so that what it makes is the array of the shards.
static Status read_template(const char *path, char **out)
{
    static const char *const NEEDED[] = {"@ARRAY@", "@DIR@", "shard.sh"};
    size_t                   size = 0;
    TRY(file_read(path, TEMPLATE_MOST, out, &size));
    for (size_t i = 0; i < sizeof NEEDED / sizeof *NEEDED; i++)
        if (strlen(*out) != size || strncmp(*out, "#!", 2) != 0 || !strstr(*out, NEEDED[i])) {
            free(*out);
            *out = NULL;
            return status_make(STATUS_INPUT, "%s: a template begins with #! and has `%s` in it; docs/cluster.md has weft's own", path,
                               NEEDED[i]);
        }
    return status_ok();
}

static Status write_scripts(const SubmitSettings *settings, const FillMark *marks, const char *template_text)
{
    for (int k = 0; k < FILE_COUNT; k++) {
        if (FILES[k].engine && strcmp(FILES[k].engine, settings->engine) != 0)
            continue;
        const bool own = template_text && strcmp(FILES[k].name, submit_script(settings->engine)) == 0;
        TRY(write_file(settings->folder, FILES[k].name, own ? template_text : FILES[k].text, marks, true));
    }
    return status_ok();
}

static Status write_all(const SubmitSettings *settings, const Submission *submission, const char *template_text)
{
    char  path[SUBMISSION_PATH];
    Marks marks;
    TRY(submission_write(settings->folder, submission));
    TRY(submission_path(settings->folder, "log", path));
    TRY(file_make_folder(path));
    TRY(write_file(settings->folder, "experiment.yaml", settings->text, &(FillMark){0}, false));
    TRY(make_marks(settings, submission, &marks));
    const Status status = write_scripts(settings, marks.list, template_text);
    destroy_marks(&marks);
    return status;
}

Status submit_write_files(const SubmitSettings *settings, const Submission *submission)
{
    char *template_text = NULL;
    if (strpbrk(settings->folder, "\"\\") && strcmp(settings->engine, "slurm") == 0)
        return status_make(STATUS_USAGE, "submit: %s: Slurm takes no folder with a quote or a backslash in its name", settings->folder);
    if (settings->template_file)
        TRY(read_template(settings->template_file, &template_text));
    const Status status = write_all(settings, submission, template_text);
    free(template_text);
    return status;
}
