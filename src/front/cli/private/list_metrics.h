// weft list metrics: the formula, norm, scale and unit of each metric, from record/metric_list.h.
#ifndef WEFT_CLI_LIST_METRICS_H
#define WEFT_CLI_LIST_METRICS_H

#include "base/status.h"
#include "experiment/data_view.h"

typedef struct MetricMeaning {
    const char *data, *name, *formula, *norm, *scale; // norm, scale: "" for none
} MetricMeaning;

const MetricMeaning *metric_meaning_at(int index); // NULL past the last

// Its column in the data; for a point the first of three, NAME_x. NULL: none.
const DataColumn *metric_column(const MetricMeaning *meaning);

// name: a data view, a metric (printed for each data view that has it), or NULL for all. STATUS_INPUT: unknown name.
Status list_metrics(const char *name) GNU_MUST_CHECK;

#endif
