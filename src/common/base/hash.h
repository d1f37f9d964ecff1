// 128-bit content hashes (XXH3): case keys, scene and mesh contents, final states, reference files. Not cryptographic.
#ifndef WEFT_BASE_HASH_H
#define WEFT_BASE_HASH_H

#include <stddef.h>

#include "base/status.h"

#define HASH_TEXT 33 // 32 hex digits and the terminating zero

typedef struct Hasher Hasher;

Hasher *hasher_create(void); // NULL when out of memory
void    hasher_add(Hasher *hasher, const void *bytes, size_t count);
void    hasher_text(const Hasher *hasher, char out[HASH_TEXT]); // hash of all bytes so far
void    hasher_destroy(Hasher *hasher);                         // accepts NULL

void hash_bytes(const void *bytes, size_t count, char out[HASH_TEXT]);
// STATUS_IO: unreadable. STATUS_INPUT: above limit_bytes.
Status hash_file(const char *path, size_t limit_bytes, char out[HASH_TEXT]) GNU_MUST_CHECK;

#endif
