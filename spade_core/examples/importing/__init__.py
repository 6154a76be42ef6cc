"""Examples from elsewhere: a table is read, its columns are matched, its rows become examples."""
