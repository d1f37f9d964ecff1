// Shared by the formats in which a scene is written for other programs (scene_export_list.h).
#ifndef WEFT_SCENE_SCENE_EXPORT_H
#define WEFT_SCENE_SCENE_EXPORT_H

#include <stdio.h>

#include "scene/scene.h"

typedef enum ExportFactBit {
#define EXPORT_FACT(constant, count, text) EXPORT_BIT_##constant,
#include "scene/private/scene_export_fact_list.h"
#undef EXPORT_FACT
    EXPORT_FACTS
} ExportFactBit;

typedef enum ExportFact { // a mask
#define EXPORT_FACT(constant, count, text) EXPORT_##constant = 1 << EXPORT_BIT_##constant,
#include "scene/private/scene_export_fact_list.h"
#undef EXPORT_FACT
    EXPORT_ALL = (1 << EXPORT_FACTS) - 1
} ExportFact;

typedef struct Export {
    const SceneInfo *info;
    const Model     *model; // with what it draws (model_draw)
    const State     *state;
    Arena           *arena;
    FILE            *left_out; // a line for each thing that the format cannot carry
} Export;

// Adds a line about what is left out.
void export_left_out(const Export *e, const char *format, ...) GNU_PRINTF(2, 3);

// The constraints of a kind in the order of the scene: at[number of the scene] is its index in the set.
Status export_order(const Export *e, const ConstraintSet *set, int32_t **at) GNU_MUST_CHECK;

// The name of the scene where it means itself in every format (text_is_file_name), else "scene".
const char *export_scene_name(const Export *e);

const char *export_sense(const ConstraintSet *set, int32_t i);

// The corners, in the user's numbering, of the faces of a closed surface: each once, in its own order from the lowest corner. In the rings
// of members it is listed at every corner. next: from 0 on, where to go on; false at the end, and where a set has no faces.
typedef struct ExportFaceWalk {
    int32_t at, ring;
} ExportFaceWalk;
ExportFaceWalk export_faces(const ConstraintSet *set, int32_t i);
bool           export_next_face(const Export *e, const ConstraintSet *set, int32_t i, ExportFaceWalk *walk, int32_t corners[3]);

#define EXPORT_FORMAT(name, files, carries, summary) Status export_write_##name(Export *e, FILE *const *files_of) GNU_MUST_CHECK;
#include "scene/scene_export_list.h"
#undef EXPORT_FORMAT

#endif
