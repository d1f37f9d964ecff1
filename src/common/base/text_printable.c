// Decodes UTF-8 and tests for printable characters. status.c depends on this file.
#include <string.h>

#include "base/text.h"

// Bytes of the UTF-8 character at the start of the text; 0 if it is invalid. The terminating zero is never part of a character.
static size_t read_character(const char *text, uint32_t *out)
{
    const unsigned char *p = (const unsigned char *)text;
    *out = p[0];
    if (p[0] < 0x80)
        return p[0] ? 1 : 0;
    const size_t bytes = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    uint32_t     code = p[0] & (0xffU >> (bytes + 1));
    if (p[0] < 0xc2 || p[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < bytes; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    static const uint32_t CODE_MIN[] = {0, 0, 0x80, 0x800, 0x10000};
    *out = code;
    return code < CODE_MIN[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : bytes;
}

// Terminal controls (C0, DEL, C1), ends of lines and paragraphs, changes of the writing direction, and codes that are not characters, which
// XML rejects.
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || (code & 0xfffe) == 0xfffe ||
           (code >= 0xfdd0 && code <= 0xfdef);
}

size_t text_printable_bytes(const char *text, size_t *bytes)
{
    uint32_t     code = 0;
    const size_t read = read_character(text, &code);
    if (bytes)
        *bytes = read ? read : 1;
    return read && !is_control(code) ? read : 0;
}

bool text_is_utf8(const char *text)
{
    uint32_t code = 0;
    for (size_t bytes = 0; *text; text += bytes)
        if ((bytes = read_character(text, &code)) == 0)
            return false;
    return true;
}

void text_make_printable(char *text)
{
    for (size_t bytes = 0; *text; text += bytes)
        if (!text_printable_bytes(text, &bytes))
            memset(text, '?', bytes);
}
