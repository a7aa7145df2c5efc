"""How the database came to be as `store/schema.py` describes it, step by step; done when it is opened."""
