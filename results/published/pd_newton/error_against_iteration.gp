# Edit this and run `gnuplot error_against_iteration.gp` in this folder.
# It reads error_against_iteration.dat and writes error_against_iteration.svg and .pdf.
set encoding utf8
data = 'error_against_iteration.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1574
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'error, of that at the start' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'iteration' noenhanced offset 0,0.4
set logscale x
set xrange [0.71173:4215.08]
set xtics ('' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1)
set logscale y
set yrange [9.04292e-11:1.45723]
set ytics ('' 1e-11 1, '10^{-10}' 1e-10, '' 1e-09 1, '10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
set arrow 10 from screen 0.1355,0.0437 to screen 0.2023,0.0437 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.1689,0.0437 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD, ω 1' noenhanced at screen 0.2226,0.0437 left
set arrow 13 from screen 0.3882,0.0437 to screen 0.4550,0.0437 nohead lc rgb '#D55E00' lw 1.601 dt (10,5)
set label 14 '' at screen 0.4216,0.0437 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD, ω 1.5' noenhanced at screen 0.4753,0.0437 left
set arrow 16 from screen 0.6409,0.0437 to screen 0.7077,0.0437 nohead lc rgb '#332288' lw 1.602 dt solid
set label 17 '' at screen 0.6743,0.0437 point lc rgb '#332288' pt 11 ps 0.55
set label 18 'Newton' noenhanced at screen 0.7280,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'error_against_iteration.svg'
plot data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, ω 1' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, ω 1' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, ω 1.5' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, ω 1.5' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'error_against_iteration.pdf'
replot
