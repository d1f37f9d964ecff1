# Edit this and run `gnuplot refactor_of_newton.gp` in this folder.
# It reads refactor_of_newton.dat and writes refactor_of_newton.svg and .pdf.
set encoding utf8
data = 'refactor_of_newton.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1417
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'time per step (ms)' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'particles' noenhanced offset 0,0.4
set logscale x
set xrange [971.88:2427.56]
set xtics ('1000' 1000, '1200' 1200, '1400' 1400, '1600' 1600, '1800' 1800, '2000' 2000, '' 2200, '2400' 2400)
set logscale y
set yrange [50.3613:509.458]
set ytics ('' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '200' 200, '' 300 1, '' 400 1, '500' 500)
set arrow 10 from screen 0.0765,0.0437 to screen 0.1433,0.0437 nohead lc rgb '#332288' lw 1.600 dt solid
set label 11 '' at screen 0.1099,0.0437 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'CHOLMOD supernodal' noenhanced at screen 0.1637,0.0437 left
set arrow 13 from screen 0.5145,0.0437 to screen 0.5813,0.0437 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.5479,0.0437 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'by subtrees' noenhanced at screen 0.6017,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'refactor_of_newton.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'CHOLMOD supernodal' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'CHOLMOD supernodal' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'CHOLMOD supernodal' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'by subtrees' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'by subtrees' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'by subtrees' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'refactor_of_newton.pdf'
replot
