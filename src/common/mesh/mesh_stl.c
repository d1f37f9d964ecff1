// STL (3D Systems, "StereoLithography interface specification", 1989): triangles without common vertices, as text or as 50 little-endian
// bytes each after a header of 84. Corners at exactly the same position become one vertex, numbered by first appearance, since
// the file does not index vertices. Normals are skipped: the order of the corners gives the outer side.
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/private/mesh_draft.h"
#include "mesh/private/mesh_readers.h"

enum { HEADER_BYTES = 84, TRIANGLE_BYTES = 50, COUNT_AT = 80 };

// Open addressing over the vertices of the draft: slot → vertex, or −1.
typedef struct VertexTable {
    int32_t *slot;
    size_t   slot_count; // a power of two, more than twice the vertices
} VertexTable;

static size_t find_slot(const VertexTable *table, const MeshDraft *draft, const double position[3])
{
    uint64_t bits[3], hash = 0;
    memcpy(bits, position, sizeof bits);
    for (int k = 0; k < 3; k++) {
        hash = (hash ^ bits[k]) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 32;
    }
    size_t at = (size_t)hash & (table->slot_count - 1);
    for (; table->slot[at] >= 0; at = (at + 1) & (table->slot_count - 1)) {
        const double *p = draft->mesh.position[table->slot[at]];
        if (p[0] == position[0] && p[1] == position[1] && p[2] == position[2])
            break;
    }
    return at;
}

static Status grow(VertexTable *table, const MeshDraft *draft)
{
    if (2 * ((size_t)draft->mesh.vertex_count + 1) < table->slot_count)
        return status_ok();
    free(table->slot);
    table->slot_count = table->slot_count ? 4 * table->slot_count : 1024;
    table->slot = malloc(table->slot_count * sizeof *table->slot);
    if (!table->slot)
        return status_make(STATUS_MEMORY, "out of memory for a mesh of %d vertices", (int)draft->mesh.vertex_count);
    memset(table->slot, 0xff, table->slot_count * sizeof *table->slot);
    for (int32_t i = 0; i < draft->mesh.vertex_count; i++)
        table->slot[find_slot(table, draft, draft->mesh.position[i])] = i;
    return status_ok();
}

static Status add_corner(Scan *scan, VertexTable *table, MeshDraft *draft)
{
    double position[3];
    TRY(scan_point(scan, NUMBER_F32, position));
    for (int k = 0; k < 3; k++)
        position[k] += 0.0; // −0 becomes 0
    TRY(grow(table, draft));
    const size_t at = find_slot(table, draft, position);
    if (table->slot[at] < 0) {
        table->slot[at] = draft->mesh.vertex_count;
        TRY(draft_vertex(draft, position));
    }
    return draft_corner(draft, table->slot[at]);
}

static Status read_facet(Scan *scan, VertexTable *table, MeshDraft *draft)
{
    char word[SCAN_WORD];
    TRY(scan_expect(scan, "normal"));
    for (int k = 0; k < 3; k++)
        if (!scan_word(scan, word))
            return scan_error(scan, "the file ends in a normal; it is cut off");
    TRY(scan_expect(scan, "outer"));
    TRY(scan_expect(scan, "loop"));
    for (int i = 0; i < 3; i++) {
        TRY(scan_expect(scan, "vertex"));
        TRY(add_corner(scan, table, draft));
    }
    TRY(scan_expect(scan, "endloop"));
    TRY(scan_expect(scan, "endfacet"));
    return draft_face(draft);
}

// `solid` and a line that may have any words in it, facets, `endsolid` and such a line; solids may follow each other.
static Status read_text(Scan *scan, VertexTable *table, MeshDraft *draft)
{
    char word[SCAN_WORD];
    while (scan_find_line(scan)) {
        TRY(scan_expect(scan, "solid"));
        scan_next_line(scan);
        for (;;) {
            if (!scan_word(scan, word))
                return scan_error(scan, "the file ends without `endsolid`; it is cut off");
            if (strcmp(word, "endsolid") == 0)
                break;
            if (strcmp(word, "facet") != 0)
                return scan_error(scan, "`facet` or `endsolid` is expected, not `%.40s`", word);
            TRY(read_facet(scan, table, draft));
        }
        scan_next_line(scan);
    }
    return status_ok();
}

static Status read_bytes(Scan *scan, int64_t count, VertexTable *table, MeshDraft *draft)
{
    TRY(scan_skip(scan, "the header", HEADER_BYTES));
    for (int64_t i = 0; i < count; i++) {
        TRY(scan_skip(scan, "a normal", 12));
        for (int j = 0; j < 3; j++)
            TRY(add_corner(scan, table, draft));
        TRY(scan_skip(scan, "the end of a triangle", 2));
        TRY(draft_face(draft));
    }
    return status_ok();
}

// A header of bytes may start with `solid` too: then the size of the file fits the count in it, or there are zeros in the header.
static bool is_text(const Scan *scan, int64_t count)
{
    const int64_t size = scan->end - scan->begin;
    if (size < 5 || memcmp(scan->begin, "solid", 5) != 0)
        return false;
    if (size < HEADER_BYTES)
        return true;
    return size != HEADER_BYTES + TRIANGLE_BYTES * count && !memchr(scan->begin, '\0', COUNT_AT);
}

static Status read(Scan *scan, MeshDraft *draft)
{
    const int64_t size = scan->end - scan->begin;
    int64_t       count = 0;
    VertexTable   table = {0};
    scan->swap = BYTE_ORDER != LITTLE_ENDIAN;
    if (size >= HEADER_BYTES)
        (void)number_int(NUMBER_U32, scan->begin + COUNT_AT, scan->swap, &count);
    scan->binary = !is_text(scan, count);
    const int64_t needed = HEADER_BYTES + TRIANGLE_BYTES * count;
    if (scan->binary && size < needed)
        return scan_error(scan, "%lld triangles need %lld bytes, the file has %lld; it is cut off or not an STL file", (long long)count,
                          (long long)needed, (long long)size);
    const Status status = scan->binary ? read_bytes(scan, count, &table, draft) : read_text(scan, &table, draft);
    free(table.slot);
    return status;
}

Status mesh_read_stl(const char *path, Mesh *out)
{
    return draft_read(path, read, out);
}
