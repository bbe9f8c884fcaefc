# The MapReduce programs on small files whose results can be counted by hand.
# test: slow
export OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so

# Two documents. Links: one two (in capitals, with an attribute before), not address and not without quotation marks |
# one four (href is the end of another name), not the one that its line cuts off | one and, up to the space, five |
# an empty one, two | two pages whose names have the same FNV-1a hash, by turns. 12 links to 7 pages.
cat >pages.html <<'END'
<html><body><a href="one">1</a> <A class=x HREF = "two">2</A> <address href="no"> <a name="y" href=three>
<a href="one"><a href><a shy has="x" hrhref="four"> <a href="open
x < y <<a href="one" href="five six">z <a
<HTML><a href="">empty</a><a href="two" title="a > b">
<a href="costarring"><a href="liquid"><a href="costarring"><a href="liquid">
END

# Three lines without a request. /a has 3 views, the others have one: two of them have the same hash.
cat >access.log <<'END'
h - - [d] "GET /a HTTP/1.0" 200
h - - [d] "POST /b HTTP/1.0" 200

no request
h - - [d] "GET /a" 404
h "GET"
h "GET /open
x "HEAD /a z
y "GET costarring " 1
y "GET liquid" 1
END

# Three documents, the first two of which are the same words: three pairs.
printf '%s\n' 'Warp cache warp' '---' 'cache, warp; WARP' 'memory' >documents

for run in 'ii pages.html' 'pvr access.log' 'ss documents' 'mm documents'; do
    # shellcheck disable=SC2086 # program and file
    set -- $run
    "$POISE_BUILD/datasets/$1" --file "$2" >output 2>errors || cat errors
    sed 's/; \([0-9]* launch[es]* on\) [^;]*/; \1 DEVICE/; s/error [0-9.e+-]*;/error SMALL;/' output
done

# No link is a result as well.
printf '<p>text\n' >plain.html
"$POISE_BUILD/datasets/ii" --file plain.html | sed 's/.* on [^;]*; //'

# 76,800 records at once: more sums of groups than one group of work-items adds up at a time.
"$POISE_BUILD/datasets/mm" --size 300 --dims 4 --round 76800 | sed 's/.*; \([0-9]* launches\) .*/\1/'
