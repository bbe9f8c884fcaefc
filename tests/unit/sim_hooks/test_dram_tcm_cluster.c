/* Clusters, niceness and shuffling of TCM (Kim et al., MICRO 2010). */
#include "sim_hooks/dram/tcm_cluster.h"
#include "tests/test.h"

enum { MOST = 8, BANKS = 8 };

static struct {
    uint16_t order[MOST], rank[MOST];
    tcm_behaviour of[MOST];
    tcm_clusters clusters;
} t;

static const tcm_rule rule = {.cluster = 0.25, .distance = 0.1, .banks = BANKS};

static void begin(uint32_t clients)
{
    memset(&t, 0, sizeof t);
    t.clusters = (tcm_clusters){.clients = clients, .order = t.order};
}

/* The least intense clients, as long as they have had a quarter of the service together. */
static void latency_cluster(void **state)
{
    (void)state;
    static const double service[] = {50, 15, 30, 10};
    static const double intensity[] = {9, 2, 20, 1};
    begin(4);
    for (uint32_t i = 0; i < 4; i++)
        t.of[i] = (tcm_behaviour){.intensity = intensity[i], .service = service[i]};
    tcm_divide(&t.clusters, t.of, &rule);
    assert_int_equal(t.clusters.bandwidth, 2); /* 10 + 15 of 105; with 50 it would be more than a quarter */
    assert_int_equal(t.order[2], 1);
    assert_int_equal(t.order[3], 3);
    for (uint64_t interval = 0; interval < 50; interval++) {
        tcm_shuffle(&t.clusters, interval, t.rank);
        assert_int_equal(t.rank[3], 3); /* the least intense is on top */
        assert_int_equal(t.rank[1], 2);
        assert_int_equal(t.rank[0] + t.rank[2], 1);
    }
    t.of[1].service = 17; /* 27 of 107 */
    tcm_divide(&t.clusters, t.of, &rule);
    assert_int_equal(t.clusters.bandwidth, 3);
}

/* Somebody above the share ends the cluster, even if a more intense client would fit. */
static void the_first_that_does_not_fit_ends_it(void **state)
{
    (void)state;
    static const double service[] = {1, 90, 1};
    begin(3);
    for (uint32_t i = 0; i < 3; i++)
        t.of[i] = (tcm_behaviour){.intensity = 3.0 - i, .service = service[i]};
    tcm_divide(&t.clusters, t.of, &rule);
    assert_int_equal(t.clusters.bandwidth, 2);
    assert_int_equal(t.order[2], 2);
}

static void make_bandwidth_cluster(uint32_t clients, const double *parallelism, const double *locality)
{
    begin(clients);
    for (uint32_t i = 0; i < clients; i++)
        t.of[i] = (tcm_behaviour){
            .intensity = 1, .service = 100, .parallelism = parallelism[i], .locality = locality[i]};
    tcm_divide(&t.clusters, t.of, &(tcm_rule){.cluster = 0, .distance = 0.1, .banks = BANKS});
    assert_int_equal(t.clusters.bandwidth, clients);
}

/* More banks make nicer, more open rows less nice. */
static void niceness(void **state)
{
    (void)state;
    static const double parallelism[] = {1, 6, 3, 2}, locality[] = {0.9, 0.1, 0.5, 0.2};
    static const uint16_t least_nice_first[] = {0, 2, 3, 1}; /* 0-3, 2-2, 1-1, 3-0 */
    make_bandwidth_cluster(4, parallelism, locality);
    assert_int_equal((int)t.of[0].niceness, -3);
    assert_int_equal((int)t.of[1].niceness, 3);
    assert_memory_equal(t.order, least_nice_first, sizeof least_nice_first);
}

/* By insertion only if both parallelism, over a tenth of the banks, and locality are apart. */
static void when_to_insert(void **state)
{
    (void)state;
    static const double apart[] = {1, 1.9}, near[] = {1, 1.7}, rows[] = {0.5, 0.61},
                        same_rows[] = {0.5, 0.59};
    make_bandwidth_cluster(2, apart, rows);
    assert_true(t.clusters.inserts);
    make_bandwidth_cluster(2, near, rows);
    assert_false(t.clusters.inserts);
    make_bandwidth_cluster(2, apart, same_rows);
    assert_false(t.clusters.inserts);
}

/* The steps of insertion, as they are written down: step k puts the client of rank n-1-k on top, then, from k
 * = n on, that on top to rank (k-1) mod n. */
static void step_of_insertion(uint16_t *at, uint32_t n, uint32_t k)
{
    const uint32_t from = k < n ? n - 1 - k : n - 1, to = k < n ? n - 1 : (k - 1) % n;
    const uint16_t client = at[from];
    for (uint32_t i = from; i < to; i++)
        at[i] = at[i + 1];
    for (uint32_t i = from; i > to; i--)
        at[i] = at[i - 1];
    at[to] = client;
}

static void insertion_shuffle(void **state)
{
    (void)state;
    static const double parallelism[] = {1, 2, 3, 4, 5, 6, 7},
                        locality[] = {0.9, 0.75, 0.6, 0.45, 0.3, 0.15, 0};
    for (uint32_t n = 2; n <= 7; n++) {
        uint32_t on_top[MOST] = {0}, ranks[MOST] = {0};
        uint16_t at[MOST];
        make_bandwidth_cluster(n, parallelism, locality);
        assert_true(t.clusters.inserts);
        memcpy(at, t.order, sizeof at);
        for (uint32_t k = 0; k < 4 * n; k++) {
            tcm_shuffle(&t.clusters, k, t.rank);
            for (uint32_t i = 0; i < n; i++) {
                assert_int_equal(t.rank[at[i]], i);
                ranks[i] += t.rank[i];
                on_top[i] += t.rank[i] == n - 1;
            }
            step_of_insertion(at, n, k % (2 * n));
        }
        for (uint32_t i = 0; i < n; i++)
            assert_int_equal(on_top[i], 4);
        for (uint32_t i = 1; i < n && n > 2; i++)
            assert_true(ranks[i] > ranks[0]); /* the least nice is mostly at the bottom */
    }
}

/* All orders come about equally often. */
static void random_shuffle(void **state)
{
    (void)state;
    static const double same[] = {1, 1, 1};
    uint32_t seen[27] = {0};
    make_bandwidth_cluster(3, same, same);
    for (uint64_t interval = 0; interval < 6000; interval++) {
        tcm_shuffle(&t.clusters, interval, t.rank);
        assert_int_equal(t.rank[0] + t.rank[1] + t.rank[2], 3);
        seen[t.rank[0] * 9 + t.rank[1] * 3 + t.rank[2]]++;
    }
    uint32_t orders = 0;
    for (uint32_t i = 0; i < 27; i++) {
        orders += seen[i] > 0;
        assert_true(!seen[i] || (seen[i] > 900 && seen[i] < 1100));
    }
    assert_int_equal(orders, 6);
}

/* Nobody has done anything; one client. */
static void small_clusters(void **state)
{
    (void)state;
    begin(3);
    tcm_divide(&t.clusters, t.of, &rule);
    assert_int_equal(t.clusters.bandwidth, 0);
    tcm_shuffle(&t.clusters, 5, t.rank);
    begin(1);
    t.of[0] = (tcm_behaviour){.intensity = 1, .service = 1};
    tcm_divide(&t.clusters, t.of, &(tcm_rule){.cluster = 0.1, .distance = 0, .banks = BANKS});
    assert_int_equal(t.clusters.bandwidth, 1);
    tcm_shuffle(&t.clusters, 5, t.rank);
    assert_int_equal(t.rank[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency_cluster),   cmocka_unit_test(the_first_that_does_not_fit_ends_it),
        cmocka_unit_test(niceness),          cmocka_unit_test(when_to_insert),
        cmocka_unit_test(insertion_shuffle), cmocka_unit_test(random_shuffle),
        cmocka_unit_test(small_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
