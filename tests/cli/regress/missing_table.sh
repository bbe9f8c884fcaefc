poise regress nowhere.csv
