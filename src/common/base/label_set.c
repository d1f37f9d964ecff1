#include "base/label_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

// Reads the next word and moves *text past it; false at the end.
static bool next_word(const char **text, const char **word, size_t *length)
{
    *word = *text + strspn(*text, " ");
    *length = strcspn(*word, " ");
    *text = *word + *length;
    return *length > 0;
}

static bool has_word(const char *text, const char *required, size_t required_length)
{
    const char *word = NULL;
    size_t      length = 0;
    while (next_word(&text, &word, &length))
        if (length == required_length && memcmp(word, required, length) == 0)
            return true;
    return false;
}

static char *append(char *end, bool first, const char *word, size_t length)
{
    if (!first)
        *end++ = ' ';
    memcpy(end, word, length);
    return end + length;
}

// The words of the first label, after the solver, that all labels have, unless all labels are equal. NULL: out of memory.
static char *copy_shared(const char *const *labels, int count)
{
    enum { WORDS_MAX = 64 };
    const char *word = NULL, *text = labels[0];
    size_t      length = 0;
    bool        differ = false;
    char       *out = calloc(strlen(labels[0]) + 1, 1), *end = out;
    for (int i = 1; i < count; i++)
        differ = differ || strcmp(labels[i], labels[0]) != 0;
    for (int k = 0; k < WORDS_MAX && out && differ && next_word(&text, &word, &length); k++) {
        bool all = k > 0 && !has_word(out, word, length);
        for (int i = 1; i < count && all; i++)
            all = has_word(labels[i], word, length);
        end = all ? append(end, end == out, word, length) : end;
    }
    return out;
}

static char *copy_rest(const char *label, const char *shared)
{
    const char *word = NULL;
    size_t      length = 0;
    char       *out = calloc(strlen(label) + 1, 1), *end = out;
    for (bool first = true; out && next_word(&label, &word, &length); first = false)
        if (first || !has_word(shared, word, length))
            end = append(end, first, word, length);
    return out;
}

Status label_set_create(const char *const *labels, int count, LabelSet *out)
{
    *out = (LabelSet){.count = count,
                      .texts = calloc((size_t)count + 1, sizeof *out->texts),
                      .shared = count ? copy_shared(labels, count) : calloc(1, 1)};
    bool complete = out->texts && out->shared;
    for (int i = 0; i < count && complete; i++)
        complete = (out->texts[i] = copy_rest(labels[i], out->shared));
    if (complete)
        return status_ok();
    label_set_destroy(out);
    return status_make(STATUS_MEMORY, "out of memory for labels");
}

void label_set_destroy(LabelSet *set)
{
    for (int i = 0; i < set->count; i++)
        free(set->texts ? set->texts[i] : NULL);
    free(set->texts);
    free(set->shared);
    *set = (LabelSet){0};
}

static size_t bytes_of(const char *text, size_t characters)
{
    const char *end = text;
    for (size_t bytes = 0; characters && *end; characters--, end += bytes)
        text_printable_bytes(end, &bytes);
    return (size_t)(end - text);
}

// One third shows the beginning, two thirds the end: the settings are at the end, and the last ones differ most.
void label_set_text(const LabelSet *set, int index, int characters, char *out, size_t size)
{
    const char  *text = set->texts[index];
    const size_t length = text_characters(text), room = characters > 1 ? (size_t)characters - 1 : 0;
    if (length <= (size_t)(characters > 0 ? characters : 0))
        snprintf(out, size, "%s", text);
    else
        snprintf(out, size, "%.*s%s%s", (int)bytes_of(text, room / 3), text, characters > 0 ? "…" : "",
                 text + bytes_of(text, length - (room - room / 3)));
}
