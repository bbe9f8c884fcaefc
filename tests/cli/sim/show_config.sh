poise sim -c demo-8sm --set warps=32 --show-config
