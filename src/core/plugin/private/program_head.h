// The head of a frame that a program writes: one line, a JSON object. Read without allocating, as heads come inside steps.
#ifndef WEFT_PLUGIN_PROGRAM_HEAD_H
#define WEFT_PLUGIN_PROGRAM_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HEAD_MAX = 8192, HEAD_MEMBERS = 64, HEAD_DEPTH = 2 };

// A member of the object or of an object in it.
typedef struct HeadMember {
    int         depth; // 1: of the head itself, 2: of the object before it
    const char *key, *value;
    int         key_length, value_length; // texts without their quotes, escapes as written
    char        type;                     // s: text, n: number, b: true or false, 0: null, o: object
} HeadMember;

typedef struct Head {
    int        count;
    HeadMember members[HEAD_MEMBERS];
} Head;

// Points into the line, which has no line end. NULL, or what is wrong with it. Arrays, deeper objects and a key that is there twice are.
const char *head_read(const char *line, size_t length, Head *out);

// Members by key; `in`: NULL, of the head itself, or the object that they are in. NULL: it is not there.
const HeadMember *head_find(const Head *head, const HeadMember *in, const char *key);

// Whether the member is there and of that type. A whole number.
bool head_int(const HeadMember *member, int64_t *out);
bool head_real(const HeadMember *member, double *out);
bool head_flag(const HeadMember *member, bool *out);
// Cut to the size; escapes become what they stand for, \u a question mark.
bool head_text(const HeadMember *member, char *out, size_t size);
bool head_is(const HeadMember *member, const char *text);

#endif
