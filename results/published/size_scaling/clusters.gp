# Edit this and run `gnuplot clusters.gp` in this folder.
# It reads clusters.dat and writes clusters.svg and .pdf.
set encoding utf8
data = 'clusters.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1045
set rmargin at screen 0.9710
set bmargin at screen 0.3626
set tmargin at screen 0.9760
set label 1 'ns per constraint and iteration' noenhanced at screen 0.0249,0.6693 center rotate
set xlabel 'constraints' noenhanced offset 0,0.4
set logscale x
set xrange [12556.3:5.3375e+06]
set xtics ('' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '10^{5}' 100000, '' 200000 1, '' 300000 1, '' 400000 1, '' 500000 1, '' 600000 1, '' 700000 1, '' 800000 1, '' 900000 1, '10^{6}' 1000000, '' 2000000 1, '' 3000000 1, '' 4000000 1, '' 5000000 1)
unset logscale y
set yrange [0:4.02866]
set ytics ('0' 0, '1' 1, '2' 2, '3' 3, '4' 4)
set arrow 10 from screen 0.2572,0.1866 to screen 0.3240,0.1866 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.2906,0.1866 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'position based, threads 1' noenhanced at screen 0.3443,0.1866 left
set arrow 13 from screen 0.2572,0.1368 to screen 0.3240,0.1368 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.2906,0.1368 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 'position based, threads 2' noenhanced at screen 0.3443,0.1368 left
set arrow 16 from screen 0.2572,0.0870 to screen 0.3240,0.0870 nohead lc rgb '#F0AD33' lw 1.602 dt solid
set label 17 '' at screen 0.2906,0.0870 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 18 'clusters, threads 1' noenhanced at screen 0.3443,0.0870 left
set arrow 19 from screen 0.2572,0.0372 to screen 0.3240,0.0372 nohead lc rgb '#F0AD33' lw 1.603 dt (10,5)
set label 20 '' at screen 0.2906,0.0372 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'clusters, threads 2' noenhanced at screen 0.3443,0.0372 left

set terminal svg size 482,408 font 'sans-serif,14' background rgb 'white'
set output 'clusters.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'position based, threads 1' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'position based, threads 1' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'position based, threads 1' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'position based, threads 2' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'position based, threads 2' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'position based, threads 2' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'clusters, threads 1' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'clusters, threads 1' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'clusters, threads 1' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'clusters, threads 2' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'clusters, threads 2' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'clusters, threads 2' noenhanced

set terminal pdfcairo size 8.50cm,7.19cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'clusters.pdf'
replot
