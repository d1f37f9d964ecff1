# Edit this and run `gnuplot sweeps.gp` in this folder.
# It reads sweeps.dat and writes sweeps.svg and .pdf.
set encoding utf8
data = 'sweeps.dat'
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
set xlabel 'iteration' noenhanced offset 0,0.4
set logscale x
set xrange [0.793156:252.157]
set xtics ('' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1)
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
set output 'sweeps.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'coloured' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'coloured' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'jacobi' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'jacobi' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'serial' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.55 title 'serial' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'sweeps.pdf'
replot
