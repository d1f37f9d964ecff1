// Writers of mesh files in all their dialects, for tests only: into memory, without a check.
#ifndef WEFT_TESTS_MESH_WRITERS_H
#define WEFT_TESTS_MESH_WRITERS_H

#include <endian.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/gnu.h"
#include "mesh/mesh.h"
#include "mesh/private/mesh_scan.h"

typedef struct Bytes {
    char  *data;
    size_t size, room;
} Bytes;

static void put(Bytes *out, const void *data, size_t size)
{
    if (out->size + size > out->room) {
        out->room = 2 * (out->size + size) + 256;
        out->data = realloc(out->data, out->room);
        if (!out->data)
            abort();
    }
    if (size)
        memcpy(out->data + out->size, data, size);
    out->size += size;
}

static void put_text(Bytes *out, const char *format, ...) GNU_PRINTF(2, 3);

static void put_text(Bytes *out, const char *format, ...)
{
    char    text[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(out, text, (size_t)length);
}

static void put_int(Bytes *out, NumberType type, bool big, int64_t value)
{
    const uint64_t bits = big ? htobe64((uint64_t)value) : htole64((uint64_t)value);
    const size_t   bytes = scan_number_bytes(type);
    put(out, (const char *)&bits + (big ? 8 - bytes : 0), bytes);
}

static void put_real(Bytes *out, NumberType type, bool big, double value)
{
    const float single = (float)value;
    uint32_t    low = 0;
    uint64_t    bits = 0;
    memcpy(&low, &single, sizeof low);
    memcpy(&bits, &value, sizeof bits);
    put_int(out, type, big, type == NUMBER_F32 ? (int64_t)low : (int64_t)bits);
}

// A number as text or as bytes.
typedef struct Style {
    bool binary, big;
} Style;

static void put_whole(Bytes *out, Style style, NumberType type, int64_t value)
{
    if (style.binary)
        put_int(out, type, style.big, value);
    else
        put_text(out, "%lld ", (long long)value);
}

static void put_number(Bytes *out, Style style, NumberType type, double value)
{
    if (style.binary)
        put_real(out, type, style.big, value);
    else
        put_text(out, "%.17g ", value);
}

static void put_end(Bytes *out, Style style)
{
    if (!style.binary)
        put_text(out, "\n");
}

static void put_positions(Bytes *out, Style style, NumberType type, const Mesh *mesh)
{
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        for (int k = 0; k < 3; k++)
            put_number(out, style, type, mesh->position[i][k]);
        put_end(out, style);
    }
}

static int32_t corners_of(const Mesh *mesh, int32_t face)
{
    return mesh->face_start[face + 1] - mesh->face_start[face];
}

// ---- PLY ----

static void write_ply(const Mesh *mesh, Style style, Bytes *out)
{
    put_text(out, "ply\nformat %s 1.0\ncomment a test\nelement vertex %d\nproperty uchar red\nproperty double x\n",
             style.binary ? style.big ? "binary_big_endian" : "binary_little_endian" : "ascii", (int)mesh->vertex_count);
    put_text(out, "property double y\nproperty double z\nelement face %d\nproperty list uchar int vertex_indices\n", (int)mesh->face_count);
    put_text(out, "property list uint8 float32 weights\nelement edge %d\nproperty int32 vertex1\nproperty int vertex2\nend_header\n",
             (int)mesh->line_count);
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        put_whole(out, style, NUMBER_U8, 255);
        for (int k = 0; k < 3; k++)
            put_number(out, style, NUMBER_F64, mesh->position[i][k]);
        put_end(out, style);
    }
    for (int32_t i = 0; i < mesh->face_count; i++) {
        put_whole(out, style, NUMBER_U8, corners_of(mesh, i));
        for (int32_t j = mesh->face_start[i]; j < mesh->face_start[i + 1]; j++)
            put_whole(out, style, NUMBER_I32, mesh->face_vertex[j]);
        put_whole(out, style, NUMBER_U8, 1);
        put_number(out, style, NUMBER_F32, 0.5);
        put_end(out, style);
    }
    for (int32_t i = 0; i < mesh->line_count; i++) {
        put_whole(out, style, NUMBER_I32, mesh->line[i][0]);
        put_whole(out, style, NUMBER_I32, mesh->line[i][1]);
        put_end(out, style);
    }
}

// ---- STL: triangles only ----

static void write_stl(const Mesh *mesh, Style style, Bytes *out)
{
    static const char HEADER[80] = "solid is what a header of bytes may start with too";
    if (style.binary) {
        put(out, HEADER, sizeof HEADER);
        put_int(out, NUMBER_U32, false, mesh->face_count);
    } else {
        put_text(out, "solid facet of a test\n");
    }
    for (int32_t i = 0; i < mesh->face_count; i++) {
        put_text(out, "%s", style.binary ? "" : " facet normal ");
        for (int k = 0; k < 3; k++)
            put_number(out, style, NUMBER_F32, k);
        put_text(out, "%s", style.binary ? "" : "\n  outer loop\n");
        for (int j = 0; j < 3; j++) {
            put_text(out, "%s", style.binary ? "" : "   vertex ");
            for (int k = 0; k < 3; k++)
                put_number(out, style, NUMBER_F32, mesh->position[mesh->face_vertex[mesh->face_start[i] + j]][k]);
            put_end(out, style);
        }
        if (style.binary)
            put(out, "\0", 2);
        else
            put_text(out, "  endloop\n endfacet\n");
    }
    put_text(out, "%s", style.binary ? "" : "endsolid facet of a test\n");
}

// ---- Gmsh: vertex i has tag TAG(i), and the file has them in descending order when step is above 1 ----

static void write_old_element(const Mesh *mesh, Style style, int step, int type, const int32_t *corner, int count, Bytes *out)
{
    if (style.binary) {
        put_whole(out, style, NUMBER_I32, type);
        put_whole(out, style, NUMBER_I32, 1);
        put_whole(out, style, NUMBER_I32, 2);
        put_whole(out, style, NUMBER_I32, 77);
    } else {
        put_text(out, "77 %d 2 ", type);
    }
    put_whole(out, style, NUMBER_I32, 5);
    put_whole(out, style, NUMBER_I32, 6);
    for (int k = 0; k < count; k++)
        put_whole(out, style, NUMBER_I32, (int64_t)step * corner[k] + 1);
    put_end(out, style);
}

static void write_new_block(Style style, int step, int dimension, int type, const int32_t *corner, int count, Bytes *out)
{
    put_whole(out, style, NUMBER_I32, dimension);
    put_whole(out, style, NUMBER_I32, 3);
    put_whole(out, style, NUMBER_I32, type);
    put_whole(out, style, NUMBER_U64, 1);
    put_end(out, style);
    put_whole(out, style, NUMBER_U64, 77);
    for (int k = 0; k < count; k++)
        put_whole(out, style, NUMBER_U64, (int64_t)step * corner[k] + 1);
    put_end(out, style);
}

static void write_gmsh_elements(const Mesh *mesh, Style style, bool new_format, int step, Bytes *out)
{
    const int32_t point = 0;
    const int32_t total = 1 + mesh->line_count + mesh->face_count + mesh->tet_count;
    put_text(out, "$Elements\n");
    if (new_format) {
        for (int k = 0; k < 4; k++)
            put_whole(out, style, NUMBER_U64, k < 2 ? total : k);
        put_end(out, style);
    } else {
        put_text(out, "%d\n", (int)total);
    }
#define ELEMENT(dimension, type, corners, count) \
    (new_format ? write_new_block(style, step, dimension, type, corners, count, out) \
                : write_old_element(mesh, style, step, type, corners, count, out))
    ELEMENT(0, 15, &point, 1);
    for (int32_t i = 0; i < mesh->line_count; i++)
        ELEMENT(1, 1, mesh->line[i], 2);
    for (int32_t i = 0; i < mesh->face_count; i++)
        ELEMENT(2, corners_of(mesh, i) - 1, mesh->face_vertex + mesh->face_start[i], corners_of(mesh, i));
    for (int32_t i = 0; i < mesh->tet_count; i++)
        ELEMENT(3, 4, mesh->tet[i], 4);
#undef ELEMENT
    put_text(out, "%s$EndElements\n", style.binary ? "\n" : "");
}

static void write_old_nodes(const Mesh *mesh, Style style, int step, Bytes *out)
{
    put_text(out, "$Nodes\n%d\n", (int)mesh->vertex_count);
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        const int32_t v = step > 1 ? mesh->vertex_count - 1 - i : i;
        put_whole(out, style, NUMBER_I32, (int64_t)step * v + 1);
        for (int k = 0; k < 3; k++)
            put_number(out, style, NUMBER_F64, mesh->position[v][k]);
        put_end(out, style);
    }
    put_text(out, "%s$EndNodes\n", style.binary ? "\n" : "");
}

// The first vertex in a block with parameters, the others in one without.
static void write_node_block(const Mesh *mesh, Style style, int step, int32_t begin, int32_t end, bool parametric, Bytes *out)
{
    put_whole(out, style, NUMBER_I32, 2);
    put_whole(out, style, NUMBER_I32, 1);
    put_whole(out, style, NUMBER_I32, parametric);
    put_whole(out, style, NUMBER_U64, end - begin);
    put_end(out, style);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = begin; i < end; i++) {
            const int32_t v = step > 1 ? mesh->vertex_count - 1 - i : i;
            if (pass == 0)
                put_whole(out, style, NUMBER_U64, (int64_t)step * v + 1);
            for (int k = 0; pass == 1 && k < (parametric ? 5 : 3); k++)
                put_number(out, style, NUMBER_F64, k < 3 ? mesh->position[v][k] : 0.25);
            put_end(out, style);
        }
}

static void write_gmsh(const Mesh *mesh, Style style, bool new_format, int step, Bytes *out)
{
    put_text(out, "$MeshFormat\n%s %d 8\n", new_format ? "4.1" : "2.2", style.binary);
    if (style.binary) {
        put_int(out, NUMBER_I32, style.big, 1);
        put_text(out, "\n");
    }
    put_text(out, "$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"a $body\"\n$EndPhysicalNames\n");
    if (new_format) {
        put_text(out, "$Nodes\n");
        put_whole(out, style, NUMBER_U64, 2);
        put_whole(out, style, NUMBER_U64, mesh->vertex_count);
        put_whole(out, style, NUMBER_U64, 1);
        put_whole(out, style, NUMBER_U64, (int64_t)step * (mesh->vertex_count - 1) + 1);
        put_end(out, style);
        write_node_block(mesh, style, step, 0, 1, true, out);
        write_node_block(mesh, style, step, 1, mesh->vertex_count, false, out);
        put_text(out, "%s$EndNodes\n", style.binary ? "\n" : "");
    } else {
        write_old_nodes(mesh, style, step, out);
    }
    write_gmsh_elements(mesh, style, new_format, step, out);
}

// ---- TetGen ----

static void write_node(const Mesh *mesh, int first, Bytes *out)
{
    put_text(out, "# points of a test\n\n%d 3 1 1 # one attribute, a marker\n", (int)mesh->vertex_count);
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        put_text(out, "  %d  %.17g %.17g %.17g  0.5 1\n", (int)i + first, mesh->position[i][0], mesh->position[i][1], mesh->position[i][2]);
    put_text(out, "# Generated by a test\n");
}

static void write_ele(const Mesh *mesh, int first, Bytes *out)
{
    put_text(out, "%d 4 1\n", (int)mesh->tet_count);
    for (int32_t i = 0; i < mesh->tet_count; i++) {
        const int32_t *tet = mesh->tet[i];
        put_text(out, "%d %d %d %d %d 7\n", (int)i + first, tet[0] + first, tet[1] + first, tet[2] + first, tet[3] + first);
    }
}

// ---- VTK ----

typedef struct CellList { // as VTK has them: corners of all cells one after the other, their ends, their types
    int32_t count, corner_count;
    int32_t corner[4096], end[1024], type[1024];
} CellList;

static void add_cell(CellList *list, int type, const int32_t *corner, int32_t count)
{
    for (int32_t k = 0; k < count; k++)
        list->corner[list->corner_count++] = corner[k];
    list->type[list->count] = type;
    list->end[list->count++] = list->corner_count;
}

static void list_cells(const Mesh *mesh, CellList *list)
{
    const int32_t point = 0;
    *list = (CellList){0};
    add_cell(list, 1, &point, 1);
    for (int32_t i = 0; i < mesh->line_count; i++)
        add_cell(list, 3, mesh->line[i], 2);
    for (int32_t i = 0; i < mesh->face_count; i++)
        add_cell(list,
                 corners_of(mesh, i) == 3   ? 5
                 : corners_of(mesh, i) == 4 ? 9
                                            : 7,
                 mesh->face_vertex + mesh->face_start[i], corners_of(mesh, i));
    for (int32_t i = 0; i < mesh->tet_count; i++)
        add_cell(list, 10, mesh->tet[i], 4);
}

static void write_vtk_header(const Mesh *mesh, Style style, const char *version, const char *set, Bytes *out)
{
    put_text(out, "# vtk DataFile Version %s\na test\n%s\nDATASET %s\nFIELD FieldData 1\nTIME 1 2 float\n", version,
             style.binary ? "BINARY" : "ASCII", set);
    put_number(out, style, NUMBER_F32, 1);
    put_number(out, style, NUMBER_F32, 2);
    put_text(out, "\nPOINTS %d double\n", (int)mesh->vertex_count);
    put_positions(out, style, NUMBER_F64, mesh);
    put_text(out, "\nMETADATA\nINFORMATION 1\nNAME L2_NORM_RANGE LOCATION vtkDataArray\nDATA 2 0 1\n\n");
}

static void write_vtk(const Mesh *mesh, Style style, bool offsets, Bytes *out)
{
    CellList list;
    list_cells(mesh, &list);
    write_vtk_header(mesh, style, offsets ? "5.1" : "3.0", "UNSTRUCTURED_GRID", out);
    if (offsets) {
        put_text(out, "CELLS %d %d\nOFFSETS vtktypeint64\n", (int)list.count + 1, (int)list.corner_count);
        for (int32_t i = 0; i <= list.count; i++)
            put_whole(out, style, NUMBER_I64, i ? list.end[i - 1] : 0);
        put_text(out, "\nCONNECTIVITY vtktypeint64\n");
        for (int32_t k = 0; k < list.corner_count; k++)
            put_whole(out, style, NUMBER_I64, list.corner[k]);
    } else {
        put_text(out, "CELLS %d %d\n", (int)list.count, (int)(list.count + list.corner_count));
        for (int32_t i = 0, k = 0; i < list.count; i++) {
            put_whole(out, style, NUMBER_I32, list.end[i] - k);
            for (; k < list.end[i]; k++)
                put_whole(out, style, NUMBER_I32, list.corner[k]);
            put_end(out, style);
        }
    }
    put_text(out, "\nCELL_TYPES %d\n", (int)list.count);
    for (int32_t i = 0; i < list.count; i++)
        put_whole(out, style, NUMBER_I32, list.type[i]);
    put_text(out, "\nCELL_DATA %d\nSCALARS a float 1\nLOOKUP_TABLE default\nwhatever comes here", (int)list.count);
}

static void write_polydata(const Mesh *mesh, Style style, Bytes *out)
{
    write_vtk_header(mesh, style, "3.0", "POLYDATA", out);
    put_text(out, "LINES %d %d\n", (int)mesh->line_count, 3 * (int)mesh->line_count);
    for (int32_t i = 0; i < mesh->line_count; i++)
        for (int k = 0; k < 3; k++)
            put_whole(out, style, NUMBER_I32, k ? mesh->line[i][k - 1] : 2);
    put_text(out, "\nPOLYGONS %d %d\n", (int)mesh->face_count, (int)(mesh->face_count + mesh->face_start[mesh->face_count]));
    for (int32_t i = 0; i < mesh->face_count; i++) {
        put_whole(out, style, NUMBER_I32, corners_of(mesh, i));
        for (int32_t j = mesh->face_start[i]; j < mesh->face_start[i + 1]; j++)
            put_whole(out, style, NUMBER_I32, mesh->face_vertex[j]);
    }
    put_text(out, "\n");
}

#endif
