/* SAP, the scheduling-aware prefetcher of APRES, for one SM: the table of strides and the queue of misses
 * whose group is still to be served. Source: [A, A-re]; "our choice" marks what they
 * leave open. */
#ifndef POISE_SIM_HOOKS_SAP_H
#define POISE_SIM_HOOKS_SAP_H

#include <stdbool.h>
#include <stdint.h>

enum { SAP_STRIDES = 64, SAP_REQUESTS = 64 };

/* The last miss of a load. Entry of the PT. */
typedef struct sap_stride {
    uint64_t address; /* bytes */
    int64_t stride;   /* bytes from warp to warp; 0 = not known */
    uint64_t used;    /* when, counted in misses; 0 = the entry is empty */
    uint32_t pc, warp;
} sap_stride;

/* A line that the probe `warp` missed, and the warps that a line is still to be fetched for. Entry of the
 * DRQ, with what is in the WQ. */
typedef struct sap_request {
    uint64_t address, warps;
    int64_t stride;
    uint32_t warp;
} sap_request;

typedef struct sap {
    uint32_t strides, requests; /* sizes of PT and DRQ */
    sap_stride stride[SAP_STRIDES];
    sap_request request[SAP_REQUESTS]; /* the first is served */
    uint32_t waiting;
    uint64_t clock;
} sap;

void sap_reset(sap *s, uint32_t strides, uint32_t requests);

/* A probe misses: returns the stride of load `pc` when this miss confirms it, otherwise 0. The first miss of
 * a load gives an address, the second a stride, the third may confirm it. A stride that does not divide
 * exactly is none; a second miss of the same warp renews the address only (our choice); the least recently
 * used load is replaced (our choice). */
int64_t sap_train(sap *s, uint32_t pc, uint32_t warp, uint64_t address);

/* Queues a request; false = the queue is full and it is dropped. */
bool sap_push(sap *s, const sap_request *request);
/* The next warp to fetch a line for and the address in it; false = none. */
bool sap_front(sap *s, uint32_t *warp, uint64_t *address);
/* The warp that sap_front named is served. */
void sap_pop(sap *s);
/* The warp has ended: nothing more is fetched for it. */
void sap_warp_end(sap *s, uint32_t warp);

#endif
