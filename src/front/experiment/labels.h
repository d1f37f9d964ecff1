// Labels: texts that figures and tables print instead of the names of settings, columns and their values.
//
//   labels:                                                # of the experiment, at its top
//     cholmod_supernodal: CHOLMOD, supernodal              # a value of any setting or column
//     threads=1: one thread                                # a value of this one, also a number
//     scene.n: particles a side                            # a setting, a column, or an expression as it stands in the file
//     scene.stiffness: {text: stiffness, unit: N/m}
//     pbd: {text: PBD, colour: "#CC79A7"}                  # of the series with this value, in all figures
//
// A figure may have its own `labels`, which override those of the experiment. Units of settings come from the tables of parameters, and
// units of columns from the data. Only scene parameters and expressions need a unit here. A text that ends with a bracket includes its
// unit.
#ifndef WEFT_EXPERIMENT_LABELS_H
#define WEFT_EXPERIMENT_LABELS_H

#include "base/expression.h"
#include "base/yaml.h"
#include "experiment/data_view.h"

enum { LABEL_COLOUR = 8, LABELS_MAX = 48, LABEL_TEXT_MAX = 100, LABEL_UNIT_MAX = 32 };

typedef struct Label {
    char name[EXPRESSION_TEXT_MAX], text[LABEL_TEXT_MAX], unit[LABEL_UNIT_MAX], colour[LABEL_COLOUR]; // "#RRGGBB" or ""
    bool has_unit;                                                                                    // a unit is given, perhaps ""
} Label;

typedef struct Labels {
    int   count;
    Label labels[LABELS_MAX];
} Labels;

// Adds the entries of `map` (NULL: none) to *labels; an entry replaces one of the same name. STATUS_INPUT with the nearest name: the name
// is not a setting, a column, a possible value of a setting, or a text of the file.
Status labels_read(const YamlNode *map, const char *const *settings, int setting_count, Labels *labels) GNU_MUST_CHECK;

// Text and unit of a quantity: a column of `view`, a setting, or an expression. Both return out. "" for no unit.
const char *labels_text(const Labels *labels, const DataView *view, const char *quantity, char *out, size_t size);
const char *labels_unit(const Labels *labels, const DataView *view, const char *quantity, char *out, size_t size);

// "time per step (ms)": for an axis or a column heading. Returns out.
const char *labels_head(const Labels *labels, const DataView *view, const char *quantity, char *out, size_t size);

// The label of a value of a setting or column; NULL if the file gives none.
const char *labels_word(const Labels *labels, const char *quantity, const char *value);

// Its colour; NULL if the file gives none.
const char *labels_colour(const Labels *labels, const char *quantity, const char *value);

// A value on its own, in a key or above columns: its label, else "dt 0.02 s" for a number and the value itself for a text.
const char *labels_value(const Labels *labels, const DataView *view, const char *quantity, const char *value, bool number, char *out,
                         size_t size);

#endif
