# Edit this and run `gnuplot second_hit.gp` in this folder.
# It reads second_hit.dat and writes second_hit.svg and .pdf.
set encoding utf8
data = 'second_hit.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1701
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'deepest penetration (m)' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'distance of the wall at first (m)' noenhanced offset 0,0.4
unset logscale x
set xrange [0.5775:0.633]
set xtics ('0.58' 0.58, '0.59' 0.59, '0.60' 0.6, '0.61' 0.61, '0.62' 0.62, '0.63' 0.63)
unset logscale y
set yrange [0:0.00962096]
set ytics ('0.000' 0, '0.002' 0.002, '0.004' 0.004, '0.006' 0.006, '0.008' 0.008)
set label 11 '' at screen 0.1326,0.0966 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'contact_reach 0' noenhanced at screen 0.1863,0.0966 left
set label 14 '' at screen 0.1326,0.0413 point lc rgb '#2A788E' pt 5 ps 0.55
set label 15 'contact_reach 0.25' noenhanced at screen 0.1863,0.0413 left
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#7AD151' pt 9 ps 0.55
set label 18 'contact_reach 1' noenhanced at screen 0.6017,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'second_hit.svg'
plot data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'contact_reach 0' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'contact_reach 0.25' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'contact_reach 1' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'second_hit.pdf'
replot
