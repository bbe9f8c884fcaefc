/* Needleman-Wunsch: score of the best global alignment of two strings, one pair per work-item, as when many short
 * reads are compared. A lane keeps one row of the score matrix, `length` + 1 numbers, in memory of its own and
 * walks it once per letter of its first string. */
__kernel void needle(__global const uchar *first, __global const uchar *second, __global int *row,
                     __global int *score, uint pairs, uint length)
{
    uint pair = get_global_id(0);
    if (pair >= pairs)
        return;
    __global int *mine = row + pair * (length + 1);
    for (uint j = 0; j <= length; j++)
        mine[j] = -(int)j;
    for (uint i = 0; i < length; i++) {
        uchar letter = first[pair * length + i];
        int diagonal = mine[0], left = diagonal - 1;
        mine[0] = left;
        for (uint j = 0; j < length; j++) {
            int above = mine[j + 1];
            int match = diagonal + (letter == second[pair * length + j] ? 1 : -1);
            left = max(match, max(above, left) - 1);
            diagonal = above;
            mine[j + 1] = left;
        }
    }
    score[pair] = mine[length];
}
