"""Installing as people do: from a wheel, and by `make play` in a fresh clone. Needs a package index."""
