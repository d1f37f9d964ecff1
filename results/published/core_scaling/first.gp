# Edit this and run `gnuplot first.gp` in this folder.
# It reads first.dat and writes first.svg and .pdf.
set encoding utf8
data = 'first.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,323 font 'sans-serif,14' background rgb 'white'
set output 'first.svg'
set multiplot
set lmargin at screen 0.0783
set rmargin at screen 0.3723
set bmargin at screen 0.3944
set tmargin at screen 0.9047
set title 'target 0.001' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [1.70726:1757.02]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PD, by subtrees' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PD, by subtrees' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD, by subtrees' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 8 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 11 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, CHOLMOD' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, CHOLMOD' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, CHOLMOD' noenhanced, \
     data index 14 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, by subtrees' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, by subtrees' noenhanced, \
     data index 14 using 1:6 with points lc rgb '#332288' pt 7 ps 0.55 title 'Newton, by subtrees' noenhanced, \
     data index 17 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 17 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, cholmod_simplicial' noenhanced
unset label
unset object
set lmargin at screen 0.3850
set rmargin at screen 0.6790
set bmargin at screen 0.3944
set tmargin at screen 0.9047
set title 'target 0.01' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [1.70726:1757.02]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000)
plot data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PD, by subtrees' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PD, by subtrees' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD, by subtrees' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS, by subtrees' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, by subtrees' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, by subtrees' noenhanced, \
     data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 9 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 12 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, CHOLMOD' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, CHOLMOD' noenhanced, \
     data index 12 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, CHOLMOD' noenhanced, \
     data index 15 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, by subtrees' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, by subtrees' noenhanced, \
     data index 15 using 1:6 with points lc rgb '#332288' pt 7 ps 0.55 title 'Newton, by subtrees' noenhanced, \
     data index 18 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 18 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 18 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, cholmod_simplicial' noenhanced
unset label
unset object
set lmargin at screen 0.6918
set rmargin at screen 0.9858
set bmargin at screen 0.3944
set tmargin at screen 0.9047
set title 'target 0.1' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [1.70726:1757.02]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000)
set label 1 'time to the target (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5320,0.2601 center
set arrow 10 from screen 0.0659,0.1724 to screen 0.0985,0.1724 nohead lc rgb '#882255' lw 1.600 dt solid
set label 11 '' at screen 0.0822,0.1724 point lc rgb '#882255' pt 9 ps 0.55
set label 12 'PD, by subtrees' noenhanced at screen 0.1085,0.1724 left
set arrow 13 from screen 0.0659,0.1097 to screen 0.0985,0.1097 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 14 '' at screen 0.0822,0.1097 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 15 'L-BFGS, by subtrees' noenhanced at screen 0.1085,0.1097 left
set arrow 16 from screen 0.0659,0.0469 to screen 0.0985,0.0469 nohead lc rgb '#0A6A2C' lw 1.605 dt solid
set label 17 '' at screen 0.0822,0.0469 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD' noenhanced at screen 0.1085,0.0469 left
set arrow 19 from screen 0.3600,0.1724 to screen 0.3927,0.1724 nohead lc rgb '#CC79A7' lw 1.608 dt solid
set label 20 '' at screen 0.3763,0.1724 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 21 'PNCG' noenhanced at screen 0.4026,0.1724 left
set arrow 22 from screen 0.3600,0.1097 to screen 0.3927,0.1097 nohead lc rgb '#332288' lw 1.611 dt solid
set label 23 '' at screen 0.3763,0.1097 point lc rgb '#332288' pt 11 ps 0.55
set label 24 'Newton, CHOLMOD' noenhanced at screen 0.4026,0.1097 left
set arrow 25 from screen 0.3600,0.0469 to screen 0.3927,0.0469 nohead lc rgb '#332288' lw 1.614 dt solid
set label 26 '' at screen 0.3763,0.0469 point lc rgb '#332288' pt 7 ps 0.55
set label 27 'Newton, by subtrees' noenhanced at screen 0.4026,0.0469 left
set arrow 28 from screen 0.6542,0.1724 to screen 0.6868,0.1724 nohead lc rgb '#4FACDD' lw 1.617 dt solid
set label 29 '' at screen 0.6705,0.1724 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 30 'Newton-CG, cholmod_simplicial' noenhanced at screen 0.6967,0.1724 left
plot data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PD, by subtrees' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PD, by subtrees' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD, by subtrees' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS, by subtrees' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, by subtrees' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, by subtrees' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 10 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 13 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, CHOLMOD' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, CHOLMOD' noenhanced, \
     data index 13 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, CHOLMOD' noenhanced, \
     data index 16 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, by subtrees' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, by subtrees' noenhanced, \
     data index 16 using 1:6 with points lc rgb '#332288' pt 7 ps 0.55 title 'Newton, by subtrees' noenhanced, \
     data index 19 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 19 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 19 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, cholmod_simplicial' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,5.70cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'first.pdf'
set multiplot
set lmargin at screen 0.0783
set rmargin at screen 0.3723
set bmargin at screen 0.3944
set tmargin at screen 0.9047
set title 'target 0.001' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [1.70726:1757.02]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000)
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PD, by subtrees' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PD, by subtrees' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD, by subtrees' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 8 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 11 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, CHOLMOD' noenhanced, \
     data index 11 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, CHOLMOD' noenhanced, \
     data index 11 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, CHOLMOD' noenhanced, \
     data index 14 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, by subtrees' noenhanced, \
     data index 14 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, by subtrees' noenhanced, \
     data index 14 using 1:6 with points lc rgb '#332288' pt 7 ps 0.55 title 'Newton, by subtrees' noenhanced, \
     data index 17 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 17 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 17 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, cholmod_simplicial' noenhanced
unset label
unset object
set lmargin at screen 0.3850
set rmargin at screen 0.6790
set bmargin at screen 0.3944
set tmargin at screen 0.9047
set title 'target 0.01' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [1.70726:1757.02]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000)
plot data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PD, by subtrees' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PD, by subtrees' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD, by subtrees' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS, by subtrees' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, by subtrees' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, by subtrees' noenhanced, \
     data index 6 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 9 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 9 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 9 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 12 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, CHOLMOD' noenhanced, \
     data index 12 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, CHOLMOD' noenhanced, \
     data index 12 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, CHOLMOD' noenhanced, \
     data index 15 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, by subtrees' noenhanced, \
     data index 15 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, by subtrees' noenhanced, \
     data index 15 using 1:6 with points lc rgb '#332288' pt 7 ps 0.55 title 'Newton, by subtrees' noenhanced, \
     data index 18 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 18 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 18 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, cholmod_simplicial' noenhanced
unset label
unset object
set lmargin at screen 0.6918
set rmargin at screen 0.9858
set bmargin at screen 0.3944
set tmargin at screen 0.9047
set title 'target 0.1' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [1.70726:1757.02]
set ytics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '' 1000)
set label 1 'time to the target (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5320,0.2601 center
set arrow 10 from screen 0.0659,0.1724 to screen 0.0985,0.1724 nohead lc rgb '#882255' lw 1.600 dt solid
set label 11 '' at screen 0.0822,0.1724 point lc rgb '#882255' pt 9 ps 0.55
set label 12 'PD, by subtrees' noenhanced at screen 0.1085,0.1724 left
set arrow 13 from screen 0.0659,0.1097 to screen 0.0985,0.1097 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 14 '' at screen 0.0822,0.1097 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 15 'L-BFGS, by subtrees' noenhanced at screen 0.1085,0.1097 left
set arrow 16 from screen 0.0659,0.0469 to screen 0.0985,0.0469 nohead lc rgb '#0A6A2C' lw 1.605 dt solid
set label 17 '' at screen 0.0822,0.0469 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD' noenhanced at screen 0.1085,0.0469 left
set arrow 19 from screen 0.3600,0.1724 to screen 0.3927,0.1724 nohead lc rgb '#CC79A7' lw 1.608 dt solid
set label 20 '' at screen 0.3763,0.1724 point lc rgb '#CC79A7' pt 4 ps 0.55
set label 21 'PNCG' noenhanced at screen 0.4026,0.1724 left
set arrow 22 from screen 0.3600,0.1097 to screen 0.3927,0.1097 nohead lc rgb '#332288' lw 1.611 dt solid
set label 23 '' at screen 0.3763,0.1097 point lc rgb '#332288' pt 11 ps 0.55
set label 24 'Newton, CHOLMOD' noenhanced at screen 0.4026,0.1097 left
set arrow 25 from screen 0.3600,0.0469 to screen 0.3927,0.0469 nohead lc rgb '#332288' lw 1.614 dt solid
set label 26 '' at screen 0.3763,0.0469 point lc rgb '#332288' pt 7 ps 0.55
set label 27 'Newton, by subtrees' noenhanced at screen 0.4026,0.0469 left
set arrow 28 from screen 0.6542,0.1724 to screen 0.6868,0.1724 nohead lc rgb '#4FACDD' lw 1.617 dt solid
set label 29 '' at screen 0.6705,0.1724 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 30 'Newton-CG, cholmod_simplicial' noenhanced at screen 0.6967,0.1724 left
plot data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'PD, by subtrees' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'PD, by subtrees' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'PD, by subtrees' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'L-BFGS, by subtrees' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'L-BFGS, by subtrees' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'L-BFGS, by subtrees' noenhanced, \
     data index 7 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 10 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'PNCG' noenhanced, \
     data index 10 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'PNCG' noenhanced, \
     data index 10 using 1:6 with points lc rgb '#CC79A7' pt 4 ps 0.55 title 'PNCG' noenhanced, \
     data index 13 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, CHOLMOD' noenhanced, \
     data index 13 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, CHOLMOD' noenhanced, \
     data index 13 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, CHOLMOD' noenhanced, \
     data index 16 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'Newton, by subtrees' noenhanced, \
     data index 16 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, by subtrees' noenhanced, \
     data index 16 using 1:6 with points lc rgb '#332288' pt 7 ps 0.55 title 'Newton, by subtrees' noenhanced, \
     data index 19 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 19 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'Newton-CG, cholmod_simplicial' noenhanced, \
     data index 19 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'Newton-CG, cholmod_simplicial' noenhanced
unset multiplot
unset label
unset arrow
unset object
