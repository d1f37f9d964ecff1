// weft cite: the literature that an experiment stands on, as BibTeX.
#include <stdio.h>
#include <string.h>

#include "build_facts.h"
#include "cli/private/command.h"
#include "experiment/experiment.h"

typedef struct Paper {
    const char *key, *settings, *type, *author, *title, *venue_key, *venue;
    int         year;
    const char *doi;
} Paper;

static const Paper PAPERS[] = {
#define PAPER(key, settings, type, author, title, venue_key, venue, year, doi) \
    {key, settings, type, author, title, venue_key, venue, year, doi},
#include "experiment/literature_list.h"
#undef PAPER
};

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
    bool uses = *paper->settings == '\0';
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

static void put_paper(const Paper *p)
{
    printf("@%s{%s,\n  author = {%s},\n  title = {%s},\n  %s = {%s},\n  year = {%d},\n  doi = {%s}\n}\n\n", p->type, p->key, p->author,
           p->title, p->venue_key, p->venue, p->year, p->doi);
}

static void put_all(const Experiment *e)
{
    for (size_t i = 0; i < sizeof PAPERS / sizeof *PAPERS; i++) {
        bool used = figures_use(e, &PAPERS[i]);
        for (int c = 0; c < e->case_count && !used; c++)
            used = case_uses(&e->cases[c].setup, &PAPERS[i]);
        if (used)
            put_paper(&PAPERS[i]);
    }
    printf("@software{weft,\n  author = {{The weft authors}},\n  title = {weft: a benchmark harness for solvers of deformable bodies},\n"
           "  version = {%s},\n  note = {commit %s}\n}\n",
           BUILD_VERSION, BUILD_COMMIT);
}

static Status run(Options *options)
{
    Experiment experiment;
    TRY(options_read(options, NULL, 1, 1));
    TRY(experiment_read(&(ExperimentSettings){.path = options_argument(options, 0)}, &experiment));
    put_all(&experiment);
    experiment_destroy(&experiment);
    return status_ok();
}

const Command command_cite = {
    .name = "cite", .arguments = "FILE.yaml", .summary = "print BibTeX of the methods that an experiment uses, and of weft", .run = run};
