# Edit this and run `gnuplot stiff.gp` in this folder.
# It reads stiff.dat and writes stiff.svg and .pdf.
set encoding utf8
data = 'stiff.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,344 font 'sans-serif,14' background rgb 'white'
set output 'stiff.svg'
set multiplot
set lmargin at screen 0.0740
set rmargin at screen 0.5235
set bmargin at screen 0.4302
set tmargin at screen 0.9104
set title 'cloth' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0188857:9542]
set xtics ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1)
set logscale y
set yrange [0.00100546:3]
set ytics ('' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1)
plot data index 0 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 0 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 20 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 0 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 2 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 2 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 22 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 2 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 4 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 4 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 24 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 4 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 6 using 1:10 with points lc rgb '#84B495' pt 15 ps 0.42 title 'VBD' noenhanced, \
     data index 6 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0A6A2C' lw 1 title 'VBD' noenhanced, \
     data index 26 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 6 using 1:11 with points lc rgb '#0A6A2C' pt 15 ps 0.5 title 'VBD' noenhanced, \
     data index 7 using 1:10 with points lc rgb '#F7D699' pt 6 ps 0.42 title 'L-BFGS' noenhanced, \
     data index 7 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#F0AD33' lw 1 title 'L-BFGS' noenhanced, \
     data index 27 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 7 using 1:11 with points lc rgb '#F0AD33' pt 6 ps 0.5 title 'L-BFGS' noenhanced, \
     data index 8 using 1:10 with points lc rgb '#A7D5EE' pt 8 ps 0.42 title 'ADMM' noenhanced, \
     data index 8 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'ADMM' noenhanced, \
     data index 28 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 8 using 1:11 with points lc rgb '#4FACDD' pt 8 ps 0.5 title 'ADMM' noenhanced, \
     data index 9 using 1:10 with points lc rgb '#A7D5EE' pt 11 ps 0.42 title 'CALM' noenhanced, \
     data index 9 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'CALM' noenhanced, \
     data index 29 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 9 using 1:11 with points lc rgb '#4FACDD' pt 11 ps 0.5 title 'CALM' noenhanced, \
     data index 10 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'AVBD' noenhanced, \
     data index 10 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'AVBD' noenhanced, \
     data index 30 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 10 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'AVBD' noenhanced, \
     data index 11 using 1:10 with points lc rgb '#E5BCD3' pt 4 ps 0.42 title 'PNCG' noenhanced, \
     data index 11 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#CC79A7' lw 1 title 'PNCG' noenhanced, \
     data index 31 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 11 using 1:11 with points lc rgb '#CC79A7' pt 4 ps 0.5 title 'PNCG' noenhanced, \
     data index 12 using 1:10 with points lc rgb '#A7D5EE' pt 8 ps 0.42 title 'Newton-CG' noenhanced, \
     data index 12 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'Newton-CG' noenhanced, \
     data index 32 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 12 using 1:11 with points lc rgb '#4FACDD' pt 8 ps 0.5 title 'Newton-CG' noenhanced, \
     data index 0 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 2 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 4 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 6 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'VBD' noenhanced, \
     data index 7 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'L-BFGS' noenhanced, \
     data index 8 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'ADMM' noenhanced, \
     data index 9 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'CALM' noenhanced, \
     data index 10 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'AVBD' noenhanced, \
     data index 11 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PNCG' noenhanced, \
     data index 12 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton-CG' noenhanced
unset label
unset object
set lmargin at screen 0.5363
set rmargin at screen 0.9858
set bmargin at screen 0.4302
set tmargin at screen 0.9104
set title 'heavy payload' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0188857:9542]
set xtics ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1)
set logscale y
set yrange [0.00100546:3]
set ytics ('' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1)
set label 1 'relative trajectory error' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'time of the run (ms)' noenhanced at screen 0.5299,0.3038 center
set arrow 10 from screen 0.0074,0.2213 to screen 0.0400,0.2213 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.0237,0.2213 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD' noenhanced at screen 0.0499,0.2213 left
set arrow 13 from screen 0.0074,0.1623 to screen 0.0400,0.1623 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 14 '' at screen 0.0237,0.1623 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD' noenhanced at screen 0.0499,0.1623 left
set arrow 16 from screen 0.0074,0.1032 to screen 0.0400,0.1032 nohead lc rgb '#332288' lw 1.604 dt solid
set label 17 '' at screen 0.0237,0.1032 point lc rgb '#332288' pt 11 ps 0.55
set label 18 'Newton' noenhanced at screen 0.0499,0.1032 left
set arrow 19 from screen 0.0074,0.0441 to screen 0.0400,0.0441 nohead lc rgb '#0A6A2C' lw 1.606 dt solid
set label 20 '' at screen 0.0237,0.0441 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 21 'VBD' noenhanced at screen 0.0499,0.0441 left
set arrow 22 from screen 0.3405,0.2213 to screen 0.3732,0.2213 nohead lc rgb '#F0AD33' lw 1.607 dt solid
set label 23 '' at screen 0.3568,0.2213 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 24 'L-BFGS' noenhanced at screen 0.3831,0.2213 left
set arrow 25 from screen 0.3405,0.1623 to screen 0.3732,0.1623 nohead lc rgb '#4FACDD' lw 1.608 dt solid
set label 26 '' at screen 0.3568,0.1623 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 27 'ADMM' noenhanced at screen 0.3831,0.1623 left
set arrow 28 from screen 0.3405,0.1032 to screen 0.3732,0.1032 nohead lc rgb '#4FACDD' lw 1.609 dt solid
set label 29 '' at screen 0.3568,0.1032 point lc rgb '#4FACDD' pt 11 ps 0.55
set label 30 'CALM' noenhanced at screen 0.3831,0.1032 left
set arrow 31 from screen 0.3405,0.0441 to screen 0.3732,0.0441 nohead lc rgb '#4FACDD' lw 1.610 dt solid
set label 32 '' at screen 0.3568,0.0441 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 33 'AVBD' noenhanced at screen 0.3831,0.0441 left
set arrow 34 from screen 0.6737,0.2213 to screen 0.7063,0.2213 nohead lc rgb '#CC79A7' lw 1.611 dt solid
set label 35 '' at screen 0.6900,0.2213 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 36 'PNCG' noenhanced at screen 0.7162,0.2213 left
set arrow 37 from screen 0.6737,0.1623 to screen 0.7063,0.1623 nohead lc rgb '#4FACDD' lw 1.612 dt solid
set label 38 '' at screen 0.6900,0.1623 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 39 'Newton-CG' noenhanced at screen 0.7162,0.1623 left
set label 40 '' at screen 0.6900,0.1032 point lc rgb '#000000' pt 6 ps 1.2 lw 1.2
set label 42 'rests on steps without convergence' noenhanced at screen 0.7162,0.1032 left
plot data index 1 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 1 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 21 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 1 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 3 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 3 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 23 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 3 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 5 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 5 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 25 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 5 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 13 using 1:10 with points lc rgb '#84B495' pt 15 ps 0.42 title 'VBD' noenhanced, \
     data index 13 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0A6A2C' lw 1 title 'VBD' noenhanced, \
     data index 33 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 13 using 1:11 with points lc rgb '#0A6A2C' pt 15 ps 0.5 title 'VBD' noenhanced, \
     data index 14 using 1:10 with points lc rgb '#F7D699' pt 6 ps 0.42 title 'L-BFGS' noenhanced, \
     data index 14 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#F0AD33' lw 1 title 'L-BFGS' noenhanced, \
     data index 34 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 14 using 1:11 with points lc rgb '#F0AD33' pt 6 ps 0.5 title 'L-BFGS' noenhanced, \
     data index 15 using 1:10 with points lc rgb '#A7D5EE' pt 8 ps 0.42 title 'ADMM' noenhanced, \
     data index 15 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'ADMM' noenhanced, \
     data index 35 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 15 using 1:11 with points lc rgb '#4FACDD' pt 8 ps 0.5 title 'ADMM' noenhanced, \
     data index 16 using 1:10 with points lc rgb '#A7D5EE' pt 11 ps 0.42 title 'CALM' noenhanced, \
     data index 16 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'CALM' noenhanced, \
     data index 36 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 16 using 1:11 with points lc rgb '#4FACDD' pt 11 ps 0.5 title 'CALM' noenhanced, \
     data index 17 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'AVBD' noenhanced, \
     data index 17 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'AVBD' noenhanced, \
     data index 37 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 17 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'AVBD' noenhanced, \
     data index 18 using 1:10 with points lc rgb '#E5BCD3' pt 4 ps 0.42 title 'PNCG' noenhanced, \
     data index 18 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#CC79A7' lw 1 title 'PNCG' noenhanced, \
     data index 38 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 18 using 1:11 with points lc rgb '#CC79A7' pt 4 ps 0.5 title 'PNCG' noenhanced, \
     data index 19 using 1:10 with points lc rgb '#A7D5EE' pt 8 ps 0.42 title 'Newton-CG' noenhanced, \
     data index 19 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'Newton-CG' noenhanced, \
     data index 39 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 19 using 1:11 with points lc rgb '#4FACDD' pt 8 ps 0.5 title 'Newton-CG' noenhanced, \
     data index 1 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 3 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 5 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 13 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'VBD' noenhanced, \
     data index 14 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'L-BFGS' noenhanced, \
     data index 15 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'ADMM' noenhanced, \
     data index 16 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'CALM' noenhanced, \
     data index 17 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'AVBD' noenhanced, \
     data index 18 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PNCG' noenhanced, \
     data index 19 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton-CG' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,6.06cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'stiff.pdf'
set multiplot
set lmargin at screen 0.0740
set rmargin at screen 0.5235
set bmargin at screen 0.4302
set tmargin at screen 0.9104
set title 'cloth' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0188857:9542]
set xtics ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1)
set logscale y
set yrange [0.00100546:3]
set ytics ('' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1)
plot data index 0 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 0 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 20 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 0 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 2 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 2 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 22 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 2 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 4 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 4 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 24 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 4 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 6 using 1:10 with points lc rgb '#84B495' pt 15 ps 0.42 title 'VBD' noenhanced, \
     data index 6 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0A6A2C' lw 1 title 'VBD' noenhanced, \
     data index 26 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 6 using 1:11 with points lc rgb '#0A6A2C' pt 15 ps 0.5 title 'VBD' noenhanced, \
     data index 7 using 1:10 with points lc rgb '#F7D699' pt 6 ps 0.42 title 'L-BFGS' noenhanced, \
     data index 7 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#F0AD33' lw 1 title 'L-BFGS' noenhanced, \
     data index 27 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 7 using 1:11 with points lc rgb '#F0AD33' pt 6 ps 0.5 title 'L-BFGS' noenhanced, \
     data index 8 using 1:10 with points lc rgb '#A7D5EE' pt 8 ps 0.42 title 'ADMM' noenhanced, \
     data index 8 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'ADMM' noenhanced, \
     data index 28 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 8 using 1:11 with points lc rgb '#4FACDD' pt 8 ps 0.5 title 'ADMM' noenhanced, \
     data index 9 using 1:10 with points lc rgb '#A7D5EE' pt 11 ps 0.42 title 'CALM' noenhanced, \
     data index 9 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'CALM' noenhanced, \
     data index 29 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 9 using 1:11 with points lc rgb '#4FACDD' pt 11 ps 0.5 title 'CALM' noenhanced, \
     data index 10 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'AVBD' noenhanced, \
     data index 10 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'AVBD' noenhanced, \
     data index 30 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 10 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'AVBD' noenhanced, \
     data index 11 using 1:10 with points lc rgb '#E5BCD3' pt 4 ps 0.42 title 'PNCG' noenhanced, \
     data index 11 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#CC79A7' lw 1 title 'PNCG' noenhanced, \
     data index 31 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 11 using 1:11 with points lc rgb '#CC79A7' pt 4 ps 0.5 title 'PNCG' noenhanced, \
     data index 12 using 1:10 with points lc rgb '#A7D5EE' pt 8 ps 0.42 title 'Newton-CG' noenhanced, \
     data index 12 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'Newton-CG' noenhanced, \
     data index 32 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 12 using 1:11 with points lc rgb '#4FACDD' pt 8 ps 0.5 title 'Newton-CG' noenhanced, \
     data index 0 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 2 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 4 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 6 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'VBD' noenhanced, \
     data index 7 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'L-BFGS' noenhanced, \
     data index 8 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'ADMM' noenhanced, \
     data index 9 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'CALM' noenhanced, \
     data index 10 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'AVBD' noenhanced, \
     data index 11 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PNCG' noenhanced, \
     data index 12 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton-CG' noenhanced
unset label
unset object
set lmargin at screen 0.5363
set rmargin at screen 0.9858
set bmargin at screen 0.4302
set tmargin at screen 0.9104
set title 'heavy payload' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0188857:9542]
set xtics ('' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1)
set logscale y
set yrange [0.00100546:3]
set ytics ('' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '' 1, '' 2 1, '' 3 1)
set label 1 'relative trajectory error' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'time of the run (ms)' noenhanced at screen 0.5299,0.3038 center
set arrow 10 from screen 0.0074,0.2213 to screen 0.0400,0.2213 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.0237,0.2213 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD' noenhanced at screen 0.0499,0.2213 left
set arrow 13 from screen 0.0074,0.1623 to screen 0.0400,0.1623 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 14 '' at screen 0.0237,0.1623 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD' noenhanced at screen 0.0499,0.1623 left
set arrow 16 from screen 0.0074,0.1032 to screen 0.0400,0.1032 nohead lc rgb '#332288' lw 1.604 dt solid
set label 17 '' at screen 0.0237,0.1032 point lc rgb '#332288' pt 11 ps 0.55
set label 18 'Newton' noenhanced at screen 0.0499,0.1032 left
set arrow 19 from screen 0.0074,0.0441 to screen 0.0400,0.0441 nohead lc rgb '#0A6A2C' lw 1.606 dt solid
set label 20 '' at screen 0.0237,0.0441 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 21 'VBD' noenhanced at screen 0.0499,0.0441 left
set arrow 22 from screen 0.3405,0.2213 to screen 0.3732,0.2213 nohead lc rgb '#F0AD33' lw 1.607 dt solid
set label 23 '' at screen 0.3568,0.2213 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 24 'L-BFGS' noenhanced at screen 0.3831,0.2213 left
set arrow 25 from screen 0.3405,0.1623 to screen 0.3732,0.1623 nohead lc rgb '#4FACDD' lw 1.608 dt solid
set label 26 '' at screen 0.3568,0.1623 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 27 'ADMM' noenhanced at screen 0.3831,0.1623 left
set arrow 28 from screen 0.3405,0.1032 to screen 0.3732,0.1032 nohead lc rgb '#4FACDD' lw 1.609 dt solid
set label 29 '' at screen 0.3568,0.1032 point lc rgb '#4FACDD' pt 11 ps 0.55
set label 30 'CALM' noenhanced at screen 0.3831,0.1032 left
set arrow 31 from screen 0.3405,0.0441 to screen 0.3732,0.0441 nohead lc rgb '#4FACDD' lw 1.610 dt solid
set label 32 '' at screen 0.3568,0.0441 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 33 'AVBD' noenhanced at screen 0.3831,0.0441 left
set arrow 34 from screen 0.6737,0.2213 to screen 0.7063,0.2213 nohead lc rgb '#CC79A7' lw 1.611 dt solid
set label 35 '' at screen 0.6900,0.2213 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 36 'PNCG' noenhanced at screen 0.7162,0.2213 left
set arrow 37 from screen 0.6737,0.1623 to screen 0.7063,0.1623 nohead lc rgb '#4FACDD' lw 1.612 dt solid
set label 38 '' at screen 0.6900,0.1623 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 39 'Newton-CG' noenhanced at screen 0.7162,0.1623 left
set label 40 '' at screen 0.6900,0.1032 point lc rgb '#000000' pt 6 ps 1.2 lw 1.2
set label 42 'rests on steps without convergence' noenhanced at screen 0.7162,0.1032 left
plot data index 1 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 1 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 21 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 1 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 3 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 3 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 23 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 3 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 5 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 5 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 25 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 5 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 13 using 1:10 with points lc rgb '#84B495' pt 15 ps 0.42 title 'VBD' noenhanced, \
     data index 13 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0A6A2C' lw 1 title 'VBD' noenhanced, \
     data index 33 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 13 using 1:11 with points lc rgb '#0A6A2C' pt 15 ps 0.5 title 'VBD' noenhanced, \
     data index 14 using 1:10 with points lc rgb '#F7D699' pt 6 ps 0.42 title 'L-BFGS' noenhanced, \
     data index 14 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#F0AD33' lw 1 title 'L-BFGS' noenhanced, \
     data index 34 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 14 using 1:11 with points lc rgb '#F0AD33' pt 6 ps 0.5 title 'L-BFGS' noenhanced, \
     data index 15 using 1:10 with points lc rgb '#A7D5EE' pt 8 ps 0.42 title 'ADMM' noenhanced, \
     data index 15 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'ADMM' noenhanced, \
     data index 35 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'ADMM' noenhanced, \
     data index 15 using 1:11 with points lc rgb '#4FACDD' pt 8 ps 0.5 title 'ADMM' noenhanced, \
     data index 16 using 1:10 with points lc rgb '#A7D5EE' pt 11 ps 0.42 title 'CALM' noenhanced, \
     data index 16 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'CALM' noenhanced, \
     data index 36 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 16 using 1:11 with points lc rgb '#4FACDD' pt 11 ps 0.5 title 'CALM' noenhanced, \
     data index 17 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'AVBD' noenhanced, \
     data index 17 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'AVBD' noenhanced, \
     data index 37 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 17 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'AVBD' noenhanced, \
     data index 18 using 1:10 with points lc rgb '#E5BCD3' pt 4 ps 0.42 title 'PNCG' noenhanced, \
     data index 18 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#CC79A7' lw 1 title 'PNCG' noenhanced, \
     data index 38 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 18 using 1:11 with points lc rgb '#CC79A7' pt 4 ps 0.5 title 'PNCG' noenhanced, \
     data index 19 using 1:10 with points lc rgb '#A7D5EE' pt 8 ps 0.42 title 'Newton-CG' noenhanced, \
     data index 19 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'Newton-CG' noenhanced, \
     data index 39 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 19 using 1:11 with points lc rgb '#4FACDD' pt 8 ps 0.5 title 'Newton-CG' noenhanced, \
     data index 1 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 3 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 5 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 13 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'VBD' noenhanced, \
     data index 14 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'L-BFGS' noenhanced, \
     data index 15 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'ADMM' noenhanced, \
     data index 16 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'CALM' noenhanced, \
     data index 17 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'AVBD' noenhanced, \
     data index 18 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PNCG' noenhanced, \
     data index 19 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton-CG' noenhanced
unset multiplot
unset label
unset arrow
unset object
