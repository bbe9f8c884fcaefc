# A program that does not exist.
poise capture -- ./no_such_program
