# Edit this and run `gnuplot cloth.gp` in this folder.
# It reads cloth.dat and writes cloth.svg and .pdf.
set encoding utf8
data = 'cloth.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,303 font 'sans-serif,14' background rgb 'white'
set output 'cloth.svg'
set multiplot
set lmargin at screen 0.0705
set rmargin at screen 0.5218
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0364632:493.302]
set xtics ('' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1)
set logscale y
set yrange [1e-08:3]
set ytics ('10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'CALM' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#4FACDD' pt 8 ps 0.55 title 'AVBD' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#4FACDD' pt 11 ps 0.55 title 'ADMM' noenhanced
unset label
unset object
set lmargin at screen 0.5346
set rmargin at screen 0.9858
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 10000 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0364632:493.302]
set xtics ('' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1)
set logscale y
set yrange [1e-08:3]
set ytics ('' 1e-08, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001, '' 0.001 1, '' 0.01, '' 0.1 1, '' 1)
set label 1 'error, of that at the start' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'time from the start of the step (ms)' noenhanced at screen 0.5282,0.2106 center
set arrow 10 from screen 0.1658,0.1170 to screen 0.1985,0.1170 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1822,0.1170 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD' noenhanced at screen 0.2084,0.1170 left
set arrow 13 from screen 0.1658,0.0500 to screen 0.1985,0.0500 nohead lc rgb '#D55E00' lw 1.601 dt solid
set label 14 '' at screen 0.1822,0.0500 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD' noenhanced at screen 0.2084,0.0500 left
set arrow 16 from screen 0.3023,0.1170 to screen 0.3350,0.1170 nohead lc rgb '#0A6A2C' lw 1.602 dt solid
set label 17 '' at screen 0.3187,0.1170 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD' noenhanced at screen 0.3449,0.1170 left
set arrow 19 from screen 0.3023,0.0500 to screen 0.3350,0.0500 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.3187,0.0500 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 21 'L-BFGS' noenhanced at screen 0.3449,0.0500 left
set arrow 22 from screen 0.4388,0.1170 to screen 0.4715,0.1170 nohead lc rgb '#CC79A7' lw 1.604 dt solid
set label 23 '' at screen 0.4552,0.1170 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 24 'PNCG' noenhanced at screen 0.4814,0.1170 left
set arrow 25 from screen 0.4388,0.0500 to screen 0.4715,0.0500 nohead lc rgb '#4FACDD' lw 1.605 dt solid
set label 26 '' at screen 0.4552,0.0500 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 27 'Newton-CG' noenhanced at screen 0.4814,0.0500 left
set arrow 28 from screen 0.5753,0.1170 to screen 0.6080,0.1170 nohead lc rgb '#332288' lw 1.606 dt solid
set label 29 '' at screen 0.5917,0.1170 point lc rgb '#332288' pt 11 ps 0.55
set label 30 'Newton' noenhanced at screen 0.6179,0.1170 left
set arrow 31 from screen 0.5753,0.0500 to screen 0.6080,0.0500 nohead lc rgb '#882255' lw 1.607 dt solid
set label 32 '' at screen 0.5917,0.0500 point lc rgb '#882255' pt 9 ps 0.55
set label 33 'CALM' noenhanced at screen 0.6179,0.0500 left
set arrow 34 from screen 0.7118,0.1170 to screen 0.7445,0.1170 nohead lc rgb '#4FACDD' lw 1.608 dt solid
set label 35 '' at screen 0.7282,0.1170 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 36 'AVBD' noenhanced at screen 0.7544,0.1170 left
set arrow 37 from screen 0.7118,0.0500 to screen 0.7445,0.0500 nohead lc rgb '#4FACDD' lw 1.609 dt solid
set label 38 '' at screen 0.7282,0.0500 point lc rgb '#4FACDD' pt 11 ps 0.55
set label 39 'ADMM' noenhanced at screen 0.7544,0.0500 left
plot data index 10 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 12 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 13 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 14 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 15 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 16 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 17 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'CALM' noenhanced, \
     data index 18 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 18 using 1:6 with points lc rgb '#4FACDD' pt 8 ps 0.55 title 'AVBD' noenhanced, \
     data index 19 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 19 using 1:6 with points lc rgb '#4FACDD' pt 11 ps 0.55 title 'ADMM' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,5.34cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'cloth.pdf'
set multiplot
set lmargin at screen 0.0705
set rmargin at screen 0.5218
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0364632:493.302]
set xtics ('' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1)
set logscale y
set yrange [1e-08:3]
set ytics ('10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'CALM' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#4FACDD' pt 8 ps 0.55 title 'AVBD' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#4FACDD' pt 11 ps 0.55 title 'ADMM' noenhanced
unset label
unset object
set lmargin at screen 0.5346
set rmargin at screen 0.9858
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 10000 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0364632:493.302]
set xtics ('' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1)
set logscale y
set yrange [1e-08:3]
set ytics ('' 1e-08, '' 1e-07 1, '' 1e-06, '' 1e-05 1, '' 0.0001, '' 0.001 1, '' 0.01, '' 0.1 1, '' 1)
set label 1 'error, of that at the start' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'time from the start of the step (ms)' noenhanced at screen 0.5282,0.2106 center
set arrow 10 from screen 0.1658,0.1170 to screen 0.1985,0.1170 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1822,0.1170 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD' noenhanced at screen 0.2084,0.1170 left
set arrow 13 from screen 0.1658,0.0500 to screen 0.1985,0.0500 nohead lc rgb '#D55E00' lw 1.601 dt solid
set label 14 '' at screen 0.1822,0.0500 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD' noenhanced at screen 0.2084,0.0500 left
set arrow 16 from screen 0.3023,0.1170 to screen 0.3350,0.1170 nohead lc rgb '#0A6A2C' lw 1.602 dt solid
set label 17 '' at screen 0.3187,0.1170 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD' noenhanced at screen 0.3449,0.1170 left
set arrow 19 from screen 0.3023,0.0500 to screen 0.3350,0.0500 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.3187,0.0500 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 21 'L-BFGS' noenhanced at screen 0.3449,0.0500 left
set arrow 22 from screen 0.4388,0.1170 to screen 0.4715,0.1170 nohead lc rgb '#CC79A7' lw 1.604 dt solid
set label 23 '' at screen 0.4552,0.1170 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 24 'PNCG' noenhanced at screen 0.4814,0.1170 left
set arrow 25 from screen 0.4388,0.0500 to screen 0.4715,0.0500 nohead lc rgb '#4FACDD' lw 1.605 dt solid
set label 26 '' at screen 0.4552,0.0500 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 27 'Newton-CG' noenhanced at screen 0.4814,0.0500 left
set arrow 28 from screen 0.5753,0.1170 to screen 0.6080,0.1170 nohead lc rgb '#332288' lw 1.606 dt solid
set label 29 '' at screen 0.5917,0.1170 point lc rgb '#332288' pt 11 ps 0.55
set label 30 'Newton' noenhanced at screen 0.6179,0.1170 left
set arrow 31 from screen 0.5753,0.0500 to screen 0.6080,0.0500 nohead lc rgb '#882255' lw 1.607 dt solid
set label 32 '' at screen 0.5917,0.0500 point lc rgb '#882255' pt 9 ps 0.55
set label 33 'CALM' noenhanced at screen 0.6179,0.0500 left
set arrow 34 from screen 0.7118,0.1170 to screen 0.7445,0.1170 nohead lc rgb '#4FACDD' lw 1.608 dt solid
set label 35 '' at screen 0.7282,0.1170 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 36 'AVBD' noenhanced at screen 0.7544,0.1170 left
set arrow 37 from screen 0.7118,0.0500 to screen 0.7445,0.0500 nohead lc rgb '#4FACDD' lw 1.609 dt solid
set label 38 '' at screen 0.7282,0.0500 point lc rgb '#4FACDD' pt 11 ps 0.55
set label 39 'ADMM' noenhanced at screen 0.7544,0.0500 left
plot data index 10 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 12 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 13 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 14 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 15 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 16 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 17 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'CALM' noenhanced, \
     data index 18 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 18 using 1:6 with points lc rgb '#4FACDD' pt 8 ps 0.55 title 'AVBD' noenhanced, \
     data index 19 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 19 using 1:6 with points lc rgb '#4FACDD' pt 11 ps 0.55 title 'ADMM' noenhanced
unset multiplot
unset label
unset arrow
unset object
