# Edit this and run `gnuplot spin_over_stiffness.gp` in this folder.
# It reads spin_over_stiffness.dat and writes spin_over_stiffness.svg and .pdf.
set encoding utf8
data = 'spin_over_stiffness.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.3626
set tmargin at screen 0.9760
set label 1 'spin kept over ten steps' noenhanced at screen 0.0249,0.6693 center rotate
set xlabel 'h²k/μ' noenhanced offset 0,0.4
set logscale x
set xrange [0.0743704:134.462]
set xtics ('' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100)
unset logscale y
set yrange [0:1.03597]
set ytics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1)
set arrow 10 from screen 0.0271,0.1866 to screen 0.0939,0.1866 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.0605,0.1866 point lc rgb '#D55E00' pt 7 ps 0.55
set label 12 'pd, y, iterations 1' noenhanced at screen 0.1143,0.1866 left
set arrow 13 from screen 0.0271,0.1368 to screen 0.0939,0.1368 nohead lc rgb '#D55E00' lw 1.601 dt solid
set label 14 '' at screen 0.0605,0.1368 point lc rgb '#D55E00' pt 5 ps 0.55
set label 15 'pd, y, iterations 10' noenhanced at screen 0.1143,0.1368 left
set arrow 16 from screen 0.0271,0.0870 to screen 0.0939,0.0870 nohead lc rgb '#D55E00' lw 1.602 dt (10,5)
set label 17 '' at screen 0.0605,0.0870 point lc rgb '#D55E00' pt 7 ps 0.55
set label 18 'pd, x_n, iterations 1' noenhanced at screen 0.1143,0.0870 left
set arrow 19 from screen 0.0271,0.0372 to screen 0.0939,0.0372 nohead lc rgb '#D55E00' lw 1.603 dt (10,5)
set label 20 '' at screen 0.0605,0.0372 point lc rgb '#D55E00' pt 5 ps 0.55
set label 21 'pd, x_n, iterations 10' noenhanced at screen 0.1143,0.0372 left
set arrow 22 from screen 0.5145,0.1866 to screen 0.5813,0.1866 nohead lc rgb '#D55E00' lw 1.604 dt (10,5)
set label 23 '' at screen 0.5479,0.1866 point lc rgb '#D55E00' pt 9 ps 0.55
set label 24 'pd, x_n, iterations 100' noenhanced at screen 0.6017,0.1866 left
set arrow 25 from screen 0.5145,0.1368 to screen 0.5813,0.1368 nohead lc rgb '#D55E00' lw 1.605 dt (10,5)
set label 26 '' at screen 0.5479,0.1368 point lc rgb '#D55E00' pt 13 ps 0.55
set label 27 'pd, x_n, iterations 1000' noenhanced at screen 0.6017,0.1368 left
set arrow 28 from screen 0.5145,0.0870 to screen 0.5813,0.0870 nohead lc rgb '#332288' lw 1.606 dt solid
set label 29 '' at screen 0.5479,0.0870 point lc rgb '#332288' pt 11 ps 0.55
set label 30 'newton, iterations 200' noenhanced at screen 0.6017,0.0870 left

set terminal svg size 482,408 font 'sans-serif,14' background rgb 'white'
set output 'spin_over_stiffness.svg'
plot data index 0 using 1:2 with lines lc rgb '#EAAE7F' lw 5 dt solid title 'pd, y, iterations 1' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 7 ps 0.9 title 'pd, y, iterations 1' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#EAAE7F' lw 5 dt solid title 'pd, y, iterations 10' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 5 ps 0.9 title 'pd, y, iterations 10' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'pd, x_n, iterations 1' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 7 ps 0.55 title 'pd, x_n, iterations 1' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'pd, x_n, iterations 10' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 5 ps 0.55 title 'pd, x_n, iterations 10' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'pd, x_n, iterations 100' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#D55E00' pt 9 ps 0.55 title 'pd, x_n, iterations 100' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#EAAE7F' lw 5 dt (10,5) title 'pd, x_n, iterations 1000' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.9 title 'pd, x_n, iterations 1000' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'newton, iterations 200' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'newton, iterations 200' noenhanced

set terminal pdfcairo size 8.50cm,7.19cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'spin_over_stiffness.pdf'
replot
