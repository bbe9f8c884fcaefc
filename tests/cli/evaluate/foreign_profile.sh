echo "not an HDF5 file" >note.h5
poise evaluate --profile note.h5 folder
