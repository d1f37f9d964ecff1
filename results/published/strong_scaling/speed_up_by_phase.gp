# Edit this and run `gnuplot speed_up_by_phase.gp` in this folder.
# It reads speed_up_by_phase.dat and writes speed_up_by_phase.svg and .pdf.
set encoding utf8
data = 'speed_up_by_phase.dat'
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
set yrange [0:3.01516]
set ytics ('0.0' 0, '0.5' 0.5, '1.0' 1, '1.5' 1.5, '2.0' 2, '2.5' 2.5, '3.0' 3)
set object 10 rectangle from screen 0.1755,0.1367 to screen 0.1968,0.1585 fc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333'
set label 12 'position based, coloured, project' noenhanced at screen 0.2067,0.1476 left
set object 13 rectangle from screen 0.1755,0.0973 to screen 0.1968,0.1191 fc rgb '#0072B2' fs pattern 1 border lc rgb '#333333'
set label 15 'position based, jacobi, project' noenhanced at screen 0.2067,0.1082 left
set object 16 rectangle from screen 0.1755,0.0579 to screen 0.1968,0.0797 fc rgb '#0072B2' fs pattern 2 border lc rgb '#333333'
set label 18 'clusters, coloured, project' noenhanced at screen 0.2067,0.0688 left
set object 19 rectangle from screen 0.1755,0.0185 to screen 0.1968,0.0403 fc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333'
set label 21 'projective, CHOLMOD simplicial, local' noenhanced at screen 0.2067,0.0294 left
set object 22 rectangle from screen 0.5184,0.1367 to screen 0.5397,0.1585 fc rgb '#D55E00' fs solid 0.4 border lc rgb '#333333'
set label 24 'projective, CHOLMOD simplicial, solve' noenhanced at screen 0.5497,0.1476 left
set object 25 rectangle from screen 0.5184,0.0973 to screen 0.5397,0.1191 fc rgb '#882255' fs solid 0.9 border lc rgb '#333333'
set label 27 'projective, parallel supernodal, local' noenhanced at screen 0.5497,0.1082 left
set object 28 rectangle from screen 0.5184,0.0579 to screen 0.5397,0.0797 fc rgb '#882255' fs solid 0.4 border lc rgb '#333333'
set label 30 'projective, parallel supernodal, solve' noenhanced at screen 0.5497,0.0688 left
set arrow 31 from screen 0.5071,0.0294 to screen 0.5397,0.0294 nohead lc rgb '#999999' lw 1.2 dt 3
set label 33 'ideal' noenhanced at screen 0.5497,0.0294 left

set terminal svg size 987,515 font 'sans-serif,14' background rgb 'white'
set output 'speed_up_by_phase.svg'
plot data index 7 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'position based, coloured, project' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'position based, coloured, project' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs pattern 1 border lc rgb '#333333' title 'position based, jacobi, project' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'position based, jacobi, project' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs pattern 2 border lc rgb '#333333' title 'clusters, coloured, project' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'clusters, coloured, project' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333' title 'projective, CHOLMOD simplicial, local' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, CHOLMOD simplicial, local' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.4 border lc rgb '#333333' title 'projective, CHOLMOD simplicial, solve' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, CHOLMOD simplicial, solve' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.9 border lc rgb '#333333' title 'projective, parallel supernodal, local' noenhanced, \
     data index 5 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, parallel supernodal, local' noenhanced, \
     data index 6 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.4 border lc rgb '#333333' title 'projective, parallel supernodal, solve' noenhanced, \
     data index 6 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, parallel supernodal, solve' noenhanced

set terminal pdfcairo size 17.40cm,9.09cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'speed_up_by_phase.pdf'
replot
