#include "plugin/private/program_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

typedef struct Reader {
    const char *at, *end;
    Head       *head;
    const char *wrong; // NULL: nothing
} Reader;

static bool fail(Reader *r, const char *what)
{
    r->wrong = what;
    return false;
}

static void skip(Reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
        r->at++;
}

static bool take(Reader *r, char c)
{
    skip(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool read_string(Reader *r, const char **text, int *length)
{
    if (!take(r, '"'))
        return fail(r, "a text in quotes is missing");
    *text = r->at;
    while (r->at < r->end && *r->at != '"')
        r->at += *r->at == '\\' && r->at + 1 < r->end ? 2 : 1;
    if (r->at >= r->end)
        return fail(r, "a text does not end");
    *length = (int)(r->at++ - *text);
    return true;
}

static bool read_word(Reader *r, HeadMember *out)
{
    out->value = r->at;
    while (r->at < r->end && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", *r->at) && *r->at)
        r->at++;
    out->value_length = (int)(r->at - out->value);
    static const struct {
        const char *word;
        char        type;
    } WORDS[] = {{"true", 'b'}, {"false", 'b'}, {"null", '0'}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (out->value_length == (int)strlen(WORDS[i].word) && strncmp(out->value, WORDS[i].word, strlen(WORDS[i].word)) == 0) {
            out->type = WORDS[i].type;
            return true;
        }
    double number;
    out->type = 'n';
    return head_real(out, &number) || fail(r, "a value is none that may be here: a finite number, a text, true, false, null or an object");
}

static bool is_there(const Reader *r, int first, int depth, const HeadMember *member)
{
    for (int i = first; i < r->head->count; i++) {
        const HeadMember *other = &r->head->members[i];
        if (other->depth == depth && other->key_length == member->key_length &&
            strncmp(other->key, member->key, (size_t)member->key_length) == 0)
            return true;
    }
    return false;
}

static bool read_object(Reader *r, int depth);

static bool read_member(Reader *r, int first, int depth)
{
    HeadMember member = {.depth = depth};
    if (!read_string(r, &member.key, &member.key_length))
        return false;
    if (!take(r, ':'))
        return fail(r, "a colon is missing");
    if (is_there(r, first, depth, &member))
        return fail(r, "a key is there twice");
    if (r->head->count == HEAD_MEMBERS)
        return fail(r, "it has too many members");
    HeadMember *kept = &r->head->members[r->head->count++];
    skip(r);
    const char next = r->at < r->end ? *r->at : '\0';
    bool       good = true;
    if (next == '"') {
        member.type = 's';
        good = read_string(r, &member.value, &member.value_length);
    } else if (next == '{') {
        member.type = 'o';
    } else {
        good = read_word(r, &member);
    }
    *kept = member;
    return good && (next != '{' || read_object(r, depth + 1));
}

static bool read_object(Reader *r, int depth)
{
    const int first = r->head->count;
    if (depth > HEAD_DEPTH)
        return fail(r, "an object is too deep in it");
    if (!take(r, '{'))
        return fail(r, "it is no JSON object");
    if (take(r, '}'))
        return true;
    do {
        if (!read_member(r, first, depth))
            return false;
    } while (take(r, ','));
    return take(r, '}') || fail(r, "a comma or a closing brace is missing");
}

const char *head_read(const char *line, size_t length, Head *out)
{
    Reader r = {.at = line, .end = line + length, .head = out};
    out->count = 0;
    if (length > HEAD_MAX)
        return "it is too long";
    if (!read_object(&r, 1))
        return r.wrong;
    skip(&r);
    return r.at == r.end ? NULL : "something follows the object";
}

const HeadMember *head_find(const Head *head, const HeadMember *in, const char *key)
{
    const int depth = in ? in->depth + 1 : 1;
    for (const HeadMember *m = in ? in + 1 : head->members; m < head->members + head->count && (!in || m->depth >= depth); m++)
        if (m->depth == depth && m->key_length == (int)strlen(key) && strncmp(m->key, key, strlen(key)) == 0)
            return m;
    return NULL;
}

static bool copy_number(const HeadMember *member, char out[40])
{
    if (!member || member->type != 'n' || member->value_length >= 40)
        return false;
    snprintf(out, 40, "%.*s", member->value_length, member->value);
    return true;
}

bool head_int(const HeadMember *member, int64_t *out)
{
    char text[40];
    return copy_number(member, text) && text_to_int(text, out);
}

bool head_real(const HeadMember *member, double *out)
{
    char text[40];
    return copy_number(member, text) && text_to_double(text, out);
}

bool head_flag(const HeadMember *member, bool *out)
{
    if (!member || member->type != 'b')
        return false;
    *out = *member->value == 't';
    return true;
}

bool head_text(const HeadMember *member, char *out, size_t size)
{
    size_t used = 0;
    if (!member || member->type != 's')
        return false;
    for (int i = 0; i < member->value_length && used + 1 < size; i++) {
        char c = member->value[i];
        if (c == '\\' && i + 1 < member->value_length) {
            c = member->value[++i];
            if (c == 'u')
                i += 4;
            c = c == 'u' ? '?' : c == 'n' || c == 't' || c == 'r' || c == 'b' || c == 'f' ? ' ' : c;
        }
        out[used++] = c;
    }
    out[used] = '\0';
    return true;
}

bool head_is(const HeadMember *member, const char *text)
{
    return member && member->type == 's' && member->value_length == (int)strlen(text) && strncmp(member->value, text, strlen(text)) == 0;
}
