"""What tells a response that was shown from another one, without being the response: a lens carries it, twice a row."""

import hashlib

_BYTES = 12


def mark_of(response: str) -> str:
    """Return the mark of a response; another response has another."""
    return hashlib.blake2b(response.encode("utf-8", "surrogatepass"), digest_size=_BYTES).hexdigest()
