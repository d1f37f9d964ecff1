// The parts of an environment (machine/environment.h) that have files of their own.
#ifndef WEFT_MACHINE_ENVIRONMENT_PARTS_H
#define WEFT_MACHINE_ENVIRONMENT_PARTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A JSON string, or null if unknown.
json_t *environment_text(bool known, const char *text);

// Add the configuration of the system and the facts of the build; environment_complete sets all other fields to null.
void environment_add_system(json_t *out);
void environment_add_build(json_t *out, const char *isa, const char *precision);
void environment_complete(json_t *out);

// Facts that machine/fitness.h also uses. root: "" for this machine, or a folder with proc/ and sys/ of another. False, NAN, −1: unknown.
bool environment_boost(const char *root, bool *on);
bool environment_guest(const char *root, bool *guest);
bool environment_huge_pages(const char *root, char *out, size_t size); // always, madvise or never

// Processor quota of the cgroups of this process.
typedef struct Quota {
    double  cores; // quota in cores; NAN: no limit
    int64_t stops; // number of periods in which it was used up; −1: unknown
} Quota;
Quota environment_quota(const char *root);

// Adds settings of processor and kernel: stepping and microcode, mitigations, command line, clock source, address randomisation, NUMA
// balancing.
void environment_add_kernel(json_t *out);

// Removes parameters of the kernel that name a file or device (init=, root=, …), and the part after " -- ", which is for init.
void environment_bare_command(char *line);

// ids: {"libgomp.so.1": "libgomp.so.1.0.0 4f9a…"}: the file of every shared library of this process and its build id, which the linker
// computes from its contents; paths: {"libgomp.so.1": "/usr/lib/…/libgomp.so.1.0.0"}. The caller owns both.
void environment_libraries(json_t **ids, json_t **paths);

#endif
