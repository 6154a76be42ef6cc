"""Selection: the smallest set of assertions that catches the bad responses without flagging the good ones."""
