# Edit this and run `gnuplot factor.gp` in this folder.
# It reads factor.dat and writes factor.svg and .pdf.
set encoding utf8
data = 'factor.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'factor.svg'
set multiplot
set lmargin at screen 0.0783
set rmargin at screen 0.3723
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'particles 16384' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [4.86602:1068.49]
set ytics ('' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000)
plot data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'by subtrees' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'by subtrees' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'by subtrees' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD' noenhanced, \
     data index 8 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PARDISO' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PARDISO' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#882255' pt 10 ps 0.55 title 'PARDISO' noenhanced
unset label
unset object
set lmargin at screen 0.3850
set rmargin at screen 0.6790
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'particles 65536' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [4.86602:1068.49]
set ytics ('' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'by subtrees' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'by subtrees' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'by subtrees' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PARDISO' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PARDISO' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#882255' pt 10 ps 0.55 title 'PARDISO' noenhanced
unset label
unset object
set lmargin at screen 0.6918
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'particles 2.621·10⁵' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [4.86602:1068.49]
set ytics ('' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000)
set label 1 'set-up time (ms)' noenhanced at screen 0.0122,0.5992 center rotate
set label 2 'threads' noenhanced at screen 0.5320,0.1539 center
set arrow 10 from screen 0.2868,0.0536 to screen 0.3194,0.0536 nohead lc rgb '#882255' lw 1.600 dt solid
set label 11 '' at screen 0.3031,0.0536 point lc rgb '#882255' pt 9 ps 0.55
set label 12 'by subtrees' noenhanced at screen 0.3294,0.0536 left
set arrow 13 from screen 0.4337,0.0536 to screen 0.4663,0.0536 nohead lc rgb '#D55E00' lw 1.601 dt solid
set label 14 '' at screen 0.4500,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'CHOLMOD' noenhanced at screen 0.4762,0.0536 left
set arrow 16 from screen 0.5805,0.0536 to screen 0.6132,0.0536 nohead lc rgb '#882255' lw 1.602 dt solid
set label 17 '' at screen 0.5968,0.0536 point lc rgb '#882255' pt 10 ps 0.55
set label 18 'PARDISO' noenhanced at screen 0.6231,0.0536 left
plot data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'by subtrees' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'by subtrees' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'by subtrees' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PARDISO' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PARDISO' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#882255' pt 10 ps 0.55 title 'PARDISO' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'factor.pdf'
set multiplot
set lmargin at screen 0.0783
set rmargin at screen 0.3723
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'particles 16384' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [4.86602:1068.49]
set ytics ('' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000)
plot data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'by subtrees' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'by subtrees' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'by subtrees' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD' noenhanced, \
     data index 8 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PARDISO' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PARDISO' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#882255' pt 10 ps 0.55 title 'PARDISO' noenhanced
unset label
unset object
set lmargin at screen 0.3850
set rmargin at screen 0.6790
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'particles 65536' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [4.86602:1068.49]
set ytics ('' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'by subtrees' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'by subtrees' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'by subtrees' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PARDISO' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PARDISO' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#882255' pt 10 ps 0.55 title 'PARDISO' noenhanced
unset label
unset object
set lmargin at screen 0.6918
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'particles 2.621·10⁵' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [4.86602:1068.49]
set ytics ('' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000)
set label 1 'set-up time (ms)' noenhanced at screen 0.0122,0.5992 center rotate
set label 2 'threads' noenhanced at screen 0.5320,0.1539 center
set arrow 10 from screen 0.2868,0.0536 to screen 0.3194,0.0536 nohead lc rgb '#882255' lw 1.600 dt solid
set label 11 '' at screen 0.3031,0.0536 point lc rgb '#882255' pt 9 ps 0.55
set label 12 'by subtrees' noenhanced at screen 0.3294,0.0536 left
set arrow 13 from screen 0.4337,0.0536 to screen 0.4663,0.0536 nohead lc rgb '#D55E00' lw 1.601 dt solid
set label 14 '' at screen 0.4500,0.0536 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'CHOLMOD' noenhanced at screen 0.4762,0.0536 left
set arrow 16 from screen 0.5805,0.0536 to screen 0.6132,0.0536 nohead lc rgb '#882255' lw 1.602 dt solid
set label 17 '' at screen 0.5968,0.0536 point lc rgb '#882255' pt 10 ps 0.55
set label 18 'PARDISO' noenhanced at screen 0.6231,0.0536 left
plot data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'by subtrees' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'by subtrees' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'by subtrees' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PARDISO' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PARDISO' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#882255' pt 10 ps 0.55 title 'PARDISO' noenhanced
unset multiplot
unset label
unset arrow
unset object
