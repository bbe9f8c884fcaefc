#include "sim_hooks/dram/tcm_cluster.h"

#include "common/random.h"

/* ---- clients in order ---- */

typedef bool tcm_before(const tcm_behaviour *a, const tcm_behaviour *b);

static bool more_intense(const tcm_behaviour *a, const tcm_behaviour *b)
{
    return a->intensity > b->intensity;
}

static bool less_nice(const tcm_behaviour *a, const tcm_behaviour *b)
{
    return a->niceness < b->niceness;
}

/* By insertion; a tie leaves the order as it is. */
static void sort(uint16_t *clients, uint32_t n, const tcm_behaviour *of, tcm_before *before)
{
    for (uint32_t i = 1; i < n; i++) {
        const uint16_t client = clients[i];
        uint32_t k = i;
        for (; k > 0 && before(&of[client], &of[clients[k - 1]]); k--)
            clients[k] = clients[k - 1];
        clients[k] = client;
    }
}

/* ---- clusters ---- */

/* The least intense clients are the latency cluster, as many as have had the share of all service that the
 * rule allows. */
static uint32_t bandwidth_cluster(const tcm_clusters *clusters, const tcm_behaviour *of, double share)
{
    double all = 0, of_latency = 0;
    for (uint32_t i = 0; i < clusters->clients; i++)
        all += of[i].service;
    uint32_t n = clusters->clients;
    for (; n > 0; n--) {
        of_latency += of[clusters->order[n - 1]].service;
        if (of_latency > share * all)
            break;
    }
    return n;
}

/* Place by parallelism less place by locality: who spreads over many banks is hurt most by others, who keeps
 * rows open hurts them most. */
static double niceness(const tcm_clusters *clusters, const tcm_behaviour *of, uint16_t client)
{
    double nice = 0;
    for (uint32_t i = 0; i < clusters->bandwidth; i++) {
        const tcm_behaviour *other = &of[clusters->order[i]];
        nice += other->parallelism < of[client].parallelism;
        nice -= other->locality < of[client].locality;
    }
    return nice;
}

/* Whether the clients of the bandwidth cluster differ so much that some must be nicer than others. */
static bool are_apart(const tcm_clusters *clusters, const tcm_behaviour *of, const tcm_rule *rule)
{
    if (!clusters->bandwidth)
        return false;
    tcm_behaviour least = of[clusters->order[0]], most = least;
    for (uint32_t i = 1; i < clusters->bandwidth; i++) {
        const tcm_behaviour *b = &of[clusters->order[i]];
        least.parallelism = b->parallelism < least.parallelism ? b->parallelism : least.parallelism;
        most.parallelism = b->parallelism > most.parallelism ? b->parallelism : most.parallelism;
        least.locality = b->locality < least.locality ? b->locality : least.locality;
        most.locality = b->locality > most.locality ? b->locality : most.locality;
    }
    return most.parallelism - least.parallelism > rule->distance * rule->banks &&
           most.locality - least.locality > rule->distance;
}

void tcm_divide(tcm_clusters *clusters, tcm_behaviour *of, const tcm_rule *rule)
{
    for (uint32_t i = 0; i < clusters->clients; i++)
        clusters->order[i] = (uint16_t)i;
    sort(clusters->order, clusters->clients, of, more_intense);
    clusters->bandwidth = bandwidth_cluster(clusters, of, rule->cluster);
    clusters->inserts = are_apart(clusters, of, rule);
    for (uint32_t i = 0; i < clusters->bandwidth; i++)
        of[clusters->order[i]].niceness = niceness(clusters, of, clusters->order[i]);
    sort(clusters->order, clusters->bandwidth, of, less_nice);
    clusters->is_divided = true;
}

/* ---- shuffling: a function of the interval alone, so that all channels rank alike ---- */

/* In step k of 2n the client at place n-1-k is put on top (k < n), or the one on top is put at place k-n-1
 * from the bottom (k > n). So the first `f` places are as they were, and on top of them stand the other
 * clients in reverse: f goes from n to 0, then back. Everybody is on top equally long; for the rest of the
 * time the least nice are at the bottom. */
static void insert(const tcm_clusters *clusters, uint64_t interval, uint16_t *rank)
{
    const uint32_t n = clusters->bandwidth, step = (uint32_t)(interval % (2ull * n));
    const uint32_t f = step <= n ? n - step : step - n - 1;
    for (uint32_t i = 0; i < n; i++)
        rank[clusters->order[i < f ? i : n - 1 - (i - f)]] = (uint16_t)i;
}

/* Fisher and Yates. */
static void shuffle_at_random(const tcm_clusters *clusters, uint64_t interval, uint16_t *rank)
{
    poise_random random;
    poise_random_seed(&random, interval);
    for (uint32_t i = 0; i < clusters->bandwidth; i++)
        rank[clusters->order[i]] = (uint16_t)i;
    for (uint32_t i = clusters->bandwidth; i > 1; i--) {
        const uint16_t one = clusters->order[i - 1], other = clusters->order[poise_random_below(&random, i)],
                       of_one = rank[one];
        rank[one] = rank[other];
        rank[other] = of_one;
    }
}

void tcm_shuffle(const tcm_clusters *clusters, uint64_t interval, uint16_t *rank)
{
    for (uint32_t i = clusters->bandwidth; i < clusters->clients; i++)
        rank[clusters->order[i]] = (uint16_t)i;
    if (clusters->inserts)
        insert(clusters, interval, rank);
    else
        shuffle_at_random(clusters, interval, rank);
}
