/* Page view rank in two jobs. COUNT: a record is a line of a web server's log, "METHOD PAGE .." between
 * quotation marks in it (the Common Log Format), scanned by one work-item byte by byte; it emits {hash, first
 * byte} of the page's name -> 1 view; a reduce adds up the views of each page. RANK: a record is a page with
 * its views; it emits views -> page, and the sort puts the pages with most views first. */
#define STAGE_WORDS 3
#define GROUPS
#define REDUCES

enum { COUNT, RANK };
enum { BEFORE, METHOD, PAGE };

/* record: first byte of the line, bytes of the line. */
void map_line(uint4 record, __global const uchar *text, emitter *out)
{
    const uint end = record.x + record.y;
    uint state = BEFORE, hash = 0, page = 0;
    for (uint at = record.x; at < end; at++) {
        const uint c = text[at];
        if (state == BEFORE) {
            state = c == '"' ? METHOD : BEFORE;
        } else if (state == METHOD) {
            state = c == ' ' ? PAGE : METHOD;
            page = at + 1;
            hash = HASH_BASIS;
        } else if (!ends_term(c)) {
            hash = HASH_BYTE(hash, c);
        } else {
            if (!out->counting) {
                out->stage[0] = hash;
                out->stage[1] = page;
                out->stage[2] = 1;
            }
            emit(out, 2 * sizeof(uint), sizeof(uint));
            break;
        }
    }
}

/* record of RANK: views of a page, and first byte of its name. */
void map_record(uint4 record, __global const uchar *text, uint job, emitter *out)
{
    if (job == COUNT) {
        map_line(record, text, out);
    } else {
        if (!out->counting) {
            out->stage[0] = record.x;
            out->stage[1] = record.y;
        }
        emit(out, sizeof(uint), sizeof(uint));
    }
}

int compare_keys(__global const uchar *a, __global const uchar *b, __global const uchar *text, uint job)
{
    __global const uint *key_a = (__global const uint *)a, *key_b = (__global const uint *)b;
    if (job == RANK) /* most views first */
        return (key_a[0] < key_b[0]) - (key_a[0] > key_b[0]);
    if (key_a[0] != key_b[0])
        return key_a[0] < key_b[0] ? -1 : 1;
    return compare_terms(text + key_a[1], text + key_b[1]);
}

/* Views of a page. */
void reduce_group(__global const uchar *key, __global const uchar *values, __global const uint4 *entries,
                  uint n_pairs, emitter *out)
{
    if (!out->counting) {
        uint views = 0;
        for (uint i = 0; i < n_pairs; i++)
            views += *(__global const uint *)(values + entries[i].z);
        out->stage[0] = ((__global const uint *)key)[0];
        out->stage[1] = ((__global const uint *)key)[1];
        out->stage[2] = views;
    }
    emit(out, 2 * sizeof(uint), sizeof(uint));
}
