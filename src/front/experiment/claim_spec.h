// The keys of a claim for the source of its bound, and for the sentence of `expected` that rests on it.
//
//   expected:                  # of the experiment: sentences, each carried by at least one verdict
//     jacobi: A Jacobi sweep costs more than a coloured one.
//   verdicts:
//     - id: …                  # a name that stays when the claim is reworded
//       claim: …
//       carries: jacobi        # a name, or a list of names
//       source: closed form    # exact: an identity, or a formula that is known in closed form
//       source: {paper: …, sentence: its statement, statistic: its measure, regime: its scene, stiffness, step …}
//       source: {set: from the first run on 2026-09-12, before: [below 0.03]} # `before`: earlier bounds
#ifndef WEFT_EXPERIMENT_CLAIM_SPEC_H
#define WEFT_EXPERIMENT_CLAIM_SPEC_H

#include "base/yaml.h"

enum { SENTENCES_MAX = 24, SENTENCE_NAME_MAX = 64, SENTENCE_TEXT_MAX = 500, SOURCE_PART_MAX = 400, SOURCE_TEXT_MAX = 1200 };

typedef struct Sentence { // of `expected`
    char name[SENTENCE_NAME_MAX], text[SENTENCE_TEXT_MAX];
} Sentence;

typedef struct ClaimSource {
    char text[SOURCE_TEXT_MAX]; // the source as text for the reader; "" in a file of an early version
    char paper[SOURCE_PART_MAX], sentence[SOURCE_PART_MAX], statistic[SOURCE_PART_MAX]; // of a paper; "" for any other source
    char regime[SOURCE_PART_MAX];                                                       // of a paper; "" if not given
} ClaimSource;

// STATUS_INPUT with file:line and key.
Status claim_source_read(const YamlNode *node, ClaimSource *out) GNU_MUST_CHECK;

// The sentences of an experiment; none if `expected` is missing, or is a text as in files of early versions.
Status claim_sentences_read(const YamlNode *experiment, Sentence out[SENTENCES_MAX], int *count) GNU_MUST_CHECK;

// Checks for new files, not for stored texts: an id and a source for every claim, sentences in `expected`, and a claim for each sentence.
Status claim_check_complete(const YamlNode *experiment) GNU_MUST_CHECK;

#endif
