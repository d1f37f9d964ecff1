# Edit this and run `gnuplot ball.gp` in this folder.
# It reads ball.dat and writes ball.svg and .pdf.
set encoding utf8
data = 'ball.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1816
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'largest stretch of a link (m)' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'mass of the ball over that of a link''s particle' noenhanced offset 0,0.4
set logscale x
set xrange [0.565216:88461.8]
set xtics ('1' 1, '10' 10, '100' 100, '1000' 1000, '' 10000, '50000' 50000)
set logscale y
set yrange [0.000612237:0.0302359]
set ytics ('' 0.0007 1, '' 0.0008 1, '' 0.0009 1, '10^{-3}' 0.001, '2·10^{-3}' 0.002, '' 0.003 1, '' 0.004 1, '5·10^{-3}' 0.005, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '2·10^{-2}' 0.02, '' 0.03 1)
set arrow 10 from screen 0.1111,0.0966 to screen 0.1779,0.0966 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.1445,0.0966 point lc rgb '#4FACDD' pt 8 ps 0.55
set label 12 'AVBD' noenhanced at screen 0.1982,0.0966 left
set arrow 13 from screen 0.1111,0.0413 to screen 0.1779,0.0413 nohead lc rgb '#0072B2' lw 1.601 dt solid
set label 14 '' at screen 0.1445,0.0413 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'XPBD, substeps 1' noenhanced at screen 0.1982,0.0413 left
set arrow 16 from screen 0.5145,0.0966 to screen 0.5813,0.0966 nohead lc rgb '#0072B2' lw 1.602 dt (10,5)
set label 17 '' at screen 0.5479,0.0966 point lc rgb '#0072B2' pt 5 ps 0.55
set label 18 'XPBD, substeps 20' noenhanced at screen 0.6017,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'ball.svg'
plot data index 0 using 1:2 with lines lc rgb '#4FACDD' lw 1.6 dt solid title 'AVBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#4FACDD' pt 8 ps 0.55 title 'AVBD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD, substeps 1' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, substeps 1' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt (10,5) title 'XPBD, substeps 20' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD, substeps 20' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'ball.pdf'
replot
