// ContactTears: the elements of a surface that each broken constraint tears, and the torn elements of a State.
//
// The rule is that of frames (scene/scene_vtp.c): a broken constraint between two particles removes the line between them and each face
// that has both as corners (as a side or a diagonal). A triangle is torn with its face. A side is torn when all its triangles are, unless
// it is also a line. In a planar scene the border of a face is torn with it, and the exposed side of the next face is no border. Only
// constraints between two particles tear elements.
#ifndef WEFT_MODEL_CONTACT_TEARS_H
#define WEFT_MODEL_CONTACT_TEARS_H

#include "model/model.h"

typedef struct Tear {
    int32_t kind, origin; // of the constraint, as State.broken has it
    int32_t element;      // a triangle; triangle_count more: an edge
} Tear;

struct ContactTears {
    int32_t  count;
    Tear    *tear;                   // [count]
    uint8_t *seen[CONSTRAINT_KINDS]; // State.broken at the last update of the torn elements
    uint8_t *is_side;                // [edges] of triangles, and no line
    bool    *met;                    // [particles] scratch
};

// Call after the layout of the constraints. drawn: faces and lines, in the user's numbering (model_draw).
Status contact_tears_layout(Model *model, const Model *drawn, Arena *arena) GNU_MUST_CHECK;

// Updates the torn elements of a model's surface for a state: triangle_torn, edge_torn and the first elements. Called by one thread,
// between steps or in a detection. The model stores the last seen broken flags, so call this for each State before its use. Does nothing
// if no constraint can tear.
void contact_surface_tear(const Model *model, const State *state);

#endif
