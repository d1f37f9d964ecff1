# Edit this and run `gnuplot block.gp` in this folder.
# It reads block.dat and writes block.svg and .pdf.
set encoding utf8
data = 'block.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0740
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'width over that at rest' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'length over that at rest' noenhanced offset 0,0.4
unset logscale x
set xrange [0.7:2]
set xtics ('0.7' 0.7, '0.8' 0.8, '0.9' 0.9, '1.0' 1, '1.1' 1.1, '1.2' 1.2, '1.3' 1.3, '1.4' 1.4, '1.5' 1.5, '1.6' 1.6, '1.7' 1.7, '1.8' 1.8, '1.9' 1.9, '2.0' 2)
unset logscale y
set yrange [0.702333:1.19601]
set ytics ('0.75' 0.75, '0.80' 0.8, '0.85' 0.85, '0.90' 0.9, '0.95' 0.95, '1.00' 1, '1.05' 1.05, '1.10' 1.1, '1.15' 1.15)
set arrow 10 from screen 0.1104,0.0747 to screen 0.1430,0.0747 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.1267,0.0747 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'neo_hookean, poisson 0' noenhanced at screen 0.1529,0.0747 left
set arrow 13 from screen 0.1104,0.0319 to screen 0.1430,0.0319 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1267,0.0319 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 'neo_hookean, poisson 0.3' noenhanced at screen 0.1529,0.0319 left
set arrow 16 from screen 0.3749,0.0747 to screen 0.4075,0.0747 nohead lc rgb '#0A6A2C' lw 1.602 dt (2,3)
set label 17 '' at screen 0.3912,0.0747 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 18 'neo_hookean, poisson 0.45' noenhanced at screen 0.4174,0.0747 left
set arrow 19 from screen 0.3749,0.0319 to screen 0.4075,0.0319 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.3912,0.0319 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'tet_arap, poisson 0' noenhanced at screen 0.4174,0.0319 left
set arrow 22 from screen 0.6393,0.0747 to screen 0.6720,0.0747 nohead lc rgb '#F0AD33' lw 1.604 dt (10,5)
set label 23 '' at screen 0.6557,0.0747 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 24 'tet_arap, poisson 0.3' noenhanced at screen 0.6819,0.0747 left
set arrow 25 from screen 0.6393,0.0319 to screen 0.6720,0.0319 nohead lc rgb '#F0AD33' lw 1.605 dt (2,3)
set label 26 '' at screen 0.6557,0.0319 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 27 'tet_arap, poisson 0.45' noenhanced at screen 0.6819,0.0319 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'block.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'neo_hookean, poisson 0' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'neo_hookean, poisson 0' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'neo_hookean, poisson 0.3' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'neo_hookean, poisson 0.3' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (2,3) title 'neo_hookean, poisson 0.45' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'neo_hookean, poisson 0.45' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F7D699' lw 5 dt solid title 'tet_arap, poisson 0' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.9 title 'tet_arap, poisson 0' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F7D699' lw 5 dt (10,5) title 'tet_arap, poisson 0.3' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.9 title 'tet_arap, poisson 0.3' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (2,3) title 'tet_arap, poisson 0.45' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'tet_arap, poisson 0.45' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'block.pdf'
replot
