# Edit this and run `gnuplot error_against_time.gp` in this folder.
# It reads error_against_time.dat and writes error_against_time.svg and .pdf.
set encoding utf8
data = 'error_against_time.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1701
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'relative error' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'time from the start of the step (ms)' noenhanced offset 0,0.4
set logscale x
set xrange [0.00535821:2.7103]
set xtics ('' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1)
set logscale y
set yrange [0.00331106:0.12159]
set ytics ('' 0.004 1, '0.005' 0.005, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '0.02' 0.02, '' 0.03 1, '' 0.04 1, '0.05' 0.05, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1)
set arrow 10 from screen 0.0231,0.0966 to screen 0.0899,0.0966 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.0565,0.0966 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 'greedy' noenhanced at screen 0.1102,0.0966 left
set arrow 13 from screen 0.0231,0.0413 to screen 0.0899,0.0413 nohead lc rgb '#F0AD33' lw 1.601 dt solid
set label 14 '' at screen 0.0565,0.0413 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 15 'largest_first' noenhanced at screen 0.1102,0.0413 left
set arrow 16 from screen 0.3507,0.0966 to screen 0.4175,0.0966 nohead lc rgb '#CC79A7' lw 1.602 dt solid
set label 17 '' at screen 0.3841,0.0966 point lc rgb '#CC79A7' pt 9 ps 0.55
set label 18 'smallest_last' noenhanced at screen 0.4378,0.0966 left
set arrow 19 from screen 0.3507,0.0413 to screen 0.4175,0.0413 nohead lc rgb '#882255' lw 1.603 dt solid
set label 20 '' at screen 0.3841,0.0413 point lc rgb '#882255' pt 13 ps 0.55
set label 21 'saturation' noenhanced at screen 0.4378,0.0413 left
set arrow 22 from screen 0.6783,0.0966 to screen 0.7451,0.0966 nohead lc rgb '#4FACDD' lw 1.604 dt solid
set label 23 '' at screen 0.7117,0.0966 point lc rgb '#4FACDD' pt 11 ps 0.55
set label 24 'clusters' noenhanced at screen 0.7655,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'error_against_time.svg'
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'greedy' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title 'greedy' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title 'largest_first' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title 'largest_first' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#CC79A7' lw 1.6 dt solid title 'smallest_last' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#CC79A7' pt 9 ps 0.55 title 'smallest_last' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'saturation' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#882255' pt 13 ps 0.55 title 'saturation' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'clusters' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#4FACDD' pt 11 ps 0.55 title 'clusters' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'error_against_time.pdf'
replot
