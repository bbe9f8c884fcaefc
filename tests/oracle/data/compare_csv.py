"""Every column of a data set's CSV has exactly the values that h5py reads from dataset.h5."""
import csv
import sys

import h5py

data, rows = h5py.File(sys.argv[1]), list(csv.DictReader(open(sys.argv[2])))
features = list(data["feature"].asstr())
compared = 0
for i, row in enumerate(rows):
    for name, text in row.items():
        if name in features:
            value = data["X"][i][features.index(name)]
        elif name == "target_speedup":
            value = data["speedup"][i][int(data["target_n"][i]) - 1][int(data["target_p"][i]) - int(data["p"][0])]
        elif data[name].dtype.kind == "S":
            assert data[name].asstr()[i] == text, (i, name, text)
            compared += 1
            continue
        else:
            value = data[name][i]
        assert float(text) == value, (i, name, text, value)
        compared += 1
assert compared == len(rows) * len(rows[0]) > 50, compared
