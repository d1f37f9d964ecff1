# Edit this and run `gnuplot solid.gp` in this folder.
# It reads solid.dat and writes solid.svg and .pdf.
set encoding utf8
data = 'solid.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0649
set rmargin at screen 0.9858
set bmargin at screen 0.2868
set tmargin at screen 0.9810
set label 1 'speed-up over one thread' noenhanced at screen 0.0122,0.6339 center rotate
set xlabel 'threads' noenhanced offset 0,0.4
unset logscale x
set xrange [-0.6:0.6]
set xtics ('2' 0) noenhanced scale 0
unset logscale y
set yrange [0:2.20364]
set ytics ('0.0' 0, '0.5' 0.5, '1.0' 1, '1.5' 1.5, '2.0' 2)
set object 10 rectangle from screen 0.1236,0.1367 to screen 0.1449,0.1585 fc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333'
set label 12 'solid, greedy, project' noenhanced at screen 0.1548,0.1476 left
set object 13 rectangle from screen 0.1236,0.0973 to screen 0.1449,0.1191 fc rgb '#0072B2' fs pattern 1 border lc rgb '#333333'
set label 15 'solid, clusters, project' noenhanced at screen 0.1548,0.1082 left
set object 16 rectangle from screen 0.1236,0.0579 to screen 0.1449,0.0797 fc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333'
set label 18 'solid projective, CHOLMOD supernodal, local' noenhanced at screen 0.1548,0.0688 left
set object 19 rectangle from screen 0.1236,0.0185 to screen 0.1449,0.0403 fc rgb '#4FACDD' fs solid 0.4 border lc rgb '#333333'
set label 21 'solid projective, CHOLMOD supernodal, solve' noenhanced at screen 0.1548,0.0294 left
set object 22 rectangle from screen 0.5184,0.1367 to screen 0.5397,0.1585 fc rgb '#882255' fs solid 0.9 border lc rgb '#333333'
set label 24 'solid projective, parallel supernodal, local' noenhanced at screen 0.5497,0.1476 left
set object 25 rectangle from screen 0.5184,0.0973 to screen 0.5397,0.1191 fc rgb '#882255' fs solid 0.4 border lc rgb '#333333'
set label 27 'solid projective, parallel supernodal, solve' noenhanced at screen 0.5497,0.1082 left
set arrow 28 from screen 0.5071,0.0688 to screen 0.5397,0.0688 nohead lc rgb '#999999' lw 1.2 dt 3
set label 30 'ideal' noenhanced at screen 0.5497,0.0688 left

set terminal svg size 987,515 font 'sans-serif,14' background rgb 'white'
set output 'solid.svg'
plot data index 6 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'solid, greedy, project' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'solid, greedy, project' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs pattern 1 border lc rgb '#333333' title 'solid, clusters, project' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'solid, clusters, project' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333' title 'solid projective, CHOLMOD supernodal, local' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'solid projective, CHOLMOD supernodal, local' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#4FACDD' fs solid 0.4 border lc rgb '#333333' title 'solid projective, CHOLMOD supernodal, solve' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'solid projective, CHOLMOD supernodal, solve' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.9 border lc rgb '#333333' title 'solid projective, parallel supernodal, local' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'solid projective, parallel supernodal, local' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.4 border lc rgb '#333333' title 'solid projective, parallel supernodal, solve' noenhanced, \
     data index 5 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'solid projective, parallel supernodal, solve' noenhanced

set terminal pdfcairo size 17.40cm,9.09cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'solid.pdf'
replot
