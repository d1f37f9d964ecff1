#include "run/private/row_order.h"

#include <string.h>

enum { TIMED = 1 << PASS_TIMED, PHASED = 1 << PASS_PHASED, COUNTED = 1 << PASS_COUNTED, MEASURED = 1 << PASS_MEASURED };

typedef enum Order {
    ONCE,
    LOOSE,     // keys ascend; equal keys are allowed
    ASCENDING, // keys ascend strictly
    EVERY      // keys ascend strictly, with one row per step
} Order;

// Keys are compared field by field; "probe" orders rows of probes after those of steps.
static const struct {
    int         passes;
    Order       order;
    const char *key[ROW_KEYS_MAX];
} RULES[ROW_KINDS] = {[ROW_SETUP] = {TIMED | PHASED | COUNTED | MEASURED, ONCE, {NULL}},
                      [ROW_STEP] = {TIMED, EVERY, {"step"}},
                      [ROW_PROBE] = {TIMED | MEASURED, ASCENDING, {"round", "step"}},
                      [ROW_COST] = {TIMED | PHASED | COUNTED | MEASURED, EVERY, {"probe", "step"}},
                      [ROW_PHASES] = {PHASED, EVERY, {"step"}},
                      [ROW_COUNTERS] = {COUNTED, LOOSE, {NULL}},
                      [ROW_ITERATE] = {MEASURED, ASCENDING, {"probe", "step", "substep", "iteration"}},
                      [ROW_STEP_END] = {MEASURED, EVERY, {"probe", "step"}},
                      [ROW_FRAME] = {MEASURED, ASCENDING, {"step"}},
                      [ROW_CONTACT] = {MEASURED, ASCENDING, {"step"}},
                      [ROW_FORCE] = {MEASURED, LOOSE, {"step"}},
                      [ROW_LOAD] = {MEASURED, LOOSE, {"step"}}};

void row_order_begin(RowOrder *order, Pass pass, int64_t steps)
{
    *order = (RowOrder){.pass = pass, .steps = steps};
}

static Status read_key(const RowOrder *order, RowKind kind, const json_t *row, int64_t key[ROW_KEYS_MAX])
{
    for (int k = 0; k < ROW_KEYS_MAX && RULES[kind].key[k]; k++) {
        const char   *name = RULES[kind].key[k];
        const json_t *value = json_object_get(row, name);
        key[k] = json_is_boolean(value) ? json_is_true(value) : json_integer_value(value);
        if (strcmp(name, "step") == 0 && (!json_is_integer(value) || key[k] < 0 || key[k] >= order->steps))
            return status_make(STATUS_PROTOCOL, "a row `%s` has a step outside the %lld steps of the case", row_type(kind)->name,
                               (long long)order->steps);
    }
    return status_ok();
}

// Negative, 0 or positive: `a` is before, equal to or after `b`.
static int compare(const int64_t a[ROW_KEYS_MAX], const int64_t b[ROW_KEYS_MAX])
{
    int k = 0;
    while (k < ROW_KEYS_MAX - 1 && a[k] == b[k])
        k++;
    return (a[k] > b[k]) - (a[k] < b[k]);
}

Status row_order_next(RowOrder *order, RowKind kind, const json_t *row)
{
    int64_t     key[ROW_KEYS_MAX] = {0};
    const char *name = row_type(kind)->name;
    if (!(RULES[kind].passes & 1 << order->pass))
        return status_make(STATUS_PROTOCOL, "a row `%s` does not belong in a repetition of the %s pass", name, PASS_NAMES[order->pass]);
    TRY(read_key(order, kind, row, key));
    const int since = order->count[kind] ? compare(key, order->last[kind]) : 1;
    if (RULES[kind].order == LOOSE ? since < 0 : since <= 0)
        return status_make(STATUS_PROTOCOL, "a row `%s` is duplicated or out of order", name);
    memcpy(order->last[kind], key, sizeof key);
    // Rows of probes are not counted.
    order->count[kind] += RULES[kind].order != EVERY || !json_is_true(json_object_get(row, "probe"));
    return status_ok();
}

// Steps of another program have no cost rows.
static bool is_needed(const RowOrder *order, int kind)
{
    return RULES[kind].order == EVERY && RULES[kind].passes & 1 << order->pass && !(order->recorded && kind == ROW_COST);
}

Status row_order_end(const RowOrder *order)
{
    for (int kind = 0; kind < ROW_KINDS; kind++)
        if (is_needed(order, kind) && order->count[kind] != order->steps)
            return status_make(STATUS_PROTOCOL, "a repetition of the %s pass has %lld of %lld rows `%s`", PASS_NAMES[order->pass],
                               (long long)order->count[kind], (long long)order->steps, row_type((RowKind)kind)->name);
    return status_ok();
}
