// The loaded libraries of this process, with their build ids (notes in their ELF headers, elf(5)). If a library has no build id, as with
// some linkers, the contents of the file are hashed.
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "machine/private/environment_parts.h"

enum { ID_BYTES = 32 };

typedef struct Libraries {
    json_t *ids, *paths; // by name
} Libraries;

static size_t padded(size_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

// The build id among the notes of a segment, in hexadecimal; "" if there is none.
static void find_build_id(const char *notes, size_t size, char out[2 * ID_BYTES + 1])
{
    out[0] = '\0';
    for (size_t at = 0; at + sizeof(ElfW(Nhdr)) <= size;) {
        ElfW(Nhdr) note;
        memcpy(&note, notes + at, sizeof note);
        const char  *name = notes + at + sizeof note;
        const size_t data = at + sizeof note + padded(note.n_namesz), end = data + padded(note.n_descsz);
        if (end > size || end <= at)
            return;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(name, "GNU", 4) == 0 && note.n_descsz <= ID_BYTES) {
            for (size_t i = 0; i < note.n_descsz; i++)
                snprintf(out + 2 * i, 3, "%02x", (unsigned)(uint8_t)notes[data + i]);
            return;
        }
        at = end;
    }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int add_library(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    const Libraries *libraries = (const Libraries *)user;
    char             id[2 * ID_BYTES + 1] = "";
    if (!strchr(info->dlpi_name, '/')) // the program itself, and mappings of the kernel
        return 0;
    for (int i = 0; i < info->dlpi_phnum && !id[0]; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            // NOLINTNEXTLINE(performance-no-int-to-ptr): this is how the loader gives an address
            find_build_id((const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr), info->dlpi_phdr[i].p_memsz, id);
    char       *file = realpath(info->dlpi_name, NULL);
    const char *path = file ? file : info->dlpi_name, *name = base_name(info->dlpi_name);
    if (!id[0] && hash_file(path, SIZE_MAX, id).code != STATUS_OK)
        id[0] = '\0'; // the file was removed after loading
    json_object_set_new(libraries->ids, name, json_sprintf("%s %s", base_name(path), id));
    json_object_set_new(libraries->paths, name, json_string(path));
    free(file);
    return 0;
}

void environment_libraries(json_t **ids, json_t **paths)
{
    Libraries libraries = {.ids = json_object(), .paths = json_object()};
    dl_iterate_phdr(add_library, &libraries);
    *ids = libraries.ids;
    *paths = libraries.paths;
}
