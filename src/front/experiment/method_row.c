#include "experiment/method_row.h"

#include <string.h>

#include "case/case.h"

int method_row_solver(const char *name)
{
    int row = 0;
    while (solver_at(row) && strcmp(solver_at(row)->name, name) != 0)
        row++;
    return row;
}

int method_row_linsys(const char *name)
{
    int row = 0;
    while (*name && linsys_at(row) && strcmp(linsys_at(row)->name, name) != 0)
        row++;
    return row;
}
