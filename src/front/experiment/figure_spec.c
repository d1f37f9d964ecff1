#include "experiment/figure_spec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "case/case_params.h"
#include "experiment/key_list.h"
#include "experiment/setting_names.h"

// ---- names ----

typedef struct Reader {
    const char *const *settings;
    int                setting_count;
} Reader;

typedef enum NameKind {
    NAME_ANY,    // column, fact of the model or setting
    NAME_NUMBER, // column or fact of the model that is a number
    NAME_OPERAND // of an expression: NAME_NUMBER or a setting that is a number
} NameKind;

static bool is_setting(const Reader *r, const char *name)
{
    for (int i = 0; i < r->setting_count; i++)
        if (strcmp(r->settings[i], name) == 0)
            return true;
    return false;
}

static bool is_valid(const Reader *r, const DataView *view, NameKind kind, const char *name)
{
    const DataColumn *column = data_view_column(view, name);
    switch (kind) {
    case NAME_NUMBER:
        return column && column->number;
    case NAME_OPERAND:
        return (column && column->number) || (!column && is_setting(r, name));
    default:
        return column || is_setting(r, name);
    }
}

static Status unknown_name(const Reader *r, const YamlNode *node, const DataView *view, NameKind kind, const char *name)
{
    GNU_CLEANUP(setting_names_end) SettingNames names = {0};
    char                                        suggestion[400] = "";
    TRY(setting_names_add_columns(&names, view->columns, kind != NAME_ANY));
    TRY(setting_names_add_columns(&names, data_model_columns(), kind != NAME_ANY));
    for (int i = 0; i < r->setting_count && kind != NAME_NUMBER; i++)
        TRY(setting_names_add(&names, r->settings[i]));
    text_suggest(suggestion, sizeof suggestion, name, (const char *const *)names.names, (size_t)names.count);
    static const char *const WHAT[] = {"neither a column of `%s` nor a setting of these cases", "not a number of `%s`",
                                       "neither a number of `%s` nor a setting of these cases"};
    char                     what[120];
    snprintf(what, sizeof what, WHAT[kind], view->name);
    return yaml_error(node, "`%s` is %s%s", name, what, suggestion);
}

// True if a setting is a word in every case, such as `solver`: an expression with it has no value.
static bool is_word(const char *name)
{
    static const char *const WORDS[] = {"block", "scene", "solver", "linsys", "precision", NULL};
    bool                     found = text_find(name, WORDS) >= 0;
    const Param             *params = NULL;
    for (int i = 0; (params = case_params_at(i, NULL)); i++) {
        const Param *param = case_params_find(params, name);
        found = found || (param && param->type == PARAM_CHOICE);
    }
    return found;
}

static Status check_operand(const YamlNode *node, const DataView *view, const char *name)
{
    if (data_view_column(view, name) || !is_word(name))
        return status_ok();
    return yaml_error(node, "`%s` is a word in every case, not a number; filter by it with where, or put it in series or for_each", name);
}

// The text of a scalar that is a name, copied into out[SPEC_NAME_MAX].
static Status read_name(const Reader *r, const YamlNode *node, const DataView *view, NameKind kind, char *out)
{
    const char *text = NULL;
    TRY(yaml_text(node, &text));
    if (strlen(text) >= SPEC_NAME_MAX || !is_valid(r, view, kind, text))
        return unknown_name(r, node, view, kind, text);
    strcpy(out, text);
    return status_ok();
}

// A name as above, or an expression of operands, copied into out[SPEC_TEXT_MAX]; node NULL: nothing is copied.
static Status read_quantity(const Reader *r, const YamlNode *node, const DataView *view, NameKind kind, char *out)
{
    const char *text = NULL;
    Expression  expression;
    if (!node)
        return status_ok();
    TRY(yaml_text(node, &text));
    if (is_valid(r, view, kind, text) && strlen(text) < SPEC_NAME_MAX) {
        strcpy(out, text);
        return kind == NAME_OPERAND ? check_operand(node, view, text) : status_ok();
    }
    if (expression_is_name(text))
        return unknown_name(r, node, view, kind, text);
    const Status status = expression_parse(text, &expression);
    if (status.code != STATUS_OK)
        return yaml_error(node, "%s", status.text);
    for (int i = 0; i < expression.name_count; i++) {
        if (!is_valid(r, view, NAME_OPERAND, expression.names[i]))
            return unknown_name(r, node, view, NAME_OPERAND, expression.names[i]);
        TRY(check_operand(node, view, expression.names[i]));
    }
    strcpy(out, text);
    return status_ok();
}

// A name or a list of names, each into out + i * size: names if size is SPEC_NAME_MAX, else quantities.
static Status read_list(const Reader *r, const YamlNode *node, const DataView *view, NameKind kind, size_t size, char *out, int *count)
{
    int items = 0;
    *count = 0;
    TRY(yaml_items(node, &items));
    if (items > SPEC_LIST_MAX)
        return yaml_error(node, "more than %d %s; split it", SPEC_LIST_MAX, size == SPEC_NAME_MAX ? "names" : "values");
    for (char *own = out; *count < items; ++*count, own += size) {
        const YamlNode *item = yaml_item(node, *count);
        TRY(size == SPEC_NAME_MAX ? read_name(r, item, view, kind, own) : read_quantity(r, item, view, kind, own));
        for (const char *before = out; before < own; before += size)
            if (strcmp(before, own) == 0)
                return yaml_error(item, "`%s` is listed twice; remove one", own);
    }
    return status_ok();
}

static Status read_names(const Reader *r, const YamlNode *node, const DataView *view, char (*out)[SPEC_NAME_MAX], int *count)
{
    return read_list(r, node, view, NAME_ANY, sizeof *out, *out, count);
}

// ---- parts shared by both sections ----

static Status read_file_name(const YamlNode *map, char out[SPEC_NAME_MAX])
{
    const YamlNode *node = NULL;
    const char     *text = NULL;
    TRY(yaml_need(map, "name", &node));
    TRY(yaml_file_name(node, &text));
    snprintf(out, SPEC_NAME_MAX, "%s", text);
    return status_ok();
}

static Status read_text(const YamlNode *map, const char *key, char out[SPEC_TEXT_MAX])
{
    const YamlNode *node = yaml_get(map, key);
    const char     *text = "";
    TRY(yaml_line(node, SPEC_TEXT_MAX - 1, &text));
    strcpy(out, text);
    return status_ok();
}

static Status read_data(const YamlNode *map, const DataView **out)
{
    const char     *names[DATA_VIEWS_MAX + 1] = {NULL};
    const YamlNode *node = NULL;
    int             index = 0;
    for (int i = 0; data_view_at(i); i++)
        names[i] = data_view_at(i)->name;
    TRY(yaml_need(map, "data", &node));
    TRY(yaml_choice(node, names, &index));
    *out = data_view_at(index);
    return status_ok();
}

static Status read_value(const YamlNode *node, char out[SPEC_NAME_MAX])
{
    const char *text = node->text;
    if (node->type != YAML_SCALAR || !node->quoted)
        TRY(yaml_text(node, &text));
    if (strlen(text) >= SPEC_NAME_MAX)
        return yaml_error(node, "longer than %d bytes; shorten it", SPEC_NAME_MAX - 1);
    SpecRange range;
    if (spec_range(text, &range) && range.low > range.high)
        return yaml_error(node, "the range `%s` is empty; write the lower end first", text);
    strcpy(out, text);
    return status_ok();
}

// A column of numbers is never equal to a word, so such a filter would silently drop everything.
static Status check_value(const YamlNode *node, const DataColumn *column, const char *text)
{
    SpecRange range;
    double    number = 0;
    if (!column || !column->number || !*text || text_to_double(text, &number) || spec_range(text, &range))
        return status_ok();
    return yaml_error(node, "`%s` is neither a number nor a range such as 1..8, but `%s` is a number", text, column->name);
}

static Status read_filter(const Reader *r, const YamlNode *node, const DataView *view, bool single, SpecFilter *out)
{
    const DataColumn *column = data_view_column(view, node->key);
    *out = (SpecFilter){0};
    if (strlen(node->key) >= SPEC_NAME_MAX || !is_valid(r, view, NAME_ANY, node->key))
        return unknown_name(r, node, view, NAME_ANY, node->key);
    strcpy(out->name, node->key);
    int count = 1;
    if (!single)
        TRY(yaml_items(node, &count));
    if (count < 1 || count > SPEC_VALUES_MAX)
        return yaml_error(node, "needs one to %d values", SPEC_VALUES_MAX);
    for (; out->count < count; out->count++) {
        const YamlNode *item = single ? node : yaml_item(node, out->count);
        TRY(read_value(item, out->values[out->count]));
        TRY(check_value(item, column, out->values[out->count]));
    }
    return status_ok();
}

static Status read_filters(const Reader *r, const YamlNode *node, const DataView *view, bool single, SpecFilter *out, int *count)
{
    *count = 0;
    if (!node)
        return status_ok();
    if (node->type != YAML_MAP)
        return yaml_error(node, "must be a map, for example {phase: solve}");
    if (node->count > SPEC_LIST_MAX)
        return yaml_error(node, "more than %d names; split it", SPEC_LIST_MAX);
    for (; *count < node->count; ++*count)
        TRY(read_filter(r, node->children[*count], view, single, &out[*count]));
    return status_ok();
}

// Columns whose values must not be pooled, such as times of different phases, or cycles and page faults.
static const char *const SEPARATE[] = {"phase", "counter", NULL};

static bool is_separated(const DataView *view, const char *column, const SpecFilter *where, int where_count, const char *const *names,
                         int name_count)
{
    bool separated = !data_view_column(view, column);
    for (int i = 0; i < name_count; i++) {
        ASSERT(names[i]);
        separated = separated || strcmp(names[i], column) == 0;
    }
    for (int i = 0; i < where_count; i++)
        separated = separated || (strcmp(where[i].name, column) == 0 && where[i].count == 1);
    return separated;
}

// The first column of SEPARATE whose rows would be pooled, or NULL.
static const char *find_mixed(const DataView *view, const SpecFilter *where, int where_count, const char *const *names, int name_count)
{
    int i = 0;
    while (SEPARATE[i] && is_separated(view, SEPARATE[i], where, where_count, names, name_count))
        i++;
    return SEPARATE[i];
}

// ---- figures ----

static const FigureStyle STYLES[] = {
#define FIGURE_STYLE(name, writer, summary, ...) {#name, __VA_ARGS__},
#include "experiment/figure_style_list.h"
#undef FIGURE_STYLE
};
enum { STYLE_COUNT = sizeof STYLES / sizeof *STYLES };

const FigureStyle *figure_style_at(int index)
{
    return index < STYLE_COUNT ? &STYLES[index] : NULL;
}

static Status read_style(const YamlNode *node, const FigureStyle **out)
{
    const char *names[STYLE_COUNT + 1] = {NULL};
    int         choice = 0;
    for (int i = 0; i < STYLE_COUNT; i++)
        names[i] = STYLES[i].name;
    TRY(yaml_choice(node, names, &choice));
    *out = &STYLES[choice];
    return status_ok();
}

static bool has_x_limits(const FigureSpec *f)
{
    return isfinite(f->layout.limits[0][0]) || isfinite(f->layout.limits[0][1]);
}

const FigureStyle *figure_style_of_two(const FigureSpec *f)
{
    const bool         may = !f->style_given && !f->log_y && f->curve_count == 0 && !has_x_limits(f);
    const FigureStyle *two = f->style;
    for (int i = 0; i < STYLE_COUNT && may; i++)
        if (STYLES[i].of_two)
            two = &STYLES[i];
    return two;
}

// The name of the panels is added to the series.
static Status read_facets(const Reader *r, const YamlNode *node, FigureSpec *f)
{
    char name[SPEC_NAME_MAX];
    f->facet = -1;
    if (!node)
        return status_ok();
    TRY(read_name(r, node, f->data, NAME_ANY, name));
    if (strcmp(name, f->x) == 0 || strcmp(name, f->rows) == 0)
        return yaml_error(node, "`%s` is already the %s; use it once", name, strcmp(name, f->x) == 0 ? "x" : "y");
    for (int i = 0; i < f->series_count; i++)
        f->facet = strcmp(f->series[i], name) == 0 ? i : f->facet;
    if (f->facet < 0 && f->series_count == SPEC_LIST_MAX)
        return yaml_error(node, "more than %d names, including the series; remove some", SPEC_LIST_MAX);
    if (f->facet < 0) {
        f->facet = f->series_count++;
        strcpy(f->series[f->facet], name);
    }
    return status_ok();
}

static Status read_log(const YamlNode *node, FigureSpec *out)
{
    static const char *const AXES[] = {"x", "y", "z", NULL};
    bool                     log[3] = {false};
    int                      count = 0;
    TRY(yaml_items(node, &count));
    for (int i = 0; i < count; i++) {
        int axis = 0;
        TRY(yaml_choice(yaml_item(node, i), AXES, &axis));
        log[axis] = true;
    }
    if (out->style->cells ? log[1] : log[2])
        return yaml_error(node, out->style->cells ? "style `%s` shows y as categories; leave y out" : "style `%s` has no z; leave z out",
                          out->style->name);
    out->log_x = log[0];
    out->log_y = log[out->style->cells ? 2 : 1];
    return status_ok();
}

bool figure_spec_has_ideal(const FigureSpec *f)
{
    double there = 0;
    return f->relative_count == 1 && strcmp(f->relative[0].name, f->x) == 0 && text_to_double(f->relative[0].values[0], &there) &&
           there > 0;
}

static bool has_series(const FigureSpec *f, const char *name)
{
    for (int i = 0; i < f->series_count; i++)
        if (strcmp(f->series[i], name) == 0)
            return true;
    return false;
}

static bool is_listed(const char *name, const FigureSpec *f)
{
    return has_series(f, name) || strcmp(f->x, name) == 0 || strcmp(f->rows, name) == 0;
}

// The names that define a problem of a profile, and the filter of solved problems. A name in `series` cannot define a problem, because the
// series would have no problem in common; facets are the exception.
static Status read_profile(const Reader *r, const YamlNode *map, FigureSpec *f)
{
    const YamlNode *problems = yaml_get(map, "problems"), *solved = yaml_get(map, "solved");
    if (!f->style->profile && (problems || solved))
        return yaml_error(problems ? problems : solved, "needs a profile; write `style: data_profile`, or leave it out");
    if (f->style->profile && !problems)
        return yaml_error(map, "style `%s` needs `problems`, the settings or columns that define a problem, for example [scene, dt]",
                          f->style->name);
    TRY(read_names(r, problems, f->data, f->problems, &f->problem_count));
    if (f->series_count + f->problem_count > SPEC_PROFILE_NAMES_MAX)
        return yaml_error(problems, "more than %d names, including the series; remove some", SPEC_PROFILE_NAMES_MAX);
    for (int i = 0; i < f->problem_count; i++)
        if (has_series(f, f->problems[i]) && (f->facet < 0 || strcmp(f->series[f->facet], f->problems[i]) != 0))
            return yaml_error(problems, "`%s` is also in series, so no two series would have a problem in common; remove one",
                              f->problems[i]);
    if (solved && solved->type == YAML_MAP && solved->count > SPEC_SOLVED_MAX)
        return yaml_error(solved, "more than %d names; remove some", SPEC_SOLVED_MAX);
    return read_filters(r, solved, f->data, false, f->solved, &f->solved_count);
}

// Keys that are invalid for a style that computes y itself.
static Status check_style(const YamlNode *map, const FigureSpec *f)
{
    static const char *const KEYS[] = {"relative_to", "statistic", "curves"};
    const char              *style = f->style->name;
    const DataColumn        *x = data_view_column(f->data, f->x);
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS && f->style->profile; i++)
        if (yaml_get(map, KEYS[i]))
            return yaml_error(yaml_get(map, KEYS[i]), "has no meaning for style `%s`; leave it out", style);
    if (f->style->profile && f->log_y)
        return yaml_error(yaml_get(map, "log"), "y of style `%s` is a share from 0 to 1; leave y out", style);
    if (f->style->frontier && ((x && !x->number) || is_word(f->x)))
        return yaml_error(yaml_get(map, "x"), "style `frontier` needs numbers, but `%s` is not a number; use another quantity or style",
                          f->x);
    return status_ok();
}

// x and y; a style that computes y itself needs a numeric x.
static Status read_axes(const Reader *r, const YamlNode *map, FigureSpec *f)
{
    const YamlNode *x = NULL, *y = yaml_get(map, "y");
    TRY(yaml_need(map, "x", &x));
    TRY(read_quantity(r, x, f->data, f->style->profile ? NAME_NUMBER : NAME_ANY, f->x));
    if (f->style->profile && y)
        return yaml_error(y, "style `%s` computes y from x; leave y out", f->style->name);
    if (f->style->profile)
        return status_ok();
    TRY(yaml_need(map, "y", &y));
    if (f->style->cells)
        return read_quantity(r, y, f->data, NAME_ANY, f->rows);
    return read_quantity(r, y, f->data, NAME_NUMBER, f->y);
}

static Status check_figure(const YamlNode *map, const FigureSpec *f)
{
    const char *keys[SPEC_PROFILE_NAMES_MAX + 2] = {f->x, f->rows};
    for (int i = 0; i < f->series_count + f->problem_count; i++)
        keys[i + 2] = i < f->series_count ? f->series[i] : f->problems[i - f->series_count];
    const char *mixed = find_mixed(f->data, f->where, f->where_count, keys, f->series_count + f->problem_count + 2);
    if (mixed)
        return yaml_error(map, "mixes the %ss of `%s`; make `%s` the x, put it in series, or choose one with where", mixed, f->data->name,
                          mixed);
    for (int i = 0; i < f->relative_count; i++)
        if (!is_listed(f->relative[i].name, f))
            return yaml_error(yaml_get(map, "relative_to"), "`%s` must be x or in the series of this figure", f->relative[i].name);
    if (f->efficiency && (f->relative_count != 1 || strcmp(f->relative[0].name, f->x) != 0))
        return yaml_error(yaml_get(map, "efficiency"), "needs `relative_to: {%s: …}` with no other name", f->x);
    if (f->style->categorical && f->log_x)
        return yaml_error(yaml_get(map, "log"), "style `%s` shows x as categories; leave x out", f->style->name);
    if (f->style->stacked && f->log_y)
        return yaml_error(yaml_get(map, "log"), "style `%s` stacks values, which needs a linear axis; leave y out", f->style->name);
    if (f->statistic != STATISTIC_MEDIAN && (f->data->by_repetition || quantity_measures(f->data, f->y)))
        return yaml_error(yaml_get(map, "statistic"),
                          "`%s` differs from process to process; a figure always shows its median, so leave `statistic` out", f->y);
    if (f->statistic != STATISTIC_MEDIAN && f->relative_count)
        return yaml_error(yaml_get(map, "statistic"), "`relative_to` compares medians; leave one of the two out");
    if (f->style->categorical && has_x_limits(f))
        return yaml_error(yaml_get(map, "limits"), "style `%s` shows x as categories; choose them with where", f->style->name);
    for (int axis = 0; axis < 2; axis++)
        if ((axis ? f->log_y : f->log_x) &&
            (f->layout.limits[axis][1] <= 0 || (f->layout.limits[axis][0] <= 0 && isfinite(f->layout.limits[axis][0]))))
            return yaml_error(yaml_get(map, "limits"),
                              "a logarithmic axis has positive limits only; change the limits, or remove it from `log`");
    if (f->log_x && data_view_column(f->data, f->x) && !data_view_column(f->data, f->x)->number)
        return yaml_error(yaml_get(map, "log"), "`%s` is not a number; leave x out", f->x);
    return check_style(map, f);
}

// ---- maps of cells ----

// Contours need numbers: a word has no values between it and another word.
static Status check_between(const Reader *r, const YamlNode *node, const FigureSpec *f, const char *quantity)
{
    const DataColumn *column = data_view_column(f->data, quantity);
    if (column ? column->number : !is_setting(r, quantity) || !is_word(quantity))
        return status_ok();
    return yaml_error(node, "`%s` is a word; contour lines need numbers", quantity);
}

static Status read_contours(const Reader *r, const YamlNode *node, FigureSpec *f)
{
    static const char *const KEYS[] = {KEYS_CONTOURS(KEY_NAME) NULL};
    ContourSpec             *c = &f->contours;
    const YamlNode          *value = NULL, *levels = NULL;
    if (!node)
        return status_ok();
    TRY(yaml_check_keys(node, KEYS));
    levels = yaml_get(node, "levels");
    TRY(yaml_need(node, "value", &value));
    TRY(read_quantity(r, value, f->data, NAME_OPERAND, c->value));
    TRY(yaml_list(levels));
    if (levels && (levels->count < 1 || levels->count > SPEC_LEVELS_MAX))
        return yaml_error(levels, "needs one to %d levels", SPEC_LEVELS_MAX);
    for (int i = 0; levels && i < levels->count; i++) {
        TRY(yaml_real(levels->children[i], -1e300, 1e300, &c->levels[c->level_count++]));
        if (i && !(c->levels[i] > c->levels[i - 1]))
            return yaml_error(levels->children[i], "is not above the previous level; list the levels in ascending order");
    }
    return status_ok();
}

static Status check_map(const YamlNode *map, const FigureSpec *f)
{
    if (yaml_get(map, "series"))
        return yaml_error(yaml_get(map, "series"), "style `%s` has no series; use `facets` for a panel per value", f->style->name);
    if (strcmp(f->x, f->rows) == 0)
        return yaml_error(yaml_get(map, "y"), "`%s` is already the x; choose another series", f->x);
    if (f->efficiency)
        return yaml_error(yaml_get(map, "efficiency"), "needs lines over x; style `%s` supports only `relative_to`", f->style->name);
    if (f->log_y && f->mark <= 0)
        return yaml_error(yaml_get(map, "mark"), "must be positive if z is logarithmic");
    return status_ok();
}

// The keys of style heat only: z has the role of y in other styles.
static Status read_map(const Reader *r, const YamlNode *map, FigureSpec *f)
{
    static const char *const KEYS[] = {"z", "z_label", "contours", "mark"};
    const YamlNode          *contours = yaml_get(map, "contours"), *mark = yaml_get(map, "mark"), *z = NULL;
    f->mark = (double)NAN;
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS && !f->style->cells; i++)
        if (yaml_get(map, KEYS[i]))
            return yaml_error(yaml_get(map, KEYS[i]), "needs style `heat`; the style is `%s`", f->style->name);
    if (!f->style->cells)
        return status_ok();
    strcpy(f->row_label, f->y_label);
    TRY(read_text(map, "z_label", f->y_label));
    TRY(yaml_need(map, "z", &z));
    TRY(read_quantity(r, z, f->data, NAME_NUMBER, f->y));
    TRY(read_contours(r, contours, f));
    TRY(yaml_real(mark, -1e300, 1e300, &f->mark));
    for (int i = 0; i < 2 && (contours || mark); i++)
        TRY(check_between(r, yaml_get(map, i ? "y" : "x"), f, i ? f->rows : f->x));
    return status_ok();
}

static Status read_layout(const YamlNode *map, FigureSpec *f)
{
    const YamlNode *limits = yaml_get(map, "limits");
    const YamlNode *wrong = limits ? yaml_get(limits, f->style->cells ? "y" : "z") : NULL;
    TRY(figure_layout_read(map, &f->layout));
    if (wrong)
        return yaml_error(wrong, f->style->cells ? "style `%s` shows y as categories; choose them with where" : "style `%s` has no z",
                          f->style->name);
    if (f->style->cells)
        memcpy(f->layout.limits[1], f->layout.limits[2], sizeof f->layout.limits[1]);
    return status_ok();
}

// ---- closed forms ----

static Status read_curve(const Reader *r, const YamlNode *map, const DataView *view, CurveSpec *out)
{
    static const char *const KEYS[] = {KEYS_CURVE(KEY_NAME) NULL};
    const YamlNode          *node = NULL;
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "label", &node));
    TRY(read_text(map, "label", out->label));
    TRY(yaml_need(map, "y", &node));
    TRY(read_quantity(r, node, view, NAME_OPERAND, out->y));
    return read_filters(r, yaml_get(map, "where"), view, false, out->where, &out->where_count);
}

static Status no_curves(const YamlNode *node, const FigureStyle *style)
{
    char others[80] = "";
    for (int i = 0; i < STYLE_COUNT; i++)
        if (!STYLES[i].categorical && !STYLES[i].profile)
            snprintf(others + strlen(others), sizeof others - strlen(others), "%s%s", *others ? " or " : "", STYLES[i].name);
    return yaml_error(node, "style `%s` shows x as categories, so curves cannot be drawn; use style %s", style->name, others);
}

static Status read_curves(const Reader *r, const YamlNode *node, FigureSpec *f)
{
    const DataColumn *x = data_view_column(f->data, f->x);
    if (!node)
        return status_ok();
    TRY(yaml_list(node));
    if (node->count > SPEC_CURVES_MAX)
        return yaml_error(node, "more than %d curves; split the figure", SPEC_CURVES_MAX);
    if (f->style->categorical)
        return no_curves(node, f->style);
    if (x && !x->number)
        return yaml_error(node, "curves need a numeric x, but `%s` is not a number; remove `curves`, or use another x", f->x);
    for (; f->curve_count < node->count; f->curve_count++)
        TRY(read_curve(r, node->children[f->curve_count], f->data, &f->curves[f->curve_count]));
    return status_ok();
}

// One of the first `count` statistics; *out is unchanged if none is given.
static Status read_statistic(const YamlNode *node, int count, Statistic *out)
{
    const char *names[] = {"median", "mean", "min", "max", "last", NULL};
    int         choice = (int)*out;
    names[count] = NULL;
    TRY(yaml_choice(node, names, &choice));
    *out = (Statistic)choice;
    return status_ok();
}

static Status read_figure(const Reader *r, const YamlNode *map, FigureSpec *f)
{
    static const char *const KEYS[] = {KEYS_FIGURE(KEY_NAME) NULL};
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_file_name(map, f->name));
    TRY(read_text(map, "title", f->title));
    TRY(read_text(map, "x_label", f->x_label));
    TRY(read_text(map, "y_label", f->y_label));
    if (text_characters(f->y_label) > SPEC_Y_LABEL_MAX)
        return yaml_error(yaml_get(map, "y_label"), "has %zu characters, but the height of a figure has room for only %d",
                          text_characters(f->y_label), SPEC_Y_LABEL_MAX);
    TRY(read_data(map, &f->data));
    TRY(read_style(yaml_get(map, "style"), &f->style));
    f->style_given = yaml_get(map, "style");
    TRY(read_axes(r, map, f));
    TRY(read_map(r, map, f));
    TRY(read_names(r, yaml_get(map, "series"), f->data, f->series, &f->series_count));
    TRY(read_filters(r, yaml_get(map, "where"), f->data, false, f->where, &f->where_count));
    TRY(read_filters(r, yaml_get(map, "relative_to"), f->data, true, f->relative, &f->relative_count));
    TRY(yaml_bool(yaml_get(map, "efficiency"), &f->efficiency));
    TRY(read_facets(r, yaml_get(map, "facets"), f));
    TRY(read_profile(r, map, f));
    TRY(read_layout(map, f));
    TRY(read_log(yaml_get(map, "log"), f));
    TRY(read_curves(r, yaml_get(map, "curves"), f));
    TRY(read_statistic(yaml_get(map, "statistic"), 4, &f->statistic));
    TRY(labels_read(yaml_get(map, "labels"), r->settings, r->setting_count, &f->labels));
    if (f->style->cells)
        TRY(check_map(map, f));
    return check_figure(map, f);
}

// ---- tables ----

static Status read_best(const YamlNode *node, TableSpec *t)
{
    static const char *const BEST[] = {[BEST_NONE] = "none", [BEST_MIN] = "least", [BEST_MAX] = "most", NULL};
    int                      choice = BEST_NONE;
    TRY(yaml_choice(node, BEST, &choice));
    if (choice != BEST_NONE && !*t->columns)
        return yaml_error(node, "compares the columns of a row; give `columns`");
    if (choice != BEST_NONE && strcmp(t->columns, "accuracy_target") == 0)
        return yaml_error(node, "would compare accuracy targets, of which the easier is always faster; give `columns: solver` and "
                                "`rows: [accuracy_target]`");
    t->best = (TableBest)choice;
    return status_ok();
}

static Status read_table(const Reader *r, const YamlNode *map, TableSpec *t)
{
    static const char *const KEYS[] = {KEYS_TABLE(KEY_NAME) NULL};
    const YamlNode          *values = NULL, *columns = yaml_get(map, "columns");
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_file_name(map, t->name));
    TRY(read_text(map, "title", t->title));
    TRY(read_data(map, &t->data));
    TRY(read_names(r, yaml_get(map, "rows"), t->data, t->rows, &t->row_count));
    if (columns)
        TRY(read_name(r, columns, t->data, NAME_ANY, t->columns));
    TRY(yaml_need(map, "values", &values));
    TRY(read_list(r, values, t->data, NAME_NUMBER, sizeof *t->values, *t->values, &t->value_count));
    if (t->value_count == 0)
        return yaml_error(values, "a table needs at least one value");
    TRY(read_filters(r, yaml_get(map, "where"), t->data, false, t->where, &t->where_count));
    TRY(read_best(yaml_get(map, "best"), t));
    TRY(labels_read(yaml_get(map, "labels"), r->settings, r->setting_count, &t->labels));
    const char *keys[SPEC_LIST_MAX + 1] = {t->columns};
    for (int i = 0; i < t->row_count; i++)
        keys[i + 1] = t->rows[i];
    const char *mixed = find_mixed(t->data, t->where, t->where_count, keys, t->row_count + 1);
    if (mixed)
        return yaml_error(map, "mixes the %ss of `%s`; put `%s` in rows or columns, or choose one with where", mixed, t->data->name, mixed);
    return status_ok();
}

// ---- verdicts ----

static Status check_sides(const YamlNode *map, const VerdictSpec *v)
{
    const char *each[SPEC_LIST_MAX] = {NULL};
    for (int i = 0; i < v->each_count; i++)
        each[i] = v->each[i];
    if (v->has_against && *v->expected)
        return yaml_error(yaml_get(map, "against"), "give either `against` or `expected`, not both");
    if (v->has_against && v->of_count == 0)
        return yaml_error(yaml_get(map, "against"), "needs `of`, the other side of the comparison");
    for (int i = 0; i < v->where_count; i++)
        for (int k = 0; k < v->of_count + v->against_count; k++)
            if (strcmp((k < v->of_count ? &v->of[k] : &v->against[k - v->of_count])->name, v->where[i].name) == 0)
                return yaml_error(map, "`%s` is also in `where`, which filters both sides; remove it from one of them", v->where[i].name);
    for (int i = 0; SEPARATE[i]; i++)
        if (!is_separated(v->data, SEPARATE[i], v->where, v->where_count, each, v->each_count) &&
            !(is_separated(v->data, SEPARATE[i], v->of, v->of_count, NULL, 0) &&
              (!v->has_against || is_separated(v->data, SEPARATE[i], v->against, v->against_count, NULL, 0))))
            return yaml_error(map, "mixes the %ss of `%s`; put `%s` in for_each, or choose one with where", SEPARATE[i], v->data->name,
                              SEPARATE[i]);
    return status_ok();
}

static Status check_compare(const YamlNode *map, const VerdictSpec *v)
{
    const YamlNode *node = yaml_get(map, "compare");
    const bool      two_sides = v->has_against || *v->expected;
    if ((v->compare == VERDICT_RATIO || v->compare == VERDICT_CHANGE) && !two_sides)
        return yaml_error(node, "needs a second side; give `against` or `expected`");
    if ((v->compare == VERDICT_VALUE || verdict_is_fitted(v->compare)) && two_sides)
        return yaml_error(node, "uses only one side; leave `against` and `expected` out, or compare a ratio or change");
    if (verdict_is_fitted(v->compare) && !*v->over)
        return yaml_error(node, "needs `over`, the quantity along which the slope or rate is taken");
    if (!verdict_is_fitted(v->compare) && *v->over)
        return yaml_error(yaml_get(map, "over"), "needs a slope or a rate; write `compare: slope` or `compare: rate`, or leave it out");
    if (*v->over && quantity_measures(v->data, v->over))
        return yaml_error(yaml_get(map, "over"), "differs from process to process, and the interval of the slope would ignore that; "
                                                 "use an exact quantity, such as `iteration` or a size");
    return status_ok();
}

static Status read_compare(const YamlNode *map, VerdictSpec *v)
{
    static const char *const COMPARES[] = {"value", "ratio", "change", "slope", "rate", NULL};
    v->statistic = *v->expected ? STATISTIC_WORST : STATISTIC_MEDIAN;
    TRY(read_statistic(yaml_get(map, "statistic"), 5, &v->statistic));
    int choice = v->has_against || *v->expected ? VERDICT_CHANGE : VERDICT_VALUE;
    TRY(yaml_choice(yaml_get(map, "compare"), COMPARES, &choice));
    v->compare = (VerdictCompare)choice;
    return check_compare(map, v);
}

static Status read_bounds(const YamlNode *map, VerdictSpec *v)
{
    const YamlNode *below = yaml_get(map, "below"), *above = yaml_get(map, "above");
    v->below = INFINITY;
    v->above = -INFINITY;
    if (!below && !above)
        return yaml_error(map, "needs a bound, `below` or `above`; without one there is nothing to test");
    TRY(yaml_real(below, -1e300, 1e300, &v->below));
    TRY(yaml_real(above, -1e300, 1e300, &v->above));
    if (v->above >= v->below)
        return yaml_error(above, "must be less than `below`; no value lies between the two");
    return status_ok();
}

static Status read_allowed(const YamlNode *node, bool *allowed)
{
    static const char *const CHOICES[] = {"allowed", NULL};
    int                      choice = 0;
    *allowed = node;
    return yaml_choice(node, CHOICES, &choice);
}

bool quantity_measures(const DataView *data, const char *quantity)
{
    Expression e;
    bool       measures = data_view_measures(data, quantity);
    if (measures || expression_is_name(quantity) || expression_parse(quantity, &e).code != STATUS_OK)
        return measures;
    for (int i = 0; i < e.name_count; i++)
        measures = measures || data_view_measures(data, e.names[i]);
    return measures;
}

bool verdict_varies(const VerdictSpec *v, const char *variation)
{
    bool listed = !v->vary_chosen;
    for (int i = 0; i < v->vary_count && !listed; i++)
        listed = strcmp(v->vary[i], variation) == 0;
    return listed;
}

// Selects an element by its name. Elements have `bytes` bytes; the name of the first is at `name`.
static Status read_name_among(const YamlNode *node, const char *name, size_t bytes, int count, int *out)
{
    const char *names[VARIATIONS_MAX + SENTENCES_MAX + 1] = {NULL};
    ASSERT(count <= VARIATIONS_MAX + SENTENCES_MAX);
    for (int i = 0; i < count; i++)
        names[i] = name + (size_t)i * bytes;
    return yaml_choice(node, names, out);
}

// `none`, or a list of names of variations.
static Status read_vary(const YamlNode *node, VerdictSpec *v)
{
    Variation variations[VARIATIONS_MAX];
    int       count = 0;
    if (!node)
        return status_ok();
    v->vary_chosen = true;
    if (node->type == YAML_SCALAR && strcmp(node->text, "none") == 0)
        return status_ok();
    TRY(yaml_list(node));
    TRY(variations_read(yaml_root(node->file), variations, &count));
    if (node->count > VARIATIONS_MAX)
        return yaml_error(node, "more than %d variations; remove some", VARIATIONS_MAX);
    for (; v->vary_count < node->count; v->vary_count++) {
        int choice = 0;
        TRY(read_name_among(node->children[v->vary_count], variations[0].name, sizeof *variations, count, &choice));
        strcpy(v->vary[v->vary_count], variations[choice].name);
    }
    return status_ok();
}

static Status read_claim(const YamlNode *map, const FigureSpecs *specs, VerdictSpec *v)
{
    const YamlNode *source = yaml_get(map, "source"), *carries = yaml_get(map, "carries");
    int             count = 0;
    if (source)
        TRY(claim_source_read(source, &v->source));
    TRY(yaml_items(carries, &count));
    for (int i = 0; i < count; i++) {
        int choice = 0;
        TRY(read_name_among(yaml_item(carries, i), specs->sentences[0].name, sizeof *specs->sentences, specs->sentence_count, &choice));
        v->carries[choice] = true;
    }
    return read_vary(yaml_get(map, "vary"), v);
}

// The keys of the number, and of the allowed cases and steps.
static Status read_measure(const Reader *r, const YamlNode *map, VerdictSpec *v)
{
    const YamlNode *node = NULL;
    TRY(read_data(map, &v->data));
    TRY(yaml_need(map, "value", &node));
    TRY(read_quantity(r, node, v->data, NAME_NUMBER, v->value));
    TRY(read_quantity(r, yaml_get(map, "expected"), v->data, NAME_OPERAND, v->expected));
    TRY(read_quantity(r, yaml_get(map, "over"), v->data, NAME_OPERAND, v->over));
    TRY(read_filters(r, yaml_get(map, "where"), v->data, false, v->where, &v->where_count));
    TRY(read_filters(r, yaml_get(map, "of"), v->data, false, v->of, &v->of_count));
    TRY(read_filters(r, yaml_get(map, "against"), v->data, false, v->against, &v->against_count));
    TRY(read_names(r, yaml_get(map, "for_each"), v->data, v->each, &v->each_count));
    TRY(read_allowed(yaml_get(map, "unconverged"), &v->unconverged_allowed));
    TRY(read_allowed(yaml_get(map, "findings"), &v->findings_allowed));
    v->has_against = yaml_get(map, "against");
    TRY(check_sides(map, v));
    return read_compare(map, v);
}

// The id of a claim, unique so far. "" if not given (claim_check_complete).
static Status read_id(const YamlNode *map, const FigureSpecs *specs, VerdictSpec *v)
{
    static const char FIRST[] = "abcdefghijklmnopqrstuvwxyz", REST[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    const YamlNode   *node = yaml_get(map, "id");
    const char       *id = "";
    TRY(yaml_text(node, &id));
    if (node && (!*id || !strchr(FIRST, *id) || id[strspn(id, REST)] || strlen(id) >= sizeof v->id))
        return yaml_error(node, "`%.60s` is not a valid id; use at most %d letters a to z, digits and underscores, beginning with a letter",
                          id, (int)sizeof v->id - 1);
    for (const VerdictSpec *other = specs->verdicts; *id && other < v; other++)
        if (strcmp(other->id, id) == 0)
            return yaml_error(node, "another claim already has the id `%s`; choose another id", id);
    snprintf(v->id, sizeof v->id, "%s", id);
    return status_ok();
}

static Status read_verdict(const Reader *r, const YamlNode *map, const FigureSpecs *specs, VerdictSpec *v)
{
    static const char *const KEYS[] = {KEYS_VERDICT(KEY_NAME) NULL};
    const YamlNode          *claim = NULL;
    TRY(yaml_check_keys(map, KEYS));
    TRY(read_id(map, specs, v));
    TRY(yaml_need(map, "claim", &claim));
    TRY(read_text(map, "claim", v->claim));
    TRY(read_measure(r, map, v));
    TRY(read_claim(map, specs, v));
    return read_bounds(map, v);
}

// ---- all of them ----

// The owner of this file name, if the report itself or an earlier figure or table uses it. Case is ignored, as in some file systems.
static const char *owner_of(const FigureSpecs *specs, const char *file)
{
    static const char *const OWN[] = {"cases", "verdicts", "index"};
    char                     other[SPEC_NAME_MAX + 8];
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (strcasecmp(OWN[i], file) == 0)
            return "the report itself";
    for (int i = 0; i < specs->figure_count; i++)
        if (strcasecmp(specs->figures[i].name, file) == 0)
            return "another figure";
    for (int i = 0; i < specs->table_count; i++) {
        snprintf(other, sizeof other, "%s" TABLE_FILE_ENDING, specs->tables[i].name);
        if (strcasecmp(other, file) == 0)
            return "another table";
    }
    return NULL;
}

static Status check_free(const YamlNode *map, const FigureSpecs *specs, const char *name, const char *ending)
{
    char file[SPEC_NAME_MAX + 8];
    snprintf(file, sizeof file, "%s%s", name, ending);
    const char *owner = owner_of(specs, file);
    return owner ? yaml_error(yaml_get(map, "name"),
                              "%s already uses the file name `%s` (upper and lower case count as equal); choose another name", owner, file)
                 : status_ok();
}

static Status read_sections(const Reader *r, const YamlNode *figures, const YamlNode *tables, const YamlNode *verdicts, FigureSpecs *out)
{
    for (int i = 0; figures && i < figures->count; i++) {
        FigureSpec *figure = &out->figures[out->figure_count];
        figure->labels = out->labels;
        TRY(read_figure(r, figures->children[i], figure));
        TRY(check_free(figures->children[i], out, figure->name, ""));
        out->figure_count++;
    }
    for (int i = 0; tables && i < tables->count; i++) {
        TableSpec *table = &out->tables[out->table_count];
        table->labels = out->labels;
        TRY(read_table(r, tables->children[i], table));
        TRY(check_free(tables->children[i], out, table->name, TABLE_FILE_ENDING));
        out->table_count++;
    }
    for (int i = 0; verdicts && i < verdicts->count; i++)
        TRY(read_verdict(r, verdicts->children[i], out, &out->verdicts[out->verdict_count++]));
    return status_ok();
}

// Limits memory and time: each spec takes some thousand bytes, each name is compared with all others, and each figure runs gnuplot.
static Status check_count(const YamlNode *list)
{
    TRY(yaml_list(list));
    return list && list->count > SPEC_COUNT_MAX ? yaml_error(list, "more than %d; split the file", SPEC_COUNT_MAX) : status_ok();
}

Status figure_specs_read(const YamlNode *experiment, const char *const *settings, int setting_count, FigureSpecs *out)
{
    const YamlNode *figures = yaml_get(experiment, "figures"), *tables = yaml_get(experiment, "tables"),
                   *verdicts = yaml_get(experiment, "verdicts");
    const Reader reader = {settings, setting_count};
    *out = (FigureSpecs){0};
    TRY(check_count(figures));
    TRY(check_count(tables));
    TRY(check_count(verdicts));
    TRY(claim_sentences_read(experiment, out->sentences, &out->sentence_count));
    TRY(labels_read(yaml_get(experiment, "labels"), settings, setting_count, &out->labels));
    out->figures = calloc(figures && figures->count ? (size_t)figures->count : 1, sizeof *out->figures);
    out->tables = calloc(tables && tables->count ? (size_t)tables->count : 1, sizeof *out->tables);
    out->verdicts = calloc(verdicts && verdicts->count ? (size_t)verdicts->count : 1, sizeof *out->verdicts);
    Status status = out->figures && out->tables && out->verdicts
                        ? read_sections(&reader, figures, tables, verdicts, out)
                        : status_make(STATUS_MEMORY, "out of memory for figures, tables and verdicts");
    if (status.code != STATUS_OK)
        figure_specs_destroy(out);
    return status;
}

void figure_specs_destroy(FigureSpecs *specs)
{
    free(specs->figures);
    free(specs->tables);
    free(specs->verdicts);
    *specs = (FigureSpecs){0};
}
