# Edit this and run `gnuplot phases.gp` in this folder.
# It reads phases.dat and writes phases.svg and .pdf.
set encoding utf8
data = 'phases.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2506
set tmargin at screen 0.9717
set label 1 'share of the step' noenhanced at screen 0.0249,0.6112 center rotate
set xlabel 'solver' noenhanced offset 0,0.4
unset logscale x
set xrange [-0.6:3.6]
set xtics ('PBD' 0, 'XPBD' 1, 'PD' 2, 'Newton' 3) noenhanced scale 0
unset logscale y
set yrange [0:1.05993]
set ytics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1)
set object 10 rectangle from screen 0.0893,0.0275 to screen 0.1329,0.0599 fc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333'
set label 12 'local' noenhanced at screen 0.1532,0.0437 left
set object 13 rectangle from screen 0.3135,0.0275 to screen 0.3571,0.0599 fc rgb '#CC79A7' fs solid 0.9 border lc rgb '#333333'
set label 15 'rhs' noenhanced at screen 0.3774,0.0437 left
set object 16 rectangle from screen 0.5378,0.0275 to screen 0.5813,0.0599 fc rgb '#882255' fs solid 0.9 border lc rgb '#333333'
set label 18 'solve' noenhanced at screen 0.6017,0.0437 left
set object 19 rectangle from screen 0.7620,0.0275 to screen 0.8056,0.0599 fc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333'
set label 21 'project' noenhanced at screen 0.8259,0.0437 left

set terminal svg size 482,347 font 'sans-serif,14' background rgb 'white'
set output 'phases.svg'
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'predict' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'local' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#CC79A7' fs solid 0.9 border lc rgb '#333333' title 'rhs' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.9 border lc rgb '#333333' title 'solve' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333' title 'project' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333' title 'velocity' noenhanced

set terminal pdfcairo size 8.50cm,6.11cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'phases.pdf'
replot
