// The styles of figures. A new style is a line here and, unless a function of figure/figure_script.c already draws it, put_WRITER there.
// FIGURE_STYLE(name, writer, summary, members of FigureStyle (figure_spec.h) that are true). The first is the default.
FIGURE_STYLE(lines, points, "a line through the points of a series", .spread = true, .joined = true)
FIGURE_STYLE(points, points, "points without lines", .spread = true)
FIGURE_STYLE(bars, bars, "a bar for each value of x", .spread = true, .categorical = true, .of_two = true)
FIGURE_STYLE(stacked, bars, "bars whose parts add up to the whole", .categorical = true, .stacked = true)
FIGURE_STYLE(frontier, frontier, "each setting a point; a line through the points that no other of the series beats in both x and y",
             .spread = true, .joined = true, .frontier = true)
FIGURE_STYLE(data_profile, profile, "the share of problems that a series solves within x", .joined = true, .profile = true)
FIGURE_STYLE(performance_profile, profile, "the same for two series, x relative to the better of both", .joined = true, .profile = true,
             .ratio = true)
FIGURE_STYLE(heat, cells, "a cell for each x and y, coloured by z", .categorical = true, .cells = true)
