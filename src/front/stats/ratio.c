#include "stats/ratio.h"

#include <math.h>
#include <string.h>

#include "base/statistics.h"

// The quotients of the values by round; false if the rounds of both sides differ. out: [count of either side]
static bool divide_rounds(const RatioSample *of, const RatioSample *over, double *out)
{
    bool same = of->rounds && over->rounds && of->count == over->count;
    for (int i = 0; i < of->count && same; i++) {
        out[i] = of->values[i] / over->values[i];
        same = of->rounds[i] > (i ? of->rounds[i - 1] : 0) && of->rounds[i] == over->rounds[i];
    }
    return same;
}

static bool is_positive(const double *values, int count)
{
    bool positive = true;
    for (int i = 0; i < count; i++)
        positive = positive && values[i] > 0 && isfinite(values[i]);
    return positive;
}

static double median(const RatioSample *s)
{
    memcpy(s->scratch, s->values, (size_t)s->count * sizeof *s->scratch);
    return statistics_median(s->scratch, s->count);
}

// The distribution of two independent samples, whose values are sorted in their scratch.
static void init_samples(const RatioSample *const *sides, Ratio *out)
{
    out->known = true;
    for (int s = 0; s < 2; s++)
        out->known = out->known && sides[s]->count > 1 && is_positive(sides[s]->values, sides[s]->count);
    for (int s = 0; s < 2 && out->known; s++) {
        centre_init(sides[s]->scratch, sides[s]->count, &out->centres[s]);
        centre_round(&out->centres[s], sides[s]->rounding);
    }
}

void ratio_init(const RatioSample *of, const RatioSample *over, Ratio *out)
{
    const RatioSample *const sides[2] = {of, over};
    const double             medians[2] = {median(of), median(over)};
    *out = (Ratio){.value = medians[0] / medians[1]};
    if (of->count < 2 || !divide_rounds(of, over, of->scratch) || !is_positive(of->scratch, of->count)) {
        median(of); // sorts the values again into scratch, which the quotients may have overwritten
        init_samples(sides, out);
        return;
    }
    out->known = true;
    out->pairs = of->count;
    centre_init(of->scratch, of->count, &out->centres[0]);
    out->value = centre_value(&out->centres[0]);
    for (int s = 0; s < 2; s++)
        centre_round(&out->centres[0], out->value * sides[s]->rounding / medians[s]);
}

// ---- two independent samples ----

// Both distributions are tabulated at p = 1/(1 + e⁻ˢ) for equally spaced s, which resolves both tails. END: 6e-6 of the confidence lies
// beyond it at each end.
enum { NODES = 240, END = 12 };

typedef struct Tables {
    bool   over_is_narrow;
    double narrow[NODES], wide[NODES]; // logarithms of the quantiles of both samples
    double weights[NODES];             // of the trapezoidal rule in s
} Tables;

static double node_at(double i)
{
    return 1 / (1 + exp(END * (1 - 2 * (i + 0.5) / NODES)));
}

static double log_at(const Centre *c, double p)
{
    enum { LOG_MAX = 700 }; // logarithm of the largest double, about
    return fmax(-LOG_MAX, fmin(log(centre_at(c, p)), LOG_MAX));
}

static void tables_init(const Ratio *r, Tables *out)
{
    double sum = 0;
    out->over_is_narrow = r->centres[1].error <= r->centres[0].error;
    for (int i = 0; i < NODES; i++) {
        const double p = node_at(i);
        out->narrow[i] = log_at(&r->centres[out->over_is_narrow], p);
        out->wide[i] = log_at(&r->centres[!out->over_is_narrow], p);
        out->weights[i] = p * (1 - p);
        sum += out->weights[i];
    }
    for (int i = 0; i < NODES; i++)
        out->weights[i] /= sum;
}

// The confidence below x, interpolated in a table. *from: the first entry at or above x; the search starts from its old value.
static double table_below(const double table[NODES], double x, int *from)
{
    int k = *from;
    while (k < NODES && table[k] < x)
        k++;
    *from = k;
    if (k == 0 || k == NODES || table[k] > x)
        return k == 0 && table[0] > x ? 0 : k == NODES ? 1 : node_at(k - 1 + (x - table[k - 1]) / (table[k] - table[k - 1]));
    int last = k;
    while (last + 1 < NODES && table[last + 1] == x)
        last++;
    return (node_at(k) + node_at(last)) / 2;
}

// P(a/b < x) = ∫ P(a < x·b(p)) dp = 1 − ∫ P(b < a(p)/x) dp. Integrates over the quantiles of the narrower sample, for a smooth integrand.
static double samples_below(const Tables *t, double log_x)
{
    double sum = 0;
    int    from = 0;
    for (int i = 0; i < NODES; i++)
        sum += t->weights[i] * table_below(t->wide, t->over_is_narrow ? log_x + t->narrow[i] : t->narrow[i] - log_x, &from);
    return t->over_is_narrow ? sum : 1 - sum;
}

// Bisection of the logarithm. A ratio below a(p/2)/b(1 − p/2) needs a below a(p/2) or b above b(1 − p/2), which together have confidence p:
// this is the lower bound of the bisection, and the upper bound is found likewise.
static double samples_at(const Ratio *r, double p)
{
    const Centre *a = &r->centres[0], *b = &r->centres[1];
    Tables        tables;
    double        low = log_at(a, p / 2) - log_at(b, 1 - p / 2), high = log_at(a, (1 + p) / 2) - log_at(b, (1 - p) / 2);
    tables_init(r, &tables);
    while (high - low > 1e-10 * fmax(1, fabs(low))) {
        const double middle = (low + high) / 2;
        *(samples_below(&tables, middle) < p ? &low : &high) = middle;
    }
    return exp((low + high) / 2);
}

// ---- both ----

double ratio_below(const Ratio *r, double x)
{
    Tables tables;
    if (!r->known)
        return NAN;
    if (r->pairs)
        return centre_below(&r->centres[0], x);
    tables_init(r, &tables);
    return samples_below(&tables, log(x));
}

double ratio_at(const Ratio *r, double p)
{
    if (!r->known)
        return NAN;
    return r->pairs ? centre_at(&r->centres[0], p) : samples_at(r, p);
}

double ratio_draw(const Ratio *r, Random *random)
{
    double drawn[2] = {1, 1};
    ASSERT(r->known);
    for (int i = 0; i < (r->pairs ? 1 : 2); i++)
        drawn[i] = centre_at(&r->centres[i], fmax(random_unit(random), 0x1p-54));
    return drawn[0] / drawn[1];
}
