// The scenes of conform_run: constraints of any kinds, on elements of a small block.
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "plugin/private/conform_scene.h"

enum { SIDE = 4, LAYER = SIDE * SIDE, ELEMENTS_MAX = 128 }; // particles lie in layers of SIDE × SIDE

// Positions of the particles: in a slightly distorted block at rest, and in a more distorted one at the start.
typedef struct Block {
    double4 rest[CONFORM_PARTICLES], start[CONFORM_PARTICLES];
} Block;

static double around(Random *random) // in −1 … 1
{
    return 2 * random_unit(random) - 1;
}

static double4 pushed(double4 x, double by, Random *random)
{
    const double u = around(random), v = around(random), w = around(random);
    return (double4){x.x + by * u, x.y + by * v, x.z + by * w, x.w};
}

typedef int32_t Vertices[CONSTRAINT_VERTICES_MAX];

// The six tetrahedra of the cell whose lowest corner is i, one for each order of the three axes.
static int list_tetrahedra(int32_t i, Vertices *out)
{
    static const int32_t ORDERS[6][3] = {{1, SIDE, LAYER}, {SIDE, LAYER, 1}, {LAYER, 1, SIDE},
                                         {SIDE, 1, LAYER}, {1, LAYER, SIDE}, {LAYER, SIDE, 1}};
    for (int k = 0; k < 6; k++) {
        const int32_t a = i + ORDERS[k][0], b = a + ORDERS[k][1], c = b + ORDERS[k][2];
        memcpy(out[k], k < 3 ? (Vertices){i, a, b, c} : (Vertices){i, b, a, c}, sizeof(Vertices));
    }
    return 6;
}

// The triangles and hinges of the cell of a layer whose lowest corner is i: the cell is cut along its diagonal, a hinge of its own; the
// other hinge joins the next cell.
static int list_triangles(int32_t i, Vertices *out)
{
    memcpy(out[0], (Vertices){i, i + 1, i + SIDE + 1}, sizeof(Vertices));
    memcpy(out[1], (Vertices){i, i + SIDE + 1, i + SIDE}, sizeof(Vertices));
    return 2;
}

static int list_hinges(int32_t i, Vertices *out)
{
    memcpy(out[0], (Vertices){i, i + SIDE + 1, i + SIDE, i + 1}, sizeof(Vertices));
    if (i % SIDE >= SIDE - 2)
        return 1;
    memcpy(out[1], (Vertices){i + 1, i + SIDE + 1, i, i + SIDE + 2}, sizeof(Vertices));
    return 2;
}

// The patches of the cell in the middle of a layer.
static int list_patches(int32_t i, Vertices *out)
{
    static const int PLACES[12][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {-1, 1}, {1, -1}, {2, 0}, {0, 2}, {-1, 2}, {-1, 0}, {0, -1}, {2, -1}};
    if (i % SIDE != 1 || i / SIDE % SIDE != 1)
        return 0;
    for (int j = 0; j < 12; j++) {
        const int32_t u = PLACES[j][0], v = PLACES[j][1];
        out[0][j] = i + (u + v) + SIDE * v;
        out[1][j] = i + u + SIDE * (u + v);
    }
    return 2;
}

static int list_edges(Vertices *out)
{
    int count = 0;
    for (int stride = 1; stride <= 2; stride++)
        for (int i = 0; i < CONFORM_PARTICLES; i++)
            memcpy(out[count++], (Vertices){i, (i + stride) % CONFORM_PARTICLES}, sizeof(Vertices));
    return count;
}

// The elements of the block for constraints of a kind, by the kind's own description of its mesh elements.
static int list_elements(const ConstraintOps *ops, Vertices *out)
{
    int count = 0;
    if (ops->element == ELEMENT_EDGE)
        return list_edges(out);
    for (int32_t i = 0; i < CONFORM_PARTICLES && ops->element == ELEMENT_POINT; i++)
        out[count++][0] = i;
    for (int32_t i = 0; i < 2 * LAYER; i++) {
        if (i % SIDE == SIDE - 1 || i / SIDE % SIDE == SIDE - 1)
            continue;
        if (ops->element == ELEMENT_TRIANGLE)
            count += list_triangles(i, out + count);
        if (ops->element == ELEMENT_HINGE)
            count += list_hinges(i, out + count);
        if (ops->element == ELEMENT_PATCH)
            count += list_patches(i, out + count);
        if (ops->element == ELEMENT_TETRAHEDRON && i < LAYER)
            count += list_tetrahedra(i, out + count);
    }
    return count;
}

// One group of a kind over the particles of the block, or over those of some of its cells.
static Status add_group(ModelBuilder *builder, int kind, int index, double stiffness)
{
    static const int32_t    BORDER[] = {0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4};
    static const int32_t    CORNERS[8] = {0, 1, SIDE + 1, SIDE, LAYER, LAYER + 1, LAYER + SIDE + 1, LAYER + SIDE};
    static const int32_t    SIDES[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                            {2, 3, 7}, {2, 7, 6}, {1, 2, 6}, {1, 6, 5}, {3, 0, 4}, {3, 4, 7}};
    const ConstraintElement element = constraint_ops(kind)->element;
    int32_t                 vertices[2 * LAYER], faces[12][3];
    GroupShape              shape = {.vertices = vertices, .vertex_count = element == ELEMENT_POLYGON ? 12 : 2 * LAYER};
    for (int i = 0; i < shape.vertex_count; i++)
        vertices[i] = element == ELEMENT_POLYGON ? BORDER[i] + index * LAYER : (i + index * 5) % CONFORM_PARTICLES;
    for (int f = 0; f < 12; f++)
        for (int k = 0; k < 3; k++)
            faces[f][k] = CORNERS[SIDES[f][k]] + 2 * index;
    if (element == ELEMENT_SURFACE) {
        shape.faces = (const int32_t(*)[3])faces;
        shape.face_count = 12;
    }
    return model_add_group(builder, kind, &shape, NULL, stiffness);
}

static void make_block(Block *block)
{
    Random random = {101};
    for (int i = 0; i < CONFORM_PARTICLES; i++) {
        const int     column = i % SIDE, row = i / SIDE % SIDE, layer = i / LAYER;
        const double4 corner = {0.5 * column, 0.5 * row, 0.5 * layer, 0};
        block->rest[i] = pushed(corner, 0.07, &random);
        block->start[i] = pushed(block->rest[i], 0.05, &random);
    }
}

// Adds constraint `index` of a kind; past the last one, adds none. The rest values are those of the block at rest.
static Status add_constraint(ModelBuilder *builder, const Block *block, int kind, int index, double stiffness, bool *there)
{
    const ConstraintOps *ops = constraint_ops(kind);
    Vertices             elements[ELEMENTS_MAX] = {{0}};
    double4              x[CONSTRAINT_VERTICES_MAX];
    double               rest[CONSTRAINT_PARAMS_MAX] = {0};
    *there = index < (ops->vertices ? list_elements(ops, elements) : 2);
    if (!*there)
        return status_ok();
    if (ops->vertices == 0)
        return add_group(builder, kind, index, stiffness);
    for (int j = 0; j < ops->vertices; j++)
        x[j] = block->rest[elements[index][j]];
    ops->measure(x, rest);
    return model_add_constraint(builder, kind, elements[index], rest, stiffness);
}

static Status add_particles(ModelBuilder *builder, const Block *block)
{
    Random random = {103};
    for (int i = 0; i < CONFORM_PARTICLES; i++) {
        const double4 x = block->start[i];
        const double  u = around(&random), v = around(&random), w = around(&random);
        TRY(model_add_particle(builder, (double[3]){x.x, x.y, x.z}, (double[3]){u, v, w}, 0.02 + 0.1 * random_unit(&random)));
    }
    return status_ok();
}

// Properties of a kind on the block: the stiffness at which it is about as stiff as a spring of 1 N/m (from |∇C|²), and the constraint with
// the largest error at the start.
typedef struct Survey {
    double unit;
    int    farthest;
} Survey;

// The largest k |∇C|² among the components, over k of the first.
static double steepness(const ConstraintSet *set, int32_t i, const double4 *x, double *magnitude)
{
    double  value[CONSTRAINT_COMPONENTS_MAX], max = 0;
    double4 gradient[CONSTRAINT_COMPONENTS_MAX * CONFORM_PARTICLES];
    int32_t members;
    constraint_vertices(set, i, &members);
    constraint_evaluate(set, i, i + 1, x, value, gradient);
    for (int c = 0; c < set->ops->components; c++) {
        double sum = 0;
        for (int32_t j = 0; j < members; j++)
            sum += double4_dot(gradient[c * members + j], gradient[c * members + j]);
        max = fmax(max, sum * constraint_component_stiffness(set, i, c) / constraint_component_stiffness(set, i, 0));
    }
    *magnitude = fabs(constraint_magnitude(set, value));
    return max;
}

static void look(const Block *block, const ConstraintSet *set, Survey *out)
{
    double max = 0;
    *out = (Survey){.farthest = -1};
    for (int32_t i = 0; i < set->count; i++) {
        double       magnitude; // a group is at rest at the start
        const double steep = steepness(set, i, set->ops->vertices ? block->start : block->rest, &magnitude);
        if (!(magnitude > max && steep > 0))
            continue;
        max = magnitude;
        out->farthest = i;
        out->unit = (set->ops->vertices == 1 ? 1 : 2) / steep;
    }
}

static Status survey_in(const Block *block, int kind, ModelBuilder *builder, Arena *arena, Survey *out)
{
    Model model;
    bool  there = true;
    TRY(add_particles(builder, block));
    for (int i = 0; there; i++)
        TRY(add_constraint(builder, block, kind, i, 1, &there));
    TRY(model_build(builder, PARTICLE_ORDER_NONE, arena, &model));
    look(block, &model.sets[kind], out);
    return out->farthest >= 0 ? status_ok()
                              : status_make(STATUS_INTERNAL, "no %s constraint on the block is out of shape", constraint_ops(kind)->name);
}

static Status survey(const Block *block, int kind, Survey *out)
{
    ModelBuilder *builder = model_builder_create();
    Arena         arena = arena_init(0);
    const Status  status = builder ? survey_in(block, kind, builder, &arena, out) : status_make(STATUS_MEMORY, "out of memory for a scene");
    model_builder_destroy(builder);
    arena_destroy(&arena);
    return status;
}

// In a scene of several kinds, each kind is on some of the elements only.
static Status add_kind(ModelBuilder *builder, const Block *block, int kind, const ConformScene *scene, Random *random)
{
    Survey              of = {.farthest = -1};
    const ConformTrait *trait = scene->trait;
    const int           stride = conform_is_mixed(scene) && constraint_ops(kind)->vertices > 1 ? 7 : 1;
    bool                there = true;
    TRY(survey(block, kind, &of));
    for (int i = 0; there; i += stride)
        if (i != of.farthest)
            TRY(add_constraint(builder, block, kind, i, of.unit * (20 + 100 * random_unit(random)), &there));
    TRY(add_constraint(builder, block, kind, of.farthest, trait->stiffness > 0 ? trait->stiffness : of.unit * 40, &there));
    ConstraintTraits traits = trait->traits;
    traits.damping *= of.unit;
    return model_set_traits(builder, &traits);
}

Status conform_scene(const ConformScene *scene, ModelBuilder *builder)
{
    Random random = {107};
    Block  block;
    make_block(&block);
    TRY(add_particles(builder, &block));
    if (!scene->free) {
        TRY(model_pin(builder, 3));
        TRY(model_pin(builder, 8));
        TRY(model_add_force(builder, 5, (double[3]){0.1, 0.05, -0.2}));
    }
    model_set_gravity(builder, (double[3]){0.5, -9.81, 0});
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (conform_has(scene, kind))
            TRY(add_kind(builder, &block, kind, scene, &random));
    return status_ok();
}

const char *conform_scene_name(const ConformScene *scene)
{
    int kind = 0;
    while (!conform_has(scene, kind))
        kind++;
    return conform_is_mixed(scene) ? "several kinds" : constraint_ops(kind)->name;
}
