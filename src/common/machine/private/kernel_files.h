// Files of /proc and /sys. root: "" for this machine, or a folder with proc/ and sys/ of another.
#ifndef WEFT_MACHINE_KERNEL_FILES_H
#define WEFT_MACHINE_KERNEL_FILES_H

#include <stdbool.h>
#include <stddef.h>

// The first line of a file without its newline; false if there is none.
bool kernel_file_line(const char *root, const char *path, char *out, size_t size);

// The text after `key` on the first line that begins with it, without blanks and a colon.
bool kernel_file_value(const char *root, const char *path, const char *key, char *out, size_t size);

#endif
