// The stored cases of one scene, with a short distinct name for each.
#ifndef WEFT_RUN_RECORDED_SCENE_H
#define WEFT_RUN_RECORDED_SCENE_H

#include "case/case_recorded.h"
#include "store/store.h"

enum { BLOCK_SIZE = 200, BLOCK_NAME = BLOCK_SIZE - 40, EXPERIMENT_SIZE = 64 };

#define RECORDED_PATH "weft judge" // stored as the path of the experiment file

typedef struct RecordedScene {
    const Case *c;             // a resolved case of the scene
    StoreCase  *cases;         // [count] all cases of the store
    bool       *is;            // [count] true for cases of the scene
    char (*block)[BLOCK_SIZE]; // [count] names of the cases with frames; NULL until recorded_scene_name
    int count, here;           // here: number of cases of the scene
} RecordedScene;

// build: the build whose frames count. STATUS_MEMORY, STATUS_IO; call recorded_scene_end also after a failure.
Status recorded_scene_begin(Store *store, int64_t build, const Case *c, RecordedScene *out) GNU_MUST_CHECK;
Status recorded_scene_name(RecordedScene *scene) GNU_MUST_CHECK;
void   recorded_scene_end(RecordedScene *scene);

// True for a trajectory of another program; name: its name.
bool recorded_scene_is_recorded(const StoreCase *c, char name[BLOCK_NAME]);

// The name of the experiment of this scene: the existing one, else a new name such as judged_cloth_n_32, made from the scene and the given
// values with characters that are valid in file names. STATUS_IO, STATUS_LIMIT.
Status recorded_scene_experiment(Store *store, const RecordedScene *scene, char out[EXPERIMENT_SIZE]) GNU_MUST_CHECK;

// The text of the experiment, with the figures of recorded.yaml for which there are data. The caller frees it; NULL when out of memory.
char *recorded_scene_text(const RecordedScene *scene, const char *experiment);

#endif
