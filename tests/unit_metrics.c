// Metrics: every measured number of a state or a step has exactly one description, and every description has a numeric column.
#include "check.h"
#include "cli/private/list_metrics.h"

static const DataView *view_of(const char *name)
{
    for (int i = 0; data_view_at(i); i++)
        if (strcmp(data_view_at(i)->name, name) == 0)
            return data_view_at(i);
    fail_msg("there is no data `%s`", name);
    return NULL;
}

static bool is_point_of(const char *column, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(column, name, length) == 0 && column[length] == '_' && strchr("xyz", column[length + 1]) && !column[length + 2];
}

static int meanings_of(const char *data, const char *column)
{
    int count = 0;
    for (int i = 0; metric_meaning_at(i); i++) {
        const MetricMeaning *m = metric_meaning_at(i);
        count += strcmp(m->data, data) == 0 && (strcmp(m->name, column) == 0 || is_point_of(column, m->name));
    }
    return count;
}

// Columns that identify a row are not metrics.
static bool is_place(const char *column)
{
    static const char *const PLACES[] = {"step", "probe", "substep", "iteration", "repetition", "time_s", "last", "constraint_index"};
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
        if (strcmp(column, PLACES[i]) == 0)
            return true;
    return false;
}

TEST(each_metric_has_one_meaning)
{
    static const char *const DATA[] = {"convergence", "step_end", "accuracy", "trajectory", "force", "contact", "step"};
    for (size_t d = 0; d < sizeof DATA / sizeof *DATA; d++)
        for (const DataColumn *const *list = view_of(DATA[d])->columns; *list; list++)
            for (const DataColumn *c = *list; c->name; c++)
                if (c->number && !is_place(c->name) && meanings_of(DATA[d], c->name) != 1)
                    fail_msg("`%s` of `%s` has %d meanings in record/metric_list.h", c->name, DATA[d], meanings_of(DATA[d], c->name));
}

// A value of a whole case has the meaning of the same name in its last frame or at the ends of its probes.
TEST(work_shares_the_meanings_of_others)
{
    const DataColumn *const *list = view_of("work")->columns;
    assert_non_null(list);
    for (; list && *list; list++)
        for (const DataColumn *c = *list; c->name; c++) {
            const int own = meanings_of("work", c->name), others = meanings_of("trajectory", c->name) + meanings_of("convergence", c->name);
            if (c->number && !is_place(c->name) && (own > 1 || own + others == 0))
                fail_msg("`%s` of `work` has %d meanings of its own, others have %d", c->name, own, others);
        }
}

TEST(each_meaning_is_of_a_metric)
{
    for (int i = 0; metric_meaning_at(i); i++) {
        const MetricMeaning *m = metric_meaning_at(i);
        if (!metric_column(m) || !metric_column(m)->number)
            fail_msg("`%s` has no numeric column `%s`", m->data, m->name);
        assert_true(strlen(m->formula) > 0);
    }
}
