// A ModelBuilder from begin to end, and its layout as a Model and a State.
#include <stdlib.h>
#include <string.h>

#include "model/contact_tears.h"
#include "model/private/builder.h"

ModelBuilder *model_builder_create(void)
{
    ModelBuilder *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->body = b->last_kind = -1;
    return b;
}

void model_builder_destroy(ModelBuilder *b)
{
    if (!b)
        return;
    scripts_destroy(&b->scripts);
    surface_loads_destroy(&b->surface_loads);
    build_contact_destroy(&b->contact);
    free(b->particles.data);
    build_constraints_destroy(b);
    free(b->face_start.data);
    free(b->face_vertex.data);
    free(b->lines.data);
    free(b->tracked.data);
    free(b);
}

void model_set_unread(ModelBuilder *b, int64_t count)
{
    b->unread = count;
}

void model_add_flat_bending(ModelBuilder *b, FlatBending flat)
{
    if (flat.degrees > b->flat.degrees)
        b->flat = flat;
}

static bool has_forces(const ModelBuilder *b)
{
    for (int32_t i = 0; i < model_builder_particles(b); i++) {
        const double *f = builder_particle(b, i)->force;
        if (fabs(f[0]) + fabs(f[1]) + fabs(f[2]) > 0)
            return true;
    }
    return false;
}

static Status layout_particles(const ModelBuilder *b, Arena *arena, Model *model)
{
    const int32_t n = model->particle_count;
    TRY(ARENA_NEW(arena, n, &model->mass));
    TRY(ARENA_NEW(arena, n, &model->inverse_mass));
    if (has_forces(b))
        TRY(ARENA_NEW(arena, n, &model->force));
    if (b->body > 0)
        TRY(ARENA_NEW(arena, n, &model->body));
    for (int32_t i = 0; i < n; i++) {
        const BuildParticle *p = builder_particle(b, model->user_of[i]);
        model->mass[i] = p->mass;
        model->inverse_mass[i] = p->pinned ? 0 : 1 / p->mass;
        if (model->force)
            model->force[i] = (double4){p->force[0], p->force[1], p->force[2], 0};
        if (model->body)
            model->body[i] = p->body;
        model->body_count = p->body >= model->body_count ? p->body + 1 : model->body_count;
    }
    memcpy(model->gravity, b->gravity, sizeof model->gravity);
    model->flat = b->flat;
    model->unread = b->unread;
    return status_ok();
}

Status model_draw(const ModelBuilder *b, Arena *arena, Model *model)
{
    model->face_count = (int32_t)b->face_start.count;
    model->line_count = (int32_t)b->lines.count;
    TRY(ARENA_NEW(arena, model->face_count + 1, &model->face_start));
    TRY(ARENA_NEW(arena, b->face_vertex.count, &model->face_vertex));
    TRY(ARENA_NEW(arena, model->line_count, &model->line));
    if (b->face_start.count)
        memcpy(model->face_start, b->face_start.data, b->face_start.count * sizeof(int32_t));
    if (b->face_vertex.count)
        memcpy(model->face_vertex, b->face_vertex.data, b->face_vertex.count * sizeof(int32_t));
    model->face_start[model->face_count] = (int32_t)b->face_vertex.count;
    if (b->lines.count)
        memcpy(model->line, b->lines.data, b->lines.count * sizeof(int32_t[2]));
    return status_ok();
}

// The torn elements of the contact surface are those omitted in frames.
static Status layout_tears(const ModelBuilder *b, Arena *arena, Model *model)
{
    Model drawn = {0};
    bool  breaks = false;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        breaks |= model->sets[kind].limit != NULL;
    if (!breaks || !model->surface)
        return status_ok();
    TRY(model_draw(b, arena, &drawn));
    return contact_tears_layout(model, &drawn, arena);
}

static Status layout_tracked(const ModelBuilder *b, Arena *arena, Model *model)
{
    model->tracked_count = (int32_t)b->tracked.count;
    TRY(ARENA_NEW(arena, model->tracked_count, &model->tracked));
    for (int32_t i = 0; i < model->tracked_count; i++)
        model->tracked[i] = model->model_of[*(const int32_t *)list_at(&b->tracked, (size_t)i)];
    return status_ok();
}

Status model_build(const ModelBuilder *b, ParticleOrder order, Arena *arena, Model *model)
{
    *model = (Model){.particle_count = model_builder_particles(b)};
    if (model->particle_count == 0)
        return status_make(STATUS_INPUT, "the scene has no particles; add a body");
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        TRY(build_refuse_duplicates(b, kind));
    TRY(build_order(b, order, arena, model));
    TRY(layout_particles(b, arena, model));
    TRY(layout_tracked(b, arena, model));
    TRY(scripts_layout(&b->scripts, model->model_of, arena, &model->scripts));
    TRY(surface_loads_layout(&b->surface_loads, model->particle_count, model->model_of, arena, &model->surface_loads));
    TRY(build_contact_layout(b, arena, model));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        TRY(build_constraints_layout(b, kind, model, arena, &model->sets[kind]));
        model->constraint_count += model->sets[kind].count;
    }
    return layout_tears(b, arena, model);
}

Status state_init(const ModelBuilder *b, const Model *model, Arena *arena, State *state)
{
    TRY(state_alloc(model, arena, state));
    for (int32_t i = 0; i < model->particle_count; i++) {
        const BuildParticle *p = builder_particle(b, model->user_of[i]);
        state->position[i].w = (real)model->inverse_mass[i];
        state_place(state, i, (double4){p->position[0] + p->offset[0], p->position[1] + p->offset[1], p->position[2] + p->offset[2], 0});
        if (!p->pinned)
            state->velocity[i] = (real4){(real)p->velocity[0], (real)p->velocity[1], (real)p->velocity[2], 0};
    }
    return status_ok();
}
