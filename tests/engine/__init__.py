"""The page's engine against Python: the same plays, as the same lines."""
