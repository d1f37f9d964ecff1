// weft figure: one figure of a database, described by flags.
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/owned.h"
#include "base/text.h"
#include "cli/private/command.h"
#include "cli/private/database.h"
#include "page/report.h"

typedef struct OptionValues {
    const char *output, *experiment, *data, *x, *y, *title, *x_label, *y_label, *style, *statistic;
    const char *z, *z_label, *contours, *mark, *facets, *size;
    const char *series, *log, *problems;
    OptionTexts where, relative, solved, limits;
} OptionValues;

#define TEXT(field) FLAG_TEXT, .offset = offsetof(OptionValues, field)
static const Flag FLAGS[] = {
    {"output", 'o', "PATH", "write PATH.svg, .pdf, .csv, .gp and .dat; the folder must exist", FLAG_PATH,
     .offset = offsetof(OptionValues, output)},
    {"data", 'd', "NAME", "the rows to draw, as in `figures:` of an experiment (`man weft`)", TEXT(data)},
    {"x", 'x', "NAME", "a column, a setting, or an expression of these", TEXT(x)},
    {"y", 'y', "NAME", "the same; not with profiles, which compute it", TEXT(y)},
    {"series", 'S', "NAME,NAME", "one curve for each combination of their values", TEXT(series)},
    {"where", 'w', "NAME=V,V", "only rows with one of these values", FLAG_TEXTS, .offset = offsetof(OptionValues, where)},
    {"relative-to", 'R', "NAME=V", "show the ratio y(NAME=V) / y, for example a speed-up", FLAG_TEXTS,
     .offset = offsetof(OptionValues, relative)},
    {"log", 'l', "x,y", "logarithmic axes; with style heat: z", TEXT(log)},
    {"style", 'k', "NAME", "lines, points, bars, stacked, frontier, data_profile, performance_profile or heat (lines)", TEXT(style)},
    {"problems", 'p', "NAME,NAME", "with profiles: settings whose values define a problem", TEXT(problems)},
    {"solved", 'v', "NAME=V", "with profiles: the row at which a problem is solved", FLAG_TEXTS, .offset = offsetof(OptionValues, solved)},
    {"statistic", 'm', "NAME", "of exact values: median, mean, min or max (median)", TEXT(statistic)},
    {"title", 't', "TEXT", "the caption; not drawn in the figure", TEXT(title)},
    {"x-label", 'X', "TEXT", "the label of the x axis", TEXT(x_label)},
    {"y-label", 'Y', "TEXT", "the label of the y axis", TEXT(y_label)},
    {"facets", 'f', "NAME", "one panel for each value", TEXT(facets)},
    {"limits", 'L', "AXIS=1..8", "the range of an axis", FLAG_TEXTS, .offset = offsetof(OptionValues, limits)},
    {"size", 's', "WIDTH", "column, page or a width in mm", TEXT(size)},
    {"z", 'z', "NAME", "with style heat: the value that gives a cell its colour", TEXT(z)},
    {"z-label", 'Z', "TEXT", "the label of the colour bar", TEXT(z_label)},
    {"contours", 'c', "NAME[=V,V]", "with style heat: contour lines of this value, at these levels", TEXT(contours)},
    {"mark", 'M', "VALUE", "with style heat: a bold contour line at this value of z", TEXT(mark)},
    {"experiment", 'e', "NAME", "the experiment, in a database with several", TEXT(experiment)},
    {0}};

// Writes a number, a range or a word without quotes, because YAML reads a quoted value as a text. Any other value is written as a
// text, so that the reader of the key can reject it.
static void put_plain(const char *text, size_t length, FILE *out)
{
    const size_t plain = strspn(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-._");
    if (length && plain >= length)
        fprintf(out, "%.*s", (int)length, text);
    else
        text_put_quoted(text, length, out);
}

static void put_items(const char *text, void (*put)(const char *, size_t, FILE *), FILE *out)
{
    putc('[', out);
    for (const char *item = text; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
        fputs(item == text ? "" : ", ", out);
        put(item, strcspn(item, ","), out);
    }
    putc(']', out);
}

static void put_list(const char *text, size_t length, FILE *out)
{
    (void)length; // to the end of the text
    put_items(text, text_put_quoted, out);
}

// {value: NAME, levels: [V, V]}
static void put_contours(const char *text, size_t length, FILE *out)
{
    const char *equal = strchr(text, '=');
    fputs("{value: ", out);
    text_put_quoted(text, equal ? (size_t)(equal - text) : length, out);
    fputs(equal ? ", levels: " : "", out);
    if (equal)
        put_items(equal + 1, put_plain, out);
    fputs("}", out);
}

// The keys of flags (same names, with underscores), and how each value is written.
typedef struct Key {
    const char *flag;
    size_t      offset; // in OptionValues
    void (*put)(const char *text, size_t length, FILE *out);
} Key;

static const Key KEYS[] = {{"data", offsetof(OptionValues, data), text_put_quoted},
                           {"x", offsetof(OptionValues, x), text_put_quoted},
                           {"y", offsetof(OptionValues, y), text_put_quoted},
                           {"title", offsetof(OptionValues, title), text_put_quoted},
                           {"x-label", offsetof(OptionValues, x_label), text_put_quoted},
                           {"y-label", offsetof(OptionValues, y_label), text_put_quoted},
                           {"style", offsetof(OptionValues, style), text_put_quoted},
                           {"statistic", offsetof(OptionValues, statistic), text_put_quoted},
                           {"z", offsetof(OptionValues, z), text_put_quoted},
                           {"z-label", offsetof(OptionValues, z_label), text_put_quoted},
                           {"mark", offsetof(OptionValues, mark), put_plain},
                           {"facets", offsetof(OptionValues, facets), text_put_quoted},
                           {"size", offsetof(OptionValues, size), put_plain},
                           {"contours", offsetof(OptionValues, contours), put_contours},
                           {"series", offsetof(OptionValues, series), put_list},
                           {"log", offsetof(OptionValues, log), put_list},
                           {"problems", offsetof(OptionValues, problems), put_list}};

// The keys of flags that may be repeated, each NAME=VALUE.
static const Key MAPS[] = {{"solved", offsetof(OptionValues, solved), put_list},
                           {"where", offsetof(OptionValues, where), put_list},
                           {"limits", offsetof(OptionValues, limits), put_plain},
                           {"relative-to", offsetof(OptionValues, relative), text_put_quoted}};

static void put_key(const Key *key, FILE *out)
{
    fputs("    ", out);
    for (const char *c = key->flag; *c; c++)
        putc(*c == '-' ? '_' : *c, out);
    fputs(": ", out);
}

static Status put_map(const Key *key, const OptionTexts *texts, FILE *out)
{
    if (texts->count)
        put_key(key, out);
    for (int i = 0; i < texts->count; i++) {
        const char *equal = strchr(texts->texts[i], '=');
        if (!equal)
            return status_make(STATUS_USAGE, "figure: --%s %.100s: must be %s", key->flag, texts->texts[i],
                               key->put == put_plain ? "AXIS=RANGE, for example x=1..8" : "NAME=VALUE");
        fputs(i ? ", " : "{", out);
        text_put_quoted(texts->texts[i], (size_t)(equal - texts->texts[i]), out);
        fputs(": ", out);
        key->put(equal + 1, strlen(equal + 1), out);
    }
    fputs(texts->count ? "}\n" : "", out);
    return status_ok();
}

static Status put_figure(const OptionValues *w, const char *name, FILE *out)
{
    fputs("figures:\n  -\n    name: ", out);
    text_put_quoted(name, strlen(name), out);
    putc('\n', out);
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        const char *text = *(const char *const *)((const char *)w + KEYS[i].offset);
        if (!text)
            continue;
        put_key(&KEYS[i], out);
        KEYS[i].put(text, strlen(text), out);
        putc('\n', out);
    }
    for (size_t i = 0; i < sizeof MAPS / sizeof *MAPS; i++)
        TRY(put_map(&MAPS[i], (const OptionTexts *)((const char *)w + MAPS[i].offset), out));
    return status_ok();
}

static Status write_text(const OptionValues *values, const char *name, char **out)
{
    size_t size = 0;
    FILE  *stream = open_memstream(out, &size);
    if (!stream)
        return status_make(STATUS_MEMORY, "out of memory for the text of a figure");
    const Status status = put_figure(values, name, stream);
    if (fclose(stream) != 0 && status.code == STATUS_OK)
        return status_make(STATUS_MEMORY, "out of memory for the text of a figure");
    return status;
}

static Status draw(const OptionValues *values, const char *database)
{
    char folder[4096], pattern[TEXT_FILE_NAME_MAX + 32];
    OWNED(char) *text = NULL;
    STORE      *store = NULL;
    const char *slash = strrchr(values->output, '/'), *name = slash ? slash + 1 : values->output;
    if (snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - values->output) + 1 : 1, slash ? values->output : ".") >=
        (int)sizeof folder)
        return status_make(STATUS_USAGE, "figure: the path of -o is too long; use a shorter one");
    if (!text_is_file_name(name))
        return status_make(STATUS_USAGE,
                           "figure: `%.100s` is not a valid file name; use at most %d letters, digits, _ and - after the folder of -o,"
                           " and no - at the start",
                           name, TEXT_FILE_NAME_MAX);
    snprintf(pattern, sizeof pattern, "%s.@(svg|pdf|csv|gp|dat)", name);
    TRY(file_keep((FileOutput){folder, pattern}, database));
    TRY(write_text(values, name, &text));
    TRY(database_open(database, STORE_MACHINES, &store));
    return report_figure(store, &(ReportFigure){.experiment = values->experiment, .text = text, .folder = folder}, stdout);
}

static Status run(Options *options)
{
    OptionValues values = {0};
    TRY(options_read(options, &values, 1, 1));
    if (!values.output || !values.data || !values.x)
        return status_make(STATUS_USAGE, "figure: --data, --x and -o are needed; usage: weft figure %s", options->command->arguments);
    return draw(&values, options_argument(options, 0));
}

const Command command_figure = {.name = "figure",
                                .arguments = "DB --data NAME --x NAME [--y NAME] [--series NAME,NAME]\n"
                                             "       [--where NAME=V,V]... -o PATH",
                                .summary = "draw one figure of a database, without an experiment file",
                                .flags = FLAGS,
                                .details = "The flags are the keys of a figure in an experiment file (`man weft`). Example:\n"
                                           "  weft figure quick.db --data convergence --x iteration --y error \\\n"
                                           "       --series solver --log x,y -o error\n",
                                .run = run};
