// What frames show besides bodies: the colliders of a model, where they are at a time.
#ifndef WEFT_SCENE_SCENE_DRAWING_H
#define WEFT_SCENE_SCENE_DRAWING_H

#include "model/model.h"

typedef struct DrawnColliders {
    int32_t vertex_count, triangle_count;
    double (*vertex)[3];    // m
    int32_t *collider;      // [vertex_count] which one a vertex is of, from 0
    int32_t (*triangle)[3]; // numbered among these vertices
} DrawnColliders;

// All of them as one mesh, empty where there are none. A plane is a square plate below where the bodies are, at the start and now, and a
// third larger.
Status scene_draw_colliders(const Model *model, const State *state, double time, DrawnColliders *out) GNU_MUST_CHECK;
void   scene_drawing_destroy(DrawnColliders *drawing);

#endif
