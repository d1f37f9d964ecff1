# Edit this and run `gnuplot iterations.gp` in this folder.
# It reads iterations.dat and writes iterations.svg and .pdf.
set encoding utf8
data = 'iterations.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,303 font 'sans-serif,14' background rgb 'white'
set output 'iterations.svg'
set multiplot
set lmargin at screen 0.0510
set rmargin at screen 0.5120
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'f32' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:8.93659]
set ytics ('0' 0, '2' 2, '4' 4, '6' 6, '8' 8)
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333' title 'PD' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.4 border lc rgb '#333333' title 'PD, Chebyshev' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Chebyshev' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs pattern 1 border lc rgb '#333333' title 'PD, Anderson' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Anderson' noenhanced, \
     data index 6 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs pattern 4 border lc rgb '#333333' title 'PD, Anderson, no guard' noenhanced, \
     data index 6 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Anderson, no guard' noenhanced, \
     data index 8 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'L-BFGS' noenhanced, \
     data index 8 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'L-BFGS' noenhanced
unset label
unset object
set lmargin at screen 0.5248
set rmargin at screen 0.9858
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'f64' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:8.93659]
set ytics ('' 0, '' 2, '' 4, '' 6, '' 8)
set label 1 'time per iteration (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5184,0.2106 center
set object 10 rectangle from screen 0.1709,0.0985 to screen 0.1922,0.1355 fc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333'
set label 12 'PD' noenhanced at screen 0.2021,0.1170 left
set object 13 rectangle from screen 0.1709,0.0315 to screen 0.1922,0.0685 fc rgb '#D55E00' fs solid 0.4 border lc rgb '#333333'
set label 15 'PD, Chebyshev' noenhanced at screen 0.2021,0.0500 left
set object 16 rectangle from screen 0.4026,0.0985 to screen 0.4239,0.1355 fc rgb '#D55E00' fs pattern 1 border lc rgb '#333333'
set label 18 'PD, Anderson' noenhanced at screen 0.4338,0.1170 left
set object 19 rectangle from screen 0.4026,0.0315 to screen 0.4239,0.0685 fc rgb '#D55E00' fs pattern 4 border lc rgb '#333333'
set label 21 'PD, Anderson, no guard' noenhanced at screen 0.4338,0.0500 left
set object 22 rectangle from screen 0.6343,0.0985 to screen 0.6556,0.1355 fc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333'
set label 24 'L-BFGS' noenhanced at screen 0.6655,0.1170 left
plot data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333' title 'PD' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.4 border lc rgb '#333333' title 'PD, Chebyshev' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Chebyshev' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs pattern 1 border lc rgb '#333333' title 'PD, Anderson' noenhanced, \
     data index 5 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Anderson' noenhanced, \
     data index 7 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs pattern 4 border lc rgb '#333333' title 'PD, Anderson, no guard' noenhanced, \
     data index 7 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Anderson, no guard' noenhanced, \
     data index 9 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'L-BFGS' noenhanced, \
     data index 9 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'L-BFGS' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,5.34cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'iterations.pdf'
set multiplot
set lmargin at screen 0.0510
set rmargin at screen 0.5120
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'f32' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:8.93659]
set ytics ('0' 0, '2' 2, '4' 4, '6' 6, '8' 8)
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333' title 'PD' noenhanced, \
     data index 0 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.4 border lc rgb '#333333' title 'PD, Chebyshev' noenhanced, \
     data index 2 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Chebyshev' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs pattern 1 border lc rgb '#333333' title 'PD, Anderson' noenhanced, \
     data index 4 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Anderson' noenhanced, \
     data index 6 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs pattern 4 border lc rgb '#333333' title 'PD, Anderson, no guard' noenhanced, \
     data index 6 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Anderson, no guard' noenhanced, \
     data index 8 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'L-BFGS' noenhanced, \
     data index 8 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'L-BFGS' noenhanced
unset label
unset object
set lmargin at screen 0.5248
set rmargin at screen 0.9858
set bmargin at screen 0.3538
set tmargin at screen 0.8983
set title 'f64' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:8.93659]
set ytics ('' 0, '' 2, '' 4, '' 6, '' 8)
set label 1 'time per iteration (ms)' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5184,0.2106 center
set object 10 rectangle from screen 0.1709,0.0985 to screen 0.1922,0.1355 fc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333'
set label 12 'PD' noenhanced at screen 0.2021,0.1170 left
set object 13 rectangle from screen 0.1709,0.0315 to screen 0.1922,0.0685 fc rgb '#D55E00' fs solid 0.4 border lc rgb '#333333'
set label 15 'PD, Chebyshev' noenhanced at screen 0.2021,0.0500 left
set object 16 rectangle from screen 0.4026,0.0985 to screen 0.4239,0.1355 fc rgb '#D55E00' fs pattern 1 border lc rgb '#333333'
set label 18 'PD, Anderson' noenhanced at screen 0.4338,0.1170 left
set object 19 rectangle from screen 0.4026,0.0315 to screen 0.4239,0.0685 fc rgb '#D55E00' fs pattern 4 border lc rgb '#333333'
set label 21 'PD, Anderson, no guard' noenhanced at screen 0.4338,0.0500 left
set object 22 rectangle from screen 0.6343,0.0985 to screen 0.6556,0.1355 fc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333'
set label 24 'L-BFGS' noenhanced at screen 0.6655,0.1170 left
plot data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333' title 'PD' noenhanced, \
     data index 1 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.4 border lc rgb '#333333' title 'PD, Chebyshev' noenhanced, \
     data index 3 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Chebyshev' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs pattern 1 border lc rgb '#333333' title 'PD, Anderson' noenhanced, \
     data index 5 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Anderson' noenhanced, \
     data index 7 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs pattern 4 border lc rgb '#333333' title 'PD, Anderson, no guard' noenhanced, \
     data index 7 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'PD, Anderson, no guard' noenhanced, \
     data index 9 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'L-BFGS' noenhanced, \
     data index 9 using (($7+$8)/2):3:(0):($4-$3) with vectors nohead lc rgb '#333333' title 'L-BFGS' noenhanced
unset multiplot
unset label
unset arrow
unset object
