// Labels of several cases on a terminal: separates the words that all labels share from the rest.
//
// A label is a list of words, `solver scene … name=value …`. Words in all labels are shared. The first word, the solver, is kept in any
// case, so that no label is empty. A label that is too long has an ellipsis in its middle.
#ifndef WEFT_BASE_LABEL_SET_H
#define WEFT_BASE_LABEL_SET_H

#include <stddef.h>

#include "base/status.h"

typedef struct LabelSet {
    int    count;
    char  *shared; // "" for none
    char **texts;  // [count] without the shared words
} LabelSet;

// Copies the labels. After STATUS_MEMORY there is nothing to destroy. label_set_destroy accepts a zeroed set.
Status label_set_create(const char *const *labels, int count, LabelSet *out) GNU_MUST_CHECK;
void   label_set_destroy(LabelSet *set);

// The label of one case in at most `characters` characters.
void label_set_text(const LabelSet *set, int index, int characters, char *out, size_t size);

#endif
