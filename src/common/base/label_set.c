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
    bool whole = out->shared && out->texts;
    if (whole && count)
        find_shared(labels, count, out->shared);
    for (int i = 0; i < count && whole; i++) {
        out->texts[i] = copy_picked(labels[i], out->shared);
        whole = out->texts[i] != NULL;
    }
    if (!whole)
        label_set_destroy(out);
    return whole ? status_ok() : status_make(STATUS_MEMORY, "out of memory for labels");
}

void label_set_destroy(LabelSet *set)
{
    for (int i = 0; i < set->count; i++)
        free(set->texts ? set->texts[i] : NULL);
    free(set->texts);
    free(set->shared);
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
} Word;

static int split(const char *text, Word words[WORDS_MOST])
{
    const char *word = NULL;
    size_t      length = 0;
    int         count = 0;
    while (count < WORDS_MOST && next_word(&text, &word, &length)) {
        const char *equals = memchr(word, '=', length);
        const int   name = equals ? (int)(equals - word) : 0;
        words[count++] = (Word){.text = word, .length = (int)length, .name = name, .shown = name ? name : (int)length, .left = true};
    }
    return count;
}

// Whether a label has all the words that are left.
static bool has_left(const char *label, const Word *words, int count)
{
    for (int k = 0; k < count; k++)
        if (words[k].left && !has_word(label, words[k].text, (size_t)words[k].length))
            return false;
    return true;
}

// How many labels of the set have all the words that are left.
static int count_like(const LabelSet *set, const Word *words, int count)
{
    int like = 0;
    for (int i = 0; i < set->count; i++)
        like += has_left(set->texts[i], words, count);
    return like;
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
    const int count = split(set->texts[index], words);
    leave_out(set, words, count);
    shorten(words, count, characters);
    put_words(words, count, brief, sizeof brief);
    text_cut(brief, characters, out, size);
}
