// A scene as tables: particles.csv, constraints.csv and scene.csv, in the user's numbering, 17 significant digits.
#include "model/script.h"
#include "scene/private/scene_export.h"

static void write_particles(const Export *e, FILE *file)
{
    const Model *m = e->model;
    fprintf(file, "index,body,mass,pinned,x,y,z,vx,vy,vz,fx,fy,fz\n");
    for (int32_t user = 0; user < m->particle_count; user++) {
        const int32_t i = m->model_of[user];
        const double4 x = state_position(e->state, i), v = double4_from(e->state->velocity[i]), f = model_force(m, i);
        fprintf(file, "%d,%d,%.17g,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", user, model_body(m, i), m->mass[i],
                m->inverse_mass[i] <= 0, x.x, x.y, x.z, v.x, v.y, v.z, f.x, f.y, f.z);
    }
}

// ---- constraints ----

static void write_vertices(const Export *e, const ConstraintSet *set, int32_t i, FILE *file)
{
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    for (int32_t j = 0; j < count; j++)
        fprintf(file, "%s%d", j ? " " : "", e->model->user_of[vertices[j]]);
}

static void write_rest(const ConstraintSet *set, int32_t i, FILE *file)
{
    for (int p = 0; p < set->ops->params; p++)
        fprintf(file, "%s%.17g", p ? " " : "", constraint_rest(set, p, i));
}

static void write_stiffness(const ConstraintSet *set, int32_t i, FILE *file)
{
    const int count = set->ops->component_stiffness ? set->ops->components : 1;
    for (int c = 0; c < count; c++)
        fprintf(file, "%s%.17g", c ? " " : "", constraint_component_stiffness(set, i, c));
}

static void write_faces(const Export *e, const ConstraintSet *set, int32_t i, FILE *file)
{
    int32_t     corner[3];
    const char *between = "";
    for (ExportFaceWalk walk = export_faces(set, i); export_next_face(e, set, i, &walk, corner); between = " ")
        fprintf(file, "%s%d %d %d", between, corner[0], corner[1], corner[2]);
}

static void write_constraint(const Export *e, const ConstraintSet *set, int32_t i, FILE *file)
{
    fprintf(file, "%s,%d,", set->ops->name, set->origin[i]);
    write_vertices(e, set, i, file);
    fputc(',', file);
    write_rest(set, i, file);
    fputc(',', file);
    write_stiffness(set, i, file);
    fprintf(file, ",%.17g,%.17g,%s,", set->damping ? set->damping[i] : 0, set->limit ? set->limit[i] : INFINITY, export_sense(set, i));
    write_faces(e, set, i, file);
    fputc('\n', file);
}

static Status write_constraints(const Export *e, FILE *file)
{
    fprintf(file, "kind,index,vertices,rest,stiffness,damping,limit,sense,faces\n");
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &e->model->sets[kind];
        int32_t             *at = NULL;
        TRY(export_order(e, set, &at));
        for (int32_t i = 0; i < set->count; i++)
            write_constraint(e, set, at[i], file);
    }
    return status_ok();
}

// ---- the rest ----

static void write_scene(const Export *e, FILE *file)
{
    const Model *m = e->model;
    fprintf(file, "name,value\nscene,%s\nhash,%s\n", e->info->name, e->info->hash);
    for (int axis = 0; axis < 3; axis++)
        fprintf(file, "gravity_%c,%.17g\n", "xyz"[axis], m -> gravity[axis]);
    fprintf(file, "scripts,%d\nwind,%d\ncolliders,%d\n", m->scripts ? m->scripts->script_count : 0,
            m->surface_loads && m->surface_loads->air.density > 0, m->colliders ? m->colliders->count : 0);
    if (m->surface) {
        const ContactRules *rules = &m->surface->rules;
        fprintf(file, "contact_thickness,%.17g\ncontact_stiffness,%.17g\ncontact_friction,%.17g\ncontact_restitution,%.17g\n",
                rules->thickness, rules->stiffness, rules->friction, rules->restitution);
    }
}

Status export_write_csv(Export *e, FILE *const *files)
{
    write_particles(e, files[0]);
    TRY(write_constraints(e, files[1]));
    write_scene(e, files[2]);
    return status_ok();
}
