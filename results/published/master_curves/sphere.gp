# Edit this and run `gnuplot sphere.gp` in this folder.
# It reads sphere.dat and writes sphere.svg and .pdf.
set encoding utf8
data = 'sphere.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1816
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'error of cos θ' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'step (s)' noenhanced offset 0,0.4
set logscale x
set xrange [0.0004375:0.00457143]
set xtics ('0.0005' 0.0005, '0.001' 0.001, '0.002' 0.002, '0.004' 0.004)
set logscale y
set yrange [0.000900693:0.0111824]
set ytics ('10^{-3}' 0.001, '2·10^{-3}' 0.002, '' 0.003 1, '' 0.004 1, '5·10^{-3}' 0.005, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01)
set arrow 10 from screen 0.0539,0.0437 to screen 0.1207,0.0437 nohead lc rgb '#332288' lw 1.600 dt solid
set label 11 '' at screen 0.0873,0.0437 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'newton' noenhanced at screen 0.1410,0.0437 left
set arrow 13 from screen 0.2842,0.0437 to screen 0.3510,0.0437 nohead lc rgb '#0072B2' lw 1.601 dt solid
set label 14 '' at screen 0.3176,0.0437 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'xpbd' noenhanced at screen 0.3713,0.0437 left
set arrow 16 from screen 0.5145,0.0437 to screen 0.5813,0.0437 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0437 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'pd' noenhanced at screen 0.6017,0.0437 left
set arrow 19 from screen 0.7449,0.0437 to screen 0.8117,0.0437 nohead lc rgb '#0A6A2C' lw 1.603 dt solid
set label 20 '' at screen 0.7783,0.0437 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 21 'vbd' noenhanced at screen 0.8320,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'sphere.svg'
plot data index 0 using 1:2 with lines lc rgb '#9990C3' lw 5 dt solid title 'newton' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.9 title 'newton' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#7FB8D8' lw 5 dt solid title 'xpbd' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.9 title 'xpbd' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#EAAE7F' lw 5 dt solid title 'pd' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.9 title 'pd' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'vbd' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'vbd' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'sphere.pdf'
replot
