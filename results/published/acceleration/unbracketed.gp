# Edit this and run `gnuplot unbracketed.gp` in this folder.
# It reads unbracketed.dat and writes unbracketed.svg and .pdf.
set encoding utf8
data = 'unbracketed.dat'
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
set xlabel 'iteration' noenhanced offset 0,0.4
unset logscale x
set xrange [0:2000]
set xtics ('0' 0, '500' 500, '1000' 1000, '1500' 1500, '2000' 2000)
set logscale y
set yrange [9.98729e-11:1310.52]
set ytics ('' 1e-11 1, '10^{-10}' 1e-10, '' 1e-09 1, '10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1, '' 10 1, '10^{2}' 100, '' 1000 1)
set arrow 10 from screen 0.0158,0.0966 to screen 0.0826,0.0966 nohead lc rgb '#440154' lw 1.600 dt solid
set label 11 '' at screen 0.0492,0.0966 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'ρ 0, published' noenhanced at screen 0.1029,0.0966 left
set arrow 13 from screen 0.0158,0.0413 to screen 0.0826,0.0413 nohead lc rgb '#7AD151' lw 1.601 dt solid
set label 14 '' at screen 0.0492,0.0413 point lc rgb '#7AD151' pt 5 ps 0.55
set label 15 'ρ 0.99, published' noenhanced at screen 0.1029,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#7AD151' lw 1.602 dt (10,5)
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#7AD151' pt 5 ps 0.55
set label 18 'ρ 0.99, without brackets' noenhanced at screen 0.6017,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'unbracketed.svg'
plot data index 0 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'ρ 0, published' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'ρ 0, published' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'ρ 0.99, published' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#7AD151' pt 5 ps 0.55 title 'ρ 0.99, published' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt (10,5) title 'ρ 0.99, without brackets' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#7AD151' pt 5 ps 0.55 title 'ρ 0.99, without brackets' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'unbracketed.pdf'
replot
