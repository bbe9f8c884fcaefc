# Priorities of chunks from the columns of a profile of buffers, one a line (datasets/paging.sh): 1 to 254, or to as many as there are, by accesses / pages, as swap_rank()
# gives them to buffers.
{ for (i = 2; i <= NF; i++) column[$1, i - 2] = $i; n[$1] = NF - 1 }
END { # %x of mawk has 32 bits
    page = 4096
    for (i = 0; i < n["chunk_buffer"]; i++) {
        buffer = column["chunk_buffer", i]
        k = buffer == last && i > 0 ? k + 1 : 0
        last = buffer
        address = column["address", buffer]
        end = address + column["bytes", buffer]
        first = address - address % page + k * size
        bytes[i] = (first + size < end ? first + size : end) - first
        at[i] = k ? first : address
        pages = int((bytes[i] + page - 1) / page)
        rate[i] = (column["reads", i] + column["writes", i]) / pages
        order[i] = i
    }
    for (i = 1; i < n["chunk_buffer"]; i++) # equal ones in the order of their index
        for (j = i; j > 0 && rate[order[j - 1]] > rate[order[j]]; j--) {
            swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap
        }
    most = n["chunk_buffer"] > 254 ? n["chunk_buffer"] : 254
    for (i = 0; i < n["chunk_buffer"]; i++)
        printf "%d 0x%x%07x %d %d\n", app, int(at[order[i]] / 268435456), at[order[i]] % 268435456, bytes[order[i]], n["chunk_buffer"] == 1 ? 128 : 1 + int(i * (most - 1) / (n["chunk_buffer"] - 1))
}
