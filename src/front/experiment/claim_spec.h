// What a claim says of itself: where its bound comes from, and which sentence of `expected` rests on it.
//
//   expected:                  # of the experiment: sentences, each carried by at least one verdict
//     jacobi: A Jacobi sweep costs more than a coloured one.
//   verdicts:
//     - id: …                  # a name that no wording changes
//       claim: …
//       carries: jacobi        # a name, or a list of names
//       source: closed form    # exact: an identity, or a formula that is known in closed form
//       source: {paper: …, sentence: what the paper says, statistic: of what, regime: for which scene, stiffness, step …}
//       source: {set: from the first run on 2026-09-12, before: [below 0.03]} # `before`: bounds that this one has replaced
#ifndef WEFT_EXPERIMENT_CLAIM_SPEC_H
#define WEFT_EXPERIMENT_CLAIM_SPEC_H

#include "base/yaml.h"

enum { SENTENCES_MAX = 24, SENTENCE_NAME_MAX = 64, SENTENCE_TEXT_MAX = 500, SOURCE_PART_MAX = 400, SOURCE_TEXT_MAX = 1200 };

typedef struct Sentence { // of `expected`
    char name[SENTENCE_NAME_MAX], text[SENTENCE_TEXT_MAX];
} Sentence;

typedef struct ClaimSource {
    char text[SOURCE_TEXT_MAX]; // as a sentence for the reader; "" in a file of an earlier weft
    char paper[SOURCE_PART_MAX], sentence[SOURCE_PART_MAX], statistic[SOURCE_PART_MAX]; // of what a paper says; "" of any other source
    char regime[SOURCE_PART_MAX];                                                       // for which it says so; "" when not given
} ClaimSource;

// STATUS_INPUT with file:line and key.
Status claim_source_read(const YamlNode *node, ClaimSource *out) GNU_MUST_CHECK;

// The sentences of an experiment; none where it has no `expected`, or one that is a text, as in files of an earlier weft.
Status claim_sentences_read(const YamlNode *experiment, Sentence out[SENTENCES_MAX], int *count) GNU_MUST_CHECK;

// What new files must have and stored texts need not: an id and a source for every claim, sentences in `expected`, and a claim for each.
Status claim_check_complete(const YamlNode *experiment) GNU_MUST_CHECK;

#endif
