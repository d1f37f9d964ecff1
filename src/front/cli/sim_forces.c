#include "cli/private/sim_forces.h"

#include <math.h>
#include <stdio.h>

#include "case/row.h"

static void print_kind(const json_t *row)
{
    const json_t *forces = json_object_get(row, "force"), *value = NULL;
    double        most = 0, sum = 0;
    size_t        index = 0, known = 0;
    json_array_foreach(forces, index, value) if (json_is_number(value))
    {
        most = fmax(most, fabs(json_number_value(value)));
        sum += fabs(json_number_value(value));
        known++;
    }
    printf("%-12s  %s", "forces", json_string_value(json_object_get(row, "kind")));
    if (known == json_array_size(forces))
        printf("  largest %.6g N  sum of all %zu %.6g N\n", most, known, sum);
    else
        printf("  not known: the solver has no multipliers, and these constraints are hard or it does not use their stiffness\n");
}

static void print_load(const json_t *row)
{
    const json_t *force = json_object_get(row, "force");
    printf("%-12s  %s", "carries", json_string_value(json_object_get(row, "carrier")));
    if (!json_is_number(json_array_get(force, 0))) {
        printf("  not known\n");
        return;
    }
    printf("  (%.10g, %.10g, %.10g) N\n", json_number_value(json_array_get(force, 0)), json_number_value(json_array_get(force, 1)),
           json_number_value(json_array_get(force, 2)));
}

void sim_forces_print(const Case *c, const json_t *rows)
{
    const json_t *row = NULL;
    size_t        index = 0;
    json_int_t    last = 0, all = 0, most = 0;
    const int64_t end = param_int(&c->params, "steps") - 1;
    json_array_foreach(rows, index, row)
    {
        const RowKind kind = row_kind(row);
        const bool    at_end = json_integer_value(json_object_get(row, "step")) == end;
        if (kind == ROW_FORCE && at_end)
            print_kind(row);
        else if (kind == ROW_LOAD && at_end)
            print_load(row);
        else if (kind == ROW_STEP_END) {
            last = json_integer_value(json_object_get(row, "iterations"));
            all += last;
            most = last > most ? last : most;
        }
    }
    printf("%-12s  last step %lld  most in a step %lld  all steps %lld\n", "iterations", (long long)last, (long long)most, (long long)all);
}
