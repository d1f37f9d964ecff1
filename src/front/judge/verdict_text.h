// Verdicts as text on the terminal and as CSV.
#ifndef WEFT_JUDGE_VERDICT_TEXT_H
#define WEFT_JUDGE_VERDICT_TEXT_H

#include <stdio.h>

#include "judge/verdict.h"

const char *verdict_answer_name(VerdictAnswer answer); // "yes", "no", "too close to call", "not measured"

// Three significant digits, or more if needed to show on which side of the bounds the number lies.
void verdict_number(const VerdictResult *result, char *out, size_t size);

// "(0.79 to 0.88, n 5)", n processes; "" for a number without an interval.
enum { VERDICT_INTERVAL_TEXT = 96 };
void verdict_interval(const VerdictResult *result, char *out, size_t size);

// "0.83 (0.79 to 0.88, n 5)", "–": the number with its interval, for a cell of a table.
enum { VERDICT_VALUE_TEXT = VERDICT_INTERVAL_TEXT + 40 };
void verdict_value(const VerdictResult *result, char out[VERDICT_VALUE_TEXT]);

// The measure: "change of the median", "largest ratio to the expected value", "slope". The statistic of a single sample is omitted.
void verdict_kind(const VerdictResult *result, char out[SPEC_TEXT_MAX]);

void verdict_bounds(const VerdictSpec *spec, char out[SPEC_TEXT_MAX]); // "below 0.02", "above 0.9 and below 1.1"

void verdicts_text(const VerdictResult *results, int count, FILE *out); // in at most 80 columns
// A row for each claim, and one more for each variation that it was judged under. results: [specs->verdict_count].
Status verdicts_csv(const VerdictResult *results, const FigureSpecs *specs, const char *path) GNU_MUST_CHECK;

#endif
