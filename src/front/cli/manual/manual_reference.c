// docs/reference.md: subcommands as `weft help` prints them, and the tables of keys, parameters, metrics and exit codes.
#include <string.h>

#include "base/text.h"
#include "case/case.h"
#include "cli/private/command.h"
#include "cli/private/list_metrics.h"
#include "cli/private/manual.h"
#include "cli/private/manual_keys.h"
#include "cli/private/plugin_flag.h"
#include "constraint/constraint.h"
#include "linsys/linsys.h"
#include "solver/solver.h"
#include "store/case_status.h"

// A cell of a table: Markdown reads none of its characters but backquotes, and lines have no end.
static void put(const char *text, FILE *out)
{
    bool code = false;
    for (; *text; text++) {
        code ^= *text == '`';
        if (*text == '|' || (!code && strchr("*_<[\\", *text)))
            putc('\\', out);
        putc(*text == '\n' ? ' ' : *text, out);
    }
}

static void put_cell(const char *text, FILE *out)
{
    fputs(" ", out);
    put(text, out);
    fputs(" |", out);
}

static void put_header(const char *columns, FILE *out)
{
    fprintf(out, "\n| %s |\n|", columns);
    for (const char *c = columns; c; c = strchr(c + 1, '|'))
        fputs("---|", out);
    fputs("\n", out);
}

static void put_row(const char *name, const char *meaning, FILE *out)
{
    fprintf(out, "| `%s` |", name);
    put_cell(meaning, out);
    fputs("\n", out);
}

static void put_keys(const char *heading, const ManualKey *key, FILE *out)
{
    fprintf(out, "%s\n", heading);
    put_header("key | meaning", out);
    for (; key->name; key++)
        put_row(key->name, key->meaning, out);
}

// ---- subcommands ----

static void put_commands(FILE *out)
{
    fputs("\n## Subcommands\n\nEvery subcommand takes `--plugin FILE`: ", out);
    put(PLUGIN_FLAG_SUMMARY, out);
    fputs(".\n", out);
    put_header("subcommand | purpose", out);
    for (int i = 0; command_at(i); i++) {
        fprintf(out, "| [%s](#%s) |", command_at(i)->name, command_at(i)->name);
        put_cell(command_at(i)->summary, out);
        fputs("\n", out);
    }
    for (int i = 0; command_at(i); i++) {
        fprintf(out, "\n### %s\n\n```text\n", command_at(i)->name);
        command_explain(command_at(i), out);
        fputs("```\n", out);
    }
}

// ---- parameters ----

static void put_range(const Param *param, FILE *out)
{
    char value[40], min[40], max[40];
    if (param->type == PARAM_CHOICE) {
        for (int i = 0; param->choices[i]; i++)
            fprintf(out, "%s`%s`", i ? ", " : " ", param->choices[i]);
        fprintf(out, " | `%s` |", param->choices[(int)param->value]);
        return;
    }
    text_from_double(param->value, value, sizeof value);
    text_from_double(param->min, min, sizeof min);
    text_from_double(param->max, max, sizeof max);
    fprintf(out, " %s … %s%s%s | %s |", min, max, *param->unit ? " " : "", param->unit, value);
}

static void put_params(const Param *table, FILE *out)
{
    if (!table || !table->name)
        return;
    put_header("parameter | meaning | range | default", out);
    for (const Param *param = table; param->name; param++) {
        fprintf(out, "| `%s` |", param->name);
        put_cell(param->summary, out);
        put_range(param, out);
        fputs("\n", out);
    }
}

static void put_method(const char *name, const char *summary, const Param *params, FILE *out)
{
    fprintf(out, "\n### `%s`\n\n", name);
    put(summary, out);
    fputs(".\n", out);
    put_params(params, out);
}

static void put_methods(FILE *out)
{
    fputs("\n## Parameters of every case\n", out);
    put_params(CASE_PARAMS, out);
    fputs("\n## Solvers\n", out);
    for (int i = 0; solver_at(i); i++)
        put_method(solver_at(i)->name, solver_at(i)->summary, solver_at(i)->params, out);
    fputs("\n## Linear systems\n", out);
    for (int i = 0; linsys_at(i); i++)
        put_method(linsys_at(i)->name, linsys_at(i)->summary, linsys_at(i)->params, out);
    fputs("\n## Constraints\n", out);
    put_header("kind | meaning", out);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        put_row(constraint_ops(kind)->name, constraint_ops(kind)->summary, out);
}

// ---- metrics, codes ----

static void put_metrics(FILE *out)
{
    const char *data = "";
    fputs("\n## Metrics\n\nSymbols are at the end of `weft list metrics`.\n", out);
    for (int i = 0; metric_meaning_at(i); i++) {
        const MetricMeaning *m = metric_meaning_at(i);
        if (strcmp(m->data, data) != 0) {
            fprintf(out, "\n### data `%s`\n", data = m->data);
            put_header("metric | formula | norm | scale", out);
        }
        fprintf(out, "| `%s` |", m->name);
        put_cell(m->formula, out);
        put_cell(m->norm, out);
        put_cell(m->scale, out);
        fputs("\n", out);
    }
}

static void put_codes(FILE *out)
{
    fputs("\n## Exit codes\n", out);
    put_header("code | meaning", out);
    for (int code = 0; code < STATUS_COUNT; code++) {
        char number[16];
        snprintf(number, sizeof number, "%d", status_exit_code((StatusCode)code));
        put_row(number, status_meaning((StatusCode)code), out);
    }
    fputs("\n## Status of a case\n", out);
    put_header("status | meaning", out);
    for (int status = 0; status < CASE_STATUS_COUNT; status++)
        put_row(case_status_name((CaseStatus)status), case_status_meaning((CaseStatus)status), out);
}

bool manual_reference(const YamlNames *scenes, FILE *out)
{
    (void)scenes;
    fputs("# Reference\n\nThe build makes this page from the tables of weft: `build/release/manual/reference.md`.\n", out);
    put_commands(out);
    fputs("\n## Experiment files\n\nAn experiment is a YAML file without anchors, aliases and tags; [experiments.md](experiments.md) has "
          "examples.\n",
          out);
    for (const ManualSection *section = MANUAL_SECTIONS; section->name; section++) {
        fprintf(out, "\n### ");
        put_keys(section->heading, section->keys, out);
    }
    put_keys("\n## Figure styles", MANUAL_STYLES, out);
    put_methods(out);
    put_metrics(out);
    put_codes(out);
    put_keys("\n## Environment", MANUAL_ENVIRONMENT, out);
    put_keys("\n## Files", MANUAL_FILES, out);
    return true;
}
