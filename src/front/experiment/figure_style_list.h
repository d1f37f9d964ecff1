// The styles of figures. A new style is a line here and, unless a function of figure/figure_script.c already draws it, put_WRITER there.
// FIGURE_STYLE(name, writer, members of FigureStyle (figure_spec.h) that are true). The first is the default.
FIGURE_STYLE(lines, points, .spread = true, .joined = true)
FIGURE_STYLE(points, points, .spread = true)
FIGURE_STYLE(bars, bars, .spread = true, .categorical = true, .of_two = true)
FIGURE_STYLE(stacked, bars, .categorical = true, .stacked = true)
FIGURE_STYLE(frontier, frontier, .spread = true, .joined = true, .frontier = true)
FIGURE_STYLE(data_profile, profile, .joined = true, .profile = true)
FIGURE_STYLE(performance_profile, profile, .joined = true, .profile = true, .ratio = true)
FIGURE_STYLE(heat, cells, .categorical = true, .cells = true)
