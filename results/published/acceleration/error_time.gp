# Edit this and run `gnuplot error_time.gp` in this folder.
# It reads error_time.dat and writes error_time.svg and .pdf.
set encoding utf8
data = 'error_time.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1574
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'error, of that at the start' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'time from the start of the step (ms)' noenhanced offset 0,0.4
set logscale x
set xrange [1.10398:3960.88]
set xtics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1)
set logscale y
set yrange [4.85862e-10:2.79866]
set ytics ('10^{-10}' 1e-10, '' 1e-09 1, '10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
set arrow 10 from screen 0.0510,0.0966 to screen 0.1178,0.0966 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.0844,0.0966 point lc rgb '#D55E00' pt 7 ps 0.55
set label 12 'PD, ρ 0, window 0' noenhanced at screen 0.1381,0.0966 left
set arrow 13 from screen 0.0510,0.0413 to screen 0.1178,0.0413 nohead lc rgb '#D55E00' lw 1.601 dt (10,5)
set label 14 '' at screen 0.0844,0.0413 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD, ρ 0.995, window 0' noenhanced at screen 0.1381,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#D55E00' pt 5 ps 0.55
set label 18 'PD, ρ 0, window 5' noenhanced at screen 0.6017,0.0966 left
set arrow 19 from screen 0.5145,0.0413 to screen 0.5813,0.0413 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.5479,0.0413 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 21 'L-BFGS, window 5' noenhanced at screen 0.6017,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'error_time.svg'
plot data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, ρ 0, window 0' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 7 ps 0.55 title 'PD, ρ 0, window 0' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, ρ 0.995, window 0' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, ρ 0.995, window 0' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, ρ 0, window 5' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 5 ps 0.55 title 'PD, ρ 0, window 5' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, window 5' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, window 5' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'error_time.pdf'
replot
