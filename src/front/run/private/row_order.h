// Row order: checks the rows of a repetition. Each kind of row has its passes and its order, and some kinds have one row per step. Any
// other sequence of rows is rejected.
#ifndef WEFT_RUN_ROW_ORDER_H
#define WEFT_RUN_ROW_ORDER_H

#include <jansson.h>

#include "base/status.h"
#include "case/protocol.h"
#include "case/row.h"

enum { ROW_KEYS_MAX = 4 };

typedef struct RowOrder {
    Pass    pass;
    int64_t steps;    // of the case
    bool    recorded; // set after row_order_begin: the steps are another program's, without rows of costs
    int64_t count[ROW_KINDS];
    int64_t last[ROW_KINDS][ROW_KEYS_MAX];
} RowOrder;

void row_order_begin(RowOrder *order, Pass pass, int64_t steps);

// row_order_next checks the next row of the repetition, which must have the fields of its kind. row_order_end checks that no row is
// missing. STATUS_PROTOCOL.
Status row_order_next(RowOrder *order, RowKind kind, const json_t *row) GNU_MUST_CHECK;
Status row_order_end(const RowOrder *order) GNU_MUST_CHECK;

#endif
