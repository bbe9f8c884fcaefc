/* What map_record and reduce_group of a MapReduce program call: see mapreduce.cl. */

/* What a work-item has emitted, and where it goes. */
typedef struct emitter {
    uint counting;         /* the first of the two runs: nothing is written */
    uint pairs;            /* emitted so far */
    uint key_at, value_at; /* next byte of either; in the first run bytes emitted so far */
    uint entry_at;         /* next entry of the index */
    __global uchar *keys, *values;
    __global uint4 *index;
    __local uint *stage; /* a work-item puts the pair here, the key first, before it emits it */
} emitter;

void emit(emitter *out, uint key_bytes, uint value_bytes)
{
    if (!out->counting) {
        __local const uchar *staged = (__local const uchar *)out->stage;
        for (uint i = 0; i < key_bytes; i++)
            out->keys[out->key_at + i] = staged[i];
        for (uint i = 0; i < value_bytes; i++)
            out->values[out->value_at + i] = staged[key_bytes + i];
        out->index[out->entry_at + out->pairs] = (uint4)(out->key_at, key_bytes, out->value_at, value_bytes);
    }
    out->key_at += key_bytes;
    out->value_at += value_bytes;
    out->pairs++;
}

/* Terms of a text end with a quotation mark, white space or any control character. */
uint ends_term(uchar c)
{
    return c == '"' || c <= ' ';
}

/* Order of two terms: below, equal to or above 0. */
int compare_terms(__global const uchar *a, __global const uchar *b)
{
    while (*a == *b && !ends_term(*a)) {
        a++;
        b++;
    }
    return (ends_term(*a) ? 0 : *a) - (ends_term(*b) ? 0 : *b);
}

/* FNV-1a (Fowler, Noll and Vo), one byte at a time. */
#define HASH_BASIS            2166136261u
#define HASH_BYTE(hash, byte) (((hash) ^ (byte)) * 16777619u)
