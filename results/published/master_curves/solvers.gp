# Edit this and run `gnuplot solvers.gp` in this folder.
# It reads solvers.dat and writes solvers.svg and .pdf.
set encoding utf8
data = 'solvers.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1602
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'distance of its end, of L' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'iterations in each step' noenhanced offset 0,0.4
set logscale x
set xrange [6.87326:14549.1]
set xtics ('10' 10, '100' 100, '1000' 1000, '10000' 10000)
set logscale y
set yrange [0.00126597:8052.17]
set ytics ('' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1)
set arrow 10 from screen 0.1271,0.0437 to screen 0.1939,0.0437 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1605,0.0437 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'xpbd' noenhanced at screen 0.2142,0.0437 left
set arrow 13 from screen 0.3208,0.0437 to screen 0.3876,0.0437 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.3542,0.0437 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'vbd' noenhanced at screen 0.4079,0.0437 left
set arrow 16 from screen 0.5145,0.0437 to screen 0.5813,0.0437 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0437 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'pd' noenhanced at screen 0.6017,0.0437 left
set arrow 19 from screen 0.7083,0.0437 to screen 0.7751,0.0437 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.7417,0.0437 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 21 'lbfgs' noenhanced at screen 0.7954,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'solvers.svg'
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'xpbd' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'vbd' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'vbd' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'pd' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'pd' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'lbfgs' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'lbfgs' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'solvers.pdf'
replot
