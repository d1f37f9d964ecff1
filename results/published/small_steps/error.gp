# Edit this and run `gnuplot error.gp` in this folder.
# It reads error.dat and writes error.svg and .pdf.
set encoding utf8
data = 'error.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0705
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'error of the trajectory' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'sweeps in each step' noenhanced offset 0,0.4
set logscale x
set xrange [0.830142:77.0952]
set xtics ('' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '20' 20, '' 30 1, '' 40 1, '50' 50, '' 60 1, '' 70 1)
set logscale y
set yrange [0.000589263:3.01499]
set ytics ('' 0.0006 1, '' 0.0007 1, '' 0.0008 1, '' 0.0009 1, '10^{-3}' 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1)
set arrow 10 from screen 0.1265,0.0747 to screen 0.1592,0.0747 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.1429,0.0747 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'substeps, chain' noenhanced at screen 0.1691,0.0747 left
set arrow 13 from screen 0.1265,0.0319 to screen 0.1592,0.0319 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1429,0.0319 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 'substeps, cloth' noenhanced at screen 0.1691,0.0319 left
set arrow 16 from screen 0.3802,0.0747 to screen 0.4129,0.0747 nohead lc rgb '#0A6A2C' lw 1.602 dt (2,3)
set label 17 '' at screen 0.3966,0.0747 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 18 'substeps, heavy_payload' noenhanced at screen 0.4228,0.0747 left
set arrow 19 from screen 0.3802,0.0319 to screen 0.4129,0.0319 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.3966,0.0319 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'iterations, chain' noenhanced at screen 0.4228,0.0319 left
set arrow 22 from screen 0.6339,0.0747 to screen 0.6666,0.0747 nohead lc rgb '#F0AD33' lw 1.604 dt (10,5)
set label 23 '' at screen 0.6503,0.0747 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 24 'iterations, cloth' noenhanced at screen 0.6765,0.0747 left
set arrow 25 from screen 0.6339,0.0319 to screen 0.6666,0.0319 nohead lc rgb '#F0AD33' lw 1.605 dt (2,3)
set label 26 '' at screen 0.6503,0.0319 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 27 'iterations, heavy_payload' noenhanced at screen 0.6765,0.0319 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'error.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'substeps, chain' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'substeps, chain' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'substeps, cloth' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'substeps, cloth' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (2,3) title 'substeps, heavy_payload' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'substeps, heavy_payload' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'iterations, chain' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'iterations, chain' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'iterations, cloth' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'iterations, cloth' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (2,3) title 'iterations, heavy_payload' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'iterations, heavy_payload' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'error.pdf'
replot
