"""How an older database comes to be as `store/schema.py` describes it, step by step, when it is opened."""
