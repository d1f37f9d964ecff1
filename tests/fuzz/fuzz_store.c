// A store as bytes; the length of the input chooses the reader. An input that begins as a database is the store itself. Bytes after `-wal`
// or `-journal` are the write-ahead log or the rollback journal of a good store. Any other input is a list of changes to a good store. A
// change has four bytes for the position, one for a count, and so many replacement bytes. The count 0 cuts the file at the position.
#include "fuzz_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

static const char        MAGIC[] = "SQLite format 3";
static const char *const SIDE_FILES[] = {"-wal", "-journal", "-shm"}; // the last is SQLite's own file, made from the others

// Two bytes choose the page, two the byte in the page. Returns the new size of the file.
static size_t change(char *file, size_t file_size, const uint8_t *bytes, size_t size)
{
    enum { HEAD = 5, PAGE = 4096 };
    while (size >= HEAD && file_size > 0) {
        const size_t page = (size_t)(bytes[0] | bytes[1] << 8) % ((file_size + PAGE - 1) / PAGE);
        const size_t at = (page * PAGE + (size_t)(bytes[2] | bytes[3] << 8) % PAGE) % file_size;
        size_t       count = bytes[4];
        bytes += HEAD;
        size -= HEAD;
        if (count == 0)
            file_size = at;
        count = count < size ? count : size;
        count = count < file_size - at ? count : file_size - at;
        memcpy(file + at, bytes, count);
        bytes += count;
        size -= count;
    }
    return file_size;
}

// Removes the log and journal of an earlier input, and writes those of this input. Returns whether this input has any.
static bool put_side_file(const char *path, const uint8_t *bytes, size_t size)
{
    bool put = false;
    for (size_t i = 0; i < sizeof SIDE_FILES / sizeof *SIDE_FILES; i++) {
        const size_t length = strlen(SIDE_FILES[i]);
        char         name[FUZZ_PATH + 16];
        snprintf(name, sizeof name, "%s%s", path, SIDE_FILES[i]);
        unlink(name);
        if (i < 2 && size > length && memcmp(bytes, SIDE_FILES[i], length) == 0) {
            fuzz_write(name, bytes + length, size - length);
            put = true;
        }
    }
    return put;
}

void fuzz_store(const uint8_t *bytes, size_t size)
{
    char        path[FUZZ_PATH];
    size_t      good_size = 0;
    const char *good = fuzz_store_bytes(&good_size);
    fuzz_path("store.db", path);
    if (put_side_file(path, bytes, size)) {
        fuzz_write(path, good, good_size);
    } else if (size >= sizeof MAGIC && memcmp(bytes, MAGIC, sizeof MAGIC) == 0) {
        fuzz_write(path, bytes, size);
    } else {
        char *file = malloc(good_size);
        ASSERT(file);
        memcpy(file, good, good_size);
        fuzz_write(path, file, change(file, good_size, bytes, size));
        free(file);
    }
    fuzz_store_read(path, size);
}
