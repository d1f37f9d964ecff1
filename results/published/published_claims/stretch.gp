# Edit this and run `gnuplot stretch.gp` in this folder.
# It reads stretch.dat and writes stretch.svg and .pdf.
set encoding utf8
data = 'stretch.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.3292
set tmargin at screen 0.9747
set label 1 'largest stretch of a spring (m)' noenhanced at screen 0.0249,0.6519 center rotate
set xlabel 'stiffness of the stiff springs over that of the soft ones' noenhanced offset 0,0.4
set logscale x
set xrange [0.61258:16324.4]
set xtics ('1' 1, '10' 10, '100' 100, '1000' 1000, '10000' 10000)
set logscale y
set yrange [0.171735:16.9258]
set ytics ('0.2' 0.2, '' 0.3 1, '' 0.4 1, '0.5' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10)
set arrow 10 from screen 0.1233,0.1439 to screen 0.1901,0.1439 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.1567,0.1439 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 12 'AVBD, 1 iteration' noenhanced at screen 0.2104,0.1439 left
set arrow 13 from screen 0.1233,0.0915 to screen 0.1901,0.0915 nohead lc rgb '#4FACDD' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1567,0.0915 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 15 'AVBD, 5 iterations' noenhanced at screen 0.2104,0.0915 left
set arrow 16 from screen 0.1233,0.0391 to screen 0.1901,0.0391 nohead lc rgb '#0A6A2C' lw 1.602 dt solid
set label 17 '' at screen 0.1567,0.0391 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD, 5 sweeps' noenhanced at screen 0.2104,0.0391 left
set arrow 19 from screen 0.5145,0.1439 to screen 0.5813,0.1439 nohead lc rgb '#0A6A2C' lw 1.603 dt (10,5)
set label 20 '' at screen 0.5479,0.1439 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 21 'VBD, 100 sweeps' noenhanced at screen 0.6017,0.1439 left
set arrow 22 from screen 0.5145,0.0915 to screen 0.5813,0.0915 nohead lc rgb '#332288' lw 1.604 dt solid
set label 23 '' at screen 0.5479,0.0915 point lc rgb '#332288' pt 11 ps 0.55
set label 24 'Newton' noenhanced at screen 0.6017,0.0915 left

set terminal svg size 482,387 font 'sans-serif,14' background rgb 'white'
set output 'stretch.svg'
plot data index 0 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD, 1 iteration' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#4FACDD' pt 8 ps 0.55 title 'AVBD, 1 iteration' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#A7D5EE' lw 5 dt (10,5) title 'AVBD, 5 iterations' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#4FACDD' pt 8 ps 0.9 title 'AVBD, 5 iterations' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, 5 sweeps' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, 5 sweeps' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'VBD, 100 sweeps' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, 100 sweeps' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced

set terminal pdfcairo size 8.50cm,6.83cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'stretch.pdf'
replot
