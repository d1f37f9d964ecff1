# Edit this and run `gnuplot vertices.gp` in this folder.
# It reads vertices.dat and writes vertices.svg and .pdf.
set encoding utf8
data = 'vertices.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1602
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'iterations to the target' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'Young''s modulus (Pa)' noenhanced offset 0,0.4
set logscale x
set xrange [7711.92:1.29669e+06]
set xtics ('10000' 10000, '10^{5}' 100000, '10^{6}' 1000000)
set logscale y
set yrange [0.71112:4310.11]
set ytics ('' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1)
set arrow 10 from screen 0.1538,0.0966 to screen 0.2206,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.1872,0.0966 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 12 'VBD, sweeps' noenhanced at screen 0.2409,0.0966 left
set arrow 13 from screen 0.1538,0.0413 to screen 0.2206,0.0413 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1872,0.0413 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'VBD, all at once' noenhanced at screen 0.2409,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#332288' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#332288' pt 11 ps 0.55
set label 18 'Newton' noenhanced at screen 0.6017,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'vertices.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, sweeps' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, sweeps' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'VBD, all at once' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, all at once' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'vertices.pdf'
replot
