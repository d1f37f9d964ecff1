// weft list: the available solvers, scenes, parameters and other names. Everything printed comes from the tables and the scene files.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/text_add.h"
#include "case/case.h"
#include "cli/private/command.h"
#include "cli/private/list_experiments.h"
#include "cli/private/list_metrics.h"
#include "cli/private/list_sections.h"
#include "cli/private/terminal.h"
#include "cli/private/yaml_names.h"
#include "solver/support.h"
#include "store/case_status.h"

// A bound equal to the largest number is not printed.
static const double NO_BOUND = 1e300;

static void print_name(const char *name, const char *summary)
{
    const int used = printf("  %-23s ", name);
    terminal_put(summary, used, 26);
}

// "s, 1e-09 … 1000, default 0.5", "on | off, default on"
static void add_range(const Param *param, char *text, size_t size)
{
    if (param->type == PARAM_CHOICE) {
        for (int i = 0; param->choices[i]; i++)
            text_add(text, size, "", "%s%s", i ? " | " : "", param->choices[i]);
        text_add(text, size, "", ", default %s", param->choices[(int)param->value]);
    } else {
        char value[40], min[40], max[40];
        text_from_double(param->value, value, sizeof value);
        text_from_double(param->min, min, sizeof min);
        text_from_double(param->max, max, sizeof max);
        text_add(text, size, "", "%s%s%s … %s, default %s", param->unit, *param->unit ? ", " : "", min, max, value);
    }
}

static void print_params(const Param *table)
{
    for (const Param *param = table; param && param->name; param++) {
        char text[2000];
        snprintf(text, sizeof text, "%s: ", param->summary);
        add_range(param, text, sizeof text);
        print_name(param->name, text);
    }
}

// ---- the sections; name NULL: a short list of all ----

static void print_method(const char *name, const char *summary, bool whole)
{
    if (whole) {
        const int used = printf("%s: ", name);
        terminal_put(summary, used, 2);
    } else
        print_name(name, summary);
}

static void print_solver(const SolverOps *solver, bool whole)
{
    print_method(solver->name, solver->summary, whole);
    if (whole)
        print_params(solver->params);
    if (whole && solver->uses_linsys)
        printf("  also `linsys` and the parameters of the linear system (weft list linsys)\n");
}

// Also prints whether a linear system that loads a library at run time is available here.
static void print_linsys(const LinsysOps *linsys, bool whole)
{
    const Status present = linsys->present ? linsys->present() : status_ok();
    print_method(linsys->name, linsys->summary, whole);
    if (present.code != STATUS_OK) {
        printf("  %-23s ", "");
        terminal_put(present.text, 26, 26);
    }
    if (whole)
        print_params(linsys->params);
}

static Status list_solvers(const char *name)
{
    const int found = name ? text_find(name, solver_names()) : 0;
    if (found < 0)
        return text_unknown("solver", name, solver_names());
    if (!name)
        printf("solvers\n");
    for (int i = found; solver_at(i) && (!name || i == found); i++)
        print_solver(solver_at(i), name);
    return status_ok();
}

static Status list_linsys(const char *name)
{
    const int found = name ? text_find(name, linsys_names()) : 0;
    if (found < 0)
        return text_unknown("linear system", name, linsys_names());
    if (!name)
        printf("linear systems\n");
    for (int i = found; linsys_at(i) && (!name || i == found); i++)
        print_linsys(linsys_at(i), name);
    return status_ok();
}

static int longest_kind(void)
{
    int longest = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const int length = (int)strlen(constraint_ops(kind)->name);
        longest = length > longest ? length : longest;
    }
    return longest;
}

// The elements of constraint kinds, as text.
static const char *const ELEMENT_TEXTS[] = {
    [ELEMENT_POINT] = "one particle",
    [ELEMENT_EDGE] = "two particles, the ends of an edge",
    [ELEMENT_TRIANGLE] = "three particles, the corners of a triangle",
    [ELEMENT_HINGE] = "four particles, two triangles with a common edge",
    [ELEMENT_PATCH] = "twelve particles, a triangle and the particles around it",
    [ELEMENT_TETRAHEDRON] = "four particles, the corners of a tetrahedron",
    [ELEMENT_POLYGON] = "any number of particles, a polygon in the plane",
    [ELEMENT_SURFACE] = "the particles of a closed surface",
    [ELEMENT_BODY] = "the particles of a body",
};

static void print_list(const char *what, int count, const char *const *names, const char *none)
{
    printf("  %s: ", what);
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? ", " : "", names[i]);
    printf("%s\n", count ? "" : none);
}

static void print_traits(const ConstraintOps *ops)
{
    const char *names[4];
    int         count = 0;
    if (!ops->balanced)
        names[count++] = "hard";
    if (ops->traits & TRAIT_DAMPING)
        names[count++] = "damped";
    if (ops->traits & TRAIT_LIMIT)
        names[count++] = "breakable";
    if (ops->traits & TRAIT_SENSE)
        names[count++] = "an inequality";
    print_list("can be", count, names, "none of hard, damped, breakable, an inequality");
}

static Status list_constraints(const char *name)
{
    if (name && constraint_find(name) < 0)
        return text_unknown("constraint", name, constraint_names());
    if (!name) {
        printf("constraints\n");
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
            print_name(constraint_ops(kind)->name, constraint_ops(kind)->summary);
        return status_ok();
    }
    const ConstraintOps *ops = constraint_ops(constraint_find(name));
    printf("%s: %s\n  joins %s\n", ops->name, ops->summary, ELEMENT_TEXTS[ops->element]);
    if (ops->components > 1)
        printf("  components: %d\n", ops->components);
    print_list("rest values", ops->params, ops->param_names, "none");
    print_traits(ops);
    return status_ok();
}

// ---- support ----

enum { SUPPORT_COLUMNS = 80 };

// The solvers of one support table: as many columns as fit on a terminal, from `first` on.
typedef struct SupportTable {
    int first, end;
    int width; // of the names of rows
} SupportTable;

static int column_width(int i)
{
    const int length = (int)strlen(solver_at(i)->name);
    return length < 3 ? 3 : length;
}

static SupportTable support_table(int first, int width)
{
    SupportTable table = {.first = first, .end = first, .width = width};
    for (int room = SUPPORT_COLUMNS - 2 - width; solver_at(table.end); table.end++) {
        room -= 2 + column_width(table.end);
        if (room < 0 && table.end > first)
            break;
    }
    return table;
}

// The last one ends a line.
static void print_cell(const SupportTable *table, int i, const char *text)
{
    printf("  %-*s", i + 1 < table->end ? column_width(i) : 0, text);
}

// One row of the table: whether each solver supports a constraint of this kind with this trait; kind −1: of any kind.
static Status print_support(const SupportTable *table, const char *row, int kind, unsigned trait)
{
    printf("  %-*s", table->width, row);
    for (int i = table->first; i < table->end; i++) {
        bool takes = false;
        for (int k = kind < 0 ? 0 : kind; k < (kind < 0 ? CONSTRAINT_KINDS : kind + 1) && !takes; k++) {
            const Status status = solver_supports(solver_at(i), k, trait);
            if (status.code != STATUS_OK && status.code != STATUS_UNSUPPORTED)
                return status;
            takes = status.code == STATUS_OK;
        }
        print_cell(table, i, takes ? "yes" : "-");
    }
    printf("\n");
    return status_ok();
}

static Status print_support_table(const SupportTable *table)
{
    static const struct {
        const char *row;
        unsigned    trait;
    } TRAITS[] = {{"hard", TAKES_HARD},
                  {"damping", TAKES_DAMPED},
                  {"limit (breaks)", TAKES_BREAKABLE},
                  {"inequality", TAKES_INEQUALITIES},
                  {"contact", TAKES_CONTACT},
                  {"hard contact", TAKES_HARD_CONTACT},
                  {"friction_on: position", TAKES_FRICTION}};
    printf("%-*s", table->width + 2, "support");
    for (int i = table->first; i < table->end; i++)
        print_cell(table, i, solver_at(i)->name);
    printf("\n");
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        TRY(print_support(table, constraint_ops(kind)->name, kind, 0));
    for (size_t i = 0; i < sizeof TRAITS / sizeof *TRAITS; i++)
        TRY(print_support(table, TRAITS[i].row, -1, TRAITS[i].trait));
    return status_ok();
}

// The constraints that each solver supports, with their traits.
static Status list_support(const char *name)
{
    if (name)
        return status_make(STATUS_USAGE, "list: section support has no names; give `weft list support` alone");
    for (int first = 0; solver_at(first);) {
        const SupportTable table = support_table(first, longest_kind());
        if (first > 0)
            printf("\n");
        TRY(print_support_table(&table));
        first = table.end;
    }
    return status_ok();
}

static void print_material(const SceneMaterial *entry)
{
    const Material *m = &entry->material;
    printf("%s: %s\n  young      %g Pa\n  poisson    %g\n  density    %g kg/m³\n", entry->name, entry->summary, m->young, m->poisson,
           m->density);
    if (m->thickness > 0)
        printf("  thickness  %g m\n", m->thickness);
    printf("  source     %s\n", entry->source);
}

static Status list_materials(const char *name)
{
    SceneMaterial *list = NULL;
    int            count = 0, found = -1;
    TRY(scene_materials(&list, &count));
    const char **names = calloc((size_t)count + 1, sizeof *names);
    if (!name)
        printf("materials\n");
    for (int i = 0; names && i < count; i++) {
        names[i] = list[i].name;
        if (name && strcmp(name, list[i].name) == 0)
            print_material(&list[found = i]);
        else if (!name)
            print_name(list[i].name, list[i].summary);
    }
    const Status status = !names              ? status_make(STATUS_MEMORY, "out of memory for %d names", count)
                          : name && found < 0 ? text_unknown("material", name, names)
                                              : status_ok();
    free(names);
    free(list);
    return status;
}

// "  scene.side   length of a side, m: 1e-30 … 1e+30, default 1"; the unit is in the summary.
static void print_scene_parameter(const SceneParameter *p, const YamlRange *range)
{
    char name[80], text[1000], value[40], min[40], max[40];
    snprintf(name, sizeof name, "scene.%s", p->name);
    snprintf(text, sizeof text, "%s: ", p->summary);
    text_from_double(p->value, value, sizeof value);
    text_from_double(range->min, min, sizeof min);
    text_from_double(range->max, max, sizeof max);
    if (*p->word)
        text_add(text, sizeof text, "", "%s", p->words);
    else if (!range->checked || (range->min <= -NO_BOUND && range->max >= NO_BOUND))
        text_add(text, sizeof text, "", "any number");
    else
        text_add(text, sizeof text, "", "%s%s … %s", range->whole ? "whole, " : "", min, max);
    text_add(text, sizeof text, "", ", default %s", *p->word ? p->word : value);
    print_name(name, text);
}

static Status describe_scene(const char *name, bool whole)
{
    char           path[1024];
    SceneInfo      info;
    SceneParameter parameters[SCENE_PARAMETERS_MAX];
    YamlRange      ranges[SCENE_PARAMETERS_MAX];
    int            count = 0;
    TRY(scene_find(name, path, sizeof path));
    const SceneSettings settings = {.path = path};
    TRY(scene_describe(&settings, &info, parameters, &count));
    TRY(case_check_recommended(path, &info));
    if (!whole) {
        print_name(name, info.summary);
        return status_ok();
    }
    printf("%s: %s\n  file %s\n", name, info.summary, path);
    TRY(scene_ranges(path, ranges));
    for (int i = 0; i < count; i++)
        print_scene_parameter(&parameters[i], &ranges[i]);
    if (count)
        printf("  Each range holds for one parameter alone; the scene may restrict combinations.\n");
    for (int i = 0; i < info.recommended_count; i++)
        printf("  recommended          %s: %s %s\n", info.recommended[i].solver, info.recommended[i].name, info.recommended[i].value);
    return status_ok();
}

static Status list_scenes(const char *name)
{
    if (name)
        return describe_scene(name, true);
    char                                      datasets[960], folder[1024];
    GNU_CLEANUP(yaml_names_destroy) YamlNames names = {0};
    snprintf(folder, sizeof folder, "%s/scenes", scene_datasets(datasets, sizeof datasets));
    TRY(yaml_names_create(folder, &names));
    printf("scenes (%s)\n", folder);
    for (int i = 0; i < names.count; i++)
        TRY(describe_scene(names.names[i], false));
    return status_ok();
}

// A parameter of the case, of any solver, of any linear system.
static Status list_param(const char *name)
{
    bool found = false;
    for (int table = 0; table < 3; table++)
        for (int i = 0; table == 0 ? i < 1 : table == 1 ? solver_at(i) != NULL : linsys_at(i) != NULL; i++) {
            const Param *param = table == 0 ? CASE_PARAMS : table == 1 ? solver_at(i)->params : linsys_at(i)->params;
            for (; param && param->name; param++)
                if (strcmp(param->name, name) == 0) {
                    const Param one[] = {*param, PARAM_END};
                    printf("%s\n", table == 0 ? "every case" : table == 1 ? solver_at(i)->name : linsys_at(i)->name);
                    print_params(one);
                    found = true;
                }
        }
    return found ? status_ok()
                 : status_make(STATUS_INPUT, "list: no case, solver or linear system has a parameter `%s`; `weft list params` lists them",
                               name);
}

static Status list_params(const char *name)
{
    if (name)
        return list_param(name);
    printf("parameters of every case\n");
    print_name("solver", "weft list solvers");
    print_name("linsys", "weft list linsys; only for solvers that use one");
    print_name("scene", "weft list scenes, or the path to a scene file");
    print_name("scene.NAME", "a parameter of the scene");
    print_name("precision", "f64 | f32 (f64)");
    print_params(CASE_PARAMS);
    return status_ok();
}

static Status list_statuses(const char *name)
{
    static const char *const RETRY[] = {
        [RETRY_NEVER] = "", [RETRY_NEXT_RUN] = "; retried by the next run", [RETRY_SAME_RUN] = "; retried by --retry and by the next run"};
    bool found = !name;
    for (int status = 0; status < CASE_STATUS_COUNT; status++) {
        if (name && strcmp(name, case_status_name((CaseStatus)status)) != 0)
            continue;
        found = true;
        char text[400];
        snprintf(text, sizeof text, "%s%s", case_status_meaning((CaseStatus)status), RETRY[case_status_retry((CaseStatus)status)]);
        print_name(case_status_name((CaseStatus)status), text);
    }
    return found ? status_ok() : status_make(STATUS_USAGE, "list: no status `%s`; `weft list statuses` lists them", name);
}

// SECTION(name, singular, which is accepted too, whether it is long and omitted from the list of everything)
#define SECTIONS_OF_LIST(SECTION) \
    SECTION(solvers, solver, false) \
    SECTION(linsys, linsys, false) \
    SECTION(constraints, constraint, false) \
    SECTION(support, support, false) \
    SECTION(materials, material, false) \
    SECTION(scenes, scene, false) \
    SECTION(params, param, false) \
    SECTION(experiments, experiment, true) \
    SECTION(metrics, metric, true) \
    SECTION(statuses, status, true)
#define SECTION_ROW(name, one, long) {#name, #one, list_##name, long},
#define SECTION_NAME(name, one, long) "  " #name "\n"

static const struct {
    const char *name, *one;
    Status (*list)(const char *name);
    bool long_list;
} SECTIONS[] = {SECTIONS_OF_LIST(SECTION_ROW)};

enum { SECTION_COUNT = sizeof SECTIONS / sizeof *SECTIONS };

const char *list_section_at(int index)
{
    return index < SECTION_COUNT ? SECTIONS[index].name : NULL;
}

const char *list_section_of_one(int index)
{
    return SECTIONS[index].one;
}

static Status list_all(void)
{
    for (int i = 0; i < SECTION_COUNT; i++) {
        printf("%s", i ? "\n" : "");
        if (SECTIONS[i].long_list)
            printf("%s: weft list %s\n", SECTIONS[i].name, SECTIONS[i].name);
        else
            TRY(SECTIONS[i].list(NULL));
    }
    return status_ok();
}

static Status run(Options *options)
{
    TRY(options_read(options, NULL, 0, 2));
    const char *section = options_argument(options, 0), *name = options_argument(options, 1);
    const char *names[SECTION_COUNT];
    if (!section)
        return list_all();
    for (int i = 0; i < SECTION_COUNT; i++) {
        if (strcmp(section, SECTIONS[i].name) == 0 || strcmp(section, SECTIONS[i].one) == 0)
            return SECTIONS[i].list(name);
        names[i] = SECTIONS[i].name;
    }
    char suggestion[300] = "";
    text_suggest(suggestion, sizeof suggestion, section, names, SECTION_COUNT);
    return status_make(STATUS_USAGE, "list: no section `%s`%s", section, suggestion);
}

const Command command_list = {.name = "list",
                              .arguments = "[SECTION [NAME]]",
                              .summary = "list solvers, scenes, parameters, metrics and more, or explain one",
                              .details = "Sections:\n" SECTIONS_OF_LIST(SECTION_NAME),
                              .run = run};
