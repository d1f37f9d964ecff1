# Edit this and run `gnuplot force_error.gp` in this folder.
# It reads force_error.dat and writes force_error.svg and .pdf.
set encoding utf8
data = 'force_error.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1701
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'relative error of the force' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'iterations' noenhanced offset 0,0.4
set logscale x
set xrange [7.43704:13446.2]
set xtics ('' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '10^{2}' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000)
set logscale y
set yrange [0.00216699:0.166434]
set ytics ('' 0.003 1, '' 0.004 1, '0.005' 0.005, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '0.02' 0.02, '' 0.03 1, '' 0.04 1, '0.05' 0.05, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1)
set arrow 10 from screen 0.0340,0.0437 to screen 0.1008,0.0437 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.0674,0.0437 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'serial, f64' noenhanced at screen 0.1211,0.0437 left
set arrow 13 from screen 0.3543,0.0437 to screen 0.4211,0.0437 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.3877,0.0437 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'coloured, f64' noenhanced at screen 0.4415,0.0437 left
set arrow 16 from screen 0.6747,0.0437 to screen 0.7415,0.0437 nohead lc rgb '#F0AD33' lw 1.602 dt (10,5)
set label 17 '' at screen 0.7081,0.0437 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 18 'coloured, f32' noenhanced at screen 0.7618,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'force_error.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'serial, f64' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'serial, f64' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'coloured, f64' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'coloured, f64' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'coloured, f32' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'coloured, f32' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'force_error.pdf'
replot
