// Which elements of a surface may touch at all. The room's own.
#ifndef WEFT_CONTACT_CONTACT_RULES_H
#define WEFT_CONTACT_CONTACT_RULES_H

#include "model/model.h"

// Whether the rules let elements touch of the bodies that these two particles belong to.
static inline bool may_touch_by_rules(const Model *model, int32_t a, int32_t b)
{
    const ContactRules *rules = &model->surface->rules;
    return model_body(model, a) == model_body(model, b) ? rules->self : rules->bodies;
}

static inline bool have_common_particle(const int32_t *a, int a_count, const int32_t *b, int b_count)
{
    for (int i = 0; i < a_count; i++)
        for (int j = 0; j < b_count; j++)
            if (a[i] == b[j])
                return true;
    return false;
}

#endif
