// The documents of a bundle. They say what the store has and nothing of the day on which they are written, so that two bundles are equal.
#ifndef WEFT_BUNDLE_BUNDLE_TEXTS_H
#define WEFT_BUNDLE_BUNDLE_TEXTS_H

#include <jansson.h>

#include "bundle/private/bundle_plan.h"

// What the documents speak of.
typedef struct BundleFacts {
    Store            *store;
    const BundlePlan *plan;
    const json_t     *claims;      // report/claim_list.h
    const char       *folder;      // where the bundle is being made
    char              source[128]; // the archive below it; "": none
} BundleFacts;

Status bundle_readme(const BundleFacts *facts, FILE *out) GNU_MUST_CHECK;
Status bundle_claims(const BundleFacts *facts, FILE *out) GNU_MUST_CHECK;
Status bundle_commands(const BundleFacts *facts, FILE *out) GNU_MUST_CHECK;
Status bundle_licences(const BundleFacts *facts, FILE *out) GNU_MUST_CHECK;

// A text of a claim; "" where it has none.
const char *claim_text(const json_t *claim, const char *key);

// "1.3 minutes", "more than 12 seconds", "minutes not known"; of a store without times of repetitions, what its calls took.
void bundle_minutes(const BundleRun *run, BundleForm form, char *out, size_t size);

#endif
