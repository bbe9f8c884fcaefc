/* vm:managed: when blocks come, who is evicted, that nobody waits for ever. */
#include "tests/unit/sim_hooks/vm_script.h"

enum { A, B, REGION = 512, BLOCK = 16, BLOCKS = 32, HOLD = 2000 };

/* A page is used; the answer must be a fault. */
static void fault(uint16_t app, uint64_t page, uint64_t cycle)
{
    uint64_t frame;
    assert_int_equal(place(app, page, cycle, &frame), VM_FAULT);
}

static void assert_last(uint32_t transfers, bool to_gpu)
{
    assert_int_equal(asked.n_transfers, transfers);
    assert_int_equal(asked.transfer[transfers - 1].bytes, BLOCK * PAGE);
    assert_int_equal(asked.transfer[transfers - 1].to_gpu, to_gpu);
}

/* One block comes for all its pages, and who faults meanwhile waits for it as well. */
static void blocks_come_as_wholes(void **state)
{
    (void)state;
    begin("managed:memory=1:fault_us=10");
    fault(A, 5, 0);
    assert_int_equal(exchange(100), 10000);
    assert_int_equal(asked.n_transfers, 0);
    fault(A, 6, 5000);
    fault(A, 17, 5000); /* another block: for the next batch */
    assert_int_equal(policy->tick(policy_state, 10099), 1);
    assert_int_equal(policy->tick(policy_state, 10100), 0);
    assert_int_equal(exchange(10100), 10000);
    assert_last(1, true);
    arrive(12000);
    assert_int_equal(asked.presented, 2);
    assert_int_equal(frame_of(A, 5), 5);
    assert_int_equal(frame_of(A, 15), 15);
    fault(A, 18, 13000); /* asked for */
    assert_int_equal(exchange(20100), 0);
    assert_last(2, true);
    fault(A, 19, 20500);
    assert_false(asked.wants_settle); /* nothing to do */
    arrive(21000);
    assert_int_equal(asked.presented, 5);
    assert_true(figure("faults") == 5 && figure("batches") == 2 && figure("longest_wait") == 16000);
    assert_true(figure("bytes_in") == 2 * BLOCK * PAGE && figure("bytes_out") == 0);
    end();
}

static void bring(uint16_t app, uint64_t page, uint64_t cycle)
{
    fault(app, page, cycle);
    (void)exchange(cycle);
    arrive(cycle);
    (void)frame_of(app, page);
}

/* The region to which no block has come for longest goes, with all its blocks, after its hold. */
static void regions_are_evicted(void **state)
{
    (void)state;
    begin("managed:memory=1"); /* 16 blocks */
    for (uint32_t i = 0; i < 8; i++)
        bring(A, i * BLOCK, 100);
    for (uint32_t i = 0; i < 7; i++)
        bring(B, i * BLOCK, 200);
    bring(A, 9 * BLOCK, 1000); /* now B's is the older one */
    fault(B, REGION, 1500);
    assert_int_equal(exchange(1600), 200 + HOLD - 1600);
    assert_int_equal(asked.n_transfers, 16);
    assert_int_equal(policy->tick(policy_state, 200 + HOLD), 0);
    (void)exchange(200 + HOLD);
    assert_int_equal(asked.moved, 7); /* pages that had a place */
    assert_int_equal(asked.unmapped, 7);
    assert_true(vm_is_host(asked.moved_frame << VM_BASE_BITS));
    assert_int_equal(asked.moved_page, asked.unmapped_page);
    assert_last(16 + 7, false);
    fault(B, 6 * BLOCK, 3000); /* is leaving, as the last one */
    arrive(4000);
    (void)exchange(4000);
    assert_last(16 + 7 + 1, true);
    arrive(4000);
    (void)exchange(4000);
    assert_int_equal(asked.n_transfers, 16 + 7 + 1); /* there is room, but it has not left */
    for (uint32_t i = 2; i < 7; i++)
        arrive(4000);
    (void)exchange(4000);
    assert_last(16 + 7 + 2, true);
    arrive(5000);
    arrive(5000);
    assert_int_equal(frame_of(B, 6 * BLOCK), frame_of(B, REGION) - REGION + 6 * BLOCK);
    assert_true(figure("evictions") == 1 && figure("bytes_out") == 7 * BLOCK * PAGE);
    end();
}

static void released_blocks_are_free(void **state)
{
    (void)state;
    begin("managed:memory=1");
    allocate(A, 0, MB_PAGES + 8);
    for (uint32_t i = 0; i < 16; i++)
        bring(A, i * BLOCK, 100);
    fault(A, MB_PAGES, 200);
    assert_true(exchange(300) > 0);                                            /* full */
    policy->release(policy_state, A, BLOCK * PAGE + 1, BLOCK * PAGE - 1, 400); /* none but for a byte */
    assert_int_equal(asked.unmapped, 0);
    policy->release(policy_state, A, BLOCK * PAGE - 1, 2 * BLOCK * PAGE, 400); /* one whole block in it */
    assert_int_equal(asked.unmapped, 1);
    assert_int_equal(asked.moved, 0);
    (void)exchange(500);
    assert_last(17, true);
    policy->life.app_end(policy_state, A, 600);
    arrive(700); /* all the same */
    assert_int_equal(asked.presented, 17);
    for (uint32_t i = 0; i < 15; i++)
        bring(B, i * BLOCK, 800);
    assert_true(figure("evictions") == 0);
    end();
}

/* What waited when a run was cut waits no more. */
static void another_run_begins_anew(void **state)
{
    (void)state;
    begin("managed:memory=1:fault_us=10");
    for (uint32_t run = 0; run < 20; run++) { /* more pages than may wait at once */
        policy->life.launch_begin(policy_state, &(policy_launch){.cycle = 0, .kernel = 1});
        if (run) {
            policy->settle(policy_state, 30);
            assert_int_equal(asked.unmapped, 8 * run);
        }
        for (uint32_t i = 0; i < 8; i++)
            fault(A, i * BLOCK, 100);
        if (run)
            (void)exchange(100 + run);
    }
    assert_int_equal(policy->tick(policy_state, 10100), 19);
    assert_int_equal(policy->tick(policy_state, 10119), 0);
    (void)exchange(10119);
    assert_last(8, true);
    end();
}

static void memory_of_less_than_a_block(void **state)
{
    (void)state;
    poise_error err;
    assert_int_equal(policy_choose(POLICY_VM, "managed:memory=1:block=2048", &choice, &err), 0);
    policy = policy_functions(&choice);
    assert_int_equal(policy->create(&script_host, choice.options, &policy_state, &err), POISE_USAGE);
    assert_contains(err.text, "1 MB of memory have no room for a block of 2048 KB");
    policy_choice_free(&choice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_come_as_wholes),       cmocka_unit_test(regions_are_evicted),
        cmocka_unit_test(released_blocks_are_free),    cmocka_unit_test(another_run_begins_anew),
        cmocka_unit_test(memory_of_less_than_a_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
