"""What an editor can ask for, one module each: it reads the request, asks the session for a view, and converts."""
