"""What is compiled of the trainer: it works on the records of the package's core."""
