# Edit this and run `gnuplot first.gp` in this folder.
# It reads first.dat and writes first.svg and .pdf.
set encoding utf8
data = 'first.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'first.svg'
set multiplot
set lmargin at screen 0.0783
set rmargin at screen 0.3723
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'target 0.001' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [2.03885:2273.71]
set ytics ('' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 8 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 11 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 14 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 14 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset label
unset object
set lmargin at screen 0.3850
set rmargin at screen 0.6790
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'target 0.01' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [2.03885:2273.71]
set ytics ('' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1)
plot data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 9 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 12 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 12 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 15 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 15 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset label
unset object
set lmargin at screen 0.6918
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'target 0.1' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [2.03885:2273.71]
set ytics ('' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1)
set label 1 'time to the target (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5320,0.1539 center
set arrow 10 from screen 0.0976,0.0536 to screen 0.1302,0.0536 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.1139,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD' noenhanced at screen 0.1402,0.0536 left
set arrow 13 from screen 0.2341,0.0536 to screen 0.2667,0.0536 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 14 '' at screen 0.2504,0.0536 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 15 'L-BFGS' noenhanced at screen 0.2767,0.0536 left
set arrow 16 from screen 0.3706,0.0536 to screen 0.4032,0.0536 nohead lc rgb '#0A6A2C' lw 1.605 dt solid
set label 17 '' at screen 0.3869,0.0536 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD' noenhanced at screen 0.4132,0.0536 left
set arrow 19 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#CC79A7' lw 1.608 dt solid
set label 20 '' at screen 0.5234,0.0536 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 21 'PNCG' noenhanced at screen 0.5497,0.0536 left
set arrow 22 from screen 0.6436,0.0536 to screen 0.6762,0.0536 nohead lc rgb '#332288' lw 1.611 dt solid
set label 23 '' at screen 0.6599,0.0536 point lc rgb '#332288' pt 11 ps 0.55
set label 24 'Newton' noenhanced at screen 0.6862,0.0536 left
set arrow 25 from screen 0.7801,0.0536 to screen 0.8127,0.0536 nohead lc rgb '#4FACDD' lw 1.614 dt solid
set label 26 '' at screen 0.7964,0.0536 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 27 'Newton-CG' noenhanced at screen 0.8227,0.0536 left
plot data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 10 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 13 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 13 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 16 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 16 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'first.pdf'
set multiplot
set lmargin at screen 0.0783
set rmargin at screen 0.3723
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'target 0.001' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [2.03885:2273.71]
set ytics ('' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000, '' 2000 1)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 8 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 11 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 14 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 14 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset label
unset object
set lmargin at screen 0.3850
set rmargin at screen 0.6790
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'target 0.01' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [2.03885:2273.71]
set ytics ('' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1)
plot data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 9 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 12 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 12 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 15 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 15 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset label
unset object
set lmargin at screen 0.6918
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'target 0.1' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [2.03885:2273.71]
set ytics ('' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000, '' 2000 1)
set label 1 'time to the target (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5320,0.1539 center
set arrow 10 from screen 0.0976,0.0536 to screen 0.1302,0.0536 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.1139,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 12 'PD' noenhanced at screen 0.1402,0.0536 left
set arrow 13 from screen 0.2341,0.0536 to screen 0.2667,0.0536 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 14 '' at screen 0.2504,0.0536 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 15 'L-BFGS' noenhanced at screen 0.2767,0.0536 left
set arrow 16 from screen 0.3706,0.0536 to screen 0.4032,0.0536 nohead lc rgb '#0A6A2C' lw 1.605 dt solid
set label 17 '' at screen 0.3869,0.0536 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD' noenhanced at screen 0.4132,0.0536 left
set arrow 19 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#CC79A7' lw 1.608 dt solid
set label 20 '' at screen 0.5234,0.0536 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 21 'PNCG' noenhanced at screen 0.5497,0.0536 left
set arrow 22 from screen 0.6436,0.0536 to screen 0.6762,0.0536 nohead lc rgb '#332288' lw 1.611 dt solid
set label 23 '' at screen 0.6599,0.0536 point lc rgb '#332288' pt 11 ps 0.55
set label 24 'Newton' noenhanced at screen 0.6862,0.0536 left
set arrow 25 from screen 0.7801,0.0536 to screen 0.8127,0.0536 nohead lc rgb '#4FACDD' lw 1.614 dt solid
set label 26 '' at screen 0.7964,0.0536 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 27 'Newton-CG' noenhanced at screen 0.8227,0.0536 left
plot data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'PD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 10 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 13 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 13 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 16 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG' noenhanced, \
     data index 16 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG' noenhanced
unset multiplot
unset label
unset arrow
unset object
