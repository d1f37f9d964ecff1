# Edit this and run `gnuplot dual.gp` in this folder.
# It reads dual.dat and writes dual.svg and .pdf.
set encoding utf8
data = 'dual.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0769
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 '‖h‖ (m)' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'iteration' noenhanced offset 0,0.4
set logscale x
set xrange [0.764612:653.927]
set xtics ('' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1)
set logscale y
set yrange [5.97175e-16:0.157011]
set ytics ('' 1e-16 1, '10^{-15}' 1e-15, '' 1e-14 1, '' 1e-13 1, '10^{-12}' 1e-12, '' 1e-11 1, '' 1e-10 1, '10^{-9}' 1e-09, '' 1e-08 1, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '' 0.0001 1, '10^{-3}' 0.001, '' 0.01 1, '' 0.1 1)
set arrow 10 from screen 0.1053,0.0747 to screen 0.1379,0.0747 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1216,0.0747 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD, serial' noenhanced at screen 0.1478,0.0747 left
set arrow 13 from screen 0.1053,0.0319 to screen 0.1379,0.0319 nohead lc rgb '#0072B2' lw 1.601 dt (10,5)
set label 14 '' at screen 0.1216,0.0319 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'XPBD, coloured' noenhanced at screen 0.1478,0.0319 left
set arrow 16 from screen 0.3732,0.0747 to screen 0.4058,0.0747 nohead lc rgb '#0072B2' lw 1.602 dt (2,3)
set label 17 '' at screen 0.3895,0.0747 point lc rgb '#0072B2' pt 5 ps 0.55
set label 18 'XPBD, jacobi' noenhanced at screen 0.4157,0.0747 left
set arrow 19 from screen 0.3732,0.0319 to screen 0.4058,0.0319 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.3895,0.0319 point lc rgb '#882255' pt 9 ps 0.55
set label 21 'XPBD direct, fast_projection' noenhanced at screen 0.4157,0.0319 left
set arrow 22 from screen 0.6410,0.0747 to screen 0.6737,0.0747 nohead lc rgb '#882255' lw 1.604 dt (10,5)
set label 23 '' at screen 0.6574,0.0747 point lc rgb '#882255' pt 9 ps 0.55
set label 24 'XPBD direct, kkt' noenhanced at screen 0.6836,0.0747 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'dual.svg'
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD, serial' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, serial' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'XPBD, coloured' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, coloured' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (2,3) title 'XPBD, jacobi' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, jacobi' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'XPBD direct, fast_projection' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'XPBD direct, fast_projection' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#882255' lw 1.6 dt (10,5) title 'XPBD direct, kkt' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'XPBD direct, kkt' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'dual.pdf'
replot
