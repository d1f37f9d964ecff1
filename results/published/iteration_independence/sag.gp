# Edit this and run `gnuplot sag.gp` in this folder.
# It reads sag.dat and writes sag.svg and .pdf.
set encoding utf8
data = 'sag.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'sag of the centre of mass (m)' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'iterations' noenhanced offset 0,0.4
set logscale x
set xrange [8.07442:1585.25]
set xtics ('' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000)
set logscale y
set yrange [0.200201:3.89814]
set ytics ('' 0.3 1, '' 0.4 1, '0.5' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '2' 2, '' 3 1)
set arrow 10 from screen 0.1233,0.0966 to screen 0.1901,0.0966 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.1567,0.0966 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 12 'pbd, per_iteration' noenhanced at screen 0.2104,0.0966 left
set arrow 13 from screen 0.1233,0.0413 to screen 0.1901,0.0413 nohead lc rgb '#4FACDD' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1567,0.0413 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 15 'pbd, whole_step' noenhanced at screen 0.2104,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#0072B2' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#0072B2' pt 5 ps 0.55
set label 18 'xpbd' noenhanced at screen 0.6017,0.0966 left
set arrow 19 from screen 0.5145,0.0413 to screen 0.5813,0.0413 nohead lc rgb '#332288' lw 1.603 dt solid
set label 20 '' at screen 0.5479,0.0413 point lc rgb '#332288' pt 11 ps 0.55
set label 21 'newton' noenhanced at screen 0.6017,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'sag.svg'
plot data index 0 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'pbd, per_iteration' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'pbd, per_iteration' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (10,5) title 'pbd, whole_step' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'pbd, whole_step' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'xpbd' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'newton' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'newton' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'sag.pdf'
replot
