// Figures and tables of an experiment file: valid entries are read, and errors are reported with their line.
#include "case/case.h"
#include "check.h"
#include "experiment/figure_spec.h"

static const char *const SETTINGS[] = {"solver", "linsys", "precision", "threads", "iterations", "scene.n", "ordering"};

static Status read_text(const char *text, FigureSpecs *specs)
{
    YamlFile *file = NULL;
    Status    status = yaml_read_text("test.yaml", text, strlen(text), &file);
    if (status.code == STATUS_OK)
        status = figure_specs_read(yaml_root(file), SETTINGS, sizeof SETTINGS / sizeof *SETTINGS, specs);
    yaml_destroy(file);
    return status;
}

static FigureSpecs read_ok(const char *text)
{
    FigureSpecs specs = {0};
    assert_ok(read_text(text, &specs));
    return specs;
}

TEST(test_everything_is_read)
{
    FigureSpecs specs = read_ok("name: x\n"
                                "figures:\n"
                                "  - name: speed\n"
                                "    title: 'Speed-up: by phase'\n"
                                "    data: phase\n"
                                "    x: threads\n"
                                "    y: step_ms\n"
                                "    series: [solver, scene.n]\n"
                                "    log: [x, y]\n"
                                "    where: {phase: solve, ordering: [amd, \"\"]}\n"
                                "    relative_to: {threads: 1}\n"
                                "    style: points\n"
                                "    y_label: speed-up\n"
                                "  - {name: second, data: linsys, x: particles, y: factor_bytes}\n"
                                "tables:\n"
                                "  - name: speed\n"
                                "    data: setup\n"
                                "    rows: [linsys, scene.n]\n"
                                "    columns: phase\n"
                                "    values: ms\n");
    assert_int_equal(specs.figure_count, 2);
    assert_int_equal(specs.table_count, 1);
    assert_non_null(specs.figures);
    if (!specs.figures) // the assertion above does not return, which the analyser does not see
        return;
    const FigureSpec *f = &specs.figures[0];
    assert_string_equal(f->title, "Speed-up: by phase");
    assert_string_equal(f->data->view, "phase_time");
    assert_string_equal(f->x, "threads");
    assert_string_equal(f->y, "step_ms");
    assert_int_equal(f->series_count, 2);
    assert_string_equal(f->series[1], "scene.n");
    assert_true(f->log_x && f->log_y && strcmp(f->style->name, "points") == 0);
    assert_int_equal(f->where_count, 2);
    assert_string_equal(f->where[0].values[0], "solve");
    assert_int_equal(f->where[1].count, 2);
    assert_string_equal(f->where[1].values[1], "");
    assert_string_equal(f->relative[0].values[0], "1");
    assert_string_equal(f->y_label, "speed-up");
    assert_string_equal(f->x_label, "");
    assert_true(strcmp(specs.figures[1].style->name, "lines") == 0 && !specs.figures[1].log_x);
    const TableSpec *t = &specs.tables[0];
    assert_string_equal(t->columns, "phase");
    assert_string_equal(t->values[0], "ms");
    assert_int_equal(t->row_count, 2);
    figure_specs_destroy(&specs);
}

// An expression may replace a column. It may contain columns, facts of the model and settings; a plain name stays a name.
TEST(test_expressions)
{
    FigureSpecs specs =
        read_ok("figures:\n"
                "  - {name: a, data: step, x: threads * iterations, y: 1 - step_ms/scene.n^2}\n"
                "  - {name: b, data: step, x: solver, y: 'max(step_ms, constraints)'}\n"
                "  - {name: e, data: step, x: threads, y: step_ms, curves: [{label: half, y: 1/threads, where: {solver: pbd}},"
                " {label: one, y: 1}]}\n"
                "tables:\n"
                "  - {name: c, data: step, values: [step_ms, step_ms/particles]}\n"
                "  - {name: d, data: step, values: 1/step_ms}\n");
    assert_non_null(specs.figures);
    if (!specs.figures)
        return;
    assert_string_equal(specs.figures[0].x, "threads * iterations");
    assert_string_equal(specs.figures[0].y, "1 - step_ms/scene.n^2");
    assert_string_equal(specs.figures[1].x, "solver");
    assert_int_equal(specs.figures[2].curve_count, 2);
    assert_string_equal(specs.figures[2].curves[0].label, "half");
    assert_string_equal(specs.figures[2].curves[0].y, "1/threads");
    assert_int_equal(specs.figures[2].curves[0].where_count, 1);
    assert_string_equal(specs.figures[2].curves[1].y, "1");
    assert_string_equal(specs.tables[0].values[1], "step_ms/particles");
    assert_int_equal(specs.tables[1].value_count, 1);
    figure_specs_destroy(&specs);
}

// Labels of the file and of a figure, of which the figure's wins. Units of settings come from the table of parameters, units of columns
// from the data.
TEST(test_labels)
{
    char        text[200];
    FigureSpecs specs =
        read_ok("blocks: [{name: small ones}]\n"
                "labels: {cholmod_supernodal: 'CHOLMOD, supernodal', scene.n: {text: side, unit: particles}, small ones: few,\n"
                "  threads=1: serial, step_ms: frame, 2*step_ms: {text: twice, unit: ms}, ordering: 'order (all)'}\n"
                "figures:\n"
                "  - {name: a, data: step, x: threads, y: step_ms, labels: {step_ms: time of a frame, local: local step}}\n"
                "  - {name: b, data: step, x: threads, y: 2*step_ms}\n"
                "tables:\n"
                "  - {name: c, data: step, values: [step_ms], labels: {scene.n: n}}\n");
    assert_true(specs.figures && specs.tables);
    if (!specs.figures || !specs.tables) // the assertion above does not return, which the analyser does not see
        return;
    const struct {
        const Labels *labels;
        const char   *name, *head;
    } HEADS[] = {{&specs.figures[0].labels, "step_ms", "time of a frame (ms)"},
                 {&specs.figures[1].labels, "step_ms", "frame (ms)"},
                 {&specs.labels, "2*step_ms", "twice (ms)"},
                 {&specs.labels, "step_ms + 1", "step_ms + 1"},
                 {&specs.labels, "iteration_ms", "time per iteration (ms)"},
                 {&specs.labels, "dt", "dt (s)"},
                 {&specs.labels, "iterations", "iterations"},
                 {&specs.labels, "ordering", "order (all)"},
                 {&specs.labels, "scene.side", "side"},
                 {&specs.tables[0].labels, "scene.n", "n"}};
    for (size_t i = 0; i < sizeof HEADS / sizeof *HEADS; i++)
        assert_string_equal(labels_head(HEADS[i].labels, specs.figures[0].data, HEADS[i].name, text, sizeof text), HEADS[i].head);
    const struct {
        const char *name, *value;
        bool        number;
        const char *text;
    } VALUES[] = {{"linsys", "cholmod_supernodal", false, "CHOLMOD, supernodal"},
                  {"linsys", "dense", false, "dense"},
                  {"dt", "0.02", true, "dt 0.02 s"},
                  {"scene.n", "24", true, "side 24 particles"},
                  {"threads", "1", true, "serial"},
                  {"threads", "2", true, "threads 2"},
                  {"block", "small ones", false, "few"}};
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++)
        assert_string_equal(
            labels_value(&specs.labels, specs.figures[0].data, VALUES[i].name, VALUES[i].value, VALUES[i].number, text, sizeof text),
            VALUES[i].text);
    assert_null(labels_word(&specs.labels, "phase", "local"));
    assert_string_equal(labels_word(&specs.figures[0].labels, "phase", "local"), "local step");
    figure_specs_destroy(&specs);
}

TEST(test_layout)
{
    FigureSpecs specs =
        read_ok("figures:\n"
                "  - {name: a, data: step, x: threads, y: step_ms}\n"
                "  - {name: b, data: step, x: threads, y: step_ms, series: [solver], facets: scene.n, size: page, font: 9,\n"
                "     limits: {x: 1..4, y: 1e-3..}, key: right, formats: [svg]}\n"
                "  - {name: c, data: step, x: threads, y: step_ms, size: [120, 60.5], facets: solver, series: [solver]}\n"
                "  - {name: d, data: step, x: threads, y: step_ms, size: 130, key: none}\n");
    const FigureSpec *f = specs.figures;
    assert_non_null(f);
    if (!f)
        return;
    assert_true(f->layout.width_mm == 0 && f->layout.font_pt == 7 && f->layout.pdf && f->facet == -1);
    assert_true(f->layout.key == KEY_ENDS && isinf(f->layout.limits[0][0]) && figure_style_of_two(f)->categorical);
    f++;
    assert_true(f->layout.width_mm == FIGURE_PAGE_MM && f->layout.font_pt == 9 && f->layout.key == KEY_RIGHT);
    assert_true(f->layout.limits[0][0] == 1 && f->layout.limits[0][1] == 4 && f->layout.limits[1][0] == 1e-3);
    assert_true(isinf(f->layout.limits[1][1]) && !f->layout.pdf && !figure_style_of_two(f)->categorical);
    assert_true(f->facet == 1 && f->series_count == 2);
    assert_string_equal(f->series[1], "scene.n");
    f++;
    assert_true(f->layout.width_mm == 120 && f->layout.height_mm == 60.5 && f->facet == 0 && f->series_count == 1);
    assert_true(specs.figures[3].layout.width_mm == 130 && specs.figures[3].layout.key == KEY_NONE);
    figure_specs_destroy(&specs);
}

TEST(test_verdicts)
{
    FigureSpecs specs = read_ok("verdicts:\n"
                                "  - id: c32\n    claim: One is as fast as the other\n"
                                "    data: phase\n"
                                "    value: step_ms/scene.n\n"
                                "    where: {threads: [1, 2]}\n"
                                "    of: {solver: xpbd, phase: project}\n"
                                "    against: {solver: pd, phase: [local]}\n"
                                "    for_each: scene.n\n"
                                "    statistic: last\n"
                                "    compare: ratio\n"
                                "    below: 1.1\n"
                                "    above: 9e-1\n"
                                "  - {id: b, claim: b, data: step, value: step_ms, expected: iterations, below: 2}\n"
                                "  - {id: c, claim: c, data: step, value: step_ms, compare: slope, over: iterations*threads, above: 0}\n");
    assert_int_equal(specs.verdict_count, 3);
    assert_non_null(specs.verdicts);
    if (!specs.verdicts)
        return;
    const VerdictSpec *v = specs.verdicts;
    assert_string_equal(v->claim, "One is as fast as the other");
    assert_string_equal(v->value, "step_ms/scene.n");
    assert_true(v->where_count == 1 && v->where[0].count == 2 && v->of_count == 2 && v->against_count == 2 && v->each_count == 1);
    assert_true(v->has_against && v->statistic == STATISTIC_LAST && v->compare == VERDICT_RATIO && v->below == 1.1 && v->above == 0.9);
    assert_true(v[1].statistic == STATISTIC_WORST && v[1].compare == VERDICT_CHANGE && !v[1].has_against && v[1].above < -1e308);
    assert_true(v[2].statistic == STATISTIC_MEDIAN && v[2].compare == VERDICT_SLOPE);
    assert_string_equal(v[2].over, "iterations*threads");
    figure_specs_destroy(&specs);
}

TEST(test_sections_may_be_absent)
{
    FigureSpecs specs = read_ok("name: x\n");
    assert_int_equal(specs.figure_count + specs.table_count, 0);
    figure_specs_destroy(&specs);
}

// In a map of cells the settings of z are stored as those of y, since all styles plot y. The map's own y gives the rows.
TEST(test_map_of_cells)
{
    FigureSpecs specs =
        read_ok("figures:\n"
                "  - {name: a, data: step, style: heat, x: threads, y: iterations, z: step_ms, facets: solver, log: z, limits: {z: 1..8},\n"
                "     y_label: of y, z_label: of z, contours: {value: iterations*threads, levels: [1, 2.5]}, mark: 3}\n"
                "  - {name: b, data: step, style: heat, x: solver, y: linsys, z: step_ms, relative_to: {linsys: dense}}\n");
    if (!specs.figures) {
        fail();
        return;
    }
    const FigureSpec *a = &specs.figures[0], *b = &specs.figures[1];
    assert_true(a->style->cells && a->log_y && !a->log_x && a->mark == 3 && a->facet == 0 && a->series_count == 1);
    assert_string_equal(a->rows, "iterations");
    assert_string_equal(a->y, "step_ms");
    assert_string_equal(a->y_label, "of z");
    assert_string_equal(a->row_label, "of y");
    assert_string_equal(a->contours.value, "iterations*threads");
    assert_true(a->contours.level_count == 2 && a->contours.levels[1] == 2.5);
    assert_true(a->layout.limits[1][0] == 1 && a->layout.limits[1][1] == 8);
    assert_true(isnan(b->mark) && !*b->contours.value && b->relative_count == 1 && isinf(b->layout.limits[1][1]));
    figure_specs_destroy(&specs);
}

#define FIGURE "figures:\n  - {name: a, data: step, x: threads, y: step_ms"
#define PROFILE "figures:\n  - {name: a, data: work, x: run_ms, style: data_profile"
#define TABLE "tables:\n  - {name: a, data: step"
#define VERDICT "verdicts:\n  - {id: c, claim: c, data: step, value: step_ms, below: 1"
#define HEAT "figures:\n  - {name: a, data: step, style: heat, x: threads, y: iterations"

// Each line is one mistake, and two parts that its message must contain: the place and the remedy.
TEST(test_mistakes)
{
    static const char *const WRONG[][3] = {
        {"figures: {}", "test.yaml:1", "list"},
        {"figures:\n  - {name: a, data: steps, x: threads, y: step_ms}", "test.yaml:2", "`step`"},
        {"figures:\n  - {name: a, data: step, x: thread, y: step_ms}", "test.yaml:2", "did you mean `threads`"},
        {"figures:\n  - {name: a, data: step, x: threads, y: step_s}", "test.yaml:2", "did you mean `step_ms`"},
        {"figures:\n  - {name: a, data: phase, x: phase, y: phase}", "test.yaml:2", "not a number"},
        {"figures:\n  - {name: a, data: step, x: threads, y: solver}", "test.yaml:2", "not a number"},
        {"figures:\n  - {name: a, data: step, x: threads}", "test.yaml:2", "`y`"},
        {"figures:\n  - {name: a/b, data: step, x: threads, y: step_ms}", "test.yaml:2", "letters"},
        {"figures:\n  - {name: a, dta: step, x: threads, y: step_ms}", "test.yaml:2", "did you mean `data`"},
        {FIGURE ", style: line}", "test.yaml:2", "`lines`"},
        {FIGURE ", log: [w]}", "test.yaml:2", "x"},
        {FIGURE ", log: [z]}", "test.yaml:2", "`lines` has no z"},
        {FIGURE ", limits: {z: 1..2}}", "test.yaml:2", "`lines` has no z"},
        {FIGURE ", z: step_ms}", "test.yaml:2", "needs style `heat`; the style is `lines`"},
        {FIGURE ", mark: 1}", "test.yaml:2", "needs style `heat`; the style is `lines`"},
        {HEAT "}", "test.yaml:2", "`z`"},
        {HEAT ", z: solver}", "test.yaml:2", "not a number"},
        {HEAT ", z: step_ms, series: solver}", "test.yaml:2", "use `facets` for a panel per value"},
        {HEAT ", z: step_ms, facets: iterations}", "test.yaml:2", "is already the y"},
        {HEAT ", z: step_ms, log: y}", "test.yaml:2", "shows y as categories"},
        {HEAT ", z: step_ms, log: x}", "test.yaml:2", "shows x as categories"},
        {HEAT ", z: step_ms, limits: {y: 1..2}}", "test.yaml:2", "shows y as categories"},
        {HEAT ", z: step_ms, log: z, limits: {z: 0..2}}", "test.yaml:2", "positive limits"},
        {HEAT ", z: step_ms, log: z, mark: 0}", "test.yaml:2", "positive"},
        {HEAT ", z: step_ms, mark: much}", "test.yaml:2", "number"},
        {HEAT ", z: step_ms, key: over there}", "test.yaml:2", "below, right, none"},
        {HEAT ", z: step_ms, efficiency: true}", "test.yaml:2", "supports only `relative_to`"},
        {HEAT ", z: step_ms, curves: [{label: a, y: 1}]}", "test.yaml:2", "curves cannot be drawn"},
        {HEAT ", z: step_ms, contours: step_ms}", "test.yaml:2", "map"},
        {HEAT ", z: step_ms, contours: {levels: [1]}}", "test.yaml:2", "`value`"},
        {HEAT ", z: step_ms, contours: {value: solver}}", "test.yaml:2", "not a number"},
        {HEAT ", z: step_ms, contours: {value: step_ms, levels: []}}", "test.yaml:2", "one to 12 levels"},
        {HEAT ", z: step_ms, contours: {value: step_ms, levels: [2, 1]}}", "test.yaml:2", "not above the previous level"},
        {HEAT ", z: step_ms, contours: {value: step_ms, level: 1}}", "test.yaml:2", "did you mean `levels`"},
        {"figures:\n  - {name: a, data: step, style: heat, x: solver, y: iterations, z: step_ms, mark: 1}", "test.yaml:2",
         "contour lines need numbers"},
        {"figures:\n  - {name: a, data: step, style: heat, x: threads, y: threads, z: step_ms}", "test.yaml:2", "is already the x"},
        {FIGURE ", series: [solver, solver]}", "test.yaml:2", "twice"},
        {FIGURE ", series: [sover]}", "test.yaml:2", "did you mean `solver`"},
        {FIGURE ", where: {linsis: dense}}", "test.yaml:2", "did you mean `linsys`"},
        {FIGURE ", where: [dense]}", "test.yaml:2", "map"},
        {FIGURE ", where: {linsys: []}}", "test.yaml:2", "values"},
        {"figures:\n  - {name: a, data: step, x: scene.n, y: step_ms, relative_to: {threads: 1}}", "test.yaml:2", "series"},
        {FIGURE ", statistic: max}", "test.yaml:2", "differs from process to process"},
        {"figures:\n  - {name: a, data: outcome, x: threads, y: bytes_model, relative_to: {threads: 1}, statistic: max}", "test.yaml:2",
         "`relative_to` compares medians"},
        {"figures:\n  - {name: a, data: outcome, x: threads, y: bytes_model, statistic: last}", "test.yaml:2", "mean, min"},
        {FIGURE ", efficiency: true}", "test.yaml:2", "relative_to"},
        {FIGURE ", log: x, style: bars}", "test.yaml:2", "leave x out"},
        {FIGURE ", log: y, style: stacked}", "test.yaml:2", "linear"},
        {FIGURE ", y_label: a label that is longer than its axis is}", "test.yaml:2", "room for only 33"},
        {"figures:\n  - {name: a, data: phase, x: threads, y: step_ms}", "test.yaml:2", "mixes the phases"},
        {"figures:\n  - {name: a, data: phase, x: threads, y: step_ms, where: {phase: [rhs, solve]}}", "test.yaml:2", "mixes the phases"},
        {FIGURE "}\n  - {name: a, data: step, x: threads, y: step_ms}", "test.yaml:3", "another figure"},
        {"figures:\n  - {name: a, data: counter, x: threads, y: per_step, series: [phase]}", "test.yaml:2", "mixes the counters"},
        {"tables:\n  - {name: a, data: counter, rows: [counter], values: [per_step]}", "test.yaml:2", "mixes the phases"},
        {"tables:\n  - {name: a, data: setup, values: [ms]}", "test.yaml:2", "mixes the phases"},
        {TABLE "}", "test.yaml:2", "`values`"},
        {TABLE ", values: []}", "test.yaml:2", "at least one"},
        {TABLE ", values: [linsys]}", "test.yaml:2", "not a number"},
        {TABLE ", values: [step_ms], columns: thread}", "test.yaml:2", "did you mean `threads`"},
        {TABLE ", values: [step_ms, step_ms]}", "test.yaml:2", "twice"},
        {TABLE ", values: [step_ms], columns: solver, best: leats}", "test.yaml:2", "did you mean `least`"},
        {TABLE ", values: [step_ms], best: least}", "`tables[0].best`", "give `columns`"},
        {"tables: [{name: t, data: accuracy, values: [time_ms], columns: accuracy_target, best: least}]", "best`",
         "`rows: [accuracy_target]`"},
        // expressions
        {"figures:\n  - {name: a, data: step, x: threads, y: 2*step_s}", "test.yaml:2", "did you mean `step_ms`"},
        {"figures:\n  - {name: a, data: step, x: threads*, y: step_ms}", "test.yaml:2", "character 9"},
        {"figures:\n  - {name: a, data: step, x: thread*2, y: step_ms}", "test.yaml:2", "did you mean `threads`"},
        {"figures:\n  - {name: a, data: phase, x: threads, y: 2*phase, where: {phase: solve}}", "test.yaml:2", "neither a number"},
        {"figures:\n  - {name: a, data: step, x: threads, y: 'step_ms step_ms'}", "test.yaml:2", "operator"},
        {"figures:\n  - name: a\n    data: step\n    x: threads\n    y: foo(step_ms)", "test.yaml:5", "no such function"},
        {TABLE ", values: [step_ms/thread]}", "test.yaml:2", "did you mean `threads`"},
        // curves
        {FIGURE ", curves: {}}", "test.yaml:2", "list"},
        {FIGURE ", curves: [{y: 1}]}", "test.yaml:2", "`label`"},
        {FIGURE ", curves: [{label: a}]}", "test.yaml:2", "`y`"},
        {FIGURE ", curves: [{label: a, y: 1/thread}]}", "test.yaml:2", "did you mean `threads`"},
        {"verdicts:\n  - {id: c, claim: c, data: convergence, value: error, below: 1, compare: rate, over: 2*time_ms}",
         "`verdicts[0].over`", "differs from process to process"},
        {FIGURE ", curves: [{label: a, y: 1 1}]}", "test.yaml:2", "character 3"},
        {FIGURE ", curves: [{label: a, y: 1, where: {slver: pbd}}]}", "test.yaml:2", "did you mean `solver`"},
        {FIGURE ", curves: [{label: a, y: 1, x: 2}]}", "test.yaml:2", "`figures[0].curves[0].x`"},
        {FIGURE ", style: bars, curves: [{label: a, y: 1}]}", "test.yaml:2", "lines or points"},
        {"figures:\n  - {name: a, data: phase, x: phase, y: step_ms, curves: [{label: a, y: 1}]}", "test.yaml:2", "not a number"},
        {FIGURE ", where: {threads: 8..2}}", "test.yaml:2", "lower end first"},
        // labels and layout
        {"labels: [a]", "test.yaml:1", "map"},
        {"labels: {cholmod_simplicil: CHOLMOD}", "`labels.cholmod_simplicil`", "did you mean `cholmod_simplicial`"},
        {"labels: {thread=1: serial}", "test.yaml:1", "SETTING=VALUE"},
        {"labels: {threads: {txt: cores}}", "test.yaml:1", "did you mean `text`"},
        {FIGURE ", labels: {step_m: time}}", "test.yaml:2", "did you mean `step_ms`"},
        {FIGURE ", size: collumn}", "test.yaml:2", "`column`"},
        {FIGURE ", size: 5}", "test.yaml:2", "40"},
        {FIGURE ", size: [100, 5]}", "test.yaml:2", "40 to 1000 mm"},
        {FIGURE ", limits: {x: 4}}", "test.yaml:2", "1..8"},
        {FIGURE ", limits: {z: 1..4}}", "test.yaml:2", "z"},
        {FIGURE ", log: y, limits: {y: 0..4}}", "test.yaml:2", "positive"},
        {"figures:\n  - {name: a, data: step, x: solver, y: step_ms, style: bars, limits: {x: 0..4}}", "test.yaml:2", "categories"},
        {FIGURE ", key: top_left}", "test.yaml:2", "top left"},
        {FIGURE ", formats: [png]}", "test.yaml:2", "pdf"},
        {FIGURE ", facets: threads}", "test.yaml:2", "already the x"},
        // styles that make y
        {"figures:\n  - {name: a, data: step, x: step_ms, y: step, style: data_profile}", "test.yaml:2",
         "style `data_profile` computes y from x"},
        {"figures:\n  - {name: a, data: step, x: solver, style: data_profile}", "test.yaml:2", "`solver`"},
        {"figures:\n  - {name: a, data: step, x: step_ms}", "test.yaml:2", "`y`"},
        {"figures:\n  - {name: a, data: step, x: step_ms, style: data_profile, problems: scene.n, log: [x, y]}", "test.yaml:2",
         "leave y out"},
        {"figures:\n  - {name: a, data: step, x: step_ms, style: data_profile, problems: scene.n, curves: [{label: a, y: 1}]}", "curves",
         "no meaning for style `data_profile`"},
        {FIGURE ", solved: {step: 1}}", "solved", "needs a profile"},
        {PROFILE "}", "test.yaml:2", "needs `problems`"},
        {PROFILE ", problems: scen}", "test.yaml:2", "`scen`"},
        {PROFILE ", series: [solver], problems: [solver]}", "problems", "no two series would have a problem in common"},
        {PROFILE ", problems: scene.n, solved: {eror: ..1}}", "test.yaml:2", "did you mean `error`"},
        {PROFILE ", problems: scene.n, solved: {error: small}}", "test.yaml:2", "neither a number nor a range"},
        {"figures:\n  - {name: a, data: work, x: run_ms, style: performance_profile, problems: scene.n, statistic: min}", "statistic",
         "no meaning"},
        {"figures:\n  - {name: a, data: work, x: solver, y: error, style: frontier}", "test.yaml:2", "needs numbers"},
        {FIGURE ", style: strip}", "test.yaml:2", "stacked"},
        // verdicts
        {"verdicts:\n  - {data: step, value: step_ms, below: 1}", "test.yaml:2", "`claim`"},
        {"verdicts:\n  - {id: c, claim: c, data: step, below: 1}", "test.yaml:2", "`value`"},
        {"verdicts:\n  - {id: c, claim: c, data: steps, value: step_ms, below: 1}", "test.yaml:2", "`step`"},
        {"verdicts:\n  - {id: c, claim: c, data: step, value: step_s, below: 1}", "test.yaml:2", "did you mean `step_ms`"},
        {"verdicts:\n  - {id: c, claim: c, data: step, value: 2*step_s, below: 1}", "test.yaml:2", "did you mean `step_ms`"},
        {"verdicts:\n  - {id: c, claim: c, data: step, value: step_ms, under: 1}", "test.yaml:2", "under"},
        {"verdicts:\n  - {id: c, claim: c, data: step, value: step_ms, of: {solver: pbd}}", "test.yaml:2", "needs a bound"},
        {VERDICT ", above: 1}", "test.yaml:2", "must be less than `below`"},
        {"verdicts:\n  - {id: c, claim: c, data: step, value: step_ms, below: x}", "test.yaml:2", "`verdicts[0].below`"},
        {VERDICT ", of: {sover: pbd}}", "test.yaml:2", "did you mean `solver`"},
        {VERDICT ", where: {thread: 1}}", "test.yaml:2", "did you mean `threads`"},
        {VERDICT ", of: {solver: pbd}, against: {slver: xpbd}}", "test.yaml:2", "did you mean `solver`"},
        {VERDICT ", for_each: [thread]}", "test.yaml:2", "did you mean `threads`"},
        {VERDICT ", against: {solver: pbd}}", "test.yaml:2", "needs `of`"},
        {VERDICT ", of: {solver: pbd}, against: {solver: xpbd}, expected: 1}", "test.yaml:2", "not both"},
        {VERDICT ", where: {solver: pbd}, of: {solver: pbd}}", "test.yaml:2", "filters both sides"},
        {VERDICT ", expected: 1/(1 + iteration)}", "test.yaml:2", "did you mean `iterations`"},
        {VERDICT ", expected: 1/(1 + iterations}", "test.yaml:2", "expected `)` at character 18"},
        {VERDICT ", compare: change}", "test.yaml:2", "needs a second side"},
        {VERDICT ", compare: slope}", "test.yaml:2", "needs `over`"},
        {VERDICT ", over: threads}", "test.yaml:2", "needs a slope"},
        {VERDICT ", compare: slope, over: thread}", "test.yaml:2", "did you mean `threads`"},
        {VERDICT ", compare: value, expected: 2}", "test.yaml:2", "uses only one side"},
        {VERDICT ", unconverged: yes}", "`verdicts[0].unconverged`", "allowed"},
        {VERDICT ", findings: no}", "`verdicts[0].findings`", "allowed"},
        {VERDICT ", statistic: average}", "test.yaml:2", "median, mean"},
        {"verdicts:\n  - {id: c, claim: c, data: phase, value: share, below: 1}", "test.yaml:2", "mixes the phases"},
        {"verdicts:\n  - {id: c, claim: c, data: counter, value: per_ns, where: {phase: step}, below: 1}", "test.yaml:2",
         "mixes the counters"},
        {"verdicts:\n  - {id: c, claim: c, data: phase, value: share, below: 1, of: {phase: solve}, against: {solver: pd}}", "test.yaml:2",
         "mixes the phases"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        FigureSpecs  specs = {0};
        const Status status = read_text(WRONG[i][0], &specs);
        if (status.code != STATUS_INPUT)
            fail_msg("accepted: %s", WRONG[i][0]);
        if (!strstr(status.text, WRONG[i][1]) || !strstr(status.text, WRONG[i][2]) || strchr(status.text, '\n'))
            fail_msg("%s\ngives: %s\nwithout %s or %s", WRONG[i][0], status.text, WRONG[i][1], WRONG[i][2]);
    }
}

// A range has numbers at its ends; any other text with two dots stays a text.
TEST(test_ranges)
{
    SpecRange r;
    assert_true(spec_range("1..8", &r) && r.low == 1 && r.high == 8);
    assert_true(spec_range("-1e-3..0.5", &r) && r.low == -1e-3 && r.high == 0.5);
    assert_true(spec_range("10..", &r) && r.low == 10 && r.high > 1e308);
    assert_true(spec_range("..10", &r) && r.low < -1e308 && r.high == 10);
    static const char *const TEXTS[] = {"", "..", "8", "1.5", "../scenes/cloth.yaml", "1..b", "a..2", "1...2", "1..2..3"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        if (spec_range(TEXTS[i], &r))
            fail_msg("`%s` passes for a range", TEXTS[i]);
}

// A name must be unique: no column has the name of a setting.
static void check_params(const Param *params)
{
    for (; params && params->name; params++)
        for (int view = 0; data_view_at(view); view++)
            if (data_view_column(data_view_at(view), params->name))
                fail_msg("`%s` is a setting and a column of `%s`", params->name, data_view_at(view)->name);
}

TEST(test_columns_are_no_settings)
{
    check_params(CASE_PARAMS);
    for (int i = 0; solver_at(i); i++)
        check_params(solver_at(i)->params);
    for (int i = 0; linsys_at(i); i++)
        check_params(linsys_at(i)->params);
}
