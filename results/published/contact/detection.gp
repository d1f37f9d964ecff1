# Edit this and run `gnuplot detection.gp` in this folder.
# It reads detection.dat and writes detection.svg and .pdf.
set encoding utf8
data = 'detection.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'time of detection per step (ms)' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'points, edges and triangles of the surface' noenhanced offset 0,0.4
set logscale x
set xrange [5162.68:111007]
set xtics ('' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '2·10^{4}' 20000, '' 30000 1, '' 40000 1, '5·10^{4}' 50000, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '10^{5}' 100000)
set logscale y
set yrange [0.247815:20.1776]
set ytics ('' 0.3 1, '' 0.4 1, '0.5' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '20' 20)
set arrow 10 from screen 0.1703,0.0966 to screen 0.2371,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.2037,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'grid, threads 1' noenhanced at screen 0.2575,0.0966 left
set arrow 13 from screen 0.1703,0.0413 to screen 0.2371,0.0413 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.2037,0.0413 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 'grid, threads 2' noenhanced at screen 0.2575,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#F0AD33' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 18 'bvh, threads 1' noenhanced at screen 0.6017,0.0966 left
set arrow 19 from screen 0.5145,0.0413 to screen 0.5813,0.0413 nohead lc rgb '#F0AD33' lw 1.603 dt (10,5)
set label 20 '' at screen 0.5479,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'bvh, threads 2' noenhanced at screen 0.6017,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'detection.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'grid, threads 1' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'grid, threads 1' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'grid, threads 1' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'grid, threads 2' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'grid, threads 2' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'grid, threads 2' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'bvh, threads 1' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'bvh, threads 1' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'bvh, threads 1' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'bvh, threads 2' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'bvh, threads 2' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'bvh, threads 2' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'detection.pdf'
replot
