# Edit this and run `gnuplot contact.gp` in this folder.
# It reads contact.dat and writes contact.svg and .pdf.
set encoding utf8
data = 'contact.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0705
set rmargin at screen 0.9858
set bmargin at screen 0.1912
set tmargin at screen 0.9784
set label 1 'error, of that at the start' noenhanced at screen 0.0122,0.5848 center rotate
set xlabel 'time from the start of the step (ms)' noenhanced offset 0,0.4
set logscale x
set xrange [0.321678:263.022]
set xtics ('' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1)
set logscale y
set yrange [1e-08:3]
set ytics ('10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
set arrow 10 from screen 0.1695,0.0333 to screen 0.2022,0.0333 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.1859,0.0333 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD' noenhanced at screen 0.2121,0.0333 left
set arrow 13 from screen 0.2821,0.0333 to screen 0.3147,0.0333 nohead lc rgb '#D55E00' lw 1.601 dt solid
set label 14 '' at screen 0.2984,0.0333 point lc rgb '#D55E00' pt 13 ps 0.55
set label 15 'PD' noenhanced at screen 0.3246,0.0333 left
set arrow 16 from screen 0.3946,0.0333 to screen 0.4272,0.0333 nohead lc rgb '#0A6A2C' lw 1.602 dt solid
set label 17 '' at screen 0.4109,0.0333 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 18 'VBD' noenhanced at screen 0.4371,0.0333 left
set arrow 19 from screen 0.5071,0.0333 to screen 0.5397,0.0333 nohead lc rgb '#332288' lw 1.603 dt solid
set label 20 '' at screen 0.5234,0.0333 point lc rgb '#332288' pt 11 ps 0.55
set label 21 'Newton' noenhanced at screen 0.5497,0.0333 left
set arrow 22 from screen 0.6196,0.0333 to screen 0.6522,0.0333 nohead lc rgb '#882255' lw 1.604 dt solid
set label 23 '' at screen 0.6359,0.0333 point lc rgb '#882255' pt 9 ps 0.55
set label 24 'CALM' noenhanced at screen 0.6622,0.0333 left
set arrow 25 from screen 0.7321,0.0333 to screen 0.7648,0.0333 nohead lc rgb '#4FACDD' lw 1.605 dt solid
set label 26 '' at screen 0.7484,0.0333 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 27 'AVBD' noenhanced at screen 0.7747,0.0333 left

set terminal svg size 987,454 font 'sans-serif,14' background rgb 'white'
set output 'contact.svg'
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'PD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#882255' lw 1.6 dt solid title 'CALM' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#882255' pt 9 ps 0.55 title 'CALM' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#4FACDD' pt 8 ps 0.55 title 'AVBD' noenhanced

set terminal pdfcairo size 17.40cm,8.01cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'contact.pdf'
replot
