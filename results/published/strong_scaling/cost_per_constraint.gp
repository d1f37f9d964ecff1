# Edit this and run `gnuplot cost_per_constraint.gp` in this folder.
# It reads cost_per_constraint.dat and writes cost_per_constraint.svg and .pdf.
set encoding utf8
data = 'cost_per_constraint.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0601
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'ns per constraint and iteration' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'constraints' noenhanced offset 0,0.4
set logscale x
set xrange [3237.14:314457]
set xtics ('' 4000 1, '5·10^{3}' 5000, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '2·10^{4}' 20000, '' 30000 1, '' 40000 1, '5·10^{4}' 50000, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '10^{5}' 100000, '2·10^{5}' 200000, '' 300000 1)
set logscale y
set yrange [0.850117:68.8412]
set ytics ('' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '20' 20, '' 30 1, '' 40 1, '50' 50, '' 60 1)
set arrow 10 from screen 0.0565,0.0747 to screen 0.0892,0.0747 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.0728,0.0747 point lc rgb '#0072B2' pt 7 ps 0.55
set label 12 'position based, coloured' noenhanced at screen 0.0991,0.0747 left
set arrow 13 from screen 0.0565,0.0319 to screen 0.0892,0.0319 nohead lc rgb '#0072B2' lw 1.601 dt solid
set label 14 '' at screen 0.0728,0.0319 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'position based, jacobi' noenhanced at screen 0.0991,0.0319 left
set arrow 16 from screen 0.3569,0.0747 to screen 0.3895,0.0747 nohead lc rgb '#0072B2' lw 1.602 dt (10,5)
set label 17 '' at screen 0.3732,0.0747 point lc rgb '#0072B2' pt 5 ps 0.55
set label 18 'clusters, coloured' noenhanced at screen 0.3995,0.0747 left
set arrow 19 from screen 0.3569,0.0319 to screen 0.3895,0.0319 nohead lc rgb '#D55E00' lw 1.603 dt solid
set label 20 '' at screen 0.3732,0.0319 point lc rgb '#D55E00' pt 13 ps 0.55
set label 21 'projective, CHOLMOD simplicial' noenhanced at screen 0.3995,0.0319 left
set arrow 22 from screen 0.6573,0.0747 to screen 0.6899,0.0747 nohead lc rgb '#4FACDD' lw 1.604 dt solid
set label 23 '' at screen 0.6736,0.0747 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 24 'projective, CHOLMOD supernodal' noenhanced at screen 0.6999,0.0747 left
set arrow 25 from screen 0.6573,0.0319 to screen 0.6899,0.0319 nohead lc rgb '#882255' lw 1.605 dt solid
set label 26 '' at screen 0.6736,0.0319 point lc rgb '#882255' pt 9 ps 0.55
set label 27 'projective, parallel supernodal' noenhanced at screen 0.6999,0.0319 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'cost_per_constraint.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'position based, coloured' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#7FB8D8' lw 5 dt solid title 'position based, coloured' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 7 ps 0.9 title 'position based, coloured' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'position based, jacobi' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'position based, jacobi' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'position based, jacobi' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'clusters, coloured' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'clusters, coloured' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'clusters, coloured' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'projective, CHOLMOD simplicial' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'projective, CHOLMOD simplicial' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'projective, CHOLMOD simplicial' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'projective, CHOLMOD supernodal' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'projective, CHOLMOD supernodal' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'projective, CHOLMOD supernodal' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'projective, parallel supernodal' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'projective, parallel supernodal' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'projective, parallel supernodal' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'cost_per_constraint.pdf'
replot
