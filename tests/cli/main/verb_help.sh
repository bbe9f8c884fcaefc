# Every verb explains itself from its own table, even when the rest of its command line is wrong.
for verb in capture trace sim profile features train predict compile evaluate policies; do
    poise $verb --no-such-option --help | head -n 1 || exit 1
done
