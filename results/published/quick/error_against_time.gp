# Edit this and run `gnuplot error_against_time.gp` in this folder.
# It reads error_against_time.dat and writes error_against_time.svg and .pdf.
set encoding utf8
data = 'error_against_time.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0705
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'error, of that at the start' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'time from the start of the step (ms)' noenhanced offset 0,0.4
set logscale x
set xrange [0.00407698:30.1729]
set xtics ('' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1)
set logscale y
set yrange [1e-08:15.1067]
set ytics ('10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1, '' 10 1)
set arrow 10 from screen 0.0865,0.0747 to screen 0.1192,0.0747 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.1029,0.0747 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 12 'PBD' noenhanced at screen 0.1291,0.0747 left
set arrow 13 from screen 0.0865,0.0319 to screen 0.1192,0.0319 nohead lc rgb '#0072B2' lw 1.601 dt solid
set label 14 '' at screen 0.1029,0.0319 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'XPBD' noenhanced at screen 0.1291,0.0319 left
set arrow 16 from screen 0.3669,0.0747 to screen 0.3995,0.0747 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.3832,0.0747 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'PD, CHOLMOD simplicial' noenhanced at screen 0.4095,0.0747 left
set arrow 19 from screen 0.3669,0.0319 to screen 0.3995,0.0319 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.3832,0.0319 point lc rgb '#882255' pt 9 ps 0.55
set label 21 'PD, CHOLMOD supernodal' noenhanced at screen 0.4095,0.0319 left
set arrow 22 from screen 0.6473,0.0747 to screen 0.6799,0.0747 nohead lc rgb '#0A6A2C' lw 1.604 dt solid
set label 23 '' at screen 0.6636,0.0747 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 24 'PD, dense' noenhanced at screen 0.6898,0.0747 left
set arrow 25 from screen 0.6473,0.0319 to screen 0.6799,0.0319 nohead lc rgb '#332288' lw 1.605 dt solid
set label 26 '' at screen 0.6636,0.0319 point lc rgb '#332288' pt 11 ps 0.55
set label 27 'Newton, CHOLMOD supernodal' noenhanced at screen 0.6898,0.0319 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'error_against_time.svg'
plot data index 0 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'PBD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, CHOLMOD simplicial' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, CHOLMOD simplicial' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PD, CHOLMOD supernodal' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD, CHOLMOD supernodal' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'PD, dense' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'PD, dense' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, CHOLMOD supernodal' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, CHOLMOD supernodal' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'error_against_time.pdf'
replot
