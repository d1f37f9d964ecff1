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
set bmargin at screen 0.3626
set tmargin at screen 0.9760
set label 1 'time per iteration (ms)' noenhanced at screen 0.0249,0.6693 center rotate
set xlabel 'threads' noenhanced offset 0,0.4
unset logscale x
set xrange [0.95:2.06]
set xtics ('1' 1, '2' 2)
set logscale y
set yrange [0.0576047:10.9095]
set ytics ('' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10)
set arrow 10 from screen 0.2509,0.1866 to screen 0.3177,0.1866 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.2843,0.1866 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 12 'supernodal_parallel, local' noenhanced at screen 0.3381,0.1866 left
set arrow 13 from screen 0.2509,0.1368 to screen 0.3177,0.1368 nohead lc rgb '#4FACDD' lw 1.601 dt (10,5)
set label 14 '' at screen 0.2843,0.1368 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 15 'supernodal_parallel, solve' noenhanced at screen 0.3381,0.1368 left
set arrow 16 from screen 0.2509,0.0870 to screen 0.3177,0.0870 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.2843,0.0870 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'cholmod_simplicial, local' noenhanced at screen 0.3381,0.0870 left
set arrow 19 from screen 0.2509,0.0372 to screen 0.3177,0.0372 nohead lc rgb '#D55E00' lw 1.603 dt (10,5)
set label 20 '' at screen 0.2843,0.0372 point lc rgb '#D55E00' pt 13 ps 0.55
set label 21 'cholmod_simplicial, solve' noenhanced at screen 0.3381,0.0372 left

set terminal svg size 482,408 font 'sans-serif,14' background rgb 'white'
set output 'projective.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'supernodal_parallel, local' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'supernodal_parallel, local' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'supernodal_parallel, local' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'supernodal_parallel, solve' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (10,5) title 'supernodal_parallel, solve' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'supernodal_parallel, solve' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'cholmod_simplicial, local' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'cholmod_simplicial, local' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'cholmod_simplicial, local' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'cholmod_simplicial, solve' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'cholmod_simplicial, solve' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'cholmod_simplicial, solve' noenhanced

set terminal pdfcairo size 8.50cm,7.19cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'projective.pdf'
replot
