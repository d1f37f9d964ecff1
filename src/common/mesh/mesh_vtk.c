// VTK legacy files (VTK User's Guide, "VTK file formats", and version 5.1 with its offsets): data sets UNSTRUCTURED_GRID and POLYDATA, as
// text or as big-endian bytes. What comes after the cells, data on points and cells, is skipped.
#include <endian.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "mesh/private/mesh_readers.h"
#include "mesh/private/vtk_cells.h"

enum { SHOWN_MAX = 40, FIELDS_MAX = 1000 };

typedef struct Vtk {
    Scan      *scan;
    MeshDraft *draft;
    bool       binary, offsets; // offsets: version 5
    bool       has_points, has_types;
    VtkCells   cells; // of CELLS, until their types come
} Vtk;

static Status read_type(Scan *scan, NumberType *out)
{
    static const struct {
        const char *name;
        NumberType  type;
    } NAMES[] = {{"char", NUMBER_I8},         {"unsigned_char", NUMBER_U8}, {"short", NUMBER_I16},        {"unsigned_short", NUMBER_U16},
                 {"int", NUMBER_I32},         {"unsigned_int", NUMBER_U32}, {"long", NUMBER_I64},         {"unsigned_long", NUMBER_U64},
                 {"float", NUMBER_F32},       {"double", NUMBER_F64},       {"vtktypeint32", NUMBER_I32}, {"vtktypeint64", NUMBER_I64},
                 {"vtktypeuint8", NUMBER_U8}, {"vtkIdType", NUMBER_I64}};
    char word[SCAN_WORD];
    if (!scan_word_of_line(scan, word))
        return scan_error(scan, "the line ends where the type of numbers should come");
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (scan_is(word, NAMES[i].name)) {
            *out = NAMES[i].type;
            return status_ok();
        }
    return scan_error(scan, "`%.*s` is not a supported type of numbers", SHOWN_MAX, word);
}

// The line of a section ends; its numbers begin.
static void begin_numbers(const Vtk *vtk)
{
    scan_next_line(vtk->scan);
    vtk->scan->binary = vtk->binary;
}

static Status read_points(Vtk *vtk)
{
    Scan      *scan = vtk->scan;
    NumberType type = NUMBER_F64;
    int64_t    count = 0;
    if (vtk->has_points)
        return scan_error(scan, "POINTS come twice");
    vtk->has_points = true;
    TRY(scan_count(scan, "the number of points", &count));
    TRY(read_type(scan, &type));
    begin_numbers(vtk);
    TRY(scan_room(scan, "points", count, type, 3));
    for (int64_t i = 0; i < count; i++) {
        double position[3];
        TRY(scan_point(scan, type, position));
        TRY(draft_vertex(vtk->draft, position));
    }
    return status_ok();
}

// Up to version 4: each cell is the number of its corners and the corners; `numbers` counts them all.
static Status read_listed(Vtk *vtk, int64_t count, int64_t numbers, VtkCells *cells)
{
    Scan *scan = vtk->scan;
    begin_numbers(vtk);
    TRY(scan_room(scan, "numbers of cells", numbers, NUMBER_I32, 1));
    if (count > numbers)
        return scan_error(scan, "%lld cells do not fit into %lld numbers", (long long)count, (long long)numbers);
    TRY(vtk_cells_init(count, cells));
    TRY(vtk_cells_allocate_corners(numbers - count, cells));
    for (int64_t i = 0; i < count; i++) {
        int64_t corners = 0;
        TRY(scan_int(scan, NUMBER_I32, "the number of a cell's corners", 0, numbers - count - cells->start[i], &corners));
        cells->start[i + 1] = cells->start[i] + corners;
        for (int64_t k = cells->start[i]; k < cells->start[i + 1]; k++)
            TRY(vtk_read_vertex(scan, NUMBER_I32, vtk->draft->mesh.vertex_count, cells, k));
    }
    if (cells->start[count] != numbers - count)
        return scan_error(scan, "the cells have fewer numbers than the %lld that they should have", (long long)numbers);
    return status_ok();
}

static Status begin_array(Vtk *vtk, const char *name, int64_t count, NumberType *type)
{
    TRY(scan_expect(vtk->scan, name));
    TRY(read_type(vtk->scan, type));
    begin_numbers(vtk);
    return scan_room(vtk->scan, "numbers of cells", count, *type, 1);
}

// Version 5: where each cell begins and the last one ends, then all corners.
static Status read_offsets(Vtk *vtk, int64_t ends, int64_t corners, VtkCells *cells)
{
    Scan      *scan = vtk->scan;
    NumberType type = NUMBER_I64;
    int64_t    offset = 0;
    TRY(begin_array(vtk, "OFFSETS", ends, &type));
    if (corners > scan->end - scan->at)
        return scan_error(scan, "%lld corners do not fit into the rest of the file; the file is cut off or the count is wrong",
                          (long long)corners);
    TRY(vtk_cells_init(ends > 0 ? ends - 1 : 0, cells));
    TRY(vtk_cells_allocate_corners(corners, cells));
    for (int64_t i = 0; i < ends; i++) {
        TRY(scan_int(scan, type, "an offset", i > 0 ? offset : 0, i > 0 ? corners : 0, &offset));
        cells->start[i] = offset;
    }
    if (cells->start[cells->count] != corners)
        return scan_error(scan, "the last offset is %lld, not the number of corners, %lld", (long long)offset, (long long)corners);
    scan->binary = false;
    TRY(begin_array(vtk, "CONNECTIVITY", corners, &type));
    for (int64_t k = 0; k < corners; k++)
        TRY(vtk_read_vertex(scan, type, vtk->draft->mesh.vertex_count, cells, k));
    return status_ok();
}

static Status read_cells(Vtk *vtk, VtkCells *cells)
{
    int64_t count = 0, numbers = 0;
    if (!vtk->has_points)
        return scan_error(vtk->scan, "cells come before POINTS");
    TRY(scan_count(vtk->scan, "the number of cells", &count));
    TRY(scan_count(vtk->scan, "the size of the cells", &numbers));
    return vtk->offsets ? read_offsets(vtk, count, numbers, cells) : read_listed(vtk, count, numbers, cells);
}

// A section of POLYDATA: all its cells have one type.
static Status read_alike(Vtk *vtk, int type)
{
    VtkCells cells = {0};
    Status   status = read_cells(vtk, &cells);
    for (int64_t i = 0; i < cells.count && status.code == STATUS_OK; i++)
        status = vtk_add_cell(vtk->scan, type, &cells, i, vtk->draft);
    vtk_cells_destroy(&cells);
    return status;
}

static Status read_mixed(Vtk *vtk)
{
    if (vtk->cells.start)
        return scan_error(vtk->scan, "CELLS come twice");
    return read_cells(vtk, &vtk->cells);
}

static Status read_cell_types(Vtk *vtk)
{
    Scan   *scan = vtk->scan;
    int64_t count = 0, type = 0;
    TRY(scan_count(scan, "the number of cell types", &count));
    if (vtk->has_types || count != vtk->cells.count)
        return scan_error(scan, "there are %lld cell types for %lld cells", (long long)count, (long long)vtk->cells.count);
    vtk->has_types = true;
    begin_numbers(vtk);
    for (int64_t i = 0; i < count; i++) {
        TRY(scan_int(scan, NUMBER_I32, "a cell's type", 0, INT32_MAX, &type));
        TRY(vtk_add_cell(scan, type, &vtk->cells, i, vtk->draft));
    }
    return status_ok();
}

// ---- sections that are skipped ----

// STATUS_INPUT where this line begins a section of the mesh: its name, a count and, but for CELL_TYPES, a third word.
static Status check_no_section(Scan line, const char *after)
{
    static const char *const NAMES[] = {"POINTS", "CELLS", "CELL_TYPES", "POLYGONS", "LINES", "VERTICES", "TRIANGLE_STRIPS"};
    char                     name[SCAN_WORD], word[SCAN_WORD];
    const Scan               begin = line;
    int64_t                  count = 0;
    if (!scan_word_of_line(&line, name) || !scan_word_of_line(&line, word) || !text_to_int(word, &count))
        return status_ok();
    const bool third = scan_word_of_line(&line, word);
    if (scan_word_of_line(&line, word) || third == scan_is(name, "CELL_TYPES"))
        return status_ok();
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (scan_is(name, NAMES[i]))
            return scan_error(&begin, "the section %s comes after %s; move it before the data, and end METADATA with an empty line",
                              NAMES[i], after);
    return status_ok();
}

// Lines up to an empty one.
static Status pass_metadata(Vtk *vtk)
{
    char word[SCAN_WORD];
    do {
        if (!scan_next_line(vtk->scan))
            break;
        TRY(check_no_section(*vtk->scan, "METADATA"));
    } while (scan_word_of_line(vtk->scan, word));
    return status_ok();
}

// Data on points or on cells, up to the end of the file.
static Status pass_data(Vtk *vtk, const char *name)
{
    while (!vtk->binary && scan_next_line(vtk->scan))
        TRY(check_no_section(*vtk->scan, name));
    return status_ok();
}

// Of a text in bytes: its length in 8 >> k bytes, of which the two highest bits are k.
static Status pass_string(Scan *scan)
{
    int64_t bytes = 0;
    if (scan->at == scan->end)
        return scan_skip(scan, "a text", 1);
    const int head = 8 >> ((unsigned char)*scan->at >> 6);
    for (int i = 0; i < head && i < scan->end - scan->at; i++)
        bytes = bytes << 8 | ((unsigned char)scan->at[i] & (i ? 0xff : 0x3f));
    TRY(scan_skip(scan, "the length of a text", head));
    return scan_skip(scan, "a text", bytes);
}

// In text each has a line of its own.
static Status pass_strings(Scan *scan, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (scan->binary)
            TRY(pass_string(scan));
        else if (!scan_next_line(scan))
            return scan_error(scan, "the file ends in a field; it is cut off");
    return status_ok();
}

static Status pass_numbers(Scan *scan, NumberType type, int64_t count)
{
    char word[SCAN_WORD];
    TRY(scan_room(scan, "numbers", count, type, 1));
    if (scan->binary)
        return scan_skip(scan, "a field", count * (int64_t)scan_number_bytes(type));
    for (int64_t i = 0; i < count; i++)
        if (!scan_word(scan, word))
            return scan_error(scan, "the file ends in a field; it is cut off");
    return status_ok();
}

static Status pass_array(Vtk *vtk)
{
    Scan      *scan = vtk->scan, before;
    NumberType type = NUMBER_F64;
    int64_t    components = 0, tuples = 0;
    char       word[SCAN_WORD];
    TRY(scan_count(scan, "the number of components", &components));
    TRY(scan_count(scan, "the number of tuples", &tuples));
    if (components > 0 && tuples > INT64_MAX / 8 / components)
        return scan_error(scan, "%lld × %lld numbers do not fit into a file", (long long)components, (long long)tuples);
    before = *scan;
    const bool is_bits = scan_word_of_line(scan, word) && scan_is(word, "bit");
    if (!is_bits && !scan_is(word, "string") && !scan_is(word, "utf8_string")) {
        *scan = before;
        TRY(read_type(scan, &type));
    }
    begin_numbers(vtk);
    if (is_bits)
        return pass_numbers(scan, NUMBER_U8, scan->binary ? (components * tuples + 7) / 8 : components * tuples);
    return scan_is(word, "string") || scan_is(word, "utf8_string") ? pass_strings(scan, components * tuples)
                                                                   : pass_numbers(scan, type, components * tuples);
}

static Status pass_field(Vtk *vtk)
{
    Scan   *scan = vtk->scan;
    int64_t count = 0;
    char    name[SCAN_WORD];
    if (!scan_word_of_line(scan, name))
        return scan_error(scan, "the line ends where the name of a field should come");
    TRY(scan_int(scan, NUMBER_I64, "the number of arrays", 0, FIELDS_MAX, &count));
    for (int64_t i = 0; i < count; i++) {
        scan->binary = false;
        if (!scan_word(scan, name))
            return scan_error(scan, "the file ends in a field; it is cut off");
        if (scan_is(name, "METADATA")) {
            TRY(pass_metadata(vtk));
            i--;
        } else {
            TRY(pass_array(vtk));
        }
    }
    return status_ok();
}

// ---- the file ----

static Status read_header(Vtk *vtk)
{
    static const char MAGIC[] = "# vtk DataFile Version ";
    Scan             *scan = vtk->scan;
    char              word[SCAN_WORD];
    double            version = 0;
    if ((size_t)(scan->end - scan->at) < sizeof MAGIC || strncasecmp(scan->at, MAGIC, sizeof MAGIC - 1) != 0)
        return scan_error(scan, "not a VTK legacy file: it does not start with `# vtk DataFile Version`");
    scan->at += sizeof MAGIC - 1;
    if (!scan_word_of_line(scan, word) || !text_to_double(word, &version) || version < 1 || version >= 6)
        return scan_error(scan, "version `%.*s` is not read; save the file as version 2.0 … 5.1", SHOWN_MAX, word);
    vtk->offsets = version >= 5;
    scan_next_line(scan); // the title
    if (!scan_next_line(scan) || !scan_word(scan, word))
        return scan_error(scan, "the file ends in its header; it is cut off");
    vtk->binary = scan_is(word, "BINARY");
    if (!vtk->binary && !scan_is(word, "ASCII"))
        return scan_error(scan, "`ASCII` or `BINARY` is expected, not `%.*s`", SHOWN_MAX, word);
    if (!vtk->binary)
        TRY(scan_check_text(scan));
    scan->swap = BYTE_ORDER != BIG_ENDIAN;
    TRY(scan_expect(scan, "DATASET"));
    if (!scan_word_of_line(scan, word) || (!scan_is(word, "UNSTRUCTURED_GRID") && !scan_is(word, "POLYDATA")))
        return scan_error(scan, "data set `%.*s` is not read; only UNSTRUCTURED_GRID and POLYDATA are", SHOWN_MAX, word);
    return status_ok();
}

static Status read_section(Vtk *vtk, const char *name)
{
    static const struct {
        const char *name;
        Status (*read)(Vtk *vtk); // NULL: cells that all have the type
        int type;
    } SECTIONS[] = {{"POINTS", read_points, 0},
                    {"CELLS", read_mixed, 0},
                    {"CELL_TYPES", read_cell_types, 0},
                    {"POLYGONS", NULL, VTK_POLYGON},
                    {"LINES", NULL, VTK_POLY_LINE},
                    {"VERTICES", NULL, VTK_VERTICES},
                    {"TRIANGLE_STRIPS", NULL, VTK_TRIANGLE_STRIP},
                    {"METADATA", pass_metadata, 0},
                    {"FIELD", pass_field, 0}};
    for (size_t i = 0; i < sizeof SECTIONS / sizeof *SECTIONS; i++)
        if (scan_is(name, SECTIONS[i].name)) {
            TRY(SECTIONS[i].read ? SECTIONS[i].read(vtk) : read_alike(vtk, SECTIONS[i].type));
            vtk->scan->binary = false;
            return status_ok();
        }
    return scan_error(vtk->scan, "`%.*s` is not a section of a VTK legacy file", SHOWN_MAX, name);
}

static Status read_all(Vtk *vtk)
{
    char name[SCAN_WORD];
    bool data = false;
    TRY(read_header(vtk));
    while (!data && scan_word(vtk->scan, name)) {
        data = scan_is(name, "POINT_DATA") || scan_is(name, "CELL_DATA");
        TRY(data ? pass_data(vtk, name) : read_section(vtk, name));
    }
    if (vtk->cells.count > 0 && !vtk->has_types)
        return scan_error(vtk->scan, "the file has no CELL_TYPES for its CELLS; it is cut off");
    vtk->draft->mesh.open_end = scan_has_open_end(vtk->scan);
    return status_ok();
}

Status mesh_read_vtk(Scan *scan, MeshDraft *draft)
{
    Vtk          vtk = {.scan = scan, .draft = draft};
    const Status status = read_all(&vtk);
    vtk_cells_destroy(&vtk.cells);
    return status;
}
