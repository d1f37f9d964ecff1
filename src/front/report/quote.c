#include "report/private/quote.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/private/judged.h"
#include "report/private/number.h"
#include "report/private/quote_fact.h"
#include "report/private/table.h"
#include "report/private/verdict_side.h"
#include "report/private/verdict_text.h"
#include "report/private/verdict_vary.h"

#define FORMAT_KEYS "digits", "as", "times", "interval"

// The failure of a call that knows nothing of the document.
static Status at(const YamlNode *node, Status status)
{
    return status.code == STATUS_OK ? status : status_prefix(status, "%s:%d", yaml_path(node->file), node->line);
}

// ---- a number ----

typedef enum NumberAs { AS_PLAIN, AS_PERCENT, AS_INVERSE } NumberAs;

typedef struct NumberFormat {
    int64_t  digits;
    NumberAs as;
    double   times;
    bool     interval;
} NumberFormat;

static Status read_format(const YamlNode *map, NumberFormat *out)
{
    static const char *const AS[] = {"plain", "percent", "inverse", NULL};
    int                      as = AS_PLAIN;
    *out = (NumberFormat){.digits = 2, .times = 1};
    TRY(yaml_int(yaml_get(map, "digits"), 1, 9, &out->digits));
    TRY(yaml_choice(yaml_get(map, "as"), AS, &as));
    TRY(yaml_real(yaml_get(map, "times"), 1e-18, 1e18, &out->times));
    out->as = (NumberAs)as;
    return yaml_bool(yaml_get(map, "interval"), &out->interval);
}

static void put_value(const NumberFormat *f, double value, FILE *out)
{
    char text[NUMBER_TEXT];
    number_prose(f->times * (f->as == AS_INVERSE ? 1 / value : f->as == AS_PERCENT ? 100 * value : value), (int)f->digits, text);
    fputs(text, out);
}

static Status put_number(const YamlNode *map, const VerdictResult *r, FILE *out)
{
    NumberFormat f;
    TRY(read_format(map, &f));
    if (!isfinite(r->number) || (f.as == AS_INVERSE && r->number == 0))
        return yaml_error(map, "the result is NaN or infinite%s%s", *r->note ? ": " : "", r->note);
    put_value(&f, r->number, out);
    if (!f.interval || isnan(r->low) || isnan(r->high))
        return status_ok();
    fputs(" (", out);
    put_value(&f, f.as == AS_INVERSE ? r->high : r->low, out);
    fputs(" to ", out);
    put_value(&f, f.as == AS_INVERSE ? r->low : r->high, out);
    putc(')', out);
    return status_ok();
}

// ---- a claim ----

static Status find_claim(const YamlNode *node, const Published *p, int *out)
{
    const char *text = NULL;
    char        suggestion[600] = "";
    TRY(yaml_text(node, &text));
    const char **claims = calloc((size_t)p->specs.verdict_count + 1, sizeof *claims);
    if (!claims)
        return status_make(STATUS_MEMORY, "out of memory for %d claims", p->specs.verdict_count);
    for (int i = 0; i < p->specs.verdict_count; i++)
        claims[i] = p->specs.verdicts[i].claim;
    *out = text_find(text, claims);
    if (*out < 0)
        text_suggest(suggestion, sizeof suggestion, text, claims, (size_t)p->specs.verdict_count);
    free(claims);
    return *out < 0 ? yaml_error(node, "`%s` claims no such thing%s", p->name, suggestion) : status_ok();
}

static Status find_variation(const YamlNode *node, const VerdictResult *of, const VerdictResult **out)
{
    const char *names[VARIATIONS_MAX + 1] = {NULL};
    int         choice = 0;
    if (of->variation_count == 0)
        return yaml_error(node, "the claim was not judged under variations; measure them with `weft run --vary`");
    for (int i = 0; i < of->variation_count; i++)
        names[i] = of->variations[i].name;
    TRY(yaml_choice(node, names, &choice));
    *out = &of->variations[choice].result;
    return status_ok();
}

static Status judge_group(const YamlNode *node, Published *p, int claim, VerdictResult *out)
{
    const char *group = NULL;
    TRY(yaml_text(node, &group));
    TRY(at(node, published_select(p, 0)));
    TRY(at(node, verdict_compute_group(&p->dataset, &p->specs.verdicts[claim], group, out)));
    return out->groups ? status_ok() : yaml_error(node, "no such group; there are: %s", out->note);
}

typedef enum ClaimShow { SHOW_NUMBER, SHOW_ANSWER, SHOW_REPORT } ClaimShow;

// As the terminal prints it, with the variations.
static Status put_verdict(const YamlNode *map, Published *p, int claim, FILE *out)
{
    if (yaml_get(map, "variation") || yaml_get(map, "group"))
        return yaml_error(yaml_get(map, "show"), "a report is of all groups and variations; leave `variation` and `group` out");
    TRY(at(map, published_judge(p, true)));
    fputs("```\n", out);
    verdicts_text(&p->verdicts[claim], 1, out);
    fputs("```\n", out);
    return status_ok();
}

static Status put_claim(Published *p, const YamlNode *map, FILE *out, bool *lines)
{
    static const char *const SHOWS[] = {"number", "answer", "report", NULL};
    const YamlNode          *variation = yaml_get(map, "variation"), *group = yaml_get(map, "group");
    const VerdictResult     *shown = NULL;
    VerdictResult            own;
    int                      claim = 0, show = SHOW_NUMBER;
    TRY(find_claim(yaml_get(map, "claim"), p, &claim));
    TRY(yaml_choice(yaml_get(map, "show"), SHOWS, &show));
    *lines = show == SHOW_REPORT;
    if (*lines)
        return put_verdict(map, p, claim, out);
    if (variation && group)
        return yaml_error(group, "`variation` is given as well; use one of them");
    TRY(at(map, published_judge(p, variation)));
    shown = &p->verdicts[claim];
    if (variation)
        TRY(find_variation(variation, shown, &shown));
    if (group) {
        TRY(judge_group(group, p, claim, &own));
        shown = &own;
    }
    if (show == SHOW_NUMBER)
        return put_number(map, shown, out);
    fputs(verdict_answer_name(shown->answer), out);
    return status_ok();
}

// ---- a measure ----

// Chooses the variation that the mapping names, or none.
static Status select_variation(Published *p, const YamlNode *map)
{
    const YamlNode *node = yaml_get(map, "variation");
    const char     *names[VARIATIONS_MAX + 1] = {NULL};
    int             numbers[VARIATIONS_MAX], count = 0, choice = 0;
    VariationTitle  titles[VARIATIONS_MAX];
    if (!node)
        return at(map, published_select(p, 0));
    TRY(at(map, variations_list(&p->dataset, numbers, titles, &count)));
    for (int i = 0; i < count; i++)
        names[i] = titles[i].text;
    if (count == 0)
        return yaml_error(node, "the store has no variations; measure them with `weft run --vary`");
    TRY(yaml_choice(node, names, &choice));
    return at(map, published_select(p, numbers[choice]));
}

// Whether the data has a value that passes these filters.
static Status any_passes(Dataset *d, const VerdictSpec *v, const SpecFilter *filters, int count, bool *out)
{
    VerdictSpec alone = *v;
    Side        side = {0};
    alone.where_count = 0;
    const Status status = side_load(d, &alone, filters, count, &side);
    *out = side.count > 0;
    side_destroy(&side);
    return status;
}

// Names the first filter of a list that alone selects nothing.
static Status name_empty(const YamlNode *map, const char *key, Dataset *d, const VerdictSpec *v, const SpecFilter *filters, int count)
{
    const YamlNode *list = yaml_get(map, key);
    for (int i = 0; i < count; i++) {
        bool any = false;
        TRY(at(map, any_passes(d, v, &filters[i], 1, &any)));
        if (!any)
            return yaml_error(list->children[i], "nothing measured passes this filter");
    }
    return status_ok();
}

static Status nothing_found(const YamlNode *map, Dataset *d, const VerdictSpec *v)
{
    bool any = false;
    TRY(at(map, any_passes(d, v, NULL, 0, &any)));
    if (!any)
        return yaml_error(map, "the store has no `%s` of `%s`", v->value, v->data->name);
    TRY(name_empty(map, "where", d, v, v->where, v->where_count));
    TRY(name_empty(map, "of", d, v, v->of, v->of_count));
    TRY(name_empty(map, "against", d, v, v->against, v->against_count));
    return yaml_error(map, "each filter finds something, but nothing measured passes all of a side");
}

static Status put_measure(Published *p, const YamlNode *map, FILE *out, bool *lines)
{
    VerdictSpec   v;
    VerdictResult r;
    *lines = false;
    TRY(select_variation(p, map));
    TRY(judged_measure(&p->dataset, map, &v));
    TRY(at(map, verdict_compute(&p->dataset, &v, &r)));
    if (r.samples == 0 || (v.has_against && r.against == 0))
        return nothing_found(map, &p->dataset, &v);
    if (r.barred)
        return yaml_error(
            map, "a number that cannot be trusted: %s; choose other cases, or write `unconverged: allowed` or `findings: allowed`", r.note);
    return put_number(map, &r, out);
}

// ---- a table, a fact ----

static Status put_table(Published *p, const YamlNode *map, FILE *out, bool *lines)
{
    const char *name = NULL;
    Table       table;
    int         i = 0;
    *lines = true;
    TRY(select_variation(p, map));
    TRY(yaml_text(yaml_get(map, "table"), &name));
    while (i < p->specs.table_count && strcmp(p->specs.tables[i].name, name) != 0)
        i++;
    if (i == p->specs.table_count)
        return yaml_error(yaml_get(map, "table"), "`%s` has no table `%s`", p->name, name);
    TRY(at(map, table_init(&p->dataset, &p->specs.tables[i], &table)));
    if (table.missing)
        return yaml_error(map, "no table: %s", table.missing);
    table_markdown(&table, out);
    return status_ok();
}

static Status put_fact(Published *p, const YamlNode *map, FILE *out, bool *lines)
{
    int fact = 0;
    *lines = false;
    TRY(at(map, published_select(p, 0)));
    TRY(yaml_choice(yaml_get(map, "fact"), quote_facts(), &fact));
    return at(map, quote_fact_put(p, fact, out));
}

// ---- all of them ----

typedef struct QuoteKind {
    const char *key; // that only this kind has, and must have
    Status (*put)(Published *published, const YamlNode *map, FILE *out, bool *lines);
    const char *keys[20];
} QuoteKind;

Status quote_put(Published *p, const YamlNode *map, FILE *out, bool *lines)
{
    static const QuoteKind KINDS[] = {
        {"claim", put_claim, {"claim", "variation", "group", "show", FORMAT_KEYS}},
        {"data", put_measure, {MEASURE_KEYS, "variation", FORMAT_KEYS}},
        {"table", put_table, {"table", "variation"}},
        {"fact", put_fact, {"fact"}},
    };
    if (map->type != YAML_MAP)
        return yaml_error(map, "must be a map in braces, as in {fact: commit}");
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        if (!yaml_get(map, KINDS[k].key))
            continue;
        TRY(yaml_check_keys(map, KINDS[k].keys));
        return KINDS[k].put(p, map, out, lines);
    }
    return yaml_error(map, "asks for nothing; give `claim`, `data` and `value`, `table` or `fact`");
}
