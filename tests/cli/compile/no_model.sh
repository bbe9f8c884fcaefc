poise compile -o weights.h
