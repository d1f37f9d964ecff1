// weft init: an experiment file to start from.
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/private/command.h"
#include "cli/private/init_solvers.h"
#include "template_yaml.h"

typedef struct OptionValues {
    const char *scene;
} OptionValues;

static const Flag FLAGS[] = {{"scene", 's', "SCENE", "name or file of a scene (cloth)", FLAG_TEXT, .offset = offsetof(OptionValues, scene)},
                             {0}};

// The name of the file without its folder and ending.
static Status find_name(const char *path, char out[TEXT_FILE_NAME_MAX + 1])
{
    const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path, *end = strrchr(start, '.');
    const int   length = (int)(end && end > start ? end - start : (ptrdiff_t)strlen(start));
    if (snprintf(out, TEXT_FILE_NAME_MAX + 1, "%.*s", length, start) <= TEXT_FILE_NAME_MAX && text_is_file_name(out))
        return status_ok();
    return status_make(
        STATUS_USAGE,
        "init: `%.100s` is not a valid name; give NAME.yaml, with NAME of at most %d letters, digits, _ and -, not starting with -", path,
        TEXT_FILE_NAME_MAX);
}

// A block for each solver that steps the scene, and a comment for each that does not.
static void put_blocks(const InitSolver *solvers, FILE *out)
{
    for (const InitSolver *s = solvers; s < solvers + INIT_SOLVERS; s++) {
        if (*s->why)
            fprintf(out, "  # %s%s\n", s->refuses ? "left out: " : "", s->why);
        if (s->refuses)
            continue;
        fprintf(out, "  - name: %s\n    axes: {solver: %s", s->name, s->name);
        if (s->iterations)
            fprintf(out, ", iterations: [%d]", s->iterations);
        fputs(s->iterations && s->iterations != INIT_ITERATIONS ? "} # as many as the check before a run asks for\n" : "}\n", out);
    }
}

static bool has(const InitSolver *solvers, const char *name)
{
    bool found = false;
    for (const InitSolver *s = solvers; s < solvers + INIT_SOLVERS; s++)
        found = found || (!s->refuses && strcmp(s->name, name) == 0);
    return found;
}

// The template with values in place of its marks. Errors need steps of newton, and the claim compares these with xpbd: lines without what
// they need are left out.
static void put_template(const char *name, const char *scene, const InitSolver *solvers, FILE *out)
{
    char         day[16] = "";
    const time_t now = time(NULL);
    struct tm    utc;
    if (gmtime_r(&now, &utc))
        strftime(day, sizeof day, "%Y-%m-%d", &utc);
    const bool        errors = has(solvers, "newton"), claims = errors && has(solvers, "xpbd");
    const char *const probes = errors ? "2     # steps whose error is measured after every iteration, against Newton's converged step"
                                      : "0     # without errors of steps, since newton, which is their reference, is left out below";
    const char *const marks[][2] = {{"@BLOCKS@", ""},
                                    {"@NAME@", name},
                                    {"@SCENE@", scene},
                                    {"@DAY@", day},
                                    {"@PROBES@", probes},
                                    {"@QUESTION@", errors ? "Which solver is nearest to the converged step after a given time?"
                                                          : "How long does a step take, by phase?"},
                                    {"@ERROR@", errors ? "" : NULL},
                                    {"@CLAIM@", claims ? "" : NULL}};
    enum { MARKS = sizeof marks / sizeof *marks };
    for (const char *text = TEMPLATE_YAML; *text;) {
        size_t m = 0;
        while (m < MARKS && strncmp(text, marks[m][0], strlen(marks[m][0])) != 0)
            m++;
        if (m == MARKS) {
            putc(*text++, out);
            continue;
        }
        if (m == 0)
            put_blocks(solvers, out);
        text += marks[m][1] ? strlen(marks[m][0]) : strcspn(text, "\n") + 1;
        fputs(marks[m][1] ? marks[m][1] : "", out);
    }
}

static Status run(Options *options)
{
    OptionValues values = {.scene = "cloth"};
    char         name[TEXT_FILE_NAME_MAX + 1];
    InitSolver   solvers[INIT_SOLVERS];
    FileDraft    draft;
    TRY(options_read(options, &values, 1, 1));
    TRY(text_need_printable("init: --scene", values.scene));
    if (strpbrk(values.scene, "\"\\"))
        return status_make(STATUS_USAGE, "init: the name of a scene must not have quotes or backslashes");
    const char *path = options_argument(options, 0);
    TRY(find_name(path, name));
    if (access(path, F_OK) == 0)
        return status_make(STATUS_IO, "%s: exists already and is not changed; choose another name", path);
    TRY(init_solvers(values.scene, solvers));
    TRY(file_begin_given(path, &draft));
    put_template(name, values.scene, solvers, draft.stream);
    TRY(file_commit(&draft));
    printf("%s: written; next: weft run %s -o %s.db && weft report %s.db -o %s\n", path, path, name, name, name);
    return status_ok();
}

const Command command_init = {.name = "init",
                              .arguments = "NAME.yaml [--scene SCENE]",
                              .summary = "write an experiment file with figures, as a starting point",
                              .flags = FLAGS,
                              .run = run};
