// The mesh formats that are read, by the end of a file's name. A new one is a file with its reader and a line here. A converter in Python
// (src/python/weft/meshes.py) makes .vtk of others, of VTK XML and OFF say.
// MESH_FORMAT(ending, ending of the second file of a pair or "", reader: Status reader(Scan *scan, MeshDraft *draft)).
//
// Every reader keeps the vertices of the file in their order, loose ones too, skips points, and refuses by name a kind of element that a
// Mesh cannot hold (hexahedra, curved ones). It reads all of the file: entries that it skips are counted in Mesh.unread_count, or refused.
// STATUS_IO when the file cannot be read; STATUS_INPUT with file:line (`file: byte n` where it is not text) for a malformed line, an index
// out of range, a NaN, a coordinate above 1e60 m, a face of more than 4096 corners, a mesh without elements. *out is empty on failure.

// Wavefront OBJ: v and f (v, v/vt, v//vn, v/vt/vn, negative indices, polygons), l; names, colours, normals are skipped, anything else is
// skipped and counted. `\` joins lines, but for comments and names.
MESH_FORMAT(".obj", "", mesh_read_obj)
// PLY: ascii and binary of either byte order; polygons and edges.
MESH_FORMAT(".ply", "", mesh_read_ply)
// STL: ascii and binary; corners at exactly one position become one vertex, numbered by where it first appears.
MESH_FORMAT(".stl", "", mesh_read_stl)
// Gmsh 2.0 … 2.2 and 4.1, ascii and binary; vertices in ascending order of the node tags: where tags are 1 … n, tag i + 1 is vertex i.
MESH_FORMAT(".msh", "", mesh_read_gmsh)
// TetGen: the .node and the .ele file of one name, either of them given; numbered from 0 or from 1.
MESH_FORMAT(".node", ".ele", mesh_read_tetgen)
MESH_FORMAT(".ele", ".node", mesh_read_tetgen)
// VTK legacy 2.0 … 5.1, ascii and binary: UNSTRUCTURED_GRID and POLYDATA.
MESH_FORMAT(".vtk", "", mesh_read_vtk)
