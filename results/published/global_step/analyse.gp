# Edit this and run `gnuplot analyse.gp` in this folder.
# It reads analyse.dat and writes analyse.svg and .pdf.
set encoding utf8
data = 'analyse.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1417
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'set-up time (ms)' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'particles' noenhanced offset 0,0.4
set logscale x
set xrange [201.053:83446.8]
set xtics ('' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '10^{3}' 1000, '' 2000 1, '' 3000 1, '' 4000 1, '' 5000 1, '' 6000 1, '' 7000 1, '' 8000 1, '' 9000 1, '10^{4}' 10000, '' 20000 1, '' 30000 1, '' 40000 1, '' 50000 1, '' 60000 1, '' 70000 1, '' 80000 1)
set logscale y
set yrange [0.122187:370.564]
set ytics ('' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1)
set arrow 10 from screen 0.1860,0.0966 to screen 0.2528,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.2194,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'amd' noenhanced at screen 0.2732,0.0966 left
set arrow 13 from screen 0.1860,0.0413 to screen 0.2528,0.0413 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.2194,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'metis' noenhanced at screen 0.2732,0.0413 left
set arrow 16 from screen 0.4050,0.0966 to screen 0.4718,0.0966 nohead lc rgb '#CC79A7' lw 1.602 dt solid
set label 17 '' at screen 0.4384,0.0966 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 18 'nesdis' noenhanced at screen 0.4922,0.0966 left
set arrow 19 from screen 0.4050,0.0413 to screen 0.4718,0.0413 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.4384,0.0413 point lc rgb '#882255' pt 13 ps 0.55
set label 21 'nd' noenhanced at screen 0.4922,0.0413 left
set arrow 22 from screen 0.6240,0.0966 to screen 0.6908,0.0966 nohead lc rgb '#4FACDD' lw 1.604 dt solid
set label 23 '' at screen 0.6574,0.0966 point lc rgb '#4FACDD' pt 11 ps 0.55
set label 24 'best' noenhanced at screen 0.7112,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'analyse.svg'
plot data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'amd' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'amd' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'amd' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#F0AD33' lw 1.2 title 'metis' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'metis' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'metis' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#CC79A7' lw 1.2 title 'nesdis' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'nesdis' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.55 title 'nesdis' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#882255' lw 1.2 title 'nd' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'nd' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 13 ps 0.55 title 'nd' noenhanced, \
     data index 4 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#4FACDD' lw 1.2 title 'best' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'best' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#4FACDD' pt 11 ps 0.55 title 'best' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'analyse.pdf'
replot
