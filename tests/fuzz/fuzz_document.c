// Markdown documents with markers, against a good store; nothing is written.
#include "report/document.h"

#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "fuzz_store.h"

void fuzz_document(const uint8_t *bytes, size_t size)
{
    char path[FUZZ_PATH], folder[FUZZ_PATH], store[FUZZ_PATH];
    fuzz_path("document.md", path);
    fuzz_path(".", folder);
    fuzz_path("fake.db", store);
    if (access(store, F_OK) != 0)
        fuzz_store_make(store);
    fuzz_write(path, bytes, size);
    const char *paths[] = {path};
    FILE       *said = fopen("/dev/null", "w");
    ASSERT(said);
    fuzz_fine(documents_renew(folder, paths, 1, true, said));
    fclose(said);
}
