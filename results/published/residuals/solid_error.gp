# Edit this and run `gnuplot solid_error.gp` in this folder.
# It reads solid_error.dat and writes solid_error.svg and .pdf.
set encoding utf8
data = 'solid_error.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0769
set rmargin at screen 0.9858
set bmargin at screen 0.3139
set tmargin at screen 0.9817
set label 1 'relative error' noenhanced at screen 0.0122,0.6478 center rotate
set xlabel 'iteration' noenhanced offset 0,0.4
set logscale x
set xrange [0.764612:653.927]
set xtics ('' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1)
set logscale y
set yrange [8.43778e-19:7.11638]
set ytics ('' 1e-19 1, '10^{-18}' 1e-18, '' 1e-17 1, '' 1e-16 1, '10^{-15}' 1e-15, '' 1e-14 1, '' 1e-13 1, '10^{-12}' 1e-12, '' 1e-11 1, '' 1e-10 1, '10^{-9}' 1e-09, '' 1e-08 1, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '' 0.0001 1, '10^{-3}' 0.001, '' 0.01 1, '' 0.1 1, '1' 1)
set arrow 10 from screen 0.1107,0.1799 to screen 0.1433,0.1799 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1270,0.1799 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'cantilever_arap, XPBD' noenhanced at screen 0.1532,0.1799 left
set arrow 13 from screen 0.1107,0.1420 to screen 0.1433,0.1420 nohead lc rgb '#0072B2' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1270,0.1420 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'cantilever, XPBD' noenhanced at screen 0.1532,0.1420 left
set arrow 16 from screen 0.1107,0.1041 to screen 0.1433,0.1041 nohead lc rgb '#882255' lw 1.602 dt solid
set label 17 '' at screen 0.1270,0.1041 point lc rgb '#882255' pt 7 ps 0.55
set label 18 'cantilever_arap, XPBD direct, fast_projection' noenhanced at screen 0.1532,0.1041 left
set arrow 19 from screen 0.1107,0.0662 to screen 0.1433,0.0662 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.1270,0.0662 point lc rgb '#882255' pt 5 ps 0.55
set label 21 'cantilever_arap, XPBD direct, kkt' noenhanced at screen 0.1532,0.0662 left
set arrow 22 from screen 0.1107,0.0283 to screen 0.1433,0.0283 nohead lc rgb '#882255' lw 1.604 dt (10,5)
set label 23 '' at screen 0.1270,0.0283 point lc rgb '#882255' pt 7 ps 0.55
set label 24 'cantilever, XPBD direct, fast_projection' noenhanced at screen 0.1532,0.0283 left
set arrow 25 from screen 0.5071,0.1799 to screen 0.5397,0.1799 nohead lc rgb '#882255' lw 1.605 dt (10,5)
set label 26 '' at screen 0.5234,0.1799 point lc rgb '#882255' pt 5 ps 0.55
set label 27 'cantilever, XPBD direct, kkt' noenhanced at screen 0.5497,0.1799 left
set arrow 28 from screen 0.5071,0.1420 to screen 0.5397,0.1420 nohead lc rgb '#D55E00' lw 1.606 dt solid
set label 29 '' at screen 0.5234,0.1420 point lc rgb '#D55E00' pt 13 ps 0.55
set label 30 'cantilever_arap, PD' noenhanced at screen 0.5497,0.1420 left
set arrow 31 from screen 0.5071,0.1041 to screen 0.5397,0.1041 nohead lc rgb '#332288' lw 1.607 dt solid
set label 32 '' at screen 0.5234,0.1041 point lc rgb '#332288' pt 11 ps 0.55
set label 33 'cantilever_arap, Newton' noenhanced at screen 0.5497,0.1041 left
set arrow 34 from screen 0.5071,0.0662 to screen 0.5397,0.0662 nohead lc rgb '#332288' lw 1.608 dt (10,5)
set label 35 '' at screen 0.5234,0.0662 point lc rgb '#332288' pt 11 ps 0.55
set label 36 'cantilever, Newton' noenhanced at screen 0.5497,0.0662 left
set label 37 '' at screen 0.5234,0.0283 point lc rgb '#000000' pt 6 ps 1.2 lw 1.2
set label 39 'rests on steps without convergence' noenhanced at screen 0.5497,0.0283 left

set terminal svg size 987,536 font 'sans-serif,14' background rgb 'white'
set output 'solid_error.svg'
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
     data index 6 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'cantilever_arap, PD' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'cantilever_arap, PD' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'cantilever_arap, Newton' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'cantilever_arap, Newton' noenhanced, \
     data index 8 using 1:2 with lines lc rgb '#332288' lw 1.6 dt (10,5) title 'cantilever, Newton' noenhanced, \
     data index 8 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'cantilever, Newton' noenhanced, \
     data index 0 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever_arap, XPBD' noenhanced, \
     data index 1 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever, XPBD' noenhanced, \
     data index 2 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever_arap, XPBD direct, fast_projection' noenhanced, \
     data index 3 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever_arap, XPBD direct, kkt' noenhanced, \
     data index 4 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever, XPBD direct, fast_projection' noenhanced, \
     data index 5 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever, XPBD direct, kkt' noenhanced, \
     data index 6 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever_arap, PD' noenhanced, \
     data index 7 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever_arap, Newton' noenhanced, \
     data index 8 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'cantilever, Newton' noenhanced

set terminal pdfcairo size 17.40cm,9.45cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'solid_error.pdf'
replot
