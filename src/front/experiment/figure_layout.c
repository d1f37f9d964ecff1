#include "experiment/figure_layout.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "experiment/figure_spec.h"

static const double MIN_MM = 40, MAX_MM = 1000, MIN_PT = 4, MAX_PT = 24;

static Status read_size(const YamlNode *node, FigureLayout *out)
{
    static const char *const NAMES[] = {"column", "page", NULL};
    double                   mm[2] = {0};
    if (!node)
        return status_ok();
    if (node->type == YAML_LIST) {
        TRY(yaml_reals(node, 2, mm));
        if (!(fmin(mm[0], mm[1]) >= MIN_MM && fmax(mm[0], mm[1]) <= MAX_MM))
            return yaml_error(node, "must be from %g to %g mm each way", MIN_MM, MAX_MM);
        out->width_mm = mm[0];
        out->height_mm = mm[1];
        return status_ok();
    }
    int choice = 0;
    if (node->type == YAML_SCALAR && text_to_double(node->text, &mm[0]))
        return yaml_real(node, MIN_MM, MAX_MM, &out->width_mm);
    TRY(yaml_choice(node, NAMES, &choice));
    out->width_mm = choice ? FIGURE_PAGE_MM : FIGURE_COLUMN_MM;
    return status_ok();
}

static Status read_limits(const YamlNode *node, FigureLayout *out)
{
    static const char *const AXES[] = {"x", "y", "z", NULL};
    if (!node)
        return status_ok();
    TRY(yaml_check_keys(node, AXES));
    for (int axis = 0; axis < 3; axis++) {
        const YamlNode *limit = yaml_get(node, AXES[axis]);
        const char     *text = NULL;
        SpecRange       range;
        if (!limit)
            continue;
        TRY(yaml_text(limit, &text));
        if (!spec_range(text, &range) || !(range.low < range.high))
            return yaml_error(limit, "must be a range: 1..8, 1.. or ..8");
        out->limits[axis][0] = range.low;
        out->limits[axis][1] = range.high;
    }
    return status_ok();
}

static Status read_format(const YamlNode *node, FigureLayout *out)
{
    static const char *const NAMES[] = {"svg", "pdf", NULL};
    int                      choice = 0;
    TRY(yaml_choice(node, NAMES, &choice));
    out->pdf = out->pdf || choice == 1;
    return status_ok();
}

static Status read_formats(const YamlNode *node, FigureLayout *out)
{
    int count = 0;
    out->pdf = !node;
    TRY(yaml_items(node, &count));
    for (int i = 0; i < count; i++)
        TRY(read_format(yaml_item(node, i), out));
    return status_ok();
}

Status figure_layout_read(const YamlNode *figure, FigureLayout *out)
{
    // in the order of FigureKey, after its default
    static const char *const PLACES[] = {"top left", "top right", "bottom left", "bottom right", "below", "right", "none", NULL};
    const YamlNode          *key = yaml_get(figure, "key");
    int                      place = 0;
    *out = (FigureLayout){.limits = {{-INFINITY, INFINITY}, {-INFINITY, INFINITY}, {-INFINITY, INFINITY}}, .font_pt = FIGURE_FONT_PT};
    TRY(read_size(yaml_get(figure, "size"), out));
    TRY(read_limits(yaml_get(figure, "limits"), out));
    TRY(yaml_choice(key, PLACES, &place));
    out->key = key ? (FigureKey)(KEY_TOP_LEFT + place) : KEY_ENDS;
    TRY(yaml_real(yaml_get(figure, "font"), MIN_PT, MAX_PT, &out->font_pt));
    return read_formats(yaml_get(figure, "formats"), out);
}
