// The texts of one verdict (verdict_text.h): answer, number, interval and bounds.
#include <math.h>

#include "base/text.h"
#include "base/text_add.h"
#include "data/number.h"
#include "judge/verdict_text.h"

const char *verdict_answer_name(VerdictAnswer answer)
{
    static const char *const NAMES[] = {"yes", "no", "too close to call", "not measured"};
    return NAMES[answer];
}

static void format_number(const VerdictSpec *v, double number, char *out, size_t size)
{
    char   text[NUMBER_TEXT];
    double shown = 0;
    number_format(number, text);
    snprintf(out, size, "%s", text);
    const double inside = verdict_margin(v, number);
    for (int digits = 4; digits <= 17 && isfinite(number); digits++) {
        const double seen = text_to_double(out, &shown) ? verdict_margin(v, shown) : NAN;
        if ((seen > 0) == (inside > 0) && (seen < 0) == (inside < 0))
            return;
        snprintf(out, size, "%.*g", digits, number);
    }
}

void verdict_number(const VerdictResult *r, char *out, size_t size)
{
    format_number(r->spec, r->number, out, size);
}

void verdict_interval(const VerdictResult *r, char *out, size_t size)
{
    char low[NUMBER_TEXT], high[NUMBER_TEXT];
    *out = '\0';
    if (isnan(r->low) || isnan(r->high))
        return;
    format_number(r->spec, r->low, low, sizeof low);
    format_number(r->spec, r->high, high, sizeof high);
    snprintf(out, size, "(%s to %s, n %d)", low, high, r->processes);
}

void verdict_value(const VerdictResult *r, char out[VERDICT_VALUE_TEXT])
{
    char number[NUMBER_TEXT], interval[VERDICT_INTERVAL_TEXT];
    verdict_number(r, number, sizeof number);
    verdict_interval(r, interval, sizeof interval);
    snprintf(out, VERDICT_VALUE_TEXT, "%s%s%s", isfinite(r->number) ? number : "–", *interval ? " " : "", interval);
}

void verdict_kind(const VerdictResult *r, char out[SPEC_TEXT_MAX])
{
    static const char *const STATISTICS[] = {"median", "mean", "smallest", "largest", "last", "worst"};
    static const char *const COMPARES[] = {"value", "ratio", "change", "slope", "rate"};
    const VerdictSpec       *v = r->spec;
    const bool               single = verdict_is_fitted(v->compare) || (r->samples <= r->groups && r->against <= r->groups);
    const bool               noun = v->statistic == STATISTIC_MEDIAN || v->statistic == STATISTIC_MEAN;
    const char              *statistic = STATISTICS[v->statistic], *compare = COMPARES[v->compare];
    if (*v->expected)
        snprintf(out, SPEC_TEXT_MAX, "%s%s%s %s the expected value", single ? "" : statistic, single ? "" : " ", compare,
                 v->compare == VERDICT_RATIO ? "to" : "from");
    else if (single)
        snprintf(out, SPEC_TEXT_MAX, "%s", compare);
    else if (v->compare == VERDICT_VALUE)
        snprintf(out, SPEC_TEXT_MAX, "%s%s", statistic, noun ? "" : " value");
    else
        snprintf(out, SPEC_TEXT_MAX, "%s of the %s%s", compare, statistic, noun ? "" : " value");
}

void verdict_bounds(const VerdictSpec *v, char out[SPEC_TEXT_MAX])
{
    const double bounds[] = {v->above, v->below};
    *out = '\0';
    for (int i = 0; i < 2; i++) {
        char text[NUMBER_TEXT];
        if (!isfinite(bounds[i]))
            continue;
        text_from_double(bounds[i], text, sizeof text);
        text_add(out, SPEC_TEXT_MAX, " and ", "%s %s", i ? "below" : "above", text);
    }
}
