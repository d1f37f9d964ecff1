# Edit this and run `gnuplot solid_dual.gp` in this folder.
# It reads solid_dual.dat and writes solid_dual.svg and .pdf.
set encoding utf8
data = 'solid_dual.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0769
set rmargin at screen 0.9858
set bmargin at screen 0.2868
set tmargin at screen 0.9810
set label 1 '‖h‖' noenhanced at screen 0.0122,0.6339 center rotate
set xlabel 'iteration' noenhanced offset 0,0.4
set logscale x
set xrange [0.764612:653.927]
set xtics ('' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1)
set logscale y
set yrange [1.01123e-17:12.2006]
set ytics ('' 1e-17 1, '' 1e-16 1, '10^{-15}' 1e-15, '' 1e-14 1, '' 1e-13 1, '10^{-12}' 1e-12, '' 1e-11 1, '' 1e-10 1, '10^{-9}' 1e-09, '' 1e-08 1, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '' 0.0001 1, '10^{-3}' 0.001, '' 0.01 1, '' 0.1 1, '1' 1, '' 10 1)
set arrow 10 from screen 0.1107,0.1476 to screen 0.1433,0.1476 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1270,0.1476 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'cantilever_arap, XPBD' noenhanced at screen 0.1532,0.1476 left
set arrow 13 from screen 0.1107,0.1082 to screen 0.1433,0.1082 nohead lc rgb '#0072B2' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1270,0.1082 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'cantilever, XPBD' noenhanced at screen 0.1532,0.1082 left
set arrow 16 from screen 0.1107,0.0688 to screen 0.1433,0.0688 nohead lc rgb '#882255' lw 1.602 dt solid
set label 17 '' at screen 0.1270,0.0688 point lc rgb '#882255' pt 7 ps 0.55
set label 18 'cantilever_arap, XPBD direct, fast_projection' noenhanced at screen 0.1532,0.0688 left
set arrow 19 from screen 0.1107,0.0294 to screen 0.1433,0.0294 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.1270,0.0294 point lc rgb '#882255' pt 5 ps 0.55
set label 21 'cantilever_arap, XPBD direct, kkt' noenhanced at screen 0.1532,0.0294 left
set arrow 22 from screen 0.5071,0.1476 to screen 0.5397,0.1476 nohead lc rgb '#882255' lw 1.604 dt (10,5)
set label 23 '' at screen 0.5234,0.1476 point lc rgb '#882255' pt 7 ps 0.55
set label 24 'cantilever, XPBD direct, fast_projection' noenhanced at screen 0.5497,0.1476 left
set arrow 25 from screen 0.5071,0.1082 to screen 0.5397,0.1082 nohead lc rgb '#882255' lw 1.605 dt (10,5)
set label 26 '' at screen 0.5234,0.1082 point lc rgb '#882255' pt 5 ps 0.55
set label 27 'cantilever, XPBD direct, kkt' noenhanced at screen 0.5497,0.1082 left
set label 28 '' at screen 0.5234,0.0688 point lc rgb '#000000' pt 6 ps 1.2 lw 1.2
set label 30 'rests on steps without convergence' noenhanced at screen 0.5497,0.0688 left

set terminal svg size 987,515 font 'sans-serif,14' background rgb 'white'
set output 'solid_dual.svg'
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'cantilever_arap, XPBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'cantilever_arap, XPBD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'cantilever, XPBD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'cantilever, XPBD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'cantilever_arap, XPBD direct, fast_projection' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#882255' pt 7 ps 0.55 title 'cantilever_arap, XPBD direct, fast_projection' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'cantilever_arap, XPBD direct, kkt' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 5 ps 0.55 title 'cantilever_arap, XPBD direct, kkt' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#882255' lw 1.6 dt (10,5) title 'cantilever, XPBD direct, fast_projection' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#882255' pt 7 ps 0.55 title 'cantilever, XPBD direct, fast_projection' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#882255' lw 1.6 dt (10,5) title 'cantilever, XPBD direct, kkt' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#882255' pt 5 ps 0.55 title 'cantilever, XPBD direct, kkt' noenhanced, \
     data index 0 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever_arap, XPBD' noenhanced, \
     data index 1 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever, XPBD' noenhanced, \
     data index 2 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever_arap, XPBD direct, fast_projection' noenhanced, \
     data index 3 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever_arap, XPBD direct, kkt' noenhanced, \
     data index 4 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever, XPBD direct, fast_projection' noenhanced, \
     data index 5 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever, XPBD direct, kkt' noenhanced

set terminal pdfcairo size 17.40cm,9.09cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'solid_dual.pdf'
replot
