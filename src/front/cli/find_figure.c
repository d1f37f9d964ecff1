#include "cli/private/find_figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/yaml.h"
#include "cli/private/yaml_names.h"

enum { NAME_SIZE = 64, TITLES_MAX = 4096 };

typedef struct Title {
    char text[2 * NAME_SIZE]; // EXPERIMENT/FIGURE
} Title;

typedef struct Titles {
    int    count;
    Title *titles; // [TITLES_MAX]
} Titles;

// ---- all figures ----

static void add_figures(const YamlNode *root, const char *experiment, Titles *out)
{
    const YamlNode *figures = yaml_get(root, "figures");
    for (int i = 0; figures && i < figures->count && out->count < TITLES_MAX; i++) {
        const YamlNode *name = yaml_get(figures->children[i], "name");
        if (name && name->type == YAML_SCALAR && text_is_file_name(name->text))
            snprintf(out->titles[out->count++].text, sizeof out->titles->text, "%s/%s", experiment, name->text);
    }
}

static Status read_titles(const char *folder, const YamlNames *names, Titles *out)
{
    for (int i = 0; i < names->count; i++) {
        char      path[EXPERIMENTS_FOLDER_MAX + 80];
        YamlFile *file = NULL;
        if (!text_is_file_name(names->names[i]))
            continue;
        snprintf(path, sizeof path, "%s/%s.yaml", folder, names->names[i]);
        TRY(yaml_read(path, &file));
        add_figures(yaml_root(file), names->names[i], out);
        yaml_destroy(file);
    }
    return status_ok();
}

static Status list_titles(const char *folder, Titles *out)
{
    YamlNames names;
    out->count = 0;
    out->titles = malloc(TITLES_MAX * sizeof *out->titles);
    if (!out->titles)
        return status_make(STATUS_MEMORY, "out of memory for the names of figures");
    TRY(yaml_names_create(folder, &names));
    const Status status = read_titles(folder, &names, out);
    yaml_names_destroy(&names);
    return status;
}

// ---- one of them ----

// Of a path its last two parts, without the ending of a file.
static void cut_title(const char *text, Title *out)
{
    static const char *const ENDINGS[] = {".svg", ".pdf", ".csv", ".gp", ".dat"};
    const char              *last = strrchr(text, '/'), *from = last;
    while (from && from > text && from[-1] != '/')
        from--;
    snprintf(out->text, sizeof out->text, "%s", from ? from : text);
    char *ending = strrchr(out->text, '.');
    for (size_t i = 0; ending && i < sizeof ENDINGS / sizeof *ENDINGS; i++)
        if (strcmp(ending, ENDINGS[i]) == 0) {
            *ending = '\0';
            break;
        }
}

static bool is_of(const char *title, const char *wanted)
{
    return strcmp(title, wanted) == 0 || (!strchr(wanted, '/') && strcmp(strchr(title, '/') + 1, wanted) == 0);
}

static Status unknown(const Titles *titles, const char *wanted)
{
    char         text[440];
    const char **names = calloc((size_t)titles->count + 1, sizeof *names);
    if (!names)
        return status_make(STATUS_MEMORY, "out of memory for the names of figures");
    for (int i = 0; i < titles->count; i++)
        names[i] = strchr(wanted, '/') ? titles->titles[i].text : strchr(titles->titles[i].text, '/') + 1;
    const char *nearest = text_nearest(wanted, names, (size_t)titles->count);
    int         at = 0;
    while (nearest && names[at] != nearest)
        at++;
    snprintf(text, sizeof text, "unknown figure `%.100s`", wanted);
    if (nearest)
        snprintf(text + strlen(text), sizeof text - strlen(text), ", did you mean `%s`?", titles->titles[at].text);
    free(names);
    return status_make(STATUS_INPUT, "%s%s", text,
                       nearest ? "" : "; give EXPERIMENT/FIGURE, as the files in results/published/EXPERIMENT are called");
}

static Status choose(const Titles *titles, const char *wanted, const Title **out)
{
    char several[400] = "";
    int  count = 0;
    for (int i = 0; i < titles->count; i++) {
        if (!is_of(titles->titles[i].text, wanted))
            continue;
        *out = &titles->titles[i];
        const size_t used = strlen(several);
        snprintf(several + used, sizeof several - used, "%s%s", count++ ? ", " : "", titles->titles[i].text);
    }
    if (count == 0)
        return unknown(titles, wanted);
    return count == 1 ? status_ok()
                      : status_make(STATUS_INPUT, "figure `%.60s` is in several experiments; give one of %s", wanted, several);
}

// Beside the experiments of the source tree; an installed weft has no results of record.
static void find_published(const char *folder, FoundFigure *out)
{
    snprintf(out->published, sizeof out->published, "%s/../../results/published/%s/%s.csv", folder, out->experiment, out->figure);
    if (access(out->published, R_OK) != 0)
        *out->published = '\0';
}

Status find_figure(const char *text, FoundFigure *out)
{
    char         folder[EXPERIMENTS_FOLDER_MAX];
    Titles       titles;
    Title        wanted = {0};
    const Title *title = NULL;
    TRY(experiments_folder(folder));
    cut_title(text, &wanted);
    Status status = list_titles(folder, &titles);
    if (status.code == STATUS_OK)
        status = choose(&titles, wanted.text, &title);
    if (status.code == STATUS_OK && title) {
        const int length = (int)strcspn(title->text, "/");
        snprintf(out->experiment, sizeof out->experiment, "%.*s", length, title->text);
        snprintf(out->figure, sizeof out->figure, "%s", title->text + length + 1);
        snprintf(out->path, sizeof out->path, "%s/%s.yaml", folder, out->experiment);
        find_published(folder, out);
    }
    free(titles.titles);
    return status;
}
