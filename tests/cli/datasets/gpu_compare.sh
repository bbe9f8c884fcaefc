# datasets/gpu/compare.sh on tables of three launches: two ratios of 1.1 and one of 0.9, 1.03 in the geometric mean; a launch that one table lacks is left out.
head='run,settings,launch,kernel,cycles,ns,instructions,warps,l1_reads,l1_read_hits,l2_reads,l2_read_hits,dram_reads'
printf '%s\n' "$head" a,-,0,k,100,1,50,8,40,30,10,0,31250 a,-,1,k,300,1,50,8,40,30,10,5,31250 b,-,0,m,200,1,10,8,0,0,0,0,0 c,-,0,m,5,1,1,8,0,0,0,0,0 >gpu
printf '%s\n' "$head" a,-,0,k,110,0,100,0,40,10,10,10,62500 a,-,1,k,330,0,100,0,40,10,10,10,62500 b,-,0,m,180,0,10,0,0,0,0,0,0 >ours
"$POISE_ROOT/datasets/gpu/compare.sh" gpu ours || exit 1
PARTS=1 "$POISE_ROOT/datasets/gpu/compare.sh" gpu ours || exit 1
! "$POISE_ROOT/datasets/gpu/compare.sh" gpu /dev/null
