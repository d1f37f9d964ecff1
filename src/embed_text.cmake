# Turns a text file into a C header with one array of characters (a string constant may not be that long).
file(READ ${IN} text HEX)
string(REGEX REPLACE "(................................)" "\\1\n" text "${text}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," text "${text}")
file(WRITE ${OUT} "// Made by src/embed_text.cmake from a file of the source tree.\nstatic const char ${NAME}[] = {\n${text}'\\0'};\n")
