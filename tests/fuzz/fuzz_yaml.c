// YAML alone: every accessor on every node of the resulting tree.
#include "base/yaml.h"

#include "fuzz.h"

static void visit(const YamlNode *node)
{
    static const char *const NAMES[] = {"a", "name", "kind", NULL};
    const YamlNode          *found = NULL;
    const char              *text = NULL;
    bool                     yes = false;
    int64_t                  whole = 0;
    double                   real = 0, reals[3];
    int                      choice = 0;
    fuzz_fine(yaml_text(node, &text));
    fuzz_fine(yaml_bool(node, &yes));
    fuzz_fine(yaml_int(node, -5, 5, &whole));
    fuzz_fine(yaml_int(node, INT64_MIN, INT64_MAX, &whole));
    fuzz_fine(yaml_real(node, -1, 1e30, &real));
    fuzz_fine(yaml_reals(node, 3, reals));
    fuzz_fine(yaml_choice(node, NAMES, &choice));
    fuzz_fine(yaml_list(node));
    fuzz_fine(yaml_check_keys(node, NAMES));
    if (node->type == YAML_MAP)
        fuzz_fine(yaml_need(node, "name", &found));
    for (int i = 0; i < node->count; i++) {
        ASSERT(node->children[i]->parent == node && node->children[i]->index == i);
        visit(node->children[i]);
    }
}

void fuzz_yaml(const uint8_t *bytes, size_t size)
{
    static const char *const NAMES[] = {"n", "spacing"}, *const VALUES[] = {"64", "$n"};
    YamlFile *file = NULL;
    YamlRange ranges[2] = {0};
    if (!fuzz_fine(yaml_read_text("fuzz.yaml", (const char *)bytes, size, &file)))
        return;
    visit(yaml_root(file));
    if (fuzz_fine(yaml_substitute(file, yaml_root(file), NAMES, VALUES, ranges, 2)))
        visit(yaml_root(file));
    yaml_destroy(file);
}
