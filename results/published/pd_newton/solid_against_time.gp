# Edit this and run `gnuplot solid_against_time.gp` in this folder.
# It reads solid_against_time.dat and writes solid_against_time.svg and .pdf.
set encoding utf8
data = 'solid_against_time.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0769
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'error, of that at the start' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'time from the start of the step (ms)' noenhanced offset 0,0.4
set logscale x
set xrange [0.00854656:9.86583]
set xtics ('' 0.009 1, '0.01' 0.01, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '0.1' 0.1, '' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1)
set logscale y
set yrange [2.76281e-12:1.35561]
set ytics ('10^{-12}' 1e-12, '' 1e-11 1, '10^{-10}' 1e-10, '' 1e-09 1, '10^{-8}' 1e-08, '' 1e-07 1, '10^{-6}' 1e-06, '' 1e-05 1, '10^{-4}' 0.0001, '' 0.001 1, '10^{-2}' 0.01, '' 0.1 1, '1' 1)
set arrow 10 from screen 0.0269,0.0747 to screen 0.0596,0.0747 nohead lc rgb '#D55E00' lw 1.600 dt solid
set label 11 '' at screen 0.0433,0.0747 point lc rgb '#D55E00' pt 7 ps 0.55
set label 12 'PD, ω 1, Young''s modulus 10⁶ Pa' noenhanced at screen 0.0695,0.0747 left
set arrow 13 from screen 0.0269,0.0319 to screen 0.0596,0.0319 nohead lc rgb '#D55E00' lw 1.601 dt (10,5)
set label 14 '' at screen 0.0433,0.0319 point lc rgb '#D55E00' pt 7 ps 0.55
set label 15 'PD, ω 1.5, Young''s modulus 10⁶ Pa' noenhanced at screen 0.0695,0.0319 left
set arrow 16 from screen 0.3470,0.0747 to screen 0.3797,0.0747 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.3634,0.0747 point lc rgb '#D55E00' pt 5 ps 0.55
set label 18 'PD, ω 1, Young''s modulus 10⁷ Pa' noenhanced at screen 0.3896,0.0747 left
set arrow 19 from screen 0.3470,0.0319 to screen 0.3797,0.0319 nohead lc rgb '#D55E00' lw 1.603 dt (10,5)
set label 20 '' at screen 0.3634,0.0319 point lc rgb '#D55E00' pt 5 ps 0.55
set label 21 'PD, ω 1.5, Young''s modulus 10⁷ Pa' noenhanced at screen 0.3896,0.0319 left
set arrow 22 from screen 0.6671,0.0747 to screen 0.6998,0.0747 nohead lc rgb '#332288' lw 1.604 dt solid
set label 23 '' at screen 0.6835,0.0747 point lc rgb '#332288' pt 11 ps 0.55
set label 24 'Newton, Young''s modulus 10⁶ Pa' noenhanced at screen 0.7097,0.0747 left
set arrow 25 from screen 0.6671,0.0319 to screen 0.6998,0.0319 nohead lc rgb '#332288' lw 1.605 dt (10,5)
set label 26 '' at screen 0.6835,0.0319 point lc rgb '#332288' pt 11 ps 0.55
set label 27 'Newton, Young''s modulus 10⁷ Pa' noenhanced at screen 0.7097,0.0319 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'solid_against_time.svg'
plot data index 0 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, ω 1, Young''s modulus 10⁶ Pa' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#D55E00' pt 7 ps 0.55 title 'PD, ω 1, Young''s modulus 10⁶ Pa' noenhanced, \
     data index 1 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, ω 1.5, Young''s modulus 10⁶ Pa' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#D55E00' pt 7 ps 0.55 title 'PD, ω 1.5, Young''s modulus 10⁶ Pa' noenhanced, \
     data index 2 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt solid title 'PD, ω 1, Young''s modulus 10⁷ Pa' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 5 ps 0.55 title 'PD, ω 1, Young''s modulus 10⁷ Pa' noenhanced, \
     data index 3 using 1:2 with lines lc rgb '#D55E00' lw 1.6 dt (10,5) title 'PD, ω 1.5, Young''s modulus 10⁷ Pa' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#D55E00' pt 5 ps 0.55 title 'PD, ω 1.5, Young''s modulus 10⁷ Pa' noenhanced, \
     data index 4 using 1:2 with lines lc rgb '#332288' lw 1.6 dt solid title 'Newton, Young''s modulus 10⁶ Pa' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, Young''s modulus 10⁶ Pa' noenhanced, \
     data index 5 using 1:2 with lines lc rgb '#332288' lw 1.6 dt (10,5) title 'Newton, Young''s modulus 10⁷ Pa' noenhanced, \
     data index 5 using 1:6 with points lc rgb '#332288' pt 11 ps 0.55 title 'Newton, Young''s modulus 10⁷ Pa' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'solid_against_time.pdf'
replot
