# 'all' is every split but translation and paging, whose traces are large; these have names of their own. A word that no run has is an error.
cd "$POISE_ROOT" || exit 1
. datasets/runs.bash
runs all | awk '$2 == "translation" || $2 == "paging"' | wc -l
runs all | awk '{ print $2 }' | sort -u | tr '\n' ' ' && echo
runs translation | awk '{ print $2, $3 }' | sort -u
runs paging | awk '{ print $2, $3 }' | sort -u
runs moments_tlb moments_8 | awk '{ print $1 }'
runs translation all | awk '{ print $1 }' | sort | uniq -d | wc -l
runs nothing
