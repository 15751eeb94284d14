"""Stands in for the rule repositories that Bazel would download, so that Debian's Bazel builds without a network."""

def offline_repositories():
    if native.bazel_version:  # empty in Debian's build; official releases bring or fetch their own rules
        return
    for name in ["remote_coverage_tools", "rules_cc", "rules_java"]:
        native.local_repository(name = name, path = "third_party/bazel/" + name)
