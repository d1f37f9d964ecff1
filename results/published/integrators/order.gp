# Edit this and run `gnuplot order.gp` in this folder.
# It reads order.dat and writes order.svg and .pdf.
set encoding utf8
data = 'order.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1444
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'error of the trajectory' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'step (s)' noenhanced offset 0,0.4
set logscale x
set xrange [0.00377441:0.0183988]
set xtics ('0.004167' 0.004166666667, '0.008333' 0.008333333333, '0.01667' 0.01666666667)
set logscale y
set yrange [0.000771203:0.218624]
set ytics ('' 0.0008 1, '' 0.0009 1, '10^{-3}' 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1, '' 0.2 1)
set arrow 10 from screen 0.1394,0.0437 to screen 0.2062,0.0437 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.1728,0.0437 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'euler' noenhanced at screen 0.2265,0.0437 left
set arrow 13 from screen 0.3895,0.0437 to screen 0.4563,0.0437 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.4229,0.0437 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'bdf2' noenhanced at screen 0.4766,0.0437 left
set arrow 16 from screen 0.6396,0.0437 to screen 0.7064,0.0437 nohead lc rgb '#CC79A7' lw 1.602 dt solid
set label 17 '' at screen 0.6730,0.0437 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 18 'midpoint' noenhanced at screen 0.7267,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'order.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'euler' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'euler' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'bdf2' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'bdf2' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'midpoint' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.55 title 'midpoint' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'order.pdf'
replot
