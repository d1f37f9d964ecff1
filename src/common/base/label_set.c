#include "base/label_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

// The next word from *text on, which is moved behind it; false at the end.
static bool next_word(const char **text, const char **word, size_t *length)
{
    *word = *text + strspn(*text, " ");
    *length = strcspn(*word, " ");
    *text = *word + *length;
    return *length > 0;
}

static bool has_word(const char *label, const char *wanted, size_t wanted_length)
{
    const char *word = NULL;
    size_t      length = 0;
    while (next_word(&label, &word, &length))
        if (length == wanted_length && strncmp(word, wanted, length) == 0)
            return true;
    return false;
}

// Characters of `name=` in a word, 0 when it is no setting.
static size_t name_length(const char *word, size_t length)
{
    const char *equals = memchr(word, '=', length);
    return equals ? (size_t)(equals - word) + 1 : 0;
}

static void add_word(char *out, const char *word, size_t length)
{
    size_t used = strlen(out);
    if (used)
        out[used++] = ' ';
    memcpy(out + used, word, length);
    out[used + length] = '\0';
}

// The words of `label` that are in `shared`, or those that are not and the first; out: as large as the label.
static void pick_words(const char *label, const char *shared, bool wanted, char *out)
{
    const char *word = NULL, *text = label;
    size_t      length = 0;
    for (bool first = true; next_word(&text, &word, &length); first = false)
        if ((!first && has_word(shared, word, length)) == wanted)
            add_word(out, word, length);
}

// The label without the settings that begin with `name`.
static void drop_setting(const char *label, const char *name, size_t name_size, char *out)
{
    const char *word = NULL;
    size_t      length = 0;
    *out = '\0';
    while (next_word(&label, &word, &length))
        if (name_length(word, length) != name_size || strncmp(word, name, name_size) != 0)
            add_word(out, word, length);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// sorted: [count] scratch.
static int count_distinct(char *const *texts, int count, char **sorted)
{
    int distinct = count > 0;
    memcpy(sorted, texts, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    for (int i = 1; i < count; i++)
        distinct += strcmp(sorted[i], sorted[i - 1]) != 0;
    return distinct;
}

// Leaves a setting out of all `brief`, unless fewer would differ then. next: [count] rooms as large as the labels.
static void try_without(LabelSet *set, const char *name, size_t name_size, int distinct, char **next, char **sorted)
{
    for (int i = 0; i < set->count; i++)
        drop_setting(set->brief[i], name, name_size, next[i]);
    if (count_distinct(next, set->count, sorted) < distinct)
        return;
    for (int i = 0; i < set->count; i++)
        strcpy(set->brief[i], next[i]); // of what it is made from, never longer
}

// The last setting of the longest label, then the one before it, and so on, until all names of all labels were tried once.
static Status make_brief(LabelSet *set)
{
    const size_t count = (size_t)set->count;
    char       **next = calloc(2 * count + 1, sizeof *next), **sorted = next ? next + count : NULL;
    size_t       bytes = 1;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(set->texts[i]) + 1;
    char *rooms = calloc(bytes, 1), *tried = calloc(bytes + 1, 1), *room = rooms;
    for (size_t i = 0; next && rooms && i < count; room += strlen(set->texts[i]) + 1, i++)
        next[i] = room;
    const int distinct = next ? count_distinct(set->texts, set->count, sorted) : 0;
    for (int i = 0; next && rooms && tried && i < set->count; i++)
        for (size_t end = strlen(set->texts[i]); end > 0;) {
            size_t begin = end;
            while (begin > 0 && set->texts[i][begin - 1] != ' ')
                begin--;
            const char  *word = set->texts[i] + begin;
            const size_t name = name_length(word, end - begin);
            if (name && !has_word(tried, word, name)) {
                add_word(tried, word, name);
                try_without(set, word, name, distinct, next, sorted);
            }
            end = begin > 0 ? begin - 1 : 0;
        }
    const bool made = next && rooms && tried;
    free(next);
    free(rooms);
    free(tried);
    return made ? status_ok() : status_make(STATUS_MEMORY, "out of memory for labels");
}

static char *copy_picked(const char *label, const char *shared)
{
    char *out = calloc(strlen(label) + 1, 1);
    if (out)
        pick_words(label, shared, false, out);
    return out;
}

static void find_shared(const char *const *labels, int count, char *out)
{
    const char *word = NULL, *text = labels[0];
    size_t      length = 0;
    bool        differ = false;
    for (int i = 1; i < count; i++)
        differ = differ || strcmp(labels[i], labels[0]) != 0;
    for (bool first = true; differ && next_word(&text, &word, &length); first = false) {
        bool all = !first;
        for (int i = 1; i < count && all; i++)
            all = has_word(labels[i], word, length);
        if (all)
            add_word(out, word, length);
    }
}

Status label_set_create(const char *const *labels, int count, LabelSet *out)
{
    *out = (LabelSet){.count = count, .shared = calloc(count ? strlen(labels[0]) + 1 : 1, 1)};
    out->texts = calloc((size_t)count + 1, sizeof *out->texts);
    out->brief = calloc((size_t)count + 1, sizeof *out->brief);
    bool whole = out->shared && out->texts && out->brief;
    if (whole && count)
        find_shared(labels, count, out->shared);
    for (int i = 0; i < count && whole; i++) {
        out->texts[i] = copy_picked(labels[i], out->shared);
        out->brief[i] = out->texts[i] ? strdup(out->texts[i]) : NULL;
        whole = out->brief[i] != NULL;
    }
    const Status status = whole ? make_brief(out) : status_make(STATUS_MEMORY, "out of memory for labels");
    if (status.code != STATUS_OK)
        label_set_destroy(out);
    return status;
}

void label_set_destroy(LabelSet *set)
{
    for (int i = 0; i < set->count; i++) {
        free(set->texts ? set->texts[i] : NULL);
        free(set->brief ? set->brief[i] : NULL);
    }
    free(set->texts);
    free(set->brief);
    free(set->shared);
    *set = (LabelSet){0};
}

void label_set_text(const LabelSet *set, int index, int characters, char *out, size_t size)
{
    const char *text = (int)text_characters(set->texts[index]) <= characters ? set->texts[index] : set->brief[index];
    text_cut(text, characters, out, size);
}
