# Edit this and run `gnuplot pile.gp` in this folder.
# It reads pile.dat and writes pile.svg and .pdf.
set encoding utf8
data = 'pile.dat'
unset key
set border 3 lw 0.8
set clip two
set tics nomirror out scale 0.6,0.3
set grid lc rgb '#e4e4e4' lw 0.5 lt 1
set lmargin at screen 0.1329
set rmargin at screen 0.9710
set bmargin at screen 0.3626
set tmargin at screen 0.9760
set label 1 'time per step (ms)' noenhanced at screen 0.0249,0.6693 center rotate
set xlabel 'threads' noenhanced offset 0,0.4
unset logscale x
set xrange [-0.6:1.6]
set xtics ('1' 0, '2' 1) noenhanced scale 0
unset logscale y
set yrange [0:3.55286]
set ytics ('0.0' 0, '0.5' 0.5, '1.0' 1, '1.5' 1.5, '2.0' 2, '2.5' 2.5, '3.0' 3, '3.5' 3.5)
set object 10 rectangle from screen 0.1616,0.1728 to screen 0.2052,0.2003 fc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333'
set label 12 'broad' noenhanced at screen 0.2255,0.1866 left
set object 13 rectangle from screen 0.1616,0.1230 to screen 0.2052,0.1505 fc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333'
set label 15 'narrow' noenhanced at screen 0.2255,0.1368 left
set object 16 rectangle from screen 0.1616,0.0732 to screen 0.2052,0.1007 fc rgb '#CC79A7' fs solid 0.9 border lc rgb '#333333'
set label 18 'contact_colour' noenhanced at screen 0.2255,0.0870 left
set object 19 rectangle from screen 0.1616,0.0234 to screen 0.2052,0.0509 fc rgb '#882255' fs solid 0.9 border lc rgb '#333333'
set label 21 'predict' noenhanced at screen 0.2255,0.0372 left
set object 22 rectangle from screen 0.5378,0.1728 to screen 0.5813,0.2003 fc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333'
set label 24 'project' noenhanced at screen 0.6017,0.1866 left
set object 25 rectangle from screen 0.5378,0.1230 to screen 0.5813,0.1505 fc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333'
set label 27 'contact' noenhanced at screen 0.6017,0.1368 left
set object 28 rectangle from screen 0.5378,0.0732 to screen 0.5813,0.1007 fc rgb '#332288' fs solid 0.9 border lc rgb '#333333'
set label 30 'contact_velocity' noenhanced at screen 0.6017,0.0870 left

set terminal svg size 482,408 font 'sans-serif,14' background rgb 'white'
set output 'pile.svg'
plot data index 0 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0A6A2C' fs solid 0.9 border lc rgb '#333333' title 'broad' noenhanced, \
     data index 1 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#F0AD33' fs solid 0.9 border lc rgb '#333333' title 'narrow' noenhanced, \
     data index 2 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#CC79A7' fs solid 0.9 border lc rgb '#333333' title 'contact_colour' noenhanced, \
     data index 3 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#882255' fs solid 0.9 border lc rgb '#333333' title 'predict' noenhanced, \
     data index 4 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#4FACDD' fs solid 0.9 border lc rgb '#333333' title 'project' noenhanced, \
     data index 5 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#D55E00' fs solid 0.9 border lc rgb '#333333' title 'contact' noenhanced, \
     data index 6 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#0072B2' fs solid 0.9 border lc rgb '#333333' title 'velocity' noenhanced, \
     data index 7 using (($7+$8)/2):2:7:8:9:2 with boxxyerror lc rgb '#332288' fs solid 0.9 border lc rgb '#333333' title 'contact_velocity' noenhanced

set terminal pdfcairo size 8.50cm,7.19cm font 'Sans,7' fontscale 0.75 linewidth 0.7 pointscale 0.85
set output 'pile.pdf'
replot
