// Wavefront OBJ (the format's appendix B1 of Advanced Visualizer). A first pass counts the vertices, since an index may name one further
// down; the second parses and checks.
#include <string.h>

#include "base/text.h"
#include "mesh/private/mesh_readers.h"

enum { SHOWN_MAX = 40 };

// The next word of a line; `\` at the end of a line joins it to the next.
static bool next_word(Scan *scan, char word[SCAN_WORD])
{
    while (scan_word_of_line(scan, word)) {
        const size_t last = strlen(word) - 1;
        const char  *end = scan->at + (scan->at < scan->end && *scan->at == '\r');
        if (word[last] != '\\' || end == scan->end || *end != '\n')
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
    const int32_t begin = draft->corners;
    char          word[SCAN_WORD];
    int32_t       first = -1, before = -1, vertex = -1;
    for (; next_word(scan, word); before = vertex) {
        TRY(read_reference(scan, word, total, draft, &vertex));
        if (vertex == before)
            return scan_error(scan, "a face has vertex %d twice in a row; remove one", (int)vertex + 1);
        first = before < 0 ? vertex : first;
        TRY(draft_corner(draft, vertex));
    }
    if (draft->corners - begin < 3)
        return scan_error(scan, "a face needs at least 3 vertices, has %d", (int)(draft->corners - begin));
    if (vertex == first)
        return scan_error(scan, "a face starts and ends with vertex %d; remove one", (int)vertex + 1);
    return draft_face(draft);
}

static Status read_polyline(Scan *scan, int64_t total, MeshDraft *draft)
{
    char    word[SCAN_WORD];
    int32_t before = -1, vertex = -1, count = 0;
    for (; next_word(scan, word); before = vertex, count++) {
        TRY(read_reference(scan, word, total, draft, &vertex));
        if (vertex == before)
            return scan_error(scan, "a line joins vertex %d to itself; remove it", (int)vertex + 1);
        if (count > 0)
            TRY(draft_line(draft, before, vertex));
    }
    return count < 2 ? scan_error(scan, "a line needs at least 2 vertices, has %d", (int)count) : status_ok();
}

Status mesh_read_obj(Scan *scan, MeshDraft *draft)
{
    char       word[SCAN_WORD];
    int64_t    total = 0;
    const Scan begin = *scan;
    for (int pass = 0; pass < 2; pass++) {
        *scan = begin;
        scan->comment = '#';
        while (scan_find_line(scan)) {
            const bool any = next_word(scan, word);
            if (pass == 0)
                total += any && strcmp(word, "v") == 0;
            else if (any && strcmp(word, "v") == 0)
                TRY(read_vertex(scan, draft));
            else if (any && strcmp(word, "f") == 0)
                TRY(read_face(scan, total, draft));
            else if (any && strcmp(word, "l") == 0)
                TRY(read_polyline(scan, total, draft));
            while (next_word(scan, word)) // of a line that is not read
                ;
        }
    }
    return status_ok();
}
