#!/bin/bash
# Checks datasets/manifest: every field has a legal value, every name is unique, every program exists, every program is
# used, those of the suite micro by datasets/gpu/parts, and no program is both training and evaluation. What the split translation has is no program of evaluation and takes none
# from its split; what the split paging has takes none either.
set -u
cd "$(dirname "$0")/../../.." || exit 1
wrong=0
complain() {
    echo "datasets/manifest: $*"
    wrong=1
}

declare -A split_of seen_name
while read -r name split set suite p_best program arguments; do
    case $name in '' | '#'*) continue ;; esac
    [ -z "${seen_name[$name]:-}" ] || complain "name $name stands twice"
    seen_name[$name]=1
    [[ $name =~ ^[a-z0-9_]+$ ]] || complain "$name: a name has small letters, digits and _"
    [[ $split =~ ^(training|evaluation|control|memory|graphics|translation|paging)$ ]] || complain "$name: unknown split '$split'"
    [[ $set =~ ^(demo|full|memory|graphics|translation|paging)$ ]] || complain "$name: unknown set '$set'"
    [[ $p_best =~ ^(-|[0-9]+\.[0-9]+)$ ]] || complain "$name: p_best '$p_best' is neither a number nor -"
    [ -f "datasets/kernels/$suite/$program/main.c" ] || complain "$name: no program datasets/kernels/$suite/$program"
    [[ $arguments =~ ^(--[a-z]+ [a-z0-9]+ ?)*$ ]] || complain "$name: arguments are not pairs '--OPTION VALUE'"
    if [ "$split" = translation ]; then
        [ "$set" = translation ] || complain "$name: set '$set' in the split translation"
        [[ ${split_of[$program]:-none} =~ ^(training|control|memory|graphics)$ ]] || complain "$name: $program is of '${split_of[$program]:-no split}'"
        continue
    fi
    if [ "$split" = paging ]; then
        [ "$set" = paging ] || complain "$name: set '$set' in the split paging"
        : "${split_of[$program]:=paging}"
        continue
    fi
    [ "$set" != paging ] || complain "$name: set '$set' in the split $split"
    [ "$set" != translation ] || complain "$name: set '$set' in the split $split"
    [ "${split_of[$program]:-$split}" = "$split" ] || complain "$program is in ${split_of[$program]} and in $split"
    split_of[$program]=$split
done <datasets/manifest

for main in datasets/kernels/*/*/main.c; do
    program=$(basename "$(dirname "$main")")
    [[ $main != */micro/* ]] || ! grep -q " $program " datasets/gpu/parts || continue
    [ -n "${split_of[$program]:-}" ] || complain "program $program is in no line"
done
exit $wrong
