# Edit this and run `gnuplot beam.gp` in this folder.
# It reads beam.dat and writes beam.svg and .pdf.
set encoding utf8
data = 'beam.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0783
set rmargin at screen 0.9858
set bmargin at screen 0.2576
set tmargin at screen 0.9802
set label 1 'set-up and 10 solves (ms)' noenhanced at screen 0.0122,0.6189 center rotate
set xlabel 'particles' noenhanced offset 0,0.4
set logscale x
set xrange [4872.22:17496.3]
set xtics ('5000' 5000, '6000' 6000, '7000' 7000, '8000' 8000, '9000' 9000, '10000' 10000, '11000' 11000, '12000' 12000, '13000' 13000, '' 14000, '15000' 15000, '' 16000, '17000' 17000)
set logscale y
set yrange [13.0934:2566.37]
set ytics ('' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1)
set arrow 10 from screen 0.1430,0.1126 to screen 0.1756,0.1126 nohead lc rgb '#332288' lw 1.600 dt solid
set label 11 '' at screen 0.1593,0.1126 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'conjugate gradients, diagonal' noenhanced at screen 0.1856,0.1126 left
set arrow 13 from screen 0.1430,0.0716 to screen 0.1756,0.0716 nohead lc rgb '#332288' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1593,0.0716 point lc rgb '#332288' pt 11 ps 0.55
set label 15 'conjugate gradients, IC(0)' noenhanced at screen 0.1856,0.0716 left
set arrow 16 from screen 0.1430,0.0306 to screen 0.1756,0.0306 nohead lc rgb '#332288' lw 1.602 dt (2,3)
set label 17 '' at screen 0.1593,0.0306 point lc rgb '#332288' pt 11 ps 0.55
set label 18 'conjugate gradients, multilevel Schwarz' noenhanced at screen 0.1856,0.0306 left
set arrow 19 from screen 0.5071,0.1126 to screen 0.5397,0.1126 nohead lc rgb '#332288' lw 1.603 dt (10,4,2,4)
set label 20 '' at screen 0.5234,0.1126 point lc rgb '#332288' pt 11 ps 0.55
set label 21 'conjugate gradients, multigrid' noenhanced at screen 0.5497,0.1126 left
set arrow 22 from screen 0.5071,0.0716 to screen 0.5397,0.0716 nohead lc rgb '#0A6A2C' lw 1.604 dt solid
set label 23 '' at screen 0.5234,0.0716 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 24 'Chebyshev' noenhanced at screen 0.5497,0.0716 left
set arrow 25 from screen 0.5071,0.0306 to screen 0.5397,0.0306 nohead lc rgb '#D55E00' lw 1.605 dt solid
set label 26 '' at screen 0.5234,0.0306 point lc rgb '#D55E00' pt 13 ps 0.55
set label 27 'factor by subtrees' noenhanced at screen 0.5497,0.0306 left

set terminal svg size 987,495 font 'sans-serif,14' background rgb 'white'
set output 'beam.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'conjugate gradients, diagonal' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'conjugate gradients, diagonal' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'conjugate gradients, diagonal' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'conjugate gradients, IC(0)' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#332288' lw 1.6 dt (10,5) title 'conjugate gradients, IC(0)' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'conjugate gradients, IC(0)' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'conjugate gradients, multilevel Schwarz' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#332288' lw 1.6 dt (2,3) title 'conjugate gradients, multilevel Schwarz' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'conjugate gradients, multilevel Schwarz' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'conjugate gradients, multigrid' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#332288' lw 1.6 dt (10,4,2,4) title 'conjugate gradients, multigrid' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'conjugate gradients, multigrid' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'Chebyshev' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'Chebyshev' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'Chebyshev' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'factor by subtrees' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'factor by subtrees' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'factor by subtrees' noenhanced

set terminal pdfcairo size 17.40cm,8.73cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'beam.pdf'
replot
