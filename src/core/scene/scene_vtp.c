// Frames: VTK XML PolyData with raw appended arrays, Wavefront OBJ, and the ParaView collection that lists the times. The line of a broken
// distance constraint is omitted, and so is each face with this line as a side or diagonal: tears are visible. Colliders come after the
// bodies.
//
// Appended data (VTK file formats, "XML file formats"): after `_`, each array is a 64-bit byte count and its bytes, in the order of
// the offsets in the header. Coordinates are floats, because frames are for display; states have full precision.
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "scene/private/frame_header.h"
#include "scene/private/scene_drawing.h"
#include "scene/scene.h"

enum { POINTS, VELOCITY, COLLIDER, VERTS, VERT_ENDS, LINES, LINE_ENDS, POLYS, POLY_ENDS, ARRAYS };

typedef struct Frame {
    double (*position)[3], (*velocity)[3];
    float   *points, *velocities; // of particles, then of colliders
    int32_t *collider;            // [points] 0: a particle, else the number of the collider from 1
    int32_t *verts, *vert_ends, *line_ends;
    int32_t (*line)[2];
    int32_t       *face_start, *face_vertex;
    int32_t        vert_count, line_count, face_count; // particles without a face or line; unbroken lines and faces
    int32_t        point_count, body_faces;            // points including those of colliders; faces of bodies
    DrawnColliders drawing;
} Frame;

static int compare_lines(const void *a, const void *b)
{
    const int32_t *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

// A line with the lower number first, so that equal lines compare equal.
static void set_line(int32_t line[2], int32_t a, int32_t b)
{
    line[0] = a < b ? a : b;
    line[1] = a < b ? b : a;
}

// The broken constraints of kinds on edges as lines in the user's numbering, sorted.
static Status list_broken(const Model *model, const State *state, Arena *arena, int32_t (**broken)[2], size_t *count)
{
    *count = 0;
    TRY(ARENA_NEW(arena, model->constraint_count, broken));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const bool           can_break = set->ops->element == ELEMENT_EDGE && state->broken[kind];
        for (int32_t i = 0; can_break && i < set->count; i++)
            if (state->broken[kind][set->origin[i]])
                set_line((*broken)[(*count)++], model->user_of[set->vertices[2 * i]], model->user_of[set->vertices[2 * i + 1]]);
    }
    qsort(*broken, *count, sizeof **broken, compare_lines);
    return status_ok();
}

static bool is_broken(int32_t a, int32_t b, int32_t (*broken)[2], size_t count)
{
    int32_t line[2];
    set_line(line, a, b);
    return count > 0 && bsearch(line, broken, count, sizeof *broken, compare_lines);
}

static void find_lines(const Model *model, int32_t (*broken)[2], size_t count, Frame *frame)
{
    for (int32_t i = 0; i < model->line_count; i++) {
        if (is_broken(model->line[i][0], model->line[i][1], broken, count))
            continue;
        memcpy(frame->line[frame->line_count++], model->line[i], sizeof *frame->line);
        frame->line_ends[frame->line_count - 1] = 2 * frame->line_count;
    }
}

static void find_faces(const Model *model, int32_t (*broken)[2], size_t count, Frame *frame)
{
    for (int32_t i = 0; i < model->face_count; i++) {
        const int32_t *corner = model->face_vertex + model->face_start[i];
        const int32_t  corners = model->face_start[i + 1] - model->face_start[i];
        bool           torn = false;
        for (int32_t j = 1; count > 0 && j < corners && !torn; j++)
            for (int32_t k = 0; k < j && !torn; k++)
                torn = is_broken(corner[j], corner[k], broken, count);
        if (torn)
            continue;
        const int32_t begin = frame->face_start[frame->face_count];
        memcpy(frame->face_vertex + begin, corner, (size_t)corners * sizeof *corner);
        frame->face_start[++frame->face_count] = begin + corners;
    }
}

static void find_loose_particles(const Model *model, Frame *frame)
{
    int32_t *shown = frame->vert_ends; // first used as a flag: the particle is part of a face or line
    for (int32_t i = 0; i < frame->face_start[frame->face_count]; i++)
        shown[frame->face_vertex[i]] = 1;
    for (int32_t i = 0; i < frame->line_count; i++)
        shown[frame->line[i][0]] = shown[frame->line[i][1]] = 1;
    for (int32_t i = 0; i < model->particle_count; i++)
        if (!shown[i])
            frame->verts[frame->vert_count++] = i;
    for (int32_t i = 0; i < frame->vert_count; i++)
        frame->vert_ends[i] = i + 1;
}

static Status allocate(const Model *model, Arena *arena, Frame *frame)
{
    const size_t particles = (size_t)model->particle_count, points = (size_t)frame->point_count;
    const size_t corners = (size_t)(model->face_count ? model->face_start[model->face_count] : 0);
    const size_t triangles = (size_t)frame->drawing.triangle_count;
    TRY(ARENA_NEW(arena, particles, &frame->position));
    TRY(ARENA_NEW(arena, particles, &frame->velocity));
    TRY(ARENA_NEW(arena, 3 * points, &frame->points));
    TRY(ARENA_NEW(arena, 3 * points, &frame->velocities));
    TRY(ARENA_NEW(arena, points, &frame->collider));
    TRY(ARENA_NEW(arena, particles, &frame->verts));
    TRY(ARENA_NEW(arena, particles, &frame->vert_ends));
    TRY(ARENA_NEW(arena, model->line_count, &frame->line_ends));
    TRY(ARENA_NEW(arena, model->line_count, &frame->line));
    TRY(ARENA_NEW(arena, (size_t)model->face_count + triangles + 1, &frame->face_start));
    return ARENA_NEW(arena, corners + 3 * triangles, &frame->face_vertex);
}

static void put_colliders(const Model *model, Frame *frame)
{
    int32_t point = model->particle_count;
    frame->body_faces = frame->face_count;
    for (int32_t c = 0; c < frame->drawing.count; c++) {
        const ColliderMesh *mesh = &frame->drawing.mesh[c];
        for (int32_t i = 0; i < mesh->triangle_count; i++) {
            const int32_t begin = frame->face_start[frame->face_count];
            for (int k = 0; k < 3; k++)
                frame->face_vertex[begin + k] = point + mesh->triangle[i][k];
            frame->face_start[++frame->face_count] = begin + 3;
        }
        for (int32_t i = 0; i < mesh->vertex_count; i++, point++) {
            frame->collider[point] = c + 1;
            for (int k = 0; k < 3; k++)
                frame->points[3 * point + k] = (float)mesh->vertex[i][k];
        }
    }
}

static Status make_frame(const Model *model, const State *state, double time, Arena *arena, Frame *frame)
{
    int32_t(*broken)[2] = NULL;
    size_t count = 0;
    TRY(scene_draw_colliders(model, state, time, arena, &frame->drawing));
    frame->point_count = model->particle_count + frame->drawing.vertex_count;
    TRY(allocate(model, arena, frame));
    TRY(list_broken(model, state, arena, &broken, &count));
    state_get(model, state, frame->position, frame->velocity);
    for (int32_t i = 0; i < model->particle_count; i++)
        for (int k = 0; k < 3; k++) {
            frame->points[3 * i + k] = (float)frame->position[i][k];
            frame->velocities[3 * i + k] = (float)frame->velocity[i][k];
        }
    find_lines(model, broken, count, frame);
    find_faces(model, broken, count, frame);
    find_loose_particles(model, frame);
    put_colliders(model, frame);
    return status_ok();
}

// ---- VTK ----

static FrameCounts count_frame(const Frame *frame)
{
    return (FrameCounts){.points = frame->point_count,
                         .verts = frame->vert_count,
                         .lines = frame->line_count,
                         .faces = frame->face_count,
                         .corners = frame->face_start[frame->face_count],
                         .colliders = frame->drawing.vertex_count > 0};
}

static void measure_arrays(const FrameCounts *c, uint64_t bytes[ARRAYS])
{
    const uint64_t counts[ARRAYS] = {
        [POINTS] = 3 * (uint64_t)c->points, [VELOCITY] = 3 * (uint64_t)c->points, [COLLIDER] = c->colliders ? (uint64_t)c->points : 0,
        [VERTS] = (uint64_t)c->verts,       [VERT_ENDS] = (uint64_t)c->verts,     [LINES] = 2 * (uint64_t)c->lines,
        [LINE_ENDS] = (uint64_t)c->lines,   [POLYS] = (uint64_t)c->corners,       [POLY_ENDS] = (uint64_t)c->faces};
    for (int i = 0; i < ARRAYS; i++)
        bytes[i] = sizeof(int32_t) * counts[i]; // which is also that of a float
}

static void write_element(FILE *out, const char *element, const uint64_t bytes[ARRAYS], int first, int count, uint64_t *offset)
{
    static const char *NAMES[ARRAYS] = {"points",       "velocity", "collider",     "connectivity", "offsets",
                                        "connectivity", "offsets",  "connectivity", "offsets"};
    fprintf(out, "   <%s>\n", element);
    for (int i = first; i < first + count; i++) {
        fprintf(out, "    <DataArray type=\"%s\" Name=\"%s\"%s format=\"appended\" offset=\"%llu\"/>\n", i < COLLIDER ? "Float32" : "Int32",
                NAMES[i], i < COLLIDER ? " NumberOfComponents=\"3\"" : "", (unsigned long long)*offset);
        *offset += sizeof(uint64_t) + bytes[i];
    }
    fprintf(out, "   </%s>\n", element);
}

void frame_write_header(const FrameCounts *c, FILE *out)
{
    uint64_t bytes[ARRAYS], offset = 0;
    measure_arrays(c, bytes);
    fprintf(out,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" header_type=\"UInt64\">\n"
            " <PolyData>\n"
            "  <Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%d\" NumberOfLines=\"%d\" NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n",
            BYTE_ORDER == LITTLE_ENDIAN ? "LittleEndian" : "BigEndian", (int)c->points, (int)c->verts, (int)c->lines, (int)c->faces);
    write_element(out, "Points", bytes, POINTS, 1, &offset);
    write_element(out, "PointData", bytes, VELOCITY, c->colliders ? 2 : 1, &offset);
    write_element(out, "Verts", bytes, VERTS, 2, &offset);
    write_element(out, "Lines", bytes, LINES, 2, &offset);
    write_element(out, "Polys", bytes, POLYS, 2, &offset);
    fprintf(out, "  </Piece>\n </PolyData>\n <AppendedData encoding=\"raw\">\n_");
}

static void write_vtp(FILE *out, const Frame *frame)
{
    const void *const data[ARRAYS] = {[POINTS] = frame->points,       [VELOCITY] = frame->velocities, [COLLIDER] = frame->collider,
                                      [VERTS] = frame->verts,         [VERT_ENDS] = frame->vert_ends, [LINES] = frame->line,
                                      [LINE_ENDS] = frame->line_ends, [POLYS] = frame->face_vertex,   [POLY_ENDS] = frame->face_start + 1};
    const FrameCounts counts = count_frame(frame);
    uint64_t          bytes[ARRAYS];
    measure_arrays(&counts, bytes);
    frame_write_header(&counts, out);
    for (int i = 0; i < ARRAYS; i++) {
        if (i == COLLIDER && !counts.colliders)
            continue;
        fwrite(&bytes[i], sizeof bytes[i], 1, out);
        if (bytes[i])
            fwrite(data[i], 1, bytes[i], out);
    }
    fprintf(out, FRAME_TAIL);
}

// ---- OBJ ----

static void write_faces(FILE *out, const Frame *frame, int32_t begin, int32_t end)
{
    for (int32_t i = begin; i < end; i++) {
        fputc('f', out);
        for (int32_t j = frame->face_start[i]; j < frame->face_start[i + 1]; j++)
            fprintf(out, " %d", (int)frame->face_vertex[j] + 1);
        fputc('\n', out);
    }
}

static void write_points(FILE *out, const double (*position)[3], int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        fprintf(out, "v %.9g %.9g %.9g\n", position[i][0], position[i][1], position[i][2]);
}

static void write_obj(FILE *out, const Frame *frame)
{
    write_points(out, (const double(*)[3])frame->position, frame->point_count - frame->drawing.vertex_count);
    for (int32_t c = 0; c < frame->drawing.count; c++)
        write_points(out, (const double(*)[3])frame->drawing.mesh[c].vertex, frame->drawing.mesh[c].vertex_count);
    write_faces(out, frame, 0, frame->body_faces);
    for (int32_t i = 0; i < frame->line_count; i++)
        fprintf(out, "l %d %d\n", (int)frame->line[i][0] + 1, (int)frame->line[i][1] + 1);
    if (frame->face_count > frame->body_faces)
        fprintf(out, "g colliders\n");
    write_faces(out, frame, frame->body_faces, frame->face_count);
}

// ---- files ----

static Status write_file(const char *folder, int index, const char *end, const Frame *frame, void (*write)(FILE *, const Frame *))
{
    char      path[4096];
    FileDraft draft;
    const int needed = snprintf(path, sizeof path, "%s/frame_%05d.%s", folder, index, end);
    if (needed < 0 || (size_t)needed >= sizeof path)
        return status_make(STATUS_IO, "%.200s…: the path is too long; use a shorter folder name", folder);
    TRY(file_begin(path, &draft));
    write(draft.stream, frame);
    return file_commit(&draft); // the stream remembers failed writes
}

Status scene_write_frame(const char *folder, int index, const Model *model, const State *state, double time)
{
    Frame frame = {0};
    Arena arena = arena_init(0);
    TRY(file_make_folder(folder));
    Status status = make_frame(model, state, time, &arena, &frame);
    if (status.code == STATUS_OK)
        status = write_file(folder, index, "vtp", &frame, write_vtp);
    if (status.code == STATUS_OK)
        status = write_file(folder, index, "obj", &frame, write_obj);
    arena_destroy(&arena);
    return status;
}

Status scene_write_pvd(const char *folder, int frame_count, double seconds_per_frame)
{
    char      path[4096];
    FileDraft draft;
    TRY(file_make_folder(folder));
    const int needed = snprintf(path, sizeof path, "%s/frames.pvd", folder);
    if (needed < 0 || (size_t)needed >= sizeof path)
        return status_make(STATUS_IO, "%.200s…: the path is too long; use a shorter folder name", folder);
    TRY(file_begin(path, &draft));
    fprintf(draft.stream, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n <Collection>\n");
    for (int i = 0; i < frame_count; i++)
        fprintf(draft.stream, "  <DataSet timestep=\"%.9g\" part=\"0\" file=\"frame_%05d.vtp\"/>\n", i * seconds_per_frame, i);
    fprintf(draft.stream, " </Collection>\n</VTKFile>\n");
    return file_commit(&draft);
}
