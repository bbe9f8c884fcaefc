# 'all' is every split but translation, whose traces are large; that one has names of its own. A word that no run has is an error.
cd "$POISE_ROOT" || exit 1
. datasets/runs.bash
runs all | awk '$2 == "translation"' | wc -l
runs all | awk '{ print $2 }' | sort -u | tr '\n' ' ' && echo
runs translation | awk '{ print $2, $3 }' | sort -u
runs moments_tlb moments_8 | awk '{ print $1 }'
runs translation all | awk '{ print $1 }' | sort | uniq -d | wc -l
runs nothing
