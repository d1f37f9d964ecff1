// STL (3D Systems, "StereoLithography interface specification", 1989): triangles without common vertices, as text or as 50 little-endian
// bytes each after a header of 84. Corners at exactly the same position become one vertex, numbered by first appearance, since
// the file does not index vertices. Normals are skipped: the order of the corners gives the outer side.
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/private/mesh_marks.h"
#include "mesh/private/mesh_readers.h"

enum { HEADER_BYTES = 84, TRIANGLE_BYTES = 50, COUNT_AT = 80, ROOM = 4096 };

static Status add_corner(Scan *scan, MeshDraft *draft)
{
    double position[3];
    TRY(scan_point(scan, NUMBER_F32, position));
    for (int k = 0; k < 3; k++)
        position[k] += 0.0; // −0 becomes 0
    TRY(draft_corner(draft, draft->mesh.vertex_count));
    return draft_vertex(draft, position);
}

// Corners at one position become the first of them.
static Status join_corners(MeshDraft *draft)
{
    Mesh    *mesh = &draft->mesh;
    int32_t *number = NULL, count = 0;
    TRY(mesh_first_at_position(mesh, &number));
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const bool is_first = number[i] == i;
        memmove(mesh->position[count], mesh->position[i], sizeof *mesh->position);
        number[i] = is_first ? count++ : number[number[i]];
    }
    for (int32_t i = 0; i < draft->corners; i++)
        mesh->face_vertex[i] = number[mesh->face_vertex[i]];
    mesh->vertex_count = count;
    free(number);
    return status_ok();
}

// Joins corners whenever the vertex count reaches `room`, so that it never exceeds twice that of the joined mesh by much.
static Status end_facet(MeshDraft *draft, int32_t *room)
{
    TRY(draft_face(draft));
    if (draft->mesh.vertex_count < *room)
        return status_ok();
    TRY(join_corners(draft));
    *room = draft->mesh.vertex_count < INT32_MAX / 4 ? 2 * draft->mesh.vertex_count + ROOM : INT32_MAX;
    return status_ok();
}

static Status read_facet(Scan *scan, MeshDraft *draft, int32_t *room)
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
        TRY(add_corner(scan, draft));
    }
    TRY(scan_expect(scan, "endloop"));
    TRY(scan_expect(scan, "endfacet"));
    return end_facet(draft, room);
}

// `solid` and a line that may have any words in it, facets, `endsolid` and such a line; solids may follow each other.
static Status read_text(Scan *scan, MeshDraft *draft)
{
    char    word[SCAN_WORD];
    int32_t room = ROOM;
    TRY(scan_check_text(scan));
    while (scan_find_line(scan)) {
        TRY(scan_expect(scan, "solid"));
        scan_next_line(scan);
        for (;;) {
            if (!scan_word(scan, word))
                return scan_error(scan, "the file ends without `endsolid`; it is cut off");
            if (scan_is(word, "endsolid"))
                break;
            if (!scan_is(word, "facet"))
                return scan_error(scan, "`facet` or `endsolid` is expected, not `%.40s`", word);
            TRY(read_facet(scan, draft, &room));
        }
        scan_next_line(scan);
    }
    return status_ok();
}

static Status read_bytes(Scan *scan, int64_t count, MeshDraft *draft)
{
    int32_t room = ROOM;
    scan->at = scan->begin + HEADER_BYTES;
    for (int64_t i = 0; i < count; i++) {
        TRY(scan_skip(scan, "a normal", 12));
        for (int j = 0; j < 3; j++)
            TRY(add_corner(scan, draft));
        TRY(scan_skip(scan, "the end of a triangle", 2));
        TRY(end_facet(draft, &room));
    }
    return scan_check_end(scan, "triangles");
}

// A header of bytes may start with `solid` too: then the size of the file fits the count in it, or there are zeros in the header.
static bool is_text(const Scan *scan, int64_t count)
{
    const int64_t size = scan->end - scan->begin;
    Scan          from = *scan;
    char          word[SCAN_WORD];
    if (!scan_word(&from, word) || !scan_is(word, "solid"))
        return false;
    if (size < HEADER_BYTES)
        return true;
    return size != HEADER_BYTES + TRIANGLE_BYTES * count && !memchr(scan->begin, '\0', COUNT_AT);
}

Status mesh_read_stl(Scan *scan, MeshDraft *draft)
{
    const int64_t size = scan->end - scan->begin;
    int64_t       count = 0;
    scan->swap = BYTE_ORDER != LITTLE_ENDIAN;
    if (size >= HEADER_BYTES)
        (void)number_int(NUMBER_U32, scan->begin + COUNT_AT, scan->swap, &count);
    scan->binary = !is_text(scan, count);
    const int64_t needed = HEADER_BYTES + TRIANGLE_BYTES * count;
    if (scan->binary && size < needed)
        return scan_error(scan, "%lld triangles need %lld bytes, the file has %lld; it is cut off or not an STL file", (long long)count,
                          (long long)needed, (long long)size);
    TRY(scan->binary ? read_bytes(scan, count, draft) : read_text(scan, draft));
    return join_corners(draft);
}
