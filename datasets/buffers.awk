# The lines of `poise trace buffers` of one run, into one line of CSV with its name and split (run, part); with title=1 the names of the fields.
#   launches
#   buffers      created
#   bytes        in them
#   largest      bytes of the largest one
#   peak         most bytes live at once
#   before       bytes created before the first launch
#   kept         bytes created before the first launch and not released before the last one
#   chunks       aligned pieces of 2 MB of the address space that one buffer covers from end to end
#   large        bytes in buffers of 2 MB and more
#   written      bytes written, copied to and filled before the first launch
#   later        the same after it
#   read         bytes read back between launches
function hexadecimal(text,    value, i) {
    for (i = 3; i <= length(text); i++)
        value = 16 * value + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}
function chunks_of(address, bytes,    n) {
    n = int((address + bytes) / 2097152) - int((address + 2097151) / 2097152)
    return n > 0 ? n : 0
}
BEGIN { if (title) print "run,split,launches,buffers,bytes,largest,peak,before,kept,chunks,large,written,later,read" }
$2 == "launch" { launches++; released_at_last = released }
$2 == "create" {
    buffers++
    bytes += $5
    live += $5
    if (live > peak) peak = live
    if ($5 > largest) largest = $5
    if ($5 >= 2097152) large += $5
    if (!launches) { before += $5; early[$3] = $5 }
    chunks += chunks_of(hexadecimal($4), $5)
}
$2 == "release" {
    live -= $5
    if ($3 in early) released += $5
}
$2 == "write" || $2 == "copy" || $2 == "fill" { if (launches) later += $5; else written += $5 }
$2 == "read" { read += $5 }
END {
    if (!title)
        printf "%s,%s,%d,%d,%.0f,%.0f,%.0f,%.0f,%.0f,%d,%.0f,%.0f,%.0f,%.0f\n", run, part, launches, buffers, bytes, largest, peak, before,
            before - released_at_last, chunks, large, written, later, read
}
