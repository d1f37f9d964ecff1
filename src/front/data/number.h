// Numbers as text for tables and captions.
#ifndef WEFT_DATA_NUMBER_H
#define WEFT_DATA_NUMBER_H

#include <stddef.h>

enum { NUMBER_TEXT = 32 };

// Three significant digits: 0.0123, 1.23, 12.3, 123, 1230, 1.23e-05, 1.23e+06; "0" for zero, "-" for NAN.
void number_format(double value, char out[NUMBER_TEXT]);

// Half the width of an interval over the median: "±2.1 %"; "" if that would say nothing: without an interval, for a median that is not
// positive, and for an interval wider than the median.
void number_spread(double low, double median, double high, char out[NUMBER_TEXT]);

// A count of bytes with its binary unit: "12.3 MiB".
void number_bytes(double bytes, char out[NUMBER_TEXT]);

// At most `digits` significant digits, without trailing zeros: "0.01667", "10000", "2.5·10⁶".
void number_short(double value, int digits, char out[NUMBER_TEXT]);

#endif
