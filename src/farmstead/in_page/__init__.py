"""Playing without a server: in a worker of the page, this answers what the pages ask a server otherwise.

Pure Python, on what a browser has: no sockets, processes, database or terminal. The tables are those of
`farmstead.server.table`, drawn and said by `farmstead.server.play`; what is written down lies in the browser
(`storage.Storage`), and nothing is shown as done before it does.
"""
