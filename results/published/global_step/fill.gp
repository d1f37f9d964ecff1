# Edit this and run `gnuplot fill.gp` in this folder.
# It reads fill.dat and writes fill.svg and .pdf.
set encoding utf8
data = 'fill.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1361
set rmargin at screen 0.9710
set bmargin at screen 0.3292
set tmargin at screen 0.9747
set label 1 'nonzeros of the factor' noenhanced at screen 0.0249,0.6519 center rotate
set xlabel 'particles' noenhanced offset 0,0.4
set logscale x
set xrange [201.053:83446.8]
set xtics ('' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1)
set logscale y
set yrange [2459.51:3.67982e+06]
set ytics ('' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1, '' 90000 1, '10^{5}' 100000, '' 200000 1, '' 300000 1, '' 400000 1, '' 500000 1, '' 600000 1, '' 700000 1, '' 800000 1, '' 900000 1, '10^{6}' 1000000, '' 2000000 1, '' 3000000 1)
set arrow 10 from screen 0.0483,0.1439 to screen 0.1151,0.1439 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.0817,0.1439 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'cloth, amd' noenhanced at screen 0.1355,0.1439 left
set arrow 13 from screen 0.0483,0.0915 to screen 0.1151,0.0915 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.0817,0.0915 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 'cloth, metis' noenhanced at screen 0.1355,0.0915 left
set arrow 16 from screen 0.0483,0.0391 to screen 0.1151,0.0391 nohead lc rgb '#0A6A2C' lw 1.602 dt (2,3)
set label 17 '' at screen 0.0817,0.0391 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 18 'cloth, nd' noenhanced at screen 0.1355,0.0391 left
set arrow 19 from screen 0.5145,0.1439 to screen 0.5813,0.1439 nohead lc rgb '#F0AD33' lw 1.603 dt solid
set label 20 '' at screen 0.5479,0.1439 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 'cantilever_arap, nd' noenhanced at screen 0.6017,0.1439 left
set arrow 22 from screen 0.5145,0.0915 to screen 0.5813,0.0915 nohead lc rgb '#F0AD33' lw 1.604 dt (10,5)
set label 23 '' at screen 0.5479,0.0915 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 24 'cantilever_arap, amd' noenhanced at screen 0.6017,0.0915 left
set arrow 25 from screen 0.5145,0.0391 to screen 0.5813,0.0391 nohead lc rgb '#F0AD33' lw 1.605 dt (2,3)
set label 26 '' at screen 0.5479,0.0391 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 27 'cantilever_arap, metis' noenhanced at screen 0.6017,0.0391 left

set terminal svg size 482,387 font 'sans-serif,14' background rgb 'white'
set output 'fill.svg'
plot data index 0 using 1:2 with lines lc rgb '#84B495' lw 5 dt solid title 'cloth, amd' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.9 title 'cloth, amd' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title 'cloth, metis' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'cloth, metis' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (2,3) title 'cloth, nd' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'cloth, nd' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#F7D699' lw 5 dt solid title 'cantilever_arap, nd' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.9 title 'cantilever_arap, nd' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title 'cantilever_arap, amd' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'cantilever_arap, amd' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (2,3) title 'cantilever_arap, metis' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'cantilever_arap, metis' noenhanced

set terminal pdfcairo size 8.50cm,6.83cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'fill.pdf'
replot
