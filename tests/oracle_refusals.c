// Input that solvers reject, next to similar input that they take. A rejection names the unsupported feature and the alternative, and the
// alternative runs.
#include "contact_rig.h"
#include "elements.h"
#include "groups.h"

// Springs of a trait are two particles alone.
typedef enum Scene {
    CLOTH,
    TOUCHING_CLOTH,
    HARD_CLOTH,
    ROPE_CLOTH,
    SPRING,
    HARD_SPRING,
    DAMPED_SPRING,
    BREAKABLE_SPRING,
    ROPE,
    HARD_ATTACHMENT,
    SOLIDS,
    HINGES,
    BODY,
    POLYGON,
    BALL,
    FLOOR,
    HARD_FLOOR
} Scene;

static void build_spring(Rig *rig, Scene scene)
{
    rig_particle(rig, 0, 0, 0, 1);
    rig_particle(rig, 1, 0, 0, 2);
    rig_spring(rig, 0, 1, 0.9, scene == HARD_SPRING ? INFINITY : 10);
    rig_traits(rig, scene == DAMPED_SPRING, scene == BREAKABLE_SPRING ? 5 : INFINITY, scene == ROPE ? SENSE_LESS_EQUAL : SENSE_EQUAL);
}

static void build_cloth(Rig *rig, Scene scene)
{
    rig_cloth(rig, 3, scene == HARD_CLOTH ? INFINITY : 100);
    if (scene == ROPE_CLOTH)
        rig_traits(rig, 0, INFINITY, SENSE_LESS_EQUAL);
    if (scene != TOUCHING_CLOTH)
        return;
    assert_ok(model_set_contact(rig->builder, &(ContactRules){.thickness = 0.01, .stiffness = 100, .self = true}));
    for (int i = 0; i < 9; i++)
        assert_ok(model_add_contact_point(rig->builder, i));
}

// A chain that lands on a floor.
static void build_floor(Rig *rig, bool hard)
{
    for (int i = 0; i < 5; i++) {
        rig_touching(rig, 0.1 * i, R + 0.001 * i, 0, 0.1 + 0.05 * i);
        if (i > 0)
            rig_spring(rig, i - 1, i, 0, 200);
    }
    rig_rules(rig, rules_of(hard ? INFINITY : 1e4, 0, 0));
    add_floor(rig);
    model_set_gravity(rig->builder, (double[3]){0, -G, 0});
}

static void build_scene(Rig *rig, Scene scene)
{
    Random random = {1};
    switch (scene) {
    case CLOTH:
    case TOUCHING_CLOTH:
    case HARD_CLOTH:
    case ROPE_CLOTH:
        build_cloth(rig, scene);
        break;
    case HARD_ATTACHMENT:
        rig_particle(rig, 0, 0, 0, 1);
        rig_attachment(rig, 0, (double[3]){0, 0, 0}, INFINITY);
        break;
    case SOLIDS:
    case HINGES:
        elements_string(rig, 9, scene == SOLIDS ? CONSTRAINT_neo_hookean : CONSTRAINT_dihedral, 800, 1, 1);
        break;
    case BODY:
        add_body(rig, 6, &random, 1);
        break;
    case POLYGON:
        add_polygon(rig, 7, &random, NULL, 1);
        break;
    case BALL:
        add_sphere(rig, 1, true, &random, NULL, 1);
        break;
    case FLOOR:
    case HARD_FLOOR:
        build_floor(rig, scene == HARD_FLOOR);
        break;
    default:
        build_spring(rig, scene);
    }
}

typedef struct Refusal {
    Scene       scene;
    const char *solver, *settings;
    StatusCode  code;
    const char *words[2]; // of the message
} Refusal;

static void check(const Refusal *row)
{
    RIG(rig);
    build_scene(&rig, row->scene);
    const Status status = rig_try_solver(&rig, row->solver, row->settings, 0.01, 1);
    bool         as_expected = status.code == row->code && !strchr(status.text, '\n');
    for (int w = 0; w < 2 && row->words[w]; w++)
        as_expected = as_expected && strstr(status.text, row->words[w]);
    if (!as_expected)
        fail_msg("scene %d, %s %s: %s: %s", row->scene, row->solver, row->settings, status_name(status.code), status.text);
    if (status.code == STATUS_OK)
        rig_steps(&rig, 2, NULL);
}

static void check_all(const Refusal *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check(&rows[i]);
}

// By a constraint or a contact of the scene.
TEST(test_unsupported_constraints_and_contacts)
{
    static const Refusal ROWS[] = {{HARD_SPRING, "pd", "", STATUS_UNSUPPORTED, {"pd", "distance"}},
                                   {HARD_SPRING, "newton", "", STATUS_UNSUPPORTED, {"newton", "distance"}},
                                   {HARD_SPRING, "newton", "", STATUS_UNSUPPORTED, {"newton", "hard"}},
                                   {HARD_SPRING, "xpbd_direct", "method=kkt", STATUS_UNSUPPORTED, {"distance constraint 0", "compliance"}},
                                   {HARD_ATTACHMENT, "calm", "", STATUS_UNSUPPORTED, {"attachment"}},
                                   {HARD_ATTACHMENT, "avbd", "", STATUS_UNSUPPORTED, {"attachment"}},
                                   {DAMPED_SPRING,
                                    "xpbd_direct",
                                    "method=kkt",
                                    STATUS_UNSUPPORTED,
                                    {"with method=kkt cannot do damped", "use method=fast_projection"}},
                                   {DAMPED_SPRING, "newton", "", STATUS_UNSUPPORTED, {"newton", "damped"}},
                                   {DAMPED_SPRING, "pbd", "", STATUS_UNSUPPORTED, {"damped", "xpbd"}},
                                   {BREAKABLE_SPRING, "pbd", "", STATUS_UNSUPPORTED, {"breakable", "xpbd"}},
                                   {BREAKABLE_SPRING, "vbd", "", STATUS_UNSUPPORTED, {"vbd", "breakable"}},
                                   {ROPE, "pbd", "", STATUS_OK, {""}},
                                   {ROPE, "xpbd_direct", "", STATUS_UNSUPPORTED, {"xpbd_direct", "inequalities"}},
                                   {POLYGON, "pd", "", STATUS_UNSUPPORTED, {"solver pd", "polygon_area"}},
                                   {BALL, "pd", "", STATUS_UNSUPPORTED, {"solver pd", "closed_volume"}},
                                   {BODY, "xpbd_direct", "method=kkt", STATUS_UNSUPPORTED, {"shape_matching"}},
                                   {HINGES, "admm", "", STATUS_UNSUPPORTED, {"dihedral"}},
                                   {HARD_CLOTH, "descent", "form=primal", STATUS_UNSUPPORTED, {"use form=dual"}},
                                   {HARD_CLOTH, "descent", "", STATUS_OK, {""}},
                                   {FLOOR, "xpbd_direct", "", STATUS_UNSUPPORTED, {"solver xpbd_direct cannot do contact", "pbd, xpbd"}},
                                   {HARD_FLOOR, "newton", "", STATUS_UNSUPPORTED, {"solver newton cannot do hard contact", "pbd, xpbd"}},
                                   {HARD_FLOOR, "descent", "", STATUS_OK, {""}},
                                   {HARD_FLOOR, "descent", "form=primal", STATUS_UNSUPPORTED, {"use form=dual"}},
                                   {FLOOR, "lbfgs", "contact_bound=displacement", STATUS_UNSUPPORTED, {"contact_bound=off"}},
                                   {FLOOR,
                                    "pd",
                                    "contact_matrix=update linsys=cholmod_supernodal",
                                    STATUS_UNSUPPORTED,
                                    {"cholmod_supernodal", "one of: cholmod_simplicial"}},
                                   {TOUCHING_CLOTH, "descent", "", STATUS_OK, {""}}};
    check_all(ROWS, sizeof ROWS / sizeof *ROWS);
}

// Rejected by the settings alone, or by them in this scene. Without u another κ of admm, or a proximal map, converges to another energy.
// With a spectrum from 0 on, methods that overshoot are rejected.
TEST(test_settings_that_do_not_go_together)
{
    static const Refusal ROWS[] = {
        {CLOTH, "admm", "multiplier=reset weight=2", STATUS_UNSUPPORTED, {"multiplier=kept"}},
        {SOLIDS, "admm", "multiplier=reset", STATUS_UNSUPPORTED, {"neo_hookean"}},
        {CLOTH, "xpbd_direct", "method=kkt linsys=pcg", STATUS_UNSUPPORTED, {"may be indefinite"}},
        {SPRING, "xpbd_direct", "method=kkt regularisation=1e-6", STATUS_INPUT, {"regularisation", "fast_projection"}},
        {CLOTH, "vbd", "start=adaptive integrator=bdf2", STATUS_UNSUPPORTED, {"bdf2", "integrator=euler"}},
        {CLOTH, "vbd", "start=adaptive integrator=midpoint", STATUS_UNSUPPORTED, {"midpoint", "integrator=euler"}},
        {CLOTH, "pd", "window=2 rho=0.9", STATUS_INPUT, {"window and rho"}},
        {CLOTH, "vbd", "window=2 rho=0.9", STATUS_INPUT, {"window and rho"}},
        {DAMPED_SPRING, "vbd", "window=2", STATUS_UNSUPPORTED, {"damped"}},
        {DAMPED_SPRING, "vbd", "window=2 guard=off", STATUS_OK, {""}},
        {DAMPED_SPRING, "vbd", "", STATUS_OK, {""}},
        {DAMPED_SPRING, "vbd", "rho=0.9 look=2", STATUS_UNSUPPORTED, {"look"}},
        {DAMPED_SPRING, "vbd", "rho=0.9", STATUS_OK, {""}},
        {CLOTH, "vbd", "rho=0.9 rho_from=estimated", STATUS_INPUT, {"rho_from=estimated"}},
        {CLOTH, "vbd", "iterations=9 rho_from=estimated", STATUS_INPUT, {"needs at least 10 iterations"}},
        {CLOTH, "vbd", "iterations=64 rho_from=estimated", STATUS_INPUT, {"sweeps in one direction"}},
        {CLOTH, "vbd", "window=3 sweep=symmetric rho_from=estimated", STATUS_INPUT, {"window and rho"}},
        {CLOTH, "vbd", "rho=0.9 spectrum=positive", STATUS_OK, {""}},
        {CLOTH, "vbd", "rho=0.9 spectrum=positive sweep=jacobi", STATUS_INPUT, {"spectrum=both_signs"}},
        {CLOTH, "vbd", "rho=0.9 spectrum=positive omega=1.1", STATUS_INPUT, {"spectrum=both_signs"}},
        {CLOTH, "vbd", "rho=0.9 spectrum=both_signs omega=1.1", STATUS_OK, {""}},
        {CLOTH, "vbd", "spectrum=positive sweep=jacobi", STATUS_OK, {""}},
        {CLOTH, "xpbd", "rho=0.9", STATUS_INPUT, {"sweep=jacobi"}},
        {CLOTH, "xpbd", "rho=0.9 sweep=serial", STATUS_INPUT, {"sweep=serial"}},
        {CLOTH, "xpbd", "rho=0.9 sweep=jacobi multiplier=reset", STATUS_INPUT, {"multiplier=kept"}},
        {CLOTH, "xpbd", "rho=0.9 sweep=jacobi", STATUS_OK, {""}},
        {CLOTH, "xpbd", "rho=0.9 sweep=jacobi look=2", STATUS_INPUT, {"look=0"}},
        {CLOTH, "xpbd", "rho_from=estimated", STATUS_INPUT, {"sweep=jacobi"}},
        {CLOTH, "xpbd", "rho=0.9 sweep=jacobi spectrum=positive", STATUS_OK, {""}},
        {CLOTH, "xpbd", "rho=0.9 sweep=jacobi spectrum=positive omega=1.1", STATUS_INPUT, {"spectrum=both_signs"}},
        {ROPE_CLOTH, "xpbd", "rho=0.9 sweep=jacobi", STATUS_UNSUPPORTED, {"xpbd with rho cannot do inequalities"}},
        {TOUCHING_CLOTH, "xpbd", "rho=0.9 sweep=jacobi", STATUS_UNSUPPORTED, {"use rho=0"}},
        {CLOTH, "descent", "rho=0.9 form=primal look=2", STATUS_OK, {""}},
        {CLOTH, "descent", "rho=0.9 spectrum=positive", STATUS_OK, {""}},
        {CLOTH, "descent", "rho=0.9 spectrum=positive omega=0.5", STATUS_INPUT, {"spectrum=both_signs"}},
        {CLOTH, "descent", "rho=0.9 spectrum=positive form=primal", STATUS_INPUT, {"spectrum=both_signs"}},
        {ROPE_CLOTH, "descent", "rho=0.9", STATUS_UNSUPPORTED, {"descent with rho cannot do inequalities"}},
        {ROPE_CLOTH, "descent", "rho=0.9 form=primal", STATUS_OK, {""}},
        {TOUCHING_CLOTH, "descent", "form=primal rho=0.5", STATUS_OK, {""}},
        {TOUCHING_CLOTH, "descent", "rho=0.5", STATUS_UNSUPPORTED, {"use rho=0"}}};
    check_all(ROWS, sizeof ROWS / sizeof *ROWS);
}

// Linear systems that do not solve for one right-hand side, by name.
TEST(test_unfit_linear_systems)
{
    static const char *const METHODS[] = {"fast_projection", "kkt"};
    int                      unfit = 0;
    for (int i = 0; linsys_at(i); i++)
        for (int m = 0; m < 2 && !linsys_at(i)->solve_scalar; m++, unfit++) {
            TEXT_OF(settings, "method=%s linsys=%s", METHODS[m], linsys_at(i)->name);
            check(&(Refusal){SPRING, "xpbd_direct", settings, STATUS_UNSUPPORTED, {"xpbd_direct", linsys_at(i)->name}});
        }
    assert_true(unfit > 0);
}
