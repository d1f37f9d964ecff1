# Edit this and run `gnuplot efficiency_of_sweeps.gp` in this folder.
# It reads efficiency_of_sweeps.dat and writes efficiency_of_sweeps.svg and .pdf.
set encoding utf8
data = 'efficiency_of_sweeps.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0649
set rmargin at screen 0.9858
set bmargin at screen 0.2576
set tmargin at screen 0.9802
set label 1 'efficiency over one thread' noenhanced at screen 0.0122,0.6189 center rotate
set xlabel 'threads' noenhanced offset 0,0.4
unset logscale x
set xrange [-0.6:0.6]
set xtics ('2' 0) noenhanced scale 0
unset logscale y
set yrange [0:1.06666]
set ytics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1)
set object 10 rectangle from screen 0.0958,0.1013 to screen 0.1170,0.1239 fc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333'
set label 12 'greedy, particles a side 32' noenhanced at screen 0.1270,0.1126 left
set object 13 rectangle from screen 0.0958,0.0603 to screen 0.1170,0.0829 fc rgb '#0A6A2C' fs solid 0.4 border lc rgb '#333333'
set label 15 'greedy, particles a side 128' noenhanced at screen 0.1270,0.0716 left
set object 16 rectangle from screen 0.0958,0.0193 to screen 0.1170,0.0419 fc rgb '#0A6A2C' fs pattern 1 border lc rgb '#333333'
set label 18 'greedy, particles a side 256' noenhanced at screen 0.1270,0.0306 left
set object 19 rectangle from screen 0.3775,0.1013 to screen 0.3988,0.1239 fc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333'
set label 21 'clusters, particles a side 32' noenhanced at screen 0.4088,0.1126 left
set object 22 rectangle from screen 0.3775,0.0603 to screen 0.3988,0.0829 fc rgb '#F0AD33' fs solid 0.4 border lc rgb '#333333'
set label 24 'clusters, particles a side 128' noenhanced at screen 0.4088,0.0716 left
set object 25 rectangle from screen 0.3775,0.0193 to screen 0.3988,0.0419 fc rgb '#F0AD33' fs pattern 1 border lc rgb '#333333'
set label 27 'clusters, particles a side 256' noenhanced at screen 0.4088,0.0306 left
set arrow 28 from screen 0.6480,0.1126 to screen 0.6806,0.1126 nohead lc rgb '#999999' lw 1.2 dt 3
set label 30 'ideal' noenhanced at screen 0.6906,0.1126 left

set terminal svg size 987,495 font 'sans-serif,14' background rgb 'white'
set output 'efficiency_of_sweeps.svg'
plot data index 6 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'greedy, particles a side 32' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'greedy, particles a side 32' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.4 border lc rgb '#333333' title 'greedy, particles a side 128' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'greedy, particles a side 128' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs pattern 1 border lc rgb '#333333' title 'greedy, particles a side 256' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'greedy, particles a side 256' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'clusters, particles a side 32' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'clusters, particles a side 32' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.4 border lc rgb '#333333' title 'clusters, particles a side 128' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'clusters, particles a side 128' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs pattern 1 border lc rgb '#333333' title 'clusters, particles a side 256' noenhanced, \
     data index 5 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'clusters, particles a side 256' noenhanced

set terminal pdfcairo size 17.40cm,8.73cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'efficiency_of_sweeps.pdf'
replot
