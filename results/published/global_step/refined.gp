# Edit this and run `gnuplot refined.gp` in this folder.
# It reads refined.dat and writes refined.svg and .pdf.
set encoding utf8
data = 'refined.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1515
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'time per iteration (ms)' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'particles' noenhanced offset 0,0.4
set logscale x
set xrange [201.053:83446.8]
set xtics ('' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1)
set logscale y
set yrange [0.00221521:5.02029]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1)
set arrow 10 from screen 0.1976,0.0966 to screen 0.2644,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.2310,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'real, refine 0' noenhanced at screen 0.2848,0.0966 left
set arrow 13 from screen 0.1976,0.0413 to screen 0.2644,0.0413 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.2310,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'f32, refine 0' noenhanced at screen 0.2848,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#F0AD33' lw 1.602 dt (10,5)
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 18 'f32, refine 1' noenhanced at screen 0.6017,0.0966 left
set arrow 19 from screen 0.5145,0.0413 to screen 0.5813,0.0413 nohead lc rgb '#F0AD33' lw 1.603 dt (2,3)
set label 20 '' at screen 0.5479,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'f32, refine 2' noenhanced at screen 0.6017,0.0413 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'refined.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'real, refine 0' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'real, refine 0' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'real, refine 0' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'f32, refine 0' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'f32, refine 0' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'f32, refine 0' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'f32, refine 1' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'f32, refine 1' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'f32, refine 1' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'f32, refine 2' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (2,3) title 'f32, refine 2' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'f32, refine 2' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'refined.pdf'
replot
