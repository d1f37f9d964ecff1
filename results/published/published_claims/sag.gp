# Edit this and run `gnuplot sag.gp` in this folder.
# It reads sag.dat and writes sag.svg and .pdf.
set encoding utf8
data = 'sag.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'sag.svg'
set multiplot
set lmargin at screen 0.0649
set rmargin at screen 0.5190
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 50 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [17.5:182.857]
set xtics ('20' 20, '40' 40, '80' 80, '160' 160)
set logscale y
set yrange [0.203559:1.40881]
set ytics ('' 0.3 1, '' 0.4 1, '0.5' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1)
plot data index 0 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'particles along a side 8' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'particles along a side 8' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#395589' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#395589' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#259887' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#259887' pt 9 ps 0.55 title 'particles along a side 32' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 64' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#7AD151' pt 13 ps 0.55 title 'particles along a side 64' noenhanced
unset label
unset object
set lmargin at screen 0.5318
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 500 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [17.5:182.857]
set xtics ('20' 20, '40' 40, '80' 80, '160' 160)
set logscale y
set yrange [0.203559:1.40881]
set ytics ('' 0.3 1, '' 0.4 1, '' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1)
set label 1 'sag of the centre of mass (m)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'iterations' noenhanced at screen 0.5254,0.1539 center
set arrow 10 from screen 0.0128,0.0536 to screen 0.0454,0.0536 nohead lc rgb '#440154' lw 1.600 dt solid
set label 11 '' at screen 0.0291,0.0536 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'particles along a side 8' noenhanced at screen 0.0553,0.0536 left
set arrow 13 from screen 0.2599,0.0536 to screen 0.2926,0.0536 nohead lc rgb '#395589' lw 1.602 dt solid
set label 14 '' at screen 0.2762,0.0536 point lc rgb '#395589' pt 5 ps 0.55
set label 15 'particles along a side 16' noenhanced at screen 0.3025,0.0536 left
set arrow 16 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#259887' lw 1.604 dt solid
set label 17 '' at screen 0.5234,0.0536 point lc rgb '#259887' pt 9 ps 0.55
set label 18 'particles along a side 32' noenhanced at screen 0.5497,0.0536 left
set arrow 19 from screen 0.7543,0.0536 to screen 0.7869,0.0536 nohead lc rgb '#7AD151' lw 1.606 dt solid
set label 20 '' at screen 0.7706,0.0536 point lc rgb '#7AD151' pt 13 ps 0.55
set label 21 'particles along a side 64' noenhanced at screen 0.7968,0.0536 left
plot data index 1 using 1:2 with lines lc rgb '#A180A9' lw 5 dt solid title 'particles along a side 8' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#440154' pt 7 ps 0.9 title 'particles along a side 8' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#395589' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#395589' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#259887' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#259887' pt 9 ps 0.55 title 'particles along a side 32' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 64' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#7AD151' pt 13 ps 0.55 title 'particles along a side 64' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'sag.pdf'
set multiplot
set lmargin at screen 0.0649
set rmargin at screen 0.5190
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 50 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [17.5:182.857]
set xtics ('20' 20, '40' 40, '80' 80, '160' 160)
set logscale y
set yrange [0.203559:1.40881]
set ytics ('' 0.3 1, '' 0.4 1, '0.5' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1)
plot data index 0 using 1:2 with lines lc rgb '#440154' lw 1.6 dt solid title 'particles along a side 8' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#440154' pt 7 ps 0.55 title 'particles along a side 8' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#395589' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#395589' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#259887' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#259887' pt 9 ps 0.55 title 'particles along a side 32' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 64' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#7AD151' pt 13 ps 0.55 title 'particles along a side 64' noenhanced
unset label
unset object
set lmargin at screen 0.5318
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 500 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [17.5:182.857]
set xtics ('20' 20, '40' 40, '80' 80, '160' 160)
set logscale y
set yrange [0.203559:1.40881]
set ytics ('' 0.3 1, '' 0.4 1, '' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1)
set label 1 'sag of the centre of mass (m)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'iterations' noenhanced at screen 0.5254,0.1539 center
set arrow 10 from screen 0.0128,0.0536 to screen 0.0454,0.0536 nohead lc rgb '#440154' lw 1.600 dt solid
set label 11 '' at screen 0.0291,0.0536 point lc rgb '#440154' pt 7 ps 0.55
set label 12 'particles along a side 8' noenhanced at screen 0.0553,0.0536 left
set arrow 13 from screen 0.2599,0.0536 to screen 0.2926,0.0536 nohead lc rgb '#395589' lw 1.602 dt solid
set label 14 '' at screen 0.2762,0.0536 point lc rgb '#395589' pt 5 ps 0.55
set label 15 'particles along a side 16' noenhanced at screen 0.3025,0.0536 left
set arrow 16 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#259887' lw 1.604 dt solid
set label 17 '' at screen 0.5234,0.0536 point lc rgb '#259887' pt 9 ps 0.55
set label 18 'particles along a side 32' noenhanced at screen 0.5497,0.0536 left
set arrow 19 from screen 0.7543,0.0536 to screen 0.7869,0.0536 nohead lc rgb '#7AD151' lw 1.606 dt solid
set label 20 '' at screen 0.7706,0.0536 point lc rgb '#7AD151' pt 13 ps 0.55
set label 21 'particles along a side 64' noenhanced at screen 0.7968,0.0536 left
plot data index 1 using 1:2 with lines lc rgb '#A180A9' lw 5 dt solid title 'particles along a side 8' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#440154' pt 7 ps 0.9 title 'particles along a side 8' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#395589' lw 1.6 dt solid title 'particles along a side 16' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#395589' pt 5 ps 0.55 title 'particles along a side 16' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#259887' lw 1.6 dt solid title 'particles along a side 32' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#259887' pt 9 ps 0.55 title 'particles along a side 32' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#7AD151' lw 1.6 dt solid title 'particles along a side 64' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#7AD151' pt 13 ps 0.55 title 'particles along a side 64' noenhanced
unset multiplot
unset label
unset arrow
unset object
