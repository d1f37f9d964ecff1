# Edit this and run `gnuplot spin_over_turn.gp` in this folder.
# It reads spin_over_turn.dat and writes spin_over_turn.svg and .pdf.
set encoding utf8
data = 'spin_over_turn.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.2921
set tmargin at screen 0.9733
set label 1 'spin kept over ten steps' noenhanced at screen 0.0249,0.6327 center rotate
set xlabel 'turn in each step at first (degrees)' noenhanced offset 0,0.4
set logscale x
set xrange [0.407507:17.9018]
set xtics ('0.5' 0.5, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '2' 2, '' 3 1, '' 4 1, '5' 5, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10)
unset logscale y
set yrange [0:1.0593]
set ytics ('0.0' 0, '0.2' 0.2, '0.4' 0.4, '0.6' 0.6, '0.8' 0.8, '1.0' 1)
set arrow 10 from screen 0.0313,0.0966 to screen 0.0982,0.0966 nohead lc rgb '#332288' lw 1.600 dt solid
set label 11 '' at screen 0.0648,0.0966 point lc rgb '#332288' pt 11 ps 0.55
set label 12 'newton' noenhanced at screen 0.1185,0.0966 left
set arrow 13 from screen 0.0313,0.0413 to screen 0.0982,0.0413 nohead lc rgb '#0072B2' lw 1.601 dt solid
set label 14 '' at screen 0.0648,0.0413 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'xpbd' noenhanced at screen 0.1185,0.0413 left
set arrow 16 from screen 0.3535,0.0966 to screen 0.4203,0.0966 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.3869,0.0966 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'pd, y' noenhanced at screen 0.4406,0.0966 left
set arrow 19 from screen 0.3535,0.0413 to screen 0.4203,0.0413 nohead lc rgb '#D55E00' lw 1.603 dt (10,5)
set label 20 '' at screen 0.3869,0.0413 point lc rgb '#D55E00' pt 13 ps 0.55
set label 21 'pd, x_n' noenhanced at screen 0.4406,0.0413 left
set arrow 22 from screen 0.6756,0.0966 to screen 0.7424,0.0966 nohead lc rgb '#000000' lw 1 dt (8,5)
set label 24 'implicit Euler' noenhanced at screen 0.7627,0.0966 left

set terminal svg size 482,367 font 'sans-serif,14' background rgb 'white'
set output 'spin_over_turn.svg'
plot data index 4 using 1:2 with lines lc rgb '#000000' lw 1 dt (8,5) title 'implicit Euler' noenhanced, \
     data index 0 using 1:2 with lines lc rgb '#9990C3' lw 5 dt solid title 'newton' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#332288' pt 11 ps 0.9 title 'newton' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#7FB8D8' lw 5 dt solid title 'xpbd' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.9 title 'xpbd' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'pd, y' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'pd, y' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'pd, x_n' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.55 title 'pd, x_n' noenhanced

set terminal pdfcairo size 8.50cm,6.47cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'spin_over_turn.pdf'
replot
