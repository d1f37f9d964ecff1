#include "judge/compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "judge/private/comparison.h"
#include "store/sql.h"

static Status read_sides(const CompareSettings *settings, Comparison *c)
{
    const CompareInput *a = &settings->sides[0], *b = &settings->sides[1];
    int64_t             has_sides = 0;
    if (a->store == b->store && !a->build && !b->build)
        TRY(sql_run(store_handle(a->store), &has_sides, "SELECT count(*) FROM worker_process WHERE side = 1", ""));
    for (int s = 0; s < 2; s++)
        TRY(compared_side_read(&settings->sides[s], has_sides ? s : -1, &c->sides[s]));
    for (int p = 0; p < PRECISION_COUNT && a->store == b->store && !has_sides; p++)
        if (c->sides[0].builds[p].id && c->sides[0].builds[p].id == c->sides[1].builds[p].id)
            return status_make(STATUS_INPUT, "%s: A and B are the same build %.12s; choose two builds with --build A=HASH --build B=HASH",
                               a->path, c->sides[0].builds[p].hash);
    return status_ok();
}

static Status print(const Comparison *c, CompareFormat format, FILE *out)
{
    if (format == COMPARE_JSON)
        TRY(comparison_json(c, out));
    else if (format == COMPARE_MARKDOWN)
        comparison_markdown(c, out);
    else
        comparison_text(c, out);
    return fflush(out) == 0 && !ferror(out) ? status_ok() : status_make(STATUS_IO, "the comparison cannot be written: %s", strerror(errno));
}

static Status conclude(const Comparison *c, bool strict)
{
    const int unresolved = c->answers[COMPARE_UNRESOLVED], untimed = c->answers[COMPARE_UNTIMED], lost = c->only[0];
    if (c->worse > 0)
        return status_make(STATUS_REGRESSION, "%d of %d cases are worse in B", c->worse, c->case_count);
    if (strict && unresolved + untimed + lost > 0)
        return status_make(STATUS_REGRESSION, "--strict: %d of %d cases are unresolved, %d are not timed, %d are missing in B", unresolved,
                           c->case_count, untimed, lost);
    return status_ok();
}

static void end_comparison(Comparison *c)
{
    for (int s = 0; s < 2; s++)
        compared_side_destroy(&c->sides[s]);
    arena_destroy(&c->arena);
}

Status compare_write(const CompareSettings *settings, FILE *out)
{
    GNU_CLEANUP(end_comparison) Comparison c = {.arena = arena_init(0), .threshold = settings->threshold};
    TRY(read_sides(settings, &c));
    TRY(comparison_judge(&c));
    TRY(print(&c, settings->format, out));
    return conclude(&c, settings->strict);
}
