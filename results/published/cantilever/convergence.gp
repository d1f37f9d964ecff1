# Edit this and run `gnuplot convergence.gp` in this folder.
# It reads convergence.dat and writes convergence.svg and .pdf.
set encoding utf8
data = 'convergence.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.3292
set tmargin at screen 0.9747
set label 1 'tip deflection / (w L⁴/(8 E I))' noenhanced at screen 0.0249,0.6519 center rotate
set xlabel 'layers of cells' noenhanced offset 0,0.4
set logscale x
set xrange [0.875:9.14285]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8)
unset logscale y
set yrange [0:1.03239]
set ytics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1)
set arrow 10 from screen 0.1631,0.1439 to screen 0.2299,0.1439 nohead lc rgb '#332288' lw 1.600 dt solid
set label 11 '' at screen 0.1965,0.1439 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'newton, split 5' noenhanced at screen 0.2502,0.1439 left
set arrow 13 from screen 0.1631,0.0915 to screen 0.2299,0.0915 nohead lc rgb '#332288' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1965,0.0915 point lc rgb '#332288' pt 11 ps 0.55
set label 15 'newton, split 6' noenhanced at screen 0.2502,0.0915 left
set arrow 16 from screen 0.1631,0.0391 to screen 0.2299,0.0391 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.1965,0.0391 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'pd, split 5' noenhanced at screen 0.2502,0.0391 left
set arrow 19 from screen 0.5145,0.1439 to screen 0.5813,0.1439 nohead lc rgb '#D55E00' lw 1.603 dt (10,5)
set label 20 '' at screen 0.5479,0.1439 point lc rgb '#D55E00' pt 13 ps 0.55
set label 21 'pd, split 6' noenhanced at screen 0.6017,0.1439 left
set arrow 22 from screen 0.5145,0.0915 to screen 0.5813,0.0915 nohead lc rgb '#0072B2' lw 1.604 dt solid
set label 23 '' at screen 0.5479,0.0915 point lc rgb '#0072B2' pt 5 ps 0.55
set label 24 'xpbd, split 5' noenhanced at screen 0.6017,0.0915 left
set arrow 25 from screen 0.5145,0.0391 to screen 0.5813,0.0391 nohead lc rgb '#0072B2' lw 1.605 dt (10,5)
set label 26 '' at screen 0.5479,0.0391 point lc rgb '#0072B2' pt 5 ps 0.55
set label 27 'xpbd, split 6' noenhanced at screen 0.6017,0.0391 left

set terminal svg size 482,387 font 'sans-serif,14' background rgb 'white'
set output 'convergence.svg'
plot data index 0 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'newton, split 5' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'newton, split 5' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#9990C3' lw 5 dt (10,5) title 'newton, split 6' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#332288' pt 11 ps 0.9 title 'newton, split 6' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'pd, split 5' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'pd, split 5' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#EAAE7F' lw 5 dt (10,5) title 'pd, split 6' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.9 title 'pd, split 6' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'xpbd, split 5' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd, split 5' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'xpbd, split 6' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd, split 6' noenhanced

set terminal pdfcairo size 8.50cm,6.83cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'convergence.pdf'
replot
