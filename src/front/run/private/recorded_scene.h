// What a store has of one scene, and what each of its cases is called beside the others.
#ifndef WEFT_RUN_RECORDED_SCENE_H
#define WEFT_RUN_RECORDED_SCENE_H

#include "case/case_recorded.h"
#include "store/store.h"

enum { BLOCK_SIZE = 200, BLOCK_NAME = BLOCK_SIZE - 40, EXPERIMENT_SIZE = 64 };

#define RECORDED_PATH "weft judge" // in the place of the file of an experiment

typedef struct RecordedScene {
    const Case *c;             // of the scene, resolved
    StoreCase  *cases;         // [count] all of the store
    bool       *is;            // [count] of the scene
    char (*block)[BLOCK_SIZE]; // [count] names of those with frames; NULL until recorded_scene_name
    int count, here;           // here: of the scene
} RecordedScene;

// build: of which a case may have frames. STATUS_MEMORY, STATUS_IO; recorded_scene_end also then.
Status recorded_scene_begin(Store *store, int64_t build, const Case *c, RecordedScene *out) GNU_MUST_CHECK;
Status recorded_scene_name(RecordedScene *scene) GNU_MUST_CHECK;
void   recorded_scene_end(RecordedScene *scene);

// Whether a case is of a trajectory that another program made; its name.
bool recorded_scene_is_recorded(const StoreCase *c, char name[BLOCK_NAME]);

// The name of the experiment of this scene: that which it has, else judged_cloth_n_32, the scene and the values that were given, in letters
// that the name of a file may have. STATUS_IO, STATUS_LIMIT.
Status recorded_scene_experiment(Store *store, const RecordedScene *scene, char out[EXPERIMENT_SIZE]) GNU_MUST_CHECK;

// Its text, with the figures of recorded.yaml that there is something for. The caller frees it; NULL when out of memory.
char *recorded_scene_text(const RecordedScene *scene, const char *experiment);

#endif
