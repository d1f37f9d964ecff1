// SHA-256 (FIPS 180-4) of bytes, for files that others check with sha256sum. What weft itself compares has the hashes of
// hash.h.
#ifndef WEFT_BASE_SHA256_H
#define WEFT_BASE_SHA256_H

#include <stddef.h>

#define SHA256_TEXT 65 // 64 hex digits and the terminating zero

void sha256_bytes(const void *bytes, size_t count, char out[SHA256_TEXT]);

#endif
