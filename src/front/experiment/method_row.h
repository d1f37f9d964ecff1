// The positions of solvers and linear systems in their tables: an order that is equal in every store.
#ifndef WEFT_EXPERIMENT_METHOD_ROW_H
#define WEFT_EXPERIMENT_METHOD_ROW_H

int method_row_solver(const char *name); // past the end of the table for an unknown name
int method_row_linsys(const char *name); // the same; 0 for ""

#endif
