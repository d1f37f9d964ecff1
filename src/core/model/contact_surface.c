#include "model/contact_surface.h"

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"

const char *const FRICTION_ON_NAMES[] = {"velocity", "position", NULL};

Status contact_rules_check(const ContactRules *rules)
{
    if (!isfinite(rules->thickness) || !(rules->thickness > 0))
        return status_make(STATUS_INPUT, "contact has a thickness of %g m; it must be above zero to separate surfaces", rules->thickness);
    if (!(rules->stiffness > 0))
        return status_make(STATUS_INPUT, "contact has a stiffness of %g N/m; set one above zero, or `hard`", rules->stiffness);
    if (!isfinite(rules->friction) || !(rules->friction >= 0))
        return status_make(STATUS_INPUT, "contact has a friction of %g; it must be finite and not negative", rules->friction);
    if (!(rules->restitution >= 0) || !(rules->restitution <= 1))
        return status_make(STATUS_INPUT, "contact has a restitution of %g; it must lie between 0 and 1", rules->restitution);
    if (!isfinite(rules->slip) || !(rules->slip >= 0))
        return status_make(STATUS_INPUT, "contact has a slip of %g m/s; it must be finite and not negative", rules->slip);
    return status_ok();
}

void contact_surface_destroy(ContactSurface *draft)
{
    free(draft->point);
    free(draft->edge);
    free(draft->triangle);
    *draft = (ContactSurface){0};
}

// ---- layout: sorted, each element once ----

// An element by its ascending particles; `added` orders equal ones.
typedef struct Key {
    int32_t particle[3], added;
} Key;

static int compare_particles(const Key *a, const Key *b)
{
    for (int k = 0; k < 3; k++)
        if (a->particle[k] != b->particle[k])
            return a->particle[k] < b->particle[k] ? -1 : 1;
    return 0;
}

static int compare_keys(const void *a, const void *b)
{
    const Key *p = a, *q = b;
    const int  order = compare_particles(p, q);
    return order ? order : (p->added > q->added) - (p->added < q->added);
}

// Of an element of two or three particles.
static Key key_of(const int32_t *element, int corners, const int32_t *model_of, int32_t added)
{
    int32_t v[3] = {model_of[element[0]], model_of[element[1]], corners == 3 ? model_of[element[2]] : INT32_MAX};
    for (int i = 1; i < corners; i++)
        for (int j = i; j > 0 && v[j - 1] > v[j]; j--) {
            const int32_t swapped = v[j];
            v[j] = v[j - 1];
            v[j - 1] = swapped;
        }
    return (Key){{v[0], v[1], v[2]}, added};
}

// Sorts elements by their particles and keeps the first of equal ones.
static Status layout_elements(const int32_t *element, int corners, int32_t count, const int32_t *model_of, Arena *arena, int32_t **out,
                              int32_t *out_count)
{
    Key    *keys = malloc(((size_t)count + 1) * sizeof *keys);
    int32_t kept = 0;
    if (!keys)
        return status_make(STATUS_MEMORY, "out of memory for a contact surface of %d elements", count);
    for (int32_t i = 0; i < count; i++)
        keys[i] = key_of(element + (size_t)i * (size_t)corners, corners, model_of, i);
    Status status = sort_by_first(keys, (size_t)count, sizeof *keys, compare_keys);
    for (int32_t i = 0; i < count && status.code == STATUS_OK; i++)
        if (kept == 0 || compare_particles(&keys[kept - 1], &keys[i]) != 0)
            keys[kept++] = keys[i];
    if (status.code == STATUS_OK)
        status = ARENA_NEW(arena, (size_t)kept * (size_t)corners, out);
    for (int32_t i = 0; i < kept && status.code == STATUS_OK; i++)
        for (int k = 0; k < corners; k++)
            (*out)[i * corners + k] = model_of[element[keys[i].added * corners + k]];
    *out_count = kept;
    free(keys);
    return status;
}

static Status layout_points(const ContactSurface *draft, int32_t particles, const int32_t *model_of, Arena *arena, ContactSurface *s)
{
    enum { LISTED = 0, NONE = -1 };
    TRY(ARENA_NEW(arena, particles, &s->place));
    for (int32_t p = 0; p < particles; p++)
        s->place[p] = NONE;
    for (int32_t i = 0; i < draft->point_count; i++) {
        int32_t *at = &s->place[model_of[draft->point[i]]];
        s->point_count += *at == NONE;
        *at = LISTED;
    }
    TRY(ARENA_NEW(arena, s->point_count, &s->point));
    for (int32_t p = 0, i = 0; p < particles; p++)
        if (s->place[p] == LISTED) {
            s->place[p] = i;
            s->point[i++] = p;
        }
    return status_ok();
}

int32_t contact_surface_find_edge(const ContactSurface *s, int32_t a, int32_t b)
{
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    int32_t       from = 0, to = s->edge_count;
    while (from < to) {
        const int32_t middle = from + (to - from) / 2, *e = s->edge[middle];
        const int32_t e_low = e[0] < e[1] ? e[0] : e[1], e_high = e[0] < e[1] ? e[1] : e[0];
        if (e_low < low || (e_low == low && e_high < high))
            from = middle + 1;
        else
            to = middle;
    }
    const bool found =
        from < s->edge_count && (s->edge[from][0] == a || s->edge[from][1] == a) && (s->edge[from][0] == b || s->edge[from][1] == b);
    return found ? from : -1;
}

static bool is_torn(const uint8_t *torn, int32_t i)
{
    return torn && torn[i];
}

void contact_surface_note_first(ContactSurface *s, int32_t particles, bool *met)
{
    memset(met, 0, (size_t)particles * sizeof *met);
    for (int32_t e = 0; e < s->edge_count; e++)
        s->edge_first[e] = 0;
    for (int32_t t = 0; t < s->triangle_count; t++) {
        s->triangle_first[t] = 0;
        for (int k = 0; k < 3 && !is_torn(s->triangle_torn, t); k++) {
            const int32_t corner = s->triangle[t][k], side = s->side[t][k];
            s->triangle_first[t] |= (uint8_t)(met[corner] ? 0 : 1 << k);
            met[corner] = true;
            if (!(s->edge_first[side] & 4)) {
                s->triangle_first[t] |= (uint8_t)(8 << k);
                s->edge_first[side] = 4;
            }
        }
    }
    memset(met, 0, (size_t)particles * sizeof *met);
    for (int32_t e = 0; e < s->edge_count; e++)
        for (int k = 0; k < 2 && !is_torn(s->edge_torn, e); k++) {
            s->edge_first[e] |= (uint8_t)(met[s->edge[e][k]] ? 0 : 1 << k);
            met[s->edge[e][k]] = true;
        }
}

// The sides of the triangles, and the first element at each particle and along each edge.
static Status layout_sides(int32_t particles, Arena *arena, ContactSurface *s)
{
    TRY(ARENA_NEW(arena, s->triangle_count, &s->side));
    TRY(ARENA_NEW(arena, s->triangle_count, &s->triangle_first));
    TRY(ARENA_NEW(arena, s->edge_count, &s->edge_first));
    bool *met = calloc((size_t)particles, sizeof *met);
    if (!met)
        return status_make(STATUS_MEMORY, "out of memory for a surface of %d particles", particles);
    for (int32_t t = 0; t < s->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            s->side[t][k] = contact_surface_find_edge(s, s->triangle[t][k], s->triangle[t][(k + 1) % 3]);
    contact_surface_note_first(s, particles, met);
    free(met);
    return status_ok();
}

Status contact_surface_layout(const ContactSurface *draft, int32_t particles, const int32_t *model_of, const double4 *rest, Arena *arena,
                              ContactSurface **out)
{
    ContactSurface *s;
    *out = NULL;
    if (draft->point_count == 0)
        return status_ok();
    TRY(ARENA_NEW(arena, 1, &s));
    *s = (ContactSurface){.rules = draft->rules, .rest = (double4 *)rest};
    TRY(layout_points(draft, particles, model_of, arena, s));
    TRY(layout_elements((const int32_t *)draft->edge, 2, draft->edge_count, model_of, arena, (int32_t **)&s->edge, &s->edge_count));
    TRY(layout_elements((const int32_t *)draft->triangle, 3, draft->triangle_count, model_of, arena, (int32_t **)&s->triangle,
                        &s->triangle_count));
    TRY(layout_sides(particles, arena, s));
    *out = s;
    return status_ok();
}
