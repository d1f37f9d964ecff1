# Edit this and run `gnuplot inverse.gp` in this folder.
# It reads inverse.dat and writes inverse.svg and .pdf.
set encoding utf8
data = 'inverse.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1574
set rmargin at screen 0.9710
set bmargin at screen 0.3292
set tmargin at screen 0.9747
set label 1 'error, of that at the start' noenhanced at screen 0.0249,0.6519 center rotate
set xlabel 'iteration' noenhanced offset 0,0.4
unset logscale x
set xrange [0:250]
set xtics ('0' 0, '50' 50, '100' 100, '150' 150, '200' 200, '250' 250)
set logscale y
set yrange [5.97807e-13:3.00886]
set ytics ('' 1e-13 1, '10^{-12}' 1e-12, '' 1e-11 1, '10^{-10}' 1e-10, '' 1e-09 1, '10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
set arrow 10 from screen 0.2332,0.1439 to screen 0.3000,0.1439 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.2666,0.1439 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'PD' noenhanced at screen 0.3204,0.1439 left
set arrow 13 from screen 0.2332,0.0915 to screen 0.3000,0.0915 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.2666,0.0915 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'scaled masses' noenhanced at screen 0.3204,0.0915 left
set arrow 16 from screen 0.2332,0.0391 to screen 0.3000,0.0391 nohead lc rgb '#CC79A7' lw 1.602 dt solid
set label 17 '' at screen 0.2666,0.0391 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 18 'scaled the wrong way round' noenhanced at screen 0.3204,0.0391 left

set terminal svg size 482,387 font 'sans-serif,14' background rgb 'white'
set output 'inverse.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'PD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'scaled masses' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'scaled masses' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'scaled the wrong way round' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.55 title 'scaled the wrong way round' noenhanced

set terminal pdfcairo size 8.50cm,6.83cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'inverse.pdf'
replot
