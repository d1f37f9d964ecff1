# Edit this and run `gnuplot primal.gp` in this folder.
# It reads primal.dat and writes primal.svg and .pdf.
set encoding utf8
data = 'primal.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0769
set rmargin at screen 0.9858
set bmargin at screen 0.2576
set tmargin at screen 0.9802
set label 1 '‖g‖ (kg m)' noenhanced at screen 0.0122,0.6189 center rotate
set xlabel 'iteration' noenhanced offset 0,0.4
set logscale x
set xrange [0.764612:653.927]
set xtics ('' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1)
set logscale y
set yrange [1.16994e-17:0.000309199]
set ytics ('' 1e-17 1, '10^{-16}' 1e-16, '' 1e-15 1, '10^{-14}' 1e-14, '' 1e-13 1, '10^{-12}' 1e-12, '' 1e-11 1, '10^{-10}' 1e-10, '' 1e-09 1, '10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001)
set arrow 10 from screen 0.1053,0.1126 to screen 0.1379,0.1126 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1216,0.1126 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD, serial' noenhanced at screen 0.1478,0.1126 left
set arrow 13 from screen 0.1053,0.0716 to screen 0.1379,0.0716 nohead lc rgb '#0072B2' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1216,0.0716 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'XPBD, coloured' noenhanced at screen 0.1478,0.0716 left
set arrow 16 from screen 0.1053,0.0306 to screen 0.1379,0.0306 nohead lc rgb '#0072B2' lw 1.602 dt (2,3)
set label 17 '' at screen 0.1216,0.0306 point lc rgb '#0072B2' pt 5 ps 0.55
set label 18 'XPBD, jacobi' noenhanced at screen 0.1478,0.0306 left
set arrow 19 from screen 0.3732,0.1126 to screen 0.4058,0.1126 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.3895,0.1126 point lc rgb '#882255' pt 9 ps 0.55
set label 21 'XPBD direct, fast_projection' noenhanced at screen 0.4157,0.1126 left
set arrow 22 from screen 0.3732,0.0716 to screen 0.4058,0.0716 nohead lc rgb '#882255' lw 1.604 dt (10,5)
set label 23 '' at screen 0.3895,0.0716 point lc rgb '#882255' pt 9 ps 0.55
set label 24 'XPBD direct, kkt' noenhanced at screen 0.4157,0.0716 left
set arrow 25 from screen 0.3732,0.0306 to screen 0.4058,0.0306 nohead lc rgb '#D55E00' lw 1.605 dt solid
set label 26 '' at screen 0.3895,0.0306 point lc rgb '#D55E00' pt 13 ps 0.55
set label 27 'PD' noenhanced at screen 0.4157,0.0306 left
set arrow 28 from screen 0.6410,0.1126 to screen 0.6737,0.1126 nohead lc rgb '#332288' lw 1.606 dt solid
set label 29 '' at screen 0.6574,0.1126 point lc rgb '#332288' pt 11 ps 0.55
set label 30 'Newton' noenhanced at screen 0.6836,0.1126 left

set terminal svg size 987,495 font 'sans-serif,14' background rgb 'white'
set output 'primal.svg'
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD, serial' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, serial' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'XPBD, coloured' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, coloured' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (2,3) title 'XPBD, jacobi' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, jacobi' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'XPBD direct, fast_projection' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'XPBD direct, fast_projection' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#882255' lw 1.6 dt (10,5) title 'XPBD direct, kkt' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'XPBD direct, kkt' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced

set terminal pdfcairo size 17.40cm,8.73cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'primal.pdf'
replot
