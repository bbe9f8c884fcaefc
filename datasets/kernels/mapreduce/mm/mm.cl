/* C = A B: a record is one element of C, and its pair {row, column} -> value. As in Mars B is stored by
 * columns, so that the element is the product of two vectors that lie in one piece, read four floats at a
 * time. Neighbouring work-items have the same row and the next column: each lane walks a column of its own.
 */
#define STAGE_WORDS 3

/* record: row, column, number of the row's vector, number of the column's vector. quads: float4s of a vector.
 */
void map_record(uint4 record, __global const uchar *data, uint quads, emitter *out)
{
    __global const float4 *row = (__global const float4 *)data + record.z * quads;
    __global const float4 *column = (__global const float4 *)data + record.w * quads;
    if (!out->counting) {
        float sum = 0.0f;
        for (uint i = 0; i < quads; i++) {
            const float4 a = row[i], b = column[i];
            sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
        out->stage[0] = record.x;
        out->stage[1] = record.y;
        out->stage[2] = as_uint(sum);
    }
    emit(out, 2 * sizeof(uint), sizeof(uint));
}
