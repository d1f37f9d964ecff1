# Edit this and run `gnuplot column.gp` in this folder.
# It reads column.dat and writes column.svg and .pdf.
set encoding utf8
data = 'column.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1444
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'sway over length' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'q L³/EI' noenhanced offset 0,0.4
unset logscale x
set xrange [4:8.5]
set xtics ('4' 4, '5' 5, '6' 6, '7' 7, '8' 8)
set logscale y
set yrange [6.59559e-06:0.877061]
set ytics ('' 7e-06 1, '' 8e-06 1, '' 9e-06 1, '10^{-5}' 1e-05, '' 2e-05 1, '' 3e-05 1, '' 4e-05 1, '' 5e-05 1, '' 6e-05 1, '' 7e-05 1, '' 8e-05 1, '' 9e-05 1, '10^{-4}' 0.0001, '' 0.0002 1, '' 0.0003 1, '' 0.0004 1, '' 0.0005 1, '' 0.0006 1, '' 0.0007 1, '' 0.0008 1, '' 0.0009 1, '10^{-3}' 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1)
set arrow 10 from screen 0.1125,0.0966 to screen 0.1793,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.1459,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'dihedral' noenhanced at screen 0.1997,0.0966 left
set arrow 13 from screen 0.1125,0.0413 to screen 0.1793,0.0413 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.1459,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'isometric_bending' noenhanced at screen 0.1997,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#CC79A7' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 18 'plate_bending' noenhanced at screen 0.6017,0.0966 left
set arrow 19 from screen 0.5145,0.0413 to screen 0.5813,0.0413 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.5479,0.0413 point lc rgb '#882255' pt 13 ps 0.55
set label 21 'curved_plate' noenhanced at screen 0.6017,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'column.svg'
plot data index 0 using 1:2 with lines lc rgb '#84B495' lw 5 dt solid title 'dihedral' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.9 title 'dihedral' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F7D699' lw 5 dt solid title 'isometric_bending' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.9 title 'isometric_bending' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#E5BCD3' lw 5 dt solid title 'plate_bending' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.9 title 'plate_bending' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'curved_plate' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 13 ps 0.55 title 'curved_plate' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'column.pdf'
replot
