# Edit this and run `gnuplot profile.gp` in this folder.
# It reads profile.dat and writes profile.svg and .pdf.
set encoding utf8
data = 'profile.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.0649
set rmargin at screen 0.9858
set bmargin at screen 0.2258
set tmargin at screen 0.9794
set label 1 'share of problems within 1 %' noenhanced at screen 0.0122,0.6026 center rotate
set xlabel 'time of the run (ms)' noenhanced offset 0,0.4
set logscale x
set xrange [0.115973:1537.23]
set xtics ('' 0.2 1, '' 0.3 1, '' 0.4 1, '' 0.5 1, '' 0.6 1, '' 0.7 1, '' 0.8 1, '' 0.9 1, '1' 1, '' 2 1, '' 3 1, '' 4 1, '' 5 1, '' 6 1, '' 7 1, '' 8 1, '' 9 1, '10' 10, '' 20 1, '' 30 1, '' 40 1, '' 50 1, '' 60 1, '' 70 1, '' 80 1, '' 90 1, '100' 100, '' 200 1, '' 300 1, '' 400 1, '' 500 1, '' 600 1, '' 700 1, '' 800 1, '' 900 1, '1000' 1000)
unset logscale y
set yrange [0:1.06]
set ytics ('0.0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.4' 0.4, '0.5' 0.5, '0.6' 0.6, '0.7' 0.7, '0.8' 0.8, '0.9' 0.9, '1.0' 1)
set arrow 10 from screen 0.0074,0.0747 to screen 0.0400,0.0747 nohead lc rgb '#4FACDD' lw 1.600 dt solid
set label 11 '' at screen 0.0237,0.0747 point lc rgb '#4FACDD' pt 7 ps 0.55
set label 12 'PBD' noenhanced at screen 0.0499,0.0747 left
set arrow 13 from screen 0.0074,0.0319 to screen 0.0400,0.0319 nohead lc rgb '#0072B2' lw 1.601 dt solid
set label 14 '' at screen 0.0237,0.0319 point lc rgb '#0072B2' pt 5 ps 0.55
set label 15 'XPBD' noenhanced at screen 0.0499,0.0319 left
set arrow 16 from screen 0.3405,0.0747 to screen 0.3732,0.0747 nohead lc rgb '#D55E00' lw 1.602 dt solid
set label 17 '' at screen 0.3568,0.0747 point lc rgb '#D55E00' pt 13 ps 0.55
set label 18 'PD' noenhanced at screen 0.3831,0.0747 left
set arrow 19 from screen 0.3405,0.0319 to screen 0.3732,0.0319 nohead lc rgb '#332288' lw 1.603 dt solid
set label 20 '' at screen 0.3568,0.0319 point lc rgb '#332288' pt 11 ps 0.55
set label 21 'Newton' noenhanced at screen 0.3831,0.0319 left
set arrow 22 from screen 0.6737,0.0747 to screen 0.7063,0.0747 nohead lc rgb '#882255' lw 1.604 dt solid
set label 23 '' at screen 0.6900,0.0747 point lc rgb '#882255' pt 9 ps 0.55
set label 24 'XPBD, direct' noenhanced at screen 0.7162,0.0747 left
set label 25 '' at screen 0.6900,0.0319 point lc rgb '#000000' pt 6 ps 1.2 lw 1.2
set label 27 'rests on steps without convergence' noenhanced at screen 0.7162,0.0319 left

set terminal svg size 987,475 font 'sans-serif,14' background rgb 'white'
set output 'profile.svg'
plot data index 0 using 1:2 with steps lc rgb '#4FACDD' lw 1.6 dt solid title 'PBD' noenhanced, \
     data index 0 using 1:6 with points lc rgb '#4FACDD' pt 7 ps 0.45 title 'PBD' noenhanced, \
     data index 1 using 1:2 with steps lc rgb '#0072B2' lw 1.6 dt solid title 'XPBD' noenhanced, \
     data index 1 using 1:6 with points lc rgb '#0072B2' pt 5 ps 0.45 title 'XPBD' noenhanced, \
     data index 2 using 1:2 with steps lc rgb '#D55E00' lw 1.6 dt solid title 'PD' noenhanced, \
     data index 2 using 1:6 with points lc rgb '#D55E00' pt 13 ps 0.45 title 'PD' noenhanced, \
     data index 3 using 1:2 with steps lc rgb '#332288' lw 1.6 dt solid title 'Newton' noenhanced, \
     data index 3 using 1:6 with points lc rgb '#332288' pt 11 ps 0.45 title 'Newton' noenhanced, \
     data index 4 using 1:2 with steps lc rgb '#882255' lw 1.6 dt solid title 'XPBD, direct' noenhanced, \
     data index 4 using 1:6 with points lc rgb '#882255' pt 9 ps 0.45 title 'XPBD, direct' noenhanced, \
     data index 0 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PBD' noenhanced, \
     data index 1 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD' noenhanced, \
     data index 2 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'PD' noenhanced, \
     data index 3 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'Newton' noenhanced, \
     data index 4 using 1:7 with points lc rgb '#000000' pt 6 ps 1.2 lw 1.2 title 'XPBD, direct' noenhanced

set terminal pdfcairo size 17.40cm,8.37cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'profile.pdf'
replot
