"$POISE_BUILD/datasets/bfs" --file nowhere.mtx
