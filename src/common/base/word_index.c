#include "base/word_index.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A word of a text; sorted by words, then texts.
typedef struct Entry {
    const char *word;
    size_t      length;
    int         text;
} Entry;

typedef struct IndexWord {
    size_t    first; // of its entries, one a text
    int       count;
    uint64_t *bits; // of the texts that have it, where they are many; else NULL
} IndexWord;

struct WordIndex {
    int        text_count, word_count;
    Entry     *entries;
    IndexWord *words;
    size_t    *begins; // [text_count + 1] of the words of each text in `held`
    int       *held;
    uint64_t  *bits;
};

bool word_next(const char **text, const char **word, size_t *length)
{
    *word = *text + strspn(*text, " ");
    *length = strcspn(*word, " ");
    *text = *word + *length;
    return *length > 0;
}

static int compare_words(const char *a, size_t a_length, const char *b, size_t b_length)
{
    const int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

static int compare_entries(const void *a, const void *b)
{
    const Entry *left = a, *right = b;
    const int    order = compare_words(left->word, left->length, right->word, right->length);
    return order ? order : (left->text > right->text) - (left->text < right->text);
}

static size_t words_of(const char *const *texts, int count, Entry *out)
{
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        Entry       entry = {.text = i};
        const char *text = texts[i];
        for (; word_next(&text, &entry.word, &entry.length); used++)
            if (out)
                out[used] = entry;
    }
    return used;
}

// Leaves one entry for a word that a text has twice, and numbers the words.
static void number_words(WordIndex *index, size_t entry_count)
{
    size_t used = 0;
    for (size_t i = 0; i < entry_count; i++) {
        const Entry *entry = &index->entries[i], *before = used ? &index->entries[used - 1] : NULL;
        const bool   same = before && compare_words(before->word, before->length, entry->word, entry->length) == 0;
        if (same && before->text == entry->text)
            continue;
        if (!same)
            index->words[index->word_count++] = (IndexWord){.first = used};
        index->words[index->word_count - 1].count++;
        index->begins[entry->text]++;
        index->entries[used++] = *entry;
    }
}

static bool is_many(const WordIndex *index, int word)
{
    return index->words[word].count > index->text_count / 64;
}

static void fill(WordIndex *index, size_t row)
{
    uint64_t *bits = index->bits;
    for (int i = 0; i < index->text_count; i++)
        index->begins[i + 1] += index->begins[i]; // their ends
    for (int w = index->word_count - 1; w >= 0; w--) {
        IndexWord *word = &index->words[w];
        word->bits = is_many(index, w) ? bits : NULL;
        bits += word->bits ? row : 0;
        for (int i = 0; i < word->count; i++) {
            const int text = index->entries[word->first + (size_t)i].text;
            index->held[--index->begins[text]] = w;
            if (word->bits)
                word->bits[text / 64] |= UINT64_C(1) << text % 64;
        }
    }
}

static bool allocate(WordIndex *index, size_t entry_count)
{
    index->entries = calloc(entry_count + 1, sizeof *index->entries);
    index->words = calloc(entry_count + 1, sizeof *index->words);
    index->begins = calloc((size_t)index->text_count + 2, sizeof *index->begins);
    index->held = calloc(entry_count + 1, sizeof *index->held);
    return index->entries && index->words && index->begins && index->held;
}

Status word_index_create(const char *const *texts, int count, WordIndex **out)
{
    const size_t entry_count = words_of(texts, count, NULL), row = (size_t)count / 64 + 1;
    WordIndex   *index = calloc(1, sizeof *index);
    bool         whole = index != NULL;
    *out = NULL;
    if (whole)
        index->text_count = count;
    if (whole && (whole = allocate(index, entry_count))) {
        size_t many = 0;
        words_of(texts, count, index->entries);
        qsort(index->entries, entry_count, sizeof *index->entries, compare_entries);
        number_words(index, entry_count);
        for (int w = 0; w < index->word_count; w++)
            many += is_many(index, w);
        index->bits = calloc(many * row + 1, sizeof *index->bits);
        whole = index->bits != NULL;
        if (whole)
            fill(index, row);
    }
    if (whole)
        *out = index;
    else
        word_index_destroy(index);
    return whole ? status_ok() : status_make(STATUS_MEMORY, "out of memory for an index of words");
}

void word_index_destroy(WordIndex *index)
{
    if (!index)
        return;
    free(index->entries);
    free(index->words);
    free(index->begins);
    free(index->held);
    free(index->bits);
    free(index);
}

int word_index_size(const WordIndex *index)
{
    return index->word_count;
}

int word_index_find(const WordIndex *index, const char *word, size_t length)
{
    int low = 0, high = index->word_count;
    while (low < high) {
        const int    middle = low + (high - low) / 2;
        const Entry *entry = &index->entries[index->words[middle].first];
        const int    order = compare_words(word, length, entry->word, entry->length);
        if (order == 0)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

int word_index_count(const WordIndex *index, int word)
{
    return word < 0 ? 0 : index->words[word].count;
}

static bool text_has_all(const WordIndex *index, int text, const int *words, int count)
{
    for (int k = 0; k < count; k++) {
        size_t at = index->begins[text];
        while (at < index->begins[text + 1] && index->held[at] != words[k])
            at++;
        if (at == index->begins[text + 1])
            return false;
    }
    return true;
}

// Of words that many texts have.
static int count_bits(const WordIndex *index, const int *words, int count)
{
    int found = 0;
    for (int i = 0; i <= (index->text_count - 1) / 64; i++) {
        uint64_t bits = index->words[words[0]].bits[i];
        for (int k = 1; k < count; k++)
            bits &= index->words[words[k]].bits[i];
        found += GNU_BITS_SET(bits);
    }
    return found;
}

int word_index_count_all(const WordIndex *index, const int *words, int count)
{
    int found = 0, rarest = 0;
    for (int k = 0; k < count; k++) {
        if (words[k] < 0)
            return 0;
        rarest = index->words[words[k]].count < index->words[words[rarest]].count ? k : rarest;
    }
    if (count == 0)
        return index->text_count;
    const IndexWord *rare = &index->words[words[rarest]];
    if (rare->bits)
        return count_bits(index, words, count);
    for (int i = 0; i < rare->count; i++)
        found += text_has_all(index, index->entries[rare->first + (size_t)i].text, words, count);
    return found;
}
