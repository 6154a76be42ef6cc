"""Which response a person should label next: the one whose label can change the selection most."""
