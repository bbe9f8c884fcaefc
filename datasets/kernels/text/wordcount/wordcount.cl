/* Words and longest word of every record of a text, one work-item per record of `length` characters: each
 * lane scans a record of its own byte by byte, so one line serves many loads of the same lane. */
__kernel void wordcount(__global const char *text, __global uint *words, __global uint *longest, uint records,
                        uint length)
{
    uint record = get_global_id(0);
    if (record >= records)
        return;
    uint count = 0, current = 0, most = 0;
    for (uint i = 0; i < length; i++) {
        char c = text[record * length + i];
        uint in_word = c != ' ';
        count += in_word & (current == 0);
        current = in_word ? current + 1 : 0;
        most = max(most, current);
    }
    words[record] = count;
    longest[record] = most;
}
