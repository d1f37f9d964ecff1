// Wavefront OBJ (the format's appendix B1 of Advanced Visualizer). A first pass counts the vertices, since an index may name one further
// down; the second parses and checks.
#include <string.h>

#include "base/text.h"
#include "mesh/private/mesh_readers.h"

enum { SHOWN_MAX = 40 };

// Statements that are skipped: those with a text, in which a `\\` at the end is a letter (a path, say), and those with numbers. A
// statement in neither list, such as a free-form curve, is counted as not read.
static const char *const OF_TEXT[] = {"g",    "o",   "s",          "mg",        "usemtl", "mtllib", "usemap",   "maplib",
                                      "call", "csh", "shadow_obj", "trace_obj", "lod",    "bevel",  "c_interp", "d_interp"};
static const char *const OF_NUMBERS[] = {"vt", "vn", "vp"};

static bool is_among(const char *word, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (scan_is(word, names[i]))
            return true;
    return false;
}

// The first word of a line; a `\` behind it is left for the words that follow.
static bool take_keyword(Scan *scan, char word[SCAN_WORD])
{
    if (!scan_word_of_line(scan, word))
        return false;
    const size_t last = strlen(word) - 1;
    if (last > 0 && word[last] == '\\' && scan_at_line_end(scan)) {
        word[last] = '\0';
        scan->at--;
    }
    return true;
}

// The next word of a line; `\` at the end of a line joins it to the next.
static bool next_word(Scan *scan, char word[SCAN_WORD])
{
    while (scan_word_of_line(scan, word)) {
        const size_t last = strlen(word) - 1;
        if (word[last] != '\\' || scan->at == scan->end || !scan_at_line_end(scan))
            return true;
        word[last] = '\0';
        scan_next_line(scan);
        if (*word)
            return true;
    }
    return false;
}

// x y z, then optionally a weight or a colour or both: all must be numbers, and only x y z are kept.
static Status read_vertex(Scan *scan, MeshDraft *draft)
{
    char   word[SCAN_WORD];
    double position[3];
    int    count = 0;
    for (; next_word(scan, word); count++) {
        double value = 0;
        if (!text_to_double(word, &value))
            return scan_error(scan, "`%.*s` is not a finite number", SHOWN_MAX, word);
        if (count < 3)
            position[count] = value;
    }
    if (count < 3 || count > 8)
        return scan_error(scan, "a vertex needs 3 coordinates, has %d", count);
    return draft_vertex(draft, position);
}

// `v`, `v/vt`, `v//vn` or `v/vt/vn`; only v is kept, the others must be whole numbers. total: vertices of the file.
static Status read_reference(const Scan *scan, char *word, int64_t total, const MeshDraft *draft, int32_t *vertex)
{
    char       *part = word;
    int64_t     index = 0, ignored = 0;
    const char *shown = word;
    for (int nth = 0; part; nth++) {
        char *slash = strchr(part, '/');
        if (slash)
            *slash = '\0';
        const bool empty_allowed = nth == 1 && slash;
        if (nth > 2 || (!(empty_allowed && !*part) && !text_to_int(part, nth ? &ignored : &index)))
            return scan_error(scan, "`%.*s` is not an index; write v, v/vt, v//vn or v/vt/vn", SHOWN_MAX, *part ? part : "/");
        part = slash ? slash + 1 : NULL;
    }
    const int64_t found = index < 0 ? draft->mesh.vertex_count + index : index - 1;
    if (index == 0 || found < 0 || found >= total)
        return scan_error(scan, "vertex %.*s does not exist; the file has %lld, counted from 1", SHOWN_MAX, shown, (long long)total);
    *vertex = (int32_t)found;
    return status_ok();
}

static Status read_face(Scan *scan, int64_t total, MeshDraft *draft)
{
    char    word[SCAN_WORD];
    int32_t vertex = -1;
    while (next_word(scan, word)) {
        TRY(read_reference(scan, word, total, draft, &vertex));
        TRY(draft_corner(draft, vertex));
    }
    return draft_face(draft);
}

static Status read_polyline(Scan *scan, int64_t total, MeshDraft *draft)
{
    char    word[SCAN_WORD];
    int32_t before = -1, vertex = -1, count = 0;
    for (; next_word(scan, word); before = vertex, count++) {
        TRY(read_reference(scan, word, total, draft, &vertex));
        if (count > 0)
            TRY(draft_line(draft, before, vertex));
    }
    draft->mesh.unread_count += count == 0;
    return count == 1 ? draft_line(draft, vertex, vertex) : status_ok();
}

static Status read_statement(Scan *scan, const char *word, int64_t total, MeshDraft *draft)
{
    if (scan_is(word, "v"))
        return read_vertex(scan, draft);
    if (scan_is(word, "f"))
        return read_face(scan, total, draft);
    if (scan_is(word, "l"))
        return read_polyline(scan, total, draft);
    draft->mesh.unread_count +=
        !is_among(word, OF_TEXT, sizeof OF_TEXT / sizeof *OF_TEXT) && !is_among(word, OF_NUMBERS, sizeof OF_NUMBERS / sizeof *OF_NUMBERS);
    return status_ok();
}

// To the next line, over those that a `\` joins to this one.
static void pass_line(Scan *scan, const char *keyword)
{
    char       word[SCAN_WORD];
    const bool joined = scan_is(keyword, "v") || scan_is(keyword, "f") || scan_is(keyword, "l") ||
                        is_among(keyword, OF_NUMBERS, sizeof OF_NUMBERS / sizeof *OF_NUMBERS);
    while (joined && next_word(scan, word))
        ;
    scan_next_line(scan);
}

Status mesh_read_obj(Scan *scan, MeshDraft *draft)
{
    char       word[SCAN_WORD];
    int64_t    total = 0;
    const Scan begin = *scan;
    TRY(scan_check_text(scan));
    for (int pass = 0; pass < 2; pass++) {
        *scan = begin;
        scan->comment = '#';
        while (scan_find_line(scan) && take_keyword(scan, word)) {
            if (pass == 0)
                total += scan_is(word, "v");
            else
                TRY(read_statement(scan, word, total, draft));
            pass_line(scan, word);
        }
    }
    draft->mesh.open_end = scan_has_open_end(scan);
    return status_ok();
}
