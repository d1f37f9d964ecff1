# Edit this and run `gnuplot window.gp` in this folder.
# It reads window.dat and writes window.svg and .pdf.
set encoding utf8
data = 'window.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'window.svg'
set multiplot
set lmargin at screen 0.0692
set rmargin at screen 0.5211
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:12.72]
set xtics ('1' 1, '2' 2, '3' 3, '5' 5, '8' 8, '12' 12)
set logscale y
set yrange [36.5295:502.826]
set ytics ('' 40 1, '50' 50, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '200' 200, '' 300 1, '' 400 1, '500' 500)
plot data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, with guard' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, with guard' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, without guard' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, without guard' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, with guard' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, with guard' noenhanced
unset label
unset object
set lmargin at screen 0.5339
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:12.72]
set xtics ('1' 1, '2' 2, '3' 3, '5' 5, '8' 8, '12' 12)
set logscale y
set yrange [36.5295:502.826]
set ytics ('' 40 1, '' 50, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200, '' 300 1, '' 400 1, '' 500)
set label 1 'iterations to 1e-4' noenhanced at screen 0.0122,0.5992 center rotate
set label 2 'window' noenhanced at screen 0.5275,0.1539 center
set arrow 10 from screen 0.2208,0.0536 to screen 0.2535,0.0536 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.2371,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD, with guard' noenhanced at screen 0.2634,0.0536 left
set arrow 13 from screen 0.4117,0.0536 to screen 0.4443,0.0536 nohead lc rgb '#D55E00' lw 1.602 dt (10,5)
set label 14 '' at screen 0.4280,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD, without guard' noenhanced at screen 0.4542,0.0536 left
set arrow 16 from screen 0.6025,0.0536 to screen 0.6351,0.0536 nohead lc rgb '#0A6A2C' lw 1.604 dt solid
set label 17 '' at screen 0.6188,0.0536 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD, with guard' noenhanced at screen 0.6451,0.0536 left
plot data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, with guard' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, with guard' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, without guard' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, without guard' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, with guard' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, with guard' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'window.pdf'
set multiplot
set lmargin at screen 0.0692
set rmargin at screen 0.5211
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:12.72]
set xtics ('1' 1, '2' 2, '3' 3, '5' 5, '8' 8, '12' 12)
set logscale y
set yrange [36.5295:502.826]
set ytics ('' 40 1, '50' 50, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '200' 200, '' 300 1, '' 400 1, '500' 500)
plot data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, with guard' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, with guard' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, without guard' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, without guard' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, with guard' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, with guard' noenhanced
unset label
unset object
set lmargin at screen 0.5339
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
unset logscale x
set xrange [0:12.72]
set xtics ('1' 1, '2' 2, '3' 3, '5' 5, '8' 8, '12' 12)
set logscale y
set yrange [36.5295:502.826]
set ytics ('' 40 1, '' 50, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200, '' 300 1, '' 400 1, '' 500)
set label 1 'iterations to 1e-4' noenhanced at screen 0.0122,0.5992 center rotate
set label 2 'window' noenhanced at screen 0.5275,0.1539 center
set arrow 10 from screen 0.2208,0.0536 to screen 0.2535,0.0536 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.2371,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD, with guard' noenhanced at screen 0.2634,0.0536 left
set arrow 13 from screen 0.4117,0.0536 to screen 0.4443,0.0536 nohead lc rgb '#D55E00' lw 1.602 dt (10,5)
set label 14 '' at screen 0.4280,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD, without guard' noenhanced at screen 0.4542,0.0536 left
set arrow 16 from screen 0.6025,0.0536 to screen 0.6351,0.0536 nohead lc rgb '#0A6A2C' lw 1.604 dt solid
set label 17 '' at screen 0.6188,0.0536 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD, with guard' noenhanced at screen 0.6451,0.0536 left
plot data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, with guard' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, with guard' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, without guard' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, without guard' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, with guard' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, with guard' noenhanced
unset multiplot
unset label
unset arrow
unset object
