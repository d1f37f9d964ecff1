# Edit this and run `gnuplot edge.gp` in this folder.
# It reads edge.dat and writes edge.svg and .pdf.
set encoding utf8
data = 'edge.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1515
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'limit over line theory' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'length over width' noenhanced offset 0,0.4
set logscale x
set xrange [9.05857:44.1571]
set xtics ('10' 10, '20' 20, '40' 40)
unset logscale y
set yrange [1.01899:1.1561]
set ytics ('1.02' 1.02, '1.04' 1.04, '1.06' 1.06, '1.08' 1.08, '1.10' 1.1, '1.12' 1.12, '1.14' 1.14)
set arrow 10 from screen 0.0576,0.0966 to screen 0.1244,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.0910,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'forward, poisson 0' noenhanced at screen 0.1448,0.0966 left
set arrow 13 from screen 0.0576,0.0413 to screen 0.1244,0.0413 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.0910,0.0413 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 'forward, poisson 0.3' noenhanced at screen 0.1448,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#F0AD33' lw 1.602 dt solid
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 18 'alternate, poisson 0' noenhanced at screen 0.6017,0.0966 left
set arrow 19 from screen 0.5145,0.0413 to screen 0.5813,0.0413 nohead lc rgb '#F0AD33' lw 1.603 dt (10,5)
set label 20 '' at screen 0.5479,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'alternate, poisson 0.3' noenhanced at screen 0.6017,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'edge.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'forward, poisson 0' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'forward, poisson 0' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'forward, poisson 0.3' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'forward, poisson 0.3' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'alternate, poisson 0' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'alternate, poisson 0' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'alternate, poisson 0.3' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'alternate, poisson 0.3' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'edge.pdf'
replot
