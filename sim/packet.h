/* What travels between SMs, L2 banks and DRAM channels. */
#ifndef POISE_SIM_PACKET_H
#define POISE_SIM_PACKET_H

#include "sim/fifo.h"

#include <stdint.h>

typedef enum packet_kind {
    PACKET_READ,   /* L1 load miss; the reply is a line */
    PACKET_WRITE,  /* store; the reply is an acknowledgement nobody waits for */
    PACKET_ATOMIC, /* read-modify-write at L2; the reply wakes the load */
} packet_kind;

typedef struct packet {
    uint64_t address;  /* byte address of the line */
    uint64_t ready;    /* cycle (of the queue's clock domain) from which it may move on */
    uint32_t l2_set;   /* in its bank */
    uint16_t sm, bank; /* ends of the path: SM and L2 bank */
    uint16_t warp;     /* hardware warp in the SM, for policies */
    uint16_t tag;      /* READ: L1 MSHR; ATOMIC: load; given back in the reply */
    uint16_t flits;    /* on the network it travels */
    uint8_t kind;
    uint8_t sectors; /* 32-byte sectors touched, a mask */
} packet;

/* Bytes after the header. A read reply carries the whole line; an acknowledgement nothing. */
enum { LINE_BYTES = 128, SECTOR_BYTES = 32 };
static inline uint32_t packet_sector_bytes(const packet *p)
{
    return (uint32_t)__builtin_popcount(p->sectors) * SECTOR_BYTES;
}

DEFINE_FIFO(packet_fifo, packet)

#endif
