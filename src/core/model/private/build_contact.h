// BuildContact: the part of a ModelBuilder that describes contact, and what its files need of the builder.
#ifndef WEFT_MODEL_BUILD_CONTACT_H
#define WEFT_MODEL_BUILD_CONTACT_H

#include "model/model.h"

typedef struct BuildContact {
    bool           has_rules;
    Colliders      colliders;
    ContactSurface surface; // and the rules
} BuildContact;

// Of a builder (model/builder.c).
BuildContact       *builder_contact(ModelBuilder *builder);
const BuildContact *builder_contact_of(const ModelBuilder *builder);
int32_t             builder_scripts(const ModelBuilder *builder);
Status              builder_check_particle(const ModelBuilder *builder, int32_t particle) GNU_MUST_CHECK; // STATUS_INPUT: it does not exist

void build_contact_destroy(BuildContact *contact);

// Colliders and surface of the model, whose particles are laid out; both stay NULL without contact. STATUS_INPUT: colliders without rules.
Status build_contact_layout(const ModelBuilder *builder, Arena *arena, Model *model) GNU_MUST_CHECK;

#endif
