# The output has no default: a profile is hours of work.
poise profile folder
