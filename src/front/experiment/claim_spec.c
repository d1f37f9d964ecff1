#include "experiment/claim_spec.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "experiment/key_list.h"

// ---- source ----

static Status check_length(const YamlNode *node, int written)
{
    return written < SOURCE_TEXT_MAX ? status_ok() : yaml_error(node, "longer than %d bytes; shorten it", SOURCE_TEXT_MAX - 1);
}

static Status read_part(const YamlNode *node, char out[SOURCE_PART_MAX])
{
    const char *text = NULL;
    TRY(yaml_text(node, &text));
    if (strlen(text) >= SOURCE_PART_MAX)
        return yaml_error(node, "longer than %d bytes; shorten it", SOURCE_PART_MAX - 1);
    strcpy(out, text);
    return status_ok();
}

static Status need_part(const YamlNode *map, const char *key, char out[SOURCE_PART_MAX])
{
    const YamlNode *node = NULL;
    TRY(yaml_need(map, key, &node));
    return read_part(node, out);
}

static Status read_paper(const YamlNode *map, ClaimSource *out)
{
    static const char *const KEYS[] = {KEYS_PAPER(KEY_NAME) NULL};
    const YamlNode          *regime = yaml_get(map, "regime");
    TRY(yaml_check_keys(map, KEYS));
    TRY(need_part(map, "paper", out->paper));
    TRY(need_part(map, "sentence", out->sentence));
    TRY(need_part(map, "statistic", out->statistic));
    if (regime)
        TRY(read_part(regime, out->regime));
    const int written = snprintf(out->text, sizeof out->text, "%s: %s (%s)%s%s", out->paper, out->sentence, out->statistic,
                                 *out->regime ? "; for " : "", out->regime);
    return check_length(map, written);
}

static bool has_date(const char *text)
{
    static const char FORM[] = "dddd-dd-dd";
    for (; *text; text++) {
        size_t i = 0;
        while (FORM[i] && (FORM[i] == 'd' ? isdigit((unsigned char)text[i]) : text[i] == '-'))
            i++;
        if (!FORM[i])
            return true;
    }
    return false;
}

static Status read_set(const YamlNode *map, char out[SOURCE_TEXT_MAX])
{
    static const char *const KEYS[] = {KEYS_SET(KEY_NAME) NULL};
    const char              *set = NULL;
    const YamlNode          *before = yaml_get(map, "before");
    const YamlNode          *node = NULL;
    TRY(yaml_check_keys(map, KEYS));
    TRY(yaml_need(map, "set", &node));
    TRY(yaml_text(node, &set));
    if (!has_date(set))
        return yaml_error(node, "must contain the day, for example `from the first run on 2026-09-12`");
    TRY(yaml_list(before));
    int used = snprintf(out, SOURCE_TEXT_MAX, "set %s", set);
    for (int i = 0; before && i < before->count && used < SOURCE_TEXT_MAX; i++) {
        const char *bound = NULL;
        TRY(yaml_text(before->children[i], &bound));
        used += snprintf(out + used, (size_t)(SOURCE_TEXT_MAX - used), "%s%s", i ? "; " : "; before: ", bound);
    }
    return check_length(map, used);
}

Status claim_source_read(const YamlNode *node, ClaimSource *out)
{
    static const char *const EXACT[] = {"closed form", NULL};
    int                      choice = 0;
    *out = (ClaimSource){0};
    if (node->type == YAML_MAP)
        return yaml_get(node, "set") ? read_set(node, out->text) : read_paper(node, out);
    TRY(yaml_choice(node, EXACT, &choice));
    strcpy(out->text, EXACT[choice]);
    return status_ok();
}

// ---- expected ----

static Status read_sentence(const YamlNode *node, Sentence *out)
{
    const char *text = NULL;
    TRY(yaml_text(node, &text));
    if (strlen(node->key) >= sizeof out->name || strlen(text) >= sizeof out->text)
        return yaml_error(node, "a sentence has at most %zu bytes, its name %zu", sizeof out->text - 1, sizeof out->name - 1);
    strcpy(out->name, node->key);
    strcpy(out->text, text);
    return status_ok();
}

Status claim_sentences_read(const YamlNode *experiment, Sentence out[SENTENCES_MAX], int *count)
{
    const YamlNode *map = yaml_get(experiment, "expected");
    *count = 0;
    if (!map || map->type != YAML_MAP)
        return status_ok();
    if (map->count > SENTENCES_MAX)
        return yaml_error(map, "more than %d sentences; remove some", SENTENCES_MAX);
    for (; *count < map->count; ++*count)
        TRY(read_sentence(map->children[*count], &out[*count]));
    return status_ok();
}

// True if a verdict carries the sentence of this name. carries: NULL, a name or a list.
static bool is_carried(const YamlNode *carries, const char *name)
{
    bool found = carries && carries->type == YAML_SCALAR && strcmp(carries->text, name) == 0;
    for (int i = 0; carries && i < carries->count && !found; i++)
        found = carries->children[i]->type == YAML_SCALAR && strcmp(carries->children[i]->text, name) == 0;
    return found;
}

Status claim_check_complete(const YamlNode *experiment)
{
    const YamlNode *verdicts = yaml_get(experiment, "verdicts"), *expected = yaml_get(experiment, "expected");
    for (int i = 0; verdicts && i < verdicts->count; i++) {
        const YamlNode *node = NULL;
        TRY(yaml_need(verdicts->children[i], "id", &node));
        TRY(yaml_need(verdicts->children[i], "source", &node));
    }
    if (expected && expected->type != YAML_MAP)
        return yaml_error(expected, "must be a map `name: one sentence`; each sentence needs a verdict with `carries: name`");
    for (int s = 0; expected && s < expected->count; s++) {
        bool carried = false;
        for (int i = 0; verdicts && i < verdicts->count && !carried; i++)
            carried = is_carried(yaml_get(verdicts->children[i], "carries"), expected->children[s]->key);
        if (!carried)
            return yaml_error(expected->children[s], "no verdict carries this sentence; add `carries: %s` to the verdict that tests it",
                              expected->children[s]->key);
    }
    return status_ok();
}
