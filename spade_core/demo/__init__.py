"""The bundled example: the movie-note pipeline of the paper, its history and its labelled responses."""
