"""Words and their weights: what recall and the search of past conversations share."""
