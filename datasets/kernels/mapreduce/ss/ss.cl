/* Similarity score: the cosine of the angle between the vectors of two documents, for all pairs of documents.
 * A record is a pair of documents; what it emits is score -> {document, document}, sorted from the most
 * similar down. Work-items of a warp mostly share the first document; each lane walks the vector of its own
 * second one. */
#define STAGE_WORDS 3
#define GROUPS

/* record: the two documents. quads: float4s of a vector. */
void map_record(uint4 record, __global const uchar *data, uint quads, emitter *out)
{
    __global const float4 *a = (__global const float4 *)data + record.x * quads;
    __global const float4 *b = (__global const float4 *)data + record.y * quads;
    if (!out->counting) {
        float product = 0.0f, square_a = 0.0f, square_b = 0.0f;
        for (uint i = 0; i < quads; i++) {
            const float4 u = a[i], v = b[i];
            product += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
            square_a += u.x * u.x + u.y * u.y + u.z * u.z + u.w * u.w;
            square_b += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
        }
        out->stage[0] = as_uint(product / (sqrt(square_a) * sqrt(square_b)));
        out->stage[1] = record.x;
        out->stage[2] = record.y;
    }
    emit(out, sizeof(uint), 2 * sizeof(uint));
}

/* The highest score first. */
int compare_keys(__global const uchar *a, __global const uchar *b, __global const uchar *data, uint quads)
{
    const float score_a = *(__global const float *)a, score_b = *(__global const float *)b;
    return (score_a < score_b) - (score_a > score_b);
}
