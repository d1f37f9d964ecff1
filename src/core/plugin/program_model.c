// The frame `model`: what a program has to know of a case. Arrays go as they lie in memory.
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/private/program.h"

enum { ARRAYS_MAX = 8 + 6 * CONSTRAINT_KINDS };

typedef struct Array {
    char        name[64];
    const char *type;          // f64, i32, i8
    size_t      rows, columns; // columns 0: a vector
    const void *values;
} Array;

typedef struct Arrays {
    int   count;
    Array arrays[ARRAYS_MAX];
} Arrays;

// values NULL: nothing.
static void add(Arrays *list, const char *owner, const char *name, const char *type, size_t rows, size_t columns, const void *values)
{
    if (!values)
        return;
    Array *array = &list->arrays[list->count++];
    *array = (Array){.type = type, .rows = rows, .columns = columns, .values = values};
    snprintf(array->name, sizeof array->name, "%s%s%s", owner, *owner ? "." : "", name);
}

static size_t bytes_of(const Array *array)
{
    const size_t each = strcmp(array->type, "f64") == 0 ? 8 : strcmp(array->type, "i32") == 0 ? 4 : 1;
    return each * array->rows * (array->columns ? array->columns : 1);
}

static void list_set(const WeftSet *set, Arrays *out)
{
    const size_t count = (size_t)set->count;
    if (set->vertices)
        add(out, set->kind, "vertex", "i32", count, (size_t)set->vertices, set->vertex);
    else {
        add(out, set->kind, "start", "i32", count + 1, 0, set->start);
        add(out, set->kind, "vertex", "i32", (size_t)set->start[count], 0, set->vertex);
    }
    if (set->params)
        add(out, set->kind, "rest", "f64", (size_t)set->params, count, set->rest);
    add(out, set->kind, "stiffness", "f64", count, 0, set->stiffness);
    add(out, set->kind, "damping", "f64", count, 0, set->damping);
    add(out, set->kind, "sense", "i8", count, 0, set->sense);
}

static void list_arrays(const WeftModel *model, Arrays *out)
{
    const size_t n = (size_t)model->particle_count;
    out->count = 0;
    add(out, "", "mass", "f64", n, 0, model->mass);
    add(out, "", "inverse_mass", "f64", n, 0, model->inverse_mass);
    add(out, "", "force", "f64", n, 4, model->force);
    add(out, "", "user", "i32", n, 0, model->user);
    add(out, "", "colour_start", "i32", (size_t)model->colour_count + 1, 0, model->colour_start);
    add(out, "", "batches", "i32", (size_t)model->batch_count, 4, model->batches);
    for (int k = 0; k < model->set_count; k++)
        list_set(&model->sets[k], out);
}

static json_t *sets_json(const WeftModel *model)
{
    json_t *sets = json_array();
    for (int k = 0; k < model->set_count; k++) {
        const WeftSet *set = &model->sets[k];
        json_t        *names = json_array();
        for (int p = 0; p < set->params; p++)
            json_array_append_new(names, json_string(set->param_names[p]));
        json_array_append_new(sets, json_pack("{s:s,s:i,s:i,s:i,s:o}", "kind", set->kind, "count", (int)set->count, "vertices",
                                              (int)set->vertices, "components", (int)set->components, "rest", names));
    }
    return sets;
}

static json_t *params_json(const LibrarySetup *setup)
{
    json_t *params = json_object();
    for (int i = 0; setup->plugin->params[i].name; i++) {
        const Param *param = &setup->plugin->params[i];
        const double value = setup->view.params[i];
        json_object_set_new(params, param->name,
                            param->type == PARAM_CHOICE ? json_string(param->choices[(int)value])
                            : param->type == PARAM_INT  ? json_integer((json_int_t)value)
                                                        : json_real(value));
    }
    return params;
}

static json_t *arrays_json(const Arrays *list, size_t *bytes)
{
    json_t *arrays = json_array();
    *bytes = 0;
    for (int i = 0; i < list->count; i++) {
        const Array *a = &list->arrays[i];
        json_t      *entry = json_pack("[s,s,I]", a->name, a->type, (json_int_t)a->rows);
        if (a->columns)
            json_array_append_new(entry, json_integer((json_int_t)a->columns));
        json_array_append_new(arrays, entry);
        *bytes += bytes_of(a);
    }
    return arrays;
}

static char *head_of(const LibrarySetup *setup, const Arrays *list)
{
    const WeftSetup *s = &setup->view;
    size_t           bytes;
    json_t          *arrays = arrays_json(list, &bytes);
    json_t          *head =
        json_pack("{s:s,s:i,s:f,s:i,s:i,s:s,s:[f,f,f],s:o,s:o,s:I,s:o}", "message", "model", "particles", (int)s->model->particle_count,
                  "h", s->h, "substeps", (int)s->substeps, "threads", (int)s->threads, "precision", s->single ? "f32" : "f64", "gravity",
                  s->model->gravity[0], s->model->gravity[1], s->model->gravity[2], "params", params_json(setup), "sets",
                  sets_json(s->model), "bytes", (json_int_t)bytes, "arrays", arrays);
    char *text = head ? json_dumps(head, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(head);
    return text;
}

bool program_show_model(const LibrarySetup *setup, Process *process, WeftFailure *failure)
{
    Arrays list;
    list_arrays(setup->view.model, &list);
    char *head = head_of(setup, &list);
    if (!head) {
        program_fail(failure, "out of memory for its model");
        return false;
    }
    bool good = process_send(process, head, strlen(head), failure) && process_send(process, "\n", 1, failure);
    free(head);
    for (int i = 0; good && i < list.count; i++)
        good = process_send(process, list.arrays[i].values, bytes_of(&list.arrays[i]), failure);
    return good;
}
