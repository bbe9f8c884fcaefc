# Tables of docs/MOSAIC.md on what programs allocate, of buffers.csv that 'make reproduce-buffers' leaves.

function buffers_sum(split_name, what,    i, sum) {
    for (i = 1; i <= lines["buffers"]; i++)
        if (split_name == "" || cell["buffers", i, "split"] == split_name)
            sum += cell["buffers", i, what]
    return sum + 0
}
# As a share of all bytes.
function buffers_share(split_name, what, each) { return share(buffers_sum(split_name, what) * each / buffers_sum(split_name, "bytes")) }
function buffers_runs(split_name,    i, n) {
    for (i = 1; i <= lines["buffers"]; i++)
        n += split_name == "" || cell["buffers", i, "split"] == split_name
    return n
}
function buffers_row(label, split_name) {
    printf "| %s | %d | %d | %.1f | %s | %s | %s | %s | %s |\n", label, buffers_runs(split_name), buffers_sum(split_name, "buffers"),
        buffers_sum(split_name, "bytes") / 1048576, buffers_share(split_name, "before", 1), buffers_share(split_name, "kept", 1),
        buffers_share(split_name, "large", 1), buffers_share(split_name, "chunks", 2097152), buffers_share(split_name, "written", 1)
}
function table_buffers_splits(    i, k, n, name) {
    head("split|runs|buffers|MB|before the first launch, %|of all, until the last one, %|in buffers from 2 MB on, %|in whole chunks, %|filled before it, %")
    for (i = 1; i <= lines["buffers"]; i++) {
        name = cell["buffers", i, "split"]
        if (!(name in buffers_known)) {
            buffers_known[name] = 1
            buffers_split[++n] = name
        }
    }
    for (k = 1; k <= n; k++)
        buffers_row(buffers_split[k], buffers_split[k])
    buffers_row("all", "")
}
function buffers_is_exception(i) { return cell["buffers", i, "before"] < cell["buffers", i, "bytes"] || cell["buffers", i, "kept"] < cell["buffers", i, "before"] }
function buffers_of(i, what) { return cell["buffers", i, what] / 1048576 }
function table_buffers_runs(wanted,    i, bytes) {
    head("run|launches|buffers|MB|largest, MB|peak, MB|before the first launch, %|until the last one, %|whole chunks|written later, MB|read back, MB")
    for (i = 1; i <= lines["buffers"]; i++) {
        if (wanted == "exceptions" ? !buffers_is_exception(i) : cell["buffers", i, "split"] != wanted)
            continue
        bytes = cell["buffers", i, "bytes"]
        printf "| `%s` | %d | %d | %.1f | %.1f | %.1f | %s | %s | %d | %.1f | %.1f |\n", cell["buffers", i, "run"], cell["buffers", i, "launches"],
            cell["buffers", i, "buffers"], buffers_of(i, "bytes"), buffers_of(i, "largest"), buffers_of(i, "peak"), share(cell["buffers", i, "before"] / bytes),
            share(cell["buffers", i, "kept"] / bytes), cell["buffers", i, "chunks"], buffers_of(i, "later"), buffers_of(i, "read")
    }
}
function table_buffers(name) {
    if (!load("buffers")) {
        print "Not measured for this page; `make reproduce-buffers` does."
        return
    }
    if (name == "splits") table_buffers_splits()
    else if (name == "exceptions" || name == "translation") table_buffers_runs(name)
    else { print "no table 'buffers_" name "'" > "/dev/stderr"; exit 2 }
}
