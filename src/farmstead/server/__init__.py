"""Tables that people play at over the network: what is written down of them, and what each seat may know."""
