# Edit this and run `gnuplot contacts.gp` in this folder.
# It reads contacts.dat and writes contacts.svg and .pdf.
set encoding utf8
data = 'contacts.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1417
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'active contacts' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'time (s)' noenhanced offset 0,0.4
unset logscale x
set xrange [0:2.12]
set xtics ('0.0' 0, '0.5' 0.5, '1.0' 1, '1.5' 1.5, '2.0' 2)
unset logscale y
set yrange [0:400.68]
set ytics ('0' 0, '100' 100, '200' 200, '300' 300, '400' 400)
set arrow 10 from screen 0.4193,0.0437 to screen 0.4861,0.0437 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.4527,0.0437 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'xpbd' noenhanced at screen 0.5064,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'contacts.svg'
plot data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'xpbd' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'xpbd' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'contacts.pdf'
replot
