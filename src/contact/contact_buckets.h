// Sorting by particle, by a whole team: which items have a key, for every key. The room's own.
#ifndef WEFT_CONTACT_CONTACT_BUCKETS_H
#define WEFT_CONTACT_CONTACT_BUCKETS_H

#include "contact/contacts_internal.h"

// Items first, first + 1, … with these keys.
typedef struct BucketItems {
    const int32_t *key; // [count]
    int32_t        count, first;
} BucketItems;

// start: [keys + 1], item: [all of them]: the items of key k are item[start[k] … start[k+1]−1], ascending. By all threads, complete after
// the barrier it ends with.
void contact_buckets(ContactWork *work, const BucketItems *parts, int part_count, int32_t keys, int32_t *start, int32_t *item);

#endif
