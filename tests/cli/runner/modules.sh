# The module check sees a forbidden include, and lets the allowed ones pass.
mkdir -p tree/tests tree/common tree/trace tree/sim
cp "$POISE_ROOT/tests/check-modules.sh" tree/tests/
echo '#include "common/error.h"' >tree/trace/reader.c
echo '#include "sim/sim.h"' >tree/trace/wrong.c
echo '#  include "missing.h"' >tree/sim/sim.c
echo '#include <sim/sim.h>' >tree/common/system.h
tree/tests/check-modules.sh "common:" "trace: common" "sim: trace common"
