// What the fuzz targets share. A target takes any bytes as one kind of input and reads them as the programs of weft do. It must come back,
// whatever they are: with what it read, or with a Status. Made with clang (preset fuzz) it is driven by libFuzzer; else it replays files.
#ifndef WEFT_TESTS_FUZZ_FUZZ_H
#define WEFT_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define FUZZ(name, sources) void fuzz_##name(const uint8_t *bytes, size_t size);
#include "fuzz_list.h"
#undef FUZZ

enum { FUZZ_PATH = 256, FUZZ_PARTS = 8 };

// The path of a file in the folder of this process, which lies in memory where the system has such a place, and is removed at the end.
void fuzz_path(const char *name, char out[FUZZ_PATH]);

// Writes a whole file; the world must let it.
void fuzz_write(const char *path, const void *bytes, size_t size);

// The bytes as a text with its terminating zero; the caller frees it.
char *fuzz_text(const uint8_t *bytes, size_t size);

typedef struct FuzzPart {
    const uint8_t *bytes;
    size_t         size;
} FuzzPart;

// Cuts an input that stands for several files at each line that is `%%%`. Returns how many parts, at least 1.
int fuzz_split(const uint8_t *bytes, size_t size, FuzzPart parts[FUZZ_PARTS]);

// A Status as the world may give it: no bug of weft's, and a message of one line where it failed. True for success.
bool fuzz_fine(Status status);

#endif
