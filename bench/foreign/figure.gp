# Of errors.csv: a map over substeps and iterations for each program with both, and lines over substeps for the others.
# gnuplot -e "folder='FOLDER'" figure.gp writes FOLDER/errors.svg.
set datafile separator comma
set terminal svg size 1000,620 font "sans,11.5" background "white"
set output folder."/errors.svg"
data = folder."/errors.csv"
row(i) = i <= 1 ? 0 : i <= 2 ? 1 : i <= 5 ? 2 : i <= 10 ? 3 : i <= 20 ? 4 : 5
log2(x) = log(x) / log(2)
here(s, p, k) = strcol(1) eq s && strcol(2) eq p && strcol(3) eq k
error(c) = strcol(c) eq "inf" ? NaN : column(c)
lost(c) = strcol(c) eq "inf" ? 1 : NaN
set palette defined (0 "#08306b", 1 "#4292c6", 2 "#f7fbff", 3 "#fdae6b", 4 "#a63603")
set cbrange [-4:0]
set style fill solid 1 noborder
scenes = "cloth cantilever"
titles = "'cloth, springs' 'cantilever, neo-Hookean'"
programs = "weft weft newton newton"
solvers = "xpbd vbd xpbd vbd"
left(c) = c <= 4 ? 0.05 + 0.162 * (c - 1) : 0.8
right(c) = c <= 4 ? left(c) + 0.133 : 0.985
low(r) = r == 1 ? 0.66 : 0.23
high(r) = low(r) + 0.26
place(c, r) = sprintf("set lmargin at screen %g; set rmargin at screen %g; set bmargin at screen %g; set tmargin at screen %g", left(c), right(c), low(r), high(r))
set multiplot
set label 1 "Colour: error. Grey: not run. ×: diverged, or error of 10 or more." at screen 0.05,0.06
do for [r = 1:2] {
    scene = word(scenes, r)
    set object 1 rectangle from graph 0,0 to graph 1,1 behind fillcolor rgb "#d0d0d0" fillstyle solid noborder
    do for [c = 1:4] {
        eval place(c, r)
        program = word(programs, c)
        solver = word(solvers, c)
        set title word(titles, r)."\n".program." ".solver offset 0,-0.6
        unset logscale
        unset key
        unset grid
        set xrange [-0.5:7.5]
        set yrange [-0.5:5.5]
        set xtics ("1" 0, "4" 2, "16" 4, "64" 6)
        set ytics ("1" 0, "2" 1, "5" 2, "10" 3, "20" 4, "50" 5)
        set xlabel "substeps per frame" offset 0,0.3
        set ylabel (c == 1 ? "iterations" : "") offset 0.4,0
        if (c == 4) { set colorbox user origin 0.68,low(r) size 0.01,0.26; set cbtics ("1e-4" -4, "1e-3" -3, "1e-2" -2, "0.1" -1, "1" 0) } else { unset colorbox }
        plot data using (here(scene, program, solver) ? log2($4) : NaN):(row($5) * lost(6)):(0.5):(0.5) with boxxyerror fc rgb "#ffffff", \
             data using (here(scene, program, solver) ? log2($4) : NaN):(row($5)):(0.5):(0.5):(log10(error(6))) with boxxyerror fc palette, \
             data using (here(scene, program, solver) ? log2($4) : NaN):(row($5) * lost(6)) with points pt 2 ps 0.6 lc rgb "#555555"
        unset label 1
    }
    unset object 1
    eval place(5, r)
    set title word(titles, r)."\nwithout iterations" offset 0,-0.6
    unset colorbox
    if (r == 2) { set key at screen 0.985,0.14 right top samplen 2 } else { unset key }
    set grid lc rgb "#dddddd"
    set xrange [0.8:640]
    set yrange [1e-6:3]
    set logscale xy
    set xtics ("1" 1, "4" 4, "16" 16, "64" 64, "256" 256)
    set ytics ("1e-6" 1e-6, "1e-5" 1e-5, "1e-4" 1e-4, "1e-3" 1e-3, "1e-2" 1e-2, "0.1" 0.1, "1" 1)
    set ylabel "error" offset 1.2,0
    plot data using (here(scene, "weft", "newton") ? $4 : NaN):(error(6)) with linespoints lw 2 pt 7 ps 0.5 lc rgb "#222222" title "weft, implicit Euler", \
         data using (here(scene, "mujoco", "discrete") ? $4 : NaN):(error(6)) with linespoints lw 2 pt 5 ps 0.5 lc rgb "#1b9e77" title "mujoco discrete", \
         data using (here(scene, "mujoco", "euler") ? $4 : NaN):(error(6)) with linespoints lw 2 pt 4 ps 0.5 lc rgb "#66c2a5" title "mujoco Euler", \
         data using (here(scene, "newton", "semi_implicit") ? $4 : NaN):(error(6)) with linespoints lw 2 pt 9 ps 0.5 lc rgb "#d95f02" title "newton semi-implicit"
}
unset multiplot
set label 1 "Colour: error. Grey: not run. ×: diverged, or error of 10 or more." at screen 0.05,0.06
