# Edit this and run `gnuplot sweeps.gp` in this folder.
# It reads sweeps.dat and writes sweeps.svg and .pdf.
set encoding utf8
data = 'sweeps.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 482,303 font 'sans-serif,14' background rgb 'white'
set output 'sweeps.svg'
set multiplot
set lmargin at screen 0.1231
set rmargin at screen 0.5339
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'f32' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:32.3796]
set ytics ('0' 0, '10' 10, '20' 20, '30' 30)
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'cloth, XPBD' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'cloth, XPBD' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'cloth, VBD' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'cloth, VBD' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.4 border lc rgb '#333333' title 'beam, XPBD' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'beam, XPBD' noenhanced, \
     data index 6 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.4 border lc rgb '#333333' title 'beam, VBD' noenhanced, \
     data index 6 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'beam, VBD' noenhanced
unset label
unset object
set lmargin at screen 0.5601
set rmargin at screen 0.9710
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'f64' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:32.3796]
set ytics ('' 0, '' 10, '' 20, '' 30)
set label 1 'ns per constraint and iteration' noenhanced at screen 0.0249,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5470,0.2106 center
set object 10 rectangle from screen 0.2418,0.0985 to screen 0.2854,0.1355 fc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333'
set label 12 'cloth, XPBD' noenhanced at screen 0.3057,0.1170 left
set object 13 rectangle from screen 0.2418,0.0315 to screen 0.2854,0.0685 fc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333'
set label 15 'cloth, VBD' noenhanced at screen 0.3057,0.0500 left
set object 16 rectangle from screen 0.5378,0.0985 to screen 0.5813,0.1355 fc rgb '#0072B2' fs solid 0.4 border lc rgb '#333333'
set label 18 'beam, XPBD' noenhanced at screen 0.6017,0.1170 left
set object 19 rectangle from screen 0.5378,0.0315 to screen 0.5813,0.0685 fc rgb '#0A6A2C' fs solid 0.4 border lc rgb '#333333'
set label 21 'beam, VBD' noenhanced at screen 0.6017,0.0500 left
plot data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'cloth, XPBD' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'cloth, XPBD' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'cloth, VBD' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'cloth, VBD' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.4 border lc rgb '#333333' title 'beam, XPBD' noenhanced, \
     data index 5 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'beam, XPBD' noenhanced, \
     data index 7 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.4 border lc rgb '#333333' title 'beam, VBD' noenhanced, \
     data index 7 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'beam, VBD' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 8.50cm,5.34cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'sweeps.pdf'
set multiplot
set lmargin at screen 0.1231
set rmargin at screen 0.5339
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'f32' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:32.3796]
set ytics ('0' 0, '10' 10, '20' 20, '30' 30)
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'cloth, XPBD' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'cloth, XPBD' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'cloth, VBD' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'cloth, VBD' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.4 border lc rgb '#333333' title 'beam, XPBD' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'beam, XPBD' noenhanced, \
     data index 6 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.4 border lc rgb '#333333' title 'beam, VBD' noenhanced, \
     data index 6 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'beam, VBD' noenhanced
unset label
unset object
set lmargin at screen 0.5601
set rmargin at screen 0.9710
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'f64' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:32.3796]
set ytics ('' 0, '' 10, '' 20, '' 30)
set label 1 'ns per constraint and iteration' noenhanced at screen 0.0249,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5470,0.2106 center
set object 10 rectangle from screen 0.2418,0.0985 to screen 0.2854,0.1355 fc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333'
set label 12 'cloth, XPBD' noenhanced at screen 0.3057,0.1170 left
set object 13 rectangle from screen 0.2418,0.0315 to screen 0.2854,0.0685 fc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333'
set label 15 'cloth, VBD' noenhanced at screen 0.3057,0.0500 left
set object 16 rectangle from screen 0.5378,0.0985 to screen 0.5813,0.1355 fc rgb '#0072B2' fs solid 0.4 border lc rgb '#333333'
set label 18 'beam, XPBD' noenhanced at screen 0.6017,0.1170 left
set object 19 rectangle from screen 0.5378,0.0315 to screen 0.5813,0.0685 fc rgb '#0A6A2C' fs solid 0.4 border lc rgb '#333333'
set label 21 'beam, VBD' noenhanced at screen 0.6017,0.0500 left
plot data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'cloth, XPBD' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'cloth, XPBD' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'cloth, VBD' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'cloth, VBD' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.4 border lc rgb '#333333' title 'beam, XPBD' noenhanced, \
     data index 5 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'beam, XPBD' noenhanced, \
     data index 7 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.4 border lc rgb '#333333' title 'beam, VBD' noenhanced, \
     data index 7 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'beam, VBD' noenhanced
unset multiplot
unset label
unset arrow
unset object
