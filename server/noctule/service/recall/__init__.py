"""Recall as its faces use it: a turn of a session, answered and entered in its ledger."""
