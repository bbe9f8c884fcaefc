# U10: the cost-effective configurations of chapter 3 cost 6.9 mm^2 of buffers, 3.62 mm^2 of wires, 1.5 % of the die.
poise sim -c thesis-ch3,cost-effective,crossbar-16-68 --area thesis-ch3
poise sim -c thesis-ch3,cost-effective,crossbar-16-48 --area thesis-ch3 | tail -n 1
poise sim --area nowhere || echo "exit $?"
