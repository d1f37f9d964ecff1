// Bodies of scenes: sources of their particles, materials, and the constraints on their edges, triangles, hinges, tetrahedra and surfaces.
// Also a table of rejected input with the line of each error.
#include "scene_rig.h"

static double total_mass(void)
{
    double sum = 0;
    for (int32_t i = 0; i < made.model.particle_count; i++)
        sum += made.model.mass[i];
    return sum;
}

static const ConstraintSet *set_of(int kind)
{
    return &made.model.sets[kind];
}

// ---- sources ----

TEST(test_sources)
{
    static const struct {
        const char *source;
        int32_t     particles, faces;
    } SOURCES[] = {
        {"grid: {columns: 4, rows: 3, size: [1, 1]}", 12, 6},
        {"grid: {columns: 4, rows: 3, size: [1, 1], triangles: forward}", 12, 12},
        {"grid: {columns: 4, rows: 3, spacing: 0.5, triangles: irregular, seed: 4}", 12, 12},
        {"grid: {columns: 4, rows: 3, size: [1, 1], triangles: equilateral}", 12, 12},
        {"box: {cells: [2, 1, 3], size: [1, 1, 1]}", 24, 2 * 2 * (2 + 3 + 6)},
        {"box: {layers: 2, size: [0.5, 0.1, 0.12], split: 6}", 11 * 3 * 3, 2 * 2 * (20 + 4 + 20)},
        {"polygon: {sides: 7, radius: 2}", 7, 1},
        {"polygon: {sides: 12, radius: 2, rings: 2, seed: 3}", 19, 24},
        {"disc: {rings: 3, radius: 1}", 37, 54},
        {"ring: {sides: 9, inner: 1, outer: 2}", 18, 18},
        {"cylinder: {sides: 6, rows: 2, radius: 1, height: 3}", 18, 24},
        {"cylinder: {sides: 6, rows: 2, radius: 1, height: 3, closed: true}", 20, 36},
        {"sphere: {parts: 3, radius: 1}", 92, 180},
    };
    for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++) {
        char text[256];
        snprintf(text, sizeof text, "bodies:\n  - %s\n    mass: 3\n", SOURCES[i].source);
        build_scene(text);
        assert_int_equal(made.model.particle_count, SOURCES[i].particles);
        assert_int_equal(made.model.face_count, SOURCES[i].faces);
        assert_near(total_mass(), 3, 1e-12);
    }
}

TEST(test_sides_of_a_box)
{
    static const char *const SIDES[] = {"left", "right", "bottom", "top", "back", "front"};
    static const double      SIZE[3] = {2, 3, 5};
    for (int side = 0; side < 6; side++) {
        char    text[256];
        int32_t pins = 0;
        snprintf(text, sizeof text, "bodies:\n  - box: {cells: [1, 2, 3], size: [2, 3, 5]}\n    mass: 1\n    pins: [{side: %s}]\n",
                 SIDES[side]);
        build_scene(text);
        for (int32_t i = 0; i < made.model.particle_count; i++) {
            const double *p = model_builder_position(made.builder, i);
            const bool    on = fabs(p[side / 2] - (side % 2 ? SIZE[side / 2] : 0)) < 1e-12;
            assert_int_equal(on, made.model.inverse_mass[i] == 0);
            pins += on;
        }
        assert_int_equal(pins, side < 2 ? 12 : side < 4 ? 8 : 6);
    }
}

// ---- materials ----

TEST(test_materials)
{
    SceneMaterial *list = NULL;
    int            count = 0, steel = -1;
    assert_ok(scene_materials(&list, &count));
    assert_true(count >= 10);
    for (int i = 0; i < count; i++) {
        assert_true(list[i].summary[0] && strlen(list[i].source) > 10);
        assert_true(list[i].material.young > 0 && list[i].material.density > 0);
        steel = strcmp(list[i].name, "steel") == 0 ? i : steel;
    }
    assert_true(steel >= 0);
    assert_near(list[steel].material.young, 210e9, 0);
    assert_near(list[steel].material.density, 7850, 0);
    free(list);
}

TEST(test_mass_of_a_material)
{
    build_scene("bodies:\n  - box: {layers: 1, size: [2, 1, 0.5]}\n    material: steel\n");
    assert_near(total_mass(), 7850, 1e-9);
    build_scene("bodies:\n  - box: {layers: 1, size: [2, 1, 0.5]}\n    density: 2\n    transform: {scale: [1, -2, 1]}\n");
    assert_near(total_mass(), 4, 1e-12);
    build_scene("bodies:\n  - grid: {columns: 3, rows: 3, size: [2, 1]}\n    material: {name: steel, thickness: 0.001}\n");
    assert_near(total_mass(), 15.7, 1e-12);
    build_scene("bodies:\n  - sphere: {parts: 2, radius: 1}\n    material: {young: 1, poisson: 0.3}\n    mass: 2\n");
    assert_near(total_mass(), 2, 1e-12);
}

// The hash of a scene includes the values of a named material.
TEST(test_hash_of_a_material)
{
    static const char TEXT[] = "bodies:\n  - box: {layers: 1, size: [1, 1, 1]}\n    material: goo\n";
    static const char GOO[] = "goo: {summary: sticky, source: made up for this, young: %g, poisson: 0.4, density: 10}\n";
    char              goo[128], first[HASH_TEXT];
    setenv("WEFT_DATASETS", folder, 1);
    snprintf(goo, sizeof goo, GOO, 5.0);
    write_text(in_folder("materials.yaml"), goo);
    build_scene(TEXT);
    memcpy(first, made.info.hash, sizeof first);
    build_scene(TEXT);
    assert_string_equal(first, made.info.hash);
    snprintf(goo, sizeof goo, GOO, 6.0);
    write_text(in_folder("materials.yaml"), goo);
    build_scene(TEXT);
    assert_string_not_equal(first, made.info.hash);
    write_text(in_folder("materials.yaml"), "goo:\n  young: 1\n  poisson: 0.7\n  density: 1\n  summary: a\n  source: b\n");
    refuse(TEXT, "materials.yaml:3: key `goo.poisson`: 0.7 is out of range");
    write_text(in_folder("materials.yaml"), "goo:\n  young: 1\n  poisson: 0.3\n  density: 1\n  summary: a\n");
    refuse(TEXT, "source");
    setenv("WEFT_DATASETS", WEFT_SOURCE_DIR "/datasets", 1);
}

// ---- elements ----

// A body with elements of a constraint kind, and their number.
static const char *body_for(const ConstraintOps *ops, int32_t *count)
{
    switch (ops->element) {
    case ELEMENT_POINT:
        *count = 8;
        return "box: {layers: 1, size: [1, 1, 1]}";
    case ELEMENT_EDGE:
        *count = 12 + 6;
        return "box: {layers: 1, size: [1, 1, 1]}";
    case ELEMENT_TRIANGLE:
        *count = 8;
        return "grid: {columns: 3, rows: 3, size: [1, 1], triangles: alternate}";
    case ELEMENT_HINGE:
        *count = 8;
        return "grid: {columns: 3, rows: 3, size: [1, 1], triangles: alternate}";
    case ELEMENT_PATCH:
        *count = 12;
        return "grid: {columns: 4, rows: 3, size: [1, 1], triangles: alternate}";
    case ELEMENT_TETRAHEDRON:
        *count = 5;
        return "box: {layers: 1, size: [1, 1, 1]}";
    case ELEMENT_POLYGON:
        *count = 1;
        return "polygon: {sides: 6, radius: 1}";
    case ELEMENT_SURFACE:
        *count = 1;
        return "sphere: {parts: 2, radius: 1}";
    case ELEMENT_BODY:
        *count = 1;
        return "sphere: {parts: 2, radius: 1}";
    }
    return NULL;
}

// Every kind can be put on a body with a stiffness, and with a material if the kind takes one.
TEST(test_every_kind)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = constraint_ops(kind);
        int32_t              count = 0;
        const char          *source = body_for(ops, &count);
        char                 text[400];
        snprintf(text, sizeof text, "bodies:\n  - %s\n    mass: 1\n    elements: [{kind: %s, stiffness: 7}]\n", source, ops->name);
        build_scene(text);
        assert_int_equal(made.model.constraint_count, count);
        assert_int_equal(set_of(kind)->count, count);
        for (int32_t i = 0; i < count; i++)
            assert_near(constraint_stiffness(set_of(kind), i), 7, 0);
        snprintf(text, sizeof text,
                 "bodies:\n  - %s\n    material: {young: 1000, poisson: 0.3, density: 10, thickness: 0.1}\n    mass: 1\n"
                 "    elements: [{kind: %s}]\n",
                 source, ops->name);
        if (!ops->material) {
            refuse(text, "cannot take its stiffness from a material");
            continue;
        }
        build_scene(text);
        for (int32_t i = 0; i < count; i++) {
            const double k = constraint_stiffness(set_of(kind), i);
            assert_true(k > 0 && isfinite(k) && fabs(k - 7) > 1e-9);
        }
    }
}

TEST(test_rest_and_material)
{
    const int kind = constraint_find("tet_volume"), bending = constraint_find("isometric_bending");
    build_scene("bodies:\n  - box: {cells: [2, 1, 1], size: [2, 1, 1], split: 6}\n    material: {young: 100, poisson: 0.25, density: 1}\n"
                "    elements: [{kind: tet_volume}]\n");
    assert_int_equal(set_of(kind)->count, 12);
    for (int32_t i = 0; i < 12; i++) {
        assert_near(constraint_rest(set_of(kind), 0, i), 1.0 / 6, 1e-15);
        assert_near(constraint_stiffness(set_of(kind), i), 100 / (3 * (1 - 0.5)) * 6, 1e-9); // bulk modulus / volume
    }
    build_scene("bodies:\n  - box: {cells: [2, 1, 1], size: [2, 1, 1], split: 6}\n    mass: 1\n"
                "    elements: [{kind: tet_volume, rest: {volume: 0.2}, compliance: 0.5, damping: 3}]\n");
    assert_near(constraint_rest(set_of(kind), 0, 5), 0.2, 0);
    assert_near(constraint_stiffness(set_of(kind), 5), 2, 0);
    assert_near(set_of(kind)->damping[5], 3, 0);
    build_scene(
        "bodies:\n  - grid: {columns: 3, rows: 2, size: [1, 1], triangles: forward}\n    material: {name: paper, thickness: 0.002}\n"
        "    elements: [{kind: isometric_bending}, {kind: triangle_arap, stiffness: 5}]\n");
    const double d = 4e9 * 8e-9 / (12 * (1 - 0.09));
    assert_int_equal(set_of(bending)->count, 3);
    assert_near(constraint_stiffness(set_of(bending), 0), d / 3, 1e-9 * d);
}

// The particles of a group keep their order where it matters; the pressure is given, the rest volume is measured.
TEST(test_groups)
{
    const int volume = constraint_find("closed_volume"), area = constraint_find("polygon_area");
    build_scene("bodies:\n  - particles: [[9, 9, 9]]\n    mass: 1\n  - sphere: {parts: 4, radius: 2}\n    mass: 1\n"
                "    elements: [{kind: closed_volume, rest: {pressure: 1.5}, stiffness: 1}]\n");
    const ConstraintSet *set = set_of(volume);
    const double         ball = 32 * 3.14159265358979323846 / 3;
    assert_true(constraint_rest(set, 0, 0) < ball && constraint_rest(set, 0, 0) > 0.95 * ball);
    assert_near(constraint_rest(set, 1, 0), 1.5, 0);
    assert_int_equal(set->groups->start[1], 162);
    assert_int_equal(set->vertices[0], 1);
    // mirrored, rotated, triangulated: the border is detected, and its area is positive
    build_scene("bodies:\n  - polygon: {sides: 8, radius: 1, rings: 2}\n    mass: 1\n    transform: {scale: [-1, 1, 1]}\n"
                "    elements: [{kind: polygon_area, stiffness: 1}]\n");
    assert_int_equal(set_of(area)->groups->start[1], 8);
    assert_near(constraint_rest(set_of(area), 0, 0), 4 * sqrt(0.5), 1e-12);
    // seen from behind, and not the first body
    build_scene("bodies:\n  - grid: {columns: 5, rows: 4, size: [1, 1]}\n    mass: 1\n"
                "  - grid: {columns: 4, rows: 3, size: [3, 2]}\n    mass: 1\n    transform: {rotate: {axis: [1, 0, 0], degrees: 180}}\n"
                "    elements: [{kind: polygon_area, stiffness: 1}]\n");
    assert_int_equal(set_of(area)->groups->start[1], 10);
    for (int32_t m = 0; m < 10; m++)
        assert_true(set_of(area)->vertices[m] >= 20);
    assert_near(constraint_rest(set_of(area), 0, 0), 6, 1e-12);
}

// Wind acts on the triangles of every body, with the air density at sea level unless the scene sets another.
TEST(test_wind)
{
    build_scene("wind: {velocity: [1, 2, 3]}\nbodies:\n  - grid: {columns: 3, rows: 2, size: [1, 1]}\n    mass: 1\n"
                "  - polygon: {sides: 5, radius: 1}\n    mass: 1\n");
    const SurfaceLoads *wind = made.model.surface_loads;
    assert_non_null(wind);
    assert_near(wind->air.density, 1.2, 0);
    assert_near(wind->air.drag, 1, 0);
    assert_near(wind->air.velocity[2], 3, 0);
    int32_t first = 0, count = wind->triangle_count;
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            assert_true((wind->triangle[i][k] >= 6) == (wind->triangle[i][0] >= 6));
            first += wind->triangle[i][k] < 6;
        }
    assert_int_equal(first, 3 * 4);
    assert_int_equal(count, 4 + 3);
}

TEST(test_selected)
{
    const int arap = constraint_find("tet_arap"), shape = constraint_find("shape_matching");
    build_scene("bodies:\n  - box: {cells: [2, 1, 1], size: [2, 1, 1]}\n    mass: 1\n"
                "    elements:\n      - {kind: tet_arap, stiffness: 2, box: {min: [0, 0, 0], max: [1, 1, 1]}}\n"
                "      - {kind: shape_matching, stiffness: 2, side: right}\n");
    assert_int_equal(set_of(arap)->count, 5);
    assert_int_equal(set_of(shape)->groups->start[1], 4);
    refuse("bodies:\n  - box: {cells: [2, 1, 1], size: [2, 1, 1]}\n    mass: 1\n    elements:\n      - {kind: tet_arap, stiffness: 2, "
           "side: left}\n",
           "s.yaml:5: key `bodies[0].elements[0]`: selects no tetrahedron");
}

// ---- rejected input ----

#define CUBE "bodies:\n  - box: {layers: 1, size: [1, 1, 1]}\n"
#define BOX CUBE "    mass: 1\n"
#define ELEMENT "    elements:\n      - "
#define SHEET "bodies:\n  - grid: {columns: 3, rows: 3, size: [1, 1], triangles: alternate}\n    mass: 1\n"

TEST(test_refused)
{
    static const struct {
        const char *text, *expected;
    } CASES[] = {
        {BOX ELEMENT "{kind: neo_hokean, stiffness: 1}\n",
         BODY(5) ".elements[0].kind`: `neo_hokean` is not a valid value, did you mean `neo_hookean`"},
        {BOX ELEMENT "{kind: neo_hookean}\n",
         BODY(5) ".elements[0]`: has no stiffness; set stiffness, compliance or hard, or give the body a material"},
        {BOX ELEMENT "{kind: distance}\n", BODY(5) ".elements[0]`: kind distance cannot take its stiffness from a material"},
        {BOX ELEMENT "{stiffness: 1}\n", BODY(5) ".elements[0]`: "},
        {BOX "    elements: {kind: distance}\n", BODY(4) ".elements`: "},
        {BOX ELEMENT "{kind: tet_volume, stiffness: 1, rest: {volum: 1}}\n",
         BODY(5) ".elements[0].rest.volum`: unknown key, did you mean `volume`?"},
        {BOX ELEMENT "{kind: tet_volume, stiffness: 1, rest: [1]}\n", BODY(5) ".elements[0].rest`: "},
        {BOX ELEMENT "{kind: tet_volume, stiffness: 1, rest: {volume: -1}}\n", BODY(5) ".elements[0]`: "},
        {BOX ELEMENT "{kind: tet_volume, stiffness: 1}\n      - {kind: tet_volume, stiffness: 2}\n",
         BODY(6) ".elements[1]`: a second tet_volume constraint of particles 0, 3, 5, …"},
        {BOX "    edges: {stiffness: 1}\n    elements:\n      - {kind: distance, stiffness: 2}\n",
         BODY(6) ".elements[0]`: a second distance constraint between particles 0 and 1"},
        {BOX ELEMENT "{kind: polygon_area, stiffness: 1}\n", BODY(5) ".elements[0]`: the mesh has no border"},
        {BOX ELEMENT "{kind: closed_volume, stiffness: 1, index: 0}\n", "applies to the whole surface"},
        {BOX "    constraints:\n      - {kind: closed_volume, vertices: [0, 1], stiffness: 1}\n",
         BODY(5) ".constraints[0].kind`: kind closed_volume acts on a whole body"},
        {BOX "    pins:\n      - side: up\n", BODY(5) ".pins[0].side`: `up` is not a valid value"},
        {SHEET ELEMENT "{kind: tet_arap, stiffness: 1}\n", BODY(5) ".elements[0]`: kind tet_arap needs tetrahedra, and the body has none"},
        {SHEET ELEMENT "{kind: closed_volume, stiffness: 1}\n", BODY(5) ".elements[0]`: "},
        {SHEET "    material: {young: 1, poisson: 0.3}\n    elements:\n      - {kind: triangle_arap}\n",
         BODY(6) ".elements[0]`: kind triangle_arap needs a thickness"},
        {"bodies:\n  - grid: {columns: 3, rows: 3, size: [1, 1]}\n    mass: 1\n" ELEMENT "{kind: dihedral, stiffness: 1}\n",
         BODY(5) ".elements[0]`: face 0 has 4 corners, but this kind needs triangles; set `triangles: alternate`"},
        {"bodies:\n  - ring: {sides: 5, inner: 1, outer: 2}\n    mass: 1\n" ELEMENT "{kind: polygon_area, stiffness: 1}\n",
         BODY(5) ".elements[0]`: the border is in several pieces"},
        {"bodies:\n  - chain: {count: 4, spacing: 1}\n    mass: 1\n" ELEMENT "{kind: polygon_area, stiffness: 1}\n",
         BODY(5) ".elements[0]`: the border ends at vertex 3"},
        {"bodies:\n  - particles: [[0, 0, 0]]\n    mass: 1\n" ELEMENT "{kind: distance, stiffness: 1}\n",
         "needs an edge, and the body has none"},
        {"bodies:\n  - cylinder: {sides: 5, rows: 1, radius: 1, height: 1}\n    mass: 1\n" ELEMENT "{kind: closed_volume, stiffness: 1}\n",
         BODY(5) ".elements[0]`: "},
        {"bodies:\n  - grid: {columns: 3, rows: 3, size: [1, 1], triangles: alternate, seed: 2}\n    mass: 1\n",
         BODY(2) ".grid.seed`: applies to irregular triangles only"},
        {"bodies:\n  - grid: {columns: 3, rows: 3, size: [1, 1], triangles: fowrard}\n    mass: 1\n", "did you mean `forward`"},
        {"bodies:\n  - box: {size: [1, 1, 1]}\n    mass: 1\n", BODY(2) ".box`: one of these keys is needed: cells, layers"},
        {"bodies:\n  - box: {layers: 0, size: [1, 1, 1]}\n    mass: 1\n", BODY(2) ".box.layers`: 0 is out of range"},
        {"bodies:\n  - box: {cells: [1, 1], size: [1, 1, 1]}\n    mass: 1\n", BODY(2) ".box.cells`: must list 3 whole numbers"},
        {"bodies:\n  - box: {layers: 1000, size: [1, 1e6, 1]}\n    mass: 1\n", BODY(2) ".box.layers`: gives 1000000000 cells"},
        {"bodies:\n  - box: {cells: [2000, 2000, 2000], size: [1, 1, 1]}\n    mass: 1\n",
         BODY(2) ".box`: a box of 2000 × 2000 × 2000 cells is too large"},
        {"bodies:\n  - box: {layers: 1, size: [1, 0, 1]}\n    mass: 1\n", BODY(2) ".box.size[1]`: must be above zero"},
        {"bodies:\n  - box: {layers: 1, size: [1, 1, 1], split: 7}\n    mass: 1\n", BODY(2) ".box.split`: 7 is out of range"},
        {"bodies:\n  - sphere: {parts: 2}\n    mass: 1\n", BODY(2) ".sphere`: "},
        {"bodies:\n  - ring: {sides: 5, inner: 2, outer: 1}\n    mass: 1\n", BODY(2) ".ring`: the inner radius"},
        {"bodies:\n  - sphere: {parts: 1, radius: 1}\n    material: stel\n",
         BODY(3) ".material`: unknown material `stel`, did you mean `steel`?"},
        {"bodies:\n  - sphere: {parts: 1, radius: 1}\n    material: steel\n",
         BODY(3) ".material`: has no thickness, so a shell has no mass"},
        {"bodies:\n  - chain: {count: 2, spacing: 1}\n    material: steel\n",
         BODY(3) ".material`: gives mass to tetrahedra and shells only"},
        {CUBE "    material: {young: 1, poisson: 0.3}\n", BODY(3) ".material`: has no density"},
        {CUBE "    material: {young: 1}\n", BODY(3) ".material`: "},
        {CUBE "    material: {young: 1, poisson: 0.5}\n", BODY(3) ".material.poisson`: must be above -1 and below 0.5"},
        {CUBE "    material: {young: -1, poisson: 0.3}\n", BODY(3) ".material.young`: -1 is out of range"},
        {CUBE "    material: {name: steel, thicknes: 1}\n", "did you mean `thickness`?"},
        {CUBE "    material: {name: steel, density: .inf}\n", "material.density`: "},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        refuse(CASES[i].text, CASES[i].expected);
}

// ---- meshes unfit for their use ----

#define VTK(points, cells, types) \
    "# vtk DataFile Version 3.0\nm\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS " points "\nCELLS " cells "\nCELL_TYPES " types "\n"
#define FIVE "5 double\n0 0 0  1 0 0  0 1 0  0 0 1  1 1 0"

TEST(test_refused_meshes)
{
    static const char SOLID[] = "bodies:\n  - mesh: m.vtk\n    mass: 1\n" ELEMENT "{kind: tet_arap, stiffness: 1}\n";
    static const char HEAVY[] = "bodies:\n  - mesh: m.vtk\n    density: 1\n";
    static const char BALLOON[] = "bodies:\n  - mesh: m.vtk\n    mass: 1\n" ELEMENT "{kind: closed_volume, stiffness: 1}\n";
    static const char SHELL[] = "bodies:\n  - mesh: m.vtk\n    mass: 1\n" ELEMENT "{kind: triangle_area, stiffness: 1}\n";
    static const struct {
        const char *mesh, *scene, *expected;
    } CASES[] = {
        {VTK(FIVE, "2 10\n4 0 1 2 3\n4 1 2 4 3", "2\n10\n10"), SOLID,
         BODY(5) ".elements[0]`: tetrahedron 1 (vertices 1, 2, 4, 3) is inverted"},
        {VTK(FIVE, "2 10\n4 0 1 2 3\n4 0 1 2 4", "2\n10\n10"), SOLID, "tetrahedron 1 (vertices 0, 1, 2, 4) has no volume"},
        {VTK(FIVE, "2 10\n4 0 1 2 3\n4 0 1 2 4", "2\n10\n10"), HEAVY, BODY(3) ".density`: tetrahedron 1"},
        {VTK(FIVE, "3 12\n3 0 2 1\n3 0 1 3\n3 0 3 2", "3\n5\n5\n5"), BALLOON, BODY(5) ".elements[0]`: "},
        {VTK(FIVE, "4 16\n3 0 1 2\n3 0 3 1\n3 0 2 3\n3 1 3 2", "4\n5\n5\n5\n5"), BALLOON, BODY(5) ".elements[0]`: "},
        {VTK(FIVE, "5 20\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n3 0 1 4", "5\n5\n5\n5\n5\n5"), BALLOON, BODY(5) ".elements[0]`: "},
        {VTK("4 double\n0 0 0 1 0 0 2 0 0 0 1 0", "2 8\n3 0 1 3\n3 0 1 2", "2\n5\n5"), SHELL,
         BODY(5) ".elements[0]`: triangle 1 (vertices 0, 1, 2) has no area"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write_text(in_folder("m.vtk"), CASES[i].mesh);
        refuse(CASES[i].scene, CASES[i].expected);
    }
    // six hinges, each with all four particles
    write_text(in_folder("m.vtk"), VTK(FIVE, "4 16\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3", "4\n5\n5\n5\n5"));
    build_scene("bodies:\n  - mesh: m.vtk\n    mass: 1\n    pins: [{index: 4}]\n    elements: [{kind: dihedral, stiffness: 1}]\n");
    assert_int_equal(made.model.constraint_count, 6);
    refuse("bodies:\n  - mesh: m.vtk\n    mass: 1\n    elements: [{kind: dihedral, stiffness: 1}]\n"
           "    constraints:\n      - {kind: dihedral, vertices: [1, 0, 3, 2], stiffness: 1}\n",
           BODY(6) ".constraints[0]`: a second dihedral constraint of particles 0, 1, 2, …");
    // a solid of one tetrahedron: its surface is drawn, and encloses a volume
    write_text(in_folder("m.vtk"), VTK(FIVE, "1 5\n4 0 1 2 3", "1\n10"));
    build_scene("bodies:\n  - mesh: m.vtk\n    mass: 1\n    pins: [{index: 4}]\n"
                "    elements: [{kind: closed_volume, stiffness: 1}, {kind: tet_arap, stiffness: 1}]\n");
    assert_int_equal(made.model.face_count, 4);
    assert_near(constraint_rest(set_of(constraint_find("closed_volume")), 0, 0), 1.0 / 6, 1e-15);
}

// Cut off at every byte and with bytes changed, a scene is built, or rejected in one line.
TEST(test_damaged)
{
    static const char TEXT[] =
        "bodies:\n  - box: {layers: 1, size: [2, 1, 1], split: 6}\n    material: {name: foam, poisson: 0.25}\n"
        "    elements:\n      - {kind: neo_hookean, side: left}\n      - {kind: tet_strain, stiffness: 5, rest: {low: 0.9, high: 1.2}}\n"
        "  - sphere: {parts: 2, radius: 1}\n    mass: 1\n" ELEMENT "{kind: dihedral, stiffness: 1}\n"
        "      - {kind: closed_volume, compliance: 1e-3, rest: {pressure: 2}}\n"
        "  - grid: {columns: 3, rows: 3, size: [1, 1], triangles: irregular, seed: 2}\n    material: paper\n"
        "    elements: [{kind: triangle_arap}, {kind: polygon_area, stiffness: 1}]\n";
    char   copy[sizeof TEXT];
    Random random = {7};
    for (size_t round = 0; round < 3 * sizeof TEXT; round++) {
        memcpy(copy, TEXT, sizeof TEXT);
        if (round < sizeof TEXT)
            copy[round] = '\0';
        else
            copy[random_below(&random, sizeof TEXT - 1)] = (char)(' ' + random_below(&random, 95));
        const Status status = try_scene(copy);
        if (status.code != STATUS_OK && (!strstr(status.text, "s.yaml") || strchr(status.text, '\n')))
            fail_msg("%s\n%s", copy, status.text);
    }
}

TESTS_SHARE(set_up, tear_down)

// ---- meshes with unused vertices ----

#define SQUARE_AND_LOOSE "v 0 0 0\nv 1 0 0\nv 9 9 9\nv 1 1 0\nv 8 8 8\nv 0 1 0\nf 1 2 4\nf 1 4 6\n"

// The elements get the whole `mass` of the scene. Vertices without an element are rejected unless a constraint holds them permanently;
// pinned ones have no mass.
TEST(mass_goes_to_elements)
{
    static const struct {
        const char *rest, *refused;
    } CASES[] = {
        {"", "2 of 6 vertices (first: 2), with 33.3 % of the mass, belong to no element and would move freely"},
        {"    pins: [{index: [2]}]\n", "1 of 6 vertices (first: 4)"},
        {"    pins: [{index: [2]}, {index: [4], script: [{move: [1, 0, 0], to: 1}, {release: 2}]}]\n", "1 of 6 vertices (first: 4)"},
        {"    pins: [{index: [2]}, {index: [4], script: [{move: [1, 0, 0], to: 1}]}]\n", NULL},
        {"    pins: [{index: [2, 4]}]\n", NULL},
        {"    pins: [{index: [2]}]\n    constraints: [{kind: distance, vertices: [4, 2], stiffness: 1}]\n", NULL},
        {"    attachments: [{index: [2, 4], stiffness: 1}]\n", NULL},
        {"    elements: [{kind: shape_matching, stiffness: 1}]\n", NULL},
    };
    write_text(in_folder("loose.obj"), SQUARE_AND_LOOSE);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[400];
        snprintf(text, sizeof text, "bodies:\n  - mesh: loose.obj\n    mass: 2\n    edges: {stiffness: 1}\n%s", CASES[i].rest);
        if (CASES[i].refused) {
            refuse(text, CASES[i].refused);
            refuse(text, "`weft mesh loose.obj --drop-loose -o FILE.vtk`");
            continue;
        }
        build_scene(text);
        assert_near(total_mass(), 2, 1e-14);
        if (strstr(text, "[2, 4]}]")) // anchors
            assert_near(made.model.mass[0] + made.model.mass[1] + made.model.mass[3] + made.model.mass[5], 2, 1e-14);
    }
}

// A face of two corners is only an edge. A concave face has its true area and its true contact triangles.
TEST(faces_of_two_corners_and_concave_faces)
{
    write_text(in_folder("m.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\nf 3\nf 1 2 3\n");
    build_scene("bodies:\n  - mesh: m.obj\n    density: 6\n    edges: {stiffness: 1}\n");
    assert_int_equal(set_of(CONSTRAINT_distance)->count, 3);
    assert_near(total_mass(), 3, 1e-15);

    static const char *const L[] = {"f 1 2 3 4 5 6", "f 3 4 5 6 1 2", "f 6 5 4 3 2 1", "f 4 5 6 1 2 3"};
    for (size_t i = 0; i < sizeof L / sizeof *L; i++) {
        char text[200];
        snprintf(text, sizeof text, "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n%s\n", L[i]);
        write_text(in_folder("m.obj"), text);
        build_scene(
            "contact: {thickness: 0.01, stiffness: 1, self: true}\nbodies:\n  - mesh: m.obj\n    density: 1\n    edges: {stiffness: 1}\n");
        assert_near(total_mass(), 3, 1e-14);
        assert_int_equal(made.model.surface->triangle_count, 4);
        double area = 0;
        for (int32_t t = 0; t < 4; t++) {
            const int32_t *v = made.model.surface->triangle[t];
            area += double4_triangle_area(
                (double4[3]){state_position(&made.state, v[0]), state_position(&made.state, v[1]), state_position(&made.state, v[2])});
        }
        assert_near(area, 3, 1e-6);
    }
    write_text(in_folder("m.obj"), "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 1 0\nf 1 2 3 4\n");
    refuse("bodies:\n  - mesh: m.obj\n    density: 1\n    edges: {stiffness: 1}\n",
           "s.yaml:3: key `bodies[0].density`: 1 faces cross themselves");
    refuse("contact: {thickness: 0.01, stiffness: 1}\nbodies:\n  - mesh: m.obj\n    mass: 1\n    edges: {stiffness: 1}\n",
           "1 faces cross themselves");
    unlink(in_folder("m.obj"));
}

// A prism over an L shape: no triangle of its ends is in the notch.
TEST(a_concave_collider_keeps_its_notch)
{
    write_text(in_folder("m.obj"),
               "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
               "f 3 2 1 6 5 4\nf 9 10 11 12 7 8\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n");
    build_scene("contact: {thickness: 0.01, stiffness: 1}\nbodies:\n  - chain: {count: 2, spacing: 1}\n    mass: 1\n"
                "    transform: {translate: [0, 0, 9]}\ncolliders:\n  - mesh: m.obj\n");
    const ColliderMesh *mesh = made.model.colliders->list[0].mesh;
    double              ends = 0;
    assert_int_equal(mesh->triangle_count, 20);
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        double4 x[3], middle = {0};
        for (int k = 0; k < 3; k++) {
            x[k] = double4_of(mesh->vertex[mesh->triangle[t][k]]);
            double4_add_to(&middle, 1.0 / 3, x[k]);
        }
        assert_false(middle.x > 1.01 && middle.y > 1.01);
        ends += x[0].z == x[1].z && x[1].z == x[2].z ? double4_triangle_area(x) : 0;
    }
    assert_near(ends, 6, 1e-12);
    unlink(in_folder("m.obj"));
}

// Bending kinds that assume a flat rest shape are noted on a mesh that is not flat, at any resolution. Flat pieces at any angle count as
// flat.
TEST(flat_bending_on_a_bent_mesh_is_noted)
{
    static const struct {
        const char *source, *kind;
        double      degrees;
    } CASES[] = {
        {"cylinder: {sides: 40, rows: 3, radius: 1, height: 1}", "isometric_bending", 90},
        {"cylinder: {sides: 80, rows: 6, radius: 1, height: 1}", "plate_bending", 90},
        {"cylinder: {sides: 40, rows: 3, radius: 1, height: 1}", "dihedral", 0},
        {"cylinder: {sides: 40, rows: 3, radius: 1, height: 1}", "curved_plate", 0},
        {"grid: {columns: 5, rows: 5, size: [1, 1], triangles: forward}", "isometric_bending", 0},
        {"grid: {columns: 5, rows: 5, size: [1, 1], triangles: irregular}\n    transform: {rotate: {axis: [1, 2, 3], degrees: 50}}",
         "plate_bending", 0},
        {"grid: {columns: 9, rows: 5, size: [1, 1], triangles: forward}\n    perturb: {amplitude: 0.01}", "isometric_bending", 0},
        {"grid: {columns: 17, rows: 5, size: [1, 0.3], triangles: forward}\n    transform: {roll: {radius: 0.3580986219567645, along: [1, "
         "0, 0], towards: "
         "[0, 0, 1]}}",
         "isometric_bending", 90},
        {"mesh: two.obj", "isometric_bending", 0},
        {"mesh: fin.obj", "isometric_bending", 60}, // three faces at an edge make two hinges
    };
    write_text(in_folder("two.obj"),
               "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 5\nv 1 0 5\nv 1 0 6\nv 0 0 6\nf 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n");
    write_text(in_folder("fin.obj"),
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 -0.5 0.8660254037844386\nv 0 -0.5 -0.8660254037844386\nf 1 2 3\nf 2 1 4\nf 1 2 5\n");
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[400];
        snprintf(text, sizeof text, "bodies:\n  - %s\n    mass: 2\n    elements: [{kind: %s, stiffness: 1}]\n", CASES[i].source,
                 CASES[i].kind);
        build_scene(text);
        assert_near(made.model.flat.degrees, CASES[i].degrees, 1e-5);
        if (CASES[i].degrees > 0)
            assert_string_equal(constraint_ops(made.model.flat.kind)->name, CASES[i].kind);
    }
    unlink(in_folder("two.obj"));
    unlink(in_folder("fin.obj"));
}

// ---- closed surfaces of several pieces ----

// Writes a tetrahedron of this size at x, with its triangles outward or inward.
static size_t put_tetrahedron(char *text, size_t room, int first, double x, double size, bool outward)
{
    static const char FACES[] = "f %d %d %d\nf %d %d %d\nf %d %d %d\nf %d %d %d\n";
    const int         f = first, g = first + 1, h = first + 2, i = first + 3;
    int used = snprintf(text, room, "v %g 0.1 0.1\nv %g 0.1 0.1\nv %g %g 0.1\nv %g 0.1 %g\n", x, x + size, x, 0.1 + size, x, 0.1 + size);
    used += outward ? snprintf(text + used, room - (size_t)used, FACES, f, h, g, f, g, i, f, i, h, g, h, i)
                    : snprintf(text + used, room - (size_t)used, FACES, f, g, h, f, i, g, f, h, i, g, i, h);
    return (size_t)used;
}

// Each piece has an outside of its own, whatever the sum of the volumes is. A piece inside another one that faces inward is a cavity of it.
TEST(pieces_inside_out_are_refused)
{
    static const char BALLOON[] = "bodies:\n  - mesh: m.obj\n    mass: 1\n    elements: [{kind: closed_volume, stiffness: 1}]\n";
    static const char COLLIDER[] = "contact: {thickness: 0.01, stiffness: 1}\nbodies:\n  - chain: {count: 2, spacing: 1}\n    mass: 1\n"
                                   "    transform: {translate: [0, 0, 9]}\ncolliders:\n  - mesh: m.obj\n";
    static const struct {
        double x;
        bool   first, second;
        int    refused;
    } CASES[] = {{5, true, true, 0}, {5, true, false, 1}, {5, false, true, 1}, {5, false, false, 2}, {0.1, true, false, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char   text[1000], expected[120];
        size_t used = put_tetrahedron(text, sizeof text, 1, 0, 4, CASES[i].first);
        put_tetrahedron(text + used, sizeof text - used, 5, CASES[i].x, 0.5, CASES[i].second);
        if (i == 4) { // moved inside the first
            used = put_tetrahedron(text, sizeof text, 1, -0.3, 4, true);
            snprintf(text + used, sizeof text - used,
                     "v 0.2 0.3 0.3\nv 0.7 0.3 0.3\nv 0.2 0.8 0.3\nv 0.2 0.3 0.8\nf 5 6 7\nf 5 8 6\nf 5 7 8\nf 6 8 7\n");
        }
        write_text(in_folder("m.obj"), text);
        if (CASES[i].refused == 0) {
            build_scene(BALLOON);
            build_scene(COLLIDER);
            continue;
        }
        snprintf(expected, sizeof expected, "%d closed parts of the surface (first: with face %d) are inside out", CASES[i].refused,
                 CASES[i].first ? 4 : 0);
        refuse(BALLOON, expected);
        snprintf(expected, sizeof expected, "mesh: %d parts (first: with triangle %d) are inside out", CASES[i].refused,
                 CASES[i].first ? 4 : 0);
        refuse(COLLIDER, expected);
    }
    unlink(in_folder("m.obj"));
}

// Entries that readers ignore, and files that may be cut off, for bodies and colliders.
TEST(entries_that_are_not_read_are_noted)
{
#define TETRAHEDRON "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4"
    static const struct {
        const char *mesh;
        int         unread; // per file
    } CASES[] = {{TETRAHEDRON "\n", 0}, {TETRAHEDRON, 1}, {"surf 0 1\n" TETRAHEDRON "\nw 1\n", 2}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        write_text(in_folder("m.obj"), CASES[i].mesh);
        build_scene("contact: {thickness: 0.01, stiffness: 1}\nbodies:\n  - mesh: m.obj\n    mass: 1\n    edges: {stiffness: 1}\n"
                    "    transform: {translate: [0, 0, 9]}\ncolliders:\n  - mesh: m.obj\n  - mesh: {mesh: m.obj}\n");
        assert_int_equal(made.model.unread, 3 * CASES[i].unread);
    }
    unlink(in_folder("m.obj"));
}
