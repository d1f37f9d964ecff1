// Row order: what a repetition is made of. Each kind of row has its pass and its order, and some are there for every step; a worker that
// writes something else is not believed.
#ifndef WEFT_RUN_ROW_ORDER_H
#define WEFT_RUN_ROW_ORDER_H

#include <jansson.h>

#include "base/status.h"
#include "case/protocol.h"
#include "case/row.h"

enum { ROW_KEYS_MOST = 4 };

typedef struct RowOrder {
    Pass    pass;
    int64_t steps;    // of the case
    bool    recorded; // set after row_order_begin: another program took the steps, and there are no rows of what they cost
    int64_t count[ROW_KINDS];
    int64_t last[ROW_KINDS][ROW_KEYS_MOST];
} RowOrder;

void row_order_begin(RowOrder *order, Pass pass, int64_t steps);

// The next row inside the repetition, which has the fields of its kind; and whether all are there that must be at its end.
// STATUS_PROTOCOL.
Status row_order_next(RowOrder *order, RowKind kind, const json_t *row) GNU_MUST_CHECK;
Status row_order_end(const RowOrder *order) GNU_MUST_CHECK;

#endif
