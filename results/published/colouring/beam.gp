# Edit this and run `gnuplot beam.gp` in this folder.
# It reads beam.dat and writes beam.svg and .pdf.
set encoding utf8
data = 'beam.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1231
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'ns per constraint and iteration' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'constraints' noenhanced offset 0,0.4
unset logscale x
set xrange [-0.6:1.6]
set xtics ('2625' 0, '70875' 1) noenhanced scale 0
unset logscale y
set yrange [0:18.3001]
set ytics ('0' 0, '5' 5, '10' 10, '15' 15)
set object 10 rectangle from screen 0.0463,0.0813 to screen 0.0899,0.1119 fc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333'
set label 12 'greedy' noenhanced at screen 0.1102,0.0966 left
set object 13 rectangle from screen 0.0463,0.0260 to screen 0.0899,0.0565 fc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333'
set label 15 'largest_first' noenhanced at screen 0.1102,0.0413 left
set object 16 rectangle from screen 0.3739,0.0813 to screen 0.4175,0.1119 fc rgb '#CC79A7' fs solid 0.9 border lc rgb '#333333'
set label 18 'smallest_last' noenhanced at screen 0.4378,0.0966 left
set object 19 rectangle from screen 0.3739,0.0260 to screen 0.4175,0.0565 fc rgb '#882255' fs solid 0.9 border lc rgb '#333333'
set label 21 'saturation' noenhanced at screen 0.4378,0.0413 left
set object 22 rectangle from screen 0.7016,0.0813 to screen 0.7451,0.1119 fc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333'
set label 24 'clusters' noenhanced at screen 0.7655,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'beam.svg'
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'greedy' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'greedy' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'largest_first' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'largest_first' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#CC79A7' fs solid 0.9 border lc rgb '#333333' title 'smallest_last' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'smallest_last' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.9 border lc rgb '#333333' title 'saturation' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'saturation' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333' title 'clusters' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'clusters' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'beam.pdf'
replot
