# A damaged Matrix Market file is refused with file, line and reason before any device is looked for.
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n%% four vertices\n4 4 2\n2 1\n5 1\n' >bad.mtx
"$POISE_BUILD/datasets/ccl" --file bad.mtx
