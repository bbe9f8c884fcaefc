# The check of circles finds modules that include each other, over a third one too, and lets a header pass that belongs to the
# only module that includes it. A module that may have circles must have one.
mkdir -p tree/tests tree/round tree/straight tree/known
cp "$POISE_ROOT/tests/check-circles.sh" tree/tests/
echo '#include "round/b.h"' >tree/round/a.c
echo '#include "c.h"' >tree/round/b.h
echo '  # include "round/a.h"' >tree/round/c.c
touch tree/round/a.h tree/round/b.c tree/round/c.h
echo '#include "round/a.h"' >tree/round/user.c
echo '#include "straight/inline.h"' >tree/straight/main.c
echo '#include "straight/main.h"' >tree/straight/inline.h
touch tree/straight/main.h
cp -r tree/round/. tree/known
sed -i 's|round/|known/|' tree/known/*
tree/tests/check-circles.sh "round straight known" "known"
echo "exit code $?"
tree/tests/check-circles.sh "straight known" "straight known"
echo "exit code $?"
tree/tests/check-circles.sh "straight known" "known"
