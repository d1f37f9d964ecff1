# Edit this and run `gnuplot displacement_pbd.gp` in this folder.
# It reads displacement_pbd.dat and writes displacement_pbd.svg and .pdf.
set encoding utf8
data = 'displacement_pbd.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1449
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'displacement over its start' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'time (s)' noenhanced offset 0,0.4
unset logscale x
set xrange [0:1.272]
set xtics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1, '1.2' 1.2)
unset logscale y
set yrange [-1.09996:1.11996]
set ytics ('-1.0' -1, '-0.5' -0.5, '0.0' 0, '0.5' 0.5, '1.0' 1)
set arrow 10 from screen 0.0209,0.0966 to screen 0.0877,0.0966 nohead lc rgb '#7AD151' lw 1.600 dt solid
set label 11 '' at screen 0.0543,0.0966 point lc rgb '#7AD151' pt 13 ps 0.55
set label 12 'dt 0.03333 s' noenhanced at screen 0.1080,0.0966 left
set arrow 13 from screen 0.0209,0.0413 to screen 0.0877,0.0413 nohead lc rgb '#259887' lw 1.601 dt solid
set label 14 '' at screen 0.0543,0.0413 point lc rgb '#259887' pt 9 ps 0.55
set label 15 'dt 0.01667 s' noenhanced at screen 0.1080,0.0413 left
set arrow 16 from screen 0.3500,0.0966 to screen 0.4168,0.0966 nohead lc rgb '#395589' lw 1.602 dt solid
set label 17 '' at screen 0.3834,0.0966 point lc rgb '#395589' pt 5 ps 0.55
set label 18 'dt 0.008333 s' noenhanced at screen 0.4371,0.0966 left
set arrow 19 from screen 0.3500,0.0413 to screen 0.4168,0.0413 nohead lc rgb '#440154' lw 1.603 dt solid
set label 20 '' at screen 0.3834,0.0413 point lc rgb '#440154' pt 7 ps 0.55
set label 21 'dt 0.004167 s' noenhanced at screen 0.4371,0.0413 left
set arrow 22 from screen 0.6791,0.0966 to screen 0.7459,0.0966 nohead lc rgb '#000000' lw 1 dt (8,5)
set label 24 'exact, cos ωt' noenhanced at screen 0.7662,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'displacement_pbd.svg'
plot data index 4 using 1:2 with lines lc rgb '#000000' lw 1 dt (8,5) title 'exact, cos ωt' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'dt 0.03333 s' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#7AD151' pt 13 ps 0.55 title 'dt 0.03333 s' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#259887' lw 1.6 dt solid title 'dt 0.01667 s' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#259887' pt 9 ps 0.55 title 'dt 0.01667 s' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#395589' lw 1.6 dt solid title 'dt 0.008333 s' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#395589' pt 5 ps 0.55 title 'dt 0.008333 s' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'dt 0.004167 s' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'dt 0.004167 s' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'displacement_pbd.pdf'
replot
