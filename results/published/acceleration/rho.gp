# Edit this and run `gnuplot rho.gp` in this folder.
# It reads rho.dat and writes rho.svg and .pdf.
set encoding utf8
data = 'rho.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1

set terminal svg size 987,283 font 'sans-serif,14' background rgb 'white'
set output 'rho.svg'
set multiplot
set lmargin at screen 0.0692
set rmargin at screen 0.5211
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.000815455:0.122631]
set xtics ('' 0.0009 1, '10^{-3}' 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1)
set logscale y
set yrange [26.936:729.657]
set ytics ('' 30 1, '' 40 1, '50' 50, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '200' 200, '' 300 1, '' 400 1, '500' 500, '' 600 1, '' 700 1)
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title '−ρ to ρ, target 0.0001' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title '−ρ to ρ, target 0.0001' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title '−ρ to ρ, target 0.01' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title '−ρ to ρ, target 0.01' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title '0 to ρ, target 0.0001' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title '0 to ρ, target 0.0001' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title '0 to ρ, target 0.01' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title '0 to ρ, target 0.01' noenhanced
unset label
unset object
set lmargin at screen 0.5339
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.000815455:0.122631]
set xtics ('' 0.0009 1, '10^{-3}' 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1)
set logscale y
set yrange [26.936:729.657]
set ytics ('' 30 1, '' 40 1, '' 50, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200, '' 300 1, '' 400 1, '' 500, '' 600 1, '' 700 1)
set label 1 'iterations' noenhanced at screen 0.0122,0.5992 center rotate
set label 2 '1 − ρ' noenhanced at screen 0.5275,0.1539 center
set arrow 10 from screen 0.0633,0.0536 to screen 0.0959,0.0536 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.0796,0.0536 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 '−ρ to ρ, target 0.0001' noenhanced at screen 0.1058,0.0536 left
set arrow 13 from screen 0.2852,0.0536 to screen 0.3178,0.0536 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.3015,0.0536 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 '−ρ to ρ, target 0.01' noenhanced at screen 0.3277,0.0536 left
set arrow 16 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#F0AD33' lw 1.604 dt solid
set label 17 '' at screen 0.5234,0.0536 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 18 '0 to ρ, target 0.0001' noenhanced at screen 0.5497,0.0536 left
set arrow 19 from screen 0.7290,0.0536 to screen 0.7616,0.0536 nohead lc rgb '#F0AD33' lw 1.605 dt (10,5)
set label 20 '' at screen 0.7453,0.0536 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 '0 to ρ, target 0.01' noenhanced at screen 0.7716,0.0536 left
plot data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title '−ρ to ρ, target 0.0001' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title '−ρ to ρ, target 0.0001' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title '−ρ to ρ, target 0.01' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title '−ρ to ρ, target 0.01' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title '0 to ρ, target 0.0001' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title '0 to ρ, target 0.0001' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title '0 to ρ, target 0.01' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title '0 to ρ, target 0.01' noenhanced
unset multiplot
unset label
unset arrow
unset object

set terminal pdfcairo size 17.40cm,4.99cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'rho.pdf'
set multiplot
set lmargin at screen 0.0692
set rmargin at screen 0.5211
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 10 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.000815455:0.122631]
set xtics ('' 0.0009 1, '10^{-3}' 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1)
set logscale y
set yrange [26.936:729.657]
set ytics ('' 30 1, '' 40 1, '50' 50, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '200' 200, '' 300 1, '' 400 1, '500' 500, '' 600 1, '' 700 1)
plot data index 0 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title '−ρ to ρ, target 0.0001' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title '−ρ to ρ, target 0.0001' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title '−ρ to ρ, target 0.01' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title '−ρ to ρ, target 0.01' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title '0 to ρ, target 0.0001' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title '0 to ρ, target 0.0001' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title '0 to ρ, target 0.01' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title '0 to ρ, target 0.01' noenhanced
unset label
unset object
set lmargin at screen 0.5339
set rmargin at screen 0.9858
set bmargin at screen 0.3074
set tmargin at screen 0.8911
set title 'stiffness 100 N/m' noenhanced offset 0,-0.7
set logscale x
set xrange [0.000815455:0.122631]
set xtics ('' 0.0009 1, '10^{-3}' 0.001, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009 1, '10^{-2}' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '10^{-1}' 0.1)
set logscale y
set yrange [26.936:729.657]
set ytics ('' 30 1, '' 40 1, '' 50, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '' 100, '' 200, '' 300 1, '' 400 1, '' 500, '' 600 1, '' 700 1)
set label 1 'iterations' noenhanced at screen 0.0122,0.5992 center rotate
set label 2 '1 − ρ' noenhanced at screen 0.5275,0.1539 center
set arrow 10 from screen 0.0633,0.0536 to screen 0.0959,0.0536 nohead lc rgb '#0A6A2C' lw 1.600 dt solid
set label 11 '' at screen 0.0796,0.0536 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 12 '−ρ to ρ, target 0.0001' noenhanced at screen 0.1058,0.0536 left
set arrow 13 from screen 0.2852,0.0536 to screen 0.3178,0.0536 nohead lc rgb '#0A6A2C' lw 1.601 dt (10,5)
set label 14 '' at screen 0.3015,0.0536 point lc rgb '#0A6A2C' pt 7 ps 0.55
set label 15 '−ρ to ρ, target 0.01' noenhanced at screen 0.3277,0.0536 left
set arrow 16 from screen 0.5071,0.0536 to screen 0.5397,0.0536 nohead lc rgb '#F0AD33' lw 1.604 dt solid
set label 17 '' at screen 0.5234,0.0536 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 18 '0 to ρ, target 0.0001' noenhanced at screen 0.5497,0.0536 left
set arrow 19 from screen 0.7290,0.0536 to screen 0.7616,0.0536 nohead lc rgb '#F0AD33' lw 1.605 dt (10,5)
set label 20 '' at screen 0.7453,0.0536 point lc rgb '#F0AD33' pt 5 ps 0.55
set label 21 '0 to ρ, target 0.01' noenhanced at screen 0.7716,0.0536 left
plot data index 2 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt solid title '−ρ to ρ, target 0.0001' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title '−ρ to ρ, target 0.0001' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#0A6A2C' lw 1.6 dt (10,5) title '−ρ to ρ, target 0.01' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#0A6A2C' pt 7 ps 0.55 title '−ρ to ρ, target 0.01' noenhanced, \
     data index 6 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt solid title '0 to ρ, target 0.0001' noenhanced, \
     data index 6 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title '0 to ρ, target 0.0001' noenhanced, \
     data index 7 using 1:2 with lines lc rgb '#F0AD33' lw 1.6 dt (10,5) title '0 to ρ, target 0.01' noenhanced, \
     data index 7 using 1:6 with points lc rgb '#F0AD33' pt 5 ps 0.55 title '0 to ρ, target 0.01' noenhanced
unset multiplot
unset label
unset arrow
unset object
