# Edit this and run `gnuplot bandwidth.gp` in this folder.
# It reads bandwidth.dat and writes bandwidth.svg and .pdf.
set encoding utf8
data = 'bandwidth.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0740
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'share of the machine''s bandwidth' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'threads' noenhanced offset 0,0.4
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:0.444292]
set ytics ('0.00' 0, '0.05' 0.05, '0.10' 0.1, '0.15' 0.15, '0.20' 0.2, '0.25' 0.25, '0.30' 0.3, '0.35' 0.35, '0.40' 0.4)
set object 10 rectangle from screen 0.0564,0.0629 to screen 0.0777,0.0865 fc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333'
set label 12 'position based, coloured, project' noenhanced at screen 0.0876,0.0747 left
set object 13 rectangle from screen 0.0564,0.0201 to screen 0.0777,0.0437 fc rgb '#0072B2' fs pattern 1 border lc rgb '#333333'
set label 15 'position based, jacobi, project' noenhanced at screen 0.0876,0.0319 left
set object 16 rectangle from screen 0.3644,0.0629 to screen 0.3857,0.0865 fc rgb '#0072B2' fs pattern 2 border lc rgb '#333333'
set label 18 'clusters, coloured, project' noenhanced at screen 0.3956,0.0747 left
set object 19 rectangle from screen 0.3644,0.0201 to screen 0.3857,0.0437 fc rgb '#882255' fs solid 0.9 border lc rgb '#333333'
set label 21 'projective, local' noenhanced at screen 0.3956,0.0319 left
set object 22 rectangle from screen 0.6725,0.0629 to screen 0.6938,0.0865 fc rgb '#882255' fs solid 0.4 border lc rgb '#333333'
set label 24 'projective, solve' noenhanced at screen 0.7037,0.0747 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'bandwidth.svg'
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'position based, coloured, project' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'position based, coloured, project' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs pattern 1 border lc rgb '#333333' title 'position based, jacobi, project' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'position based, jacobi, project' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs pattern 2 border lc rgb '#333333' title 'clusters, coloured, project' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'clusters, coloured, project' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.9 border lc rgb '#333333' title 'projective, local' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, local' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.4 border lc rgb '#333333' title 'projective, solve' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'projective, solve' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'bandwidth.pdf'
replot
