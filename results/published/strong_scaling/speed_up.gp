# Edit this and run `gnuplot speed_up.gp` in this folder.
# It reads speed_up.dat and writes speed_up.svg and .pdf.
set encoding utf8
data = 'speed_up.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0649
set rmargin at screen 0.9858
set bmargin at screen 0.2576
set tmargin at screen 0.9802
set label 1 'speed-up over one thread' noenhanced at screen 0.0122,0.6189 center rotate
set xlabel 'threads' noenhanced offset 0,0.4
unset logscale x
set xrange [-0.6:0.6]
set xtics ('2' 0) noenhanced scale 0
unset logscale y
set yrange [0:2.60464]
set ytics ('0.0' 0, '0.5' 0.5, '1.0' 1, '1.5' 1.5, '2.0' 2, '2.5' 2.5)
set object 10 rectangle from screen 0.0679,0.1013 to screen 0.0892,0.1239 fc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333'
set label 12 'position based, coloured' noenhanced at screen 0.0991,0.1126 left
set object 13 rectangle from screen 0.0679,0.0603 to screen 0.0892,0.0829 fc rgb '#0072B2' fs solid 0.4 border lc rgb '#333333'
set label 15 'position based, jacobi' noenhanced at screen 0.0991,0.0716 left
set object 16 rectangle from screen 0.0679,0.0193 to screen 0.0892,0.0419 fc rgb '#0072B2' fs pattern 1 border lc rgb '#333333'
set label 18 'clusters, coloured' noenhanced at screen 0.0991,0.0306 left
set object 19 rectangle from screen 0.3683,0.1013 to screen 0.3895,0.1239 fc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333'
set label 21 'projective, CHOLMOD simplicial' noenhanced at screen 0.3995,0.1126 left
set object 22 rectangle from screen 0.3683,0.0603 to screen 0.3895,0.0829 fc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333'
set label 24 'projective, CHOLMOD supernodal' noenhanced at screen 0.3995,0.0716 left
set object 25 rectangle from screen 0.3683,0.0193 to screen 0.3895,0.0419 fc rgb '#882255' fs solid 0.9 border lc rgb '#333333'
set label 27 'projective, parallel supernodal' noenhanced at screen 0.3995,0.0306 left
set arrow 28 from screen 0.6573,0.1126 to screen 0.6899,0.1126 nohead lc rgb '#999999' lw 1.2 dt 3
set label 30 'ideal' noenhanced at screen 0.6999,0.1126 left

set terminal svg size 987,495 font 'sans-serif,14' background rgb 'white'
set output 'speed_up.svg'
plot data index 6 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'position based, coloured' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'position based, coloured' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.4 border lc rgb '#333333' title 'position based, jacobi' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'position based, jacobi' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs pattern 1 border lc rgb '#333333' title 'clusters, coloured' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'clusters, coloured' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333' title 'projective, CHOLMOD simplicial' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, CHOLMOD simplicial' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333' title 'projective, CHOLMOD supernodal' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, CHOLMOD supernodal' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.9 border lc rgb '#333333' title 'projective, parallel supernodal' noenhanced, \
     data index 5 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, parallel supernodal' noenhanced

set terminal pdfcairo size 17.40cm,8.73cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'speed_up.pdf'
replot
