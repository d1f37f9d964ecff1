// Scenes for the conformance tests: constraints of any kinds on elements of a small block.
#ifndef WEFT_PLUGIN_CONFORM_SCENE_H
#define WEFT_PLUGIN_CONFORM_SCENE_H

#include "solver/solver.h"

// The number of particles: a prime, so that strides put no two constraints on the same particles, and more than the grains of two threads.
enum { CONFORM_PARTICLES = 37 };

// One constraint of each kind of a scene may be special.
typedef struct ConformTrait {
    SolverTakes      bit; // 0: none is
    const char      *word;
    double           stiffness; // 0: as the others
    ConstraintTraits traits;
} ConformTrait;

static const ConformTrait CONFORM_PLAIN = {.word = "plain", .traits = {.limit = INFINITY}};

typedef struct ConformScene {
    uint64_t            kinds; // bit by bit
    const ConformTrait *trait;
    bool                free; // without pins, and without forces except gravity
} ConformScene;

static inline ConformScene conform_scene_of(int kind)
{
    return (ConformScene){.kinds = (uint64_t)1 << kind, .trait = &CONFORM_PLAIN};
}

static inline bool conform_has(const ConformScene *scene, int kind)
{
    return scene->kinds >> kind & 1;
}

static inline bool conform_is_mixed(const ConformScene *scene)
{
    return scene->kinds & (scene->kinds - 1);
}

// Adds particles and constraints to an empty builder; particles 3 and 8 are pins unless the scene is free. STATUS_INPUT: the kind cannot
// have the trait.
Status conform_scene(const ConformScene *scene, ModelBuilder *builder) GNU_MUST_CHECK;

// "bending", "several kinds"
const char *conform_scene_name(const ConformScene *scene);

#endif
