# Edit this and run `gnuplot vibration.gp` in this folder.
# It reads vibration.dat and writes vibration.svg and .pdf.
set encoding utf8
data = 'vibration.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1515
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'energy kept per step' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'ωh' noenhanced offset 0,0.4
set logscale x
set xrange [0.00290418:30.2464]
set xtics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1)
set logscale y
set yrange [0.00172447:1.3018]
set ytics ('' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1)
set label 11 '' at screen 0.0648,0.0966 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'newton' noenhanced at screen 0.1185,0.0966 left
set label 14 '' at screen 0.0648,0.0413 point lc rgb '#D55E00' pt 7 ps 0.55
set label 15 'pd, y' noenhanced at screen 0.1185,0.0413 left
set label 17 '' at screen 0.3869,0.0966 point lc rgb '#0072B2' pt 5 ps 0.55
set label 18 'xpbd' noenhanced at screen 0.4406,0.0966 left
set label 20 '' at screen 0.3869,0.0413 point lc rgb '#882255' pt 9 ps 0.55
set label 21 'xpbd_direct' noenhanced at screen 0.4406,0.0413 left
set label 23 '' at screen 0.7090,0.0966 point lc rgb '#D55E00' pt 5 ps 0.55
set label 24 'pd, x_n' noenhanced at screen 0.7627,0.0966 left
set arrow 25 from screen 0.6756,0.0413 to screen 0.7424,0.0413 nohead lc rgb '#000000' lw 1 dt (8,5)
set label 27 'implicit Euler' noenhanced at screen 0.7627,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'vibration.svg'
plot data index 5 using 1:2 with lines lc rgb '#000000' lw 1 dt (8,5) title 'implicit Euler' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'newton' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 7 ps 0.55 title 'pd, y' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'xpbd_direct' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#D55E00' pt 5 ps 0.55 title 'pd, x_n' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'vibration.pdf'
replot
