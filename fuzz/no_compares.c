/* libFuzzer's hooks of comparisons, which do nothing: linked with targets whose inputs are choices
 * (mk/fuzz.mk), where no constant that a comparison asks for helps to choose and hooks are most of the time.
 * The linker puts them in the place of libFuzzer's (--wrap). */
#include <stdint.h>

#define HOOK(name, type)                                     \
    void __wrap___sanitizer_cov_trace_##name(type, type);    \
    void __wrap___sanitizer_cov_trace_##name(type a, type b) \
    {                                                        \
        (void)a;                                             \
        (void)b;                                             \
    }

HOOK(cmp1, uint8_t)
HOOK(cmp2, uint16_t)
HOOK(cmp4, uint32_t)
HOOK(cmp8, uint64_t)
HOOK(const_cmp1, uint8_t)
HOOK(const_cmp2, uint16_t)
HOOK(const_cmp4, uint32_t)
HOOK(const_cmp8, uint64_t)

void __wrap___sanitizer_cov_trace_switch(uint64_t, uint64_t *);
void __wrap___sanitizer_cov_trace_switch(uint64_t value, uint64_t *cases)
{
    (void)value;
    (void)cases;
}
