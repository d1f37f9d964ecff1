// weft completion: a script for a shell that completes subcommands, flags, and names of scenes, solvers and systems, made from the tables.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "case/case.h"
#include "cli/private/command.h"
#include "cli/private/list_sections.h"
#include "cli/private/plugin_flag.h"
#include "cli/private/yaml_names.h"
#include "constraint/constraint.h"

static const char *const SHELLS[] = {"bash", "zsh", "fish", NULL};

// ---- what there is to choose from ----

static void put_commands(const YamlNames *scenes)
{
    (void)scenes;
    for (int i = 0; command_at(i); i++)
        printf("%s%s", i ? " " : "", command_at(i)->name);
}

static void put_sections(const YamlNames *scenes)
{
    (void)scenes;
    for (int i = 0; list_section_at(i); i++)
        printf("%s%s", i ? " " : "", list_section_at(i));
}

static void put_names(const char *const *names)
{
    for (int i = 0; names && names[i]; i++)
        printf("%s%s", i ? " " : "", names[i]);
}

static void put_scenes(const YamlNames *scenes)
{
    put_names((const char *const *)scenes->names);
}

static void put_solvers(const YamlNames *scenes)
{
    (void)scenes;
    put_names(solver_names());
}

static void put_linsys(const YamlNames *scenes)
{
    (void)scenes;
    put_names(linsys_names());
}

static void put_constraints(const YamlNames *scenes)
{
    (void)scenes;
    put_names(constraint_names());
}

static void put_precisions(const YamlNames *scenes)
{
    (void)scenes;
    put_names(precision_names());
}

static void put_shells(const YamlNames *scenes)
{
    (void)scenes;
    put_names(SHELLS);
}

typedef void Names(const YamlNames *scenes);

// What a flag takes; NULL: files, or anything.
static Names *names_of_flag(const Flag *flag)
{
    static const struct {
        const char *flag;
        Names      *names;
    } FLAGS[] = {{"solver", put_solvers}, {"linsys", put_linsys}, {"precision", put_precisions}, {"scene", put_scenes}};
    for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
        if (strcmp(flag->name, FLAGS[i].flag) == 0)
            return FLAGS[i].names;
    return NULL;
}

// What a subcommand takes first; NULL: files. *files: those as well.
static Names *names_of_command(const Command *command, bool *files)
{
    *files = strncmp(command->arguments, "SCENE", 5) == 0;
    return *files                                     ? put_scenes
           : strcmp(command->name, "help") == 0       ? put_commands
           : strcmp(command->name, "completion") == 0 ? put_shells
           : strcmp(command->name, "list") == 0       ? put_sections
                                                      : NULL;
}

// What follows a section of `weft list`; NULL: nothing that is known.
static Names *names_of_section(int section)
{
    static const struct {
        const char *one;
        Names      *names;
    } SECTIONS[] = {{"solver", put_solvers}, {"linsys", put_linsys}, {"constraint", put_constraints}, {"scene", put_scenes}};
    for (size_t i = 0; i < sizeof SECTIONS / sizeof *SECTIONS; i++)
        if (strcmp(list_section_of_one(section), SECTIONS[i].one) == 0)
            return SECTIONS[i].names;
    return NULL;
}

// Summaries stand between single quotes; zsh reads [ ] : in them, too.
static void put_text(const char *text, const char *escaped)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr(escaped, *text))
            putchar('\\');
        putchar(*text);
    }
}

// ---- bash ----

// `words` by the subcommand and the word before, `files` empty where only these are offered.
static void bash_values(const Command *command, const YamlNames *scenes)
{
    bool   files = false;
    Names *first = names_of_command(command, &files);
    if (first) {
        printf("        %s.%s) files=%s words='", command->name, command->name, files ? "1" : "");
        first(scenes);
        printf("' ;;\n");
    }
    for (const Flag *flag = command->flags; flag && flag->name; flag++) {
        if (!names_of_flag(flag))
            continue;
        printf("        %s.--%s", command->name, flag->name);
        if (flag->letter)
            printf("|%s.-%c", command->name, flag->letter);
        printf(") files= words='");
        names_of_flag(flag)(scenes);
        printf("' ;;\n");
    }
}

static void bash_sections(const YamlNames *scenes)
{
    for (int i = 0; list_section_at(i); i++) {
        if (!names_of_section(i))
            continue;
        printf("        list.%s|list.%s) files= words='", list_section_at(i), list_section_of_one(i));
        names_of_section(i)(scenes);
        printf("' ;;\n");
    }
}

static void bash_flags(const Command *command)
{
    printf("        %s) words='", command->name);
    for (const Flag *flag = command->flags; flag && flag->name; flag++)
        printf("--%s ", flag->name);
    printf("--plugin' ;;\n");
}

static void put_bash(const YamlNames *scenes)
{
    printf("_weft()\n{\n    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words= "
           "files=1\n"
           "    if ((COMP_CWORD == 1)); then\n        files= words='");
    put_commands(scenes);
    printf("'\n    elif [[ $current == -* ]]; then\n        files=\n        case $command in\n");
    for (int i = 0; command_at(i); i++)
        if (command_at(i)->flags)
            bash_flags(command_at(i));
    printf("        *) words=--plugin ;;\n        esac\n    else\n        case $command.$before in\n");
    for (int i = 0; command_at(i); i++)
        bash_values(command_at(i), scenes);
    bash_sections(scenes);
    printf("        esac\n    fi\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\"; [[ $files ]] && compgen -f -- "
           "\"$current\")\n"
           "}\ncomplete -o filenames -F _weft weft\n");
}

// ---- zsh ----

static void zsh_flag(const Flag *flag, const YamlNames *scenes)
{
    if (flag->letter)
        printf(" \\\n        '(-%c --%s)'{-%c,--%s}'[", flag->letter, flag->name, flag->letter, flag->name);
    else
        printf(" \\\n        '--%s[", flag->name);
    put_text(flag->summary, "[]:");
    printf("]%s", flag->value ? ":" : "");
    put_text(flag->value ? flag->value : "", "[]:");
    if (flag->value && names_of_flag(flag)) {
        printf(":(");
        names_of_flag(flag)(scenes);
        printf(")");
    } else if (flag->value) {
        printf(":_files");
    }
    printf("'");
}

static void zsh_command(const Command *command, const YamlNames *scenes)
{
    bool   files = false;
    Names *first = names_of_command(command, &files);
    printf("    %s) _arguments -s", command->name);
    for (const Flag *flag = command->flags; flag && flag->name; flag++)
        zsh_flag(flag, scenes);
    printf(" \\\n        '*--plugin[");
    put_text(PLUGIN_FLAG_SUMMARY, "[]:");
    printf("]:FILE:_files'");
    if (first && files) {
        printf(" \\\n        '1: :{_alternative \"names:name:(");
        first(scenes);
        printf(")\" \"files:file:_files\"}'");
    } else if (first) {
        printf(" \\\n        '1:name:(");
        first(scenes);
        printf(")'");
    }
    printf(strcmp(command->name, "list") == 0 ? " \\\n        '2: :_weft_of_section' ;;\n" : " \\\n        '*:file:_files' ;;\n");
}

static void zsh_sections(const YamlNames *scenes)
{
    printf("_weft_of_section()\n{\n    case ${words[2]} in\n");
    for (int i = 0; list_section_at(i); i++) {
        if (!names_of_section(i))
            continue;
        printf("        %s|%s) compadd ", list_section_at(i), list_section_of_one(i));
        names_of_section(i)(scenes);
        printf(" ;;\n");
    }
    printf("    esac\n}\n");
}

static void put_zsh(const YamlNames *scenes)
{
    printf("#compdef weft\n");
    zsh_sections(scenes);
    printf("local -a commands\ncommands=(\n");
    for (int i = 0; command_at(i); i++) {
        printf("    '%s:", command_at(i)->name);
        put_text(command_at(i)->summary, ":");
        printf("'\n");
    }
    printf(")\nif ((CURRENT == 2)); then\n    _describe command commands\n    return\nfi\nlocal command=${words[2]}\nshift words\n"
           "((CURRENT--))\ncase $command in\n");
    for (int i = 0; command_at(i); i++)
        zsh_command(command_at(i), scenes);
    printf("esac\n");
}

// ---- fish ----

static void fish_flags(const Command *command, const YamlNames *scenes)
{
    for (const Flag *flag = command->flags; flag && flag->name; flag++) {
        printf("complete -c weft -n '__weft_in %s' -l %s", command->name, flag->name);
        if (flag->letter)
            printf(" -s %c", flag->letter);
        if (names_of_flag(flag)) {
            printf(" -x -a '");
            names_of_flag(flag)(scenes);
            printf("'");
        } else if (flag->value) {
            printf(" -r");
        }
        printf(" -d '");
        put_text(flag->summary, "");
        printf("'\n");
    }
}

static void fish_command(const Command *command, const YamlNames *scenes)
{
    bool   files = false;
    Names *first = names_of_command(command, &files);
    printf("complete -c weft -n '__weft_after weft' -f -a %s -d '", command->name);
    put_text(command->summary, "");
    printf("'\n");
    if (first) {
        printf("complete -c weft -n '__weft_in %s; and __weft_after %s'%s -a '", command->name, command->name, files ? "" : " -f");
        first(scenes);
        printf("'\n");
    }
    fish_flags(command, scenes);
}

static void put_fish(const YamlNames *scenes)
{
    printf("function __weft_in\n    set -l words (commandline -opc)\n    contains -- \"$words[2]\" $argv\nend\n"
           "function __weft_after\n    set -l words (commandline -opc)\n    contains -- (string replace -r '.*/' '' -- $words[-1]) "
           "$argv\nend\n");
    printf("complete -c weft -l plugin -r -d '");
    put_text(PLUGIN_FLAG_SUMMARY, "");
    printf("'\n");
    for (int i = 0; command_at(i); i++)
        fish_command(command_at(i), scenes);
    for (int i = 0; list_section_at(i); i++) {
        if (!names_of_section(i))
            continue;
        printf("complete -c weft -n '__weft_in list; and __weft_after %s %s' -f -a '", list_section_at(i), list_section_of_one(i));
        names_of_section(i)(scenes);
        printf("'\n");
    }
}

static Status run(Options *options)
{
    static void (*const PUT[])(const YamlNames *scenes) = {put_bash, put_zsh, put_fish};
    char      datasets[960], folder[1024];
    YamlNames scenes;
    TRY(options_read(options, NULL, 1, 1));
    const int shell = text_find(options_argument(options, 0), SHELLS);
    if (shell < 0)
        return status_make(STATUS_USAGE, "completion: there is none for `%.40s`; bash, zsh and fish have one",
                           options_argument(options, 0));
    snprintf(folder, sizeof folder, "%s/scenes", scene_datasets(datasets, sizeof datasets));
    TRY(yaml_names_create(folder, &scenes));
    PUT[shell](&scenes);
    yaml_names_destroy(&scenes);
    return status_ok();
}

const Command command_completion = {.name = "completion",
                                    .arguments = "bash|zsh|fish",
                                    .summary = "print what completes subcommands, flags and names in a shell",
                                    .details = "bash:  source <(weft completion bash)\n"
                                               "zsh:   weft completion zsh >~/.zfunc/_weft\n"
                                               "fish:  weft completion fish >~/.config/fish/completions/weft.fish\n",
                                    .run = run};
