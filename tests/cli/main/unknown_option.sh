poise evaluate --schad gto folder
