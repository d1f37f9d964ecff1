// A direct solver for weft, complete: Cholesky by rows within the envelope of the matrix (each row from its first entry to the diagonal),
// in the order that it is given, or that of the matrix. Build it against weft_direct.h alone, and let weft load it:
//
//   cc -O2 -shared -fPIC -I src tests/external_example.c -o libexample.so -lm
//   weft sim cloth --solver pd --linsys external --plugin libexample.so
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "weft_direct.h"

typedef struct Envelope {
    WeftDirectSetup setup; // its arrays stay valid
    int32_t        *at;    // [n] position of a row of the matrix in the order of elimination
    int32_t        *first; // [n] first column of a row, both by position
    double        **row;   // [n] row[i][j] for first[i] <= j <= i
    double         *entry; // all rows
    double          smallest_pivot;
} Envelope;

static void destroy(void *solver)
{
    Envelope *s = solver;
    free(s->at);
    free(s->first);
    free((void *)s->row);
    free(s->entry);
    free(s);
}

static int64_t entries(const Envelope *s)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < s->setup.n; i++)
        sum += i - s->first[i] + 1;
    return sum;
}

static int analyse(const WeftDirectSetup *setup, void **solver, WeftDirectFailure *failure)
{
    const int32_t n = setup->n;
    Envelope     *s = calloc(1, sizeof *s);
    *solver = s;
    if (!s)
        return WEFT_DIRECT_NO_MEMORY;
    if (setup->single || setup->refine) {
        strcpy(failure->text, "it has double precision only, and no refinement");
        free(s);
        *solver = NULL;
        return WEFT_DIRECT_UNSUPPORTED;
    }
    s->setup = *setup;
    s->at = malloc((size_t)n * sizeof *s->at);
    s->first = malloc((size_t)n * sizeof *s->first);
    s->row = (double **)malloc((size_t)n * sizeof *s->row);
    if (!s->at || !s->first || !s->row) {
        destroy(s);
        *solver = NULL;
        return WEFT_DIRECT_NO_MEMORY;
    }
    for (int32_t i = 0; i < n; i++) {
        s->at[setup->order ? setup->order[i] : i] = i;
        s->first[i] = i;
    }
    for (int32_t j = 0; j < n; j++)
        for (int32_t k = setup->column_start[j]; k < setup->column_start[j + 1]; k++) {
            const int32_t p = s->at[j], q = s->at[setup->row[k]], low = p < q ? p : q, high = p < q ? q : p;
            s->first[high] = low < s->first[high] ? low : s->first[high];
        }
    s->entry = malloc((size_t)entries(s) * sizeof *s->entry);
    if (!s->entry) {
        destroy(s);
        *solver = NULL;
        return WEFT_DIRECT_NO_MEMORY;
    }
    double *next = s->entry;
    for (int32_t i = 0; i < n; i++) {
        s->row[i] = next - s->first[i];
        next += i - s->first[i] + 1;
    }
    return WEFT_DIRECT_OK;
}

static int factor(void *solver, const void *value, WeftDirectFailure *failure)
{
    Envelope     *s = solver;
    const double *a = value;
    s->smallest_pivot = 1;
    memset(s->entry, 0, (size_t)entries(s) * sizeof *s->entry);
    for (int32_t j = 0; j < s->setup.n; j++)
        for (int32_t k = s->setup.column_start[j]; k < s->setup.column_start[j + 1]; k++) {
            const int32_t p = s->at[j], q = s->at[s->setup.row[k]];
            s->row[p < q ? q : p][p < q ? p : q] = a[k];
        }
    for (int32_t i = 0; i < s->setup.n; i++) {
        double *row = s->row[i], pivot = row[i];
        for (int32_t j = s->first[i]; j < i; j++) {
            const double *other = s->row[j];
            for (int32_t k = s->first[i] > s->first[j] ? s->first[i] : s->first[j]; k < j; k++)
                row[j] -= row[k] * other[k];
            row[j] /= other[j];
            pivot -= row[j] * row[j];
        }
        if (!(pivot > 0) || !isfinite(pivot)) {
            for (failure->row = 0; s->at[failure->row] != i;)
                failure->row++;
            return WEFT_DIRECT_NOT_DEFINITE;
        }
        s->smallest_pivot = fmin(s->smallest_pivot, pivot / row[i]);
        row[i] = sqrt(pivot);
    }
    return WEFT_DIRECT_OK;
}

static int solve(void *solver, int32_t columns, void *rhs, void *x, WeftDirectFailure *failure)
{
    const Envelope *s = solver;
    const int32_t   n = s->setup.n;
    (void)failure;
    double *b = rhs, *to = x;
    for (; columns > 0; columns--, b += n, to += n) {
        for (int32_t i = 0; i < n; i++) // into the order of elimination, by way of x
            to[s->at[i]] = b[i];
        memcpy(b, to, (size_t)n * sizeof *b);
        for (int32_t i = 0; i < n; i++) { // L y = b
            for (int32_t j = s->first[i]; j < i; j++)
                b[i] -= s->row[i][j] * b[j];
            b[i] /= s->row[i][i];
        }
        for (int32_t i = n - 1; i >= 0; i--) { // Lᵀ x = y
            b[i] /= s->row[i][i];
            for (int32_t j = s->first[i]; j < i; j++)
                b[j] -= s->row[i][j] * b[i];
        }
        for (int32_t i = 0; i < n; i++)
            to[i] = b[s->at[i]];
    }
    return WEFT_DIRECT_OK;
}

static int smallest_pivot(void *solver, double *ratio, WeftDirectFailure *failure)
{
    (void)failure;
    *ratio = ((const Envelope *)solver)->smallest_pivot;
    return WEFT_DIRECT_OK;
}

static void info(void *solver, WeftDirectInfo *out)
{
    const Envelope *s = solver;
    out->factor_nonzeros = (double)entries(s);
    out->factor_bytes = out->factor_nonzeros * sizeof(double);
    strcpy(out->ordering, s->setup.order ? "nd" : "own");
    strcpy(out->version, "1");
}

const WeftDirectSolver *weft_direct_solver(void)
{
    static const WeftDirectSolver SOLVER
    = {WEFT_DIRECT_VERSION, "envelope", analyse, factor, solve, smallest_pivot, info, destroy};
    return &SOLVER;
}
