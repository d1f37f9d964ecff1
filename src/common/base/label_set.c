#include "base/label_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

// The words of a label that are shared, or those that are not and the first. NULL: out of memory.
static char *copy_words(const char *label, const WordIndex *index, const bool *is_shared, bool shared)
{
    const char *word = NULL, *text = label;
    size_t      length = 0;
    char       *out = malloc(strlen(label) + 1), *end = out;
    for (bool first = true; out && word_next(&text, &word, &length); first = false) {
        if ((!first && is_shared[word_index_find(index, word, length)]) != shared)
            continue;
        if (end > out)
            *end++ = ' ';
        memcpy(end, word, length);
        end += length;
    }
    if (out)
        *end = '\0';
    return out;
}

// Words behind the first that all labels have, unless they are all the same label.
static void mark_shared(const char *const *labels, int count, const WordIndex *index, bool *is_shared)
{
    const char *word = NULL, *text = labels[0];
    size_t      length = 0;
    bool        differ = false;
    for (int i = 1; i < count; i++)
        differ = differ || strcmp(labels[i], labels[0]) != 0;
    for (bool first = true; differ && word_next(&text, &word, &length); first = false) {
        const int found = word_index_find(index, word, length);
        is_shared[found] = is_shared[found] || (!first && word_index_count(index, found) == count);
    }
}

static bool split_labels(const char *const *labels, int count, const WordIndex *index, LabelSet *out)
{
    bool *is_shared = calloc((size_t)word_index_size(index) + 1, sizeof *is_shared);
    bool  whole = is_shared != NULL;
    if (whole && count)
        mark_shared(labels, count, index, is_shared);
    if (whole)
        out->shared = count ? copy_words(labels[0], index, is_shared, true) : calloc(1, 1);
    whole = whole && out->shared;
    for (int i = 0; i < count && whole; i++)
        whole = (out->texts[i] = copy_words(labels[i], index, is_shared, false));
    free(is_shared);
    return whole;
}

Status label_set_create(const char *const *labels, int count, LabelSet *out)
{
    WordIndex *all = NULL;
    *out = (LabelSet){.count = count, .texts = calloc((size_t)count + 1, sizeof *out->texts)};
    Status status = word_index_create(labels, count, &all);
    if (status.code == STATUS_OK && !(out->texts && split_labels(labels, count, all, out)))
        status = status_make(STATUS_MEMORY, "out of memory for labels");
    if (status.code == STATUS_OK)
        status = word_index_create((const char *const *)out->texts, count, &out->index);
    word_index_destroy(all);
    if (status.code != STATUS_OK)
        label_set_destroy(out);
    return status;
}

void label_set_destroy(LabelSet *set)
{
    for (int i = 0; i < set->count; i++)
        free(set->texts ? set->texts[i] : NULL);
    free(set->texts);
    free(set->shared);
    word_index_destroy(set->index);
    *set = (LabelSet){0};
}

// ---- a label that is too long ----

enum { WORDS_MOST = 32, WORD_LEAST = 3 };

typedef struct Word {
    const char *text;
    int         length;
    int         name;  // characters before the =; 0: no setting
    int         shown; // of a setting its name, else its end
    bool        left;
    int         number; // in the index
} Word;

static int split(const LabelSet *set, int index, Word words[WORDS_MOST])
{
    const char *word = NULL, *text = set->texts[index];
    size_t      length = 0;
    int         count = 0;
    while (count < WORDS_MOST && word_next(&text, &word, &length)) {
        const char *equals = memchr(word, '=', length);
        const int   name = equals ? (int)(equals - word) : 0;
        words[count++] = (Word){.text = word,
                                .length = (int)length,
                                .name = name,
                                .shown = name ? name : (int)length,
                                .left = true,
                                .number = word_index_find(set->index, word, length)};
    }
    return count;
}

// How many labels of the set have all the words that are left.
static int count_like(const LabelSet *set, const Word *words, int count)
{
    int numbers[WORDS_MOST], left = 0;
    for (int k = 0; k < count; k++)
        if (words[k].left)
            numbers[left++] = words[k].number;
    return word_index_count_all(set->index, numbers, left);
}

// Leaves words out, none of them the first, as long as no other label has those that stay: systems and the like before settings.
static void leave_out(const LabelSet *set, Word *words, int count)
{
    const int like = count_like(set, words, count);
    for (int settings = 0; settings < 2; settings++)
        for (int k = count - 1; k > 0; k--) {
            if ((words[k].name > 0) != settings)
                continue;
            words[k].left = false;
            words[k].left = count_like(set, words, count) > like;
        }
}

static int width_of(const Word *words, int count)
{
    int width = -1;
    for (int k = 0; k < count; k++)
        if (words[k].left)
            width += 1 + (words[k].name ? words[k].shown + words[k].length - words[k].name : words[k].shown);
    return width;
}

// Shortens what is longest, names of settings and words that are none, but no value.
static void shorten(Word *words, int count, int characters)
{
    while (width_of(words, count) > characters) {
        int longest = -1;
        for (int k = 1; k < count; k++)
            if (words[k].left && words[k].shown > WORD_LEAST && (longest < 0 || words[k].shown > words[longest].shown))
                longest = k;
        if (longest < 0)
            return;
        words[longest].shown--;
    }
}

static void put_words(const Word *words, int count, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (int k = 0; k < count && used < size; k++) {
        const Word *w = &words[k];
        const char *gap = used ? " " : "";
        const int   whole = w->name ? w->name : w->length;
        if (!w->left)
            continue;
        if (w->shown == whole)
            used += (size_t)snprintf(out + used, size - used, "%s%.*s", gap, w->length, w->text);
        else if (w->name)
            used += (size_t)snprintf(out + used, size - used, "%s%.*s…%.*s", gap, w->shown - 1, w->text, w->length - w->name,
                                     w->text + w->name);
        else
            used += (size_t)snprintf(out + used, size - used, "%s…%.*s", gap, w->shown - 1, w->text + w->length - w->shown + 1);
    }
}

void label_set_text(const LabelSet *set, int index, int characters, char *out, size_t size)
{
    Word words[WORDS_MOST];
    char brief[512];
    if ((int)text_characters(set->texts[index]) <= characters) {
        snprintf(out, size, "%s", set->texts[index]);
        return;
    }
    const int count = split(set, index, words);
    leave_out(set, words, count);
    shorten(words, count, characters);
    put_words(words, count, brief, sizeof brief);
    text_cut(brief, characters, out, size);
}
