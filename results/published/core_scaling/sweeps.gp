# Edit this and run `gnuplot sweeps.gp` in this folder.
# It reads sweeps.dat and writes sweeps.svg and .pdf.
set encoding utf8
data = 'sweeps.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 482,283 font 'sans-serif,14' background rgb 'white'
set output 'sweeps.svg'
set multiplot
set lmargin at screen 0.1231
set rmargin at screen 0.5339
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'cloth' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [0.781504:18.3155]
set ytics ('' 0.8 1, '' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10)
plot data index 4 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'XPBD' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced
unset label
unset object
set lmargin at screen 0.5601
set rmargin at screen 0.9710
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'beam' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [0.781504:18.3155]
set ytics ('' 0.8 1, '' 0.9 1, '' 1, '' 2, '' 3 1, '' 4 1, '' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10)
set label 1 'speed-up over one thread' noenhanced at screen 0.0249,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5470,0.1539 center
set arrow 10 from screen 0.2270,0.0536 to screen 0.2938,0.0536 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.2604,0.0536 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD' noenhanced at screen 0.3141,0.0536 left
set arrow 13 from screen 0.4187,0.0536 to screen 0.4855,0.0536 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.4521,0.0536 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'VBD' noenhanced at screen 0.5058,0.0536 left
set arrow 16 from screen 0.6104,0.0536 to screen 0.6772,0.0536 nohead lc rgb '#999999' lw 1.2 dt 3
set label 18 'ideal' noenhanced at screen 0.6975,0.0536 left
plot data index 4 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'XPBD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 8.50cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'sweeps.pdf'
set multiplot
set lmargin at screen 0.1231
set rmargin at screen 0.5339
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'cloth' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [0.781504:18.3155]
set ytics ('' 0.8 1, '' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10)
plot data index 4 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 0 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'XPBD' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 1 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced
unset label
unset object
set lmargin at screen 0.5601
set rmargin at screen 0.9710
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'beam' noenhanced offset 0,-0.7
set logscale x
set xrange [0.845195:18.9305]
set xtics ('1' 1, '2' 2, '4' 4, '8' 8, '16' 16)
set logscale y
set yrange [0.781504:18.3155]
set ytics ('' 0.8 1, '' 0.9 1, '' 1, '' 2, '' 3 1, '' 4 1, '' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '' 10)
set label 1 'speed-up over one thread' noenhanced at screen 0.0249,0.5000 center rotate
set label 2 'threads' noenhanced at screen 0.5470,0.1539 center
set arrow 10 from screen 0.2270,0.0536 to screen 0.2938,0.0536 nohead lc rgb '#0072B2' lw 1.600 dt solid
set label 11 '' at screen 0.2604,0.0536 point lc rgb '#0072B2' pt 5 ps 0.55
set label 12 'XPBD' noenhanced at screen 0.3141,0.0536 left
set arrow 13 from screen 0.4187,0.0536 to screen 0.4855,0.0536 nohead lc rgb '#0A6A2C' lw 1.601 dt solid
set label 14 '' at screen 0.4521,0.0536 point lc rgb '#0A6A2C' pt 15 ps 0.55
set label 15 'VBD' noenhanced at screen 0.5058,0.0536 left
set arrow 16 from screen 0.6104,0.0536 to screen 0.6772,0.0536 nohead lc rgb '#999999' lw 1.2 dt 3
set label 18 'ideal' noenhanced at screen 0.6975,0.0536 left
plot data index 4 using 1:2 with lines lc rgb '#999999' lw 1.2 dt 3 title 'ideal' noenhanced, \
     data index 2 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0072B2' lw 1.2 title 'XPBD' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.55 title 'XPBD' noenhanced, \
     data index 3 using 1:3:(0):($4-$3) with vectors nohead lc rgb '#0A6A2C' lw 1.2 title 'VBD' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title 'VBD' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0A6A2C' pt 15 ps 0.55 title 'VBD' noenhanced
unset multiplot
unset label
unset arrow
unset object
