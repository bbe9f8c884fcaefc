poise evaluate folder --csv
