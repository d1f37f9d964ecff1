# Edit this and run `gnuplot pd_xpbd.gp` in this folder.
# It reads pd_xpbd.dat and writes pd_xpbd.svg and .pdf.
set encoding utf8
data = 'pd_xpbd.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'share of problems within 1 %' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'time of the run, over the lesser of both' noenhanced offset 0,0.4
set logscale x
set xrange [0.925663:4.54167]
set xtics ('1.0' 1, '1.5' 1.5, '2.0' 2, '2.5' 2.5, '3.0' 3, '3.5' 3.5, '4.0' 4, '' 4.5)
unset logscale y
set yrange [0:1.06]
set ytics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1)
set arrow 10 from screen 0.3240,0.0437 to screen 0.3908,0.0437 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.3574,0.0437 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD' noenhanced at screen 0.4111,0.0437 left
set arrow 13 from screen 0.5145,0.0437 to screen 0.5813,0.0437 nohead lc rgb '#D55E00' lw 1.601 dt solid
set label 14 '' at screen 0.5479,0.0437 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD' noenhanced at screen 0.6017,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'pd_xpbd.svg'
plot data index 0 using 1:2 with steps lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.45 title 'XPBD' noenhanced, \
     data index 1 using 1:2 with steps lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.45 title 'PD' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'pd_xpbd.pdf'
replot
