#include "trace/accelsim/opcodes.h"

#include <string.h>

static const struct {
    const char *name;
    trace_op op;
    traceg_rule rule;
} table[] = {
#define OPCODE(name, op, rule) {name, TRACE_OP_##op, TRACEG_##rule},
#include "trace/accelsim/opcodes.def"
#undef OPCODE
};

static const struct {
    const char *suffix;
    uint8_t bytes;
} widths[] = {{"64", 8}, {"128", 16}, {"U8", 1}, {"S8", 1}, {"U16", 2}, {"S16", 2}};

enum { DEFAULT_BYTES = 4 };

static bool equals(const char *word, size_t length, const char *name)
{
    return strncmp(word, name, length) == 0 && name[length] == 0;
}

/* `suffix` stands behind a dot. */
static void apply_suffix(traceg_opcode *opcode, const char *suffix, size_t length)
{
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        if (equals(suffix, length, widths[i].suffix))
            opcode->bytes = widths[i].bytes;
    opcode->bypasses_l1 |= equals(suffix, length, "CG") || strncmp(suffix, "STRONG.GPU", 10) == 0;
}

traceg_opcode traceg_find_opcode(const char *text)
{
    traceg_opcode found = {.op = TRACE_OP_INT, .rule = TRACEG_NEVER, .bytes = DEFAULT_BYTES};
    size_t length = strcspn(text, ".");
    for (size_t i = 0; i < sizeof table / sizeof table[0] && !found.known; i++)
        if (equals(text, length, table[i].name)) {
            found.op = table[i].op;
            found.rule = table[i].rule;
            found.known = true;
        }
    while (text[length] == '.') {
        text += length + 1;
        length = strcspn(text, ".");
        apply_suffix(&found, text, length);
    }
    return found;
}
