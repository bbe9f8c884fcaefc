/* What TCM knows of its clients, and how it ranks them (tcm.c). */
#ifndef POISE_SIM_HOOKS_DRAM_TCM_CLUSTER_H
#define POISE_SIM_HOOKS_DRAM_TCM_CLUSTER_H

#include <stdbool.h>
#include <stdint.h>

/* Of a client in all channels. */
typedef struct tcm_behaviour {
    double intensity;   /* reads per thousand core cycles, of many quanta */
    double parallelism; /* banks of a channel with a request of it, while there is one; likewise */
    double locality;    /* share of its requests that would find their row open if it were alone; likewise */
    double service;     /* cycles that banks were busy for it in the last quantum */
    double niceness;    /* tcm_divide's */
} tcm_behaviour;

/* All clients: the bandwidth cluster, the least nice first, then the latency cluster, the most intense first.
 */
typedef struct tcm_clusters {
    uint32_t clients, bandwidth; /* in all, in the bandwidth cluster */
    bool is_divided;             /* once at least */
    bool inserts;                /* insertion shuffle, otherwise random */
    uint16_t *order;             /* of `clients`; the owner's */
} tcm_clusters;

typedef struct tcm_rule {
    double cluster;  /* share of all service that the latency cluster may have had */
    double distance; /* of clients in parallelism, as a share of `banks`, and in locality: beyond it they are
                      * shuffled by insertion */
    uint32_t banks;  /* of a channel */
} tcm_rule;

/* Divides clients among the clusters and brings each into its order. */
void tcm_divide(tcm_clusters *clusters, tcm_behaviour *of, const tcm_rule *rule);
/* The rank of each client in shuffle interval `interval`: the highest goes first. */
void tcm_shuffle(const tcm_clusters *clusters, uint64_t interval, uint16_t *rank);

#endif
