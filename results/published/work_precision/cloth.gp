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
set lmargin at screen 0.0740
set rmargin at screen 0.3694
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0295703:3475.45]
set xtics ('' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1)
set logscale y
set yrange [0.00242698:0.828519]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1)
plot data index 0 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'PBD' noenhanced, \
     data index 0 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'PBD' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD' noenhanced, \
     data index 0 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'PBD' noenhanced, \
     data index 3 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 3 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 18 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 3 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 6 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 6 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 21 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 6 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 9 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 9 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 24 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 9 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 12 using 1:10 with points lc rgb '#C390AA' pt 9 ps 0.42 title 'XPBD, direct' noenhanced, \
     data index 12 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#882255' lw 1 title 'XPBD, direct' noenhanced, \
     data index 27 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'XPBD, direct' noenhanced, \
     data index 12 using 1:11 with points lc rgb '#882255' pt 9 ps 0.5 title 'XPBD, direct' noenhanced, \
     data index 0 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PBD' noenhanced, \
     data index 3 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 6 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 9 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 12 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD, direct' noenhanced
unset label
unset object
set lmargin at screen 0.3822
set rmargin at screen 0.6776
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 1000 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0295703:3475.45]
set xtics ('' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1)
set logscale y
set yrange [0.00242698:0.828519]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1)
plot data index 1 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'PBD' noenhanced, \
     data index 1 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'PBD' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD' noenhanced, \
     data index 1 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'PBD' noenhanced, \
     data index 4 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 4 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 19 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 4 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 7 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 7 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 22 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 7 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 10 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 10 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 25 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 10 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 13 using 1:10 with points lc rgb '#C390AA' pt 9 ps 0.42 title 'XPBD, direct' noenhanced, \
     data index 13 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#882255' lw 1 title 'XPBD, direct' noenhanced, \
     data index 28 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'XPBD, direct' noenhanced, \
     data index 13 using 1:11 with points lc rgb '#882255' pt 9 ps 0.5 title 'XPBD, direct' noenhanced, \
     data index 1 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PBD' noenhanced, \
     data index 4 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 7 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 10 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 13 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD, direct' noenhanced
unset label
unset object
set lmargin at screen 0.6904
set rmargin at screen 0.9858
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 10000 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0295703:3475.45]
set xtics ('' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1)
set logscale y
set yrange [0.00242698:0.828519]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1)
set label 1 'relative trajectory error' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'time of the run (ms)' noenhanced at screen 0.5299,0.2106 center
set arrow 10 from screen 0.0074,0.1170 to screen 0.0400,0.1170 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.0237,0.1170 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 12 'PBD' noenhanced at screen 0.0499,0.1170 left
set arrow 13 from screen 0.0074,0.0500 to screen 0.0400,0.0500 nohead lc rgb '#0072B2' lw 1.603 dt solid
set label 14 '' at screen 0.0237,0.0500 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'XPBD' noenhanced at screen 0.0499,0.0500 left
set arrow 16 from screen 0.3405,0.1170 to screen 0.3732,0.1170 nohead lc rgb '#D55E00' lw 1.606 dt solid
set label 17 '' at screen 0.3568,0.1170 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'PD' noenhanced at screen 0.3831,0.1170 left
set arrow 19 from screen 0.3405,0.0500 to screen 0.3732,0.0500 nohead lc rgb '#332288' lw 1.609 dt solid
set label 20 '' at screen 0.3568,0.0500 point lc rgb '#332288' pt 11 ps 0.55
set label 21 'Newton' noenhanced at screen 0.3831,0.0500 left
set arrow 22 from screen 0.6737,0.1170 to screen 0.7063,0.1170 nohead lc rgb '#882255' lw 1.612 dt solid
set label 23 '' at screen 0.6900,0.1170 point lc rgb '#882255' pt 9 ps 0.55
set label 24 'XPBD, direct' noenhanced at screen 0.7162,0.1170 left
set label 25 '' at screen 0.6900,0.0500 point lc rgb '#000000' pt 6 ps 1.2 lw 1.2
set label 27 'rests on steps without convergence' noenhanced at screen 0.7162,0.0500 left
plot data index 2 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'PBD' noenhanced, \
     data index 2 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'PBD' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD' noenhanced, \
     data index 2 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'PBD' noenhanced, \
     data index 5 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 5 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 20 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 5 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 8 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 8 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 23 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 8 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 11 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 11 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 26 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 11 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 14 using 1:10 with points lc rgb '#C390AA' pt 9 ps 0.42 title 'XPBD, direct' noenhanced, \
     data index 14 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#882255' lw 1 title 'XPBD, direct' noenhanced, \
     data index 29 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'XPBD, direct' noenhanced, \
     data index 14 using 1:11 with points lc rgb '#882255' pt 9 ps 0.5 title 'XPBD, direct' noenhanced, \
     data index 2 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PBD' noenhanced, \
     data index 5 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 8 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 11 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 14 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD, direct' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,5.34cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'cloth.pdf'
set multiplot
set lmargin at screen 0.0740
set rmargin at screen 0.3694
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0295703:3475.45]
set xtics ('' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1)
set logscale y
set yrange [0.00242698:0.828519]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1)
plot data index 0 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'PBD' noenhanced, \
     data index 0 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'PBD' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD' noenhanced, \
     data index 0 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'PBD' noenhanced, \
     data index 3 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 3 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 18 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 3 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 6 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 6 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 21 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 6 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 9 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 9 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 24 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 9 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 12 using 1:10 with points lc rgb '#C390AA' pt 9 ps 0.42 title 'XPBD, direct' noenhanced, \
     data index 12 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#882255' lw 1 title 'XPBD, direct' noenhanced, \
     data index 27 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'XPBD, direct' noenhanced, \
     data index 12 using 1:11 with points lc rgb '#882255' pt 9 ps 0.5 title 'XPBD, direct' noenhanced, \
     data index 0 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PBD' noenhanced, \
     data index 3 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 6 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 9 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 12 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD, direct' noenhanced
unset label
unset object
set lmargin at screen 0.3822
set rmargin at screen 0.6776
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 1000 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0295703:3475.45]
set xtics ('' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1)
set logscale y
set yrange [0.00242698:0.828519]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1)
plot data index 1 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'PBD' noenhanced, \
     data index 1 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'PBD' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD' noenhanced, \
     data index 1 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'PBD' noenhanced, \
     data index 4 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 4 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 19 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 4 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 7 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 7 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 22 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 7 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 10 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 10 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 25 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 10 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 13 using 1:10 with points lc rgb '#C390AA' pt 9 ps 0.42 title 'XPBD, direct' noenhanced, \
     data index 13 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#882255' lw 1 title 'XPBD, direct' noenhanced, \
     data index 28 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'XPBD, direct' noenhanced, \
     data index 13 using 1:11 with points lc rgb '#882255' pt 9 ps 0.5 title 'XPBD, direct' noenhanced, \
     data index 1 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PBD' noenhanced, \
     data index 4 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 7 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 10 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 13 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD, direct' noenhanced
unset label
unset object
set lmargin at screen 0.6904
set rmargin at screen 0.9858
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'stiffness 10000 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.0295703:3475.45]
set xtics ('' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1, '' 3000 1)
set logscale y
set yrange [0.00242698:0.828519]
set ytics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1)
set label 1 'relative trajectory error' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'time of the run (ms)' noenhanced at screen 0.5299,0.2106 center
set arrow 10 from screen 0.0074,0.1170 to screen 0.0400,0.1170 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.0237,0.1170 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 12 'PBD' noenhanced at screen 0.0499,0.1170 left
set arrow 13 from screen 0.0074,0.0500 to screen 0.0400,0.0500 nohead lc rgb '#0072B2' lw 1.603 dt solid
set label 14 '' at screen 0.0237,0.0500 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'XPBD' noenhanced at screen 0.0499,0.0500 left
set arrow 16 from screen 0.3405,0.1170 to screen 0.3732,0.1170 nohead lc rgb '#D55E00' lw 1.606 dt solid
set label 17 '' at screen 0.3568,0.1170 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'PD' noenhanced at screen 0.3831,0.1170 left
set arrow 19 from screen 0.3405,0.0500 to screen 0.3732,0.0500 nohead lc rgb '#332288' lw 1.609 dt solid
set label 20 '' at screen 0.3568,0.0500 point lc rgb '#332288' pt 11 ps 0.55
set label 21 'Newton' noenhanced at screen 0.3831,0.0500 left
set arrow 22 from screen 0.6737,0.1170 to screen 0.7063,0.1170 nohead lc rgb '#882255' lw 1.612 dt solid
set label 23 '' at screen 0.6900,0.1170 point lc rgb '#882255' pt 9 ps 0.55
set label 24 'XPBD, direct' noenhanced at screen 0.7162,0.1170 left
set label 25 '' at screen 0.6900,0.0500 point lc rgb '#000000' pt 6 ps 1.2 lw 1.2
set label 27 'rests on steps without convergence' noenhanced at screen 0.7162,0.0500 left
plot data index 2 using 1:10 with points lc rgb '#A7D5EE' pt 7 ps 0.42 title 'PBD' noenhanced, \
     data index 2 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#4FACDD' lw 1 title 'PBD' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD' noenhanced, \
     data index 2 using 1:11 with points lc rgb '#4FACDD' pt 7 ps 0.5 title 'PBD' noenhanced, \
     data index 5 using 1:10 with points lc rgb '#7FB8D8' pt 5 ps 0.42 title 'XPBD' noenhanced, \
     data index 5 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#0072B2' lw 1 title 'XPBD' noenhanced, \
     data index 20 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 5 using 1:11 with points lc rgb '#0072B2' pt 5 ps 0.5 title 'XPBD' noenhanced, \
     data index 8 using 1:10 with points lc rgb '#EAAE7F' pt 13 ps 0.42 title 'PD' noenhanced, \
     data index 8 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#D55E00' lw 1 title 'PD' noenhanced, \
     data index 23 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 8 using 1:11 with points lc rgb '#D55E00' pt 13 ps 0.5 title 'PD' noenhanced, \
     data index 11 using 1:10 with points lc rgb '#9990C3' pt 11 ps 0.42 title 'Newton' noenhanced, \
     data index 11 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#332288' lw 1 title 'Newton' noenhanced, \
     data index 26 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 11 using 1:11 with points lc rgb '#332288' pt 11 ps 0.5 title 'Newton' noenhanced, \
     data index 14 using 1:10 with points lc rgb '#C390AA' pt 9 ps 0.42 title 'XPBD, direct' noenhanced, \
     data index 14 using 8:11:($9-$8):(0) with vectors nohead lc rgb '#882255' lw 1 title 'XPBD, direct' noenhanced, \
     data index 29 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'XPBD, direct' noenhanced, \
     data index 14 using 1:11 with points lc rgb '#882255' pt 9 ps 0.5 title 'XPBD, direct' noenhanced, \
     data index 2 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PBD' noenhanced, \
     data index 5 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 8 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 11 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 14 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD, direct' noenhanced
unset multiplot
unset label
unset arrow
unset object
