# Edit this and run `gnuplot bandwidth.gp` in this folder.
# It reads bandwidth.dat and writes bandwidth.svg and .pdf.
set encoding utf8
data = 'bandwidth.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'share of the machine''s bandwidth' noenhanced at screen 0.0249,0.5000 center rotate
set xlabel 'constraints' noenhanced offset 0,0.4
set logscale x
set xrange [651.24:5.98088e+06]
set xtics ('' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '10^{5}' 100000, '' 200000 1, '' 300000 1, '' 400000 1, '' 500000 1, '' 600000 1, '' 700000 1, '' 800000 1, '' 900000 1, '10^{6}' 1000000, '' 2000000 1, '' 3000000 1, '' 4000000 1, '' 5000000 1)
unset logscale y
set yrange [0:0.988934]
set ytics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8)
set arrow 10 from screen 0.0719,0.0966 to screen 0.1387,0.0966 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.1053,0.0966 point lc rgb '#D55E00' pt 7 ps 0.55
set label 12 'local, f32' noenhanced at screen 0.1590,0.0966 left
set arrow 13 from screen 0.0719,0.0413 to screen 0.1387,0.0413 nohead lc rgb '#D55E00' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1053,0.0413 point lc rgb '#D55E00' pt 7 ps 0.55
set label 15 'solve, f32' noenhanced at screen 0.1590,0.0413 left
set arrow 16 from screen 0.3670,0.0966 to screen 0.4338,0.0966 nohead lc rgb '#0072B2' lw 1.602 dt solid
set label 17 '' at screen 0.4004,0.0966 point lc rgb '#0072B2' pt 5 ps 0.55
set label 18 'project, f32' noenhanced at screen 0.4541,0.0966 left
set arrow 19 from screen 0.3670,0.0413 to screen 0.4338,0.0413 nohead lc rgb '#D55E00' lw 1.603 dt solid
set label 20 '' at screen 0.4004,0.0413 point lc rgb '#D55E00' pt 5 ps 0.55
set label 21 'local, f64' noenhanced at screen 0.4541,0.0413 left
set arrow 22 from screen 0.6621,0.0966 to screen 0.7289,0.0966 nohead lc rgb '#D55E00' lw 1.604 dt (10,5)
set label 23 '' at screen 0.6955,0.0966 point lc rgb '#D55E00' pt 5 ps 0.55
set label 24 'solve, f64' noenhanced at screen 0.7492,0.0966 left
set arrow 25 from screen 0.6621,0.0413 to screen 0.7289,0.0413 nohead lc rgb '#0072B2' lw 1.605 dt (10,5)
set label 26 '' at screen 0.6955,0.0413 point lc rgb '#0072B2' pt 5 ps 0.55
set label 27 'project, f64' noenhanced at screen 0.7492,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'bandwidth.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'local, f32' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'local, f32' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 7 ps 0.55 title 'local, f32' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'solve, f32' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'solve, f32' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 7 ps 0.55 title 'solve, f32' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'project, f32' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'project, f32' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'project, f32' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'local, f64' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'local, f64' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 5 ps 0.55 title 'local, f64' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'solve, f64' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'solve, f64' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#D55E00' pt 5 ps 0.55 title 'solve, f64' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'project, f64' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'project, f64' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'project, f64' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'bandwidth.pdf'
replot
