// Where a solver and a linear system stand in their tables: an order that is the same in every store.
#ifndef WEFT_EXPERIMENT_METHOD_ROW_H
#define WEFT_EXPERIMENT_METHOD_ROW_H

int method_row_solver(const char *name); // past the end of the table for a name that it lacks
int method_row_linsys(const char *name); // the same; 0 for ""

#endif
