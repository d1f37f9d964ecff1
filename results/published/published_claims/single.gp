# Edit this and run `gnuplot single.gp` in this folder.
# It reads single.dat and writes single.svg and .pdf.
set encoding utf8
data = 'single.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1444
set rmargin at screen 0.9710
set bmargin at screen 0.3292
set tmargin at screen 0.9747
set label 1 'largest stretch of a spring (m)' noenhanced at screen 0.0249,0.6519 center rotate
set xlabel 'time (s)' noenhanced offset 0,0.4
unset logscale x
set xrange [0:4.24]
set xtics ('0' 0, '1' 1, '2' 2, '3' 3, '4' 4)
set logscale y
set yrange [1.49953e-05:0.299156]
set ytics ('' 2e-05 1, '' 3e-05 1, '' 4e-05 1, '' 5e-05 1, '' 6e-05 1, '' 7e-05 1, '' 8e-05 1, '' 9e-05 1, '10^{-4}' 0.0001, '' 0.0002 1, '' 0.0003 1, '' 0.0004 1, '' 0.0005 1, '' 0.0006 1, '' 0.0007 1, '' 0.0008 1, '' 0.0009 1, '10^{-3}' 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1, '' 0.2 1)
set arrow 10 from screen 0.0846,0.1439 to screen 0.1515,0.1439 nohead lc rgb '#440154' lw 1.600 dt solid
set label 11 '' at screen 0.1180,0.1439 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'stiffness 100 N/m' noenhanced at screen 0.1718,0.1439 left
set arrow 13 from screen 0.0846,0.0915 to screen 0.1515,0.0915 nohead lc rgb '#414487' lw 1.601 dt solid
set label 14 '' at screen 0.1180,0.0915 point lc rgb '#414487' pt 5 ps 0.55
set label 15 'stiffness 1000 N/m' noenhanced at screen 0.1718,0.0915 left
set arrow 16 from screen 0.0846,0.0391 to screen 0.1515,0.0391 nohead lc rgb '#2A788E' lw 1.602 dt solid
set label 17 '' at screen 0.1180,0.0391 point lc rgb '#2A788E' pt 9 ps 0.55
set label 18 'stiffness 10000 N/m' noenhanced at screen 0.1718,0.0391 left
set arrow 19 from screen 0.5145,0.1439 to screen 0.5813,0.1439 nohead lc rgb '#22A884' lw 1.603 dt solid
set label 20 '' at screen 0.5479,0.1439 point lc rgb '#22A884' pt 13 ps 0.55
set label 21 'stiffness 10⁵ N/m' noenhanced at screen 0.6017,0.1439 left
set arrow 22 from screen 0.5145,0.0915 to screen 0.5813,0.0915 nohead lc rgb '#7AD151' lw 1.604 dt solid
set label 23 '' at screen 0.5479,0.0915 point lc rgb '#7AD151' pt 11 ps 0.55
set label 24 'stiffness 10⁶ N/m' noenhanced at screen 0.6017,0.0915 left

set terminal svg size 482,387 font 'sans-serif,14' background rgb 'white'
set output 'single.svg'
plot data index 0 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'stiffness 100 N/m' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'stiffness 100 N/m' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#414487' lw 1.6 dt solid title 'stiffness 1000 N/m' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#414487' pt 5 ps 0.55 title 'stiffness 1000 N/m' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'stiffness 10000 N/m' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#2A788E' pt 9 ps 0.55 title 'stiffness 10000 N/m' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#22A884' lw 1.6 dt solid title 'stiffness 10⁵ N/m' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#22A884' pt 13 ps 0.55 title 'stiffness 10⁵ N/m' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'stiffness 10⁶ N/m' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#7AD151' pt 11 ps 0.55 title 'stiffness 10⁶ N/m' noenhanced

set terminal pdfcairo size 8.50cm,6.83cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'single.pdf'
replot
