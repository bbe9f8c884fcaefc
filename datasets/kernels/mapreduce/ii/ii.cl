/* Inverted index: which documents link to which page. A record is a line of HTML, scanned by one work-item
 * byte by byte as in Mars; tables instead of its switch over states keep a warp's lanes together. Every link
 * <a .. href="PAGE"> emits {hash, first byte} of the page's name -> document. Equal names become groups by
 * the sort, which compares the hashes and only then the names in the text. */
#define STAGE_WORDS 3
#define GROUPS

/* What the scanner has read last: text, <, <a, an anchor's attributes, h, hr, hre of these, href, and the
 * link. */
enum { TEXT, TAG, NAME, ANCHOR, H, HR, HRE, VALUE, LINK, N_STATES };

enum {
    OTHER,
    SPACE,
    LESS,
    GREATER,
    EQUALS,
    QUOTE,
    LETTER_A,
    LETTER_E,
    LETTER_F,
    LETTER_H,
    LETTER_R,
    N_CLASSES
};

__constant uchar class_of[256] = {
    [' '] = SPACE,    ['<'] = LESS,     ['>'] = GREATER,  ['='] = EQUALS,   ['"'] = QUOTE,
    ['a'] = LETTER_A, ['A'] = LETTER_A, ['e'] = LETTER_E, ['E'] = LETTER_E, ['f'] = LETTER_F,
    ['F'] = LETTER_F, ['h'] = LETTER_H, ['H'] = LETTER_H, ['r'] = LETTER_R, ['R'] = LETTER_R,
};

/* clang-format off */
__constant uchar next_state[N_STATES][N_CLASSES] = {
    /*           other   space   <       >     =       "       a       e       f       h     r */
    [TEXT] = {   TEXT,   TEXT,   TAG,    TEXT, TEXT,   TEXT,   TEXT,   TEXT,   TEXT,   TEXT, TEXT},
    [TAG] = {    TEXT,   TEXT,   TAG,    TEXT, TEXT,   TEXT,   NAME,   TEXT,   TEXT,   TEXT, TEXT},
    [NAME] = {   TEXT,   ANCHOR, TAG,    TEXT, TEXT,   TEXT,   TEXT,   TEXT,   TEXT,   TEXT, TEXT},
    [ANCHOR] = { ANCHOR, ANCHOR, ANCHOR, TEXT, ANCHOR, ANCHOR, ANCHOR, ANCHOR, ANCHOR, H,    ANCHOR},
    [H] = {      ANCHOR, ANCHOR, ANCHOR, TEXT, ANCHOR, ANCHOR, ANCHOR, ANCHOR, ANCHOR, H,    HR},
    [HR] = {     ANCHOR, ANCHOR, ANCHOR, TEXT, ANCHOR, ANCHOR, ANCHOR, HRE,    ANCHOR, H,    ANCHOR},
    [HRE] = {    ANCHOR, ANCHOR, ANCHOR, TEXT, ANCHOR, ANCHOR, ANCHOR, ANCHOR, VALUE,  H,    ANCHOR},
    [VALUE] = {  ANCHOR, VALUE,  ANCHOR, TEXT, VALUE,  LINK,   ANCHOR, ANCHOR, ANCHOR, H,    ANCHOR},
    [LINK] = {   LINK,   ANCHOR, LINK,   LINK, LINK,   ANCHOR, LINK,   LINK,   LINK,   LINK, LINK},
};
/* clang-format on */

/* record: first byte of the line, bytes of the line, document. */
void map_record(uint4 record, __global const uchar *text, uint parameter, emitter *out)
{
    const uint end = record.x + record.y;
    uint state = TEXT, hash = 0, link = 0;
    for (uint at = record.x; at < end; at++) {
        const uchar c = text[at];
        /* control characters count as spaces */
        const uint next = next_state[state][class_of[max(c, (uchar)' ')]];
        if (state == LINK && next != LINK) {
            if (!out->counting) {
                out->stage[0] = hash;
                out->stage[1] = link;
                out->stage[2] = record.z;
            }
            emit(out, 2 * sizeof(uint), sizeof(uint));
        }
        hash = state == LINK ? HASH_BYTE(hash, c) : HASH_BASIS;
        link = state == LINK ? link : at + 1;
        state = next;
    }
}

int compare_keys(__global const uchar *a, __global const uchar *b, __global const uchar *text, uint parameter)
{
    __global const uint *key_a = (__global const uint *)a, *key_b = (__global const uint *)b;
    if (key_a[0] != key_b[0])
        return key_a[0] < key_b[0] ? -1 : 1;
    return compare_terms(text + key_a[1], text + key_b[1]);
}
