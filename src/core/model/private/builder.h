// ModelBuilder: growing lists in the user's numbering, shared by its files. builder.c lays them out as a Model and a State. build_order.c
// orders particles in memory. build_particles.c, build_constraints.c, build_groups.c and build_contact.c collect and check.
#ifndef WEFT_MODEL_BUILDER_H
#define WEFT_MODEL_BUILDER_H

#include <math.h>

#include "model/model.h"
#include "model/private/build_groups.h"
#include "model/private/build_list.h"

typedef enum Pinned { PINNED_NOT, PINNED_FOR_GOOD, PINNED_BY_SCRIPT } Pinned;

typedef struct BuildParticle {
    double  position[3], offset[3], velocity[3], force[3], mass; // offset: of the start from the position
    int32_t body;
    Pinned  pinned;
} BuildParticle;

// Stiffness and traits. Consecutive constraints with equal ones share a strength.
typedef struct BuildStrength {
    double           stiffness;
    ConstraintTraits traits;
} BuildStrength;

// The constraints of one kind: V vertices, the rest values, and the index of the strength of each.
typedef struct BuildSet {
    List        vertices;  // int32_t[V]
    List        rest;      // double[params]
    List        strength;  // int32_t, index into strengths
    List        strengths; // BuildStrength
    bool        own;       // the last strength was added by the last constraint
    BuildGroups groups;    // of a kind with V = 0, whose `vertices` are empty
} BuildSet;

// The elements that can touch.
typedef struct BuildContact {
    bool           has_rules;
    Colliders      colliders;
    ContactSurface surface; // and the rules
} BuildContact;

struct ModelBuilder {
    List         particles;              // BuildParticle
    BuildSet     sets[CONSTRAINT_KINDS]; // by kind
    FlatBending  flat;
    int64_t      unread;
    List         face_start, face_vertex; // int32_t; a face starts at face_start[i]
    List         lines;                   // int32_t[2]
    List         tracked;                 // int32_t
    Scripts      scripts;
    SurfaceLoads surface_loads;
    BuildContact contact;
    double       gravity[3];
    int32_t      body;      // of a particle added now; −1: model_begin_body was never called
    int          last_kind; // of the constraint added last; −1: there is none
};

static inline BuildParticle *builder_particle(const ModelBuilder *b, int32_t i)
{
    return (BuildParticle *)(void *)b->particles.data + i;
}

static inline size_t builder_constraints(const ModelBuilder *b, int kind)
{
    return b->sets[kind].strength.count;
}

static inline const int32_t *builder_vertices(const ModelBuilder *b, int kind, size_t i)
{
    return list_at(&b->sets[kind].vertices, i);
}

static inline const BuildStrength *builder_strength(const ModelBuilder *b, int kind, size_t i)
{
    const BuildSet *set = &b->sets[kind];
    return list_at(&set->strengths, (size_t)((const int32_t *)(const void *)set->strength.data)[i]);
}

// STATUS_INPUT: the particle does not exist.
Status builder_check_particle(const ModelBuilder *builder, int32_t particle) GNU_MUST_CHECK;

// The order of the particles in memory: user_of, model_of and order of the model.
Status build_order(const ModelBuilder *builder, ParticleOrder order, Arena *arena, Model *model) GNU_MUST_CHECK;

// STATUS_INPUT: two constraints of a kind on the same vertices.
Status build_refuse_duplicates(const ModelBuilder *builder, int kind) GNU_MUST_CHECK;

void build_constraints_destroy(ModelBuilder *builder);

// The set of a kind, whose particles are laid out.
Status build_constraints_layout(const ModelBuilder *builder, int kind, const Model *model, Arena *arena, ConstraintSet *set) GNU_MUST_CHECK;

void build_contact_destroy(BuildContact *contact);

// Colliders and surface of the model, whose particles are laid out; both stay NULL without contact. STATUS_INPUT: colliders without rules.
Status build_contact_layout(const ModelBuilder *builder, Arena *arena, Model *model) GNU_MUST_CHECK;

#endif
