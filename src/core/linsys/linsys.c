#include "linsys/linsys.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

#define LINSYS(name) extern const LinsysOps linsys_##name;
#include "linsys/linsys_list.h"
#undef LINSYS

static const LinsysOps *const TABLE[] = {
#define LINSYS(name) &linsys_##name,
#include "linsys/linsys_list.h"
#undef LINSYS
};

static const char *const NAMES[] = {
#define LINSYS(name) #name,
#include "linsys/linsys_list.h"
#undef LINSYS
    NULL,
};

enum { TABLE_COUNT = sizeof TABLE / sizeof *TABLE };

const LinsysOps *linsys_at(int index)
{
    return index >= 0 && index < TABLE_COUNT ? TABLE[index] : NULL;
}

const LinsysOps *linsys_find(const char *name)
{
    return linsys_at(text_find(name, NAMES));
}

const LinsysOps *linsys_candidate(bool scalar, int turn)
{
    for (int i = 0; i < TABLE_COUNT; i++)
        if ((scalar ? TABLE[i]->candidate.of_one : TABLE[i]->candidate.of_lanes) == turn)
            return TABLE[i];
    return NULL;
}

const LinsysOps *linsys_default(bool scalar)
{
    return scalar ? linsys_candidate(true, 1) : TABLE[0];
}

const char *const *linsys_names(void)
{
    return NAMES;
}

const char *linsys_able(bool (*can)(const LinsysOps *ops), char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (int i = 0; linsys_at(i) && used < size; i++)
        if (can(linsys_at(i)))
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", linsys_at(i)->name);
    return out;
}

void csc_multiply(const Csc *a, const double *x, double *y)
{
    memset(y, 0, (size_t)a->n * sizeof *y);
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            const int32_t i = a->row[k];
            y[i] += a->value[k] * x[j];
            if (i != j)
                y[j] += a->value[k] * x[i];
        }
}
