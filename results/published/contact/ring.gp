# Edit this and run `gnuplot ring.gp` in this folder.
# It reads ring.dat and writes ring.svg and .pdf.
set encoding utf8
data = 'ring.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.3292
set tmargin at screen 0.9747
set label 1 'angular momentum (kg m²/s)' noenhanced at screen 0.0249,0.6519 center rotate
set xlabel 'time (s)' noenhanced offset 0,0.4
unset logscale x
set xrange [0:1.06]
set xtics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1)
unset logscale y
set yrange [0:1.58896]
set ytics ('0.0' 0, '0.5' 0.5, '1.0' 1, '1.5' 1.5)
set arrow 10 from screen 0.0783,0.1439 to screen 0.1451,0.1439 nohead lc rgb '#7AD151' lw 1.600 dt solid
set label 11 '' at screen 0.1117,0.1439 point lc rgb '#7AD151' pt 11 ps 0.55
set label 12 'dt 0.02 s' noenhanced at screen 0.1654,0.1439 left
set arrow 13 from screen 0.0783,0.0915 to screen 0.1451,0.0915 nohead lc rgb '#22A884' lw 1.601 dt solid
set label 14 '' at screen 0.1117,0.0915 point lc rgb '#22A884' pt 13 ps 0.55
set label 15 'dt 0.01 s' noenhanced at screen 0.1654,0.0915 left
set arrow 16 from screen 0.0783,0.0391 to screen 0.1451,0.0391 nohead lc rgb '#2A788E' lw 1.602 dt solid
set label 17 '' at screen 0.1117,0.0391 point lc rgb '#2A788E' pt 9 ps 0.55
set label 18 'dt 0.005 s' noenhanced at screen 0.1654,0.0391 left
set arrow 19 from screen 0.5145,0.1439 to screen 0.5813,0.1439 nohead lc rgb '#414487' lw 1.603 dt solid
set label 20 '' at screen 0.5479,0.1439 point lc rgb '#414487' pt 5 ps 0.55
set label 21 'dt 0.0025 s' noenhanced at screen 0.6017,0.1439 left
set arrow 22 from screen 0.5145,0.0915 to screen 0.5813,0.0915 nohead lc rgb '#440154' lw 1.604 dt solid
set label 23 '' at screen 0.5479,0.0915 point lc rgb '#440154' pt 7 ps 0.55
set label 24 'dt 0.00125 s' noenhanced at screen 0.6017,0.0915 left
set arrow 25 from screen 0.5145,0.0391 to screen 0.5813,0.0391 nohead lc rgb '#000000' lw 1 dt (8,5)
set label 27 'exact, 1 − μ g t/(r ω)' noenhanced at screen 0.6017,0.0391 left

set terminal svg size 482,387 font 'sans-serif,14' background rgb 'white'
set output 'ring.svg'
plot data index 5 using 1:2 with lines lc rgb '#000000' lw 1 dt (8,5) title 'exact, 1 − μ g t/(r ω)' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'dt 0.02 s' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#7AD151' pt 11 ps 0.55 title 'dt 0.02 s' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#22A884' lw 1.6 dt solid title 'dt 0.01 s' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#22A884' pt 13 ps 0.55 title 'dt 0.01 s' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'dt 0.005 s' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#2A788E' pt 9 ps 0.55 title 'dt 0.005 s' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#414487' lw 1.6 dt solid title 'dt 0.0025 s' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#414487' pt 5 ps 0.55 title 'dt 0.0025 s' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'dt 0.00125 s' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'dt 0.00125 s' noenhanced

set terminal pdfcairo size 8.50cm,6.83cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'ring.pdf'
replot
