// Measures and faults of a mesh, and repairs. Only mesh_drop_loose removes and renumbers vertices, so that their indices stay valid.
#ifndef WEFT_MESH_MESH_CHECK_H
#define WEFT_MESH_MESH_CHECK_H

#include <stdbool.h>

#include "mesh/mesh.h"

// Findings: MESH_FAULT(constant, whether it is a fault (a solver may fail on it) or a note, its name, what the example is, what a repair
// does).
#define MESH_FAULTS \
    MESH_FAULT(MESH_UNREAD, false, "entries of the file that are not read", "", "left out") \
    MESH_FAULT(MESH_OPEN_END, false, "last line without a line end; the file may be truncated", "", "read as it is") \
    MESH_FAULT(MESH_DUPLICATE_VERTICES, false, "vertices at the position of another", "vertex", \
               "kept; with --weld elements use the first of them") \
    MESH_FAULT(MESH_LOOSE_VERTICES, false, "vertices of no element", "vertex", \
               "kept; with --drop-loose removed, which renumbers the others") \
    MESH_FAULT(MESH_DEGENERATE_LINES, true, "lines of zero length", "line", "dropped") \
    MESH_FAULT(MESH_DEGENERATE_FACES, true, "faces of zero area", "face", "dropped, or left with fewer corners") \
    MESH_FAULT(MESH_DEGENERATE_TETS, true, "tetrahedra of zero volume", "tetrahedron", "dropped") \
    MESH_FAULT(MESH_CROSSED_FACES, true, "faces that cross themselves", "face", "none: cut them into triangles in a mesh editor") \
    MESH_FAULT(MESH_SLIVER_FACES, false, "faces with an angle below 1 degree", "the worst is face", "none: remesh it there") \
    MESH_FAULT(MESH_SLIVER_TETS, false, "tetrahedra with a dihedral angle below 5 degrees", "the worst is tetrahedron", \
               "none: remesh the body") \
    MESH_FAULT(MESH_REPEATED_ELEMENTS, true, "repeated elements", "vertex", "all but the first dropped") \
    MESH_FAULT(MESH_INVERTED_TETS, true, "inverted tetrahedra", "tetrahedron", "two corners swapped") \
    MESH_FAULT(MESH_FOLDED_TETS, true, "tetrahedra folded over a neighbour", "tetrahedron", "none: remesh the body") \
    MESH_FAULT(MESH_CROWDED_TRIANGLES, true, "triangles shared by three or more tetrahedra", "tetrahedron", "none: remesh the body") \
    MESH_FAULT(MESH_NON_MANIFOLD_EDGES, true, "edges shared by three or more faces", "vertex", "none: split the mesh there") \
    MESH_FAULT(MESH_TURNED_FACES, true, "edges where the orientation of faces flips", "vertex", "faces flipped to match the first") \
    MESH_FAULT(MESH_INWARD_FACES, true, "closed surfaces that face inward", "face", "their faces flipped")

typedef enum MeshFault {
#define MESH_FAULT(constant, is_fault, name, example, repair) constant,
    MESH_FAULTS
#undef MESH_FAULT
        MESH_FAULT_COUNT
} MeshFault;

typedef struct MeshFaultInfo {
    bool        is_fault; // else a note
    const char *name, *example, *repair;
} MeshFaultInfo;

const MeshFaultInfo *mesh_fault_info(MeshFault fault);

// Faces as a surface.
typedef struct MeshSkin {
    int64_t vertices, edges, faces; // vertices: those of a face
    int64_t open_edges;             // of one face; a surface without them is closed
    int32_t crossed_count, crossed; // faces that cross themselves, whose area is not known, and the first of them or −1
    double  area, volume;           // m² of the triangles, m³; the volume of a closed surface, 0 otherwise; negative when it faces inward
} MeshSkin;

// Of the elements that are not degenerate. aspect: longest edge over least height, 1.15 of an equilateral triangle, 1.22 of a regular
// tetrahedron; of polygons only the angle.
typedef struct MeshQuality {
    double  angle, aspect;       // smallest angle of a corner, of a tet between two of its triangles, degrees; largest aspect
    int32_t angle_of, aspect_of; // the elements; −1: there are none
} MeshQuality;

typedef struct MeshReport {
    int64_t     count[MESH_FAULT_COUNT];
    int32_t     example[MESH_FAULT_COUNT]; // the first, as the fault's info says
    int64_t     triangles, quads;          // among the faces
    int64_t     edges, pieces;             // of all elements; pieces that no element joins, loose vertices not among them
    double      low[3], high[3];           // bounds of all vertices, m
    double      shortest, longest, mean;   // edges, m
    MeshSkin    faces, surface;            // the mesh's faces; the surface of its tets
    int64_t     solid_euler;               // of the tets: vertices − edges + triangles − tets
    double      volume;                    // of the tets, m³
    double      least_tet, largest_tet;    // volumes of single ones, m³
    MeshQuality face_quality, tet_quality;
} MeshReport;

// An element is degenerate when it has a vertex twice or, relative to its longest edge, no area or volume beyond rounding: 1e-12 of the
// square or cube. Volumes of inverted tets are negative. How faces meet is checked only in a mesh without tets:
// the faces of a solid may be anything, also boundaries between its parts. Takes a mesh with indices in range. STATUS_MEMORY.
Status mesh_check(const Mesh *mesh, MeshReport *out) GNU_MUST_CHECK;

// By the same measures: 1 for a tetrahedron of positive volume, 0: it is degenerate, −1: it is inverted; whether a face is degenerate.
int  mesh_tet_sign(const Mesh *mesh, int32_t tet);
bool mesh_face_is_flat(const Mesh *mesh, int32_t face);

// How many lines, faces and tetrahedra have the vertices of one before, and a vertex of the first; −1: none. STATUS_MEMORY.
Status mesh_repeated(const Mesh *mesh, int32_t *count, int32_t *vertex) GNU_MUST_CHECK;

// Closed pieces of a surface that face inward, but for those inside an odd number of others, which are cavities of these. A piece is of
// faces that edges of exactly two of them join.
typedef struct MeshInward {
    bool   *face;          // [face_count] of such a piece
    int32_t pieces, first; // how many, and the first face of the first of them or −1
    int64_t looked_at;     // boxes visited by the search for cavities: its cost
} MeshInward;

// STATUS_MEMORY. The caller frees out->face with free(). triangles: of a surface that is no Mesh.
Status mesh_find_inward(const Mesh *mesh, MeshInward *out) GNU_MUST_CHECK;
Status mesh_find_inward_triangles(const double (*position)[3], int32_t count, const int32_t (*triangle)[3], MeshInward *out) GNU_MUST_CHECK;

// The repairs that MESH_FAULTS names, in their order; weld: elements of vertices at exactly the same position use the lowest of them,
// which then may make them degenerate or repeated. STATUS_MEMORY; the mesh is sound then too.
Status mesh_repair(Mesh *mesh, bool weld) GNU_MUST_CHECK;

// Removes the vertices of no element, and renumbers the others in their order. Of a mesh with tets also the faces that have a vertex of no
// tet and no line: in a scene the faces of a solid are the surface of its tets. STATUS_MEMORY.
Status mesh_drop_loose(Mesh *mesh) GNU_MUST_CHECK;

// VTK legacy 3.0, ascii, vertices to the last bit. STATUS_IO. Writes through a temporary file.
Status mesh_write_vtk(const char *path, const Mesh *mesh) GNU_MUST_CHECK;

// The same as PLY, ascii. STATUS_INPUT: the mesh has tets.
Status mesh_write_ply(const char *path, const Mesh *mesh) GNU_MUST_CHECK;

#endif
