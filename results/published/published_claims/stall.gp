# Edit this and run `gnuplot stall.gp` in this folder.
# It reads stall.dat and writes stall.svg and .pdf.
set encoding utf8
data = 'stall.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'stall.svg'
set multiplot
set lmargin at screen 0.0769
set rmargin at screen 0.3714
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:212]
set xtics ('0' 0, '50' 50, '100' 100, '150' 150, '200' 200)
set logscale y
set yrange [3.60357e-17:0.00690771]
set ytics ('' 1e-17 1, '' 1e-16 1, '10^{-15}' 1e-15, '' 1e-14 1, '' 1e-13 1, '10^{-12}' 1e-12, '' 1e-11 1, '' 1e-10 1, '10^{-9}' 1e-09, '' 1e-08 1, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '' 0.0001 1, '10^{-3}' 0.001)
plot data index 0 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'particles along a side 8' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'particles along a side 8' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'particles along a side 32' noenhanced
unset label
unset object
set lmargin at screen 0.3841
set rmargin at screen 0.6786
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 1000 N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:212]
set xtics ('0' 0, '50' 50, '100' 100, '150' 150, '200' 200)
set logscale y
set yrange [3.60357e-17:0.00690771]
set ytics ('' 1e-17 1, '' 1e-16 1, '' 1e-15, '' 1e-14 1, '' 1e-13 1, '' 1e-12, '' 1e-11 1, '' 1e-10 1, '' 1e-09, '' 1e-08 1, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001 1, '' 0.001)
plot data index 1 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'particles along a side 8' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'particles along a side 8' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'particles along a side 32' noenhanced
unset label
unset object
set lmargin at screen 0.6914
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10⁵ N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:212]
set xtics ('0' 0, '50' 50, '100' 100, '150' 150, '200' 200)
set logscale y
set yrange [3.60357e-17:0.00690771]
set ytics ('' 1e-17 1, '' 1e-16 1, '' 1e-15, '' 1e-14 1, '' 1e-13 1, '' 1e-12, '' 1e-11 1, '' 1e-10 1, '' 1e-09, '' 1e-08 1, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001 1, '' 0.001)
set label 1 'dual residual (m)' noenhanced at screen 0.0122,0.5992 center rotate
set label 2 'iteration' noenhanced at screen 0.5314,0.1539 center
set arrow 10 from screen 0.1363,0.0536 to screen 0.1690,0.0536 nohead lc rgb '#440154' lw 1.600 dt solid
set label 11 '' at screen 0.1527,0.0536 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'particles along a side 8' noenhanced at screen 0.1789,0.0536 left
set arrow 13 from screen 0.3835,0.0536 to screen 0.4161,0.0536 nohead lc rgb '#2A788E' lw 1.603 dt solid
set label 14 '' at screen 0.3998,0.0536 point lc rgb '#2A788E' pt 5 ps 0.55
set label 15 'particles along a side 16' noenhanced at screen 0.4261,0.0536 left
set arrow 16 from screen 0.6307,0.0536 to screen 0.6633,0.0536 nohead lc rgb '#7AD151' lw 1.606 dt solid
set label 17 '' at screen 0.6470,0.0536 point lc rgb '#7AD151' pt 9 ps 0.55
set label 18 'particles along a side 32' noenhanced at screen 0.6732,0.0536 left
plot data index 2 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'particles along a side 8' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'particles along a side 8' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'particles along a side 32' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'stall.pdf'
set multiplot
set lmargin at screen 0.0769
set rmargin at screen 0.3714
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:212]
set xtics ('0' 0, '50' 50, '100' 100, '150' 150, '200' 200)
set logscale y
set yrange [3.60357e-17:0.00690771]
set ytics ('' 1e-17 1, '' 1e-16 1, '10^{-15}' 1e-15, '' 1e-14 1, '' 1e-13 1, '10^{-12}' 1e-12, '' 1e-11 1, '' 1e-10 1, '10^{-9}' 1e-09, '' 1e-08 1, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '' 0.0001 1, '10^{-3}' 0.001)
plot data index 0 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'particles along a side 8' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'particles along a side 8' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'particles along a side 32' noenhanced
unset label
unset object
set lmargin at screen 0.3841
set rmargin at screen 0.6786
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 1000 N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:212]
set xtics ('0' 0, '50' 50, '100' 100, '150' 150, '200' 200)
set logscale y
set yrange [3.60357e-17:0.00690771]
set ytics ('' 1e-17 1, '' 1e-16 1, '' 1e-15, '' 1e-14 1, '' 1e-13 1, '' 1e-12, '' 1e-11 1, '' 1e-10 1, '' 1e-09, '' 1e-08 1, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001 1, '' 0.001)
plot data index 1 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'particles along a side 8' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'particles along a side 8' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'particles along a side 32' noenhanced
unset label
unset object
set lmargin at screen 0.6914
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10⁵ N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:212]
set xtics ('0' 0, '50' 50, '100' 100, '150' 150, '200' 200)
set logscale y
set yrange [3.60357e-17:0.00690771]
set ytics ('' 1e-17 1, '' 1e-16 1, '' 1e-15, '' 1e-14 1, '' 1e-13 1, '' 1e-12, '' 1e-11 1, '' 1e-10 1, '' 1e-09, '' 1e-08 1, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001 1, '' 0.001)
set label 1 'dual residual (m)' noenhanced at screen 0.0122,0.5992 center rotate
set label 2 'iteration' noenhanced at screen 0.5314,0.1539 center
set arrow 10 from screen 0.1363,0.0536 to screen 0.1690,0.0536 nohead lc rgb '#440154' lw 1.600 dt solid
set label 11 '' at screen 0.1527,0.0536 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'particles along a side 8' noenhanced at screen 0.1789,0.0536 left
set arrow 13 from screen 0.3835,0.0536 to screen 0.4161,0.0536 nohead lc rgb '#2A788E' lw 1.603 dt solid
set label 14 '' at screen 0.3998,0.0536 point lc rgb '#2A788E' pt 5 ps 0.55
set label 15 'particles along a side 16' noenhanced at screen 0.4261,0.0536 left
set arrow 16 from screen 0.6307,0.0536 to screen 0.6633,0.0536 nohead lc rgb '#7AD151' lw 1.606 dt solid
set label 17 '' at screen 0.6470,0.0536 point lc rgb '#7AD151' pt 9 ps 0.55
set label 18 'particles along a side 32' noenhanced at screen 0.6732,0.0536 left
plot data index 2 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'particles along a side 8' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'particles along a side 8' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#2A788E' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#2A788E' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#7AD151' pt 9 ps 0.55 title 'particles along a side 32' noenhanced
unset multiplot
unset label
unset arrow
unset object
