# Edit this and run `gnuplot pd.gp` in this folder.
# It reads pd.dat and writes pd.svg and .pdf.
set encoding utf8
data = 'pd.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
bottom = -0.125 # bars on a logarithmic axis have no zero to stand on

set terminal svg size 987,363 font 'sans-serif,14' background rgb 'white'
set output 'pd.svg'
set multiplot
set lmargin at screen 0.0601
set rmargin at screen 0.3602
set bmargin at screen 0.4056
set tmargin at screen 0.9151
set title 'cloth' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3, '16' 4, '32' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:5.5]
set ytics ('1' 0, '2' 1, '4' 2, '8' 3, '16' 4, '32' 5) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [0.00251308:0.525701]
set cbtics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1)
set cbtics offset 0,0.7
unset colorbox
set object 5000 rectangle at first 0.1200,0.4036 size first 1.0534,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5000 '{/*0.78 0.01 s/s}' at first 0.1200,0.4036 center front
set object 5001 rectangle at first 1.8163,2.4265 size first 0.9118,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5001 '{/*0.78 0.1 s/s}' at first 1.8163,2.4265 center front
set object 5002 rectangle at first 4.0485,3.5599 size first 0.6949,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5002 '{/*0.78 1 s/s}' at first 4.0485,3.5599 center front
plot data index 0 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using 1:2 with lines lc rgb '#ffffff' lw 2.6 notitle, \
     data index 1 using 1:2 with lines lc rgb '#000000' lw 1 dt (6,3) notitle, \
     data index 2 using 1:2 with lines lc rgb '#ffffff' lw 5 notitle, \
     data index 0 using 1:2:7:(0.219):3 with boxxyerror lc palette fs solid noborder notitle, \
     data index 2 using 1:2 with lines lc rgb '#D0104C' lw 2.8 notitle, \
     data index 0 using 1:2:('{/*0.88 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.3729
set rmargin at screen 0.6730
set bmargin at screen 0.4056
set tmargin at screen 0.9151
set title 'heavy payload' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3, '16' 4, '32' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:5.5]
set ytics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [0.00251308:0.525701]
set cbtics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1)
set cbtics offset 0,0.7
unset colorbox
set object 5000 rectangle at first 1.1966,0.5833 size first 1.1951,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5000 '{/*0.78 0.001 s/s}' at first 1.1966,0.5833 center front
set object 5001 rectangle at first 2.2835,3.4651 size first 1.0534,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5001 '{/*0.78 0.01 s/s}' at first 2.2835,3.4651 center front
set object 5002 rectangle at first 4.8125,4.5301 size first 0.9118,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5002 '{/*0.78 0.1 s/s}' at first 4.8125,4.5301 center front
plot data index 3 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 4 using 1:2 with lines lc rgb '#ffffff' lw 2.6 notitle, \
     data index 4 using 1:2 with lines lc rgb '#000000' lw 1 dt (6,3) notitle, \
     data index 5 using 1:2 with lines lc rgb '#ffffff' lw 5 notitle, \
     data index 3 using 1:2:7:(0.219):3 with boxxyerror lc palette fs solid noborder notitle, \
     data index 5 using 1:2 with lines lc rgb '#D0104C' lw 2.8 notitle, \
     data index 3 using 1:2:('{/*0.88 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.6858
set rmargin at screen 0.9858
set bmargin at screen 0.4056
set tmargin at screen 0.9151
set title 'ARAP beam' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3, '16' 4, '32' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:5.5]
set ytics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
set label 1 'iterations' noenhanced at screen 0.0122,0.6603 center rotate
set label 2 'steps in 1/60 s' noenhanced at screen 0.5230,0.2859 center
set arrow 10 from screen 0.2296,0.0418 to screen 0.2622,0.0418 nohead lc rgb '#D0104C' lw 2.8
set label 12 'relative trajectory error 0.01' noenhanced at screen 0.2721,0.0418 left
set arrow 13 from screen 0.5071,0.0418 to screen 0.5397,0.0418 nohead lc rgb '#000000' lw 1 dt (6,3)
set label 15 'wall time per simulated time' noenhanced at screen 0.5497,0.0418 left
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [0.00251308:0.525701]
set cbtics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1)
set cbtics offset 0,0.7
set colorbox horizontal user origin screen 0.0601,0.1971 size screen 0.9257,0.0309 noborder
set label 3 'relative trajectory error' at screen 0.5230,0.1045 center noenhanced
set object 5000 rectangle at first 1.8806,1.5213 size first 1.0534,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5000 '{/*0.78 0.01 s/s}' at first 1.8806,1.5213 center front
set object 5001 rectangle at first 3.3496,3.4896 size first 0.9118,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5001 '{/*0.78 0.1 s/s}' at first 3.3496,3.4896 center front
plot data index 6 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 7 using 1:2 with lines lc rgb '#ffffff' lw 2.6 notitle, \
     data index 7 using 1:2 with lines lc rgb '#000000' lw 1 dt (6,3) notitle, \
     data index 8 using 1:2 with lines lc rgb '#ffffff' lw 5 notitle, \
     data index 6 using 1:2:7:(0.219):3 with boxxyerror lc palette fs solid noborder notitle, \
     data index 8 using 1:2 with lines lc rgb '#D0104C' lw 2.8 notitle, \
     data index 6 using 1:2:('{/*0.88 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,6.40cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'pd.pdf'
set multiplot
set lmargin at screen 0.0601
set rmargin at screen 0.3602
set bmargin at screen 0.4056
set tmargin at screen 0.9151
set title 'cloth' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3, '16' 4, '32' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:5.5]
set ytics ('1' 0, '2' 1, '4' 2, '8' 3, '16' 4, '32' 5) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [0.00251308:0.525701]
set cbtics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1)
set cbtics offset 0,0.7
unset colorbox
set object 5000 rectangle at first 0.1200,0.4036 size first 1.0534,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5000 '{/*0.78 0.01 s/s}' at first 0.1200,0.4036 center front
set object 5001 rectangle at first 1.8163,2.4265 size first 0.9118,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5001 '{/*0.78 0.1 s/s}' at first 1.8163,2.4265 center front
set object 5002 rectangle at first 4.0485,3.5599 size first 0.6949,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5002 '{/*0.78 1 s/s}' at first 4.0485,3.5599 center front
plot data index 0 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 1 using 1:2 with lines lc rgb '#ffffff' lw 2.6 notitle, \
     data index 1 using 1:2 with lines lc rgb '#000000' lw 1 dt (6,3) notitle, \
     data index 2 using 1:2 with lines lc rgb '#ffffff' lw 5 notitle, \
     data index 0 using 1:2:7:(0.219):3 with boxxyerror lc palette fs solid noborder notitle, \
     data index 2 using 1:2 with lines lc rgb '#D0104C' lw 2.8 notitle, \
     data index 0 using 1:2:('{/*0.88 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.3729
set rmargin at screen 0.6730
set bmargin at screen 0.4056
set tmargin at screen 0.9151
set title 'heavy payload' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3, '16' 4, '32' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:5.5]
set ytics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [0.00251308:0.525701]
set cbtics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1)
set cbtics offset 0,0.7
unset colorbox
set object 5000 rectangle at first 1.1966,0.5833 size first 1.1951,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5000 '{/*0.78 0.001 s/s}' at first 1.1966,0.5833 center front
set object 5001 rectangle at first 2.2835,3.4651 size first 1.0534,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5001 '{/*0.78 0.01 s/s}' at first 2.2835,3.4651 center front
set object 5002 rectangle at first 4.8125,4.5301 size first 0.9118,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5002 '{/*0.78 0.1 s/s}' at first 4.8125,4.5301 center front
plot data index 3 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 4 using 1:2 with lines lc rgb '#ffffff' lw 2.6 notitle, \
     data index 4 using 1:2 with lines lc rgb '#000000' lw 1 dt (6,3) notitle, \
     data index 5 using 1:2 with lines lc rgb '#ffffff' lw 5 notitle, \
     data index 3 using 1:2:7:(0.219):3 with boxxyerror lc palette fs solid noborder notitle, \
     data index 5 using 1:2 with lines lc rgb '#D0104C' lw 2.8 notitle, \
     data index 3 using 1:2:('{/*0.88 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset label
unset object
set lmargin at screen 0.6858
set rmargin at screen 0.9858
set bmargin at screen 0.4056
set tmargin at screen 0.9151
set title 'ARAP beam' noenhanced offset 0,-0.7
unset logscale x
set xrange [-0.5:5.5]
set xtics ('1' 0, '2' 1, '4' 2, '8' 3, '16' 4, '32' 5) noenhanced scale 0
unset logscale y
set yrange [-0.5:5.5]
set ytics ('' 0, '' 1, '' 2, '' 3, '' 4, '' 5) noenhanced scale 0
set label 1 'iterations' noenhanced at screen 0.0122,0.6603 center rotate
set label 2 'steps in 1/60 s' noenhanced at screen 0.5230,0.2859 center
set arrow 10 from screen 0.2296,0.0418 to screen 0.2622,0.0418 nohead lc rgb '#D0104C' lw 2.8
set label 12 'relative trajectory error 0.01' noenhanced at screen 0.2721,0.0418 left
set arrow 13 from screen 0.5071,0.0418 to screen 0.5397,0.0418 nohead lc rgb '#000000' lw 1 dt (6,3)
set label 15 'wall time per simulated time' noenhanced at screen 0.5497,0.0418 left
unset grid
set border 0
set xtics offset 0,0.3
set ytics offset 0.5,0
set palette defined (0 '#252063', 1 '#09396D', 2 '#0B4C73', 3 '#0C5F7C', 4 '#107386', 5 '#15878E', 6 '#179C91', 7 '#1BB18B', 8 '#4FC579', 9 '#8DD46C', 10 '#C7E069', 11 '#F5EE82')
set logscale cb
set cbrange [0.00251308:0.525701]
set cbtics ('' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1)
set cbtics offset 0,0.7
set colorbox horizontal user origin screen 0.0601,0.1971 size screen 0.9257,0.0309 noborder
set label 3 'relative trajectory error' at screen 0.5230,0.1045 center noenhanced
set object 5000 rectangle at first 1.8806,1.5213 size first 1.0534,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5000 '{/*0.78 0.01 s/s}' at first 1.8806,1.5213 center front
set object 5001 rectangle at first 3.3496,3.4896 size first 0.9118,0.4077 front fc rgb '#ffffff' fs solid noborder
set label 5001 '{/*0.78 0.1 s/s}' at first 3.3496,3.4896 center front
plot data index 6 using 1:2:(0.5):(0.5):3 with boxxyerror lc palette lw 0.6 fs solid border lc rgb '#ffffff' notitle, \
     data index 7 using 1:2 with lines lc rgb '#ffffff' lw 2.6 notitle, \
     data index 7 using 1:2 with lines lc rgb '#000000' lw 1 dt (6,3) notitle, \
     data index 8 using 1:2 with lines lc rgb '#ffffff' lw 5 notitle, \
     data index 6 using 1:2:7:(0.219):3 with boxxyerror lc palette fs solid noborder notitle, \
     data index 8 using 1:2 with lines lc rgb '#D0104C' lw 2.8 notitle, \
     data index 6 using 1:2:('{/*0.88 '.strcol(4).'}'):5 with labels tc rgb variable notitle
unset multiplot
unset label
unset arrow
unset object
