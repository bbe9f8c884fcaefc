poise compile nowhere.model -o weights.h
