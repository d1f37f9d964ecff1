# Edit this and run `gnuplot factor.gp` in this folder.
# It reads factor.dat and writes factor.svg and .pdf.
set encoding utf8
data = 'factor.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0705
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'set-up time (ms)' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'particles' noenhanced offset 0,0.4
set logscale x
set xrange [201.053:83446.8]
set xtics ('' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1)
set logscale y
set yrange [0.0362934:10334.6]
set ytics ('' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '10^{2}' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000)
set arrow 10 from screen 0.1282,0.0747 to screen 0.1609,0.0747 nohead lc rgb '#332288' lw 1.600 dt solid
set label 11 '' at screen 0.1446,0.0747 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'dense' noenhanced at screen 0.1708,0.0747 left
set arrow 13 from screen 0.1282,0.0319 to screen 0.1609,0.0319 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.1446,0.0319 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'dense of 3n unknowns' noenhanced at screen 0.1708,0.0319 left
set arrow 16 from screen 0.3808,0.0747 to screen 0.4134,0.0747 nohead lc rgb '#F0AD33' lw 1.602 dt solid
set label 17 '' at screen 0.3971,0.0747 point lc rgb '#F0AD33' pt 6 ps 0.55
set label 18 'CHOLMOD of 3n unknowns' noenhanced at screen 0.4234,0.0747 left
set arrow 19 from screen 0.3808,0.0319 to screen 0.4134,0.0319 nohead lc rgb '#D55E00' lw 1.603 dt solid
set label 20 '' at screen 0.3971,0.0319 point lc rgb '#D55E00' pt 13 ps 0.55
set label 21 'CHOLMOD simplicial' noenhanced at screen 0.4234,0.0319 left
set arrow 22 from screen 0.6334,0.0747 to screen 0.6660,0.0747 nohead lc rgb '#4FACDD' lw 1.604 dt solid
set label 23 '' at screen 0.6497,0.0747 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 24 'CHOLMOD supernodal' noenhanced at screen 0.6759,0.0747 left
set arrow 25 from screen 0.6334,0.0319 to screen 0.6660,0.0319 nohead lc rgb '#0072B2' lw 1.605 dt solid
set label 26 '' at screen 0.6497,0.0319 point lc rgb '#0072B2' pt 5 ps 0.55
set label 27 'parallel supernodal' noenhanced at screen 0.6759,0.0319 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'factor.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#332288' lw 1.2 title 'dense' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'dense' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'dense' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'dense of 3n unknowns' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'dense of 3n unknowns' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'dense of 3n unknowns' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'CHOLMOD of 3n unknowns' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'CHOLMOD of 3n unknowns' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#F0AD33' pt 6 ps 0.55 title 'CHOLMOD of 3n unknowns' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#D55E00' lw 1.2 title 'CHOLMOD simplicial' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'CHOLMOD simplicial' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'CHOLMOD simplicial' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'CHOLMOD supernodal' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'CHOLMOD supernodal' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.55 title 'CHOLMOD supernodal' noenhanced, \
     data index 5 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'parallel supernodal' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'parallel supernodal' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'parallel supernodal' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'factor.pdf'
replot
