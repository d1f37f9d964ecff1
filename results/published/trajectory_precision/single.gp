# Edit this and run `gnuplot single.gp` in this folder.
# It reads single.dat and writes single.svg and .pdf.
set encoding utf8
data = 'single.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'single.svg'
set multiplot
set lmargin at screen 0.0740
set rmargin at screen 0.5235
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'cloth' noenhanced offset 0,-0.7
set logscale x
set xrange [0.049328:5621.26]
set xtics ('' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1)
set logscale y
set yrange [0.00210493:3]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1)
plot data index 0 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 0 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 0 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 1 using 1:10 with points lc rgb '#84B495' pt 15 ps 0.42 title 'VBD' noenhanced, \
     data index 1 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0A6A2C' lw 1 title 'VBD' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 1 using 1:11 with points lc rgb '#0A6A2C' pt 15 ps 0.5 title 'VBD' noenhanced, \
     data index 2 using 1:10 with points lc rgb '#F7D699' pt 6 ps 0.42 title 'L-BFGS' noenhanced, \
     data index 2 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#F0AD33' lw 1 title 'L-BFGS' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 2 using 1:11 with points lc rgb '#F0AD33' pt 6 ps 0.5 title 'L-BFGS' noenhanced, \
     data index 3 using 1:10 with points lc rgb '#E5BCD3' pt 4 ps 0.42 title 'PNCG' noenhanced, \
     data index 3 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#CC79A7' lw 1 title 'PNCG' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 3 using 1:11 with points lc rgb '#CC79A7' pt 4 ps 0.5 title 'PNCG' noenhanced, \
     data index 8 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 8 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 18 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 8 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced
unset label
unset object
set lmargin at screen 0.5363
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'heavy payload' noenhanced offset 0,-0.7
set logscale x
set xrange [0.049328:5621.26]
set xtics ('' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1)
set logscale y
set yrange [0.00210493:3]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1)
set label 1 'relative trajectory error' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'time of the run (ms)' noenhanced at screen 0.5299,0.1539 center
set arrow 10 from screen 0.2371,0.0536 to screen 0.2698,0.0536 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.2535,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD' noenhanced at screen 0.2797,0.0536 left
set arrow 13 from screen 0.3451,0.0536 to screen 0.3778,0.0536 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.3614,0.0536 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'VBD' noenhanced at screen 0.3877,0.0536 left
set arrow 16 from screen 0.4531,0.0536 to screen 0.4857,0.0536 nohead lc rgb '#F0AD33' lw 1.602 dt solid
set label 17 '' at screen 0.4694,0.0536 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 18 'L-BFGS' noenhanced at screen 0.4957,0.0536 left
set arrow 19 from screen 0.5611,0.0536 to screen 0.5937,0.0536 nohead lc rgb '#CC79A7' lw 1.603 dt solid
set label 20 '' at screen 0.5774,0.0536 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 21 'PNCG' noenhanced at screen 0.6037,0.0536 left
set arrow 22 from screen 0.6691,0.0536 to screen 0.7017,0.0536 nohead lc rgb '#0072B2' lw 1.608 dt solid
set label 23 '' at screen 0.6854,0.0536 point lc rgb '#0072B2' pt 5 ps 0.55
set label 24 'XPBD' noenhanced at screen 0.7116,0.0536 left
plot data index 4 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 4 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 4 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 5 using 1:10 with points lc rgb '#84B495' pt 15 ps 0.42 title 'VBD' noenhanced, \
     data index 5 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0A6A2C' lw 1 title 'VBD' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 5 using 1:11 with points lc rgb '#0A6A2C' pt 15 ps 0.5 title 'VBD' noenhanced, \
     data index 6 using 1:10 with points lc rgb '#F7D699' pt 6 ps 0.42 title 'L-BFGS' noenhanced, \
     data index 6 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#F0AD33' lw 1 title 'L-BFGS' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 6 using 1:11 with points lc rgb '#F0AD33' pt 6 ps 0.5 title 'L-BFGS' noenhanced, \
     data index 7 using 1:10 with points lc rgb '#E5BCD3' pt 4 ps 0.42 title 'PNCG' noenhanced, \
     data index 7 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#CC79A7' lw 1 title 'PNCG' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 7 using 1:11 with points lc rgb '#CC79A7' pt 4 ps 0.5 title 'PNCG' noenhanced, \
     data index 9 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 9 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 19 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 9 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'single.pdf'
set multiplot
set lmargin at screen 0.0740
set rmargin at screen 0.5235
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'cloth' noenhanced offset 0,-0.7
set logscale x
set xrange [0.049328:5621.26]
set xtics ('' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1)
set logscale y
set yrange [0.00210493:3]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1)
plot data index 0 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 0 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 0 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 1 using 1:10 with points lc rgb '#84B495' pt 15 ps 0.42 title 'VBD' noenhanced, \
     data index 1 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0A6A2C' lw 1 title 'VBD' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 1 using 1:11 with points lc rgb '#0A6A2C' pt 15 ps 0.5 title 'VBD' noenhanced, \
     data index 2 using 1:10 with points lc rgb '#F7D699' pt 6 ps 0.42 title 'L-BFGS' noenhanced, \
     data index 2 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#F0AD33' lw 1 title 'L-BFGS' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 2 using 1:11 with points lc rgb '#F0AD33' pt 6 ps 0.5 title 'L-BFGS' noenhanced, \
     data index 3 using 1:10 with points lc rgb '#E5BCD3' pt 4 ps 0.42 title 'PNCG' noenhanced, \
     data index 3 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#CC79A7' lw 1 title 'PNCG' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 3 using 1:11 with points lc rgb '#CC79A7' pt 4 ps 0.5 title 'PNCG' noenhanced, \
     data index 8 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 8 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 18 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 8 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced
unset label
unset object
set lmargin at screen 0.5363
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'heavy payload' noenhanced offset 0,-0.7
set logscale x
set xrange [0.049328:5621.26]
set xtics ('' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1)
set logscale y
set yrange [0.00210493:3]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1)
set label 1 'relative trajectory error' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'time of the run (ms)' noenhanced at screen 0.5299,0.1539 center
set arrow 10 from screen 0.2371,0.0536 to screen 0.2698,0.0536 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.2535,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD' noenhanced at screen 0.2797,0.0536 left
set arrow 13 from screen 0.3451,0.0536 to screen 0.3778,0.0536 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.3614,0.0536 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'VBD' noenhanced at screen 0.3877,0.0536 left
set arrow 16 from screen 0.4531,0.0536 to screen 0.4857,0.0536 nohead lc rgb '#F0AD33' lw 1.602 dt solid
set label 17 '' at screen 0.4694,0.0536 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 18 'L-BFGS' noenhanced at screen 0.4957,0.0536 left
set arrow 19 from screen 0.5611,0.0536 to screen 0.5937,0.0536 nohead lc rgb '#CC79A7' lw 1.603 dt solid
set label 20 '' at screen 0.5774,0.0536 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 21 'PNCG' noenhanced at screen 0.6037,0.0536 left
set arrow 22 from screen 0.6691,0.0536 to screen 0.7017,0.0536 nohead lc rgb '#0072B2' lw 1.608 dt solid
set label 23 '' at screen 0.6854,0.0536 point lc rgb '#0072B2' pt 5 ps 0.55
set label 24 'XPBD' noenhanced at screen 0.7116,0.0536 left
plot data index 4 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 4 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 4 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 5 using 1:10 with points lc rgb '#84B495' pt 15 ps 0.42 title 'VBD' noenhanced, \
     data index 5 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0A6A2C' lw 1 title 'VBD' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 5 using 1:11 with points lc rgb '#0A6A2C' pt 15 ps 0.5 title 'VBD' noenhanced, \
     data index 6 using 1:10 with points lc rgb '#F7D699' pt 6 ps 0.42 title 'L-BFGS' noenhanced, \
     data index 6 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#F0AD33' lw 1 title 'L-BFGS' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 6 using 1:11 with points lc rgb '#F0AD33' pt 6 ps 0.5 title 'L-BFGS' noenhanced, \
     data index 7 using 1:10 with points lc rgb '#E5BCD3' pt 4 ps 0.42 title 'PNCG' noenhanced, \
     data index 7 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#CC79A7' lw 1 title 'PNCG' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 7 using 1:11 with points lc rgb '#CC79A7' pt 4 ps 0.5 title 'PNCG' noenhanced, \
     data index 9 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 9 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 19 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 9 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced
unset multiplot
unset label
unset arrow
unset object
