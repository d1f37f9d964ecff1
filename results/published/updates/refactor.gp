# Edit this and run `gnuplot refactor.gp` in this folder.
# It reads refactor.dat and writes refactor.svg and .pdf.
set encoding utf8
data = 'refactor.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0692
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'time per step (ms)' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'particles' noenhanced offset 0,0.4
set logscale x
set xrange [919.454:10263.9]
set xtics ('1000' 1000, '2000' 2000, '' 3000 1, '' 4000 1, '5000' 5000, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10000' 10000)
set logscale y
set yrange [0.14196:383.4]
set ytics ('' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1)
set arrow 10 from screen 0.0808,0.0747 to screen 0.1134,0.0747 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.0971,0.0747 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'CHOLMOD simplicial, refactor' noenhanced at screen 0.1234,0.0747 left
set arrow 13 from screen 0.0808,0.0319 to screen 0.1134,0.0319 nohead lc rgb '#D55E00' lw 1.601 dt (10,5)
set label 14 '' at screen 0.0971,0.0319 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'CHOLMOD simplicial, update' noenhanced at screen 0.1234,0.0319 left
set arrow 16 from screen 0.3650,0.0747 to screen 0.3976,0.0747 nohead lc rgb '#D55E00' lw 1.602 dt (2,3)
set label 17 '' at screen 0.3813,0.0747 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'CHOLMOD simplicial, auto' noenhanced at screen 0.4076,0.0747 left
set arrow 19 from screen 0.3650,0.0319 to screen 0.3976,0.0319 nohead lc rgb '#4FACDD' lw 1.603 dt solid
set label 20 '' at screen 0.3813,0.0319 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 21 'CHOLMOD supernodal, refactor' noenhanced at screen 0.4076,0.0319 left
set arrow 22 from screen 0.6492,0.0747 to screen 0.6818,0.0747 nohead lc rgb '#0072B2' lw 1.604 dt solid
set label 23 '' at screen 0.6655,0.0747 point lc rgb '#0072B2' pt 5 ps 0.55
set label 24 'by subtrees, refactor' noenhanced at screen 0.6918,0.0747 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'refactor.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD simplicial, refactor' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD simplicial, refactor' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD simplicial, refactor' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD simplicial, update' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'CHOLMOD simplicial, update' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD simplicial, update' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD simplicial, auto' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (2,3) title 'CHOLMOD simplicial, auto' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD simplicial, auto' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'CHOLMOD supernodal, refactor' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'CHOLMOD supernodal, refactor' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'CHOLMOD supernodal, refactor' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'by subtrees, refactor' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'by subtrees, refactor' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'by subtrees, refactor' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'refactor.pdf'
replot
