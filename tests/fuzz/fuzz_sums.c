// SHA256SUMS of a bundle.
#include "bundle/private/bundle_files.h"
#include "fuzz.h"

void fuzz_sums(const uint8_t *bytes, size_t size)
{
    char        path[FUZZ_PATH];
    BundleFiles files;
    fuzz_path("SHA256SUMS", path);
    fuzz_write(path, bytes, size);
    if (!fuzz_fine(bundle_sums_read(path, &files)))
        return;
    for (int i = 0; i < files.count; i++)
        ASSERT(bundle_path_stays(files.files[i].path));
    bundle_files_destroy(&files);
}
