# Edit this and run `gnuplot broken.gp` in this folder.
# It reads broken.dat and writes broken.svg and .pdf.
set encoding utf8
data = 'broken.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'broken links' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'force at which a link breaks (N)' noenhanced offset 0,0.4
unset logscale x
set xrange [0:25.44]
set xtics ('0' 0, '5' 5, '10' 10, '15' 15, '20' 20, '25' 25)
unset logscale y
set yrange [0:3.18]
set ytics ('0.0' 0, '0.5' 0.5, '1.0' 1, '1.5' 1.5, '2.0' 2, '2.5' 2.5, '3.0' 3)
set arrow 10 from screen 0.1637,0.0966 to screen 0.2305,0.0966 nohead lc rgb '#440154' lw 1.600 dt solid
set label 11 '' at screen 0.1971,0.0966 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'iterations 5' noenhanced at screen 0.2508,0.0966 left
set arrow 13 from screen 0.1637,0.0413 to screen 0.2305,0.0413 nohead lc rgb '#2A788E' lw 1.601 dt solid
set label 14 '' at screen 0.1971,0.0413 point lc rgb '#2A788E' pt 5 ps 0.55
set label 15 'iterations 20' noenhanced at screen 0.2508,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#7AD151' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#7AD151' pt 9 ps 0.55
set label 18 'iterations 1000' noenhanced at screen 0.6017,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'broken.svg'
plot data index 0 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'iterations 5' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'iterations 5' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'iterations 20' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'iterations 20' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'iterations 1000' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'iterations 1000' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'broken.pdf'
replot
