#include "tests/shape/sim/mask_pairs.h"
#define B5 ":level1=5:level2=5:level3=5:level4=5"
#define EP ":epoch=10000"
static void t1(void **state)
{
    (void)state;
    warp_trace hh = pages_at_random(8192, 1, 64, 40), hh2 = pages_at_random(4096, 1, 64, 40), st = pages_in_turn(64, 60), cached = pages_at_random(1024, 1, 64, 100), hl=pages_at_random(300,1,64,60);
    const warp_trace *p[][2] = {{&hh, &hh2}, {&hh, &st}, {&hh, &hl}, {&hh, &cached}};
    static const char *const d[][3] = {
        {"none", "lru", "frfcfs"}, {"shared_tlb" B5, "lru", "frfcfs"}, {"mask" EP B5, "lru", "frfcfs"},
        {"shared_tlb" B5, "mask" EP, "frfcfs"}, {"shared_tlb" B5, "lru", "mask"}, {"mask" EP B5, "mask" EP, "mask"},{"mask" EP ":initial=10" B5, "lru", "frfcfs"},{"shared_tlb" B5, "mask" EP, "mask"},{"shared_tlb" B5, "mask" EP, "mask:silver=0"},{"shared_tlb" B5, "mask" EP, "mask:fifo=channel"},{"shared_tlb" B5, "lru", "mask:silver=0"}};
    for (int i = 1; i < 4; i++) {
        double alone[2];
        for (int k = 0; k < 2; k++) alone[k] = p[i][k] ? pair_run(p[i][k], NULL, "shared_tlb" B5, "lru", "frfcfs", NULL, 1).ipc[0] : 1;
        for (int j = 0; j < 11; j++) {
            pair_result r = pair_run(p[i][0], p[i][1], d[j][0], d[j][1], d[j][2], NULL, 1);
            double a = r.ipc[0] / alone[0], b = p[i][1] ? r.ipc[1] / alone[1] : 0;
            printf("pair %d %-14.10s %-5.5s %-14s ws %.3f uf %.3f ipc %.3f %.3f cyc %lu", i, d[j][0], d[j][1], d[j][2], a + b,
                   1 / (a < b || !p[i][1] ? a : b), r.ipc[0], r.ipc[1], (unsigned long)r.machine.cycles);
            if (j) printf(" l2tlb %.3f walks %.0f lat %.0f", pair_of(&r.tlb, "l2_hit_rate"), pair_of(&r.tlb, "walks"), pair_of(&r.tlb, "walk_latency"));
            if (j) for (int k = 1; k < 5; k++) { char n[20]; snprintf(n, 20, "cache_hit_rate_%d", k); printf(" %.2f", pair_of(&r.tlb, n)); }
            if (j == 2 || j == 5) printf(" byp %.3f tok %.2f", pair_of(&r.tlb, "bypass_hit_rate"), pair_of(&r.tlb, "tokens"));
            printf("\n");
            for (size_t k=0;k<r.l2.n;k++) printf("   %s %.3f",r.l2.all[k].name,r.l2.all[k].value);
            for (size_t k=0;k<r.dram.n;k++) printf("   %s %.3f",r.dram.all[k].name,r.dram.all[k].value);
            if (r.l2.n||r.dram.n) printf("\n");
            fflush(stdout);
        }
    }
}
int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(t1)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
