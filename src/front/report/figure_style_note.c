#include "report/private/figure_style_note.h"

#include <stdio.h>
#include <string.h>

typedef struct Text {
    char  *out;
    size_t size;
} Text;

static void add(Text *t, const char *text)
{
    const size_t used = strlen(t->out);
    snprintf(t->out + used, t->size - used, "%s", text);
}

static void add_names(Text *t, const FigureSpec *spec)
{
    for (int i = 0; i < spec->problem_count; i++) {
        add(t, i == 0 ? "" : i + 1 == spec->problem_count ? " and " : ", ");
        add(t, spec->problems[i]);
    }
}

static void add_solved(Text *t, const FigureSpec *spec)
{
    for (int i = 0; i < spec->solved_count; i++) {
        add(t, i ? ", and " : " Solved: ");
        add(t, spec->solved[i].name);
        for (int k = 0; k < spec->solved[i].count; k++) {
            add(t, k ? " or " : " ");
            add(t, spec->solved[i].values[k]);
        }
    }
    add(t, spec->solved_count ? "." : "");
}

static void note_ties(const Plot *p, Text *t)
{
    const PlotShare *share = &p->share;
    char             text[240];
    if (share->ties) {
        snprintf(text, sizeof text,
                 " Of %d problems that both solve, %d ha%s costs whose processes do not tell which is less, at 95 %%: both are at 1 there.",
                 share->pairs, share->ties, share->ties == 1 ? "s" : "ve");
        add(t, text);
    }
}

static void note_problems(const Plot *p, Text *t)
{
    const PlotShare *share = &p->share;
    char             text[200];
    snprintf(text, sizeof text, "Of %d problem%s, each a ", share->problems, share->problems == 1 ? "" : "s");
    add(t, text);
    add_names(t, p->spec);
    add(t, ": the share that a series solves within ");
    add(t, p->style->ratio ? "this factor of the lesser cost of both" : "this cost");
    add(t, "; its cost of a problem is the least median of its settings, chosen in hindsight.");
    add_solved(t, p->spec);
    if (share->unsolved) {
        snprintf(text, sizeof text, " %d of the problems %s solved by none.", share->unsolved, share->unsolved == 1 ? "is" : "are");
        add(t, text);
    }
    if (share->empty) {
        snprintf(text, sizeof text, " %d of the series solve%s none.", share->empty, share->empty == 1 ? "s" : "");
        add(t, text);
    }
    note_ties(p, t);
    if (share->single)
        add(t, " A cost is of one process: how far it varies is not known.");
}

static void note_frontier(const Plot *p, Text *t)
{
    add(t, "A line joins the settings of a series that none of its others beats in both x and y, by their medians; between them it is only "
           "a guide. Those that are beaten are pale.");
    if (p->spans)
        add(t, " Horizontal bars are 95 % intervals over processes.");
}

bool figure_style_note(const Plot *p, char *out, size_t size)
{
    Text t = {out, size};
    *out = '\0';
    if (p->style->profile)
        note_problems(p, &t);
    else if (p->style->frontier)
        note_frontier(p, &t);
    else if (p->spans)
        add(&t, "Horizontal bars are 95 % intervals over processes.");
    return *out;
}
