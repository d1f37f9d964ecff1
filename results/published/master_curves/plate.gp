# Edit this and run `gnuplot plate.gp` in this folder.
# It reads plate.dat and writes plate.svg and .pdf.
set encoding utf8
data = 'plate.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0740
set rmargin at screen 0.9858
set bmargin at screen 0.2868
set tmargin at screen 0.9810
set label 1 'deflection over the series' noenhanced at screen 0.0122,0.6339 center rotate
set xlabel 'cells along a side' noenhanced offset 0,0.4
set logscale x
set xrange [7.24686:35.3257]
set xtics ('8' 8, '16' 16, '32' 32)
unset logscale y
set yrange [0.533829:1.05933]
set ytics ('0.55' 0.55, '0.60' 0.6, '0.65' 0.65, '0.70' 0.7, '0.75' 0.75, '0.80' 0.8, '0.85' 0.85, '0.90' 0.9, '0.95' 0.95, '1.00' 1, '1.05' 1.05)
set arrow 10 from screen 0.0950,0.1476 to screen 0.1277,0.1476 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.1114,0.1476 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'dihedral, forward' noenhanced at screen 0.1376,0.1476 left
set arrow 13 from screen 0.0950,0.1082 to screen 0.1277,0.1082 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1114,0.1082 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 'dihedral, alternate' noenhanced at screen 0.1376,0.1082 left
set arrow 16 from screen 0.0950,0.0688 to screen 0.1277,0.0688 nohead lc rgb '#0A6A2C' lw 1.602 dt (2,3)
set label 17 '' at screen 0.1114,0.0688 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 18 'dihedral, irregular' noenhanced at screen 0.1376,0.0688 left
set arrow 19 from screen 0.0950,0.0294 to screen 0.1277,0.0294 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.1114,0.0294 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'isometric_bending, forward' noenhanced at screen 0.1376,0.0294 left
set arrow 22 from screen 0.3697,0.1476 to screen 0.4024,0.1476 nohead lc rgb '#F0AD33' lw 1.604 dt (10,5)
set label 23 '' at screen 0.3861,0.1476 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 24 'isometric_bending, alternate' noenhanced at screen 0.4123,0.1476 left
set arrow 25 from screen 0.3697,0.1082 to screen 0.4024,0.1082 nohead lc rgb '#F0AD33' lw 1.605 dt (2,3)
set label 26 '' at screen 0.3861,0.1082 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 27 'isometric_bending, irregular' noenhanced at screen 0.4123,0.1082 left
set arrow 28 from screen 0.3697,0.0688 to screen 0.4024,0.0688 nohead lc rgb '#CC79A7' lw 1.606 dt solid
set label 29 '' at screen 0.3861,0.0688 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 30 'plate_bending, forward' noenhanced at screen 0.4123,0.0688 left
set arrow 31 from screen 0.3697,0.0294 to screen 0.4024,0.0294 nohead lc rgb '#CC79A7' lw 1.607 dt (10,5)
set label 32 '' at screen 0.3861,0.0294 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 33 'plate_bending, alternate' noenhanced at screen 0.4123,0.0294 left
set arrow 34 from screen 0.6444,0.1476 to screen 0.6771,0.1476 nohead lc rgb '#CC79A7' lw 1.608 dt (2,3)
set label 35 '' at screen 0.6608,0.1476 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 36 'plate_bending, irregular' noenhanced at screen 0.6870,0.1476 left
set arrow 37 from screen 0.6444,0.1082 to screen 0.6771,0.1082 nohead lc rgb '#882255' lw 1.609 dt solid
set label 38 '' at screen 0.6608,0.1082 point lc rgb '#882255' pt 13 ps 0.55
set label 39 'curved_plate, forward' noenhanced at screen 0.6870,0.1082 left
set arrow 40 from screen 0.6444,0.0688 to screen 0.6771,0.0688 nohead lc rgb '#882255' lw 1.610 dt (10,5)
set label 41 '' at screen 0.6608,0.0688 point lc rgb '#882255' pt 13 ps 0.55
set label 42 'curved_plate, alternate' noenhanced at screen 0.6870,0.0688 left
set arrow 43 from screen 0.6444,0.0294 to screen 0.6771,0.0294 nohead lc rgb '#882255' lw 1.611 dt (2,3)
set label 44 '' at screen 0.6608,0.0294 point lc rgb '#882255' pt 13 ps 0.55
set label 45 'curved_plate, irregular' noenhanced at screen 0.6870,0.0294 left

set terminal svg size 987,515 font 'sans-serif,14' background rgb 'white'
set output 'plate.svg'
plot data index 0 using 1:2 with lines lc rgb '#84B495' lw 5 dt solid title 'dihedral, forward' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.9 title 'dihedral, forward' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#84B495' lw 5 dt (10,5) title 'dihedral, alternate' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.9 title 'dihedral, alternate' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#84B495' lw 5 dt (2,3) title 'dihedral, irregular' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.9 title 'dihedral, irregular' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'isometric_bending, forward' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'isometric_bending, forward' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'isometric_bending, alternate' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'isometric_bending, alternate' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (2,3) title 'isometric_bending, irregular' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'isometric_bending, irregular' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#E5BCD3' lw 5 dt solid title 'plate_bending, forward' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.9 title 'plate_bending, forward' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#E5BCD3' lw 5 dt (10,5) title 'plate_bending, alternate' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.9 title 'plate_bending, alternate' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#E5BCD3' lw 5 dt (2,3) title 'plate_bending, irregular' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.9 title 'plate_bending, irregular' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'curved_plate, forward' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#882255' pt 13 ps 0.55 title 'curved_plate, forward' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#882255' lw 1.6 dt (10,5) title 'curved_plate, alternate' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#882255' pt 13 ps 0.55 title 'curved_plate, alternate' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#882255' lw 1.6 dt (2,3) title 'curved_plate, irregular' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#882255' pt 13 ps 0.55 title 'curved_plate, irregular' noenhanced

set terminal pdfcairo size 17.40cm,9.09cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'plate.pdf'
replot
