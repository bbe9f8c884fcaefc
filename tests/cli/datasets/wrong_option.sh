# A wrong value is refused before any device is looked for.
"$POISE_BUILD/datasets/bfs" --input roads
