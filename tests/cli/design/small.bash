# Sourced by the tests of poise design: three tiny programs, and a search over three knobs of a small machine.
mkdir stream reuse random
poise trace make stream --blocks 12 --iterations 6 --alu 0 -o stream/0000-a.wtr || exit 99
poise trace make reuse --blocks 12 --lines 4 --iterations 3 --footprint 64 -o reuse/0000-a.wtr || exit 99
poise trace make random --blocks 6 --iterations 3 --lines 8 -o random/0000-a.wtr || exit 99
machine=(-c demo-8sm --set "sms=2")
knobs="flit_reply_bytes=32:68,l1_mshrs,l2_response_queue=8:32"
command=(poise design "${machine[@]}" --knobs "$knobs" --compare wide=crossbar-16-68 --budget 3% --judge random --progress never)
