# Edit this and run `gnuplot projective.gp` in this folder.
# It reads projective.dat and writes projective.svg and .pdf.
set encoding utf8
data = 'projective.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'ns per constraint and iteration' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'constraints' noenhanced offset 0,0.4
set logscale x
set xrange [727.75:333036]
set xtics ('' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '10^{5}' 100000, '' 200000 1, '' 300000 1)
set logscale y
set yrange [0.453259:6.32718]
set ytics ('0.5' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1)
set arrow 10 from screen 0.2432,0.0966 to screen 0.3100,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.2766,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'local, f32' noenhanced at screen 0.3304,0.0966 left
set arrow 13 from screen 0.2432,0.0413 to screen 0.3100,0.0413 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.2766,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'solve, f32' noenhanced at screen 0.3304,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#0A6A2C' lw 1.602 dt (10,5)
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 18 'local, f64' noenhanced at screen 0.6017,0.0966 left
set arrow 19 from screen 0.5145,0.0413 to screen 0.5813,0.0413 nohead lc rgb '#F0AD33' lw 1.603 dt (10,5)
set label 20 '' at screen 0.5479,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'solve, f64' noenhanced at screen 0.6017,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'projective.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'local, f32' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'local, f32' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'local, f32' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'solve, f32' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'solve, f32' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'solve, f32' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'local, f64' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'local, f64' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'local, f64' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'solve, f64' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'solve, f64' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'solve, f64' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'projective.pdf'
replot
