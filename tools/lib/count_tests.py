#!/usr/bin/env python3
"""Adds up the test cases of a Bazel run and a pytest run; the last line is `N passed, N failed`.

usage: count_tests.py BAZEL_EVENTS.json BAZEL_EXIT PYTEST.xml PYTEST_EXIT

Exits non-zero when anything failed, when nothing ran, or when a runner failed without saying which test did.
"""
import json
import os
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree


def cases(path):
    """(passed, failed, skipped) of a JUnit file."""
    passed = failed = skipped = 0
    for case in ElementTree.parse(path).iter("testcase"):
        tags = {child.tag for child in case}
        if tags & {"failure", "error"}:
            failed += 1
        elif "skipped" in tags or case.get("status") == "notrun" or case.get("result") == "suppressed":
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def bazel_results(path):
    """(label, passed, failed, skipped) of each test target that ran. Of several attempts the last counts."""
    results = {}
    for line in open(path, encoding="utf-8"):
        event = json.loads(line)
        if "testResult" not in event:
            continue
        label, result = event["id"]["testResult"]["label"], event["testResult"]
        uris = [o.get("uri", "") for o in result.get("testActionOutput", []) if o.get("name") == "test.xml"]
        counts = (0, 0, 0)
        for uri in uris:
            xml = urllib.parse.unquote(urllib.parse.urlparse(uri).path)
            if os.path.exists(xml):
                counts = cases(xml)
        if result["status"] == "PASSED":
            counts = (max(counts[0], 1), 0, counts[2])
        else:
            counts = (counts[0], max(counts[1], 1), counts[2])  # a crash or a time-out may leave no case marked
        results[label] = counts
    return [(label, *counts) for label, counts in sorted(results.items())]


def main():
    events, bazel_exit, pytest_xml, pytest_exit = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    rows = bazel_results(events) if os.path.exists(events) else []
    if bazel_exit and not any(row[2] for row in rows):
        rows.append(("bazel build", 0, 1, 0))
    rows.append(("tests/e2e", *(cases(pytest_xml) if os.path.exists(pytest_xml) else (0, 0, 0))))
    if pytest_exit and not rows[-1][2]:
        rows[-1] = ("tests/e2e", rows[-1][1], 1, rows[-1][3])
    for label, passed, failed, skipped in rows:
        if failed or skipped:
            print("%s: %d passed, %d failed, %d skipped" % (label, passed, failed, skipped))
    passed, failed = sum(row[1] for row in rows), sum(row[2] for row in rows)
    print("%d targets and the client tests" % (len(rows) - 1))
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
