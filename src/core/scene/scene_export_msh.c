// A scene as a Gmsh file of version 2.2 (ASCII): tetrahedra in a physical group for each body, kind and material, the faces and lines that
// frames show in one for each body, the pins as points in the group `pins`; masses, velocities and external forces as data of the nodes.
// Node i + 1 is particle i. https://gmsh.info/doc/texinfo/gmsh.html#MSH-file-format-version-2-_0028Legacy_0029
#include <stdlib.h>
#include <string.h>

#include "scene/private/export_material.h"

enum { GMSH_LINE = 1, GMSH_TRIANGLE = 2, GMSH_QUAD = 3, GMSH_TETRAHEDRON = 4, GMSH_POINT = 15 };

typedef struct Element {
    int32_t type, group, corners, vertex[4]; // user's numbers
    int32_t order;
} Element;

typedef struct Group {
    int  dimension;
    char name[160];
} Group;

typedef struct Draft {
    Element *element;
    int32_t  count, group_count, polygons;
    Group   *group;
} Draft;

// ---- groups and elements ----

// The number, from 1, of the group of this name; made where it is not there.
static int32_t find_group(Draft *draft, int dimension, const char *name)
{
    for (int32_t g = 0; g < draft->group_count; g++)
        if (draft->group[g].dimension == dimension && strcmp(draft->group[g].name, name) == 0)
            return g + 1;
    draft->group[draft->group_count].dimension = dimension;
    snprintf(draft->group[draft->group_count].name, sizeof draft->group->name, "%s", name);
    return ++draft->group_count;
}

static void add(Draft *draft, int type, int32_t group, int corners, const int32_t *vertex)
{
    Element *element = &draft->element[draft->count];
    *element = (Element){.type = type, .group = group, .corners = corners, .order = draft->count};
    memcpy(element->vertex, vertex, (size_t)corners * sizeof *vertex);
    draft->count++;
}

static bool has_material(int kind)
{
    return kind == CONSTRAINT_neo_hookean || kind == CONSTRAINT_tet_arap;
}

static Status add_tetrahedra(const Export *e, int kind, Draft *draft)
{
    const Model         *m = e->model;
    const ConstraintSet *set = &m->sets[kind];
    ExportElements       all = {.set = set};
    if (has_material(kind))
        TRY(export_elements(e, kind, &all));
    else
        TRY(export_order(e, set, &all.at));
    for (int32_t i = 0; i < set->count; i++) {
        int32_t        vertex[4];
        char           name[160];
        const int32_t *v = &set->vertices[4 * all.at[i]];
        for (int k = 0; k < 4; k++)
            vertex[k] = m->user_of[v[k]];
        const int material = all.material ? all.material[i] : -1, body = model_body(m, v[0]);
        if (material < 0)
            snprintf(name, sizeof name, "body_%d %s", body, set->ops->name);
        else
            snprintf(name, sizeof name, "body_%d %s young=%.10g poisson=%.10g", body, set->ops->name, all.materials[material].young,
                     all.materials[material].poisson);
        add(draft, GMSH_TETRAHEDRON, find_group(draft, 3, name), 4, vertex);
    }
    return status_ok();
}

static int compare_vertices(const void *a, const void *b)
{
    const Element *p = a, *q = b;
    int32_t        left[4], right[4];
    memcpy(left, p->vertex, sizeof left);
    memcpy(right, q->vertex, sizeof right);
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < 3; i++) {
            const int32_t l = left[i], r = right[i];
            if (l > left[i + 1])
                left[i] = left[i + 1], left[i + 1] = l;
            if (r > right[i + 1])
                right[i] = right[i + 1], right[i + 1] = r;
        }
    const int differ = memcmp(left, right, sizeof left);
    return differ ? differ : (p->order > q->order) - (p->order < q->order);
}

static bool is_same(const Element *a, const Element *b)
{
    Element other = *b;
    other.order = a->order;
    return compare_vertices(a, &other) == 0;
}

static int compare_order(const void *a, const void *b)
{
    const Element *p = a, *q = b;
    return (p->order > q->order) - (p->order < q->order);
}

// Of the tetrahedra that several kinds have, each once: that of the first kind.
static void drop_repeated(Draft *draft)
{
    int32_t kept = 0;
    qsort(draft->element, (size_t)draft->count, sizeof *draft->element, compare_vertices);
    for (int32_t i = 0; i < draft->count; i++)
        if (kept == 0 || !is_same(&draft->element[kept - 1], &draft->element[i]))
            draft->element[kept++] = draft->element[i];
    draft->count = kept;
    qsort(draft->element, (size_t)draft->count, sizeof *draft->element, compare_order);
}

static int32_t body_group(const Export *e, Draft *draft, int dimension, int32_t user)
{
    char name[160];
    snprintf(name, sizeof name, "body_%d", model_body(e->model, e->model->model_of[user]));
    return find_group(draft, dimension, name);
}

// Polygons of more than four corners as fans.
static void add_faces(const Export *e, Draft *draft)
{
    const Model *m = e->model;
    for (int32_t i = 0; i < m->face_count; i++) {
        const int32_t *v = &m->face_vertex[m->face_start[i]], corners = m->face_start[i + 1] - m->face_start[i];
        const int32_t  group = body_group(e, draft, 2, v[0]);
        if (corners <= 4)
            add(draft, corners == 3 ? GMSH_TRIANGLE : GMSH_QUAD, group, corners, v);
        for (int32_t k = 1; corners > 4 && k + 1 < corners; k++)
            add(draft, GMSH_TRIANGLE, group, 3, (int32_t[]){v[0], v[k], v[k + 1]});
        draft->polygons += corners > 4;
    }
}

static void add_lines_and_pins(const Export *e, Draft *draft)
{
    const Model *m = e->model;
    for (int32_t i = 0; i < m->line_count; i++)
        add(draft, GMSH_LINE, body_group(e, draft, 1, m->line[i][0]), 2, m->line[i]);
    for (int32_t user = 0; user < m->particle_count; user++)
        if (m->inverse_mass[m->model_of[user]] <= 0)
            add(draft, GMSH_POINT, find_group(draft, 0, "pins"), 1, &user);
}

static Status collect(const Export *e, Draft *draft)
{
    const Model *m = e->model;
    int64_t      room = (int64_t)m->line_count + m->particle_count + (m->face_count ? m->face_start[m->face_count] : 0);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        room += m->sets[kind].count;
    *draft = (Draft){0};
    TRY(ARENA_NEW(e->arena, room, &draft->element));
    // Of each body: two, and its tetrahedra by kind and material.
    TRY(ARENA_NEW(e->arena, (int64_t)m->body_count * (2 + CONSTRAINT_KINDS + 2 * EXPORT_MATERIALS_MAX) + 1, &draft->group));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (m->sets[kind].ops->element == ELEMENT_TETRAHEDRON)
            TRY(add_tetrahedra(e, kind, draft));
    drop_repeated(draft);
    add_faces(e, draft);
    add_lines_and_pins(e, draft);
    return status_ok();
}

// ---- writing ----

static void write_groups(const Draft *draft, FILE *file)
{
    fprintf(file, "$PhysicalNames\n%d\n", draft->group_count);
    for (int32_t g = 0; g < draft->group_count; g++)
        fprintf(file, "%d %d \"%s\"\n", draft->group[g].dimension, g + 1, draft->group[g].name);
    fputs("$EndPhysicalNames\n", file);
}

static void write_nodes(const Export *e, FILE *file)
{
    const Model *m = e->model;
    fprintf(file, "$Nodes\n%d\n", m->particle_count);
    for (int32_t user = 0; user < m->particle_count; user++) {
        const double4 x = state_position(e->state, m->model_of[user]);
        fprintf(file, "%d %.17g %.17g %.17g\n", user + 1, x.x, x.y, x.z);
    }
    fputs("$EndNodes\n", file);
}

static void write_elements(const Draft *draft, FILE *file)
{
    fprintf(file, "$Elements\n%d\n", draft->count);
    for (int32_t i = 0; i < draft->count; i++) {
        const Element *element = &draft->element[i];
        fprintf(file, "%d %d 2 %d %d", i + 1, element->type, element->group, element->group);
        for (int k = 0; k < element->corners; k++)
            fprintf(file, " %d", element->vertex[k] + 1);
        fputc('\n', file);
    }
    fputs("$EndElements\n", file);
}

static double4 mass_of(const Export *e, int32_t i)
{
    return (double4){.x = e->model->mass[i]};
}

static double4 velocity_of(const Export *e, int32_t i)
{
    return double4_from(e->state->velocity[i]);
}

static double4 force_of(const Export *e, int32_t i)
{
    return model_force(e->model, i);
}

// One view of data of the nodes, of 1 or 3 numbers each.
static void write_data(const Export *e, const char *name, int numbers, double4 (*of)(const Export *e, int32_t i), FILE *file)
{
    fprintf(file, "$NodeData\n1\n\"%s\"\n1\n0\n3\n0\n%d\n%d\n", name, numbers, e->model->particle_count);
    for (int32_t user = 0; user < e->model->particle_count; user++) {
        const double4 value = of(e, e->model->model_of[user]);
        fprintf(file, "%d %.17g", user + 1, value.x);
        if (numbers == 3)
            fprintf(file, " %.17g %.17g", value.y, value.z);
        fputc('\n', file);
    }
    fputs("$EndNodeData\n", file);
}

static void say_kinds(const Export *e, const Draft *draft)
{
    if (draft->polygons > 0)
        export_left_out(e, "that faces of more than four corners are one: %d", draft->polygons);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &e->model->sets[kind];
        if (set->count > 0 && !has_material(kind))
            export_left_out(e, "stiffness and rest values of %s: %d", set->ops->name, set->count);
    }
}

Status export_write_msh(Export *e, FILE *const *files)
{
    Draft draft;
    FILE *file = files[0];
    TRY(collect(e, &draft));
    fprintf(file,
            "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\nweft scene %s %s; m, kg, s; gravity %.17g %.17g %.17g m/s2\n$EndComments\n",
            export_scene_name(e), e->info->hash, e->model->gravity[0], e->model->gravity[1], e->model->gravity[2]);
    write_groups(&draft, file);
    write_nodes(e, file);
    write_elements(&draft, file);
    write_data(e, "mass, kg", 1, mass_of, file);
    write_data(e, "velocity, m/s", 3, velocity_of, file);
    write_data(e, "force, N", 3, force_of, file);
    say_kinds(e, &draft);
    return status_ok();
}
