// A scene as a MuJoCo model (MJCF): a body with three slide joints for each particle, without joints for a pin; a spatial tendon for each
// spring; a flex for the elements of each material; a geom for each collider, and a sphere of the contact thickness around each particle
// that may touch them. docs/export.md has what becomes of each number; what has no counterpart is left out by name.
#include <string.h>

#include "scene/private/export_material.h"

// ---- particles ----

static void write_body(const Export *e, int32_t user, FILE *file)
{
    const Model  *m = e->model;
    const int32_t i = m->model_of[user];
    const double4 x = state_position(e->state, i);
    fprintf(file, "    <body name=\"p%d\" pos=\"%.17g %.17g %.17g\">", user, x.x, x.y, x.z);
    if (m->inverse_mass[i] > 0)
        fprintf(file,
                "<inertial pos=\"0 0 0\" mass=\"%.17g\" diaginertia=\"%.17g %.17g %.17g\"/>"
                "<joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 0\"/><joint type=\"slide\" axis=\"0 0 1\"/>",
                m->mass[i], m->mass[i], m->mass[i], m->mass[i]);
    if (m->surface && m->colliders && m->surface->place[i] >= 0)
        fprintf(file, "<geom type=\"sphere\" size=\"%.17g\" contype=\"1\" conaffinity=\"0\" mass=\"0\" friction=\"%.17g 0 0\"/>",
                m->surface->rules.thickness, m->surface->rules.friction);
    fprintf(file, "<site name=\"s%d\"/></body>\n", user);
}

// Velocities are those of a keyframe: free particles in their order, three joints each.
static void write_velocities(const Export *e, FILE *file)
{
    const Model *m = e->model;
    fputs("  <keyframe><key name=\"start\" qvel=\"", file);
    for (int32_t user = 0; user < m->particle_count; user++) {
        const int32_t i = m->model_of[user];
        const double4 v = double4_from(e->state->velocity[i]);
        if (m->inverse_mass[i] > 0)
            fprintf(file, "%.17g %.17g %.17g ", v.x, v.y, v.z);
    }
    fputs("\"/></keyframe>\n", file);
}

// ---- colliders ----

static void write_shape(const Collider *c, FILE *file)
{
    const double *p = c->point, *d = c->direction, *h = c->half;
    switch (c->shape) {
    case COLLIDER_PLANE:
        fprintf(file, "type=\"plane\" size=\"0 0 1\" zaxis=\"%.17g %.17g %.17g\"", d[0], d[1], d[2]);
        break;
    case COLLIDER_SPHERE:
        fprintf(file, "type=\"sphere\" size=\"%.17g\"", c->radius);
        break;
    case COLLIDER_BOX:
        fprintf(file, "type=\"box\" size=\"%.17g %.17g %.17g\" xyaxes=\"%.17g %.17g %.17g %.17g %.17g %.17g\"", h[0], h[1], h[2],
                c->axes[0][0], c->axes[0][1], c->axes[0][2], c->axes[1][0], c->axes[1][1], c->axes[1][2]);
        break;
    default:
        fprintf(file, "type=\"capsule\" size=\"%.17g\" fromto=\"%.17g %.17g %.17g %.17g %.17g %.17g\"", c->radius, p[0], p[1], p[2],
                p[0] + d[0], p[1] + d[1], p[2] + d[2]);
        break;
    }
    if (c->shape != COLLIDER_CAPSULE)
        fprintf(file, " pos=\"%.17g %.17g %.17g\"", p[0], p[1], p[2]);
}

static void write_colliders(const Export *e, FILE *file)
{
    const Model *m = e->model;
    for (int32_t i = 0; m->colliders && i < m->colliders->count; i++) {
        const Collider *c = &m->colliders->list[i];
        if (c->mesh || c->grid) {
            export_left_out(e, "collider %d, a %s: MuJoCo would take its convex hull", i + 1, COLLIDER_SHAPE_NAMES[c->shape]);
            continue;
        }
        fputs("    <geom ", file);
        write_shape(c, file);
        const double friction = isnan(c->friction) ? m->surface ? m->surface->rules.friction : 0 : c->friction;
        fprintf(file, " contype=\"0\" conaffinity=\"1\" friction=\"%.17g 0 0\"/>\n", friction);
    }
}

static void say_contact(const Export *e)
{
    const ContactSurface *surface = e->model->surface;
    if (!surface)
        return;
    export_left_out(e, "stiffness and restitution of contacts: MuJoCo's have solref and solimp");
    if (surface->rules.self || surface->rules.bodies)
        export_left_out(e, "contact within and between bodies");
}

// ---- springs ----

// An inequality only pulls (at most) or only pushes (at least): a range of lengths without force.
static void write_spring(const Export *e, const ConstraintSet *set, int32_t i, FILE *file)
{
    const int32_t *v = &set->vertices[2 * i];
    const double   rest = constraint_rest(set, 0, i);
    const int      sense = constraint_sense(set, i);
    fprintf(file,
            "    <spatial stiffness=\"%.17g\" damping=\"%.17g\" springlength=\"%.17g %.17g\"><site site=\"s%d\"/><site "
            "site=\"s%d\"/></spatial>\n",
            constraint_stiffness(set, i), set->damping ? set->damping[i] : 0, sense == SENSE_AT_MOST ? 0 : rest,
            sense == SENSE_AT_LEAST ? 1e10 : rest, e->model->user_of[v[0]], e->model->user_of[v[1]]);
}

static Status write_springs(const Export *e, FILE *file)
{
    const ConstraintSet *set = &e->model->sets[CONSTRAINT_distance];
    int32_t             *at = NULL, both = 0;
    TRY(export_order(e, set, &at));
    if (set->count > 0)
        fputs("  <tendon>\n", file);
    for (int32_t i = 0; i < set->count; i++) {
        if (!isinf(constraint_stiffness(set, at[i])))
            write_spring(e, set, at[i], file);
        both += constraint_is_damped(set, i) && constraint_sense(set, i) != SENSE_EQUAL;
    }
    if (set->count > 0)
        fputs("  </tendon>\n", file);
    if (both > 0)
        export_left_out(e, "that an inequality is damped only where it acts, of so many springs: %d", both);
    return status_ok();
}

// ---- elements ----

static const int BENDING[] = {CONSTRAINT_dihedral, CONSTRAINT_isometric_bending, CONSTRAINT_plate_bending};
enum { BENDING_KINDS = sizeof BENDING / sizeof *BENDING };

// The bending stiffness of all flat hinges, N m; 0: none. Those of another one are left out.
static Status find_bending(const Export *e, double *bending)
{
    double4 *x;
    int32_t  others = 0;
    TRY(export_positions(e, &x));
    *bending = 0;
    for (int k = 0; k < BENDING_KINDS; k++) {
        const ConstraintSet *set = &e->model->sets[BENDING[k]];
        for (int32_t i = 0; i < set->count; i++) {
            const double d = export_bending(set, i, x);
            const bool   bent = BENDING[k] == CONSTRAINT_dihedral && fabs(constraint_rest(set, 0, i)) > 1e-6;
            if (*bending == 0 && !bent && isfinite(d))
                *bending = d;
            others += bent || !(fabs(d - *bending) <= 1e-6 * *bending);
        }
    }
    if (others > 0)
        export_left_out(e, "hinges that are bent at rest, or of another stiffness than E t^3 / 12 (1 - nu^2) = %.6g N m: %d", *bending,
                        others);
    return status_ok();
}

static void write_flex(const Export *e, const ExportElements *all, int material, double bending, FILE *file)
{
    const bool           sheet = all->set->ops->element == ELEMENT_TRIANGLE;
    const ExportMaterial m = all->materials[material];
    const int32_t       *user = e->model->user_of;
    fprintf(file, "    <flex name=\"%s_%d\" dim=\"%d\" radius=\"0.001\" body=\"", all->set->ops->name, material, sheet ? 2 : 3);
    for (int32_t i = 0; i < e->model->particle_count; i++)
        fprintf(file, "p%d ", i);
    fputs("\" element=\"", file);
    for (int32_t i = 0; i < all->set->count; i++)
        for (int j = 0; all->material[i] == material && j < all->set->ops->vertices; j++)
            fprintf(file, "%d ", user[all->set->vertices[all->at[i] * all->set->ops->vertices + j]]);
    // Of a sheet E t and D = E t³ / 12 are known: t = √(12 D / (E t)).
    const double thickness = !sheet ? 0 : bending > 0 ? sqrt(12 * bending / m.young) : 1e-3;
    fprintf(file, "\">\n      <elasticity young=\"%.17g\" poisson=\"%.17g\"", sheet ? m.young / thickness : m.young, m.poisson);
    if (sheet)
        fprintf(file, " thickness=\"%.17g\" elastic2d=\"%s\"", thickness, bending > 0 ? "both" : "stretch");
    fputs("/>\n      <contact contype=\"0\" conaffinity=\"0\" selfcollide=\"none\"/>\n    </flex>\n", file);
}

static Status write_elements(const Export *e, FILE *file)
{
    static const int KINDS[] = {CONSTRAINT_triangle_arap, CONSTRAINT_tet_arap, CONSTRAINT_neo_hookean};
    double           bending;
    TRY(find_bending(e, &bending));
    fputs("  <deformable>\n", file);
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        ExportElements all;
        TRY(export_elements(e, KINDS[k], &all));
        for (int m = 0; m < all.material_count; m++)
            write_flex(e, &all, m, bending, file);
        if (all.others > 0)
            export_left_out(e, "%s, hard or of more than %d materials: %d", all.set->ops->name, EXPORT_MATERIALS_MAX, all.others);
        if (all.strained > 0)
            export_left_out(e, "rest shapes other than that at the start, of %s: %d", all.set->ops->name, all.strained);
    }
    fputs("  </deformable>\n", file);
    if (bending > 0 && e->model->sets[CONSTRAINT_triangle_arap].count == 0)
        export_left_out(e, "bending: it is that of a flex of triangle_arap, of which there is none");
    return status_ok();
}

// ---- what has no counterpart ----

static bool is_carried(int kind)
{
    static const int CARRIED[] = {CONSTRAINT_distance,          CONSTRAINT_triangle_arap, CONSTRAINT_tet_arap,     CONSTRAINT_neo_hookean,
                                  CONSTRAINT_isometric_bending, CONSTRAINT_dihedral,      CONSTRAINT_plate_bending};
    for (size_t i = 0; i < sizeof CARRIED / sizeof *CARRIED; i++)
        if (CARRIED[i] == kind)
            return true;
    return false;
}

static void say_kinds(const Export *e)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &e->model->sets[kind];
        int32_t              traits = 0;
        for (int32_t i = 0; kind != CONSTRAINT_distance && i < set->count; i++)
            traits += constraint_is_damped(set, i) || constraint_sense(set, i) != SENSE_EQUAL;
        if (set->count > 0 && !is_carried(kind))
            export_left_out(e, "%s: %d", set->ops->name, set->count);
        else if (traits > 0)
            export_left_out(e, "damping and inequalities of %s: %d", set->ops->name, traits);
    }
}

static bool has_velocity(const Export *e)
{
    for (int32_t i = 0; i < e->model->particle_count; i++) {
        const double4 v = double4_from(e->state->velocity[i]);
        if (v.x != 0 || v.y != 0 || v.z != 0)
            return true;
    }
    return false;
}

Status export_write_mujoco(Export *e, FILE *const *files)
{
    FILE         *file = files[0];
    const double *g = e->model->gravity;
    fprintf(file, "<mujoco model=\"%s\">\n  <!-- a scene has no time step: set it here -->\n", export_scene_name(e));
    fprintf(file, "  <option timestep=\"0.002\" gravity=\"%.17g %.17g %.17g\" integrator=\"discrete\"/>\n  <worldbody>\n", g[0], g[1],
            g[2]);
    write_colliders(e, file);
    for (int32_t user = 0; user < e->model->particle_count; user++)
        write_body(e, user, file);
    fputs("  </worldbody>\n", file);
    TRY(write_elements(e, file));
    TRY(write_springs(e, file));
    if (has_velocity(e))
        write_velocities(e, file);
    fputs("</mujoco>\n", file);
    say_contact(e);
    say_kinds(e);
    return status_ok();
}
