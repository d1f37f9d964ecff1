# Edit this and run `gnuplot cold.gp` in this folder.
# It reads cold.dat and writes cold.svg and .pdf.
set encoding utf8
data = 'cold.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,303 font 'sans-serif,14' background rgb 'white'
set output 'cold.svg'
set multiplot
set lmargin at screen 0.0665
set rmargin at screen 0.5198
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [13.5231:302.889]
set xtics ('16' 16, '24' 24, '32' 32, '48' 48, '64' 64, '128' 128, '256' 256)
set logscale y
set yrange [1.0417:13223.5]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '10^{2}' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD, window 0' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, window 0' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, window 0' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD, window 0' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, window 0' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, window 0' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'ADMM' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'ADMM' noenhanced, \
     data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD, window 5' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, window 5' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, window 5' noenhanced, \
     data index 8 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD, window 5' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'VBD, window 5' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, window 5' noenhanced, \
     data index 10 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS, window 5' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, window 5' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, window 5' noenhanced, \
     data index 12 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 12 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 14 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 14 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 16 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 16 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset label
unset object
set lmargin at screen 0.5325
set rmargin at screen 0.9858
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [13.5231:302.889]
set xtics ('16' 16, '24' 24, '32' 32, '48' 48, '64' 64, '128' 128, '256' 256)
set logscale y
set yrange [1.0417:13223.5]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '' 10000)
set label 1 'time to the target, with set-up (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'particles along a side' noenhanced at screen 0.5261,0.2106 center
set arrow 10 from screen 0.0250,0.1170 to screen 0.0577,0.1170 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.0413,0.1170 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD, window 0' noenhanced at screen 0.0676,0.1170 left
set arrow 13 from screen 0.0250,0.0500 to screen 0.0577,0.0500 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.0413,0.0500 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'VBD, window 0' noenhanced at screen 0.0676,0.0500 left
set arrow 16 from screen 0.2179,0.1170 to screen 0.2505,0.1170 nohead lc rgb '#882255' lw 1.602 dt solid
set label 17 '' at screen 0.2342,0.1170 point lc rgb '#882255' pt 9 ps 0.55
set label 18 'ADMM' noenhanced at screen 0.2604,0.1170 left
set arrow 19 from screen 0.2179,0.0500 to screen 0.2505,0.0500 nohead lc rgb '#D55E00' lw 1.606 dt (10,5)
set label 20 '' at screen 0.2342,0.0500 point lc rgb '#D55E00' pt 13 ps 0.55
set label 21 'PD, window 5' noenhanced at screen 0.2604,0.0500 left
set arrow 22 from screen 0.4107,0.1170 to screen 0.4433,0.1170 nohead lc rgb '#0A6A2C' lw 1.608 dt (10,5)
set label 23 '' at screen 0.4270,0.1170 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 24 'VBD, window 5' noenhanced at screen 0.4532,0.1170 left
set arrow 25 from screen 0.4107,0.0500 to screen 0.4433,0.0500 nohead lc rgb '#F0AD33' lw 1.610 dt solid
set label 26 '' at screen 0.4270,0.0500 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 27 'L-BFGS, window 5' noenhanced at screen 0.4532,0.0500 left
set arrow 28 from screen 0.6035,0.1170 to screen 0.6361,0.1170 nohead lc rgb '#CC79A7' lw 1.612 dt solid
set label 29 '' at screen 0.6198,0.1170 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 30 'PNCG' noenhanced at screen 0.6461,0.1170 left
set arrow 31 from screen 0.6035,0.0500 to screen 0.6361,0.0500 nohead lc rgb '#332288' lw 1.614 dt solid
set label 32 '' at screen 0.6198,0.0500 point lc rgb '#332288' pt 11 ps 0.55
set label 33 'Newton' noenhanced at screen 0.6461,0.0500 left
set arrow 34 from screen 0.7963,0.1170 to screen 0.8290,0.1170 nohead lc rgb '#4FACDD' lw 1.616 dt solid
set label 35 '' at screen 0.8127,0.1170 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 36 'Newton-CG' noenhanced at screen 0.8389,0.1170 left
plot data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD, window 0' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, window 0' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, window 0' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD, window 0' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, window 0' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, window 0' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'ADMM' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'ADMM' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD, window 5' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, window 5' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, window 5' noenhanced, \
     data index 9 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD, window 5' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'VBD, window 5' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, window 5' noenhanced, \
     data index 11 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS, window 5' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, window 5' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, window 5' noenhanced, \
     data index 13 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 13 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 15 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 15 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 17 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 17 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,5.34cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'cold.pdf'
set multiplot
set lmargin at screen 0.0665
set rmargin at screen 0.5198
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [13.5231:302.889]
set xtics ('16' 16, '24' 24, '32' 32, '48' 48, '64' 64, '128' 128, '256' 256)
set logscale y
set yrange [1.0417:13223.5]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '10^{2}' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD, window 0' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, window 0' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, window 0' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD, window 0' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, window 0' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, window 0' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'ADMM' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'ADMM' noenhanced, \
     data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD, window 5' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, window 5' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, window 5' noenhanced, \
     data index 8 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD, window 5' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'VBD, window 5' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, window 5' noenhanced, \
     data index 10 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS, window 5' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, window 5' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, window 5' noenhanced, \
     data index 12 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 12 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 14 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 14 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 16 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 16 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset label
unset object
set lmargin at screen 0.5325
set rmargin at screen 0.9858
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [13.5231:302.889]
set xtics ('16' 16, '24' 24, '32' 32, '48' 48, '64' 64, '128' 128, '256' 256)
set logscale y
set yrange [1.0417:13223.5]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '' 10000)
set label 1 'time to the target, with set-up (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'particles along a side' noenhanced at screen 0.5261,0.2106 center
set arrow 10 from screen 0.0250,0.1170 to screen 0.0577,0.1170 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.0413,0.1170 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD, window 0' noenhanced at screen 0.0676,0.1170 left
set arrow 13 from screen 0.0250,0.0500 to screen 0.0577,0.0500 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.0413,0.0500 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'VBD, window 0' noenhanced at screen 0.0676,0.0500 left
set arrow 16 from screen 0.2179,0.1170 to screen 0.2505,0.1170 nohead lc rgb '#882255' lw 1.602 dt solid
set label 17 '' at screen 0.2342,0.1170 point lc rgb '#882255' pt 9 ps 0.55
set label 18 'ADMM' noenhanced at screen 0.2604,0.1170 left
set arrow 19 from screen 0.2179,0.0500 to screen 0.2505,0.0500 nohead lc rgb '#D55E00' lw 1.606 dt (10,5)
set label 20 '' at screen 0.2342,0.0500 point lc rgb '#D55E00' pt 13 ps 0.55
set label 21 'PD, window 5' noenhanced at screen 0.2604,0.0500 left
set arrow 22 from screen 0.4107,0.1170 to screen 0.4433,0.1170 nohead lc rgb '#0A6A2C' lw 1.608 dt (10,5)
set label 23 '' at screen 0.4270,0.1170 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 24 'VBD, window 5' noenhanced at screen 0.4532,0.1170 left
set arrow 25 from screen 0.4107,0.0500 to screen 0.4433,0.0500 nohead lc rgb '#F0AD33' lw 1.610 dt solid
set label 26 '' at screen 0.4270,0.0500 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 27 'L-BFGS, window 5' noenhanced at screen 0.4532,0.0500 left
set arrow 28 from screen 0.6035,0.1170 to screen 0.6361,0.1170 nohead lc rgb '#CC79A7' lw 1.612 dt solid
set label 29 '' at screen 0.6198,0.1170 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 30 'PNCG' noenhanced at screen 0.6461,0.1170 left
set arrow 31 from screen 0.6035,0.0500 to screen 0.6361,0.0500 nohead lc rgb '#332288' lw 1.614 dt solid
set label 32 '' at screen 0.6198,0.0500 point lc rgb '#332288' pt 11 ps 0.55
set label 33 'Newton' noenhanced at screen 0.6461,0.0500 left
set arrow 34 from screen 0.7963,0.1170 to screen 0.8290,0.1170 nohead lc rgb '#4FACDD' lw 1.616 dt solid
set label 35 '' at screen 0.8127,0.1170 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 36 'Newton-CG' noenhanced at screen 0.8389,0.1170 left
plot data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD, window 0' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, window 0' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, window 0' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD, window 0' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD, window 0' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, window 0' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'ADMM' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'ADMM' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD, window 5' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, window 5' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, window 5' noenhanced, \
     data index 9 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD, window 5' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'VBD, window 5' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD, window 5' noenhanced, \
     data index 11 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS, window 5' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, window 5' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, window 5' noenhanced, \
     data index 13 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 13 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 15 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 15 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 17 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 17 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset multiplot
unset label
unset arrow
unset object
