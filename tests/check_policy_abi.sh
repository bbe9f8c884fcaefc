#!/bin/bash
# What policies are built against has the version that it says: a change of a contract header, comments and its place aside, needs another
# POISE_POLICY_ABI, so that a policy of before is refused and not called wrongly. UPDATE=1 writes the line of a new version.
set -eu
cd "$(dirname "$0")/.."
list=sim_hooks/abi.txt

headers=(common/error.h common/option.h common/options.h common/line.h sim_hooks/policy.h sim_hooks/mem_request.h)
for interface in sched cache dram tlb vm; do headers+=("sim_hooks/$interface.h"); done

# The counters that policies see, in their order.
counters=$(sed -n 's/^SCHED_COUNTER([a-z0-9_]*, \([a-z0-9_]*\),.*/\1/p' sim_hooks/counters.def)

version=$(sed -n 's/.*POISE_POLICY_ABI = \([0-9]*\).*/\1/p' sim_hooks/policy.h)
hash=$(perl -0pe 's{/\*.*?\*/}{}gs; s/^#(include|ifndef|endif|define \w+_H$).*\n?//mg; s/POISE_POLICY_ABI = \d+//; s/\s+//g' "${headers[@]}" <(echo "$counters") | sha256sum | cut -c 1-16)
recorded=$(awk -v version="$version" '$1 == version { print $2 }' $list)

if [ -z "$recorded" ] && [ "${UPDATE:-}" = 1 ]; then
    echo "$version $hash" >>$list
elif [ -z "$recorded" ]; then
    echo "POISE_POLICY_ABI is $version, which $list does not know: UPDATE=1 $0" >&2
    exit 1
elif [ "$recorded" != "$hash" ]; then
    echo "the contract of policies has changed since version $version (sim_hooks/, hash $hash, not $recorded):" >&2
    echo "count POISE_POLICY_ABI in sim_hooks/policy.h up, then UPDATE=1 $0" >&2
    exit 1
fi
