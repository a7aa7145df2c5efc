"""Games that go on from a position of another, and comparing them."""
