// Scene: a YAML file that describes a Model and its starting State. datasets/README.md documents the format.
//
// `parameters:` of a scene are named numbers, or words out of a list, with defaults, used as `$name` anywhere in the file. A case may set
// them.
#ifndef WEFT_SCENE_SCENE_H
#define WEFT_SCENE_SCENE_H

#include "base/file.h"
#include "base/hash.h"
#include "base/yaml.h"
#include "constraint/material.h"
#include "model/model.h"

typedef struct SceneValue { // one `parameters:` entry set by the user
    char name[48];
    char value[48]; // a number, as text, or a word
} SceneValue;

typedef struct SceneInfo SceneInfo;

typedef struct SceneSettings {
    const char       *path; // of the scene file
    const SceneValue *values;
    int               value_count; // the others keep the file's defaults
    FileOutput        output;      // of which none of the scene's files may be one (file_keep)
    const SceneInfo  *expected;    // of the scene as it was read before; NULL: whatever it is. STATUS_INPUT names the file that has changed
} SceneSettings;

// A setting that a scene recommends for a solver. Unlike the rest of a scene it is checked where settings are known (case/case.h).
enum { SCENE_RECOMMENDED_MAX = 24 };
typedef struct SceneRecommended {
    char solver[16], name[24], value[24];
    int  line; // in the scene file
} SceneRecommended;

// files: the first 64 bits of the hash of each file as it was parsed, to say which one has changed: the scene file's contents, meshes, and
// the values of materials. Of the first SCENE_FILES_MAX; `hash` is of all.
enum { SCENE_FILES_MAX = 24 };
struct SceneInfo {
    char             name[64], summary[256];
    char             hash[HASH_TEXT]; // of the file, its meshes and materials, and the parameter values
    int              file_count;
    uint64_t         files[SCENE_FILES_MAX];
    char             mesh_path[512]; // first mesh file used, "" when none
    bool             contact;        // the scene has rules of contact: something may touch
    bool             releases;       // some pins are released
    int              recommended_count;
    SceneRecommended recommended[SCENE_RECOMMENDED_MAX];
};

// Reads and checks the scene and fills the builder. STATUS_INPUT with file:line and key for every mistake in it; STATUS_IO for a missing
// file.
Status scene_read(const SceneSettings *settings, ModelBuilder *builder, SceneInfo *info) GNU_MUST_CHECK;

// The same without a builder that is kept: the mistakes alone.
Status scene_check(const SceneSettings *settings) GNU_MUST_CHECK;

// Name, summary, hash and the parameters with their defaults, without building the bodies (weft list, plan).
enum { SCENE_PARAMETERS_MAX = 32 };
typedef struct SceneParameter {
    char   name[48], summary[128];
    double value;      // default, of a number
    char   word[48];   // default, of a word; "": it is a number
    char   words[400]; // that it may be, with commas
} SceneParameter;
Status scene_describe(const SceneSettings *settings, SceneInfo *info, SceneParameter *parameters, int *count) GNU_MUST_CHECK;

// The numbers that each parameter may be, as the checks of the keys that are this parameter have it: reads the scene with its defaults.
// ranges: [SCENE_PARAMETERS_MAX], in the order of scene_describe; one that is not checked takes any number.
Status scene_ranges(const char *path, YamlRange *ranges) GNU_MUST_CHECK;

// The materials of materials.yaml in the datasets folder, in its order. STATUS_INPUT with file:line for every mistake in it.
typedef struct SceneMaterial {
    char     name[48], summary[160], source[400];
    Material material; // always with density; thickness 0 if it is not a sheet material
} SceneMaterial;
Status      scene_materials(SceneMaterial **list, int *count) GNU_MUST_CHECK; // caller frees *list with free()
const char *scene_materials_path(char *out, size_t size);                     // of that file

// A name ("cloth") is looked up in the datasets folder; a text with a '/' or ending in .yaml is a path.
// STATUS_INPUT for an unknown name, with the nearest one.
Status scene_find(const char *name_or_path, char *path, size_t size) GNU_MUST_CHECK;

// The datasets folder: $WEFT_DATASETS, else beside the installed program, else the source tree it was built from.
const char *scene_datasets(char *out, size_t size);

// State files: CSV with the header index,x,y,z,vx,vy,vz, the user's numbering, 17 significant digits; after the particles a row
// broken,KIND,INDEX for each broken constraint, memory,SOLVER,INDEX,NUMBER for all that the solver keeps (Model.memory), time,SECONDS
// if the scene has scripts or wind, past,SECONDS and then past,INDEX,x,y,z,vx,vy,vz for each particle if bdf2 knows its last step, and
// scene,NAME,HASH. Without such rows nothing is broken, the memory is 0, the time is 0, there is no past, and the mark is empty; pins whose
// release time is not after the time are free. The memory of a solver other than Model.memory's is not taken. STATUS_INPUT with file:line
// for a wrong header, count or index, a number that is not finite, a constraint that does not exist or cannot break, a pin that is
// elsewhere in the scene at that time, or moves; STATUS_IO. The row `scene` is that of a run: a state with it is `continued` (model.h).
// Reading starts from the state of the scene. Writes through a temporary file.
typedef struct SceneMark {
    char name[64], hash[HASH_TEXT]; // SceneInfo's; the name without commas
    char memory[32];                // the solver that a state file has the memory of; "": none
    char content[HASH_TEXT];        // hash of the bytes of a state file that was read
} SceneMark;

SceneMark scene_mark(const SceneInfo *info, const Model *model);
// What to say where a state is of another scene, or of another version of it, or has the memory of another solver, or not that of this
// one; false: nothing. An empty mark says nothing.
bool   scene_mark_differs(const SceneMark *from, const SceneMark *to, char *text, size_t size);
Status scene_read_state(const char *path, Model *model, State *state, SceneMark *mark) GNU_MUST_CHECK;

// The particles of a state file alone, whatever their scene is, and nothing of the rows after them.
Status scene_read_particles(const char *path, Arena *arena, int32_t *count, double (**position)[3], double (**velocity)[3]) GNU_MUST_CHECK;
Status scene_write_state(const char *path, const SceneMark *mark, const Model *model, const State *state, double time) GNU_MUST_CHECK;

// A scene as JSON for other programs, in the user's numbering (src/python/README.md). model: with what it draws (model_draw). STATUS_IO,
// STATUS_MEMORY.
Status scene_export(const char *path, const SceneInfo *info, const Model *model, const State *state) GNU_MUST_CHECK;

// Frames: folder/frame_00000.vtp (VTK XML, ascii or raw appended), folder/frame_00000.obj, and folder/frames.pvd listing the times. time:
// of the state, for the positions of moving colliders.
Status scene_write_frame(const char *folder, int index, const Model *model, const State *state, double time) GNU_MUST_CHECK;
Status scene_write_pvd(const char *folder, int frame_count, double seconds_per_frame) GNU_MUST_CHECK;

// Reading them back: the list, and one frame of it as scene_write_frame wrote it, on a machine of the same byte order. STATUS_IO,
// STATUS_MEMORY; STATUS_INPUT for a file that is not whole. Empty on failure; the caller destroys them.
typedef struct SceneFrameList {
    int     count;  // at least 1
    double *time_s; // ascending
    char  **path;
} SceneFrameList;

typedef struct SceneFrame {
    int32_t point_count, line_count, face_count, corner_count;
    float (*velocity)[3];            // m/s, of the points
    float (*point)[3];               // m; of particles in the user's numbering, then of colliders
    int32_t *collider;               // [point_count] 0: a particle, else the number of the collider from 1; NULL: no colliders
    int32_t (*line)[2];              // that are whole
    int32_t *face_end, *face_vertex; // face i has the corners from the end of face i − 1 to face_end[i]; those of colliders come last
} SceneFrame;

Status scene_read_pvd(const char *folder, SceneFrameList *out) GNU_MUST_CHECK; // folder/frames.pvd
void   scene_frame_list_destroy(SceneFrameList *list);
Status scene_read_frame(const char *path, SceneFrame *out) GNU_MUST_CHECK;
void   scene_frame_destroy(SceneFrame *frame);

#endif
