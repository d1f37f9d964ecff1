// VTK XML files (VTK file formats, "XML file formats"): UnstructuredGrid (.vtu) and PolyData (.vtp, as frames are written), serial, with
// any number of pieces, whose vertices follow one another. Taken are Points and cells; data on them are skipped.
#include <endian.h>
#include <string.h>

#include "mesh/private/mesh_readers.h"
#include "mesh/private/vtk_array.h"
#include "mesh/private/vtk_cells.h"

enum { CONNECTIVITY, OFFSETS, TYPES, CELL_ARRAYS };

// A part of a piece with cells: the attribute of the piece that counts them, and their type, 0 where an array gives it.
typedef struct Section {
    const char *name, *count;
    int         type;
} Section;

static const Section SECTIONS[] = {{"Cells", "NumberOfCells", 0},
                                   {"Lines", "NumberOfLines", VTK_POLY_LINE},
                                   {"Strips", "NumberOfStrips", VTK_TRIANGLE_STRIP},
                                   {"Polys", "NumberOfPolys", VTK_POLYGON}};

typedef struct Vtu {
    Scan      *scan;
    MeshDraft *draft;
    VtkPacking packing;
    XmlTag     piece;
    bool       in_piece, has_points;
    int64_t    first, points; // of the piece: vertices before it, and its own
} Vtu;

// ---- the file around its arrays ----

// Where appended data begin: behind the `_` that follows the tag. The scan is not moved.
static Status find_appended(Vtu *vtu)
{
    static const char OPEN[] = "<AppendedData";
    Scan              scan = *vtu->scan;
    XmlTag            tag;
    bool              found = false;
    char              encoding[32];
    const char       *at = memmem(scan.at, (size_t)(scan.end - scan.at), OPEN, sizeof OPEN - 1);
    if (!at)
        return status_ok();
    for (; scan.at < at; scan.at++)
        scan.line += *scan.at == '\n';
    TRY(xml_next(&scan, &tag, &found));
    xml_attribute(&tag, "encoding", encoding, sizeof encoding);
    vtu->packing.appended_base64 = strcmp(encoding, "base64") == 0;
    if (!vtu->packing.appended_base64 && strcmp(encoding, "raw") != 0)
        return scan_error(&scan, "encoding `%s` of AppendedData is not raw or base64", encoding);
    const char *mark = memchr(scan.at, '_', (size_t)(scan.end - scan.at));
    if (!mark)
        return scan_error(&scan, "AppendedData have no `_`; the file is cut off");
    vtu->packing.appended = mark + 1;
    vtu->packing.appended_end = scan.end;
    vtu->scan->end = at; // what follows is not text
    return status_ok();
}

static Status read_root(Vtu *vtu)
{
    Scan  *scan = vtu->scan;
    XmlTag tag;
    bool   found = false;
    char   text[64];
    vtu->packing.left = scan->end - scan->begin;
    TRY(find_appended(vtu));
    TRY(xml_next(scan, &tag, &found));
    if (!found || strcmp(tag.name, "VTKFile") != 0)
        return scan_error(scan, "not a VTK XML file: it does not start with <VTKFile>");
    xml_attribute(&tag, "type", text, sizeof text);
    if (strcmp(text, "UnstructuredGrid") != 0 && strcmp(text, "PolyData") != 0)
        return scan_error(scan, "VTKFile of type `%s` is not read; only UnstructuredGrid and PolyData are", text);
    const bool big = xml_attribute(&tag, "byte_order", text, sizeof text) && strcmp(text, "BigEndian") == 0;
    vtu->packing.swap = big != (BYTE_ORDER == BIG_ENDIAN);
    vtu->packing.header = xml_attribute(&tag, "header_type", text, sizeof text) && strcmp(text, "UInt64") == 0 ? NUMBER_U64 : NUMBER_U32;
    vtu->packing.compressed = xml_attribute(&tag, "compressor", text, sizeof text) && *text;
    if (vtu->packing.compressed && strcmp(text, "vtkZLibDataCompressor") != 0)
        return scan_error(scan, "compressor `%s` is not read; save the file without compression or with zlib", text);
    return status_ok();
}

// ---- arrays ----

static Status add_points(Vtu *vtu, VtkArray *array)
{
    TRY(scan_room(&array->scan, "points", vtu->points, array->type, 3));
    for (int64_t i = 0; i < vtu->points; i++) {
        double position[3];
        TRY(scan_point(&array->scan, array->type, position));
        TRY(draft_vertex(vtu->draft, position));
    }
    vtu->has_points = true;
    return status_ok();
}

static Status read_points(Vtu *vtu, const XmlTag *tag)
{
    VtkArray array;
    int64_t  components = 0;
    if (vtu->has_points)
        return scan_error(vtu->scan, "a piece has two arrays of points");
    TRY(xml_count(vtu->scan, tag, "NumberOfComponents", INT32_MAX, &components));
    if (components != 3)
        return scan_error(vtu->scan, "points have %lld components, must have 3", (long long)components);
    Status status = vtk_array_init(vtu->scan, tag, &vtu->packing, &array);
    if (status.code == STATUS_OK)
        status = add_points(vtu, &array);
    vtk_array_destroy(&array);
    return status;
}

// Each offset is where a cell ends among the corners; the last one is their number.
static Status read_offsets(VtkArray *array, VtkCells *cells)
{
    int64_t offset = 0;
    for (int64_t i = 0; i < cells->count; i++) {
        TRY(scan_int(&array->scan, array->type, "an offset", offset, INT32_MAX, &offset));
        cells->start[i + 1] = offset;
    }
    return status_ok();
}

static Status read_connectivity(const Vtu *vtu, VtkArray *array, VtkCells *cells)
{
    const int64_t corners = cells->start[cells->count];
    TRY(scan_room(&array->scan, "corners", corners, array->type, 1));
    TRY(vtk_cells_allocate_corners(corners, cells));
    for (int64_t k = 0; k < corners; k++)
        TRY(vtk_read_vertex(&array->scan, array->type, vtu->first, vtu->points, cells, k));
    return status_ok();
}

static Status add_cells(Vtu *vtu, const Section *section, VtkArray arrays[CELL_ARRAYS], int64_t count, VtkCells *cells)
{
    Scan   *types = &arrays[TYPES].scan;
    int64_t type = section->type;
    TRY(scan_room(&arrays[OFFSETS].scan, "offsets", count, arrays[OFFSETS].type, 1));
    TRY(vtk_cells_init(count, cells));
    TRY(read_offsets(&arrays[OFFSETS], cells));
    TRY(read_connectivity(vtu, &arrays[CONNECTIVITY], cells));
    for (int64_t i = 0; i < count; i++) {
        if (!section->type)
            TRY(scan_int(types, arrays[TYPES].type, "a cell's type", 0, INT32_MAX, &type));
        TRY(vtk_add_cell(section->type ? vtu->scan : types, type, cells, i, vtu->draft));
    }
    return status_ok();
}

// The arrays of a section are located first: the first one can only be read once the second is known.
static Status find_arrays(Vtu *vtu, const Section *section, VtkArray arrays[CELL_ARRAYS], bool found[CELL_ARRAYS])
{
    static const char *const NAMES[CELL_ARRAYS] = {"connectivity", "offsets", "types"};
    for (;;) {
        XmlTag tag;
        bool   more = false;
        char   name[32];
        TRY(xml_next(vtu->scan, &tag, &more));
        if (!more)
            return scan_error(vtu->scan, "<%s> has no end; the file is cut off", section->name);
        if (tag.is_end && strcmp(tag.name, section->name) == 0)
            return status_ok();
        if (tag.is_end || strcmp(tag.name, "DataArray") != 0)
            continue;
        xml_attribute(&tag, "Name", name, sizeof name);
        for (int i = 0; i < CELL_ARRAYS; i++)
            if (strcmp(name, NAMES[i]) == 0 && !found[i]) {
                found[i] = true;
                TRY(vtk_array_init(vtu->scan, &tag, &vtu->packing, &arrays[i]));
            }
    }
}

static Status read_section(Vtu *vtu, const Section *section)
{
    VtkArray arrays[CELL_ARRAYS] = {0};
    bool     found[CELL_ARRAYS] = {0};
    VtkCells cells = {0};
    int64_t  count = 0;
    TRY(xml_count(vtu->scan, &vtu->piece, section->count, INT32_MAX, &count));
    Status status = find_arrays(vtu, section, arrays, found);
    if (status.code == STATUS_OK && count > 0) {
        if (!found[CONNECTIVITY] || !found[OFFSETS] || !(found[TYPES] || section->type))
            status = scan_error(vtu->scan, "<%s> lacks one of the arrays connectivity, offsets%s", section->name,
                                section->type ? "" : ", types");
        else
            status = add_cells(vtu, section, arrays, count, &cells);
    }
    for (int i = 0; i < CELL_ARRAYS; i++)
        vtk_array_destroy(&arrays[i]);
    vtk_cells_destroy(&cells);
    return status;
}

// ---- pieces ----

static Status begin_piece(Vtu *vtu, const XmlTag *tag)
{
    vtu->piece = *tag;
    vtu->in_piece = true;
    vtu->has_points = false;
    vtu->first = vtu->draft->mesh.vertex_count;
    return xml_count(vtu->scan, tag, "NumberOfPoints", INT32_MAX, &vtu->points);
}

static Status end_piece(Vtu *vtu)
{
    if (!vtu->in_piece)
        return scan_error(vtu->scan, "</Piece> without <Piece>");
    vtu->in_piece = false;
    if (vtu->points > 0 && !vtu->has_points)
        return scan_error(vtu->scan, "a piece of %lld points has no array of points", (long long)vtu->points);
    return status_ok();
}

// Data on points, cells and the data set have DataArrays too; these are skipped.
static Status read_tag(Vtu *vtu, const XmlTag *tag, bool *in_points)
{
    if (strcmp(tag->name, "Piece") == 0)
        return tag->is_end ? end_piece(vtu) : begin_piece(vtu, tag);
    if (strcmp(tag->name, "Points") == 0)
        *in_points = !tag->is_end;
    else if (*in_points && vtu->in_piece && !tag->is_end && strcmp(tag->name, "DataArray") == 0)
        return read_points(vtu, tag);
    for (size_t i = 0; i < sizeof SECTIONS / sizeof *SECTIONS; i++)
        if (vtu->in_piece && !tag->is_end && !tag->is_empty && strcmp(tag->name, SECTIONS[i].name) == 0)
            return read_section(vtu, &SECTIONS[i]);
    return status_ok();
}

static Status read(Scan *scan, MeshDraft *draft)
{
    Vtu  vtu = {.scan = scan, .draft = draft};
    bool in_points = false;
    TRY(read_root(&vtu));
    for (;;) {
        XmlTag tag;
        bool   found = false;
        TRY(xml_next(scan, &tag, &found));
        if (!found)
            break;
        TRY(read_tag(&vtu, &tag, &in_points));
    }
    return vtu.in_piece ? scan_error(scan, "<Piece> has no end; the file is cut off") : status_ok();
}

Status mesh_read_vtu(const char *path, Mesh *out)
{
    return draft_read(path, read, out);
}
