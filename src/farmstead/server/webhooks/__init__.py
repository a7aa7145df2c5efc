"""Messages to players for whom a slow game waits, at an address of their own such as a channel of Discord.

The address comes from a stranger, and the server goes there: so it goes to public addresses only, to the very
one it has looked at, over TLS, follows nobody elsewhere and listens to next to nothing of the answer.
"""
