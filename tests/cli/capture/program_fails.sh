# A program that ends with an error of its own.
poise capture -- sh -c "exit 3"
