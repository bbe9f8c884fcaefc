/* What travels between SMs, L2 banks and DRAM channels. */
#ifndef POISE_SIM_PACKET_H
#define POISE_SIM_PACKET_H

#include "sim/fifo.h"

#include <stdint.h>

typedef enum packet_kind {
    PACKET_READ,   /* L1 load miss; the reply is the sectors asked for */
    PACKET_AROUND, /* the same of a load without MSHR */
    PACKET_WRITE,  /* store; the reply is an acknowledgement */
    PACKET_ATOMIC, /* read-modify-write at L2; the reply wakes the load */
    PACKET_CODE,   /* instruction cache miss; the reply is a line */
} packet_kind;

typedef struct packet {
    uint64_t address;  /* byte address of the line */
    uint64_t ready;    /* cycle (of the queue's clock domain) from which it may move on */
    uint32_t l2_set;   /* in its bank */
    uint32_t born;     /* READ, AROUND: core cycle in which the load entered the L1 pipe, its low 32 bits */
    uint16_t held;     /* READ, AROUND: cycles from there to its look-up, at most UINT16_MAX */
    uint16_t sm, bank; /* ends of the path: SM and L2 bank */
    uint16_t warp;     /* hardware warp in the SM */
    uint16_t tag; /* READ: L1 MSHR; AROUND, ATOMIC: load; CODE: line being fetched; given back in the reply */
    uint16_t flits; /* of a piece, on the network it travels */
    uint8_t pieces; /* packets that travel one after the other: the sectors of a reply */
    uint8_t kind;
    uint8_t sectors; /* 32-byte sectors touched, a mask */
    bool l2_hit;     /* of a reply: DRAM was not asked */
} packet;

enum { LINE_BYTES = 128, SECTOR_BYTES = 32, ALL_SECTORS = 0xf };

static inline bool packet_is_read(const packet *p)
{
    return p->kind == PACKET_READ || p->kind == PACKET_AROUND || p->kind == PACKET_CODE;
}

static inline uint32_t sector_count(uint32_t sectors)
{
    return (uint32_t)(UINT64_C(0x4332322132212110) >> (sectors * 4)) & 0xf; /* bits of 0 .. 15, a table */
}

/* The sectors of the smallest aligned segment of 32, 64 or 128 bytes that holds `sectors`: what a coalescer
 * makes of an access. [GS memory_coalescing_arch_reduce_and_send] */
static inline uint8_t sector_segment(uint32_t sectors)
{
    if (sector_count(sectors) <= 1)
        return (uint8_t)sectors;
    if ((sectors & 0xc) == 0)
        return 0x3;
    return (sectors & 0x3) == 0 ? 0xc : ALL_SECTORS;
}

/* Bytes after the header of a request: a store carries the segment of its sectors. */
static inline uint32_t packet_request_bytes(const packet *p)
{
    return packet_is_read(p) ? 0 : sector_count(sector_segment(p->sectors)) * SECTOR_BYTES;
}

DEFINE_FIFO(packet_fifo, packet)

#endif
