// weft init: an experiment file to start from.
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/private/command.h"
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

// The template with values in place of its marks.
static void put_template(const char *name, const char *scene, FILE *out)
{
    char         day[16] = "";
    const time_t now = time(NULL);
    struct tm    utc;
    if (gmtime_r(&now, &utc))
        strftime(day, sizeof day, "%Y-%m-%d", &utc);
    const char *const marks[][2] = {{"@NAME@", name}, {"@SCENE@", scene}, {"@DAY@", day}};
    for (const char *text = TEMPLATE_YAML; *text;) {
        size_t m = 0;
        while (m < sizeof marks / sizeof *marks && strncmp(text, marks[m][0], strlen(marks[m][0])) != 0)
            m++;
        if (m < sizeof marks / sizeof *marks)
            fputs(marks[m][1], out);
        else
            putc(*text, out);
        text += m < sizeof marks / sizeof *marks ? strlen(marks[m][0]) : 1;
    }
}

static Status run(Options *options)
{
    OptionValues values = {.scene = "cloth"};
    char         name[TEXT_FILE_NAME_MAX + 1];
    FileDraft    draft;
    TRY(options_read(options, &values, 1, 1));
    TRY(text_need_printable("init: --scene", values.scene));
    if (strpbrk(values.scene, "\"\\"))
        return status_make(STATUS_USAGE, "init: the name of a scene must not have quotes or backslashes");
    const char *path = options_argument(options, 0);
    TRY(find_name(path, name));
    if (access(path, F_OK) == 0)
        return status_make(STATUS_IO, "%s: exists already and is not changed; choose another name", path);
    TRY(file_begin_given(path, &draft));
    put_template(name, values.scene, draft.stream);
    TRY(file_commit(&draft));
    printf("%s: written; next: weft run %s -o %s.db && weft report %s.db -o %s\n", path, path, name, name, name);
    return status_ok();
}

const Command command_init = {.name = "init",
                              .arguments = "NAME.yaml [--scene SCENE]",
                              .summary = "write an experiment file with figures, as a starting point",
                              .flags = FLAGS,
                              .run = run};
