"""The server as a process: the socket, the protocol, workers."""
