/* Page view count in two jobs, as in Mars. VISITS: a record is a line of a web server's log, "CLIENT .. "METHOD PAGE .."
 * (the Common Log Format), scanned by one work-item byte by byte; it emits {hash of client and page, first byte of the page,
 * first byte of the client} -> 1, and a reduce leaves one pair of what a client views many times. PAGES: a record is such
 * a pair; it emits {hash of the page, first byte of the page, 0} -> 1, and a reduce counts the clients of each page. */
#define STAGE_WORDS 4
#define GROUPS
#define REDUCES

enum { VISITS, PAGES };
enum { CLIENT, BEFORE, METHOD, PAGE };

void emit_words(uint hash, uint page, uint client, uint number, emitter *out)
{
    if (!out->counting) {
        out->stage[0] = hash;
        out->stage[1] = page;
        out->stage[2] = client;
        out->stage[3] = number;
    }
    emit(out, 3 * sizeof(uint), sizeof(uint));
}

/* record: first byte of the line, bytes of the line. */
void map_line(uint4 record, __global const uchar *text, emitter *out)
{
    const uint end = record.x + record.y;
    uint state = CLIENT, hash = HASH_BASIS, page = 0;
    for (uint at = record.x; at < end; at++) {
        const uint c = text[at];
        if (state == CLIENT) {
            state = ends_term(c) ? BEFORE : CLIENT;
            hash = HASH_BYTE(hash, c);
        } else if (state == BEFORE) {
            state = c == '"' ? METHOD : BEFORE;
        } else if (state == METHOD) {
            state = c == ' ' ? PAGE : METHOD;
            page = at + 1;
        } else if (!ends_term(c)) {
            hash = HASH_BYTE(hash, c);
        } else {
            emit_words(hash, page, record.x, 1, out);
            break;
        }
    }
}

/* record of PAGES: first byte of the page's name. */
void map_record(uint4 record, __global const uchar *text, uint job, emitter *out)
{
    if (job == VISITS) {
        map_line(record, text, out);
    } else {
        uint hash = HASH_BASIS;
        for (uint at = record.x; !ends_term(text[at]); at++)
            hash = HASH_BYTE(hash, text[at]);
        emit_words(hash, record.x, 0, 1, out);
    }
}

int compare_keys(__global const uchar *a, __global const uchar *b, __global const uchar *text, uint job)
{
    __global const uint *key_a = (__global const uint *)a, *key_b = (__global const uint *)b;
    if (key_a[0] != key_b[0])
        return key_a[0] < key_b[0] ? -1 : 1;
    const int order = compare_terms(text + key_a[1], text + key_b[1]);
    return order != 0 || job == PAGES ? order : compare_terms(text + key_a[2], text + key_b[2]);
}

/* Views of a page by a client; clients of a page. */
void reduce_group(__global const uchar *key, __global const uchar *values, __global const uint4 *entries,
                  uint n_pairs, emitter *out)
{
    __global const uint *word = (__global const uint *)key;
    uint number = 0;
    for (uint i = 0; !out->counting && i < n_pairs; i++)
        number += *(__global const uint *)(values + entries[i].z);
    emit_words(word[0], word[1], word[2], number, out);
}
