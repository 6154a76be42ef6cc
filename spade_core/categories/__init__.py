"""Categories: which of the nine kinds of edit a delta makes, and the words that say so."""
