// Reference files: the bytes unchanged, and once more with the correct hash at their end, since no random input would contain it.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuzz.h"
#include "measure/reference.h"

enum { PARTICLES = 2 };

static void read_file(const char *path)
{
    Arena     arena = arena_init((size_t)64 << 20);
    Reference reference;
    if (fuzz_fine(reference_read(path, PARTICLES, 1.0 / 60, &arena, &reference))) {
        ASSERT(memchr(reference.finding, '\0', sizeof reference.finding));
        for (int32_t i = 0; i < reference.probe_count; i++)
            (void)probe_is_converged(&reference.probes[i]);
        ASSERT(fuzz_fine(reference_write(path, &reference)));
    }
    arena_destroy(&arena);
}

void fuzz_reference(const uint8_t *bytes, size_t size)
{
    char path[FUZZ_PATH], hash[HASH_TEXT], *whole = malloc(size + HASH_TEXT);
    ASSERT(whole);
    memcpy(whole, bytes, size);
    hash_bytes(bytes, size, hash);
    memcpy(whole + size, hash, HASH_TEXT);
    fuzz_path("reference", path);
    fuzz_write(path, bytes, size);
    read_file(path);
    fuzz_write(path, whole, size + HASH_TEXT - 1);
    read_file(path);
    free(whole);
}
