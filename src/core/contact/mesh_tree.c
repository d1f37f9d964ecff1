#include "contact/private/mesh_tree.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/gnu.h"
#include "mesh/mesh_sides.h"

// A node holds the boxes of up to four children, each with a quarter of its triangles; for 2^31 triangles the depth is below DEPTH_MAX.
enum { CHILDREN = 4, DEPTH_MAX = 20, COARSE_MIN = 512, COARSE_MAX = 1 << 15 };

typedef struct Node {
    float   low[3][CHILDREN], high[3][CHILDREN]; // rounded outward; +∞ to −∞ for no child
    int32_t child[CHILDREN];                     // a node, or ~index of a triangle
} Node;

// A cell of the coarse grid, for its centre.
typedef struct Coarse {
    float   distance; // signed
    int32_t triangle; // the nearest
} Coarse;

typedef struct Triangle { // sorted by leaf
    double4 a, ab, ac;    // a corner and the edges from it
    int32_t number;       // in the mesh
    bool    thin;         // degenerate: only its edges are tested, since its interior is lost in double precision
} Triangle;

// The part of a triangle that holds the nearest point: the interior, the edge from corner k to the next, or corner k.
typedef enum Region { ON_FACE, ON_EDGE, ON_CORNER = ON_EDGE + 3 } Region;

struct MeshTree {
    Node     *node;
    Triangle *triangle;
    int32_t   triangle_count, node_count;
    int32_t (*corner)[3];      // [triangles] vertices, in the mesh's order
    double4 *face_normal;      // [triangles] unit
    double4 (*edge_normal)[3]; // [triangles] of the edge from corner k to the next
    double4 *vertex_normal;    // [vertices]
    double4  low, high;        // the box of the mesh
    double   on_surface;       // m: nearer than this, the direction to the surface is round-off
    double   cell[3];          // edges of a cell of the coarse grid
    int32_t  cells[3];
    Coarse  *coarse; // x fastest
};

// ---- the nearest point of one triangle ----

typedef struct Foot {
    double  square; // of the distance
    double4 point;
    int32_t triangle; // index in tree->triangle; −1: none
    int     region;   // Region + k
} Foot;

static void take(Foot *foot, double4 x, double4 point, int32_t triangle, int region)
{
    const double4 d = double4_sub(x, point);
    const double  square = double4_dot(d, d);
    if (square < foot->square)
        *foot = (Foot){.square = square, .point = point, .triangle = triangle, .region = region};
}

static void take_edges(const Triangle *t, int32_t at, double4 x, Foot *foot)
{
    const double4 corner[3] = {t->a, double4_along(t->a, 1, t->ab), double4_along(t->a, 1, t->ac)};
    for (int k = 0; k < 3; k++) {
        const int     next = (k + 1) % 3;
        const double4 e = double4_sub(corner[next], corner[k]);
        const double  s = clamp01(double4_dot(double4_sub(x, corner[k]), e) / double4_dot(e, e));
        const int     region = s <= 0 ? ON_CORNER + k : s >= 1 ? ON_CORNER + next : ON_EDGE + k;
        take(foot, x, s >= 1 ? corner[next] : double4_along(corner[k], s, e), at, region);
    }
}

// By the signs of the products with the edges (Ericson, Real-Time Collision Detection, 5.1.5).
static void take_triangle(const Triangle *t, int32_t at, double4 x, Foot *foot)
{
    const double4 ab = t->ab, ac = t->ac, ap = double4_sub(x, t->a);
    const double  aa = double4_dot(ab, ab), bb = double4_dot(ab, ac), cc = double4_dot(ac, ac);
    const double  d1 = double4_dot(ab, ap), d2 = double4_dot(ac, ap);
    const double  d3 = d1 - aa, d4 = d2 - bb, d5 = d1 - bb, d6 = d2 - cc;
    if (d1 <= 0 && d2 <= 0) {
        take(foot, x, t->a, at, ON_CORNER);
    } else if (d3 >= 0 && d4 <= d3) {
        take(foot, x, double4_along(t->a, 1, ab), at, ON_CORNER + 1);
    } else if (d6 >= 0 && d5 <= d6) {
        take(foot, x, double4_along(t->a, 1, ac), at, ON_CORNER + 2);
    } else {
        const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
        if (vc <= 0 && d1 >= 0 && d3 <= 0) {
            take(foot, x, double4_along(t->a, d1 / (d1 - d3), ab), at, ON_EDGE);
        } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
            take(foot, x, double4_along(t->a, d2 / (d2 - d6), ac), at, ON_EDGE + 2);
        } else if (va <= 0 && d4 >= d3 && d5 >= d6) {
            const double s = (d4 - d3) / ((d4 - d3) + (d5 - d6));
            take(foot, x, double4_along(double4_along(t->a, 1 - s, ab), s, ac), at, ON_EDGE + 1);
        } else {
            const double sum = va + vb + vc;
            take(foot, x, double4_along(double4_along(t->a, vb / sum, ab), vc / sum, ac), at, ON_FACE);
        }
    }
}

// ---- the search ----

GNU_VECTOR(double, Lanes, CHILDREN * sizeof(double));
GNU_VECTOR(int64_t, LaneMask, CHILDREN * sizeof(double));
GNU_VECTOR(float, FloatLanes, CHILDREN * sizeof(float));

static GNU_ALWAYS_INLINE Lanes lanes_of(const float from[CHILDREN])
{
    FloatLanes lanes;
    memcpy(&lanes, from, sizeof lanes);
    return GNU_CONVERT(lanes, Lanes);
}

// The squares of the positive parts.
static GNU_ALWAYS_INLINE Lanes square_above_zero(Lanes a, Lanes b)
{
    const LaneMask first = (LaneMask)(a > 0), second = (LaneMask)(b > 0); // below the box or above it, at most one
    const Lanes    over = (Lanes)(((LaneMask)a & first) | ((LaneMask)b & second));
    return over * over;
}

// Squared distances of x to the boxes of all children.
static GNU_ALWAYS_INLINE Lanes squares_to(const Node *node, double4 x)
{
    return square_above_zero(lanes_of(node->low[0]) - x.x, x.x - lanes_of(node->high[0])) +
           square_above_zero(lanes_of(node->low[1]) - x.y, x.y - lanes_of(node->high[1])) +
           square_above_zero(lanes_of(node->low[2]) - x.z, x.z - lanes_of(node->high[2]));
}

static void take_any(const MeshTree *tree, int32_t at, double4 x, Foot *foot)
{
    if (tree->triangle[at].thin)
        take_edges(&tree->triangle[at], at, x, foot);
    else
        take_triangle(&tree->triangle[at], at, x, foot);
}

typedef struct Waiting {
    int32_t node;
    double  square;
} Waiting;

// Inserts a node into the top `own` entries of the stack, which are sorted, the nearest on top.
static void put(Waiting *stack, int waiting, int own, Waiting node)
{
    int at = waiting;
    for (; at > waiting - own && stack[at - 1].square < node.square; at--)
        stack[at] = stack[at - 1];
    stack[at] = node;
}

// The nearest point of all triangles, if it is nearer than foot->square.
static void search(const MeshTree *tree, double4 x, Foot *foot)
{
    Waiting stack[CHILDREN * DEPTH_MAX];
    int     waiting = 1;
    stack[0] = (Waiting){.node = 0, .square = 0};
    while (waiting > 0) {
        const Waiting now = stack[--waiting];
        const Node   *node = &tree->node[now.node];
        int           own = 0;
        if (now.square >= foot->square)
            continue;
        const Lanes square = squares_to(node, x);
        for (int c = 0; c < CHILDREN; c++)
            if (square[c] < foot->square && node->child[c] < 0)
                take_any(tree, ~node->child[c], x, foot);
        for (int c = 0; c < CHILDREN; c++)
            if (square[c] < foot->square && node->child[c] >= 0) {
                put(stack, waiting, own, (Waiting){.node = node->child[c], .square = square[c]});
                waiting++;
                own++;
            }
    }
}

static double4 normal_at(const MeshTree *tree, const Foot *foot)
{
    const int32_t number = tree->triangle[foot->triangle].number;
    if (foot->region == ON_FACE)
        return tree->face_normal[number];
    if (foot->region < ON_CORNER)
        return tree->edge_normal[number][foot->region - ON_EDGE];
    return tree->vertex_normal[tree->corner[number][foot->region - ON_CORNER]];
}

// Signs the distance and sets the normal.
static void finish(const MeshTree *tree, double4 x, const Foot *foot, Nearest *out)
{
    const double4 d = double4_sub(x, foot->point), normal = normal_at(tree, foot);
    const double  distance = sqrt(foot->square), sign = double4_dot(d, normal) < 0 ? -1 : 1;
    *out = (Nearest){.distance = sign * distance, .point = foot->point, .normal = normal};
    if (distance > tree->on_surface)
        out->normal = double4_scale(sign / distance, d);
}

// The cell of the coarse grid that contains x, and its centre. x must lie in the box.
static const Coarse *coarse_at(const MeshTree *tree, double4 x, double4 *middle)
{
    const double at[3] = {x.x - tree->low.x, x.y - tree->low.y, x.z - tree->low.z};
    double       half[3];
    int32_t      cell[3];
    for (int k = 0; k < 3; k++) {
        cell[k] = (int32_t)(at[k] / tree->cell[k]);
        cell[k] = cell[k] < tree->cells[k] ? cell[k] : tree->cells[k] - 1;
        half[k] = tree->cell[k] * (cell[k] + 0.5);
    }
    *middle = (double4){tree->low.x + half[0], tree->low.y + half[1], tree->low.z + half[2], 0};
    return &tree->coarse[((size_t)cell[2] * (size_t)tree->cells[1] + (size_t)cell[1]) * (size_t)tree->cells[0] + (size_t)cell[0]];
}

static double beyond(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

bool mesh_tree_nearest(const MeshTree *tree, double4 x, double reach, Nearest *out)
{
    const double4 outside = {beyond(x.x, tree->low.x, tree->high.x), beyond(x.y, tree->low.y, tree->high.y),
                             beyond(x.z, tree->low.z, tree->high.z), 0};
    const double  to_box = double4_norm(outside);
    Foot          foot = {.square = DBL_MAX, .triangle = -1};
    if (!(to_box <= reach) || !isfinite(to_box) || !isfinite(x.x + x.y + x.z))
        return false;
    if (to_box > 0) { // x is outside: points beyond the reach are not needed
        foot.square = reach < 1e150 ? reach * reach * (1 + 1e-12) : DBL_MAX;
    } else {
        double4       middle;
        const Coarse *cell = coarse_at(tree, x, &middle);
        const double  min =
            (double)cell->distance * (1 - 1e-6) - double4_norm(double4_sub(x, middle)); // the slope of a distance is at most 1
        if (min > reach + tree->on_surface)
            return false;
        take_any(tree, cell->triangle, x, &foot);
    }
    search(tree, x, &foot);
    if (foot.triangle < 0)
        return false;
    finish(tree, x, &foot, out);
    return out->distance <= reach;
}

void mesh_tree_within(const MeshTree *tree, double4 middle, double radius, void (*visit)(void *user, const double4 corner[3]), void *user)
{
    int32_t stack[CHILDREN * DEPTH_MAX];
    int     waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const Node *node = &tree->node[stack[--waiting]];
        const Lanes square = squares_to(node, middle);
        for (int c = 0; c < CHILDREN; c++) {
            if (!(square[c] <= radius * radius))
                continue;
            if (node->child[c] >= 0) {
                stack[waiting++] = node->child[c];
            } else {
                const Triangle *t = &tree->triangle[~node->child[c]];
                visit(user, (const double4[3]){t->a, double4_along(t->a, 1, t->ab), double4_along(t->a, 1, t->ac)});
            }
        }
    }
}

// ---- paths ----

// Sides of the triangle belong to it, so that no path slips through between two.
static bool goes_through(const Triangle *t, double4 from, double4 to)
{
    const double4 a = t->a, b = double4_along(a, 1, t->ab), c = double4_along(a, 1, t->ac);
    if ((double4_volume6(a, b, c, from) < 0) == (double4_volume6(a, b, c, to) < 0))
        return false;
    const double u = double4_volume6(from, to, a, b), v = double4_volume6(from, to, b, c), w = double4_volume6(from, to, c, a);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

// True if the path meets the box of a child.
static bool may_meet(const Node *node, int child, double4 from, double4 to)
{
    const double *a = &from.x, *b = &to.x;
    double        first = 0, last = 1;
    for (int k = 0; k < 3; k++) {
        const double low = (double)node->low[k][child], high = (double)node->high[k][child], step = b[k] - a[k];
        if (fmin(a[k], b[k]) > high || fmax(a[k], b[k]) < low)
            return false;
        if (step == 0)
            continue;
        const double one = (low - a[k]) / step, other = (high - a[k]) / step;
        first = fmax(first, fmin(one, other));
        last = fmin(last, fmax(one, other));
    }
    return first <= last + 1e-9;
}

bool mesh_tree_is_in_the_way(const MeshTree *tree, double4 from, double4 to)
{
    int32_t stack[CHILDREN * DEPTH_MAX];
    int     waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        const Node *node = &tree->node[stack[--waiting]];
        for (int c = 0; c < CHILDREN; c++) {
            if (!may_meet(node, c, from, to))
                continue;
            if (node->child[c] >= 0)
                stack[waiting++] = node->child[c];
            else if (goes_through(&tree->triangle[~node->child[c]], from, to))
                return true;
        }
    }
    return false;
}

// ---- building ----

static double4 vertex_of(const ColliderMesh *mesh, int32_t triangle, int k)
{
    return double4_of(mesh->vertex[mesh->triangle[triangle][k]]);
}

static double4 unit(double4 v)
{
    const double length = double4_norm(v);
    return length > 0 ? double4_scale(1 / length, v) : v;
}

static void add_faces(const ColliderMesh *mesh, MeshTree *tree)
{
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const double4 corner[3] = {vertex_of(mesh, t, 0), vertex_of(mesh, t, 1), vertex_of(mesh, t, 2)};
        tree->face_normal[t] = unit(double4_cross(double4_sub(corner[1], corner[0]), double4_sub(corner[2], corner[0])));
        for (int k = 0; k < 3; k++) {
            const double4 to = double4_sub(corner[(k + 1) % 3], corner[k]), back = double4_sub(corner[(k + 2) % 3], corner[k]);
            const double  angle = atan2(double4_norm(double4_cross(to, back)), double4_dot(to, back));
            double4_add_to(&tree->vertex_normal[mesh->triangle[t][k]], angle, tree->face_normal[t]);
        }
    }
    for (int32_t v = 0; v < mesh->vertex_count; v++)
        tree->vertex_normal[v] = unit(tree->vertex_normal[v]);
}

static double4 *edge_of(MeshTree *tree, const MeshSide *side)
{
    const int32_t *corner = tree->corner[side->face];
    for (int k = 0; k < 3; k++)
        if (corner[k] == (side->forward ? side->a : side->b) && corner[(k + 1) % 3] == (side->forward ? side->b : side->a))
            return &tree->edge_normal[side->face][k];
    return &tree->edge_normal[side->face][0]; // not reached: the side belongs to that face
}

static Status add_edges(const ColliderMesh *mesh, MeshTree *tree)
{
    MeshSide    *sides = NULL;
    int64_t      count = 0;
    const Status status = mesh_triangle_sides(mesh->triangle_count, (const int32_t(*)[3])mesh->triangle, &sides, &count);
    for (int64_t i = 0; status.code == STATUS_OK && i + 1 < count; i += 2) { // a closed mesh has two triangles at each edge
        const double4 sum = double4_along(tree->face_normal[sides[i].face], 1, tree->face_normal[sides[i + 1].face]);
        *edge_of(tree, &sides[i]) = *edge_of(tree, &sides[i + 1]) = unit(sum);
    }
    free(sides);
    return status;
}

static Triangle triangle_of(const ColliderMesh *mesh, int32_t t)
{
    const double4 a = vertex_of(mesh, t, 0), ab = double4_sub(vertex_of(mesh, t, 1), a), ac = double4_sub(vertex_of(mesh, t, 2), a);
    const double4 bc = double4_sub(ac, ab);
    const double  longest = fmax(fmax(double4_dot(ab, ab), double4_dot(ac, ac)), double4_dot(bc, bc));
    return (Triangle){.a = a, .ab = ab, .ac = ac, .number = t, .thin = double4_norm(double4_cross(ab, ac)) < 1e-6 * longest};
}

static double centre_of(const Triangle *t, int axis) // times three
{
    const double *a = &t->a.x, *ab = &t->ab.x, *ac = &t->ac.x;
    return 3 * a[axis] + ab[axis] + ac[axis];
}

static void box_of(const Triangle *t, int32_t count, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
        for (int32_t i = 0; i < count; i++) {
            const double a = (&t[i].a.x)[k], b = a + (&t[i].ab.x)[k], c = a + (&t[i].ac.x)[k];
            low[k] = fmin(low[k], fmin(a, fmin(b, c)));
            high[k] = fmax(high[k], fmax(a, fmax(b, c)));
        }
    }
}

// Moves the `half` triangles with the smallest centres along the axis to the front (Hoare's selection).
static void split(Triangle *t, int32_t count, int32_t half, int axis)
{
    int32_t low = 0, high = count - 1;
    while (low < high) {
        const double pivot = centre_of(&t[low + (high - low) / 2], axis);
        int32_t      i = low, j = high;
        while (i <= j) {
            while (centre_of(&t[i], axis) < pivot)
                i++;
            while (centre_of(&t[j], axis) > pivot)
                j--;
            if (i <= j) {
                const Triangle swapped = t[i];
                t[i++] = t[j];
                t[j--] = swapped;
            }
        }
        if (half <= j)
            high = j;
        else if (half >= i)
            low = i;
        else
            return;
    }
}

// Splits a range in halves across the longest side of its box; returns the boundary.
static int32_t cut(MeshTree *tree, int32_t begin, int32_t end)
{
    double        low[3], high[3];
    const int32_t half = (end - begin) / 2;
    int           longest = 0;
    box_of(tree->triangle + begin, end - begin, low, high);
    for (int k = 1; k < 3; k++)
        longest = high[k] - low[k] > high[longest] - low[longest] ? k : longest;
    if (half > 0)
        split(tree->triangle + begin, end - begin, half, longest);
    return begin + half;
}

static void set_box(const MeshTree *tree, int32_t begin, int32_t end, Node *node, int child)
{
    double low[3], high[3];
    box_of(tree->triangle + begin, end - begin, low, high);
    for (int k = 0; k < 3; k++) { // an empty range: +∞ to −∞
        node->low[k][child] = begin < end ? nextafterf((float)low[k], -INFINITY) : INFINITY;
        node->high[k][child] = begin < end ? nextafterf((float)high[k], INFINITY) : -INFINITY;
    }
}

static void build_node(MeshTree *tree, int32_t at, int32_t begin, int32_t end)
{
    const int32_t middle = cut(tree, begin, end);
    const int32_t bound[CHILDREN + 1] = {begin, cut(tree, begin, middle), middle, cut(tree, middle, end), end};
    for (int c = 0; c < CHILDREN; c++) {
        const int32_t first = bound[c], count = bound[c + 1] - first, child = tree->node_count;
        set_box(tree, first, first + count, &tree->node[at], c);
        tree->node[at].child[c] = ~first;
        if (count < 2)
            continue;
        tree->node[at].child[c] = child;
        tree->node_count++;
        build_node(tree, child, first, first + count); // NOLINT(misc-no-recursion): the depth of the tree
    }
}

// About as many cells as triangles, as close to cubes as the box allows.
static Status make_coarse(MeshTree *tree, Arena *arena)
{
    const double extent[3] = {tree->high.x - tree->low.x, tree->high.y - tree->low.y, tree->high.z - tree->low.z};
    const double cell_count = fmin(fmax(tree->triangle_count, COARSE_MIN), COARSE_MAX);
    const double edge = cbrt(extent[0] * extent[1] * extent[2] / cell_count);
    size_t       count = 1;
    for (int k = 0; k < 3; k++) {
        tree->cells[k] = (int32_t)fmin(fmax(extent[k] / edge, 1), cell_count);
        tree->cell[k] = extent[k] / tree->cells[k];
        count *= (size_t)tree->cells[k];
    }
    return ARENA_NEW(arena, count, &tree->coarse);
}

static void fill_coarse(MeshTree *tree)
{
    Coarse *cell = tree->coarse;
    for (int32_t z = 0; z < tree->cells[2]; z++)
        for (int32_t y = 0; y < tree->cells[1]; y++)
            for (int32_t x = 0; x < tree->cells[0]; x++, cell++) {
                const double4 middle = {tree->low.x + tree->cell[0] * (x + 0.5), tree->low.y + tree->cell[1] * (y + 0.5),
                                        tree->low.z + tree->cell[2] * (z + 0.5), 0};
                Foot          foot = {.square = DBL_MAX, .triangle = -1};
                Nearest       nearest = {0};
                take_any(tree, x > 0 ? cell[-1].triangle : 0, middle, &foot);
                search(tree, middle, &foot);
                finish(tree, middle, &foot, &nearest);
                *cell = (Coarse){.distance = (float)nearest.distance, .triangle = foot.triangle};
            }
}

static Status allocate(const ColliderMesh *mesh, Arena *arena, MeshTree **out)
{
    MeshTree *tree;
    TRY(ARENA_NEW(arena, 1, &tree));
    tree->triangle_count = mesh->triangle_count;
    TRY(ARENA_NEW(arena, mesh->triangle_count, &tree->triangle));
    TRY(ARENA_NEW(arena, mesh->triangle_count, &tree->node)); // each node has at least two triangles
    TRY(ARENA_NEW(arena, mesh->triangle_count, &tree->corner));
    TRY(ARENA_NEW(arena, mesh->triangle_count, &tree->face_normal));
    TRY(ARENA_NEW(arena, mesh->triangle_count, &tree->edge_normal));
    TRY(ARENA_NEW(arena, mesh->vertex_count, &tree->vertex_normal));
    *out = tree;
    return status_ok();
}

Status mesh_tree_create(const ColliderMesh *mesh, Arena *arena, MeshTree **out)
{
    MeshTree *tree;
    double    low[3], high[3];
    TRY(allocate(mesh, arena, &tree));
    memcpy(tree->corner, mesh->triangle, (size_t)mesh->triangle_count * sizeof *tree->corner);
    for (int32_t t = 0; t < mesh->triangle_count; t++)
        tree->triangle[t] = triangle_of(mesh, t);
    add_faces(mesh, tree);
    TRY(add_edges(mesh, tree));
    box_of(tree->triangle, mesh->triangle_count, low, high);
    tree->low = double4_of(low);
    tree->high = double4_of(high);
    tree->on_surface = 1e-10 * double4_norm(double4_sub(tree->high, tree->low));
    tree->node_count = 1;
    build_node(tree, 0, 0, mesh->triangle_count);
    TRY(make_coarse(tree, arena));
    fill_coarse(tree);
    *out = tree;
    return status_ok();
}
