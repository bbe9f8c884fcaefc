#include "sim_hooks/vm/page_book.h"

#include <stdlib.h>

/* Fibonacci hashing (Knuth, volume 3, 6.4). */
static page_note *slot_of(page_note *notes, uint64_t slots, uint64_t key)
{
    const uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t i = (mixed ^ mixed >> 32) & (slots - 1);
    while (notes[i].key && notes[i].key != key)
        i = (i + 1) & (slots - 1);
    return &notes[i];
}

static bool make_room(page_book *book)
{
    if (2 * book->used < book->slots)
        return true;
    const uint64_t slots = book->slots ? 2 * book->slots : 1024;
    page_note *grown = calloc(slots, sizeof *grown);
    if (!grown)
        return false;
    for (uint64_t i = 0; i < book->slots; i++)
        if (book->note[i].key)
            *slot_of(grown, slots, book->note[i].key) = book->note[i];
    free(book->note);
    book->note = grown;
    book->slots = slots;
    return true;
}

static uint64_t key_of(uint16_t app, uint64_t page)
{
    return (page << 8 | app) + 1;
}

page_note *page_book_known(const page_book *book, uint16_t app, uint64_t page)
{
    page_note *note = book->slots ? slot_of(book->note, book->slots, key_of(app, page)) : NULL;
    return note && note->key ? note : NULL;
}

page_note *page_book_find(page_book *book, uint16_t app, uint64_t page)
{
    const uint64_t key = key_of(app, page);
    page_note *note = page_book_known(book, app, page);
    if (note)
        return note;
    if (!make_room(book))
        return NULL;
    note = slot_of(book->note, book->slots, key);
    book->used++;
    note->key = key;
    return note;
}

void page_book_free(page_book *book)
{
    free(book->note);
    *book = (page_book){0};
}
