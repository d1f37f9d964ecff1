// Labels of several cases on a terminal: what they share is said once, the rest stays.
//
// A label is words with spaces between, `solver scene … name=value …`. Words that all labels have are shared; the first word, the solver,
// is kept all the same, so that no label is empty. A label that is too long has an ellipsis in its middle.
#ifndef WEFT_BASE_LABEL_SET_H
#define WEFT_BASE_LABEL_SET_H

#include <stddef.h>

#include "base/status.h"

typedef struct LabelSet {
    int    count;
    char  *shared; // "" for none
    char **texts;  // [count] without the shared words
} LabelSet;

// Copies. STATUS_MEMORY, and there is nothing to destroy. label_set_destroy also takes a zeroed one.
Status label_set_create(const char *const *labels, int count, LabelSet *out) GNU_MUST_CHECK;
void   label_set_destroy(LabelSet *set);

// The label of one in so many characters.
void label_set_text(const LabelSet *set, int index, int characters, char *out, size_t size);

#endif
