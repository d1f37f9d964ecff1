// Particles in a ModelBuilder: pins, scripts, loads, forces, and the faces and lines of frames.
#include <string.h>

#include "base/memory.h"
#include "model/private/builder.h"

Status model_add_particle(ModelBuilder *b, const double position[3], const double velocity[3], double mass)
{
    if (!isfinite(mass) || mass <= 0)
        return status_make(STATUS_INPUT, "particle %zu has mass %g kg; it must be finite and above zero (to fix a particle, pin it)",
                           b->particles.count, mass);
    if (!double3_is_finite(position) || !double3_is_finite(velocity))
        return status_make(STATUS_INPUT, "particle %zu has a position or velocity that is not finite", b->particles.count);
    TRY(list_reserve(&b->particles, 1, sizeof(BuildParticle)));
    BuildParticle *particle = list_at(&b->particles, b->particles.count++);
    *particle = (BuildParticle){.mass = mass, .body = b->body < 0 ? 0 : b->body};
    memcpy(particle->position, position, sizeof particle->position);
    memcpy(particle->velocity, velocity, sizeof particle->velocity);
    return status_ok();
}

Status builder_check_particle(const ModelBuilder *b, int32_t particle)
{
    if (particle < 0 || (size_t)particle >= b->particles.count)
        return status_make(STATUS_INPUT, "particle %d does not exist; the scene has %zu, numbered from 0", particle, b->particles.count);
    return status_ok();
}

Status model_pin(ModelBuilder *b, int32_t particle)
{
    TRY(builder_check_particle(b, particle));
    if (builder_particle(b, particle)->pinned == PINNED_BY_SCRIPT)
        return status_make(STATUS_INPUT, "particle %d is pinned twice, once with a script; remove one pin", particle);
    builder_particle(b, particle)->pinned = PINNED_FOR_GOOD;
    return status_ok();
}

bool model_is_pinned(const ModelBuilder *b, int32_t particle)
{
    return builder_particle(b, particle)->pinned != PINNED_NOT;
}

Status model_displace(ModelBuilder *b, int32_t particle, const double by[3])
{
    TRY(builder_check_particle(b, particle));
    if (!double3_is_finite(by) || model_is_pinned(b, particle))
        return status_make(STATUS_INPUT, "particle %d cannot be displaced at the start: %s", particle,
                           double3_is_finite(by) ? "it is pinned" : "the displacement is not finite");
    for (int k = 0; k < 3; k++)
        builder_particle(b, particle)->offset[k] += by[k];
    return status_ok();
}

Status model_pin_scripted(ModelBuilder *b, int32_t particle, int32_t script)
{
    TRY(builder_check_particle(b, particle));
    BuildParticle *p = builder_particle(b, particle);
    if (p->pinned)
        return status_make(STATUS_INPUT, "particle %d is pinned twice, once with a script; remove one pin", particle);
    p->pinned = PINNED_BY_SCRIPT;
    ASSERT(script >= 0 && script < b->scripts.script_count);
    TRY(memory_grow((void **)&b->scripts.pins, b->scripts.pin_count, sizeof *b->scripts.pins));
    ScriptedPin *pin = &b->scripts.pins[b->scripts.pin_count++];
    *pin = (ScriptedPin){.particle = particle, .script = script};
    memcpy(pin->start, p->position, sizeof pin->start);
    return status_ok();
}

Status model_set_wind(ModelBuilder *b, const WindAir *air)
{
    TRY(wind_check(air));
    b->surface_loads.air = *air;
    return status_ok();
}

Status model_add_triangle_load(ModelBuilder *b, const int32_t corners[3], const TriangleLoad *load)
{
    for (int k = 0; k < 3; k++)
        TRY(builder_check_particle(b, corners[k]));
    if (!isfinite(load->pressure) || !double3_is_finite(load->moment) || !double3_is_finite(load->follower))
        return status_make(STATUS_INPUT, "the load on the triangle of particles %d, %d, %d is not finite", corners[0], corners[1],
                           corners[2]);
    SurfaceLoads *loads = &b->surface_loads;
    TRY(memory_grow((void **)&loads->triangle, loads->triangle_count, sizeof *loads->triangle));
    TRY(memory_grow((void **)&loads->load, loads->triangle_count, sizeof *loads->load));
    TriangleLoad *at_rest = &loads->load[loads->triangle_count];
    *at_rest = *load;
    for (int k = 0; k < 6; k++)
        at_rest->edge[k / 3][k % 3] =
            builder_particle(b, corners[1 + k / 3])->position[k % 3] - builder_particle(b, corners[0])->position[k % 3];
    memcpy(loads->triangle[loads->triangle_count++], corners, sizeof *loads->triangle);
    return status_ok();
}

bool model_builder_has_wind(const ModelBuilder *b)
{
    return b->surface_loads.air.density > 0;
}

Status model_track(ModelBuilder *b, int32_t particle)
{
    ASSERT(particle >= 0 && particle < model_builder_particles(b));
    TRY(list_reserve(&b->tracked, 1, sizeof(int32_t)));
    *(int32_t *)list_at(&b->tracked, b->tracked.count) = particle;
    b->tracked.count++;
    return status_ok();
}

bool model_builder_tracks(const ModelBuilder *b)
{
    return b->tracked.count > 0;
}

bool model_builder_has_loads(const ModelBuilder *b)
{
    return b->surface_loads.triangle_count > 0;
}

Status model_add_force(ModelBuilder *b, int32_t particle, const double force[3])
{
    TRY(builder_check_particle(b, particle));
    if (!double3_is_finite(force))
        return status_make(STATUS_INPUT, "the force on particle %d is not finite", particle);
    for (int k = 0; k < 3; k++)
        builder_particle(b, particle)->force[k] += force[k];
    return status_ok();
}

void model_set_gravity(ModelBuilder *b, const double gravity[3])
{
    memcpy(b->gravity, gravity, sizeof b->gravity);
}

int32_t model_builder_particles(const ModelBuilder *b)
{
    return (int32_t)b->particles.count;
}

const double *model_builder_position(const ModelBuilder *b, int32_t particle)
{
    return builder_particle(b, particle)->position;
}

void model_begin_body(ModelBuilder *b)
{
    b->body++;
}

Status model_add_face(ModelBuilder *b, const int32_t *vertices, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        TRY(builder_check_particle(b, vertices[i]));
    TRY(list_reserve(&b->face_vertex, (size_t)count, sizeof(int32_t)));
    TRY(list_reserve(&b->face_start, 1, sizeof(int32_t)));
    *(int32_t *)list_at(&b->face_start, b->face_start.count++) = (int32_t)b->face_vertex.count;
    memcpy(list_at(&b->face_vertex, b->face_vertex.count), vertices, (size_t)count * sizeof *vertices);
    b->face_vertex.count += (size_t)count;
    return status_ok();
}

Status model_add_line(ModelBuilder *b, int32_t from, int32_t to)
{
    TRY(builder_check_particle(b, from));
    TRY(builder_check_particle(b, to));
    TRY(list_reserve(&b->lines, 1, sizeof(int32_t[2])));
    int32_t *line = list_at(&b->lines, b->lines.count++);
    line[0] = from;
    line[1] = to;
    return status_ok();
}
