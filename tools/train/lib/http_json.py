"""JSON over HTTP, for measuring what a running Ferro answers. Standard library only."""

import json
import urllib.error
import urllib.request


def post(url: str, body) -> dict | list:
    """RuntimeError with the server's text where it does not answer 200."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=120) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"{url} answers {error.code}: {error.read().decode(errors='replace')}") from error
