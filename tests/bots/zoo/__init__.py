"""Simple bots, each of which does what a person might try: a module a title. No regular may lose to them (test_zoo.py)."""
