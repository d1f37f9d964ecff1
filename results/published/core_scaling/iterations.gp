# Edit this and run `gnuplot iterations.gp` in this folder.
# It reads iterations.dat and writes iterations.svg and .pdf.
set encoding utf8
data = 'iterations.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1231
set rmargin at screen 0.9710
set bmargin at screen 0.3292
set tmargin at screen 0.9747
set label 1 'speed-up over one thread' noenhanced at screen 0.0249,0.6519 center rotate
set xlabel 'threads' noenhanced offset 0,0.4
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [0.72872:18.3649]
set ytics ('' 0.8 1, '' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10)
set arrow 10 from screen 0.1721,0.1439 to screen 0.2389,0.1439 nohead lc rgb '#882255' lw 1.600 dt solid
set label 11 '' at screen 0.2055,0.1439 point lc rgb '#882255' pt 9 ps 0.55
set label 12 'PD' noenhanced at screen 0.2592,0.1439 left
set arrow 13 from screen 0.1721,0.0915 to screen 0.2389,0.0915 nohead lc rgb '#882255' lw 1.601 dt (10,5)
set label 14 '' at screen 0.2055,0.0915 point lc rgb '#882255' pt 9 ps 0.55
set label 15 'PD, Chebyshev' noenhanced at screen 0.2592,0.0915 left
set arrow 16 from screen 0.1721,0.0391 to screen 0.2389,0.0391 nohead lc rgb '#F0AD33' lw 1.602 dt solid
set label 17 '' at screen 0.2055,0.0391 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 18 'L-BFGS' noenhanced at screen 0.2592,0.0391 left
set arrow 19 from screen 0.5145,0.1439 to screen 0.5813,0.1439 nohead lc rgb '#CC79A7' lw 1.603 dt solid
set label 20 '' at screen 0.5479,0.1439 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 21 'PNCG' noenhanced at screen 0.6017,0.1439 left
set arrow 22 from screen 0.5145,0.0915 to screen 0.5813,0.0915 nohead lc rgb '#999999' lw 1.2 dt 3
set label 24 'ideal' noenhanced at screen 0.6017,0.0915 left

set terminal svg size 482,387 font 'sans-serif,14' background rgb 'white'
set output 'iterations.svg'
plot data index 4 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PD' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PD, Chebyshev' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#882255' lw 1.6 dt (10,5) title 'PD, Chebyshev' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD, Chebyshev' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced

set terminal pdfcairo size 8.50cm,6.83cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'iterations.pdf'
replot
