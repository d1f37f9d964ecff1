// The libraries that this process has loaded, with their build ids (notes of their ELF headers, elf(5)).
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/private/environment_parts.h"

enum { ID_BYTES = 32 };

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
    json_t *libraries = user;
    char    id[2 * ID_BYTES + 1] = "";
    if (!strchr(info->dlpi_name, '/')) // the program itself, and what the kernel maps
        return 0;
    for (int i = 0; i < info->dlpi_phnum && !id[0]; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            // NOLINTNEXTLINE(performance-no-int-to-ptr): this is how the loader gives an address
            find_build_id((const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr), info->dlpi_phdr[i].p_memsz, id);
    char *file = realpath(info->dlpi_name, NULL);
    json_object_set_new(libraries, base_name(info->dlpi_name), json_sprintf("%s %s", base_name(file ? file : info->dlpi_name), id));
    free(file);
    return 0;
}

json_t *environment_libraries(void)
{
    json_t *libraries = json_object();
    dl_iterate_phdr(add_library, libraries);
    return libraries;
}
