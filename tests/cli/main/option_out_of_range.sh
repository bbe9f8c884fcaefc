poise evaluate --jobs -3 folder
