// The figures, tables, verdicts and labels of an experiment file, and the other sections that a report reads again from a store.
#include "experiment/figure_spec.h"
#include "fuzz.h"

void fuzz_figures(const uint8_t *bytes, size_t size)
{
    static const char *const SETTINGS[] = {"solver", "linsys", "precision", "threads", "iterations", "dt", "scene", "scene.n"};
    YamlFile                *file = NULL;
    FigureSpecs              specs;
    Variation                variations[VARIATIONS_MAX];
    Sentence                 sentences[SENTENCES_MAX];
    int                      count = 0;
    if (!fuzz_fine(yaml_read_text("fuzz.yaml", (const char *)bytes, size, &file)))
        return;
    if (yaml_root(file)->type == YAML_MAP) { // the reader of experiments has checked this before
        if (fuzz_fine(figure_specs_read(yaml_root(file), SETTINGS, sizeof SETTINGS / sizeof *SETTINGS, &specs)))
            figure_specs_destroy(&specs);
        fuzz_fine(variations_read(yaml_root(file), variations, &count));
        fuzz_fine(claim_sentences_read(yaml_root(file), sentences, &count));
        fuzz_fine(claim_check_complete(yaml_root(file)));
    }
    yaml_destroy(file);
}
