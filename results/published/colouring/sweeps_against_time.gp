# Edit this and run `gnuplot sweeps_against_time.gp` in this folder.
# It reads sweeps_against_time.dat and writes sweeps_against_time.svg and .pdf.
set encoding utf8
data = 'sweeps_against_time.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1701
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'relative error' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'time from the start of the step (ms)' noenhanced offset 0,0.4
set logscale x
set xrange [0.0052148:5.48709]
set xtics ('' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1)
set logscale y
set yrange [0.00314576:0.120674]
set ytics ('' 0.004 1, '0.005' 0.005, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '0.02' 0.02, '' 0.03 1, '' 0.04 1, '0.05' 0.05, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1)
set arrow 10 from screen 0.1403,0.0437 to screen 0.2071,0.0437 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.1737,0.0437 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'coloured' noenhanced at screen 0.2274,0.0437 left
set arrow 13 from screen 0.3898,0.0437 to screen 0.4566,0.0437 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.4232,0.0437 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'jacobi' noenhanced at screen 0.4769,0.0437 left
set arrow 16 from screen 0.6393,0.0437 to screen 0.7061,0.0437 nohead lc rgb '#CC79A7' lw 1.602 dt solid
set label 17 '' at screen 0.6727,0.0437 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 18 'serial' noenhanced at screen 0.7264,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'sweeps_against_time.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'coloured' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'coloured' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'jacobi' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'jacobi' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'serial' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.55 title 'serial' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'sweeps_against_time.pdf'
replot
