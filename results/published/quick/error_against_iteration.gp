# Edit this and run `gnuplot error_against_iteration.gp` in this folder.
# It reads error_against_iteration.dat and writes error_against_iteration.svg and .pdf.
set encoding utf8
data = 'error_against_iteration.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0705
set rmargin at screen 0.9858
set bmargin at screen 0.2868
set tmargin at screen 0.9810
set label 1 'error, of that at the start' noenhanced at screen 0.0122,0.6339 center rotate
set xlabel 'iteration' noenhanced offset 0,0.4
set logscale x
set xrange [0.684347:11690]
set xtics ('' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '10^{2}' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000)
set logscale y
set yrange [1e-08:18.3051]
set ytics ('10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1, '' 10 1)
set arrow 10 from screen 0.0726,0.1476 to screen 0.1053,0.1476 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.0889,0.1476 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 12 'PBD, particles a side 24' noenhanced at screen 0.1152,0.1476 left
set arrow 13 from screen 0.0726,0.1082 to screen 0.1053,0.1082 nohead lc rgb '#0072B2' lw 1.601 dt solid
set label 14 '' at screen 0.0889,0.1082 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'XPBD, particles a side 24' noenhanced at screen 0.1152,0.1082 left
set arrow 16 from screen 0.0726,0.0688 to screen 0.1053,0.0688 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.0889,0.0688 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'PD, CHOLMOD simplicial, particles a side 24' noenhanced at screen 0.1152,0.0688 left
set arrow 19 from screen 0.0726,0.0294 to screen 0.1053,0.0294 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.0889,0.0294 point lc rgb '#882255' pt 9 ps 0.55
set label 21 'PD, CHOLMOD supernodal, particles a side 24' noenhanced at screen 0.1152,0.0294 left
set arrow 22 from screen 0.5071,0.1476 to screen 0.5397,0.1476 nohead lc rgb '#0A6A2C' lw 1.604 dt solid
set label 23 '' at screen 0.5234,0.1476 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 24 'PD, dense, particles a side 24' noenhanced at screen 0.5497,0.1476 left
set arrow 25 from screen 0.5071,0.1082 to screen 0.5397,0.1082 nohead lc rgb '#332288' lw 1.605 dt solid
set label 26 '' at screen 0.5234,0.1082 point lc rgb '#332288' pt 11 ps 0.55
set label 27 'Newton, CHOLMOD supernodal, particles a side 24' noenhanced at screen 0.5497,0.1082 left
set arrow 28 from screen 0.5071,0.0688 to screen 0.5397,0.0688 nohead lc rgb '#D55E00' lw 1.606 dt (10,5)
set label 29 '' at screen 0.5234,0.0688 point lc rgb '#D55E00' pt 13 ps 0.55
set label 30 'PD, CHOLMOD simplicial, particles a side 12' noenhanced at screen 0.5497,0.0688 left

set terminal svg size 987,515 font 'sans-serif,14' background rgb 'white'
set output 'error_against_iteration.svg'
plot data index 0 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD, particles a side 24' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'PBD, particles a side 24' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD, particles a side 24' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, particles a side 24' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#EAAE7F' lw 5 dt solid title 'PD, CHOLMOD simplicial, particles a side 24' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.9 title 'PD, CHOLMOD simplicial, particles a side 24' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#C390AA' lw 5 dt solid title 'PD, CHOLMOD supernodal, particles a side 24' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 9 ps 0.9 title 'PD, CHOLMOD supernodal, particles a side 24' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'PD, dense, particles a side 24' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'PD, dense, particles a side 24' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, CHOLMOD supernodal, particles a side 24' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, CHOLMOD supernodal, particles a side 24' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, CHOLMOD simplicial, particles a side 12' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD, CHOLMOD simplicial, particles a side 12' noenhanced

set terminal pdfcairo size 17.40cm,9.09cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'error_against_iteration.pdf'
replot
