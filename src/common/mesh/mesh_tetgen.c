// TetGen .node and .ele (TetGen manual, "File formats"), a pair of files with one name. Points and tetrahedra are numbered from 0 or from
// 1, as the first point says, one after the other: a file of the other base would have its points shifted by one. Attributes and boundary
// markers are skipped.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "mesh/private/mesh_readers.h"

enum { PATH_BYTES = 4096, EXTRA_MAX = 1000 };

static Status pass_words(Scan *scan, int64_t count)
{
    char word[SCAN_WORD];
    for (int64_t i = 0; i < count; i++)
        if (!scan_word_of_line(scan, word))
            return scan_error(scan, "the line ends where an attribute or a marker should come");
    return status_ok();
}

// The next line that has something in it; `read` and `total`: how many of the things so far.
static Status begin_line(Scan *scan, const char *what, int64_t read, int64_t total)
{
    if (scan_find_line(scan))
        return status_ok();
    return scan_error(scan, "the file ends after %lld of %lld %s; it is cut off", (long long)read, (long long)total, what);
}

static Status read_header(Scan *scan, const char *what, int64_t *count, int64_t *second, int64_t *extra)
{
    TRY(begin_line(scan, "headers", 0, 1));
    TRY(scan_int(scan, NUMBER_I64, what, 1, INT32_MAX, count));
    TRY(scan_int(scan, NUMBER_I64, "the second number of the header", 0, EXTRA_MAX, second));
    return scan_int(scan, NUMBER_I64, "the number of attributes", 0, EXTRA_MAX, extra);
}

// "points, dimension, attributes, markers", then "number x y z attributes marker".
static Status read_nodes(Scan *scan, MeshDraft *draft, int64_t *first)
{
    int64_t count = 0, dimension = 0, attributes = 0, markers = 0, number = 0;
    TRY(read_header(scan, "the number of points", &count, &dimension, &attributes));
    TRY(scan_int(scan, NUMBER_I64, "the number of markers", 0, 1, &markers));
    TRY(scan_line_done(scan));
    if (dimension != 3)
        return scan_error(scan, "points have %lld coordinates; only those of 3 are read", (long long)dimension);
    TRY(scan_room(scan, "points", count, NUMBER_I32, 4 + attributes + markers));
    for (int64_t i = 0; i < count; i++) {
        double position[3];
        TRY(begin_line(scan, "points", i, count));
        TRY(scan_int(scan, NUMBER_I64, "the number of a point", i ? *first + i : 0, i ? *first + i : 1, &number));
        if (i == 0)
            *first = number;
        TRY(scan_point(scan, NUMBER_F64, position));
        TRY(pass_words(scan, attributes + markers));
        TRY(scan_line_done(scan));
        TRY(draft_vertex(draft, position));
    }
    draft->mesh.open_end |= scan_has_open_end(scan);
    return scan_check_end(scan, "points");
}

// "tetrahedra, nodes of each, attributes", then "number, nodes, attributes".
static Status read_tets(Scan *scan, MeshDraft *draft, int64_t first)
{
    const int64_t last = first + draft->mesh.vertex_count - 1;
    int64_t       count = 0, nodes = 0, attributes = 0, number = 0;
    TRY(read_header(scan, "the number of tetrahedra", &count, &nodes, &attributes));
    TRY(scan_line_done(scan));
    if (nodes != 4)
        return scan_error(scan, "tetrahedra have %lld nodes; only those of 4 are read (tetgen without -o2)", (long long)nodes);
    TRY(scan_room(scan, "tetrahedra", count, NUMBER_I32, 5 + attributes));
    for (int64_t i = 0; i < count; i++) {
        int32_t corner[4];
        TRY(begin_line(scan, "tetrahedra", i, count));
        TRY(scan_int(scan, NUMBER_I64, "the number of a tetrahedron", 0, INT64_MAX, &number));
        if (i == 0 && number != first)
            return scan_error(scan, "tetrahedra are numbered from %lld and points from %lld; number both from the same base",
                              (long long)number, (long long)first);
        for (int k = 0; k < 4; k++) {
            TRY(scan_int(scan, NUMBER_I64, "a tetrahedron's point", first, last, &number));
            corner[k] = (int32_t)(number - first);
        }
        TRY(pass_words(scan, attributes));
        TRY(scan_line_done(scan));
        TRY(draft_tet(draft, corner));
    }
    draft->mesh.open_end |= scan_has_open_end(scan);
    return scan_check_end(scan, "tetrahedra");
}

static Status by_lines(Scan *scan)
{
    scan->by_line = true;
    scan->comment = '#';
    return scan_check_text(scan);
}

// `scan` is the file that was given; the other one lies beside it.
Status mesh_read_tetgen(Scan *scan, MeshDraft *draft)
{
    char        path[PATH_BYTES];
    Scan        other;
    const char *end = strrchr(scan->path, '.') + 1;
    const bool  is_nodes = strcasecmp(end, "node") == 0;
    if (snprintf(path, sizeof path, "%.*s%s", (int)(end - scan->path), scan->path, is_nodes ? "ele" : "node") >= (int)sizeof path)
        return status_make(STATUS_INPUT, "%.200s…: the path is too long; use a shorter one", scan->path);
    int64_t first = 0;
    TRY(by_lines(scan));
    if (is_nodes)
        TRY(read_nodes(scan, draft, &first));
    TRY(scan_open(path, &other));
    hash_bytes(other.begin, (size_t)(other.end - other.begin), draft->mesh.hash[1]);
    draft->scan = is_nodes ? scan : &other;
    Status status = by_lines(&other);
    if (status.code == STATUS_OK)
        status = is_nodes ? read_tets(&other, draft, first) : read_nodes(&other, draft, &first);
    draft->scan = scan;
    scan_close(&other);
    if (status.code == STATUS_OK && !is_nodes)
        status = read_tets(scan, draft, first);
    return status;
}
