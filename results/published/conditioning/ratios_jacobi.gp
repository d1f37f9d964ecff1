# Edit this and run `gnuplot ratios_jacobi.gp` in this folder.
# It reads ratios_jacobi.dat and writes ratios_jacobi.svg and .pdf.
set encoding utf8
data = 'ratios_jacobi.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
bottom = -0.125 # bars on a logarithmic axis have no zero to stand on

set terminal svg size 987,368 font 'sans-serif,14' background rgb 'white'
set output 'ratios_jacobi.svg'
set multiplot
set lmargin at screen 0.0783
set rmargin at screen 0.5257
set bmargin at screen 0.3994
set tmargin at screen 0.9164
set title 'primal' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:4.5]
set xtics ('0.001' 0, '0.1' 1, '1' 2, '10' 3, '100' 4) noenhanced scale 0
unset logscale y
set yrange [-0.5:3.5]
set ytics ('0.01' 0, '1' 1, '100' 2, '1000' 3) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [2:955]
set cbtics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 0 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 0 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.5384
set rmargin at screen 0.9858
set bmargin at screen 0.3994
set tmargin at screen 0.9164
set title 'dual' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:4.5]
set xtics ('0.001' 0, '0.1' 1, '1' 2, '10' 3, '100' 4) noenhanced scale 0
unset logscale y
set yrange [-0.5:3.5]
set ytics ('' 0, '' 1, '' 2, '' 3) noenhanced scale 0
set label 1 'outer mass over inner one' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'stiffness of the outer spring over that of the inner one' noenhanced at screen 0.5320,0.2816 center
set object 10 rectangle from screen 0.4415,0.0240 to screen 0.4585,0.0582 fc rgb '#ebebeb' lw 0.6 fs solid noborder
set arrow 10 from screen 0.4457,0.0411 to screen 0.4542,0.0411 nohead lc rgb '#444444' lw 1.4
set label 12 'not reached' noenhanced at screen 0.4762,0.0411 left
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [2:955]
set cbtics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set cbtics offset 0,0.7
set colorbox horizontal user origin screen 0.0783,0.1941 size screen 0.9075,0.0304 noborder
set label 3 'iterations to 1e-4' at screen 0.5320,0.1029 center noenhanced
plot data index 2 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 3 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 3 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 2 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,6.49cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'ratios_jacobi.pdf'
set multiplot
set lmargin at screen 0.0783
set rmargin at screen 0.5257
set bmargin at screen 0.3994
set tmargin at screen 0.9164
set title 'primal' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:4.5]
set xtics ('0.001' 0, '0.1' 1, '1' 2, '10' 3, '100' 4) noenhanced scale 0
unset logscale y
set yrange [-0.5:3.5]
set ytics ('0.01' 0, '1' 1, '100' 2, '1000' 3) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [2:955]
set cbtics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 0 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 0 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.5384
set rmargin at screen 0.9858
set bmargin at screen 0.3994
set tmargin at screen 0.9164
set title 'dual' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:4.5]
set xtics ('0.001' 0, '0.1' 1, '1' 2, '10' 3, '100' 4) noenhanced scale 0
unset logscale y
set yrange [-0.5:3.5]
set ytics ('' 0, '' 1, '' 2, '' 3) noenhanced scale 0
set label 1 'outer mass over inner one' noenhanced at screen 0.0122,0.5000 center rotate
set label 2 'stiffness of the outer spring over that of the inner one' noenhanced at screen 0.5320,0.2816 center
set object 10 rectangle from screen 0.4415,0.0240 to screen 0.4585,0.0582 fc rgb '#ebebeb' lw 0.6 fs solid noborder
set arrow 10 from screen 0.4457,0.0411 to screen 0.4542,0.0411 nohead lc rgb '#444444' lw 1.4
set label 12 'not reached' noenhanced at screen 0.4762,0.0411 left
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [2:955]
set cbtics ('' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1)
set cbtics offset 0,0.7
set colorbox horizontal user origin screen 0.0783,0.1941 size screen 0.9075,0.0304 noborder
set label 3 'iterations to 1e-4' at screen 0.5320,0.1029 center noenhanced
plot data index 2 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 3 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 3 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 2 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset multiplot
unset label
unset arrow
unset object
