# Edit this and run `gnuplot small_steps.gp` in this folder.
# It reads small_steps.dat and writes small_steps.svg and .pdf.
set encoding utf8
data = 'small_steps.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'small_steps.svg'
set multiplot
set lmargin at screen 0.0740
set rmargin at screen 0.3694
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'chain' noenhanced offset 0,-0.7
set logscale x
set xrange [77.1192:12966.9]
set xtics ('100' 100, '1000' 1000, '10000' 10000)
set logscale y
set yrange [0.00286135:209.456]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1)
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title '16 substeps' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 substeps' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title '16 iterations' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 iterations' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'one converged step' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'one converged step' noenhanced
unset label
unset object
set lmargin at screen 0.3822
set rmargin at screen 0.6776
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'cloth' noenhanced offset 0,-0.7
set logscale x
set xrange [77.1192:12966.9]
set xtics ('100' 100, '1000' 1000, '10000' 10000)
set logscale y
set yrange [0.00286135:209.456]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1)
plot data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title '16 substeps' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 substeps' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title '16 iterations' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 iterations' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'one converged step' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'one converged step' noenhanced
unset label
unset object
set lmargin at screen 0.6904
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'heavy_payload' noenhanced offset 0,-0.7
set logscale x
set xrange [77.1192:12966.9]
set xtics ('100' 100, '1000' 1000, '10000' 10000)
set logscale y
set yrange [0.00286135:209.456]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1)
set label 1 'relative trajectory error' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'stiffness (N/m)' noenhanced at screen 0.5299,0.1539 center
set arrow 10 from screen 0.1964,0.0536 to screen 0.2290,0.0536 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.2127,0.0536 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 '16 substeps' noenhanced at screen 0.2389,0.0536 left
set arrow 13 from screen 0.4035,0.0536 to screen 0.4361,0.0536 nohead lc rgb '#0072B2' lw 1.603 dt (10,5)
set label 14 '' at screen 0.4198,0.0536 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 '16 iterations' noenhanced at screen 0.4461,0.0536 left
set arrow 16 from screen 0.6107,0.0536 to screen 0.6433,0.0536 nohead lc rgb '#CC79A7' lw 1.606 dt solid
set label 17 '' at screen 0.6270,0.0536 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 18 'one converged step' noenhanced at screen 0.6532,0.0536 left
plot data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title '16 substeps' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 substeps' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title '16 iterations' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 iterations' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'one converged step' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'one converged step' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'small_steps.pdf'
set multiplot
set lmargin at screen 0.0740
set rmargin at screen 0.3694
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'chain' noenhanced offset 0,-0.7
set logscale x
set xrange [77.1192:12966.9]
set xtics ('100' 100, '1000' 1000, '10000' 10000)
set logscale y
set yrange [0.00286135:209.456]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1)
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title '16 substeps' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 substeps' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title '16 iterations' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 iterations' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'one converged step' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'one converged step' noenhanced
unset label
unset object
set lmargin at screen 0.3822
set rmargin at screen 0.6776
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'cloth' noenhanced offset 0,-0.7
set logscale x
set xrange [77.1192:12966.9]
set xtics ('100' 100, '1000' 1000, '10000' 10000)
set logscale y
set yrange [0.00286135:209.456]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1)
plot data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title '16 substeps' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 substeps' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title '16 iterations' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 iterations' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'one converged step' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'one converged step' noenhanced
unset label
unset object
set lmargin at screen 0.6904
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'heavy_payload' noenhanced offset 0,-0.7
set logscale x
set xrange [77.1192:12966.9]
set xtics ('100' 100, '1000' 1000, '10000' 10000)
set logscale y
set yrange [0.00286135:209.456]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1)
set label 1 'relative trajectory error' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'stiffness (N/m)' noenhanced at screen 0.5299,0.1539 center
set arrow 10 from screen 0.1964,0.0536 to screen 0.2290,0.0536 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.2127,0.0536 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 '16 substeps' noenhanced at screen 0.2389,0.0536 left
set arrow 13 from screen 0.4035,0.0536 to screen 0.4361,0.0536 nohead lc rgb '#0072B2' lw 1.603 dt (10,5)
set label 14 '' at screen 0.4198,0.0536 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 '16 iterations' noenhanced at screen 0.4461,0.0536 left
set arrow 16 from screen 0.6107,0.0536 to screen 0.6433,0.0536 nohead lc rgb '#CC79A7' lw 1.606 dt solid
set label 17 '' at screen 0.6270,0.0536 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 18 'one converged step' noenhanced at screen 0.6532,0.0536 left
plot data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title '16 substeps' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 substeps' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title '16 iterations' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title '16 iterations' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'one converged step' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'one converged step' noenhanced
unset multiplot
unset label
unset arrow
unset object
