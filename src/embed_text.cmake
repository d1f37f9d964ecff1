# Turns a text file into a C header with one array of characters (a string constant may not be that long), and the SHA-256 of its bytes in
# base64, as a Content-Security-Policy names a script.
file(READ ${IN} text HEX)
string(REGEX REPLACE "(................................)" "\\1\n" text "${text}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," text "${text}")
file(SHA256 ${IN} hex)
set(letters "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
set(base64 "")
foreach(at RANGE 0 60 6) # 3 bytes, 4 letters; the last 2 of the 32 bytes with a zero behind them
  string(SUBSTRING "${hex}00" ${at} 6 bytes)
  foreach(shift 18 12 6 0)
    math(EXPR letter "(0x${bytes} >> ${shift}) & 63")
    string(SUBSTRING ${letters} ${letter} 1 letter)
    string(APPEND base64 ${letter})
  endforeach()
endforeach()
string(REGEX REPLACE ".$" "=" base64 ${base64})
file(WRITE ${OUT} "// Made by src/embed_text.cmake from a file of the source tree.\nstatic const char ${NAME}[] = {\n${text}'\\0'};\n"
     "#define ${NAME}_SHA256 \"${base64}\"\n")
