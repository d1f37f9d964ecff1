// The keys of an experiment file, by section. KEYS_SECTION(KEY) has one KEY(name, type, meaning) for each key: the reader rejects all
// others (KEY_NAME), and the manual page and the JSON Schema are made from the same lines.
//   type: text, number, flag, any, map, "list", a section, "list of SECTION"
#ifndef WEFT_EXPERIMENT_KEY_LIST_H
#define WEFT_EXPERIMENT_KEY_LIST_H

#define KEY_NAME(name, type, meaning) #name,

#define KEYS_EXPERIMENT(KEY) \
    KEY(name, "text", "letters, digits, _ and -, not first; also the name of the default database") \
    KEY(question, "text", "the question that the experiment answers") \
    KEY(expected, "any", "the expected results: a map from names to sentences, each with at least one verdict that carries it") \
    KEY(rates, "flag", "measure the bandwidth and the peak operations of the machine before the cases, for data roofline") \
    KEY(plugins, "list", "plugin files with solvers, relative to the folder of the experiment") \
    KEY(defaults, "map", "axes for every case that has the setting; the axes of a block override them") \
    KEY(vary, "list", "variations for --vary: maps from axes to one value, with an optional name; {size: full} is one") \
    KEY(blocks, "list of block", "the cases: the product of the axes of each block") \
    KEY(labels, "map", "names of settings, columns and values in figures and tables: a text, or a map of text, unit and colour") \
    KEY(figures, "list of figure", "the figures of the report") \
    KEY(tables, "list of table", "the tables of the report") \
    KEY(verdicts, "list of verdict", "the claims that the report judges")

#define KEYS_BLOCK(KEY) \
    KEY(name, "text", "the name of the block, a value of `block` in filters") \
    KEY(size, "text", "quick or full: the block belongs to this size only") \
    KEY(axes, "map", \
        "maps each setting to a value or a list of values; the first axis varies slowest; a map {quick: …, full: …} " \
        "gives values by size") \
    KEY(zip, "list", "lists of axes that advance together and have as many values") \
    KEY(exclude, "list", "maps of settings: a case that has all values of one map is left out")

#define KEYS_LABEL(KEY) \
    KEY(text, "text", "the name in figures and tables") \
    KEY(unit, "text", "the unit, for settings and columns whose unit is not known") \
    KEY(colour, "text", "\"#RRGGBB\", the colour of its series in all figures")

#define KEYS_FIGURE(KEY) \
    KEY(name, "text", "the name of the files") \
    KEY(title, "text", "the caption in the report; not drawn in the figure") \
    KEY(data, "text", "the view of the database: step, phase, convergence, accuracy, trajectory, work and others") \
    KEY(x, "any", "a column, a setting, or an expression of them") \
    KEY(y, "any", "the same; of style heat a row for each value") \
    KEY(series, "any", "settings or columns: one line for each combination of their values") \
    KEY(log, "any", "logarithmic axes: x, y or both, and z of a map") \
    KEY(where, "map", "filters: columns, settings or `block`, each with a value, a list of values, or a range such as 1..8") \
    KEY(style, "text", "how the samples are drawn: a figure style") \
    KEY(relative_to, "map", "a filter: shows y at this filter divided by y, for example a speed-up") \
    KEY(efficiency, "flag", "with relative_to over threads: divide the speed-up by the number of threads") \
    KEY(x_label, "text", "the label of the x axis") \
    KEY(y_label, "text", "the label of the y axis") \
    KEY(curves, "list of curve", "closed forms, drawn behind the data") \
    KEY(statistic, "text", "of exact values at one x: median (with quartiles), mean, min or max") \
    KEY(labels, "map", "as at the top of the file; these override them") \
    KEY(facets, "text", "a setting or column: one panel for each of its values") \
    KEY(problems, "any", "of a profile: settings or columns that define a problem") \
    KEY(solved, "map", "of a profile: the filter of solved problems") \
    KEY(z, "any", "of style heat: the quantity shown by colour") \
    KEY(z_label, "text", "of style heat: the label of the colours") \
    KEY(contours, "contours", "of style heat: contour lines between the cells") \
    KEY(mark, "number", "of style heat: a bold contour line at this value of z") \
    KEY(size, "any", "column (85 mm), page (174 mm), a width in mm, or a list of width and height") \
    KEY(limits, "map", "ranges of the axes, for example {x: 1..100, y: 1e-6..}") \
    KEY(key, "text", "the names of the series: top left, top right, bottom left, bottom right, below, right or none") \
    KEY(font, "number", "the size of the text in points (7)") \
    KEY(formats, "any", "the files: svg, pdf (both)")

#define KEYS_CURVE(KEY) \
    KEY(label, "text", "its name in the key, and in the column `curve` of the CSV file") \
    KEY(y, "any", "an expression of x, settings and columns") \
    KEY(where, "map", "a filter of the rows that provide x and the settings")

#define KEYS_CONTOURS(KEY) \
    KEY(value, "any", "the quantity of the lines, for example iterations*substeps") \
    KEY(levels, "list", "its values (powers of 2, 4 or 10)")

#define KEYS_TABLE(KEY) \
    KEY(name, "text", "the name of the files, before -table") \
    KEY(title, "text", "the caption in the report") \
    KEY(data, "text", "the view of the database") \
    KEY(rows, "any", "settings that distinguish the rows (all that vary)") \
    KEY(columns, "text", "a setting or column: one group of columns for each of its values") \
    KEY(values, "any", "the quantities of the cells: columns or expressions") \
    KEY(where, "map", "filters, as of a figure") \
    KEY(best, "text", "least or most: marks the best column of each row if it is significantly better than every other") \
    KEY(labels, "map", "as at the top of the file; these override them")

#define KEYS_VERDICT(KEY) \
    KEY(id, "text", "a name, unique in the file, required; it stays when the claim is reworded, because records are compared by id") \
    KEY(claim, "text", "the sentence") \
    KEY(data, "text", "the view of the database") \
    KEY(value, "any", "the quantity: a column or an expression") \
    KEY(where, "map", "filters of both sides") \
    KEY(of, "map", "filters of the first side") \
    KEY(against, "map", "filters of the second side") \
    KEY(expected, "any", "instead of a second side: the expected value of each sample") \
    KEY(statistic, "text", "one number of a side: median, mean, min, max, or last") \
    KEY(compare, "text", "the subject of the bounds: value, ratio, change (|A/B - 1|), slope or rate") \
    KEY(over, "any", "of slope and rate: the independent quantity") \
    KEY(unconverged, "text", "allowed: the claim may rest on steps that ended without convergence") \
    KEY(findings, "text", "allowed: the claim may rest on cases with findings") \
    KEY(for_each, "any", "settings or columns: each group of equal values is judged separately, and the worst group decides") \
    KEY(below, "number", "the upper bound; the number lies strictly below") \
    KEY(above, "number", "the lower bound; the number lies strictly above") \
    KEY(source, "any", "the source of the bound, required: closed form, or the keys of a paper or of a day") \
    KEY(carries, "any", "the sentences of `expected` that rest on it: a name, or a list") \
    KEY(vary, "any", "the variations under which it is judged again, or none (all)")

#define KEYS_PAPER(KEY) \
    KEY(paper, "text", "authors, year and section") \
    KEY(sentence, "text", "its statement, in other words") \
    KEY(statistic, "text", "the statistic that the paper uses") \
    KEY(regime, "text", "the scene, stiffness, mass ratio, step or resolution of the statement")

#define KEYS_SET(KEY) \
    KEY(set, "text", "the day of the run that set the bound, for example `from the first run on 2026-09-12`") \
    KEY(before, "list", "earlier bounds")

#endif
