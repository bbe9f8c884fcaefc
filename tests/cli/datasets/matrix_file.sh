# Every graph program runs on a Matrix Market file: here a triangle with a tail, an edge apart and a lone vertex, with a
# loop and values that do not matter.
export OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so
{
    echo '%%MatrixMarket matrix coordinate real symmetric'
    echo '7 7 6'
    printf '%s 1.0\n' '2 1' '3 1' '3 2' '4 3' '4 4' '6 5'
} >small.mtx
for program in bfs gco ccl pagerank triangles spmv sptrsv; do
    "$POISE_BUILD/datasets/$program" --file small.mtx >output 2>errors || cat errors
    sed 's/; \([0-9]* launch[es]* on\) [^;]*/; \1 DEVICE/; s/error of \(.*\) [0-9.e+-]*;/error of \1 SMALL;/' output
done
