/* Option tables of designs, made of those of their parts: TLB_L1_OPTIONS(my_options, l1) and so on, where
 * my_options.l1 is a tlb_l1_options. */
#ifndef POISE_SIM_HOOKS_TLB_OPTIONS_H
#define POISE_SIM_HOOKS_TLB_OPTIONS_H

#include "common/options.h"
#include "sim_hooks/tlb/page_table.h"

#include <stddef.h>

#define TLB_INT(options, field, name_text, default_value, least, most, help_text)        \
    {                                                                                    \
        .name = name_text, .type = POISE_OPT_INT, .default_text = default_value,         \
        .offset = offsetof(options, field), .min = least, .max = most, .help = help_text \
    }

#define TLB_L1_OPTIONS(options, l1)                                                                         \
    TLB_INT(options, l1.entries, "l1", "64", 1, 4096, "entries of the L1 TLB of an SM, fully associative"), \
        TLB_INT(options, l1.large, "l1_large", "16", 0, 4096, "the same for large pages")

#define TLB_L2_OPTIONS(options, l2)                                                                          \
    TLB_INT(options, l2.entries, "l2", "512", 1, 1 << 20, "entries of the L2 TLB"),                          \
        TLB_INT(options, l2.ways, "ways", "16", 1, 1024, "ways of the L2 TLB"),                              \
        TLB_INT(options, l2.large, "l2_large", "256", 0, 1 << 20,                                            \
                "entries for large pages, fully associative"),                                               \
        TLB_INT(options, l2.ports, "ports", "2", 1, 64, "look-ups that can begin in the L2 TLB in a cycle"), \
        TLB_INT(options, l2.latency, "latency", "10", 1, 10000, "core cycles of a look-up in the L2 TLB")
#define TLB_SERIAL_OPTION(options, l2)               \
    TLB_INT(options, l2.serial, "serial", "0", 0, 1, \
            "the L2 TLB looks for a base page after it has not found a large one, as long once more")

#define TLB_LEVEL_OPTION(options, walker, index, name_text, help_text) \
    TLB_INT(options, walker.level[index], name_text, "9", 1, PAGE_TABLE_MOST_BITS, help_text)
#define TLB_WALKER_OPTIONS(options, walker)                                                              \
    TLB_INT(options, walker.mshrs, "mshrs", "128", 1, 65536, "pages that can be missing at once"),       \
        TLB_INT(options, walker.walks, "walks", "64", 1, 65536, "walks at once"),                        \
        TLB_LEVEL_OPTION(options, walker, 0, "level1", "address bits that choose an entry of the root"), \
        TLB_LEVEL_OPTION(options, walker, 1, "level2", "of a table of the second level"),                \
        TLB_LEVEL_OPTION(options, walker, 2, "level3", "of the third"),                                  \
        TLB_LEVEL_OPTION(options, walker, 3, "level4", "of the last"),                                   \
    {                                                                                                    \
        .name = "entry", .type = POISE_OPT_CHOICE, .default_text = "8", .choices = "8|16|32|64|128",     \
        .offset = offsetof(options, walker.entry), .help = "bytes of an entry of a page table"           \
    }

/* Of a tlb_shared_options. */
#define TLB_SHARED_OPTIONS(options, shared)                              \
    TLB_L1_OPTIONS(options, shared.l1), TLB_L2_OPTIONS(options, shared), \
        TLB_WALKER_OPTIONS(options, shared.walker), TLB_SERIAL_OPTION(options, shared)

#endif
