"""`make siege`: one visitor sends the dearest requests there are, while others play."""
