# The check of citations finds notes that are not in the tree and keys that docs/SOURCES.md does not explain.
mkdir -p tree/docs tree/sim
echo '**[GS]**: a simulator. `[T5.1]` is a table.' >tree/docs/SOURCES.md
touch tree/docs/CONFIG.md tree/sim/README.md tree/README.md
cat >tree/sim/good.c <<'END'
/* docs/CONFIG.md, CONFIG.md, README.md say it, after [T3.1, GS: the default] and [GS cache_cycle()]; writes report.md. */
int table[N]; /* one [GS] */
END
cat >tree/sim/wrong.c <<'END'
/* Source: notes.md section 2, as
 * docs/GONE.md says [T5.1, XY 4]. */
END
"$POISE_ROOT/tests/check_citations.sh" "$PWD/tree"
code=$?
rm tree/sim/wrong.c
"$POISE_ROOT/tests/check_citations.sh" "$PWD/tree" && exit "$code"
