#include "base/hash.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"

// Never defined: a Hasher is an XXH3_state_t under another name, so that xxhash.h stays out of our headers.

Hasher *hasher_create(void)
{
    XXH3_state_t *state = XXH3_createState();
    if (state)
        XXH3_128bits_reset(state);
    return (Hasher *)state;
}

void hasher_add(Hasher *hasher, const void *bytes, size_t count)
{
    XXH3_128bits_update((XXH3_state_t *)hasher, bytes, count);
}

static void hash_to_text(XXH128_hash_t hash, char out[HASH_TEXT])
{
    snprintf(out, HASH_TEXT, "%016llx%016llx", (unsigned long long)hash.high64, (unsigned long long)hash.low64);
}

void hasher_text(const Hasher *hasher, char out[HASH_TEXT])
{
    hash_to_text(XXH3_128bits_digest((const XXH3_state_t *)hasher), out);
}

void hasher_destroy(Hasher *hasher)
{
    XXH3_freeState((XXH3_state_t *)hasher);
}

void hash_bytes(const void *bytes, size_t count, char out[HASH_TEXT])
{
    hash_to_text(XXH3_128bits(bytes, count), out);
}

Status hash_file(const char *path, size_t limit_bytes, char out[HASH_TEXT])
{
    FILE *file = NULL;
    TRY(file_open(path, limit_bytes, &file));
    Hasher *hasher = hasher_create();
    if (!hasher) {
        fclose(file);
        return status_make(STATUS_MEMORY, "out of memory while hashing %s", path);
    }
    unsigned char buffer[1 << 16];
    size_t        count;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0)
        hasher_add(hasher, buffer, count);
    const bool failed = ferror(file) != 0;
    hasher_text(hasher, out);
    hasher_destroy(hasher);
    fclose(file);
    return failed ? status_make(STATUS_IO, "%s: cannot be read to its end: %s", path, strerror(errno)) : status_ok();
}
