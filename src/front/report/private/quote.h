// Quote: what one marker of a document asks for, as text. Its mapping is one of
//
//   {claim: text, group: "cloth, 16", show: answer}   the number of that verdict, its answer, or (report) what the terminal prints of it
//   {data: …, value: …, …}                            a measure: keys MEASURE_KEYS of experiment/figure_spec.h
//   {table: name}                                     a table of the report
//   {fact: commit}                                    one of quote_fact_list.h
//
// The first three take `variation: name`, too. A number may have besides:  digits: 2, significant ones;  as: plain | percent (without the
// sign) | inverse;  times: 1e3, a factor; interval: true, "2.4 (2.3 to 2.5)": its 95 % interval, where it has one.
#ifndef WEFT_REPORT_QUOTE_H
#define WEFT_REPORT_QUOTE_H

#include "base/yaml.h"
#include "report/private/published.h"

// *lines: it is a table or a report, on lines of its own. STATUS_INPUT with file:line: an unknown key, claim, table, …, nothing measured,
// or a number that has no answer to stand on (VerdictResult.barred).
Status quote_put(Published *published, const YamlNode *map, FILE *out, bool *lines) GNU_MUST_CHECK;

#endif
