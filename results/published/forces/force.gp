# Edit this and run `gnuplot force.gp` in this folder.
# It reads force.dat and writes force.svg and .pdf.
set encoding utf8
data = 'force.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0692
set rmargin at screen 0.9858
set bmargin at screen 0.2868
set tmargin at screen 0.9810
set label 1 'tension (N)' noenhanced at screen 0.0122,0.6339 center rotate
set xlabel 'time (s)' noenhanced offset 0,0.4
unset logscale x
set xrange [0:1.76667]
set xtics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1, '1.2' 1.2, '1.4' 1.4, '1.6' 1.6)
unset logscale y
set yrange [0:553.809]
set ytics ('0' 0, '100' 100, '200' 200, '300' 300, '400' 400, '500' 500)
set arrow 10 from screen 0.1288,0.1476 to screen 0.1615,0.1476 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1451,0.1476 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'xpbd, iterations 10' noenhanced at screen 0.1714,0.1476 left
set arrow 13 from screen 0.1288,0.1082 to screen 0.1615,0.1082 nohead lc rgb '#0072B2' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1451,0.1082 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'xpbd, iterations 50' noenhanced at screen 0.1714,0.1082 left
set arrow 16 from screen 0.1288,0.0688 to screen 0.1615,0.0688 nohead lc rgb '#0072B2' lw 1.602 dt (2,3)
set label 17 '' at screen 0.1451,0.0688 point lc rgb '#0072B2' pt 5 ps 0.55
set label 18 'xpbd, iterations 200' noenhanced at screen 0.1714,0.0688 left
set arrow 19 from screen 0.1288,0.0294 to screen 0.1615,0.0294 nohead lc rgb '#0072B2' lw 1.603 dt (10,4,2,4)
set label 20 '' at screen 0.1451,0.0294 point lc rgb '#0072B2' pt 5 ps 0.55
set label 21 'xpbd, iterations 1000' noenhanced at screen 0.1714,0.0294 left
set arrow 22 from screen 0.5071,0.1476 to screen 0.5397,0.1476 nohead lc rgb '#882255' lw 1.604 dt solid
set label 23 '' at screen 0.5234,0.1476 point lc rgb '#882255' pt 9 ps 0.55
set label 24 'xpbd_direct, fast_projection, iterations 50' noenhanced at screen 0.5497,0.1476 left
set arrow 25 from screen 0.5071,0.1082 to screen 0.5397,0.1082 nohead lc rgb '#882255' lw 1.605 dt (10,5)
set label 26 '' at screen 0.5234,0.1082 point lc rgb '#882255' pt 9 ps 0.55
set label 27 'xpbd_direct, kkt, iterations 50' noenhanced at screen 0.5497,0.1082 left
set arrow 28 from screen 0.5071,0.0688 to screen 0.5397,0.0688 nohead lc rgb '#332288' lw 1.606 dt solid
set label 29 '' at screen 0.5234,0.0688 point lc rgb '#332288' pt 11 ps 0.55
set label 30 'newton, iterations 200' noenhanced at screen 0.5497,0.0688 left

set terminal svg size 987,515 font 'sans-serif,14' background rgb 'white'
set output 'force.svg'
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'xpbd, iterations 10' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd, iterations 10' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'xpbd, iterations 50' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd, iterations 50' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (2,3) title 'xpbd, iterations 200' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd, iterations 200' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,4,2,4) title 'xpbd, iterations 1000' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd, iterations 1000' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'xpbd_direct, fast_projection, iterations 50' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'xpbd_direct, fast_projection, iterations 50' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#C390AA' lw 5 dt (10,5) title 'xpbd_direct, kkt, iterations 50' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#882255' pt 9 ps 0.9 title 'xpbd_direct, kkt, iterations 50' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'newton, iterations 200' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'newton, iterations 200' noenhanced

set terminal pdfcairo size 17.40cm,9.09cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'force.pdf'
replot
