# Edit this and run `gnuplot sweep.gp` in this folder.
# It reads sweep.dat and writes sweep.svg and .pdf.
set encoding utf8
data = 'sweep.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'ns per constraint of a thread' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'threads' noenhanced offset 0,0.4
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:2.74523]
set ytics ('0.0' 0, '0.5' 0.5, '1.0' 1, '1.5' 1.5, '2.0' 2, '2.5' 2.5)
set object 10 rectangle from screen 0.1814,0.0275 to screen 0.2249,0.0599 fc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333'
set label 12 'small' noenhanced at screen 0.2453,0.0437 left
set object 13 rectangle from screen 0.4190,0.0275 to screen 0.4625,0.0599 fc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333'
set label 15 'medium' noenhanced at screen 0.4829,0.0437 left
set object 16 rectangle from screen 0.6566,0.0275 to screen 0.7001,0.0599 fc rgb '#CC79A7' fs solid 0.9 border lc rgb '#333333'
set label 18 'large' noenhanced at screen 0.7205,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'sweep.svg'
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'small' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'small' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'medium' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'medium' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#CC79A7' fs solid 0.9 border lc rgb '#333333' title 'large' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'large' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'sweep.pdf'
replot
