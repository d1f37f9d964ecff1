# Edit this and run `gnuplot quasi_newton.gp` in this folder.
# It reads quasi_newton.dat and writes quasi_newton.svg and .pdf.
set encoding utf8
data = 'quasi_newton.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'quasi_newton.svg'
set multiplot
set lmargin at screen 0.0705
set rmargin at screen 0.2898
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'Young''s modulus 10000 Pa' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:30]
set xtics ('0' 0, '10' 10, '20' 20, '30' 30)
set logscale y
set yrange [1e-08:3]
set ytics ('10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
plot data index 0 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced
unset label
unset object
set lmargin at screen 0.3026
set rmargin at screen 0.5218
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'Young''s modulus 10⁵ Pa' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:30]
set xtics ('0' 0, '10' 10, '20' 20, '30' 30)
set logscale y
set yrange [1e-08:3]
set ytics ('' 1e-08, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001, '' 0.001 1, '' 0.01, '' 0.1 1, '' 1)
plot data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced
unset label
unset object
set lmargin at screen 0.5346
set rmargin at screen 0.7538
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'Young''s modulus 10⁶ Pa' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:30]
set xtics ('0' 0, '10' 10, '20' 20, '30' 30)
set logscale y
set yrange [1e-08:3]
set ytics ('' 1e-08, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001, '' 0.001 1, '' 0.01, '' 0.1 1, '' 1)
plot data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced
unset label
unset object
set lmargin at screen 0.7666
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'Young''s modulus 10⁷ Pa' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:30]
set xtics ('0' 0, '10' 10, '20' 20, '30' 30)
set logscale y
set yrange [1e-08:3]
set ytics ('' 1e-08, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001, '' 0.001 1, '' 0.01, '' 0.1 1, '' 1)
set label 1 'error, of that at the start' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'iteration' noenhanced at screen 0.5282,0.1539 center
set arrow 10 from screen 0.3946,0.0536 to screen 0.4272,0.0536 nohead lc rgb '#F0AD33' lw 1.600 dt solid
set label 11 '' at screen 0.4109,0.0536 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 12 'L-BFGS' noenhanced at screen 0.4371,0.0536 left
set arrow 13 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#332288' lw 1.604 dt solid
set label 14 '' at screen 0.5234,0.0536 point lc rgb '#332288' pt 11 ps 0.55
set label 15 'Newton' noenhanced at screen 0.5497,0.0536 left
plot data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'quasi_newton.pdf'
set multiplot
set lmargin at screen 0.0705
set rmargin at screen 0.2898
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'Young''s modulus 10000 Pa' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:30]
set xtics ('0' 0, '10' 10, '20' 20, '30' 30)
set logscale y
set yrange [1e-08:3]
set ytics ('10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
plot data index 0 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced
unset label
unset object
set lmargin at screen 0.3026
set rmargin at screen 0.5218
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'Young''s modulus 10⁵ Pa' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:30]
set xtics ('0' 0, '10' 10, '20' 20, '30' 30)
set logscale y
set yrange [1e-08:3]
set ytics ('' 1e-08, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001, '' 0.001 1, '' 0.01, '' 0.1 1, '' 1)
plot data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced
unset label
unset object
set lmargin at screen 0.5346
set rmargin at screen 0.7538
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'Young''s modulus 10⁶ Pa' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:30]
set xtics ('0' 0, '10' 10, '20' 20, '30' 30)
set logscale y
set yrange [1e-08:3]
set ytics ('' 1e-08, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001, '' 0.001 1, '' 0.01, '' 0.1 1, '' 1)
plot data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced
unset label
unset object
set lmargin at screen 0.7666
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'Young''s modulus 10⁷ Pa' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:30]
set xtics ('0' 0, '10' 10, '20' 20, '30' 30)
set logscale y
set yrange [1e-08:3]
set ytics ('' 1e-08, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001, '' 0.001 1, '' 0.01, '' 0.1 1, '' 1)
set label 1 'error, of that at the start' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'iteration' noenhanced at screen 0.5282,0.1539 center
set arrow 10 from screen 0.3946,0.0536 to screen 0.4272,0.0536 nohead lc rgb '#F0AD33' lw 1.600 dt solid
set label 11 '' at screen 0.4109,0.0536 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 12 'L-BFGS' noenhanced at screen 0.4371,0.0536 left
set arrow 13 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#332288' lw 1.604 dt solid
set label 14 '' at screen 0.5234,0.0536 point lc rgb '#332288' pt 11 ps 0.55
set label 15 'Newton' noenhanced at screen 0.5497,0.0536 left
plot data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced
unset multiplot
unset label
unset arrow
unset object
