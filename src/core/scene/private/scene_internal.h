// Shared by the files of this room: a body while it is read, and the data common to all bodies of the scene.
#ifndef WEFT_SCENE_SCENE_INTERNAL_H
#define WEFT_SCENE_SCENE_INTERNAL_H

#include "base/yaml.h"
#include "constraint/material.h"
#include "mesh/mesh.h"
#include "scene/scene.h"

// The mesh files of a scene and the materials, read for its hash. A file that is parsed later must be the one that was hashed.
typedef struct SceneMeshFile {
    char path[512], hash[HASH_TEXT];
} SceneMeshFile;

typedef struct SceneFiles {
    SceneInfo       *info;     // gets the hashes
    const SceneInfo *expected; // NULL: not compared
    FileOutput       output;   // none of the files may be one of these
    SceneMeshFile   *meshes;
    int              mesh_count, material_count;
    int64_t          unread;    // entries of meshes that the readers ignored, and last lines that may be truncated
    SceneMaterial   *materials; // of materials.yaml; NULL: not needed yet
} SceneFiles;

Status scene_files_note(SceneFiles *files, const char *path, const char *hash) GNU_MUST_CHECK;    // STATUS_INPUT: not the expected file
Status scene_files_hash(SceneFiles *files, const char *path, char out[HASH_TEXT]) GNU_MUST_CHECK; // of a mesh file
Status scene_files_mesh(SceneFiles *files, const char *path, Mesh *out) GNU_MUST_CHECK;           // mesh_read
void   scene_files_destroy(SceneFiles *files);

// One entry of `bodies:`. Everything in it is in the body's own numbering, from 0.
typedef struct Body {
    const YamlNode *node;
    Mesh            mesh;              // positions already transformed; with tetrahedra, its faces are their surface
    bool            is_mesh, is_chain; // is_mesh: of a file or a generator other than grid and chain
    int             columns, rows;     // of a grid, else 0
    int             box[3];            // particles along x, y, z of a box, else 0
    Material        material;          // where has_material; density 0: not given
    bool            has_material;
    double         *mass;           // [vertex_count]
    bool           *loose;          // [vertex_count] of a mesh: no element has the vertex, and no constraint or permanent pin does so far
    double (*velocity)[3];          // [vertex_count]
    int32_t                  first; // model's number of particle 0
    ModelBuilder            *builder;
    SceneFiles              *files;   // of the scene
    const ContactRules      *rules;   // of the scene; NULL: no contact
    struct ConstraintRecord *records; // of the explicitly listed kinds of constraints, for finding duplicates
    int                      record_count;
    bool                     keep_records;
} Body;

// A constraint has the vertex, or a pin that no script releases.
static inline void body_hold(const Body *body, int32_t vertex)
{
    if (body->loose)
        body->loose[vertex] = false;
}

// The particles of a body that a selector picks.
typedef struct Selection {
    int32_t *index;
    int32_t  count;
} Selection;

// The one of `keys` (ended by NULL) that the map has, and its node; STATUS_INPUT unless exactly one.
Status scene_need_one(const YamlNode *map, const char *const *keys, const YamlNode **out, int *which) GNU_MUST_CHECK;

// A number above 0 and at most 1e30; three numbers of absolute value at most 1e12; NULL as in base/yaml.h. need: of a key that must be
// there.
Status scene_positive(const YamlNode *node, double *out) GNU_MUST_CHECK;
Status scene_vector(const YamlNode *node, double out[3]) GNU_MUST_CHECK;
Status scene_need_positive(const YamlNode *map, const char *key, double *out) GNU_MUST_CHECK;
Status scene_need_vector(const YamlNode *map, const char *key, double out[3]) GNU_MUST_CHECK;
Status scene_need_direction(const YamlNode *map, const char *key, double out[3]) GNU_MUST_CHECK; // made of length 1
Status scene_need_real(const YamlNode *map, const char *key, double min, double max, double *out) GNU_MUST_CHECK;

// The path of a mesh of a scene: in the folder of the scene file, else in the datasets folder.
Status scene_find_mesh(const YamlNode *node, char *path, size_t size) GNU_MUST_CHECK;

// The keys of a selector; the same map also contains the action on the selected particles. `depth` applies to `side`.
#define SCENE_SELECTORS "index", "box", "nearest", "corner", "side", "border", "all"
#define SCENE_SELECTOR_KEYS SCENE_SELECTORS, "depth"

// STATUS_INPUT for a selector that picks nothing. The caller frees out->index.
Status scene_select(const Body *body, const YamlNode *map, Selection *out) GNU_MUST_CHECK;
Status scene_index(const Body *body, const YamlNode *node, int32_t *out) GNU_MUST_CHECK; // negative: from the end

// (*flags)[i]: whether particle i is picked. The caller frees *flags.
Status scene_flag(const Body *body, const Selection *picked, bool **flags) GNU_MUST_CHECK;

// Calls a function for each entry of the optional list at a key of the body. picked: each entry is a map of `keys` with a selector; the
// function also receives the selected particles.
Status scene_each(Body *body, const char *key, Status (*read)(Body *, const YamlNode *)) GNU_MUST_CHECK;
Status scene_each_picked(Body *body, const char *key, const char *const *keys,
                         Status (*apply)(Body *, const YamlNode *, const Selection *)) GNU_MUST_CHECK;

// The keys of the sources of particles.
#define SCENE_SOURCE_KEYS "grid", "chain", "mesh", "particles", "box", "polygon", "disc", "ring", "cylinder", "sphere", "torus"

// Stiffness and traits of a constraint: the keys of its map, documented in datasets/README.md.
typedef struct Strength {
    double           stiffness; // N/m, INFINITY when hard; 0: not given
    ConstraintTraits traits;
} Strength;
#define SCENE_STRENGTH_KEYS "stiffness", "compliance", "hard", "damping", "limit", "inequality"

Status scene_read_strength(const YamlNode *map, Strength *out) GNU_MUST_CHECK;          // other keys of the map are the caller's
Status scene_read_optional_strength(const YamlNode *map, Strength *out) GNU_MUST_CHECK; // the stiffness may be missing

// The material that a node names or describes.
Status scene_read_material(SceneFiles *files, const YamlNode *node, Material *out) GNU_MUST_CHECK;

// Adds a constraint; vertices in the body's numbering; rest NULL: measured.
Status scene_add_constraint(Body *body, const YamlNode *node, int kind, const int32_t *vertices, const double *rest,
                            const Strength *strength) GNU_MUST_CHECK;

// STATUS_INPUT: two of the constraints that were added with body->keep_records have the same kind and vertices.
Status scene_refuse_duplicates(const Body *body) GNU_MUST_CHECK;

// The part of a message that explains how to give a body tetrahedra.
enum { SCENE_ADVICE = 300 };
void scene_advise_tets(const Body *body, char text[SCENE_ADVICE]);

// Rejects a tetrahedron without a positive volume.
Status scene_check_tets(const Body *body, const YamlNode *node) GNU_MUST_CHECK;

// The surface of a mesh with tetrahedra becomes its faces.
Status scene_mesh_surface(Mesh *mesh) GNU_MUST_CHECK;

// A flat body rolled onto a cylinder: a point at distance s along `along` moves to arc length s of an arc that rises towards `towards`.
// Points before `from` keep their position; points after `to` continue straight. part: `from` and `degrees` may be given; otherwise the
// arc extends from 0 in both directions without end.
typedef struct SceneRoll {
    double radius;               // m
    double along[3], towards[3]; // unit vectors, perpendicular
    double from, to;             // m along
} SceneRoll;
Status scene_read_roll(const YamlNode *map, bool part, SceneRoll *out) GNU_MUST_CHECK;
void   scene_roll(const SceneRoll *roll, const double p[3], double out[3]);

// x ← rotate · scale · roll(x) + translate, by the keys of the map. A reflection reverses the faces and tetrahedra, so that outside stays
// outside. scene_rotation rotates the columns of a matrix by `{axis, degrees}`.
Status scene_transform(const YamlNode *map, Mesh *mesh) GNU_MUST_CHECK;
Status scene_rotation(const YamlNode *map, double matrix[3][3]) GNU_MUST_CHECK;

// The list of parts of a script; rotations are about `centre` unless a part sets another point.
Status scene_script(const YamlNode *list, const double centre[3], ModelBuilder *builder, int32_t *script) GNU_MUST_CHECK;

// Source and transform of a body; material; masses and velocities; then its particles and constraints into the builder.
Status scene_shape(Body *body) GNU_MUST_CHECK;
Status scene_source(Body *body) GNU_MUST_CHECK;
Status scene_material(Body *body) GNU_MUST_CHECK;
Status scene_masses(Body *body) GNU_MUST_CHECK;
Status scene_motion(Body *body) GNU_MUST_CHECK;
Status scene_springs(Body *body) GNU_MUST_CHECK;
Status scene_elements(Body *body) GNU_MUST_CHECK;
// Calls `apply` for each entry of `pins:`.
Status scene_each_pinned(Body *body, Status (*apply)(Body *, const YamlNode *, const Selection *)) GNU_MUST_CHECK;
Status scene_pins(Body *body) GNU_MUST_CHECK;

// Every face as triangles (mesh_triangles) in the scene's numbering. The faces of a solid are its surface.
Status scene_face_triangles(const Body *body, Status (*add)(void *user, const int32_t corners[3]), void *user) GNU_MUST_CHECK;

// The wind of the scene, read before its bodies; and the loads on the triangles of a body: that wind, `pressure`, `moments`.
Status scene_wind(const YamlNode *map, ModelBuilder *builder) GNU_MUST_CHECK;
Status scene_surface_loads(Body *body) GNU_MUST_CHECK;
// `traction` of an entry of `forces`.
Status scene_traction(Body *body, const YamlNode *map, const Selection *picked) GNU_MUST_CHECK;

// `contact:` of the scene, read before its bodies, and the contact surface of a body.
Status scene_contact(const YamlNode *map, ModelBuilder *builder, ContactRules *rules) GNU_MUST_CHECK;
Status scene_touch(const Body *body) GNU_MUST_CHECK;

// `colliders:`, and the mesh of one, a path or a map with the generator of a body.
Status scene_colliders(const YamlNode *list, SceneFiles *files, ModelBuilder *builder) GNU_MUST_CHECK;
Status scene_collider_mesh(SceneFiles *files, const YamlNode *node, const YamlNode *transform, Arena *arena,
                           ColliderMesh *out) GNU_MUST_CHECK;

// `recommended:`.
Status scene_recommended(const YamlNode *map, SceneInfo *info) GNU_MUST_CHECK;

// rules: NULL without contact.
Status scene_read_body(const YamlNode *node, const ContactRules *rules, SceneFiles *files, ModelBuilder *builder) GNU_MUST_CHECK;

#endif
