/* Buffers that are in memory of the GPU or of the host as wholes, for vm:gdev.
 *
 * Buffers count in whole pages, and a page that several have a part of counts for each of them; it is in
 * memory of the GPU while one of them is, and goes from one memory to the other with the last one at no cost
 * of its own (our choice). Pages of no buffer, such as those of code, are in memory of the GPU and are not
 * counted (our choice: the source's driver has memory of its own as well [KE 6.2]). */
#ifndef POISE_SIM_HOOKS_WHOLE_BUFFERS_H
#define POISE_SIM_HOOKS_WHOLE_BUFFERS_H

#include "sim_hooks/vm/page_book.h"

#define NO_BUFFER UINT32_MAX

typedef enum buffer_place {
    BUFFER_NEW,  /* nowhere: nothing has been written into it */
    BUFFER_NEAR, /* in memory of the GPU */
    BUFFER_AWAY  /* in memory of the host */
} buffer_place;

typedef struct whole_buffer {
    uint64_t address, pages; /* pages = 0: there is none */
    uint16_t app;
    buffer_place where;
} whole_buffer;

typedef struct whole_buffers {
    const vm_host *host;
    page_book book;
    whole_buffer *buffer;
    uint32_t n;                         /* the first, and some that are gone */
    uint64_t total[PAGE_BOOK_PROGRAMS]; /* pages of the buffers of each program */
} whole_buffers;

void whole_buffers_free(whole_buffers *b);
/* False: there is no memory for what has to be noted of it. */
bool whole_buffers_add(whole_buffers *b, uint16_t app, uint64_t address, uint64_t bytes);
/* NO_BUFFER: none begins there. */
uint32_t whole_buffers_find(const whole_buffers *b, uint16_t app, uint64_t address);
/* At an exchange: its pages that no other has a part of are unmapped. */
void whole_buffers_remove(whole_buffers *b, uint32_t i);
/* With their program, which takes its pages along. */
void whole_buffers_forget(whole_buffers *b, uint16_t app);
/* At an exchange: its pages are there from now on, those that have a place move. */
void whole_buffers_put(whole_buffers *b, uint32_t i, buffer_place where);
/* For place(). */
uint64_t whole_buffers_frame(whole_buffers *b, uint16_t app, uint64_t page);
/* For accessed(): memory of the GPU at physical `address` is written, of `app` unless it writes back what is
 * another's. */
void whole_buffers_write(whole_buffers *b, uint16_t app, uint64_t address);
/* At an exchange: pages of the buffer in blocks of so many, from its first page on, that have been written
 * since the buffer was copied last or made. What is in a page that several buffers share counts from then on
 * as written for good (our choice). */
uint64_t whole_buffers_written(const whole_buffers *b, uint32_t i, uint64_t block_pages);

#endif
