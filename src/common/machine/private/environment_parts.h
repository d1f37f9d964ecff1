// The parts of an environment (machine/environment.h) that have files of their own.
#ifndef WEFT_MACHINE_ENVIRONMENT_PARTS_H
#define WEFT_MACHINE_ENVIRONMENT_PARTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A string, or null where it is not known.
json_t *environment_text(bool known, const char *text);

// How the system is configured, and of what the program was built; the rest of the fields becomes null.
void environment_add_system(json_t *out);
void environment_add_build(json_t *out, const char *isa, const char *precision);
void environment_complete(json_t *out);

// What machine/fitness.h judges, too. root: "" for this machine, or a folder that has proc/ and sys/ of another. False, NAN, −1: not known.
bool environment_boost(const char *root, bool *on);
bool environment_guest(const char *root, bool *guest);
bool environment_huge_pages(const char *root, char *out, size_t size); // always, madvise or never

// What the cgroups of this process may use.
typedef struct Quota {
    double  cores; // NAN: without limit
    int64_t stops; // periods in which it was used up; −1: unknown
} Quota;
Quota environment_quota(const char *root);

// How processor and kernel are set up: stepping and microcode, mitigations, command line, clock source, random addresses, NUMA balancing.
void environment_add_kernel(json_t *out);

// The parameters of the kernel without those that name a file or device (init=, root=, …) and what follows " -- ", which is for init.
void environment_bare_command(char *line);

// ids: {"libgomp.so.1": "libgomp.so.1.0.0 4f9a…"}: the file of every shared library of this process and its build id, which the linker
// computes from its contents; paths: {"libgomp.so.1": "/usr/lib/…/libgomp.so.1.0.0"}. The caller owns both.
void environment_libraries(json_t **ids, json_t **paths);

#endif
