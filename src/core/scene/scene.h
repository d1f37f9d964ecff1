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
    int               value_count; // the other parameters have the defaults of the file
    FileOutput        output;      // no file of the scene may be one of these (file_keep)
    const SceneInfo  *expected;    // the scene when it was read before; NULL: not compared. STATUS_INPUT names the changed file
} SceneSettings;

// A setting that a scene recommends for a solver. core/case checks it, because this room does not know the settings (case/case.h).
enum { SCENE_RECOMMENDED_MAX = 24 };
typedef struct SceneRecommended {
    char solver[16], name[24], value[24];
    int  line; // in the scene file
} SceneRecommended;

// files: the first 64 bits of the hash of each parsed file, to identify a changed file: the scene file, its meshes, the values of
// materials. It has the first SCENE_FILES_MAX files; `hash` covers all.
enum { SCENE_FILES_MAX = 24 };
struct SceneInfo {
    char             name[64], summary[256];
    char             hash[HASH_TEXT]; // of the file, its meshes and materials, and the parameter values
    int              file_count;
    uint64_t         files[SCENE_FILES_MAX];
    char             mesh_path[512]; // first mesh file used, "" when none
    bool             contact;        // the scene has contact rules
    bool             releases;       // some pins are released
    int              recommended_count;
    SceneRecommended recommended[SCENE_RECOMMENDED_MAX];
};

// Reads and checks the scene and fills the builder. STATUS_INPUT with file:line and key for every mistake in it; STATUS_IO for a missing
// file.
Status scene_read(const SceneSettings *settings, ModelBuilder *builder, SceneInfo *info) GNU_MUST_CHECK;

// The same checks without a builder.
Status scene_check(const SceneSettings *settings) GNU_MUST_CHECK;

// Name, summary, hash and the parameters with their defaults, without building the bodies (weft list, plan).
enum { SCENE_PARAMETERS_MAX = 32 };
typedef struct SceneParameter {
    char   name[48], summary[128];
    double value;      // default, of a number
    char   word[48];   // default, of a word; "": it is a number
    char   words[400]; // permitted words, separated by commas
} SceneParameter;
Status scene_describe(const SceneSettings *settings, SceneInfo *info, SceneParameter *parameters, int *count) GNU_MUST_CHECK;

// The permitted range of each parameter, from the checks of the keys that use it; reads the scene with its defaults. ranges:
// [SCENE_PARAMETERS_MAX], in the order of scene_describe; a parameter without checks permits any number.
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

// The datasets folder: $WEFT_DATASETS, else that of the installed program, else that of the source tree of the build.
const char *scene_datasets(char *out, size_t size);

// State files: CSV with the header index,x,y,z,vx,vy,vz, the user's numbering, 17 significant digits. After the particles come these rows:
//   broken,KIND,INDEX             for each broken constraint
//   memory,SOLVER,INDEX,NUMBER    for each number that the solver stores (Model.memory)
//   time,SECONDS                  if the scene has scripts or wind
//   past,SECONDS                  if bdf2 has a previous step; then past,INDEX,x,y,z,vx,vy,vz for each particle
//   scene,NAME,HASH
// Without these rows no constraint is broken, memory and time are 0, there is no past, and the mark is empty. Pins with a release time not
// after the time are free. The memory of a solver other than Model.memory's is ignored. STATUS_INPUT with file:line: a wrong header, count
// or index; a number that is not finite; a constraint that does not exist or cannot break; a pin that moves, or whose position differs from
// the scene at that time. STATUS_IO. Runs write the row `scene`: a state with it is `continued` (model.h). Reading starts from the state of
// the scene. Writing uses a temporary file.
typedef struct SceneMark {
    char name[64], hash[HASH_TEXT]; // SceneInfo's; the name without commas
    char memory[32];                // the solver whose memory the state file contains; "": none
    char content[HASH_TEXT];        // hash of the bytes of a state file that was read
} SceneMark;

SceneMark scene_mark(const SceneInfo *info, const Model *model);
// True, with a message in `text`, if a state belongs to another scene or version of it, has the memory of another solver, or lacks the
// memory of this solver. False for an empty mark.
bool   scene_mark_differs(const SceneMark *from, const SceneMark *to, char *text, size_t size);
Status scene_read_state(const char *path, Model *model, State *state, SceneMark *mark) GNU_MUST_CHECK;

// Only the particles of a state file, of any scene, without the rows after them.
Status scene_read_particles(const char *path, Arena *arena, int32_t *count, double (**position)[3], double (**velocity)[3]) GNU_MUST_CHECK;
Status scene_write_state(const char *path, const SceneMark *mark, const Model *model, const State *state, double time) GNU_MUST_CHECK;

// A scene as JSON for other programs, in the user's numbering (src/python/README.md). model: after model_draw. STATUS_IO,
// STATUS_MEMORY.
Status scene_export(const char *path, const SceneInfo *info, const Model *model, const State *state) GNU_MUST_CHECK;

// Frames: folder/frame_00000.vtp (VTK XML, ascii or raw appended), folder/frame_00000.obj, and folder/frames.pvd listing the times. time:
// of the state, for the positions of moving colliders.
Status scene_write_frame(const char *folder, int index, const Model *model, const State *state, double time) GNU_MUST_CHECK;
Status scene_write_pvd(const char *folder, int frame_count, double seconds_per_frame) GNU_MUST_CHECK;

// Reading frames: the list, and one frame that scene_write_frame wrote on a machine of the same byte order. STATUS_IO, STATUS_MEMORY;
// STATUS_INPUT for an incomplete file. The result is empty on failure; the caller destroys it.
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
    int32_t (*line)[2];              // without torn lines
    int32_t *face_end, *face_vertex; // face i has the corners from the end of face i − 1 to face_end[i]; those of colliders come last
} SceneFrame;

Status scene_read_pvd(const char *folder, SceneFrameList *out) GNU_MUST_CHECK; // folder/frames.pvd
void   scene_frame_list_destroy(SceneFrameList *list);
Status scene_read_frame(const char *path, SceneFrame *out) GNU_MUST_CHECK;
void   scene_frame_destroy(SceneFrame *frame);

#endif
