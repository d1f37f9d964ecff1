# Edit this and run `gnuplot preconditioners.gp` in this folder.
# It reads preconditioners.dat and writes preconditioners.svg and .pdf.
set encoding utf8
data = 'preconditioners.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'preconditioners.svg'
set multiplot
set lmargin at screen 0.0665
set rmargin at screen 0.5198
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [13.5231:302.889]
set xtics ('16' 16, '32' 32, '64' 64, '128' 128, '256' 256)
set logscale y
set yrange [0.630551:18825.8]
set ytics ('' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '10^{2}' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, block_jacobi' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, block_jacobi' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, block_jacobi' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, ic0' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (10,5) title 'Newton-CG, ic0' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, ic0' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, pd_factor' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (2,3) title 'Newton-CG, pd_factor' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, pd_factor' noenhanced
unset label
unset object
set lmargin at screen 0.5325
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [13.5231:302.889]
set xtics ('16' 16, '32' 32, '64' 64, '128' 128, '256' 256)
set logscale y
set yrange [0.630551:18825.8]
set ytics ('' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '' 10000)
set label 1 'time to the target (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'particles along a side' noenhanced at screen 0.5261,0.1539 center
set arrow 10 from screen 0.0204,0.0536 to screen 0.0530,0.0536 nohead lc rgb '#332288' lw 1.600 dt solid
set label 11 '' at screen 0.0367,0.0536 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'Newton' noenhanced at screen 0.0630,0.0536 left
set arrow 13 from screen 0.2638,0.0536 to screen 0.2964,0.0536 nohead lc rgb '#4FACDD' lw 1.602 dt solid
set label 14 '' at screen 0.2801,0.0536 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 15 'Newton-CG, block_jacobi' noenhanced at screen 0.3063,0.0536 left
set arrow 16 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#4FACDD' lw 1.603 dt (10,5)
set label 17 '' at screen 0.5234,0.0536 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 18 'Newton-CG, ic0' noenhanced at screen 0.5497,0.0536 left
set arrow 19 from screen 0.7504,0.0536 to screen 0.7831,0.0536 nohead lc rgb '#4FACDD' lw 1.604 dt (2,3)
set label 20 '' at screen 0.7668,0.0536 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 21 'Newton-CG, pd_factor' noenhanced at screen 0.7930,0.0536 left
plot data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, block_jacobi' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, block_jacobi' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, block_jacobi' noenhanced, \
     data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, ic0' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (10,5) title 'Newton-CG, ic0' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, ic0' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, pd_factor' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (2,3) title 'Newton-CG, pd_factor' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, pd_factor' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'preconditioners.pdf'
set multiplot
set lmargin at screen 0.0665
set rmargin at screen 0.5198
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [13.5231:302.889]
set xtics ('16' 16, '32' 32, '64' 64, '128' 128, '256' 256)
set logscale y
set yrange [0.630551:18825.8]
set ytics ('' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '10^{2}' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, block_jacobi' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, block_jacobi' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, block_jacobi' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, ic0' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (10,5) title 'Newton-CG, ic0' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, ic0' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, pd_factor' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (2,3) title 'Newton-CG, pd_factor' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, pd_factor' noenhanced
unset label
unset object
set lmargin at screen 0.5325
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [13.5231:302.889]
set xtics ('16' 16, '32' 32, '64' 64, '128' 128, '256' 256)
set logscale y
set yrange [0.630551:18825.8]
set ytics ('' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '' 10000)
set label 1 'time to the target (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'particles along a side' noenhanced at screen 0.5261,0.1539 center
set arrow 10 from screen 0.0204,0.0536 to screen 0.0530,0.0536 nohead lc rgb '#332288' lw 1.600 dt solid
set label 11 '' at screen 0.0367,0.0536 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'Newton' noenhanced at screen 0.0630,0.0536 left
set arrow 13 from screen 0.2638,0.0536 to screen 0.2964,0.0536 nohead lc rgb '#4FACDD' lw 1.602 dt solid
set label 14 '' at screen 0.2801,0.0536 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 15 'Newton-CG, block_jacobi' noenhanced at screen 0.3063,0.0536 left
set arrow 16 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#4FACDD' lw 1.603 dt (10,5)
set label 17 '' at screen 0.5234,0.0536 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 18 'Newton-CG, ic0' noenhanced at screen 0.5497,0.0536 left
set arrow 19 from screen 0.7504,0.0536 to screen 0.7831,0.0536 nohead lc rgb '#4FACDD' lw 1.604 dt (2,3)
set label 20 '' at screen 0.7668,0.0536 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 21 'Newton-CG, pd_factor' noenhanced at screen 0.7930,0.0536 left
plot data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, block_jacobi' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, block_jacobi' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, block_jacobi' noenhanced, \
     data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, ic0' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (10,5) title 'Newton-CG, ic0' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, ic0' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, pd_factor' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt (2,3) title 'Newton-CG, pd_factor' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, pd_factor' noenhanced
unset multiplot
unset label
unset arrow
unset object
