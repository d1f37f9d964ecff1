# Edit this and run `gnuplot incline.gp` in this folder.
# It reads incline.dat and writes incline.svg and .pdf.
set encoding utf8
data = 'incline.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1515
set rmargin at screen 0.9710
set bmargin at screen 0.3292
set tmargin at screen 0.9747
set label 1 'way (m)' noenhanced at screen 0.0249,0.6519 center rotate
set xlabel 'time (s)' noenhanced offset 0,0.4
unset logscale x
set xrange [0:0.848]
set xtics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8)
unset logscale y
set yrange [-0.00268765:0.0569011]
set ytics ('0.00' 0, '0.01' 0.01, '0.02' 0.02, '0.03' 0.03, '0.04' 0.04, '0.05' 0.05)
set arrow 10 from screen 0.0948,0.1439 to screen 0.1616,0.1439 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.1282,0.1439 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'velocity, dt 0.02 s' noenhanced at screen 0.1820,0.1439 left
set arrow 13 from screen 0.0948,0.0915 to screen 0.1616,0.0915 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1282,0.0915 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 'velocity, dt 0.01 s' noenhanced at screen 0.1820,0.0915 left
set arrow 16 from screen 0.0948,0.0391 to screen 0.1616,0.0391 nohead lc rgb '#0A6A2C' lw 1.602 dt (2,3)
set label 17 '' at screen 0.1282,0.0391 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 18 'velocity, dt 0.005 s' noenhanced at screen 0.1820,0.0391 left
set arrow 19 from screen 0.5145,0.1439 to screen 0.5813,0.1439 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.5479,0.1439 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'position, dt 0.02 s' noenhanced at screen 0.6017,0.1439 left
set arrow 22 from screen 0.5145,0.0915 to screen 0.5813,0.0915 nohead lc rgb '#F0AD33' lw 1.604 dt (10,5)
set label 23 '' at screen 0.5479,0.0915 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 24 'position, dt 0.01 s' noenhanced at screen 0.6017,0.0915 left
set arrow 25 from screen 0.5145,0.0391 to screen 0.5813,0.0391 nohead lc rgb '#F0AD33' lw 1.605 dt (2,3)
set label 26 '' at screen 0.5479,0.0391 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 27 'position, dt 0.005 s' noenhanced at screen 0.6017,0.0391 left

set terminal svg size 482,387 font 'sans-serif,14' background rgb 'white'
set output 'incline.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'velocity, dt 0.02 s' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'velocity, dt 0.02 s' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'velocity, dt 0.01 s' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'velocity, dt 0.01 s' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (2,3) title 'velocity, dt 0.005 s' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'velocity, dt 0.005 s' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F7D699' lw 5 dt solid title 'position, dt 0.02 s' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.9 title 'position, dt 0.02 s' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F7D699' lw 5 dt (10,5) title 'position, dt 0.01 s' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.9 title 'position, dt 0.01 s' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (2,3) title 'position, dt 0.005 s' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'position, dt 0.005 s' noenhanced

set terminal pdfcairo size 8.50cm,6.83cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'incline.pdf'
replot
