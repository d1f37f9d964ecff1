// Published values of a figure, beside themselves and beside others: two files.
#include "report/figure_beside.h"

#include "fuzz.h"

void fuzz_beside(const uint8_t *bytes, size_t size)
{
    char         here[FUZZ_PATH], there[FUZZ_PATH], out[FUZZ_PATH];
    FuzzPart     parts[FUZZ_PARTS];
    FigureBeside beside;
    const int    count = fuzz_split(bytes, size, parts);
    fuzz_path("here.csv", here);
    fuzz_path("there.csv", there);
    fuzz_path("out.csv", out);
    fuzz_write(here, parts[0].bytes, parts[0].size);
    fuzz_write(there, parts[count - 1].bytes, parts[count - 1].size);
    for (int ratio = 0; ratio < 2; ratio++)
        if (fuzz_fine(figure_beside(here, there, ratio, out, &beside)))
            ASSERT(beside.both <= beside.here && beside.both <= beside.there);
}
