// weft.1. A row of a table becomes an entry; nothing but the introduction, the environment and the files is written here.
#include <stddef.h>
#include <string.h>

#include "base/status.h"
#include "build_facts.h"
#include "cli/private/command.h"
#include "cli/private/manual.h"
#include "cli/private/manual_keys.h"
#include "cli/private/plugin_flag.h"
#include "store/case_status.h"

typedef struct Entry {
    const char *name, *meaning;
} Entry;

static const Entry ENVIRONMENT[] = {
    {"WEFT_DATASETS", "the datasets folder, with scenes/ and meshes/; beside the installed program or in the source tree without it"},
    {"WEFT_WORKERS", "the folder of the worker programs; that of weft without it"},
    {"WEFT_QUERY_S", "seconds that one query of a database may work until its next row (600); a longer one ends with exit code 11"},
    {"WEFT_GNUPLOT_S", "seconds that gnuplot may take for a script (60); after one that took longer the others have a tenth"},
    {"WEFT_SYSTEM_ROOT", "a folder with proc/ and sys/ of another machine, for weft doctor and weft run --strict"},
    {"OPENBLAS_CORETYPE", "the kernels of OpenBLAS; a worker sets it where OpenBLAS does not know the processor"},
};

static const Entry FILES[] = {
    {"results/NAME.db, NAME.db-wal, NAME.db-shm, NAME.db.lock", "the database of an experiment (SQLite), its log, and the lock of the run"},
    {"results/NAME.references/", "reference trajectories; they are computed again when deleted"},
    {"share/weft/datasets, share/weft/experiments", "the scenes, meshes and experiments that are installed"},
    {"share/weft/experiment.schema.json", "a JSON Schema of experiment files, for editors"},
};

static const Entry STYLES[] = {
#define FIGURE_STYLE(name, writer, ...) {#name, ""},
#include "experiment/figure_style_list.h"
#undef FIGURE_STYLE
};

// Roff reads backslashes anywhere, and a dot or quote at the start of a line; a minus that is copied must be one.
static void put(const char *text, FILE *out)
{
    bool begins = true;
    for (; *text; text++) {
        if (begins && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            putc(*text, out);
        begins = *text == '\n';
    }
}

static void put_entry(const char *name, const char *meaning, FILE *out)
{
    fputs(".TP\n.B ", out);
    put(name, out);
    putc('\n', out);
    put(meaning, out);
    putc('\n', out);
}

static void put_entries(const char *heading, const Entry *entries, size_t count, FILE *out)
{
    fprintf(out, ".SH %s\n", heading);
    for (size_t i = 0; i < count; i++)
        put_entry(entries[i].name, entries[i].meaning, out);
}

// ---- subcommands ----

static void put_flag(const Flag *flag, FILE *out)
{
    char name[160], letter[8] = "";
    if (flag->letter)
        snprintf(letter, sizeof letter, "-%c, ", flag->letter);
    snprintf(name, sizeof name, "%s--%s%s%s", letter, flag->name, flag->value ? " " : "", flag->value ? flag->value : "");
    put_entry(name, flag->summary, out);
}

// The arguments of a subcommand have line ends for a terminal; another form of the call begins with `weft`.
static void put_arguments(const char *text, FILE *out)
{
    static const char ANOTHER[] = "weft ";
    char              word[2] = "";
    for (; *text; text += text[0] == '\n' ? strspn(text, "\n ") : 1) {
        word[0] = *text == '\n' ? ' ' : *text;
        if (*text == '\n' && strncmp(text + strspn(text, "\n "), ANOTHER, strlen(ANOTHER)) == 0)
            fputs("\n.br\n", out);
        else
            put(word, out);
    }
}

static void put_command(const Command *command, FILE *out)
{
    fprintf(out, ".SS %s\n.B weft %s\n", command->name, command->name);
    put_arguments(command->arguments, out);
    fputs("\n.P\n", out);
    put(command->summary, out);
    fputs("\n.P\n", out);
    put(command->details ? command->details : "", out);
    for (const Flag *flag = command->flags; flag && flag->name; flag++)
        put_flag(flag, out);
}

static void put_commands(FILE *out)
{
    fputs(".SH SYNOPSIS\n.B weft\n.I SUBCOMMAND\n[arguments]\n.SH SUBCOMMANDS\nEvery subcommand takes\n.BR \\-\\-plugin ,\n", out);
    put(PLUGIN_FLAG_SUMMARY, out);
    fputs(".\n", out);
    for (int i = 0; command_at(i); i++)
        put_command(command_at(i), out);
}

// ---- the rest ----

static void put_keys(FILE *out)
{
    fputs(".SH EXPERIMENT FILES\nAn experiment is a YAML file without anchors, aliases and tags. docs/experiment_files.md explains it with "
          "examples.\n",
          out);
    for (const ManualSection *section = MANUAL_SECTIONS; section->name; section++) {
        fprintf(out, ".SS %s\n", section->heading);
        for (const ManualKey *key = section->keys; key->name; key++)
            put_entry(key->name, key->meaning, out);
    }
}

static void put_codes(FILE *out)
{
    fputs(".SH EXIT STATUS\n", out);
    for (int code = 0; code < STATUS_COUNT; code++) {
        char number[16];
        snprintf(number, sizeof number, "%d", status_exit_code((StatusCode)code));
        put_entry(number, status_meaning((StatusCode)code), out);
    }
    fputs(".P\nA reader of standard output that goes away is not a failure.\n.SH STATUS OF A CASE\n", out);
    for (int status = 0; status < CASE_STATUS_COUNT; status++)
        put_entry(case_status_name((CaseStatus)status), case_status_meaning((CaseStatus)status), out);
}

bool manual_page(const YamlNames *scenes, FILE *out)
{
    (void)scenes;
    fputs(".TH WEFT 1 \"\" \"weft " BUILD_VERSION "\"\n.ad l\n.SH NAME\nweft \\- benchmark solvers of deformable bodies\n", out);
    put_commands(out);
    put_keys(out);
    put_entries("FIGURE STYLES", STYLES, sizeof STYLES / sizeof *STYLES, out);
    put_codes(out);
    put_entries("ENVIRONMENT", ENVIRONMENT, sizeof ENVIRONMENT / sizeof *ENVIRONMENT, out);
    put_entries("FILES", FILES, sizeof FILES / sizeof *FILES, out);
    fputs(".SH SEE ALSO\nREADME.md, docs/commands.md, docs/experiment_files.md and the other pages in docs;\n.B weft list\nfor solvers, "
          "linear systems, constraints, scenes, parameters and metrics.\n",
          out);
    return true;
}
