// weft cite: the literature that an experiment stands on, or all of weft, as BibTeX or as a table in Markdown.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "build_facts.h"
#include "cli/private/command.h"
#include "experiment/experiment.h"

typedef struct Paper {
    const char *key, *settings, *type, *author, *title, *venue_key, *venue;
    int         year;
    const char *link, *where, *took;
} Paper;

static const Paper PAPERS[] = {
#define PAPER(key, settings, type, author, title, venue_key, venue, year, link, where, took) \
    {key, settings, type, author, title, venue_key, venue, year, link, where, took},
#include "experiment/literature_list.h"
#undef PAPER
};
enum { PAPER_COUNT = sizeof PAPERS / sizeof *PAPERS };

// ---- which ----

// One of the settings, "name=value" or "name!=value", from `text` to the next space.
static bool case_has(const Case *c, const char *text)
{
    char         name[64], value[128];
    const size_t length = strcspn(text, " "), end = strcspn(text, "!=");
    const bool   differs = text[end] == '!';
    const size_t from = end + 1 + differs;
    snprintf(name, sizeof name, "%.*s", (int)end, text);
    const bool same = case_get(c, name, value, sizeof value)
                          ? strlen(value) == length - from && strncmp(value, text + from, length - from) == 0
                          : differs; // a case without the setting has no value that could differ
    return differs ? !same : same;
}

static bool case_uses(const Case *c, const Paper *paper)
{
    bool uses = strcmp(paper->settings, "*") == 0;
    for (const char *text = paper->settings; *text && !uses; text += strcspn(text, " "), text += *text == ' ')
        uses = case_has(c, text);
    return uses;
}

static bool figures_use(const Experiment *e, const Paper *paper)
{
    static const char STYLE[] = "style=";
    const YamlNode   *figures = yaml_get(yaml_root(e->file), "figures");
    bool              uses = false;
    for (int i = 0; figures && i < figures->count && strncmp(paper->settings, STYLE, strlen(STYLE)) == 0; i++) {
        const YamlNode *style = yaml_get(figures->children[i], "style");
        uses = uses || (style && strcmp(style->text, paper->settings + strlen(STYLE)) == 0);
    }
    return uses;
}

// e: NULL: all of weft.
static bool is_used(const Experiment *e, const Paper *paper)
{
    bool used = !e || figures_use(e, paper);
    for (int c = 0; e && c < e->case_count && !used; c++)
        used = case_uses(&e->cases[c].setup, paper);
    return used;
}

// ---- BibTeX ----

static bool is_address(const char *link)
{
    return strncmp(link, "http", 4) == 0;
}

static void put_bibtex(const Paper *p)
{
    printf("@%s{%s,\n  author = {%s},\n  title = {%s},\n  %s = {%s},\n  year = {%d}", p->type, p->key, p->author, p->title, p->venue_key,
           p->venue, p->year);
    if (*p->link)
        printf(",\n  %s = {%s}", is_address(p->link) ? "url" : "doi", p->link);
    printf("\n}\n\n");
}

static void bibtex(const Experiment *e)
{
    for (int i = 0; i < PAPER_COUNT; i++)
        if (is_used(e, &PAPERS[i]))
            put_bibtex(&PAPERS[i]);
    printf("@software{weft,\n  author = {{The weft authors}},\n  title = {weft: a benchmark harness for solvers of deformable bodies},\n"
           "  version = {%s},\n  note = {commit %s}\n}\n",
           BUILD_VERSION, BUILD_COMMIT);
}

// ---- Markdown ----

// What TeX writes with letters that are on every keyboard, as the letter; braces are left out.
static void put_plain(const char *text)
{
    static const struct {
        const char *tex, *letter;
    } LETTERS[] = {{"{\\\"u}", "ü"}, {"{\\\"o}", "ö"}, {"{\\'e}", "é"}, {"{\\'o}", "ó"},
                   {"{\\ae}", "æ"},  {"{\\v z}", "ž"}, {"{\\v s}", "š"}};
    while (*text) {
        size_t i = 0, count = sizeof LETTERS / sizeof *LETTERS;
        while (i < count && strncmp(text, LETTERS[i].tex, strlen(LETTERS[i].tex)) != 0)
            i++;
        if (i < count)
            printf("%s", LETTERS[i].letter);
        else if (*text != '{' && *text != '}')
            putchar(*text);
        text += i < count ? strlen(LETTERS[i].tex) : 1;
    }
}

// "B, A. and D, C. and F, E.": their last names, "B, D and F".
static void put_names(const char *authors)
{
    const char *next = strstr(authors, " and ");
    char        name[80];
    for (; authors; authors = next ? next + strlen(" and ") : NULL, next = authors ? strstr(authors, " and ") : NULL) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(authors, ","), authors);
        put_plain(name);
        if (next)
            printf("%s", strstr(next + 1, " and ") ? ", " : " and ");
    }
}

static void put_row(const Paper *p)
{
    const char *base = is_address(p->link) ? "" : "https://doi.org/";
    printf("| ");
    put_names(p->author);
    printf(" %d | ", p->year);
    printf(*p->link ? "[" : "");
    put_plain(p->title);
    if (*p->link)
        printf("](%s%s)", base, p->link);
    printf(" | %s | [%s](../%s) |\n", p->took, strrchr(p->where, '/') + 1, p->where);
}

static void markdown(const Experiment *e)
{
    printf("| authors | title | what weft took | where |\n|---|---|---|---|\n");
    for (int i = 0; i < PAPER_COUNT; i++)
        if (is_used(e, &PAPERS[i]))
            put_row(&PAPERS[i]);
}

// ---- the command ----

static const char *const FORMATS[] = {"bibtex", "markdown", NULL};
static void (*const PRINT[])(const Experiment *) = {bibtex, markdown};

typedef struct Wanted {
    bool        all;
    const char *format;
} Wanted;

static const Flag FLAGS[] = {
    {"all", 'a', NULL, "all that weft stands on, instead of what an experiment uses", FLAG_SWITCH, .offset = offsetof(Wanted, all)},
    {"format", 'f', "bibtex|markdown", "BibTeX, or a table of what weft took from each paper (bibtex)", FLAG_TEXT,
     .offset = offsetof(Wanted, format)},
    {0}};

static Status run(Options *options)
{
    Wanted     wanted = {.format = FORMATS[0]};
    Experiment experiment;
    TRY(options_read(options, &wanted, 0, 1));
    const char *path = options_argument(options, 0);
    const int   format = text_find(wanted.format, FORMATS);
    if (format < 0)
        return status_make(STATUS_USAGE, "cite: --format must be bibtex or markdown, not `%.60s`", wanted.format);
    if (wanted.all == (path != NULL))
        return status_make(STATUS_USAGE, "cite: give an experiment, or --all");
    if (wanted.all) {
        PRINT[format](NULL);
        return status_ok();
    }
    TRY(experiment_read(&(ExperimentSettings){.path = path, .any_machine = true}, &experiment));
    PRINT[format](&experiment);
    experiment_destroy(&experiment);
    return status_ok();
}

const Command command_cite = {.name = "cite",
                              .arguments = "FILE.yaml | --all [--format bibtex|markdown]",
                              .summary = "print BibTeX of the methods that an experiment uses, or of all of weft",
                              .flags = FLAGS,
                              .run = run};
