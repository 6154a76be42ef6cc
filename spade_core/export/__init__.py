"""What leaves: the assertions as Python that needs no spade, and the examples as a spreadsheet."""
