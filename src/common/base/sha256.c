#include "base/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int bits)
{
    return x >> bits | x << (32 - bits);
}

static void add_block(uint32_t h[8], const unsigned char *block)
{
    uint32_t w[64], v[8]; // a … h
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        const uint32_t first = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
        const uint32_t second = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

typedef struct Sum {
    uint32_t      h[8];
    uint64_t      count; // bytes added
    unsigned char rest[64];
} Sum;

static void begin(Sum *sum)
{
    *sum = (Sum){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

static void add(Sum *sum, const unsigned char *bytes, size_t count)
{
    size_t held = (size_t)(sum->count % 64);
    sum->count += count;
    while (held + count >= 64) {
        const size_t taken = 64 - held;
        memcpy(sum->rest + held, bytes, taken);
        add_block(sum->h, sum->rest);
        bytes += taken;
        count -= taken;
        held = 0;
    }
    if (count)
        memcpy(sum->rest + held, bytes, count);
}

static void end(Sum *sum, char out[SHA256_TEXT])
{
    const uint64_t bits = sum->count * 8;
    const size_t   held = (size_t)(sum->count % 64), zeros = (held < 56 ? 56 : 120) - held; // a one bit, zeros, the length in bits
    unsigned char  tail[72] = {0x80};
    for (size_t i = 0; i < 8; i++)
        tail[zeros + 7 - i] = (unsigned char)(bits >> 8 * i);
    add(sum, tail, zeros + 8);
    for (size_t i = 0; i < 8; i++)
        snprintf(out + 8 * i, 9, "%08x", sum->h[i]);
}

void sha256_bytes(const void *bytes, size_t count, char out[SHA256_TEXT])
{
    Sum sum;
    begin(&sum);
    add(&sum, (const unsigned char *)bytes, count);
    end(&sum, out);
}
