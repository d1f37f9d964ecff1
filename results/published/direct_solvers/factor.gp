# Edit this and run `gnuplot factor.gp` in this folder.
# It reads factor.dat and writes factor.svg and .pdf.
set encoding utf8
data = 'factor.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0692
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'set-up time (ms)' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'particles' noenhanced offset 0,0.4
set logscale x
set xrange [14376.6:298748]
set xtics ('2·10^{4}' 20000, '' 30000 1, '' 40000 1, '5·10^{4}' 50000, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '10^{5}' 100000, '2·10^{5}' 200000)
set logscale y
set yrange [2.78181:486.322]
set ytics ('' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1)
set arrow 10 from screen 0.0623,0.0747 to screen 0.0949,0.0747 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.0786,0.0747 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 12 'by subtrees, threads 1' noenhanced at screen 0.1048,0.0747 left
set arrow 13 from screen 0.0623,0.0319 to screen 0.0949,0.0319 nohead lc rgb '#4FACDD' lw 1.601 dt (10,5)
set label 14 '' at screen 0.0786,0.0319 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 15 'by subtrees, threads 2' noenhanced at screen 0.1048,0.0319 left
set arrow 16 from screen 0.3588,0.0747 to screen 0.3915,0.0747 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.3751,0.0747 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'CHOLMOD supernodal, threads 1' noenhanced at screen 0.4014,0.0747 left
set arrow 19 from screen 0.3588,0.0319 to screen 0.3915,0.0319 nohead lc rgb '#D55E00' lw 1.603 dt (10,5)
set label 20 '' at screen 0.3751,0.0319 point lc rgb '#D55E00' pt 13 ps 0.55
set label 21 'CHOLMOD supernodal, threads 2' noenhanced at screen 0.4014,0.0319 left
set arrow 22 from screen 0.6554,0.0747 to screen 0.6880,0.0747 nohead lc rgb '#0072B2' lw 1.604 dt solid
set label 23 '' at screen 0.6717,0.0747 point lc rgb '#0072B2' pt 5 ps 0.55
set label 24 'PARDISO, threads 1' noenhanced at screen 0.6979,0.0747 left
set arrow 25 from screen 0.6554,0.0319 to screen 0.6880,0.0319 nohead lc rgb '#0072B2' lw 1.605 dt (10,5)
set label 26 '' at screen 0.6717,0.0319 point lc rgb '#0072B2' pt 5 ps 0.55
set label 27 'PARDISO, threads 2' noenhanced at screen 0.6979,0.0319 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'factor.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'by subtrees, threads 1' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'by subtrees, threads 1' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'by subtrees, threads 1' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'by subtrees, threads 2' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (10,5) title 'by subtrees, threads 2' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'by subtrees, threads 2' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD supernodal, threads 1' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD supernodal, threads 1' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD supernodal, threads 1' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD supernodal, threads 2' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'CHOLMOD supernodal, threads 2' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD supernodal, threads 2' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'PARDISO, threads 1' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'PARDISO, threads 1' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'PARDISO, threads 1' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'PARDISO, threads 2' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'PARDISO, threads 2' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'PARDISO, threads 2' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'factor.pdf'
replot
