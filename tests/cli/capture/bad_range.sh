# A range of launches that is none.
poise capture --launches 5-2 -- true
