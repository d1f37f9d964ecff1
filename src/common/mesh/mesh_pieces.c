// The pieces of a surface: which of them face inward, and how far they are from flat.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/forest.h"
#include "mesh/mesh_check.h"
#include "mesh/mesh_sides.h"
#include "mesh/private/mesh_marks.h"

typedef struct Box {
    double low[3], high[3];
} Box;

typedef struct Piece {
    bool   closed; // no open edge, none where the orientation flips
    double volume;
    Box    box;
} Piece;

// A piece has the number of its first face. The closed ones are a tree of boxes: the middle of a range of `order` is a node, the pieces
// before and after it in the range are its subtrees, and `bound` of it holds them all.
typedef struct Pieces {
    int32_t *of;    // [face_count]
    int32_t *next;  // [face_count] the next face of the piece, −1: none
    Piece   *piece; // [face_count]
    int32_t  closed_count;
    int32_t *order; // [closed_count]
    Box     *bound; // [closed_count]
    int64_t  looked_at;
} Pieces;

// most: faces at an edge that joins them.
static void join_faces(const Mesh *mesh, const MeshSide *sides, int64_t count, int64_t max, int32_t *parent)
{
    for (int32_t i = 0; i < mesh->face_count; i++)
        parent[i] = i;
    for (int64_t i = 0, run = 0; i < count; i += run) {
        run = mesh_side_run(sides, count, i);
        for (int64_t k = i + 1; k < i + run && run <= max; k++)
            forest_join(parent, sides[i].face, sides[k].face);
    }
    for (int32_t i = 0; i < mesh->face_count; i++)
        parent[i] = forest_root(parent, i);
}

// What is not two faces that run along an edge in different directions, or an even number of more, bounds nothing.
static void find_closed(const MeshSide *sides, int64_t count, const Pieces *p)
{
    for (int64_t i = 0, run = 0; i < count; i += run) {
        run = mesh_side_run(sides, count, i);
        for (int64_t k = i; k < i + run && (run % 2 || (run == 2 && sides[i].forward == sides[i + 1].forward)); k++)
            p->piece[p->of[sides[k].face]].closed = false;
    }
}

static Box box_of(const double point[3])
{
    return (Box){{point[0], point[1], point[2]}, {point[0], point[1], point[2]}};
}

static void box_join(Box *box, const Box *other)
{
    for (int k = 0; k < 3; k++) {
        box->low[k] = fmin(box->low[k], other->low[k]);
        box->high[k] = fmax(box->high[k], other->high[k]);
    }
}

static bool box_holds(const Box *box, const double point[3])
{
    for (int k = 0; k < 3; k++)
        if (point[k] < box->low[k] || point[k] > box->high[k])
            return false;
    return true;
}

static void measure(const Mesh *mesh, const Pieces *p)
{
    for (int32_t face = 0; face < mesh->face_count; face++) {
        const int32_t *corner = mesh->face_vertex + mesh->face_start[face], corners = mesh->face_start[face + 1] - mesh->face_start[face];
        const double  *origin = mesh->position[mesh->face_vertex[mesh->face_start[p->of[face]]]];
        Piece         *piece = &p->piece[p->of[face]];
        double         normal[3];
        if (p->of[face] == face)
            piece->box = box_of(origin);
        mesh_face_normal(mesh, face, normal);
        for (int k = 0; k < 3; k++)
            piece->volume += (mesh->position[corner[0]][k] - origin[k]) * normal[k] / 6;
        for (int32_t i = 0; i < corners; i++) {
            const Box at = box_of(mesh->position[corner[i]]);
            box_join(&piece->box, &at);
        }
    }
}

// ---- pieces within pieces ----

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Of a triangle as seen from a point (van Oosterom, Strackee 1983).
static double solid_angle(const double point[3], const double *const corner[3])
{
    double r[3][3], length[3], volume = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            r[i][k] = corner[i][k] - point[k];
        length[i] = sqrt(dot(r[i], r[i]));
    }
    for (int k = 0; k < 3; k++)
        volume += r[0][k] * (r[1][(k + 1) % 3] * r[2][(k + 2) % 3] - r[1][(k + 2) % 3] * r[2][(k + 1) % 3]);
    return 2 * atan2(volume, length[0] * length[1] * length[2] + dot(r[0], r[1]) * length[2] + dot(r[1], r[2]) * length[0] +
                                 dot(r[2], r[0]) * length[1]);
}

// From inside, a piece fills the sky.
static bool surrounds(const Mesh *mesh, const Pieces *p, int32_t piece, const double point[3])
{
    const int32_t *v = mesh->face_vertex;
    double         angle = 0;
    for (int32_t face = piece; face >= 0; face = p->next[face])
        for (int32_t i = mesh->face_start[face] + 2; i < mesh->face_start[face + 1]; i++)
            angle += solid_angle(
                point, (const double *const[3]){mesh->position[v[mesh->face_start[face]]], mesh->position[v[i - 1]], mesh->position[v[i]]});
    return fabs(angle) > 2 * 3.14159265358979323846;
}

typedef struct Split {
    const Piece *piece;
    int          axis;
} Split;

static int compare_low(const void *a, const void *b, void *user)
{
    const Split  *split = user;
    const int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
    const double  x = split->piece[i].box.low[split->axis], y = split->piece[j].box.low[split->axis];
    return x != y ? (x > y) - (x < y) : (i > j) - (i < j);
}

static void grow_tree(Pieces *p, int32_t begin, int32_t end, int axis)
{
    const int32_t middle = begin + (end - begin) / 2;
    qsort_r(p->order + begin, (size_t)(end - begin), sizeof *p->order, compare_low, &(Split){p->piece, axis});
    p->bound[middle] = p->piece[p->order[middle]].box;
    for (int side = 0; side < 2; side++) {
        const int32_t from = side ? middle + 1 : begin, to = side ? end : middle;
        if (from == to)
            continue;
        grow_tree(p, from, to, (axis + 1) % 3);
        box_join(&p->bound[middle], &p->bound[from + (to - from) / 2]);
    }
}

// Whether an odd number of the pieces in the range surround the first corner of another one.
static bool is_within(const Mesh *mesh, Pieces *p, int32_t begin, int32_t end, int32_t from)
{
    const double *point = mesh->position[mesh->face_vertex[mesh->face_start[from]]];
    const int32_t middle = begin + (end - begin) / 2;
    if (begin == end)
        return false;
    p->looked_at++;
    if (!box_holds(&p->bound[middle], point))
        return false;
    const int32_t piece = p->order[middle];
    const bool    before = is_within(mesh, p, begin, middle, from), after = is_within(mesh, p, middle + 1, end, from);
    return before ^ after ^ (piece != from && box_holds(&p->piece[piece].box, point) && surrounds(mesh, p, piece, point));
}

// Beyond rounding: a sheet with two sides encloses nothing.
static bool is_inward(const Piece *piece)
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, piece->box.high[k] - piece->box.low[k]);
    return piece->closed && piece->volume < -1e-12 * size * size * size;
}

static void mark(const Mesh *mesh, Pieces *p, MeshInward *out)
{
    for (int32_t i = mesh->face_count - 1; i >= 0; i--)
        if (p->of[i] != i) {
            p->next[i] = p->next[p->of[i]];
            p->next[p->of[i]] = i;
        } else if (p->piece[i].closed)
            p->order[p->closed_count++] = i;
    if (p->closed_count > 0)
        grow_tree(p, 0, p->closed_count, 0);
    for (int32_t i = 0; i < mesh->face_count; i++)
        if (p->of[i] == i && is_inward(&p->piece[i]) && !is_within(mesh, p, 0, p->closed_count, i)) {
            out->first = out->pieces++ == 0 ? i : out->first;
            out->face[i] = true;
        }
    for (int32_t i = 0; i < mesh->face_count; i++)
        out->face[i] = out->face[p->of[i]];
    out->looked_at = p->looked_at;
}

static Status find(const Mesh *mesh, Pieces *p, MeshInward *out)
{
    MeshSide *sides = NULL;
    int64_t   count = 0;
    TRY(mesh_sides(mesh, &sides, &count));
    join_faces(mesh, sides, count, 2, p->of);
    for (int32_t i = 0; i < mesh->face_count; i++)
        p->piece[i].closed = true;
    find_closed(sides, count, p);
    free(sides);
    measure(mesh, p);
    mark(mesh, p, out);
    return status_ok();
}

Status mesh_find_inward(const Mesh *mesh, MeshInward *out)
{
    const size_t room = (size_t)mesh->face_count + 1;
    Pieces p = {.of = malloc(3 * room * sizeof *p.of), .piece = calloc(room, sizeof *p.piece), .bound = malloc(room * sizeof *p.bound)};
    *out = (MeshInward){.face = calloc(room, sizeof *out->face), .first = -1};
    Status status = status_make(STATUS_MEMORY, "out of memory for the pieces of %d faces", (int)mesh->face_count);
    if (p.of && p.piece && p.bound && out->face) {
        p.order = p.of + room;
        p.next = memset(p.order + room, 0xff, room * sizeof *p.next);
        status = find(mesh, &p, out);
    }
    free(p.of);
    free(p.piece);
    free(p.bound);
    if (status.code != STATUS_OK) {
        free(out->face);
        out->face = NULL;
    }
    return status;
}

Status mesh_find_inward_triangles(const double (*position)[3], int32_t count, const int32_t (*triangle)[3], MeshInward *out)
{
    int32_t *start = malloc(((size_t)count + 1) * sizeof *start);
    *out = (MeshInward){.first = -1};
    if (!start)
        return status_make(STATUS_MEMORY, "out of memory for the pieces of %d triangles", (int)count);
    for (int32_t t = 0; t <= count; t++)
        start[t] = 3 * t;
    const Mesh   seen = {.position = (double(*)[3])position, .face_count = count, .face_start = start, .face_vertex = (int32_t *)triangle};
    const Status status = mesh_find_inward(&seen, out);
    free(start);
    return status;
}

// ---- how bent a piece is ----

static bool is_chosen(const Mesh *mesh, const bool *chosen, int32_t face)
{
    for (int32_t i = mesh->face_start[face]; chosen && i < mesh->face_start[face + 1]; i++)
        if (!chosen[mesh->face_vertex[i]])
            return false;
    return !mesh_face_is_flat(mesh, face);
}

// first[piece]: its first chosen face, −1 so far.
static double largest_bend(const Mesh *mesh, const bool *chosen, const int32_t *of, int32_t *first)
{
    double max = 0;
    for (int32_t face = 0; face < mesh->face_count; face++) {
        double from[3], normal[3], n[3];
        if (!is_chosen(mesh, chosen, face))
            continue;
        if (first[of[face]] < 0)
            first[of[face]] = face;
        mesh_face_normal(mesh, first[of[face]], from);
        mesh_face_normal(mesh, face, normal);
        for (int k = 0; k < 3; k++)
            n[k] = from[(k + 1) % 3] * normal[(k + 2) % 3] - from[(k + 2) % 3] * normal[(k + 1) % 3];
        max = fmax(max, atan2(sqrt(dot(n, n)), fabs(dot(from, normal))));
    }
    return max * (180 / 3.14159265358979323846);
}

Status mesh_bend(const Mesh *mesh, const bool *chosen, double *degrees)
{
    MeshSide *sides = NULL;
    int64_t   count = 0;
    TRY(mesh_sides(mesh, &sides, &count));
    int32_t *of = malloc(2 * ((size_t)mesh->face_count + 1) * sizeof *of);
    if (of) {
        int32_t *first = of + mesh->face_count + 1;
        join_faces(mesh, sides, count, INT64_MAX, of);
        memset(first, 0xff, (size_t)mesh->face_count * sizeof *first);
        *degrees = largest_bend(mesh, chosen, of, first);
    }
    free(sides);
    const bool done = of != NULL;
    free(of);
    return done ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the pieces of %d faces", (int)mesh->face_count);
}
