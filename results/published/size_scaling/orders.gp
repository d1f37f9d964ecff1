# Edit this and run `gnuplot orders.gp` in this folder.
# It reads orders.dat and writes orders.svg and .pdf.
set encoding utf8
data = 'orders.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1045
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'ns per constraint and iteration' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'constraints' noenhanced offset 0,0.4
set logscale x
set xrange [13273:1.26047e+06]
set xtics ('2·10^{4}' 20000, '' 30000 1, '' 40000 1, '5·10^{4}' 50000, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '10^{5}' 100000, '2·10^{5}' 200000, '' 300000 1, '' 400000 1, '5·10^{5}' 500000, '' 600000 1, '' 700000 1, '' 800000 1, '' 900000 1, '10^{6}' 1000000)
set logscale y
set yrange [0.946933:6.59365]
set ytics ('1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1)
set arrow 10 from screen 0.1690,0.0966 to screen 0.2358,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.2024,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'random' noenhanced at screen 0.2562,0.0966 left
set arrow 13 from screen 0.1690,0.0413 to screen 0.2358,0.0413 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.2024,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'none' noenhanced at screen 0.2562,0.0413 left
set arrow 16 from screen 0.3994,0.0966 to screen 0.4662,0.0966 nohead lc rgb '#CC79A7' lw 1.602 dt solid
set label 17 '' at screen 0.4328,0.0966 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 18 'morton' noenhanced at screen 0.4865,0.0966 left
set arrow 19 from screen 0.3994,0.0413 to screen 0.4662,0.0413 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.4328,0.0413 point lc rgb '#882255' pt 13 ps 0.55
set label 21 'rcm' noenhanced at screen 0.4865,0.0413 left
set arrow 22 from screen 0.6297,0.0966 to screen 0.6965,0.0966 nohead lc rgb '#4FACDD' lw 1.604 dt solid
set label 23 '' at screen 0.6631,0.0966 point lc rgb '#4FACDD' pt 11 ps 0.55
set label 24 'nd' noenhanced at screen 0.7168,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'orders.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'random' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'random' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'random' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'none' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'none' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'none' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'morton' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'morton' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.55 title 'morton' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'rcm' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'rcm' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 13 ps 0.55 title 'rcm' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'nd' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'nd' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#4FACDD' pt 11 ps 0.55 title 'nd' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'orders.pdf'
replot
