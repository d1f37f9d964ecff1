#include "mesh/private/mesh_xml.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

// Moves to `target` and counts lines.
static void go_to(Scan *scan, const char *target)
{
    for (; scan->at < target; scan->at++)
        scan->line += *scan->at == '\n';
}

static bool starts_with(const Scan *scan, const char *text)
{
    const size_t length = strlen(text);
    return (size_t)(scan->end - scan->at) >= length && memcmp(scan->at, text, length) == 0;
}

// If the text starts with `start`, moves behind the next `end`.
static Status pass(Scan *scan, const char *start, const char *end, bool *passed)
{
    *passed = starts_with(scan, start);
    if (!*passed)
        return status_ok();
    const char *found = memmem(scan->at, (size_t)(scan->end - scan->at), end, strlen(end));
    if (!found)
        return scan_error(scan, "`%s` has no `%s`; the file is cut off", start, end);
    go_to(scan, found + strlen(end));
    return status_ok();
}

// The `>` that ends a tag, not one inside a quoted value.
static const char *find_end(const Scan *scan)
{
    char quote = 0;
    for (const char *at = scan->at; at < scan->end; at++) {
        if (quote)
            quote = *at == quote ? '\0' : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at;
    }
    return NULL;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == ':' || c == '.';
}

static Status read_tag(Scan *scan, XmlTag *tag)
{
    const char *end = find_end(scan), *at = scan->at + 1;
    size_t      length = 0;
    if (!end)
        return scan_error(scan, "a tag has no `>`; the file is cut off");
    *tag = (XmlTag){.is_end = at < end && *at == '/'};
    at += tag->is_end;
    for (; at < end && is_name(*at); at++)
        if (length + 1 < sizeof tag->name)
            tag->name[length++] = *at;
    if (length == 0)
        return scan_error(scan, "`<` without the name of a tag");
    tag->is_empty = end > at && end[-1] == '/';
    tag->begin = at;
    tag->end = end - tag->is_empty;
    go_to(scan, end + 1);
    return status_ok();
}

Status xml_next(Scan *scan, XmlTag *tag, bool *found)
{
    bool passed = true;
    while (passed) {
        const char *open = scan->at < scan->end ? memchr(scan->at, '<', (size_t)(scan->end - scan->at)) : NULL;
        *found = open != NULL;
        go_to(scan, open ? open : scan->end);
        if (!open)
            return status_ok();
        TRY(pass(scan, "<!--", "-->", &passed));
        if (!passed)
            TRY(pass(scan, "<?", "?>", &passed));
        if (!passed)
            TRY(pass(scan, "<!", ">", &passed));
    }
    return read_tag(scan, tag);
}

bool xml_attribute(const XmlTag *tag, const char *name, char *out, size_t size)
{
    *out = '\0';
    for (const char *at = tag->begin; at < tag->end;) {
        while (at < tag->end && !is_name(*at))
            at++;
        const char *key = at;
        while (at < tag->end && is_name(*at))
            at++;
        const size_t length = (size_t)(at - key);
        while (at < tag->end && *at != '"' && *at != '\'')
            at++;
        const char *value = at + 1, *close = value < tag->end ? memchr(value, *at, (size_t)(tag->end - value)) : NULL;
        if (!close)
            return false;
        if (length == strlen(name) && memcmp(key, name, length) == 0) {
            snprintf(out, size, "%.*s", (int)(close - value), value);
            return true;
        }
        at = close + 1;
    }
    return false;
}

Status xml_count(const Scan *scan, const XmlTag *tag, const char *name, int64_t max, int64_t *out)
{
    char text[64];
    if (!xml_attribute(tag, name, text, sizeof text))
        return scan_error(scan, "<%s> has no attribute %s", tag->name, name);
    if (!text_to_int(text, out) || *out < 0 || *out > max)
        return scan_error(scan, "%s of <%s> must be a whole number in 0 … %lld, not `%s`", name, tag->name, (long long)max, text);
    return status_ok();
}
