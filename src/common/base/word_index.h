// Which of several texts have a word, and how many have all of several. Words have spaces between them. Making it takes n log n of all
// words.
#ifndef WEFT_BASE_WORD_INDEX_H
#define WEFT_BASE_WORD_INDEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct WordIndex WordIndex;

// The next word from *text on, which is moved behind it; false at the end.
bool word_next(const char **text, const char **word, size_t *length);

// texts[count] are not copied and must outlive it. STATUS_MEMORY, and there is nothing to destroy; word_index_destroy takes NULL.
Status word_index_create(const char *const *texts, int count, WordIndex **out) GNU_MUST_CHECK;
void   word_index_destroy(WordIndex *index);

int word_index_size(const WordIndex *index); // different words

// The number of a word, from 0, and −1 where no text has it; how many texts have it.
int word_index_find(const WordIndex *index, const char *word, size_t length);
int word_index_count(const WordIndex *index, int word);

// How many texts have all of these words; count 0: all texts.
int word_index_count_all(const WordIndex *index, const int *words, int count);

#endif
