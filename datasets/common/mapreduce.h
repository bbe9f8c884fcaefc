/* MapReduce on the device in the manner of Mars; mapreduce.cl says how. A program maps records to pairs of
 * key and value, may group pairs by key and may reduce each group. */
#ifndef POISE_DATASETS_MAPREDUCE_H
#define POISE_DATASETS_MAPREDUCE_H

#include "datasets/common/device.h"

/* What a record is decides the program: four words that its map_record gets. */
typedef struct mapreduce_record {
    cl_uint word[4];
} mapreduce_record;

/* Where a pair lies in the packed keys and values. */
typedef struct mapreduce_entry {
    cl_uint key_first, key_bytes, value_first, value_bytes;
} mapreduce_entry;

/* Pairs on the device, all of them, and once they are grouped the first of each group. */
typedef struct mapreduce_pairs {
    cl_mem keys, values, index, starts; /* starts: grouped pairs only */
    cl_uint n, key_bytes, value_bytes;  /* pairs, and bytes of all keys and of all values */
    cl_uint n_groups;
} mapreduce_pairs;

/* A job: the device, its program, and what all records share. */
typedef struct mapreduce {
    device *dev;
    cl_mem data;
    cl_uint parameter; /* of map_record and compare_keys; may change between calls */
} mapreduce;

/* Opens the device for the program `source` (its own part) and copies `data` of bytes > 0 there. The caller
 * closes the device. */
void mapreduce_open(mapreduce *job, device *dev, const char *source, const void *data, size_t bytes);

/* Maps n > 0 records: a work-item each, counted, summed and written in 11 launches. */
mapreduce_pairs mapreduce_map(const mapreduce *job, const mapreduce_record *records, cl_uint n);

/* Sorts the pairs by key, in L (L + 1) / 2 launches for at most 2^L pairs, copies them in that order and
 * finds the groups of equal keys, in 16 more. */
void mapreduce_group(const mapreduce *job, mapreduce_pairs *pairs);

/* Reduces grouped pairs: a work-item per group, 11 launches. */
mapreduce_pairs mapreduce_reduce(const mapreduce *job, const mapreduce_pairs *grouped);

/* A copy of pairs on the host, owned by memory.h. */
typedef struct mapreduce_result {
    const unsigned char *keys, *values;
    const mapreduce_entry *index;
    const cl_uint *starts; /* n_groups; NULL for pairs that are not grouped */
    cl_uint n, n_groups;
} mapreduce_result;

mapreduce_result mapreduce_read(const mapreduce *job, const mapreduce_pairs *pairs);

/* Word number `word` of a key or value of the result, which the program knows to be made of words. */
cl_uint mapreduce_key(const mapreduce_result *result, size_t pair, unsigned word);
cl_uint mapreduce_value(const mapreduce_result *result, size_t pair, unsigned word);

#endif
