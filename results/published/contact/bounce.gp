# Edit this and run `gnuplot bounce.gp` in this folder.
# It reads bounce.dat and writes bounce.svg and .pdf.
set encoding utf8
data = 'bounce.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1515
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'error over the first height' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'time step (s)' noenhanced offset 0,0.4
set logscale x
set xrange [0.00105649:0.0236632]
set xtics ('0.00125' 0.00125, '0.0025' 0.0025, '0.005' 0.005, '0.01' 0.01, '0.02' 0.02)
set logscale y
set yrange [0.00750464:0.175521]
set ytics ('' 0.008 1, '' 0.009 1, '0.01' 0.01, '0.02' 0.02, '' 0.03 1, '' 0.04 1, '0.05' 0.05, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1)
set arrow 10 from screen 0.0846,0.0966 to screen 0.1515,0.0966 nohead lc rgb '#440154' lw 1.600 dt solid
set label 11 '' at screen 0.1180,0.0966 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'stiffness 10000 N/m' noenhanced at screen 0.1718,0.0966 left
set arrow 13 from screen 0.0846,0.0413 to screen 0.1515,0.0413 nohead lc rgb '#2A788E' lw 1.601 dt solid
set label 14 '' at screen 0.1180,0.0413 point lc rgb '#2A788E' pt 5 ps 0.55
set label 15 'stiffness 10⁶ N/m' noenhanced at screen 0.1718,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#7AD151' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#7AD151' pt 9 ps 0.55
set label 18 'stiffness 10⁹ N/m' noenhanced at screen 0.6017,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'bounce.svg'
plot data index 0 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'stiffness 10000 N/m' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'stiffness 10000 N/m' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'stiffness 10⁶ N/m' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'stiffness 10⁶ N/m' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'stiffness 10⁹ N/m' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'stiffness 10⁹ N/m' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'bounce.pdf'
replot
