// What a program that is a solver says: its description (YAML, the first byte is even) and the heads of its frames.
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fuzz.h"
#include "plugin/private/program.h"

static void read_description(const uint8_t *bytes, size_t size)
{
    Program *program;
    if (fuzz_fine(program_read("/fuzz/program.yaml", (const char *)bytes, size, &program))) {
        ASSERT(program->words[0] && program->table.name && program->table.summary && program->table.version);
        for (const WeftParam *p = program->params; p->name; p++)
            ASSERT(p->type == WEFT_CHOICE ? p->choices && p->choices[(int)p->value] : p->least <= p->value && p->value <= p->most);
        program_free(program);
    }
}

static void read_head(const uint8_t *bytes, size_t size)
{
    static const char *const KEYS[] = {"message", "ns", "iteration", "bytes", "text", "ended", "counts", "multipliers"};
    char                    *line = (char *)malloc(size + 1), text[40]; // of its own, so that a read beyond it is seen
    Head                     head;
    ASSERT(line);
    memcpy(line, bytes, size);
    for (size_t i = 0; !head_read(line, size, &head) && i < sizeof KEYS / sizeof *KEYS; i++) {
        const HeadMember *member = head_find(&head, NULL, KEYS[i]);
        int64_t           whole;
        double            number;
        bool              flag;
        ASSERT(head_int(member, &whole) + head_flag(member, &flag) + head_text(member, text, sizeof text) <= 1);
        ASSERT(!head_real(member, &number) || isfinite(number));
        ASSERT(!member || member->type != 'o' || !head_find(&head, member, "none of its keys"));
    }
    free(line);
}

void fuzz_program(const uint8_t *bytes, size_t size)
{
    if (size > 0 && bytes[0] % 2 == 0)
        read_description(bytes + 1, size - 1);
    else if (size > 0)
        read_head(bytes + 1, size - 1);
}
