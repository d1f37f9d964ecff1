# Edit this and run `gnuplot others.gp` in this folder.
# It reads others.dat and writes others.svg and .pdf.
set encoding utf8
data = 'others.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
bottom = -0.125 # bars on a logarithmic axis have no zero to stand on

set terminal svg size 987,436 font 'sans-serif,14' background rgb 'white'
set output 'others.svg'
set multiplot
set lmargin at screen 0.0874
set rmargin at screen 0.3783
set bmargin at screen 0.6721
set tmargin at screen 0.9293
set title 'VBD' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('1' 0, '100' 1, '10000' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 0 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 0 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.3911
set rmargin at screen 0.6821
set bmargin at screen 0.6721
set tmargin at screen 0.9293
set title 'CALM' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('' 0, '' 1, '' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 2 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 3 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 3 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 2 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.6948
set rmargin at screen 0.9858
set bmargin at screen 0.6721
set tmargin at screen 0.9293
set title 'AVBD' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('' 0, '' 1, '' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 4 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 5 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 5 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 4 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.0874
set rmargin at screen 0.3783
set bmargin at screen 0.3378
set tmargin at screen 0.5949
set title 'ADMM' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('100' 0, '' 1, '10000' 2, '' 3, '10⁶' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('1' 0, '100' 1, '10000' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 6 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 7 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 7 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 6 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.3911
set rmargin at screen 0.6821
set bmargin at screen 0.3378
set tmargin at screen 0.5949
set title 'L-BFGS' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('100' 0, '' 1, '10000' 2, '' 3, '10⁶' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('' 0, '' 1, '' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 8 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 8 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.6948
set rmargin at screen 0.9858
set bmargin at screen 0.3378
set tmargin at screen 0.5949
set title 'PNCG' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('100' 0, '' 1, '10000' 2, '' 3, '10⁶' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('' 0, '' 1, '' 2) noenhanced scale 0
set label 1 'mass ratio' noenhanced at screen 0.0122,0.6335 center rotate
set label 2 'stiffness of a link (N/m)' noenhanced at screen 0.5366,0.2381 center
set object 10 rectangle from screen 0.4415,0.0203 to screen 0.4585,0.0493 fc rgb '#ebebeb' lw 0.6 fs solid noborder
set arrow 10 from screen 0.4457,0.0348 to screen 0.4542,0.0348 nohead lc rgb '#444444' lw 1.4
set label 12 'not reached' noenhanced at screen 0.4762,0.0348 left
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
set colorbox horizontal user origin screen 0.0874,0.1642 size screen 0.8984,0.0257 noborder
set label 3 'iterations to a tenth of the error' at screen 0.5366,0.0870 center noenhanced
plot data index 9 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 9 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,7.68cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'others.pdf'
set multiplot
set lmargin at screen 0.0874
set rmargin at screen 0.3783
set bmargin at screen 0.6721
set tmargin at screen 0.9293
set title 'VBD' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('1' 0, '100' 1, '10000' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 0 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 0 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.3911
set rmargin at screen 0.6821
set bmargin at screen 0.6721
set tmargin at screen 0.9293
set title 'CALM' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('' 0, '' 1, '' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 2 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 3 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 3 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 2 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.6948
set rmargin at screen 0.9858
set bmargin at screen 0.6721
set tmargin at screen 0.9293
set title 'AVBD' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('' 0, '' 1, '' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 4 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 5 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 5 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 4 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.0874
set rmargin at screen 0.3783
set bmargin at screen 0.3378
set tmargin at screen 0.5949
set title 'ADMM' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('100' 0, '' 1, '10000' 2, '' 3, '10⁶' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('1' 0, '100' 1, '10000' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 6 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 7 using 1:2:(0.5):(0.5) with boxxyerror fc rgb '#ebebeb' lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 7 using ($1+-0.25):($2+0):(0.5):(0) with vectors nohead lc rgb '#444444' lw 1.4 notitle, \
     data index 6 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.3911
set rmargin at screen 0.6821
set bmargin at screen 0.3378
set tmargin at screen 0.5949
set title 'L-BFGS' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('100' 0, '' 1, '10000' 2, '' 3, '10⁶' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('' 0, '' 1, '' 2) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
unset colorbox
plot data index 8 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 8 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.6948
set rmargin at screen 0.9858
set bmargin at screen 0.3378
set tmargin at screen 0.5949
set title 'PNCG' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('100' 0, '' 1, '10000' 2, '' 3, '10⁶' 4, '' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:2.5]
set ytics ('' 0, '' 1, '' 2) noenhanced scale 0
set label 1 'mass ratio' noenhanced at screen 0.0122,0.6335 center rotate
set label 2 'stiffness of a link (N/m)' noenhanced at screen 0.5366,0.2381 center
set object 10 rectangle from screen 0.4415,0.0203 to screen 0.4585,0.0493 fc rgb '#ebebeb' lw 0.6 fs solid noborder
set arrow 10 from screen 0.4457,0.0348 to screen 0.4542,0.0348 nohead lc rgb '#444444' lw 1.4
set label 12 'not reached' noenhanced at screen 0.4762,0.0348 left
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [1:498]
set cbtics ('1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1)
set cbtics offset 0,0.7
set colorbox horizontal user origin screen 0.0874,0.1642 size screen 0.8984,0.0257 noborder
set label 3 'iterations to a tenth of the error' at screen 0.5366,0.0870 center noenhanced
plot data index 9 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 9 using 1:2:('{/*1.00 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset multiplot
unset label
unset arrow
unset object
