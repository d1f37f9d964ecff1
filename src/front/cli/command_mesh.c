// weft mesh: describes a mesh file, lists its faults, and writes a repaired copy.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cli/private/command.h"
#include "mesh/mesh_check.h"

typedef struct OptionValues {
    const char *output;
    bool        weld, drop_loose, triangulate;
} OptionValues;

static const Flag FLAGS[] = {
    {"output", 'o', "FILE", "write the repaired mesh: .vtk, or .ply for a surface", FLAG_PATH, .offset = offsetof(OptionValues, output)},
    {"weld", 'w', NULL, "with -o: merge vertices at exactly the same position", FLAG_SWITCH, .offset = offsetof(OptionValues, weld)},
    {"drop-loose", 'd', NULL, "with -o: remove vertices of no element and renumber the others", FLAG_SWITCH,
     .offset = offsetof(OptionValues, drop_loose)},
    {"triangulate", 't', NULL, "with -o: cut faces with more than three corners into triangles", FLAG_SWITCH,
     .offset = offsetof(OptionValues, triangulate)},
    {0}};

static void print_bounds(const MeshReport *report)
{
    for (int k = 0; k < 3; k++)
        printf("%-24s%.9g … %.9g m, %.6g m long\n",
               k == 0   ? "bounds in x"
               : k == 1 ? "          y"
                        : "          z",
               report->low[k], report->high[k], report->high[k] - report->low[k]);
}

static void print_skin(const char *what, const MeshSkin *skin)
{
    printf("%-24s%.6g m², ", what, skin->area);
    if (skin->open_edges)
        printf("open: %" PRId64 " boundary edges\n", skin->open_edges);
    else
        printf("closed, volume %.6g m³\n", skin->volume);
    printf("%-24s%" PRId64 "\n", "  Euler characteristic", skin->vertices - skin->edges + skin->faces);
}

static void print_quality(const char *angle, const char *element, const MeshQuality *q)
{
    if (q->angle_of >= 0)
        printf("%-24s%.3g degrees, %s %d\n", angle, q->angle, element, (int)q->angle_of);
    if (q->aspect_of >= 0)
        printf("%-24s%.4g, %s %d\n", "  worst aspect ratio", q->aspect, element, (int)q->aspect_of);
}

static void print_contents(const Mesh *mesh, const MeshReport *report)
{
    const int64_t others = mesh->face_count - report->triangles - report->quads, loose = report->count[MESH_LOOSE_VERTICES];
    printf("%-24s%d", "vertices", (int)mesh->vertex_count);
    if (loose)
        printf(" (%" PRId64 " of no element, %.3g %%)", loose, 100.0 * (double)loose / mesh->vertex_count);
    printf("\n");
    printf("%-24s%d\n", "lines", (int)mesh->line_count);
    printf("%-24s%d", "faces", (int)mesh->face_count);
    if (mesh->face_count)
        printf(": %" PRId64 " triangles, %" PRId64 " quads, %" PRId64 " larger", report->triangles, report->quads, others);
    printf("\n%-24s%d\n", "tetrahedra", (int)mesh->tet_count);
    printf("%-24s%" PRId64 ", %.4g … %.4g m, mean %.4g m\n", "edges", report->edges, report->shortest, report->longest, report->mean);
    printf("%-24s%" PRId64 "\n", "pieces", report->pieces);
    print_bounds(report);
    if (mesh->face_count)
        print_skin("area of the faces", &report->faces);
    print_quality("smallest angle", "face", &report->face_quality);
    if (!mesh->tet_count)
        return;
    print_skin("surface of the solid", &report->surface);
    printf("%-24s%.6g m³, each %.4g … %.4g m³\n", "volume of tetrahedra", report->volume, report->least_tet, report->largest_tet);
    printf("%-24s%" PRId64 "\n", "  Euler characteristic", report->solid_euler);
    print_quality("smallest dihedral angle", "tetrahedron", &report->tet_quality);
}

// Prints the findings; returns the number of faults.
static int64_t print_findings(const MeshReport *report)
{
    int64_t faults = 0, findings = 0;
    for (int i = 0; i < MESH_FAULT_COUNT; i++) {
        const MeshFaultInfo *info = mesh_fault_info((MeshFault)i);
        char                 text[80];
        if (report->count[i] == 0)
            continue;
        snprintf(text, sizeof text, "%" PRId64 " %s", report->count[i], info->name);
        if (findings++ == 0)
            printf("\n%s\n", "findings: the first of each kind, and the effect of a repair (-o)");
        if (*info->example)
            printf("  %s\n      %s %d; %s\n", text, info->example, (int)report->example[i], info->repair);
        else
            printf("  %s\n      %s\n", text, info->repair);
        faults += info->is_fault ? report->count[i] : 0;
    }
    if (findings == 0)
        printf("\nno faults found\n");
    return faults;
}

static void print_change(const char *what, const char *unit, double before, double after)
{
    if (before > 0 || after > 0)
        printf("  %s: %.9g %s before, %.9g %s after\n", what, before, unit, after, unit);
}

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path), end = strlen(ending);
    return length >= end && strcmp(path + length - end, ending) == 0;
}

static Status repair(Mesh *mesh, const OptionValues *values, const MeshReport *before, int64_t *faults)
{
    MeshReport report;
    TRY(mesh_repair(mesh, values->weld));
    if (values->drop_loose)
        TRY(mesh_drop_loose(mesh));
    if (values->triangulate)
        TRY(mesh_triangulate(mesh));
    if (mesh->line_count == 0 && mesh->face_count == 0 && mesh->tet_count == 0)
        return status_make(STATUS_INPUT, "%s is not written: the repair would remove all elements of the mesh", values->output);
    TRY(mesh_check(mesh, &report));
    TRY(ends_with(values->output, ".ply") ? mesh_write_ply(values->output, mesh) : mesh_write_vtk(values->output, mesh));
    printf("\n%s: %d vertices, %d lines, %d faces, %d tetrahedra\n", values->output, (int)mesh->vertex_count, (int)mesh->line_count,
           (int)mesh->face_count, (int)mesh->tet_count);
    print_change("area of the faces", "m²", before->faces.area, report.faces.area);
    print_change("volume of tetrahedra", "m³", before->volume, report.volume);
    *faults = print_findings(&report);
    return status_ok();
}

static Status describe(Mesh *mesh, const char *path, const OptionValues *values)
{
    MeshReport report;
    TRY(mesh_check(mesh, &report));
    print_contents(mesh, &report);
    int64_t faults = print_findings(&report);
    if (values->output)
        TRY(repair(mesh, values, &report, &faults));
    if (faults == 0)
        return status_ok();
    return status_make(STATUS_INPUT, "%s: %" PRId64 " %s%s", path, faults, faults == 1 ? "fault" : "faults",
                       values->output ? " left after the repair" : "; `weft mesh` with -o FILE.vtk writes a repaired copy");
}

static Status run(Options *options)
{
    OptionValues values = {0};
    Mesh         mesh;
    TRY(options_read(options, &values, 1, 1));
    const char *path = options_argument(options, 0), *output = values.output;
    if ((values.weld || values.drop_loose || values.triangulate) && !output)
        return status_make(STATUS_USAGE, "mesh: %s needs the output of a repair; give -o FILE.vtk",
                           values.weld         ? "--weld"
                           : values.drop_loose ? "--drop-loose"
                                               : "--triangulate");
    if (output && !ends_with(output, ".vtk") && !ends_with(output, ".ply"))
        return status_make(STATUS_USAGE, "mesh: `%s` must end in .vtk or .ply; repaired meshes are written as VTK or PLY", output);
    char other[PATH_MAX];
    TRY(file_keep((FileOutput){output, NULL}, path));
    TRY(file_keep((FileOutput){output, NULL}, mesh_other_file(path, other, sizeof other) ? other : NULL));
    TRY(mesh_read(path, &mesh));
    const Status status = describe(&mesh, path, &values);
    mesh_destroy(&mesh);
    return status;
}

const Command command_mesh = {.name = "mesh",
                              .arguments = "FILE [-o FILE [--weld] [--drop-loose] [--triangulate]]",
                              .summary = "describe, check or repair a mesh file",
                              .flags = FLAGS,
                              .details = "Reads"
#define MESH_FORMAT(ending, other, read) " " ending
#include "mesh/mesh_format_list.h"
#undef MESH_FORMAT
                                         " (details: datasets/README.md).\n"
                                         "The exit code is 0 if the mesh has no fault or all faults were repaired. It is 3\n"
                                         "if faults remain or the file is not a mesh. Only --drop-loose removes and\n"
                                         "renumbers vertices.\n",
                              .run = run};
