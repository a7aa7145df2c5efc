"""The pages that are played without a server, as files: `python -m scripts.site`."""
