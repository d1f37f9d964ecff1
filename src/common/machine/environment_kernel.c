// Settings of kernel and processor, from files of /proc and /sys.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>

#include "base/text.h"
#include "machine/private/environment_parts.h"
#include "machine/private/kernel_files.h"

static void add_text(json_t *out, const char *field, const char *path)
{
    char line[4096];
    json_object_set_new(out, field, kernel_file_line("", path, line, sizeof line) ? json_string(line) : json_null());
}

static json_t *integer_or_null(bool known, const char *text)
{
    int64_t value = 0;
    return known && text_to_int(text, &value) ? json_integer(value) : json_null();
}

static void add_processor(json_t *out)
{
    static const char *const NAMES[][2] = {{"cpu_family", "cpu family"}, {"cpu_model", "model\t"}, {"cpu_stepping", "stepping"}};
    char                     text[128];
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        json_object_set_new(out, NAMES[i][0],
                            integer_or_null(kernel_file_value("", "/proc/cpuinfo", NAMES[i][1], text, sizeof text), text));
    const bool known = kernel_file_value("", "/proc/cpuinfo", "microcode", text, sizeof text);
    json_object_set_new(out, "microcode", known ? json_string(text) : json_null());
    const bool smt = kernel_file_line("", "/sys/devices/system/cpu/smt/active", text, sizeof text);
    json_object_set_new(out, "smt", smt ? json_boolean(text[0] == '1') : json_null());
}

static int is_entry(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

// "spectre_v1: Mitigation: …; spectre_v2: …", by name: vulnerabilities of the processor with their mitigations; "not affected": none.
static json_t *describe_mitigations(void)
{
    static const char FOLDER[] = "/sys/devices/system/cpu/vulnerabilities";
    struct dirent   **entries = NULL;
    const int         count = scandir(FOLDER, &entries, is_entry, alphasort);
    char              text[4096] = "";
    size_t            used = 0;
    for (int i = 0; i < count; i++) {
        char path[512], line[512];
        snprintf(path, sizeof path, "%s/%s", FOLDER, entries[i]->d_name);
        if (kernel_file_line("", path, line, sizeof line) && strcmp(line, "Not affected") != 0 && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s: %s", used ? "; " : "", entries[i]->d_name, line);
        free(entries[i]);
    }
    free(entries);
    return count <= 0 ? json_null() : json_string(used ? text : "not affected");
}

// Parameters that name the file or device from which the machine boots; they do not affect times.
static bool names_file(const char *word)
{
    static const char *const NAMES[] = {"init=", "rdinit=", "root=", "initrd=", "BOOT_IMAGE=", "resume="};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strncmp(word, NAMES[i], strlen(NAMES[i])) == 0)
            return true;
    return false;
}

void environment_bare_command(char *line)
{
    char *out = line, *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word && strcmp(word, "--") != 0; word = strtok_r(NULL, " ", &rest)) {
        const size_t length = strlen(word);
        if (names_file(word))
            continue;
        if (out > line)
            *out++ = ' ';
        memmove(out, word, length);
        out += length;
    }
    *out = '\0';
}

static json_t *describe_command_line(void)
{
    char line[4096];
    if (!kernel_file_line("", "/proc/cmdline", line, sizeof line))
        return json_null();
    environment_bare_command(line);
    return json_string(line);
}

// 0: no addresses of this process are random; 1: all except the heap; 2: all.
static json_t *describe_random_addresses(void)
{
    char      text[32];
    const int mine = personality(0xffffffff);
    if (mine >= 0 && (mine & ADDR_NO_RANDOMIZE))
        return json_integer(0);
    return integer_or_null(kernel_file_line("", "/proc/sys/kernel/randomize_va_space", text, sizeof text), text);
}

void environment_add_kernel(json_t *out)
{
    char text[32];
    add_processor(out);
    json_object_set_new(out, "mitigations", describe_mitigations());
    json_object_set_new(out, "kernel_command", describe_command_line());
    add_text(out, "clock_source", "/sys/devices/system/clocksource/clocksource0/current_clocksource");
    json_object_set_new(out, "aslr", describe_random_addresses());
    json_object_set_new(out, "numa_balancing",
                        integer_or_null(kernel_file_line("", "/proc/sys/kernel/numa_balancing", text, sizeof text), text));
}
