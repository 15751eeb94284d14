"""Ferro's answers have the shapes of a llama.cpp server's, apart from a list of deliberate differences."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "parity"))
import http_reference


def test_answers_have_the_recorded_shapes(stack):
    records = json.loads(http_reference.RECORDS.read_text())
    assert len(records) >= 180
    problems = http_reference.Comparison(stack.url).run(records)
    assert not problems, "\n".join(problems)


def test_a_difference_is_noticed(stack):
    """A record that the server cannot match fails in each way that is compared."""
    get = {"method": "GET", "path": "/health"}
    records = [{"name": "status", "request": get, "status": 201},
               {"name": "type", "request": {"method": "GET", "path": "/nope"}, "status": 404, "type": "other_error"},
               {"name": "keys", "request": get, "status": 200, "keys": ["status", "nonsense"]},
               {"name": "raw", "request": {"raw": "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"},
                "statuses": [404]}]
    problems = http_reference.Comparison(stack.url).run(records)
    for name in ("status:", "type:", "keys: nonsense is absent", "raw:"):
        assert any(problem.startswith(name) for problem in problems), (name, problems)
