// The sections of weft list, for completion.
#ifndef WEFT_CLI_LIST_SECTIONS_H
#define WEFT_CLI_LIST_SECTIONS_H

const char *list_section_at(int index);     // "solvers"; NULL past the last
const char *list_section_of_one(int index); // "solver", which is also accepted

#endif
