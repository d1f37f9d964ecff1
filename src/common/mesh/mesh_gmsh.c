// Gmsh MSH 2.0 … 2.2 and 4.1 (Gmsh reference manual, "Gmsh file formats"), as text and as bytes of either order. Taken are the nodes,
// lines, triangles, quadrangles and tetrahedra; points are skipped, and so are all sections but $Nodes and $Elements. In text each node and
// element, and the tags of a block, end with their line.
//
// Nodes have tags, which may have gaps and come in any order. Vertices are numbered in ascending order of the tags: where the tags are
// 1 … n, as Gmsh itself writes them, vertex i has tag i + 1.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/private/mesh_readers.h"

enum { TYPE_MAX = 140, TYPE_NODES_MAX = 8, TAGS_MAX = 1000, SHOWN_MAX = 40 };

typedef struct Node {
    int64_t tag;
    double  position[3];
} Node;

typedef struct Gmsh {
    Scan      *scan;
    MeshDraft *draft;
    bool       new_format; // 4.1
    NumberType size;       // of counts and tags in 4.1
    Node      *nodes;
    int64_t    node_count, node_room;
    bool       dense; // tags without gaps
    bool       has_format, has_nodes, has_elements;
} Gmsh;

// Element types that are taken or refused by name; `nodes` is 0 for those refused.
static const struct {
    int         type, nodes;
    const char *name;
} TYPES[] = {
    {1, 2, "line"},
    {2, 3, "triangle"},
    {3, 4, "quadrangle"},
    {4, 4, "tetrahedron"},
    {15, 1, "point"},
    {5, 0, "a hexahedron; split it into tetrahedra"},
    {6, 0, "a prism; split it into tetrahedra"},
    {7, 0, "a pyramid; split it into tetrahedra"},
    {8, 0, "a line of order 2; save the mesh with order 1"},
    {9, 0, "a triangle of order 2; save the mesh with order 1"},
    {10, 0, "a quadrangle of order 2; save the mesh with order 1"},
    {11, 0, "a tetrahedron of order 2; save the mesh with order 1"},
    {16, 0, "a quadrangle of order 2; save the mesh with order 1"},
};

static Status find_type(const Scan *scan, int64_t type, int *nodes)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (TYPES[i].type == type) {
            *nodes = TYPES[i].nodes;
            return *nodes ? status_ok() : scan_error(scan, "element type %d is %s", (int)type, TYPES[i].name);
        }
    return scan_error(scan, "element type %lld is not a line, triangle, quadrangle or tetrahedron (1, 2, 3, 4)", (long long)type);
}

// A row that lacks a number takes it from the next line, and does not end with that.
static Status end_row(Scan *scan)
{
    return scan->binary ? status_ok() : scan_line_done(scan);
}

// ---- nodes ----

static Status add_node(Gmsh *gmsh, const Node *node)
{
    TRY(draft_grow((void **)&gmsh->nodes, &gmsh->node_room, gmsh->node_count, sizeof *gmsh->nodes));
    gmsh->nodes[gmsh->node_count++] = *node;
    return status_ok();
}

static int compare_nodes(const void *left, const void *right)
{
    const Node *l = left, *r = right;
    return (l->tag > r->tag) - (l->tag < r->tag);
}

static Status number_nodes(Gmsh *gmsh)
{
    bool sorted = true;
    for (int64_t i = 1; i < gmsh->node_count; i++)
        sorted = sorted && gmsh->nodes[i - 1].tag < gmsh->nodes[i].tag;
    if (!sorted)
        qsort(gmsh->nodes, (size_t)gmsh->node_count, sizeof *gmsh->nodes, compare_nodes);
    for (int64_t i = 0; i < gmsh->node_count; i++) {
        if (i > 0 && gmsh->nodes[i - 1].tag == gmsh->nodes[i].tag)
            return scan_error(gmsh->scan, "two nodes have the tag %lld", (long long)gmsh->nodes[i].tag);
        TRY(draft_vertex(gmsh->draft, gmsh->nodes[i].position));
    }
    gmsh->dense = gmsh->node_count > 0 && gmsh->nodes[gmsh->node_count - 1].tag - gmsh->nodes[0].tag == gmsh->node_count - 1;
    return status_ok();
}

static Status read_old_nodes(Gmsh *gmsh)
{
    Scan   *scan = gmsh->scan;
    int64_t count = 0;
    TRY(scan_count(scan, "the number of nodes", &count));
    TRY(scan_line_done(scan));
    scan_next_line(scan);
    TRY(scan_room(scan, "nodes", count, NUMBER_I32, scan->binary ? 7 : 4));
    for (int64_t i = 0; i < count; i++) {
        Node node;
        TRY(scan_int(scan, NUMBER_I32, "a node's tag", 0, INT64_MAX, &node.tag));
        TRY(scan_point(scan, NUMBER_F64, node.position));
        TRY(end_row(scan));
        TRY(add_node(gmsh, &node));
    }
    return status_ok();
}

// A block: all tags, then all positions, followed by parameters if the block is parametric.
static Status read_node_block(Gmsh *gmsh, int64_t *left)
{
    Scan         *scan = gmsh->scan;
    const int64_t first = gmsh->node_count;
    int64_t       dimension = 0, entity = 0, parametric = 0, count = 0;
    TRY(scan_int(scan, NUMBER_I32, "the dimension of a block", 0, 3, &dimension));
    TRY(scan_int(scan, NUMBER_I32, "the tag of an entity", INT32_MIN, INT32_MAX, &entity));
    TRY(scan_int(scan, NUMBER_I32, "whether nodes are parametric", 0, 1, &parametric));
    TRY(scan_int(scan, gmsh->size, "the number of nodes in a block", 0, *left, &count));
    TRY(end_row(scan));
    TRY(scan_room(scan, "nodes", count, gmsh->size, 4));
    *left -= count;
    for (int64_t i = 0; i < count; i++) {
        Node node = {0};
        TRY(scan_int(scan, gmsh->size, "a node's tag", 0, INT64_MAX, &node.tag));
        TRY(add_node(gmsh, &node));
    }
    TRY(end_row(scan));
    for (int64_t i = first; i < first + count; i++) {
        TRY(scan_point(scan, NUMBER_F64, gmsh->nodes[i].position));
        double skipped = 0;
        for (int64_t k = 0; k < dimension && parametric; k++)
            TRY(scan_real(scan, NUMBER_F64, "a node's parameter", &skipped));
        TRY(end_row(scan));
    }
    return status_ok();
}

// The numbers of blocks and of entries, then the smallest and largest tag, which are not used.
static Status read_totals(Gmsh *gmsh, const char *what, int64_t *blocks, int64_t *total)
{
    int64_t tag = 0;
    TRY(scan_int(gmsh->scan, gmsh->size, "the number of blocks", 0, INT32_MAX, blocks));
    TRY(scan_int(gmsh->scan, gmsh->size, what, 0, INT32_MAX, total));
    TRY(scan_int(gmsh->scan, gmsh->size, "the smallest tag", 0, INT64_MAX, &tag));
    TRY(scan_int(gmsh->scan, gmsh->size, "the largest tag", 0, INT64_MAX, &tag));
    return end_row(gmsh->scan);
}

static Status read_blocks(Gmsh *gmsh, const char *what, Status (*read_block)(Gmsh *gmsh, int64_t *left))
{
    int64_t blocks = 0, left = 0;
    TRY(read_totals(gmsh, what, &blocks, &left));
    for (int64_t i = 0; i < blocks; i++)
        TRY(read_block(gmsh, &left));
    return left == 0 ? status_ok() : scan_error(gmsh->scan, "%s is larger by %lld than the sum over the blocks", what, (long long)left);
}

// ---- elements ----

static Status find_vertex(const Gmsh *gmsh, int64_t tag, int32_t *out)
{
    const Node  key = {.tag = tag};
    const Node *found = NULL;
    if (gmsh->dense) {
        const int64_t first = gmsh->nodes[0].tag;
        found = tag >= first && tag - first < gmsh->node_count ? gmsh->nodes + (tag - first) : NULL;
    } else if (gmsh->node_count > 0) {
        found = bsearch(&key, gmsh->nodes, (size_t)gmsh->node_count, sizeof key, compare_nodes);
    }
    if (!found)
        return scan_error(gmsh->scan, "an element refers to node %lld, which does not exist", (long long)tag);
    *out = (int32_t)(found - gmsh->nodes);
    return status_ok();
}

static Status read_corners(Gmsh *gmsh, NumberType number, int64_t type, int nodes)
{
    int32_t corner[TYPE_NODES_MAX] = {0};
    int64_t tag = 0;
    for (int i = 0; i < nodes; i++) {
        TRY(scan_int(gmsh->scan, number, "an element's node", INT64_MIN, INT64_MAX, &tag));
        TRY(find_vertex(gmsh, tag, &corner[i]));
    }
    switch (type) {
    case 1:
        return draft_line(gmsh->draft, corner[0], corner[1]);
    case 2:
    case 3:
        return draft_polygon(gmsh->draft, corner, nodes);
    case 4:
        return draft_tet(gmsh->draft, corner);
    default:
        return status_ok();
    }
}

static Status pass_ints(Scan *scan, const char *what, int64_t count)
{
    int64_t passed = 0;
    for (int64_t i = 0; i < count; i++)
        TRY(scan_int(scan, NUMBER_I32, what, INT64_MIN, INT64_MAX, &passed));
    return status_ok();
}

// In text each element has its type; in binary a header gives the type of several.
static Status read_old_run(Gmsh *gmsh, int64_t *left)
{
    Scan   *scan = gmsh->scan;
    int64_t type = 0, count = 1, tags = 0;
    int     nodes = 0;
    if (!scan->binary)
        TRY(pass_ints(scan, "an element's number", 1));
    TRY(scan_int(scan, NUMBER_I32, "an element's type", 1, TYPE_MAX, &type));
    TRY(find_type(scan, type, &nodes));
    if (scan->binary)
        TRY(scan_int(scan, NUMBER_I32, "the number of elements of a type", 1, *left, &count));
    TRY(scan_int(scan, NUMBER_I32, "the number of an element's tags", 0, TAGS_MAX, &tags));
    for (int64_t i = 0; i < count; i++) {
        if (scan->binary)
            TRY(pass_ints(scan, "an element's number", 1));
        TRY(pass_ints(scan, "an element's tag", tags));
        TRY(read_corners(gmsh, NUMBER_I32, type, nodes));
    }
    *left -= count;
    return end_row(scan);
}

static Status read_old_elements(Gmsh *gmsh)
{
    int64_t left = 0;
    TRY(scan_count(gmsh->scan, "the number of elements", &left));
    TRY(scan_line_done(gmsh->scan));
    scan_next_line(gmsh->scan);
    TRY(scan_room(gmsh->scan, "elements", left, NUMBER_I32, 2));
    while (left > 0)
        TRY(read_old_run(gmsh, &left));
    return status_ok();
}

static Status read_element_block(Gmsh *gmsh, int64_t *left)
{
    Scan   *scan = gmsh->scan;
    int64_t dimension = 0, entity = 0, type = 0, count = 0, tag = 0;
    int     nodes = 0;
    TRY(scan_int(scan, NUMBER_I32, "the dimension of a block", 0, 3, &dimension));
    TRY(scan_int(scan, NUMBER_I32, "the tag of an entity", INT32_MIN, INT32_MAX, &entity));
    TRY(scan_int(scan, NUMBER_I32, "an element's type", 1, TYPE_MAX, &type));
    TRY(find_type(scan, type, &nodes));
    TRY(scan_int(scan, gmsh->size, "the number of elements in a block", 0, *left, &count));
    TRY(end_row(scan));
    TRY(scan_room(scan, "elements", count, gmsh->size, nodes + 1));
    *left -= count;
    for (int64_t i = 0; i < count; i++) {
        TRY(scan_int(scan, gmsh->size, "an element's tag", INT64_MIN, INT64_MAX, &tag));
        TRY(read_corners(gmsh, gmsh->size, type, nodes));
        TRY(end_row(scan));
    }
    return status_ok();
}

// ---- sections ----

static Status read_format(Gmsh *gmsh)
{
    Scan   *scan = gmsh->scan;
    char    word[SCAN_WORD];
    int64_t is_binary = 0, size = 0, one = 0;
    if (!scan_word(scan, word))
        return scan_error(scan, "the file ends where the version should come; it is cut off");
    gmsh->new_format = strcmp(word, "4.1") == 0;
    if (!gmsh->new_format && strcmp(word, "2.2") != 0 && strcmp(word, "2.1") != 0 && strcmp(word, "2.0") != 0 && strcmp(word, "2") != 0)
        return scan_error(scan, "MSH version %.*s is not read; save the mesh as version 4.1 or 2.2", SHOWN_MAX, word);
    TRY(scan_int(scan, NUMBER_I64, "whether the file is binary", 0, 1, &is_binary));
    TRY(scan_int(scan, NUMBER_I64, "the size of numbers", 4, 8, &size));
    if (size != 8 && !(gmsh->new_format && size == 4))
        return scan_error(scan, "numbers of %lld bytes are not read; only those of 8", (long long)size);
    gmsh->size = size == 8 ? NUMBER_U64 : NUMBER_U32;
    gmsh->has_format = true;
    if (!is_binary)
        return scan_check_text(scan);
    scan_next_line(scan);
    scan->binary = true;
    TRY(scan_int(scan, NUMBER_I32, "the byte order mark", INT32_MIN, INT32_MAX, &one));
    if (one != 1 && one != 0x01000000)
        return scan_error(scan, "the byte order mark is %lld; it must be 1, as is or with its bytes reversed", (long long)one);
    scan->swap = one != 1;
    return status_ok();
}

static Status read_nodes(Gmsh *gmsh)
{
    if (gmsh->has_nodes)
        return scan_error(gmsh->scan, "the section $Nodes comes twice");
    gmsh->has_nodes = true;
    TRY(gmsh->new_format ? read_blocks(gmsh, "the number of nodes", read_node_block) : read_old_nodes(gmsh));
    return number_nodes(gmsh);
}

static Status read_elements(Gmsh *gmsh)
{
    if (!gmsh->has_nodes)
        return scan_error(gmsh->scan, "the section $Elements comes before $Nodes");
    gmsh->has_elements = true;
    return gmsh->new_format ? read_blocks(gmsh, "the number of elements", read_element_block) : read_old_elements(gmsh);
}

// Skips a section that is not read; it may contain any bytes.
static Status pass_section(Scan *scan, const char *name)
{
    char end[SCAN_WORD + 8];
    snprintf(end, sizeof end, "$End%s", name + 1);
    const char *found = memmem(scan->at, (size_t)(scan->end - scan->at), end, strlen(end));
    if (!found)
        return scan_error(scan, "the file has no `%.*s`; it is cut off", SHOWN_MAX, end);
    for (; scan->at < found; scan->at++)
        scan->line += *scan->at == '\n' || (*scan->at == '\r' && scan->at[1] != '\n');
    return scan_expect(scan, end);
}

// binary: of the numbers in sections that are read; everything between these is text.
static Status read_section(Gmsh *gmsh, const char *name, bool *binary)
{
    static const struct {
        const char *name, *end;
        Status (*read)(Gmsh *gmsh);
    } SECTIONS[] = {
        {"$MeshFormat", "$EndMeshFormat", read_format}, {"$Nodes", "$EndNodes", read_nodes}, {"$Elements", "$EndElements", read_elements}};
    Scan *scan = gmsh->scan;
    for (size_t i = 0; i < sizeof SECTIONS / sizeof *SECTIONS; i++)
        if (strcmp(name, SECTIONS[i].name) == 0) {
            if (!gmsh->has_format && i > 0)
                return scan_error(scan, "%s comes before $MeshFormat", name);
            TRY(scan_line_done(scan));
            scan_next_line(scan);
            scan->binary = *binary;
            TRY(SECTIONS[i].read(gmsh));
            *binary = scan->binary;
            scan->binary = false;
            return scan_expect(scan, SECTIONS[i].end);
        }
    if (strcmp(name, "$ParametricNodes") == 0)
        return scan_error(scan, "nodes with parameters are not read in version 2; save the mesh as version 4.1");
    return pass_section(scan, name);
}

static Status read_sections(Gmsh *gmsh)
{
    Scan *scan = gmsh->scan;
    char  name[SCAN_WORD];
    bool  binary = false;
    while (scan_word(scan, name)) {
        if (!gmsh->has_format && (name[0] != '$' || strcmp(name, "$NOD") == 0))
            return scan_error(scan, "not an MSH file of version 2 or 4: it does not start with `$MeshFormat`");
        if (name[0] != '$')
            return scan_error(scan, "`$` and the name of a section are expected, not `%.*s`", SHOWN_MAX, name);
        TRY(read_section(gmsh, name, &binary));
    }
    if (!gmsh->has_nodes || !gmsh->has_elements)
        return scan_error(scan, "the file has no section %s; it is cut off or not a mesh", gmsh->has_nodes ? "$Elements" : "$Nodes");
    return status_ok();
}

Status mesh_read_gmsh(Scan *scan, MeshDraft *draft)
{
    Gmsh         gmsh = {.scan = scan, .draft = draft};
    const Status status = read_sections(&gmsh);
    free(gmsh.nodes);
    return status;
}
