// A scene as Wavefront OBJ: every particle a vertex, the faces and lines that frames show in a group for each body, the pins as points in a
// group of their own. Numbers have 17 digits; vertices are counted from 1. Materials are comments: OBJ has none of mechanics.
#include "scene/private/export_material.h"

static int body_of(const Export *e, int32_t user)
{
    return model_body(e->model, e->model->model_of[user]);
}

static void write_faces(const Export *e, int body, FILE *file)
{
    const Model *m = e->model;
    for (int32_t i = 0; i < m->face_count; i++) {
        if (body_of(e, m->face_vertex[m->face_start[i]]) != body)
            continue;
        fputc('f', file);
        for (int32_t j = m->face_start[i]; j < m->face_start[i + 1]; j++)
            fprintf(file, " %d", m->face_vertex[j] + 1);
        fputc('\n', file);
    }
}

static void write_lines(const Export *e, int body, FILE *file)
{
    const Model *m = e->model;
    for (int32_t i = 0; i < m->line_count; i++)
        if (body_of(e, m->line[i][0]) == body)
            fprintf(file, "l %d %d\n", m->line[i][0] + 1, m->line[i][1] + 1);
}

static void write_pins(const Export *e, FILE *file)
{
    fputs("g pins\n", file);
    for (int32_t user = 0; user < e->model->particle_count; user++)
        if (e->model->inverse_mass[e->model->model_of[user]] <= 0)
            fprintf(file, "p %d\n", user + 1);
}

static Status write_materials(const Export *e, FILE *file)
{
    static const int KINDS[] = {CONSTRAINT_triangle_arap, CONSTRAINT_tet_arap, CONSTRAINT_neo_hookean};
    for (size_t k = 0; k < sizeof KINDS / sizeof *KINDS; k++) {
        ExportElements all;
        TRY(export_elements(e, KINDS[k], &all));
        const bool sheet = all.set->ops->element == ELEMENT_TRIANGLE;
        for (int m = 0; m < all.material_count; m++)
            fprintf(file, "# material %s: young %.17g %s, poisson %.17g\n", all.set->ops->name, all.materials[m].young,
                    sheet ? "N/m (times the thickness)" : "Pa", all.materials[m].poisson);
    }
    return status_ok();
}

Status export_write_obj(Export *e, FILE *const *files)
{
    const Model *m = e->model;
    FILE        *file = files[0];
    fprintf(file, "# weft scene %s %s; m, kg, s\n# gravity %.17g %.17g %.17g m/s2\n", export_scene_name(e), e->info->hash, m->gravity[0],
            m->gravity[1], m->gravity[2]);
    TRY(write_materials(e, file));
    for (int32_t user = 0; user < m->particle_count; user++) {
        const double4 x = state_position(e->state, m->model_of[user]);
        fprintf(file, "v %.17g %.17g %.17g\n", x.x, x.y, x.z);
    }
    for (int body = 0; body < m->body_count; body++) {
        fprintf(file, "g body_%d\n", body);
        write_faces(e, body, file);
        write_lines(e, body, file);
    }
    write_pins(e, file);
    export_left_out(e, "masses of particles");
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (m->sets[kind].count > 0)
            export_left_out(e, "stiffness and rest values of %s: %d", m->sets[kind].ops->name, m->sets[kind].count);
    return status_ok();
}
