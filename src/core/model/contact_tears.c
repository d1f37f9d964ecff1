#include "model/contact_tears.h"

#include <stdlib.h>
#include <string.h>

// ---- constraints between two particles that can break ----

typedef struct Breakable {
    int32_t low, high, kind, origin;
} Breakable;

static int compare_breakables(const void *a, const void *b)
{
    const Breakable *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    return (p->kind > q->kind) - (p->kind < q->kind);
}

// One tear for each element that a constraint removes; `tear` is NULL while counting.
typedef struct Draft {
    const ContactSurface *surface;
    int32_t               breakable_count, tear_count;
    Breakable            *breakable; // sorted
    Tear                 *tear;
} Draft;

static Status list_breakables(const Model *model, Draft *draft)
{
    int32_t room = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        room += model->sets[kind].limit && model->sets[kind].ops->element == ELEMENT_EDGE ? model->sets[kind].count : 0;
    draft->breakable = malloc(((size_t)room + 1) * sizeof *draft->breakable);
    if (!draft->breakable)
        return status_make(STATUS_MEMORY, "out of memory for a contact surface with %d breakable constraints", room);
    for (int kind = 0; kind < CONSTRAINT_KINDS && room > 0; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        for (int32_t i = 0; i < set->count && set->limit && set->ops->element == ELEMENT_EDGE; i++) {
            const int32_t *v = set->vertices + 2 * (ptrdiff_t)i;
            if (isfinite(set->limit[i]))
                draft->breakable[draft->breakable_count++] =
                    (Breakable){v[0] < v[1] ? v[0] : v[1], v[0] < v[1] ? v[1] : v[0], kind, set->origin[i]};
        }
    }
    qsort(draft->breakable, (size_t)draft->breakable_count, sizeof *draft->breakable, compare_breakables);
    return status_ok();
}

// ---- torn elements ----

static void tear_between(Draft *draft, int32_t a, int32_t b, int32_t element)
{
    const Breakable key = {.low = a < b ? a : b, .high = a < b ? b : a, .kind = -1};
    int32_t         from = 0, to = draft->breakable_count;
    while (from < to) {
        const int32_t middle = from + (to - from) / 2;
        if (compare_breakables(&draft->breakable[middle], &key) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    for (const Breakable *at = draft->breakable + from;
         at < draft->breakable + draft->breakable_count && at->low == key.low && at->high == key.high; at++) {
        if (draft->tear)
            draft->tear[draft->tear_count] = (Tear){at->kind, at->origin, element};
        draft->tear_count++;
    }
}

// With the sides and diagonals of a face.
static void tear_with(Draft *draft, const int32_t *corner, int32_t corners, int32_t element)
{
    for (int32_t i = 1; i < corners; i++)
        for (int32_t j = 0; j < i; j++)
            tear_between(draft, corner[i], corner[j], element);
}

static int32_t smallest(const int32_t corner[3])
{
    const int32_t low = corner[0] < corner[1] ? corner[0] : corner[1];
    return corner[2] < low ? corner[2] : low;
}

// −1: not found. Triangles are sorted by their lowest particle.
static int32_t find_triangle(const ContactSurface *s, const int32_t corner[3])
{
    int32_t from = 0, to = s->triangle_count;
    while (from < to) {
        const int32_t middle = from + (to - from) / 2;
        if (smallest(s->triangle[middle]) < smallest(corner))
            from = middle + 1;
        else
            to = middle;
    }
    for (; from < s->triangle_count && smallest(s->triangle[from]) == smallest(corner); from++) {
        int equal = 0;
        for (int k = 0; k < 9; k++)
            equal += s->triangle[from][k / 3] == corner[k % 3];
        if (equal == 3)
            return from;
    }
    return -1;
}

// Tears the triangles of a face with four or more corners. Returns the number of triangles with the corner at `first`.
static int32_t tear_triangles(Draft *draft, const int32_t *corner, int32_t corners, int32_t first)
{
    int32_t found = 0;
    for (int32_t j = first + 1; j + 1 < corners; j++)
        for (int32_t k = j + 1; k < corners; k++) {
            const int32_t t = find_triangle(draft->surface, (const int32_t[3]){corner[first], corner[j], corner[k]});
            if (t >= 0)
                tear_with(draft, corner, corners, t);
            found += t >= 0;
        }
    return found;
}

// In a planar scene, tears the sides of each face that are in the border.
static void tear_face(Draft *draft, const int32_t *corner, int32_t corners)
{
    const ContactSurface *s = draft->surface;
    int32_t               found = 0; // of a fan all have the first corner
    for (int32_t first = 0; first + 2 < corners && found < corners - 2 && corners > 3 && !s->rules.planar; first++)
        found += tear_triangles(draft, corner, corners, first);
    for (int32_t k = 0; k < corners && s->rules.planar; k++) {
        const int32_t e = contact_surface_find_edge(s, corner[k], corner[(k + 1) % corners]);
        if (e >= 0)
            tear_with(draft, corner, corners, s->triangle_count + e);
    }
}

static void tear_elements(Draft *draft)
{
    const ContactSurface *s = draft->surface;
    for (int32_t t = 0; t < s->triangle_count; t++)
        tear_with(draft, s->triangle[t], 3, t);
    for (int32_t e = 0; e < s->edge_count; e++)
        tear_with(draft, s->edge[e], 2, s->triangle_count + e);
}

static Status tear_faces(Draft *draft, const Model *model, const Model *drawn)
{
    int32_t *corner = malloc(((size_t)drawn->face_start[drawn->face_count] + 1) * sizeof *corner);
    if (!corner)
        return status_make(STATUS_MEMORY, "out of memory for a contact surface with %d breakable constraints", draft->breakable_count);
    for (int32_t i = 0; i < drawn->face_start[drawn->face_count]; i++)
        corner[i] = model->model_of[drawn->face_vertex[i]];
    for (int32_t i = 0; i < drawn->face_count; i++)
        tear_face(draft, corner + drawn->face_start[i], drawn->face_start[i + 1] - drawn->face_start[i]);
    free(corner);
    return status_ok();
}

static Status list_tears(Draft *draft, const Model *model, const Model *drawn)
{
    draft->tear_count = 0;
    tear_elements(draft);
    return tear_faces(draft, model, drawn);
}

// ---- layout ----

static void note_sides(const Model *model, const Model *drawn, uint8_t *is_side)
{
    const ContactSurface *s = model->surface;
    for (int32_t e = 0; e < s->edge_count; e++)
        is_side[e] = (s->edge_first[e] & 4) != 0;
    for (int32_t i = 0; i < drawn->line_count; i++) {
        const int32_t e = contact_surface_find_edge(s, model->model_of[drawn->line[i][0]], model->model_of[drawn->line[i][1]]);
        if (e >= 0)
            is_side[e] = false;
    }
}

static Status layout(Model *model, const Model *drawn, Draft *draft, Arena *arena)
{
    ContactSurface *s = model->surface;
    TRY(list_breakables(model, draft));
    TRY(list_tears(draft, model, drawn));
    if (draft->tear_count == 0)
        return status_ok();
    TRY(ARENA_NEW(arena, 1, &s->tears));
    TRY(ARENA_NEW(arena, draft->tear_count, &s->tears->tear));
    TRY(ARENA_NEW(arena, s->edge_count, &s->tears->is_side));
    TRY(ARENA_NEW(arena, model->particle_count, &s->tears->met));
    TRY(ARENA_NEW(arena, s->triangle_count, &s->triangle_torn));
    TRY(ARENA_NEW(arena, s->edge_count, &s->edge_torn));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].limit)
            TRY(ARENA_NEW(arena, model->sets[kind].count, &s->tears->seen[kind]));
    draft->tear = s->tears->tear;
    TRY(list_tears(draft, model, drawn));
    s->tears->count = draft->tear_count;
    note_sides(model, drawn, s->tears->is_side);
    return status_ok();
}

Status contact_tears_layout(Model *model, const Model *drawn, Arena *arena)
{
    Draft        draft = {.surface = model->surface};
    const Status status = layout(model, drawn, &draft, arena);
    free(draft.breakable);
    return status;
}

// ---- in a run ----

// True if a broken flag has changed since the last call.
static bool has_changed(const Model *model, const State *state)
{
    const ContactTears *tears = model->surface->tears;
    bool                changed = false;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (tears->seen[kind] && memcmp(tears->seen[kind], state->broken[kind], (size_t)model->sets[kind].count) != 0) {
            memcpy(tears->seen[kind], state->broken[kind], (size_t)model->sets[kind].count);
            changed = true;
        }
    return changed;
}

void contact_surface_tear(const Model *model, const State *state)
{
    ContactSurface     *s = model->surface;
    const ContactTears *tears = s->tears;
    if (!tears || !has_changed(model, state))
        return;
    memset(s->triangle_torn, 0, (size_t)s->triangle_count);
    memcpy(s->edge_torn, tears->is_side, (size_t)s->edge_count);
    for (int32_t i = 0; i < tears->count; i++) {
        const Tear *tear = &tears->tear[i];
        if (state->broken[tear->kind][tear->origin])
            *(tear->element < s->triangle_count ? &s->triangle_torn[tear->element] : &s->edge_torn[tear->element - s->triangle_count]) = 1;
    }
    for (int32_t t = 0; t < s->triangle_count; t++)
        for (int k = 0; k < 3 && !s->triangle_torn[t]; k++)
            s->edge_torn[s->side[t][k]] = 0;
    contact_surface_note_first(s, model->particle_count, tears->met);
}
