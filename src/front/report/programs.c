#include "report/private/programs.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "store/sql.h"

#define PROGRAM_MARK "†"

Status programs_read_name(Dataset *d, sqlite3_stmt *query)
{
    const char *name = "";
    if (d->program_count == LABELS_MARKED)
        return status_ok();
    TRY(sql_text(query, 0, &name));
    TRY(dataset_text(d, name, &d->programs[d->program_count]));
    text_make_printable((char *)d->programs[d->program_count++]);
    return status_ok();
}

static void mark(const Dataset *d, Labels *labels)
{
    for (int i = 0; i < d->program_count; i++) {
        const char *word = labels_word(labels, "solver", d->programs[i]), *colour = labels_colour(labels, "solver", d->programs[i]);
        Label       label = {0};
        if (snprintf(label.name, sizeof label.name, "solver=%s", d->programs[i]) < (int)sizeof label.name) {
            snprintf(label.text, sizeof label.text, "%.90s" PROGRAM_MARK, word ? word : d->programs[i]);
            snprintf(label.colour, sizeof label.colour, "%s", colour ? colour : "");
            labels_replace(labels, &label);
        }
    }
}

void programs_mark(const Dataset *d, FigureSpecs *specs)
{
    mark(d, &specs->labels);
    for (int i = 0; i < specs->figure_count; i++)
        mark(d, &specs->figures[i].labels);
    for (int i = 0; i < specs->table_count; i++)
        mark(d, &specs->tables[i].labels);
}

const char *programs_note(const Dataset *d)
{
    return d->program_count ? PROGRAM_MARK
               " A program of its own: times are by its own clock, its start and what goes to and fro are left out."
                            : "";
}
