@rem In package.json, "exec" lets the server receive its signals itself instead of a shell that would only die of them.
@rem Windows has neither the word nor the need: here it just runs what follows.
@%*
