/* One range of pages at the host, all others where their addresses say. */
#include "sim_hooks/registry.h"
#include "sim_hooks/vm.h"
#include "tests/test.h"

static uint64_t frame_of(const vm_policy *policy, void *policy_state, uint16_t app, uint64_t page)
{
    vm_place at = {.page_bits = VM_BASE_BITS};
    assert_int_equal(policy->place(policy_state, app, page, &at, 0), VM_PRESENT);
    assert_true(at.page_bits == VM_BASE_BITS && vm_is_place(at.frame << VM_BASE_BITS));
    return at.frame;
}

static void only_the_range_is_out(void **state)
{
    (void)state;
    policy_choice choice;
    void *s;
    poise_error err;
    const uint64_t host = VM_HOST_MEMORY >> VM_BASE_BITS;
    assert_int_equal(policy_choose(POLICY_VM, "out:page=0x100:pages=3", &choice, &err), 0);
    const vm_policy *policy = policy_functions(&choice);
    assert_int_equal(policy->create(NULL, choice.options, &s, &err), 0);
    for (uint64_t page = 0xf0; page < 0x110; page++) {
        const bool is_out = page >= 0x100 && page < 0x103;
        assert_int_equal(frame_of(policy, s, 0, page), page | (is_out ? host : 0));
        assert_true(frame_of(policy, s, 1, page) != frame_of(policy, s, 0, page));
        assert_int_equal(vm_is_host(frame_of(policy, s, 1, page) << VM_BASE_BITS), is_out);
    }
    policy->life.destroy(s);
    policy_choice_free(&choice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_the_range_is_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
