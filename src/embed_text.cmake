# Turns a text file into a C header with one string constant, line by line.
file(READ ${IN} text)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE ";" "\;" text "${text}")
string(REGEX REPLACE "\n" "\\\\n\"\n    \"" text "${text}")
file(WRITE ${OUT} "// Made by src/embed_text.cmake from a file of the source tree.\nstatic const char ${NAME}[] =\n    \"${text}\";\n")
