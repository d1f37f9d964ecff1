// weft.bash: completes subcommands, their flags, and names of scenes, solvers, linear systems, constraints and precisions.
#include <string.h>

#include "case/case.h"
#include "cli/private/command.h"
#include "cli/private/list_sections.h"
#include "cli/private/manual.h"
#include "constraint/constraint.h"

static void put_commands(FILE *out)
{
    for (int i = 0; command_at(i); i++)
        fprintf(out, "%s ", command_at(i)->name);
}

static void put_sections(FILE *out)
{
    for (int i = 0; list_section_at(i); i++)
        fprintf(out, "%s ", list_section_at(i));
}

static void put_names(const char *const *names, FILE *out)
{
    for (int i = 0; names && names[i]; i++)
        fprintf(out, "%s ", names[i]);
}

// The names that a word stands for: the value of a flag, or a section of `weft list`; NULL: none are known.
static const char *const *names_of(const char *word, const YamlNames *scenes)
{
    return strcmp(word, "solver") == 0       ? solver_names()
           : strcmp(word, "linsys") == 0     ? linsys_names()
           : strcmp(word, "constraint") == 0 ? constraint_names()
           : strcmp(word, "precision") == 0  ? precision_names()
           : strcmp(word, "scene") == 0      ? (const char *const *)scenes->names
                                             : NULL;
}

// One branch of `case COMMAND.BEFORE`: the words behind a flag.
static void put_flag_values(const Command *command, const Flag *flag, const YamlNames *scenes, FILE *out)
{
    const char *const *names = names_of(flag->name, scenes);
    if (!names)
        return;
    fprintf(out, "        %s.--%s", command->name, flag->name);
    if (flag->letter)
        fprintf(out, "|%s.-%c", command->name, flag->letter);
    fprintf(out, ") files= words='");
    put_names(names, out);
    fprintf(out, "' ;;\n");
}

// The words behind the subcommand itself.
static void put_first(const Command *command, const YamlNames *scenes, FILE *out)
{
    const bool scene = strncmp(command->arguments, "SCENE", 5) == 0, list = strcmp(command->name, "list") == 0;
    if (!scene && !list && strcmp(command->name, "help") != 0)
        return;
    fprintf(out, "        %s.%s) files=%s words='", command->name, command->name, scene ? "1" : "");
    if (scene)
        put_names((const char *const *)scenes->names, out);
    else if (list)
        put_sections(out);
    else
        put_commands(out);
    fprintf(out, "' ;;\n");
}

static void put_list(const YamlNames *scenes, FILE *out)
{
    for (int i = 0; list_section_at(i); i++) {
        const char *const *names = names_of(list_section_of_one(i), scenes);
        if (!names)
            continue;
        fprintf(out, "        list.%s|list.%s) files= words='", list_section_at(i), list_section_of_one(i));
        put_names(names, out);
        fprintf(out, "' ;;\n");
    }
}

static void put_flags(const Command *command, FILE *out)
{
    fprintf(out, "        %s) words='", command->name);
    for (const Flag *flag = command->flags; flag && flag->name; flag++)
        fprintf(out, "--%s ", flag->name);
    fprintf(out, "--plugin' ;;\n");
}

bool manual_completion(const YamlNames *scenes, FILE *out)
{
    fprintf(out, "_weft()\n{\n    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} "
                 "words= files=1\n    if ((COMP_CWORD == 1)); then\n        files= words='");
    put_commands(out);
    fprintf(out, "'\n    elif [[ $current == -* ]]; then\n        files=\n        case $command in\n");
    for (int i = 0; command_at(i); i++)
        put_flags(command_at(i), out);
    fprintf(out, "        esac\n    else\n        case $command.$before in\n");
    for (int i = 0; command_at(i); i++) {
        put_first(command_at(i), scenes, out);
        for (const Flag *flag = command_at(i)->flags; flag && flag->name; flag++)
            put_flag_values(command_at(i), flag, scenes, out);
    }
    put_list(scenes, out);
    fprintf(out, "        esac\n    fi\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\"; [[ $files ]] && compgen -f -- "
                 "\"$current\")\n}\ncomplete -o filenames -F _weft weft\n");
    return true;
}
