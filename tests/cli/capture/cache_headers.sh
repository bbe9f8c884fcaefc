# A kept result is not taken when an included file has changed, or another would be found before it.
. "$POISE_ROOT/tests/cli/capture/build.bash"
. "$tests/counted.bash"
mkdir a b
cat >main.cl <<'CL'
#ifdef __cplusplus
#include <vector>
#endif
#include "sub/values.h"
__kernel void k(__global int *out) { out[0] = VALUE; }
CL
mkdir b/sub
echo '#include "more.h"' >b/sub/values.h
echo '#define VALUE 1' >b/sub/more.h
counts "first time" ./builder main.cl "-I a -I b"
cp binary first
counts "again" ./builder main.cl "-I a -I b"
cmp binary first
echo '#define VALUE 2' >b/sub/more.h
counts "an included file has changed" ./builder main.cl "-I a -I b"
cmp binary first >/dev/null || echo "another binary"
echo '#define VALUE 1' >b/sub/more.h
counts "and changed back" ./builder main.cl "-I a -I b"
cmp binary first
mkdir a/sub
counts "a folder has come" ./builder main.cl "-I a -I b"
echo '#define VALUE 3' >a/sub/more.h
counts "a file of a folder before, not included" ./builder main.cl "-I a -I b"
echo '#define VALUE 4' >a/sub/values.h
counts "another file comes first" ./builder main.cl "-I a -I b"
mkdir sub
echo '#define VALUE 5' >sub/values.h
counts "one in the program's folder" ./builder main.cl "-I a -I b"
cp binary last
rm -r a/sub sub
counts "gone again" ./builder main.cl "-I a -I b"
cmp binary first

# What clang finds where nobody has looked is not kept.
mkdir elsewhere
echo '#define VALUE 6' >elsewhere/other.h
printf '#include <other.h>\n__kernel void k(__global int *out) { out[0] = VALUE; }\n' >other.cl
CPATH=elsewhere ./builder other.cl "" >/dev/null
counts "CPATH" env CPATH=elsewhere ./builder other.cl ""

# Headers that the program gives, and one of the same name on disk.
printf '#include "given.h"\n__kernel void k(__global int *out) { out[0] = GIVEN; }\n' >given.cl
counts "given" ./builder given.cl "" step
counts "given, again" ./builder given.cl "" step
